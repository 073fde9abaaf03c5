"""Addresses and players for the public pages."""

from urllib.parse import quote

from django import template

from clubcomp.models import Entry, Evening, Round
from clubcomp.templatetags.everywhere import page_of
from clubcomp.words import values

register = template.Library()


@register.simple_tag(takes_context=True)
def why_free(context: template.Context, evening: Evening, round_: Round, entry: Entry) -> str:
    """The address that explains why a player has the bye of a round; in groups with the player."""
    competition, club = evening.competition, context["request"].club
    page = page_of(competition, club, "why-bye", evening.serial, round_.number)
    return f"{page}?show={quote(entry.address)}" if entry.group else page


register.filter("shown", values.display_name)
register.filter("given", values.first_name)
