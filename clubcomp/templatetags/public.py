"""What do the public pages write again and again? Addresses, players, rounds."""

from datetime import date
from fractions import Fraction
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubcomp.templatetags.club import GLYPHS
from clubcomp.templatetags.leading import listed

register = template.Library()

MOST_NAMES = 3


@register.simple_tag(takes_context=True)
def here(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of this competition: its name and what it needs beside it."""
    request = context["request"]
    return reverse(name, args=[request.club.slug, request.competition.slug, *args])


@register.simple_tag
def page_of(competition: Any, club: Any, name: str, *args: Any) -> str:
    """The address of a page of another competition of the club."""
    return reverse(name, args=[club.slug, competition.slug, *args])


@register.filter
def shown(entry: Any) -> str:
    """A player of the competition as a list shows him: "Tom Brouwer (guest)"."""
    name = str(entry.player)
    return pgettext("player", "%(name)s (guest)") % {"name": name} if entry.guest else name


@register.filter
def given(entry: Any) -> str:
    """What a player is called in passing: his given name, or what he has."""
    return entry.player.parts.given or str(entry.player)


@register.filter
def names(entries: Any) -> str:
    """Players in a sentence by their given names: "Anna, Bert and Karel"."""
    return listed(given(entry) for entry in entries)


@register.filter
def evening_title(evening: Any) -> str:
    """What an evening is called above its pairing: tonight, the next one, or just open.

    Evenings are opened beforehand for who signs off, and stay open past midnight.
    """
    today = timezone.localdate()
    if not evening.is_open or (evening.date and evening.date > today):
        return _("The next evening")
    return _("Tonight") if evening.date == today else _("The open evening")


@register.filter
def part_text(fraction: Fraction | None) -> str:
    """A part of a value number: "⅔", or "2/5" where there is no glyph."""
    if fraction is None:
        return ""
    return GLYPHS.get(fraction) or str(fraction)


@register.filter
def as_date(written: str) -> date | None:
    """The date that a record holds as text, "2021-09-07"; None where none is known."""
    return date.fromisoformat(written) if written else None


@register.filter
def credited(line: Any) -> str:
    """How many of the absence credits are used: "3 of 7"; nothing where there are none."""
    row = line.row
    if row.credits_used is None or line.entry.guest:
        return ""
    numbers = {"used": row.credits_used, "limit": row.credits_used + row.credits_left}
    return _("%(used)s of %(limit)s") % numbers


@register.filter
def happened(change: Any) -> str:
    """What a player who changed places did in the last game, as a sentence."""
    facts = {
        "opponent": given(change.opponent) if change.opponent else "",
        "value": change.opponent_value,
    }
    if change.opponent_value is not None and change.what in ("won", "drawn"):
        won, drawn = (
            _("Won against %(opponent)s (value %(value)s)."),
            _("Drew with %(opponent)s (value %(value)s)."),
        )
        return (won if change.what == "won" else drawn) % facts
    sentences = {
        "won": _("Won against %(opponent)s."),
        "drawn": _("Drew with %(opponent)s."),
        "lost": _("Lost to %(opponent)s."),
        "open": _("Is still playing against %(opponent)s."),
        "adjourned": _("The game against %(opponent)s is adjourned."),
        "postponed": _("The game against %(opponent)s is postponed."),
        "bye": _("Was free."),
        "half_point_bye": _("Had a bye of half a point."),
        "full_point_bye": _("Had a bye of a whole point."),
        "external": _("Played elsewhere for the club."),
        "no_notice": _("Was absent without notice."),
        "exempt": _("Was not invited."),
        "absent": _("Was absent."),
        "away": _("Was not in the competition that evening."),
    }
    return sentences[change.what] % facts


@register.filter
def passing(change: Any) -> str:
    """Whom a player passed, or who passed him, as a sentence; many are counted."""
    count = len(change.passed)
    facts = {"count": count, "names": names(change.passed)}
    if change.change > 0:
        if count > MOST_NAMES:
            return _("Passed %(count)s players.") % facts
        return _("Passed %(names)s.") % facts
    if count > MOST_NAMES:
        return _("Was passed by %(count)s players.") % facts
    return _("Was passed by %(names)s.") % facts
