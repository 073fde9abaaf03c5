"""What do the leader's pages write many times? Addresses, and who comes when."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from django import template

from clubcomp.templatetags.addresses import lead_url

register = template.Library()


@register.filter
def apart_from(entries: Iterable[Any], common: Any) -> list[Any]:
    """A player's entries in competitions other than the `common` ones."""
    return [entry for entry in entries if entry.competition not in common]


@register.filter
def attendance_look(row: Any) -> str:
    """The class of a row: there for the next game, expected, or away."""
    if row.is_here:
        return "present"
    return "expected" if row.state == "expected" else "away"


@register.filter
def opened(board: Any) -> str:
    """What opens a board for a swap: its number, 0 for the bye; of several byes whose it is."""
    if board.number or not board.white.group:
        return f"board={board.number or 0}"
    return f"one={quote(board.white.key)}"


@register.simple_tag(takes_context=True)
def lead_swap(context: template.Context, name: str, round_: Any) -> str:
    """The address of a swap, in a proposal or in a published pairing."""
    return lead_url(context, name, *([round_.number] if round_.is_on_record else []))
