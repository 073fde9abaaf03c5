"""What do the leader's pages write again and again? Addresses, boards, who comes when."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubcomp.flow.rounds import round_name
from clubcomp.names import parse_name
from clubcomp.templatetags.club import span

register = template.Library()


@register.simple_tag(takes_context=True)
def lead_url(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of the evening: its name and what it needs beside the evening."""
    request = context["request"]
    place = (request.club.slug, request.competition.slug, request.evening.serial)
    return reverse(name, args=[*place, *args])


@register.filter
def listed(things: Iterable[Any]) -> str:
    """Things in a sentence: "3", "3 and 6", "3, 6 and 8"."""
    *first, last = (str(thing) for thing in things)
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


@register.filter
def boards(games: Iterable[Any]) -> str:
    """Boards in a sentence: "board 3", "boards 3, 6 and 8"."""
    numbers = [game.board for game in games]
    words = ngettext("board %(boards)s", "boards %(boards)s", len(numbers))
    return words % {"boards": listed(numbers)}


@register.filter
def attendance_words(row: Any) -> str:
    """What stands behind a name on the attendance sheet; nothing for who is just there."""
    words = {
        "occasional": pgettext("attendance", "now and then"),
        "absent": pgettext("attendance", "signed off"),
        "external": pgettext("attendance", "external"),
        "no_notice": pgettext("attendance", "did not turn up"),
        "exempt": pgettext("attendance", "not invited"),
        "half_point_bye": pgettext("attendance", "half-point bye"),
        "full_point_bye": pgettext("attendance", "full-point bye"),
    }.get(row.state)
    return words or span_words(row) or (pgettext("attendance", "guest") if row.entry.guest else "")


@register.filter
def span_words(row: Any) -> str:
    """From which game until which a player is there; nothing for the whole evening."""
    first = round_name(row.evening, row.from_game) if row.from_game > 1 else ""
    last = round_name(row.evening, row.until_game) if row.until_game else ""
    return span(first, last)


@register.filter
def attendance_look(row: Any) -> str:
    """The class of a row: there for the next game, expected, or away."""
    if row.is_present_next:
        return "present"
    return "expected" if row.state == "expected" else "away"


@register.simple_tag(takes_context=True)
def lead_swap(context: template.Context, name: str, round_: Any) -> str:
    """The address of a swap, in a proposal or in a published pairing."""
    return lead_url(context, name, *([round_.number] if round_.is_on_record else []))


@register.filter
def given_name(person: Any) -> str:
    """What a leader is called beside a result: the first name, else what there is."""
    written = parse_name(str(person or ""))
    return written.given or written.surname
