"""Does a link that is passed on work elsewhere?"""

from urllib.parse import urlsplit

from django import template

register = template.Library()
#: Addresses that only the computer itself knows as its own.
HERE_ONLY = ("localhost", "127.0.0.1", "::1")


@register.filter
def works_here_only(link: str) -> bool:
    """Whether an address leads nowhere from another computer."""
    return urlsplit(link).hostname in HERE_ONLY
