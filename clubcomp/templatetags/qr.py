"""A QR code, so that nobody need type an address on a phone."""

from functools import lru_cache

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr_code(address: str, label: str) -> SafeString:
    """An address as a QR code, an SVG that scales, dark on white on a dark page too.

    `label` says what it is, for readers who do not see it.
    """
    squares = mark_safe(_squares(address))  # noqa: S308 -- squares, whatever the address says
    return format_html('<div class="qr" role="img" aria-label="{}">{}</div>', label, squares)


@register.simple_tag(takes_context=True)
def qr_code_to(context: template.Context, path: str, label: str) -> SafeString:
    """The same of a page of this site, by the address that the site is asked by."""
    return qr_code(context["request"].build_absolute_uri(path), label)


@lru_cache(maxsize=512)
def _squares(address: str) -> str:
    """Worked out once: it takes longer than the rest of a page."""
    code = segno.make(address, micro=False)
    return str(code.svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None))
