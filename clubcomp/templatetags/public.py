"""What do the public pages write again and again? Addresses, players."""

from typing import Any
from urllib.parse import quote

from django import template
from django.templatetags.static import static

from clubcomp.doors.requests import takes_workers
from clubcomp.templatetags.everywhere import address, page_of
from clubcomp.words import values

register = template.Library()


@register.simple_tag(takes_context=True)
def why_free(context: template.Context, evening: Any, round_: Any, entry: Any) -> str:
    """The address of why a player has the bye of a round, one of several where there are groups."""
    place = evening.competition, context["request"].club
    page = page_of(*place, "why-bye", evening.serial, round_.number)
    return f"{page}?show={quote(entry.address)}" if entry.group else page


@register.simple_tag(takes_context=True)
def may_install(context: template.Context) -> bool:
    """Whether a browser allows a worker here: with https, and on the machine itself."""
    return takes_workers(context["request"])


@register.simple_tag(takes_context=True)
def preview_address(context: template.Context) -> str:
    """The picture that a messenger shows of this page; of what few may see one that tells nothing.

    A messenger fetches it as a stranger, no matter who sent the link.
    """
    request = context["request"]
    if not request.is_for_strangers:
        return static("icons/icon-512.png")
    if request.competition:
        return address("preview", request.club.slug, request.competition.slug)
    return address("club-preview", request.club.slug)


register.filter("shown", values.display_name)
register.filter("given", values.first_name)
