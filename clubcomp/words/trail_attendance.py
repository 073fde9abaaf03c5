"""The lines of the log about attendance, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Attendance
from clubcomp.models.unplayed import ANNOUNCED, OWN, key_of
from clubcomp.words.attendance import span
from clubcomp.words.trail_words import AWAY, Facts, Sentence, Wording, field_value, round_in_words
from clubcomp.words.unplayed import Words, elsewhere_words, named
from pairing.core.unplayed import Unplayed
from pairing.registry import UnknownSystem


def _players(facts: Facts) -> str:
    return ", ".join(facts.get("players") or []) or "–"


def without_reasons(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a line as members read them: a player is absent, without how or why."""
    shown = {name: value for name, value in values.items() if name not in HOW}
    for name in ("status", "kind"):
        if name in shown:
            shown[name] = _away(shown[name])
    if "kinds" in shown:
        shown["kinds"] = [_away(kind) for kind in shown["kinds"]]
    if "in_games" in shown:
        shown["in_games"] = [[game, _away(status)] for game, status in shown["in_games"]]
    return shown


#: Facts about how a player was away, which members do not read.
HOW = ("way", "note", "elsewhere", "kind_name")


def _away(status: str | None) -> str | None:
    is_own = bool(status and status.startswith(OWN))
    is_away = is_own or (status in ANNOUNCED_KINDS and not Unplayed(str(status)).is_bye)
    return AWAY if is_away else status


#: The kinds that can be announced, which members read as one kind.
ANNOUNCED_KINDS = frozenset(kind for kind, _name in ANNOUNCED)


def _status(status: str, facts: Facts) -> str:
    words = dict(Attendance.STATUSES) | {AWAY: _("absent")}
    return _named(status, facts, words) or str(words.get(status, "–"))


def _named(kind: str, facts: Facts, words: Words) -> str:
    """The club's own name of a kind of absence; "" if it has none."""
    try:
        names = facts.competition.kind_names if facts.competition else {}
    except UnknownSystem:  # of another version of the program
        names = {}
    if kind in names or kind.startswith(OWN):
        return named(facts.competition, kind, words) if names else key_of(kind).replace("_", " ")
    return ""


def _plan(values: Facts, start: int | None) -> str:
    """A player's plan for an evening: "present, from game 3", "signed off".

    `start` is the number of the evening's first round, if the system counts rounds.
    """

    def name(game: int) -> str:
        return round_in_words(game, start and start + game - 1)

    state = _status(values.get("status", Attendance.Status.EXPECTED), values)
    if values.get("reserve"):
        state = _("%(plan)s, as a reserve") % {"plan": state}
    first, last = values.get("from_game") or 1, values.get("until_game")
    games_of_plan = span(name(first) if first > 1 else "", name(last) if last else "")
    games = [
        _("%(plan)s in %(game)s") % {"plan": _status(status, values), "game": name(game)}
        for game, status in values.get("in_games") or []
    ]
    return ", ".join(filter(None, [state, games_of_plan, *games]))


def attendance_changed(facts: Facts, before: Facts, after: Facts) -> str:
    start = facts.get("first_round")
    plan = {"player": facts["player"], "before": _plan(before, start), "after": _plan(after, start)}
    if plan["before"] == plan["after"]:
        if before.get("note") == after.get("note"):
            return _("%(player)s: %(after)s.") % plan
        return _("%(player)s: the note was changed.") % plan
    return _("%(player)s: %(after)s; before: %(before)s.") % plan


def own_word(facts: Facts, before: Facts, after: Facts) -> str:
    """A player's own word, even if the plan was the same before."""
    if before.get("note") != after.get("note"):
        return attendance_changed(facts, before, after)
    plan = {"player": facts["player"], "plan": _plan(after, facts.get("first_round"))}
    if plan["plan"] == _plan(before, facts.get("first_round")):
        return _("%(player)s: %(plan)s, as was thought.") % plan
    return attendance_changed(facts, before, after)


def habits_changed(facts: Facts, before: Facts, after: Facts) -> str:
    """The tempos of the evenings to which a player does not come."""
    tempos = ", ".join(after.get("tempos") or [])
    values = {"player": facts["player"], "tempos": tempos}
    if not tempos:
        return _("%(player)s comes to the evenings of every tempo.") % values
    if after.get("reserve") is True:
        return _("%(player)s comes to these tempos as a reserve only: %(tempos)s.") % values
    if after.get("kind", Unplayed.ABSENT.value) != Unplayed.ABSENT.value:
        values["kind"] = _status(after["kind"], facts)
        if after["kind"] != AWAY:
            words = _(
                "%(player)s does not come to the evenings of these tempos: %(tempos)s (%(kind)s)."
            )
            return words % values
    return _("%(player)s does not come to the evenings of these tempos: %(tempos)s.") % values


def notice_corrected(facts: Facts, before: Facts, after: Facts) -> str:
    kinds = before.get("kinds") or []
    games = facts.get("games") or []
    numbered = zip(games, facts.get("rounds") or [None] * len(games), strict=False)
    values = {
        "player": facts["player"],
        "games": ", ".join(round_in_words(*numbers) for numbers in numbered) or "–",
        "before": ", ".join(sorted({_kind(kind, facts) for kind in kinds})) or "–",
        "after": _kind(after["kind"], facts),
    }
    if values["before"] == values["after"]:
        return _("%(player)s in %(games)s: %(after)s.") % values
    return _("%(player)s in %(games)s: %(after)s; before: %(before)s.") % values


def elsewhere_noted(facts: Facts, before: Facts, after: Facts) -> str:
    """A result elsewhere, for readers who may read it."""
    if "elsewhere" not in after:
        return _("%(player)s in %(game)s: absent, with a result elsewhere.") % facts
    result = {"result": elsewhere_words(after["elsewhere"])}
    return _("%(player)s in %(game)s, elsewhere: %(result)s.") % Facts(facts, **result)


def _kind(kind: str, facts: Facts) -> str:
    return _named(kind, facts, {}) or field_value("kind", kind)


def about_players(sentence: Promise) -> Sentence:
    """A sentence about several players."""
    return lambda facts, before, after: str(sentence) % {"players": _players(facts)}


def several_planned(facts: Facts, before: Facts, after: Facts) -> str:
    """A plan of several players for an evening."""
    status = after.get("status", Attendance.Status.EXPECTED)
    return _("%(players)s: %(plan)s.") % {
        "players": _players(facts),
        "plan": _status(status, facts),
    }


def away_changed(facts: Facts, before: Facts, after: Facts) -> str:
    """Players who are on holiday, or come after all."""
    plan = {
        "players": _players(facts),
        "first": field_value("date", facts["first"]),
        "last": field_value("date", facts["last"]),
        "plan": after.get("kind_name") or _status(after["status"], facts),
    }
    if "status" not in after:
        return _("%(players)s: no longer away from %(first)s until %(last)s.") % plan
    return _("%(players)s: %(plan)s from %(first)s until %(last)s.") % plan


SENTENCES: dict[str, Wording] = {
    "mark_present": attendance_changed,
    "plan_attendance": attendance_changed,
    "say_for_oneself": own_word,
    "take_own_word_back": attendance_changed,
    "help_out": attendance_changed,
    "set_habits": habits_changed,
    "add_guest": _("%(player)s plays along as a guest, with the estimated rating %(rating)s."),
    "correct_notice": notice_corrected,
    "record_elsewhere": elsewhere_noted,
    "say_for_several": several_planned,
    "ask_reserves": _("For evening %(evening)s those who wanted it were asked to help."),
    "release_reserves": _(
        "For evening %(evening)s an even number is expected again: nobody else is asked to help."
    ),
    "mark_everybody": about_players(_("Here, all at once: %(players)s.")),
    "take_everybody_back": about_players(_("Not here after all: %(players)s.")),
    "set_away": away_changed,
    "end_away": away_changed,
}
