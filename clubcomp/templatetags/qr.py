"""A QR code, so that nobody need type an address on a phone."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.inclusion_tag("_qr.html")
def qr_code(address: str, label: str) -> dict[str, str]:
    """An address as a QR code, an SVG that scales, dark on white on a dark page too.

    `label` says what it is, for readers who do not see it.
    """
    return {"squares": _squares(address), "label": label}


@register.inclusion_tag("_qr.html", takes_context=True)
def qr_code_to(context: template.Context, path: str, label: str) -> dict[str, str]:
    """The same of a page of this site, by the address that the site is asked by."""
    return qr_code(context["request"].build_absolute_uri(path), label)


@lru_cache(maxsize=512)
def _squares(address: str) -> SafeString:
    """Worked out once: it takes longer than the rest of a page."""
    code = segno.make(address, micro=False)
    drawn = code.svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - squares, whatever the address says
