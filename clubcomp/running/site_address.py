"""What do the variables about the site's address mean, however they were typed?"""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def site_address(typed: str) -> str:
    """`SITE_URL` as scheme and host, in small letters, without a slash in the end.

    ImproperlyConfigured for what is none, and for a path: the site has a host of its own.
    """
    like = f"SITE_URL is {typed!r}; it has to be like https://chess.example.org"
    try:
        parts = urlsplit(typed.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError as problem:
        raise ImproperlyConfigured(like) from problem
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc:
        raise ImproperlyConfigured(like)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            f"SITE_URL is {typed!r}, with a path. The site is served at the top of a host of its"
            " own, such as https://chess.example.org"
        )
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def names_in(typed: str) -> list[str]:
    """The names in a variable, separated by commas, with or without blanks."""
    return [name for each in typed.split(",") if (name := each.strip().lower())]
