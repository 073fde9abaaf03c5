"""At which addresses is a site without https reached, on this computer and by phones?"""

import os
import socket
from contextlib import suppress
from ipaddress import ip_address

from django.conf import settings

from clubcomp.running.postgres.programs import make_folder
from pairing.installed import as_served

#: A file in the data folder: where this computer reached the site when it was last started.
ADDRESS_FILE = "address"
#: An address reserved for examples: nothing is sent, the system only says from which address.
ELSEWHERE = "192.0.2.1", 9


def take_address(host: str, port: int) -> str:
    """Let the site answer at the addresses where it is served; returns this computer's own one.

    Links in messages lead where phones can go too, if there is such an address.
    """
    settings.PORT = port
    here = settings.SITE_URL if settings.IS_PUBLIC else f"http://localhost:{port}"
    if not settings.IS_PUBLIC:
        if (own := own_address(host)) and own not in settings.ALLOWED_HOSTS:
            settings.ALLOWED_HOSTS.append(own)
        if not os.environ.get("SITE_URL"):
            settings.SITE_URL = next(iter(for_phones(host, port)), here).rstrip("/")
        if not settings.IS_DEMO:
            with suppress(OSError):
                make_folder(settings.HOME)
                (settings.HOME / ADDRESS_FILE).write_text(here)
    return here


def address_taken() -> str:
    """Where the site was served last, as this computer reaches it."""
    if not settings.IS_PUBLIC and not os.environ.get("SITE_URL"):
        with suppress(OSError, ValueError):
            return (settings.HOME / ADDRESS_FILE).read_text().strip() or settings.SITE_URL
    return settings.SITE_URL


def for_phones(host: str, port: int) -> list[str]:
    """Addresses at which phones on the same network reach the site."""
    if _is_here_only(host):
        return []
    names = [name for name in settings.ALLOWED_HOSTS if name and not name.startswith(("*", "."))]
    return [
        f"http://{name}:{port}{settings.SITE_PATH}/" for name in names if not _is_here_only(name)
    ]


def words_on_phones(host: str, port: int) -> str:
    """The last line of a start: how phones get in."""
    if addresses := for_phones(host, port):
        return f"Phones and tablets in the hall: {'  or  '.join(addresses)}"
    if not _is_here_only(host):
        return "Phones reach it once the address of this computer is named: ALLOWED_HOSTS=..."
    command = as_served(is_demo=settings.IS_DEMO, port=port, host="0.0.0.0")  # noqa: S104 -- told
    return f"Phones cannot reach it yet. To let them in stop it, and start it with: {command}"


def own_address(host: str) -> str:
    """This computer's address in its network, if the site is served there; "" if not known."""
    if host not in ("0.0.0.0", ""):  # noqa: S104 -- compared
        return "" if _is_here_only(host) else host
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        return str(probe.getsockname()[0])
    return ""


def _is_here_only(host: str) -> bool:
    """Whether a name leads, on any computer, to that computer itself."""
    with suppress(ValueError):
        return ip_address(host.strip("[]")).is_loopback
    return host == "localhost"
