"""What do the public pages write again and again? Addresses, players."""

from typing import Any
from urllib.parse import quote

from django import template

from clubcomp.templatetags.everywhere import page_of
from clubcomp.words import values

register = template.Library()


@register.simple_tag(takes_context=True)
def why_free(context: template.Context, evening: Any, round_: Any, entry: Any) -> str:
    """The address of why a player has the bye of a round, one of several where there are groups."""
    place = evening.competition, context["request"].club
    page = page_of(*place, "why-bye", evening.serial, round_.number)
    return f"{page}?show={quote(entry.address)}" if entry.group else page


register.filter("shown", values.display_name)
register.filter("given", values.first_name)
