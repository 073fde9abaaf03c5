"""How does `requests` go outward? To public addresses, the very ones that were checked.

Of an answer only the status is kept, unless it is asked for.
"""

import io
from typing import Any

from requests import ConnectionError as NotReached
from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter
from requests.utils import select_proxy

from clubcomp.running.sending.connecting import public_addresses


class ToPublicAddresses(HTTPAdapter):
    """Connects where `public_addresses` says, and keeps nothing of an answer but its status, unless
    it `keeps_contents`.

    Where the machine reaches the internet by a proxy, that resolves names itself.
    """

    def __init__(self, *, keeps_contents: bool = False) -> None:
        self._address = ""
        self._taken = (lambda answer: answer) if keeps_contents else without_contents
        super().__init__()

    def build_connection_pool_key_attributes(
        self, request: PreparedRequest, verify: Any, cert: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The checked address; the certificate has to be the name's all the same."""
        place, secured = super().build_connection_pool_key_attributes(request, verify, cert)
        if self._address:
            secured |= {"server_hostname": place["host"], "assert_hostname": place["host"]}
            place |= {"host": self._address}
        return place, secured

    def send(self, request: PreparedRequest, *args: Any, **how: Any) -> Response:
        """The answer, by default without its contents."""
        self._address = ""
        place, _secured = self.build_connection_pool_key_attributes(request, True)
        if select_proxy(str(request.url), how.get("proxies")):
            return self._taken(super().send(request, *args, **how))
        try:
            addresses = public_addresses(place["host"], place["port"] or 443)
        except OSError as problem:
            raise NotReached(problem, request=request) from problem
        request.headers["Host"] = place["host"]
        *others, last = addresses
        for self._address in others:
            try:
                return self._taken(super().send(request, *args, **how))
            except NotReached:
                continue
        self._address = last
        return self._taken(super().send(request, *args, **how))


class ToNamedOrigin(HTTPAdapter):
    """Connects to an origin that who runs the site has named, wherever that is."""

    def send(self, request: PreparedRequest, *args: Any, **how: Any) -> Response:
        """The answer without its contents."""
        return without_contents(super().send(request, *args, **how))


def without_contents(answer: Response) -> Response:
    """An answer of which nothing is read or kept but its status and headers."""
    answer.raw.close()
    answer.raw = io.BytesIO()
    return answer
