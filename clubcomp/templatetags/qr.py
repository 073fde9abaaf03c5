"""A QR code, so that nobody need type an address on a phone."""

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr_code(address: str, label: str) -> SafeString:
    """An address as a QR code, an SVG that scales, dark on white on a dark page too.

    `label` says to who does not see it what it is.
    """
    code = segno.make(address, micro=False)
    svg = code.svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None)
    squares = mark_safe(svg)  # noqa: S308 -- made of squares, whatever the address says
    return format_html('<div class="qr" role="img" aria-label="{}">{}</div>', label, squares)
