"""What stands beside a link that is passed on: a QR code, and whether it works elsewhere."""

from urllib.parse import urlsplit

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
#: Addresses that only the computer itself knows as its own.
HERE_ONLY = ("localhost", "127.0.0.1", "::1")


@register.filter
def works_here_only(link: str) -> bool:
    """Whether an address leads nowhere from another computer."""
    return urlsplit(link).hostname in HERE_ONLY


@register.simple_tag
def qr_code(address: str, label: str) -> SafeString:
    """An address as a QR code, an SVG that scales, dark on white on a dark page too.

    `label` says to who does not see it what it is.
    """
    code = segno.make(address, micro=False)
    svg = code.svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None)
    squares = mark_safe(svg)  # noqa: S308 -- made of squares, whatever the address says
    return format_html('<div class="qr" role="img" aria-label="{}">{}</div>', label, squares)
