"""Does a link that is passed on work elsewhere?"""

from urllib.parse import urlsplit

from django import template
from django.conf import settings

from clubcomp.doors.requests import HERE_ONLY

register = template.Library()


@register.simple_tag
def site_address() -> str:
    """Where links in messages lead: an address for phones, if the site is served at one."""
    return str(settings.SITE_URL)


@register.filter
def works_here_only(link: str) -> bool:
    """Whether an address leads nowhere from another computer."""
    return urlsplit(link).hostname in HERE_ONLY
