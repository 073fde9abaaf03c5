"""Where may the server itself connect to? To public addresses, the very ones that were checked.

A name may lead anywhere, and elsewhere the next time it is asked; so it is resolved once, and the
connection goes to what came of that (`outward` does so for `requests`).
"""

import os
import socket
import ssl
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Timer

from clubcomp.doors.web_addresses import WebAddress

#: IPv6 addresses that hold an IPv4 address in their last bits.
TRANSLATED = IPv6Network("64:ff9b::/96")

#: Of a program that anybody may name: seconds for each answer of the network, and for all of it;
#: how many addresses of it are tried.
PATIENCE, MOST_SECONDS, MOST_TRIED = 4.0, 8.0, 3


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether this is an address of the internet, and of no network of our own."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of a host; OSError when there are none, or one of them is not public."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(place[4][0]).partition("%")[0] for place in found))
    if not addresses or not all(is_public(ip_address(address)) for address in addresses):
        raise OSError("the address is not public")
    return addresses


def post(address: WebAddress, body: bytes, headers: dict[str, str]) -> int:
    """Send this to a program that anybody may have named; the status of its answer, or OSError.

    It is led nowhere else, its contents are not read, and when the time is over the connection is
    cut, however slowly it answers: others wait to be sent. It goes by no proxy.
    """
    for place in public_addresses(address.host, address.port)[:MOST_TRIED]:
        try:
            plain = socket.create_connection((place, address.port), PATIENCE)
        except OSError:
            continue
        return _posted(plain, address, body, headers)
    raise OSError("nobody answers")


def _posted(plain: socket.socket, address: WebAddress, body: bytes, headers: dict[str, str]) -> int:
    # Whom the machine trusts, or whom it was told to, as `requests` is.
    trusting = ssl.create_default_context(cafile=os.environ.get("REQUESTS_CA_BUNDLE") or None)
    secured = trusting.wrap_socket(
        plain, server_hostname=address.host, do_handshake_on_connect=False
    )
    is_over = Event()
    cut = Timer(MOST_SECONDS, _cut, [secured, is_over])
    cut.daemon = True
    cut.start()
    connection = HTTPSConnection(address.host, address.port, context=trusting)
    try:
        secured.do_handshake()
        connection.sock = secured
        rest = address.rest if address.rest.startswith("/") else f"/{address.rest}"
        connection.request("POST", rest, body, {"User-Agent": "Clubcomp", **headers})
        status = connection.getresponse().status
        if is_over.is_set():  # what ends in the middle may look whole
            raise OSError("it answers too slowly")
        return status
    except HTTPException as problem:
        raise OSError("this is no answer") from problem
    finally:
        cut.cancel()
        secured.close()


def _cut(secured: ssl.SSLSocket, is_over: Event) -> None:
    """End both directions of a connection on which somebody waits."""
    is_over.set()
    with suppress(OSError):
        socket.socket.shutdown(secured, socket.SHUT_RDWR)
