"""The words of columns, values and changes in the log."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from clubcomp.models import (
    Category,
    Club,
    Competition,
    Entry,
    Evening,
    Event,
    Player,
    Prize,
    Role,
    Season,
    Tempo,
    TrailEntry,
)
from clubcomp.models.unplayed import KINDS
from clubcomp.words.values import day
from pairing.core.types import Colour
from pairing.core.unplayed import Unplayed
from pairing.forms import option_label, option_value
from pairing.sentences.articles import system_name
from pairing.sentences.words import named_first

#: Each column by its name; if models share a name, the word of the last model counts.
COLUMNS = {
    field.name: field
    for model in (Event, Club, Competition, Evening, Entry, Tempo, Player, Season, Category, Prize)
    for field in model._meta.concrete_fields
}
WORDS = {
    "number": _("evening number"),
    "player": _("player"),
    "role": _("role"),
    "first_day": _("first day"),
    "last_day": _("last day"),
    "federation_id": _("federation number"),
    "identities": _("federation numbers"),
    "national_number": _("national identity number"),
    "knsb_number": _("KNSB number"),
    "ratings": _("ratings on lists"),
    "players": _("players"),
    "since": _("from evening"),
    "consent": _("consent"),
    "club_numbers": _("numbers of the club"),
    "start_points": _("start points"),
    "start_points_until": _("until evening"),
}
#: The status that members read instead of how a player was away.
AWAY = "away"
#: How many letters of a long text are quoted.
LONGEST = 80
#: Words for values that no column, or more than one, explains.
CHOICES: Mapping[str, Mapping[str, Any]] = {
    "role": dict(Role.choices),
    "consent": {"yes": _("yes"), "no": _("no")},
    "kind": dict(KINDS) | {Unplayed.ABSENT.value: _("absent with notice"), AWAY: _("absent")},
}
#: Facts that a sentence about the object as a whole need not repeat.
ITSELF = frozenset({"name", "key", "number", "tempos", "options"})


class Facts(dict[str, Any]):
    """The facts of a line; a fact that it does not have is a dash. `kind` is the game that is
    played, `competition` the competition of the line, if it has one."""

    kind = "chess"
    competition: Competition | None = None

    def __missing__(self, key: str) -> str:
        return "–"


def facts_of(line: TrailEntry) -> list[Facts]:
    """The facts of a line, and the values before and after; in go Black and White change places."""
    parts = [
        Facts(part if isinstance(part, Mapping) else {})
        for part in (line.facts, line.before, line.after)
    ]
    for part in parts:
        part.kind = line.competition.game if line.competition else part.kind
        part.competition = line.competition
        if named_first(part.kind) is Colour.BLACK and {"white", "black"} <= part.keys():
            part["white"], part["black"] = part["black"], part["white"]
    return parts


#: The wording of a line: a sentence, or a function that makes one of facts, before and after.
Sentence = Callable[[Facts, Facts, Facts], str]
Wording = Sentence | str | Promise


def changes(before: Mapping[str, Any], after: Mapping[str, Any], system: str = "") -> str:
    """The differences: "rating: 1500 → 1600; title: – → FM"; options in the words of `system`."""
    changed = [
        _("%(name)s: %(before)s → %(after)s")
        % {
            "name": field_word(name, system),
            "before": field_value(name, before.get(name), system),
            "after": field_value(name, after.get(name), system),
        }
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    ]
    return "; ".join(changed) or "–"


def described(values: Mapping[str, Any]) -> str:
    """The values of something added or removed: "rating: 1500; title: FM"."""
    values_in_words = [
        _("%(name)s: %(value)s") % {"name": field_word(name), "value": field_value(name, value)}
        for name, value in values.items()
        if name not in ITSELF and value not in (None, "", False)
    ]
    return "; ".join(values_in_words) or "–"


def field_word(name: str, system: str = "") -> str:
    """The name of a column or an option."""
    if name in WORDS:
        return str(WORDS[name])
    column = COLUMNS.get(name)
    return str(column.verbose_name) if column else option_label(name, system)


def field_value(name: str, value: Any, system: str = "") -> str:
    """A value in words; an empty value is a dash."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if name in CHOICES:
        return str(CHOICES[name].get(value, value))
    if name == "system":
        return _system(value)
    if name in ("date", "birth_date", "first_day", "last_day", "first", "last"):
        return _date(value)
    if name == "privacy_words":
        return Truncator(value).chars(LONGEST)
    if isinstance(value, list):
        return ", ".join(option_value(name, item, system) for item in value) or "–"
    return _choice(name, value, system) if isinstance(value, str | int) else str(value)


def _choice(name: str, value: str | int, system: str) -> str:
    """The word for a value of a column or an option, else the value as it is."""
    if column := COLUMNS.get(name):
        return str(dict(column.flatchoices).get(value, value))
    return option_value(name, value, system)


def _system(key: str) -> str:
    try:
        return system_name(key)
    except ModuleNotFoundError:
        return key


def _date(written: str) -> str:
    try:
        date = datetime.date.fromisoformat(written)
    except ValueError:
        return written
    return day(date, "year")


def round_in_words(game: int, in_competition: int | None) -> str:
    """A round in a sentence, by its number in the competition if the system counts rounds."""
    if in_competition is None:
        return _("game %(number)s") % {"number": game}
    return _("round %(number)s") % {"number": in_competition}
