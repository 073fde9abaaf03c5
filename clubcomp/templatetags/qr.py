"""QR codes, so that nobody has to type an address on a phone."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.inclusion_tag("_qr.html")
def qr_code(address: str, label: str) -> dict[str, str]:
    """An address as a QR code: an SVG that scales, dark on white even on a dark page.

    `label` says what it is, for readers who cannot see it.
    """
    return {"squares": _squares(address), "label": label}


@register.inclusion_tag("_qr.html", takes_context=True)
def qr_code_to(context: template.Context, path: str, label: str) -> dict[str, str]:
    """The address of a page of this site as a QR code, at the host of the request."""
    return qr_code(context["request"].build_absolute_uri(path), label)


@lru_cache(maxsize=512)
def _squares(address: str) -> SafeString:
    """Cached, since it takes longer than the rest of a page."""
    code = segno.make(address, micro=False)
    svg = code.svg_inline(omitsize=True, light="#fff", svgclass=None, lineclass=None)
    return mark_safe(svg)  # noqa: S308 - squares, whatever the address says
