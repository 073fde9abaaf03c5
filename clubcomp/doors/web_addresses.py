"""What does a written web address mean? It is parsed here alone, and rebuilt from its parts.

Programs differ about odd addresses: where one sees a user's name, another sees a host. So what is
kept or followed is never what was written, but what this parser understood of it.
"""

import re
from typing import NamedTuple

PORTS = {"http": 80, "https": 443}
_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_HOST = rf"{_LABEL}(\.{_LABEL})*"
#: Letters, digits, dots and hyphens in the host; visible signs but no backslash in the rest.
_ADDRESS = re.compile(
    rf"(?P<scheme>https?)://(?P<host>{_HOST})(:(?P<port>[0-9]{{1,5}}))?"
    r"(?P<rest>([/?][!-\[\]-~]*)?)",
    re.ASCII | re.IGNORECASE,
)
_PAGE = re.compile(r"/(?![/\\])[!-\[\]-~]*", re.ASCII)
LONGEST_HOST = 253


class WebAddress(NamedTuple):
    """An address with http or https; `rest` is the path and what follows it."""

    scheme: str
    host: str
    port: int
    rest: str = ""

    @property
    def site(self) -> str:
        """The origin, as browsers write it: https://www.toren.nl."""
        usual = self.port == PORTS[self.scheme]
        return f"{self.scheme}://{self.host}{'' if usual else f':{self.port}'}"

    def __str__(self) -> str:
        return f"{self.site}{self.rest}"


def parsed_address(written: object) -> WebAddress | None:
    """The parts of an address; None for anything that is not clearly one."""
    match = _ADDRESS.fullmatch(written) if isinstance(written, str) else None
    if match is None or len(match["host"]) > LONGEST_HOST:
        return None
    scheme, host = match["scheme"].lower(), match["host"].lower()
    port = int(match["port"] or PORTS[scheme])
    return WebAddress(scheme, host, port, match["rest"]) if 0 < port < 65536 else None


def is_host(written: str) -> bool:
    """Whether this is the name of a host, of letters, digits, dots and hyphens."""
    is_short = len(written) <= LONGEST_HOST
    return is_short and re.fullmatch(_HOST, written, re.ASCII | re.IGNORECASE) is not None


def page_of_site(written: str, host: str) -> str:
    """The path of a page of the site that is reached as `host`; "" for any other address."""
    if (address := parsed_address(written)) is None:
        return written if _PAGE.fullmatch(written) else ""
    here = parsed_address(f"{address.scheme}://{host}")
    is_here = here is not None and address.site == here.site
    return (address.rest if address.rest.startswith("/") else "/") if is_here else ""
