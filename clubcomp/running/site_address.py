"""What do the variables about the site's address say, however they were typed?"""

import re
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

_PATH = re.compile(r"(/[a-zA-Z0-9_-]+)+")


def site_address(typed: str) -> str:
    """`SITE_URL` as scheme and host, in small letters, without the path. ImproperlyConfigured for
    anything else.
    """
    like = f"SITE_URL is {typed!r}; it has to be like https://chess.example.org"
    try:
        parts = urlsplit(typed.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError as problem:
        raise ImproperlyConfigured(like) from problem
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc:
        raise ImproperlyConfigured(like)
    if parts.query or parts.fragment:
        raise ImproperlyConfigured(like)
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def site_path(typed: str) -> str:
    """The path of `SITE_URL` under which all of the site lives, "/chess"; "" for the top of a host.

    ImproperlyConfigured for one that could be read in two ways.
    """
    path = urlsplit(typed.strip()).path.rstrip("/")
    if path and not _PATH.fullmatch(path):
        raise ImproperlyConfigured(
            f"SITE_URL is {typed!r}: its path has to be of letters, digits, hyphens and slashes,"
            " as in https://example.org/chess"
        )
    return path


def names_in(typed: str) -> list[str]:
    """The names in a variable, separated by commas, with or without blanks."""
    return [name for each in typed.split(",") if (name := each.strip().lower())]
