"""In words: which players come to an evening, for which games, and why some are not paired."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from clubcomp.flow.attendance.sheet import SheetRow, is_asked
from clubcomp.models import Entry, Evening
from clubcomp.models.plans import COMING, Plan
from clubcomp.models.unplayed import OWN
from clubcomp.words import unplayed
from clubcomp.words.values import clock, day
from pairing.sentences.words import capitalised


def attendance_words(row: SheetRow) -> str:
    """The words after a name on the attendance sheet; "" for a player who is simply present."""
    words: Promise | str | None = _away_words(row.evening, row.state) or None
    if row.plan.away_until and not row.is_for_one_game:
        until = {"how": words, "day": day(row.plan.away_until, "year")}
        words = pgettext("attendance", "%(how)s until %(day)s") % until
    elif row.is_for_one_game:
        words = in_one_game(row.evening, *row.in_games[0])
    words = words or _span(row.plan, row.evening)
    if row.plan.is_reserve:
        helps, waits = pgettext("attendance", "helps out"), pgettext("attendance", "reserve")
        words = helps if row.comes else waits
    games = row.in_games[1:] if row.is_for_one_game else row.in_games
    parts = [words, *(in_one_game(row.evening, *game) for game in games)]
    if row.elsewhen and row.game:
        parts += _elsewhen(row, row.game)
    if row.plan.own_at:
        parts = [words or pgettext("attendance", "comes"), *parts[1:]]
        parts.append(_own_word(row.plan.own_at, row.plan.note))
    return ", ".join(str(part) for part in parts if part) or (
        pgettext("attendance", "guest") if row.entry.guest else ""
    )


def _elsewhen(row: SheetRow, game: int) -> list[str]:
    """The games played on another day, and the game from which on the player is here."""
    ahead = pgettext("attendance", "%(game)s played ahead")
    caught_up = pgettext("attendance", "%(game)s caught up")
    sentences = [
        (ahead if is_ahead else caught_up) % {"game": row.evening.round_name(moved)}
        for moved, is_ahead in row.elsewhen
    ]
    if game > row.elsewhen[0][0] and row.plan.from_game <= game:
        name = {"game": row.evening.round_name(game)}
        if row.state == "expected":
            sentences.append(pgettext("attendance", "expected from %(game)s") % name)
        elif row.state == "present":
            sentences.append(pgettext("attendance", "here from %(game)s") % name)
    return sentences


def _own_word(said_at: datetime, note: str) -> str:
    """When the player said so, and why, for the leader: "own word at 18:41: “ill”"."""
    facts = {"when": clock_time(said_at), "note": note}
    if note:
        return pgettext("attendance", "own word at %(when)s: “%(note)s”") % facts
    return pgettext("attendance", "own word at %(when)s") % facts


def clock_time(moment: datetime) -> str:
    """A time: "18:41", with the day unless it is today."""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return clock(local)
    facts = {"day": day(local, "short"), "clock": clock(local)}
    return _("%(day)s, %(clock)s") % facts


def own_plan_words(plan: Plan, evening: Evening, entry: Entry) -> str:
    """A player's plan for an evening, in a sentence to the player."""
    if is_asked(evening.competition, entry, plan):
        return _("You come now and then. Are you coming this time?")
    if plan.away_until:
        return _("You are away until %(day)s.") % {"day": day(plan.away_until, "year")}
    if plan.is_reserve and plan.status == "absent":
        return _("You are a reserve: you come only when the number is odd without you.")
    if plan.is_reserve:
        return _("You help out: you come, also when the number changes again.")
    if plan.is_habit and plan.status.startswith(OWN):
        facts = {"tempo": evening.tempo, "how": _away_words(evening, plan.status)}
        return _("You usually do not come to %(tempo)s: %(how)s.") % facts
    if plan.is_habit:
        return _("You usually do not come to %(tempo)s.") % {"tempo": evening.tempo}
    if plan.status.startswith(OWN):
        how = _away_words(evening, plan.status)
        return _("You are not coming: %(how)s.") % {"how": how}
    if plan.status == "absent":
        return _("You are not coming.")
    if plan.status == "external":
        return _("You play elsewhere for the club.")
    if plan.status in ("expected", "present") and not plan.in_games:
        games = _span(plan, evening)
        if games:
            return _("You are coming, %(games)s.") % {"games": games}
        return _("You are coming.") if plan.is_said else _("You are expected.")
    return _("Noted: %(plan)s.") % {"plan": plan_in_words(plan, evening)}


def no_board_words(
    kind: str, plan: Plan | None, evening: Evening, number: int, entry: Entry, waits: str = ""
) -> str:
    """Why a player has neither a board nor the bye in a game, in a sentence to the player.

    `kind` is what everybody may read; the `plan` is None unless the reader is certain to be the
    player. `waits` says why a cup had no game for them.
    """
    if not entry.belongs_to(evening.number):
        return _("You are not in this competition on this evening.")
    if kind in unplayed.TO_PLAYER:
        return str(unplayed.TO_PLAYER[kind])
    if plan and plan.says_why_not(number):
        return own_plan_words(plan, evening, entry)
    if waits:
        return waits
    if plan is None:  # everybody may read this, so it does not say whether they had signed off
        return _("You were not marked present when it was paired, or did not come.")
    return _("You were not marked present when it was paired.")


def own_plan_short(plan: Plan, evening: Evening, entry: Entry) -> str:
    """A player's plan in a word or two, for a list of evenings."""
    if is_asked(evening.competition, entry, plan):
        return _("Are you coming?")
    if plan.is_reserve:
        helps, waits = pgettext("attendance", "helps out"), pgettext("attendance", "reserve")
        return helps if plan.status in COMING else waits
    if plan.status in COMING:
        words = _("you come") if plan.is_said else pgettext("attendance", "expected")
        return _span(plan, evening) or words
    return _away_words(evening, plan.status)


def own_receipt(plan: Plan, evening: Evening) -> str:
    """The words behind Yes or No in the button that a player pressed: "from game 2"."""
    games = _span(plan, evening) if plan.status in ("expected", "present") else ""
    if games:
        return games
    if plan.own_at:
        return _("said at %(when)s") % {"when": clock_time(plan.own_at)}
    return _("as noted")


AWAY_WORDS: dict[str, Promise] = {
    "occasional": pgettext_lazy("attendance", "now and then"),
    **unplayed.SHORT,
    "another_day": pgettext_lazy("attendance", "plays on another day"),
}


def _away_words(evening: Evening, state: str) -> str:
    """How a player is away, in the leader's words; "" for a player who comes."""
    is_away = state in AWAY_WORDS or state.startswith(OWN)
    return unplayed.named(evening.competition, state, AWAY_WORDS) if is_away else ""


def in_one_game(evening: Evening, game: int, status: str) -> str:
    """A player's status in one game of the evening: "half-point bye in round 2"."""
    facts = {"how": _away_words(evening, status) or status, "game": evening.round_name(game)}
    return pgettext("attendance", "%(how)s in %(game)s") % facts


def plan_in_words(plan: Plan, evening: Evening) -> str:
    """A player's plan for an evening, and for single games of it."""
    states = {
        "expected": pgettext("attendance", "expected"),
        "present": pgettext("attendance", "here"),
    }
    words = states.get(plan.status) or _away_words(evening, plan.status) or plan.status
    games = [in_one_game(evening, *game) for game in plan.in_games if game[1] != "present"]
    return ", ".join(str(part) for part in (words, _span(plan, evening), *games) if part)


def not_paired_words(reason: Any, evening: Evening) -> str:
    """Why some players are not paired, before their names."""
    if reason.word == "away":
        return _("Away until %(day)s:") % {"day": day(reason.until)}
    if reason.word == "later":
        return _("From %(game)s:") % {"game": evening.round_name(reason.from_game)}
    if reason.word == "expected_after":
        words = _("%(ahead)s played ahead; expected from %(game)s, and not marked present:")
        return words % {
            "ahead": capitalised(evening.round_name(reason.ahead)),
            "game": evening.round_name(reason.ahead + 1),
        }
    if reason.note:
        return _("Not invited (%(note)s):") % {"note": reason.note}
    if reason.word in evening.competition.kind_names:
        kind = unplayed.named(evening.competition, reason.word, {})
        return f"{kind}:"
    words_of: dict[str, str | Promise] = {
        "left_out": _("Was there a moment ago, and nobody said why not now:"),
        "expected": _("Expected, and not marked present:"),
        "left": _("Leaves earlier:"),
        "free": _("Free in this round:"),
        **unplayed.NOT_PAIRED,
    }
    return str(words_of.get(reason.word, f"{reason.word}:"))


def _span(plan: Plan, evening: Evening) -> str:
    """The first and the last game of a player; "" for the whole evening."""
    first = evening.round_name(plan.since) if plan.since > 1 else ""
    last = evening.round_name(plan.until_game) if plan.until_game else ""
    return span(first, last)


def forecast_words(state: str, evening: Evening) -> str:
    """The players that a line of the forecast counts: "signed off"."""
    words: dict[str, Any] = {
        "another_day": _("play on another day"),
        "expected": _("were expected, and never came"),
        **unplayed.FORECAST,
    }
    if state in unplayed.FORECAST or state.startswith(OWN):
        return unplayed.named(evening.competition, state, words)
    return str(words.get(state) or _("come now and then, not heard from"))


def span(first: str, last: str) -> str:
    """From the `first` round until the `last`, by name; "" for the first or last of the evening."""
    if first and first == last:
        return _("%(game)s only") % {"game": first}
    if first and last:
        return _("from %(first)s until %(last)s") % {"first": first, "last": last}
    if first:
        return _("from %(first)s") % {"first": first}
    return _("until %(last)s") % {"last": last} if last else ""
