"""Where may the server itself connect to? To public addresses, the very ones that were checked.

A name may resolve to any address, and to another one the next time; so it is resolved once, and the
connection goes to that address. No answer can redirect it.
"""

import os
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from clubcomp.doors.web_addresses import WebAddress

#: IPv6 addresses that hold an IPv4 address in their last bits.
TRANSLATED = IPv6Network("64:ff9b::/96")

#: How many addresses of a host are tried.
MOST_TRIED = 3


@dataclass(frozen=True)
class Way:
    """How a request goes to another machine.

    `patience` is in seconds for each answer of the network, `most_seconds` for all of it: then the
    connection is cut, even if something still trickles in. A proxy resolves names itself, so only
    addresses known beforehand go through the machine's.
    """

    patience: float
    most_seconds: float
    by_proxy: bool = False
    only_public: bool = True


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether this is an address of the internet, not of a network of our own."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of a host; OSError when there are none, or one of them is not public."""
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(info[4][0]).partition("%")[0] for info in infos))
    if not addresses or not all(is_public(ip_address(address)) for address in addresses):
        raise OSError("the address is not public")
    return addresses


@contextmanager
def answer_of(
    address: WebAddress,
    way: Way,
    *,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Iterator[HTTPResponse]:
    """Ask for what is at an address, or post the `body` there; OSError, also while it is read."""
    plain = _reached(address, way)
    connection: HTTPConnection
    if address.scheme == "https":
        # The authorities that the machine trusts, or those of this variable.
        trusting = ssl.create_default_context(cafile=os.environ.get("REQUESTS_CA_BUNDLE") or None)
        connection = HTTPSConnection(address.host, address.port, context=trusting)
        plain = trusting.wrap_socket(
            plain, server_hostname=address.host, do_handshake_on_connect=False
        )
    else:
        connection = HTTPConnection(address.host, address.port)
    is_over = Event()
    cut = Timer(way.most_seconds, _cut, [plain, is_over])
    cut.daemon = True
    cut.start()
    try:
        if isinstance(plain, ssl.SSLSocket):
            plain.do_handshake()
        connection.sock = plain
        rest = address.rest if address.rest.startswith("/") else f"/{address.rest}"
        method = "GET" if body is None else "POST"
        connection.request(method, rest, body, {"User-Agent": "Clubcomp", **(headers or {})})
        with connection.getresponse() as answer:
            yield answer
        if is_over.is_set():  # an answer that ends in the middle may look whole
            raise OSError("it answers too slowly")
    except HTTPException as problem:
        raise OSError("this is no answer") from problem
    finally:
        cut.cancel()
        plain.close()


def post(address: WebAddress, body: bytes, headers: dict[str, str], way: Way) -> int:
    """Post this; returns the status of the answer, of which nothing more is read. OSError."""
    with answer_of(address, way, body=body, headers=headers) as answer:
        return answer.status


def _reached(address: WebAddress, way: Way) -> socket.socket:
    """A connection to an address, perhaps through the machine's proxy; OSError."""
    proxies = getproxies() if way.by_proxy and address.scheme == "https" else {}
    proxy = proxies.get("https") or proxies.get("all")
    if proxy and not proxy_bypass(address.host):
        return _through(proxy, address, way.patience)
    if way.only_public:
        for resolved in public_addresses(address.host, address.port)[:MOST_TRIED]:
            with suppress(OSError):
                return socket.create_connection((resolved, address.port), way.patience)
        raise OSError("nobody answers")
    return socket.create_connection((address.host, address.port), way.patience)


def _through(proxy: str, address: WebAddress, patience: float) -> socket.socket:
    """A connection that a proxy has opened (CONNECT)."""
    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    if parts.scheme != "http" or not parts.hostname:
        raise OSError("the address of a proxy begins with http://")
    headers = {}
    if parts.username:
        account = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {b64encode(account.encode()).decode()}"
    connection = HTTPConnection(parts.hostname, parts.port or 80, timeout=patience)
    connection.set_tunnel(address.host, address.port, headers)
    try:
        connection.connect()
    except HTTPException as problem:
        raise OSError("this is no answer of a proxy") from problem
    return connection.sock


def _cut(plain: socket.socket, is_over: Event) -> None:
    """End both directions of a connection that somebody waits on."""
    is_over.set()
    with suppress(OSError):
        socket.socket.shutdown(plain, socket.SHUT_RDWR)
