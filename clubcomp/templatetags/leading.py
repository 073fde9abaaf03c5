"""What do the leader's pages write again and again? Addresses, boards, who comes when."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from clubcomp.flow.rounds import round_name, rounds_name
from clubcomp.names import parse_name
from clubcomp.templatetags.club import day, span
from pairing.registry import get_system

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
def apart_from(entries: Iterable[Any], common: Any) -> list[Any]:
    """A player's places in competitions other than the `common` ones."""
    return [entry for entry in entries if entry.competition not in common]


@register.filter
def boards(games: Iterable[Any]) -> str:
    """Boards in a sentence: "board 3", "boards 3, 6 and 8"."""
    numbers = [game.board for game in games]
    words = ngettext("board %(boards)s", "boards %(boards)s", len(numbers))
    return words % {"boards": listed(numbers)}


@register.filter
def put_off_counted(games: Iterable[Any]) -> str:
    """How many boards were put off, and how: "1 adjourned, 2 postponed"; "" for none."""
    kinds = [game.put_off for game in games]
    adjourned, postponed = (kinds.count(kind) for kind in ("adjourned", "postponed"))
    told = [
        ngettext("%(count)d adjourned", "%(count)d adjourned", adjourned) % {"count": adjourned},
        ngettext("%(count)d postponed", "%(count)d postponed", postponed) % {"count": postponed},
    ]
    return ", ".join(one for one, count in zip(told, (adjourned, postponed), strict=True) if count)


@register.filter
def attendance_words(row: Any) -> str:
    """What stands behind a name on the attendance sheet; nothing for who is just there."""
    words = AWAY_WORDS.get(row.state)
    if row.away_until and not row.is_for_one_game:
        until = {"how": words, "day": day(row.away_until, "year")}
        words = pgettext("attendance", "%(how)s until %(day)s") % until
    elif row.is_for_one_game:
        words = in_one_game(row.evening, *row.in_games[0])
    words = words or span_words(row)
    others = row.in_games[1:] if row.is_for_one_game else row.in_games
    said = [words, *(in_one_game(row.evening, *one) for one in others)]
    if row.elsewhen and row.game:
        said += _elsewhen(row)
    return ", ".join(str(part) for part in said if part) or (
        pgettext("attendance", "guest") if row.entry.guest else ""
    )


def _elsewhen(row: Any) -> list[str]:
    """Which games are played on another day, and from which one on the player is there."""
    said = []
    for game, is_ahead in row.elsewhen:
        name = {"game": round_name(row.evening, game)}
        said.append(
            pgettext("attendance", "%(game)s played ahead") % name
            if is_ahead
            else pgettext("attendance", "%(game)s caught up") % name
        )
    if row.game > row.elsewhen[0][0] and row.from_game <= row.game:
        name = {"game": round_name(row.evening, row.game)}
        if row.state == "expected":
            said.append(pgettext("attendance", "expected from %(game)s") % name)
        elif row.state == "present":
            said.append(pgettext("attendance", "here from %(game)s") % name)
    return said


AWAY_WORDS = {
    "occasional": pgettext_lazy("attendance", "now and then"),
    "absent": pgettext_lazy("attendance", "signed off"),
    "another_day": pgettext_lazy("attendance", "plays on another day"),
    "external": pgettext_lazy("attendance", "external"),
    "no_notice": pgettext_lazy("attendance", "did not turn up"),
    "exempt": pgettext_lazy("attendance", "not invited"),
    "half_point_bye": pgettext_lazy("attendance", "half-point bye"),
    "full_point_bye": pgettext_lazy("attendance", "full-point bye"),
}


def in_one_game(evening: Any, game: int, status: str) -> str:
    """What a player is in one game of the evening: "half-point bye in round 2"."""
    facts = {"how": AWAY_WORDS.get(status, status), "game": round_name(evening, game)}
    return pgettext("attendance", "%(how)s in %(game)s") % facts


@register.filter
def plan_in_words(plan: Any, evening: Any) -> str:
    """What a player does on an evening, and in single games of it."""
    states = {
        "expected": pgettext("attendance", "expected"),
        "present": pgettext("attendance", "here"),
    }
    words = states.get(plan.status) or AWAY_WORDS.get(plan.status, plan.status)
    there = span(
        round_name(evening, plan.from_game) if plan.from_game > 1 else "",
        round_name(evening, plan.until_game) if plan.until_game else "",
    )
    games = [in_one_game(evening, *one) for one in plan.in_games if one[1] != "present"]
    return ", ".join(str(part) for part in (words, there, *games) if part)


@register.filter
def not_paired_words(reason: Any, evening: Any) -> str:
    """Why some players are not paired, before their names."""
    if reason.word == "away":
        return _("Away until %(day)s:") % {"day": day(reason.until)}
    if reason.word == "later":
        return _("From %(game)s:") % {"game": round_name(evening, reason.from_game)}
    if reason.word == "expected_after":
        words = _("%(ahead)s played ahead; expected from %(game)s, and not marked present:")
        return words % {
            "ahead": capfirst(round_name(evening, reason.ahead)),
            "game": round_name(evening, reason.ahead + 1),
        }
    words = {
        "left_out": _("Was there a moment ago, and nobody said why not now:"),
        "expected": _("Expected, and not marked present:"),
        "left": _("Has left:"),
        "half_point_bye": _("Half-point bye:"),
        "full_point_bye": _("Full-point bye:"),
        "absent": _("Signed off:"),
        "external": _("Plays elsewhere for the club:"),
        "exempt": _("Not invited:"),
        "no_notice": _("Did not turn up:"),
    }
    return words.get(reason.word, f"{reason.word}:")


@register.filter
def span_words(row: Any) -> str:
    """From which game until which a player is there; nothing for the whole evening."""
    first = round_name(row.evening, row.from_game) if row.from_game > 1 else ""
    last = round_name(row.evening, row.until_game) if row.until_game else ""
    return span(first, last)


@register.filter
def attendance_look(row: Any) -> str:
    """The class of a row: there for the next game, expected, or away."""
    if row.is_here:
        return "present"
    return "expected" if row.state == "expected" else "away"


@register.simple_tag(takes_context=True)
def lead_swap(context: template.Context, name: str, round_: Any) -> str:
    """The address of a swap, in a proposal or in a published pairing."""
    return lead_url(context, name, *([round_.number] if round_.is_on_record else []))


@register.filter
def not_paired(progress: Any) -> str:
    """Which games of the evening were not played: "6 of 7 games are not paired: games 2 to 7."."""
    evening = progress.evening
    left = progress.games_left
    if not left:
        return ""
    words = ngettext(
        "%(left)s of %(all)s is not paired: %(games)s.",
        "%(left)s of %(all)s are not paired: %(games)s.",
        left,
    )
    counted = ngettext("%(count)s game", "%(count)s games", evening.games)
    if not get_system(evening.competition.system).abilities.uses_tempos:
        counted = ngettext("%(count)s round", "%(count)s rounds", evening.games)
    return words % {
        "left": left,
        "all": counted % {"count": evening.games},
        "games": rounds_name(evening, progress.next_number, evening.games),
    }


@register.filter
def given_name(person: Any) -> str:
    """What a leader is called beside a result: the first name, else what there is."""
    written = parse_name(str(person or ""))
    return written.given or written.surname
