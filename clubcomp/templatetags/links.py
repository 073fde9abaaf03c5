"""Whether a link works on another computer."""

from urllib.parse import urlsplit

from django import template
from django.conf import settings

from clubcomp.doors.requests import HERE_ONLY

register = template.Library()


@register.simple_tag
def site_address() -> str:
    """The site's address in links of messages: one that phones can reach, if the site has one."""
    return str(settings.SITE_URL)


@register.filter
def works_here_only(link: str) -> bool:
    """Whether an address works on this computer only."""
    return urlsplit(link).hostname in HERE_ONLY
