"""What can a club's Keizer regulation say? The defaults are the usual Dutch one (article 8)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, NoReturn

from pairing.core.amounts import AbsenceKind, Amount, Tier
from pairing.core.beside_games import GroupMove
from pairing.core.system import BadOptions
from pairing.core.types import Fact, PlayerId

Limit = Literal["times", "times_in_period", "not_in_first", "gap", "colours"]
Tie = Literal["games", "evenings", "wins", "blacks", "rating", "rating_low", "mutual"]
ColourRule = Literal["met", "balance", "whites", "alternate", "higher", "lower"]

#: Standard kinds: always there, and as they are here unless the table says otherwise.
STANDARD = (
    AbsenceKind("absent", tiers=(Tier(5, Amount(own=Fraction(1, 3))),)),
    AbsenceKind("external", tiers=(Tier(None, Amount(own=Fraction(2, 3))),)),
    AbsenceKind("no_notice"),
)
FORFEIT_LOSS = "forfeit_loss"
_LIMITS: tuple[Limit, ...] = ("times", "times_in_period", "not_in_first", "gap", "colours")


def _number(default: int | None, low: int, high: int) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


#: Amounts of a game, and of something without one.
_OF_GAME = {"bare": "opponent", "game": True}
_OF_OWN = {"bare": "own"}


@dataclass(frozen=True, slots=True)
class Values:
    """What an opponent is worth: by the ranking or by rating, and how it follows the results."""

    by: Literal["rank", "rating"] = "rank"
    first: int | None = _number(None, 0, 9999)
    ratio: Fraction | None = field(default=None, metadata={"low": 1, "high": 100})
    step: int = _number(1, 0, 999)
    last: int = _number(0, 0, 9999)
    own: Amount = field(default=Amount(own=Fraction(1)), metadata=_OF_OWN)
    revaluation: Literal["stable", "chained", "previous", "fixed"] = "stable"
    divisor: int = _number(50, 1, 4000)
    lowest: int = _number(20, 0, 9999)
    highest: int = _number(40, 0, 9999)


@dataclass(frozen=True, slots=True)
class Results:
    """What a game earns; forfeits as wins and losses unless they earn something of their own."""

    win: Amount = field(default=Amount(opponent=Fraction(1)), metadata=_OF_GAME)
    draw: Amount = field(default=Amount(opponent=Fraction(1, 2)), metadata=_OF_GAME)
    loss: Amount = field(default=Amount(), metadata=_OF_GAME)
    forfeit_win: Amount | None = field(default=None, metadata=_OF_GAME)
    forfeit_loss: Amount | None = field(default=None, metadata=_OF_GAME)


@dataclass(frozen=True, slots=True)
class Absences:
    """The table of kinds of absence. A kind that is named in it replaces its default whole."""

    kinds: tuple[AbsenceKind, ...] = field(default=(), metadata={"standard": STANDARD})
    late_join: str | None = field(default="absent", metadata={"kinds": ()})
    after_leaving: str | None = field(default=None, metadata={"kinds": ()})

    @property
    def table(self) -> Mapping[str, AbsenceKind]:
        """Every kind by its key: the club's, then the standard ones that it has not named."""
        return {kind.key: kind for kind in self.kinds} | {
            kind.key: kind
            for kind in STANDARD
            if all(kind.key != named.key for named in self.kinds)
        }


@dataclass(frozen=True, slots=True)
class Bye:
    """Who has the bye and what it earns; `owed`: the kinds that cost a bye."""

    amount: Amount = field(default=Amount(own=Fraction(2, 3)), metadata=_OF_OWN)
    who: Literal["lowest", "highest"] = "lowest"
    fewest: Literal["byes", "unplayed", "none"] = "byes"
    per: Literal["season", "period"] = "season"
    owed: tuple[str, ...] = field(default=(), metadata={"kinds": (FORFEIT_LOSS,)})


@dataclass(frozen=True, slots=True)
class Periods:
    """The parts of the season: where they begin and what goes on into the next."""

    starts: tuple[int, ...] = field(default=(1,), metadata={"most": 40})
    points: Literal["on", "anew"] = "on"
    order: Literal["table", "start"] = "table"
    total: Literal["sum", "last"] = "sum"


@dataclass(frozen=True, slots=True)
class Meeting:
    """When two may meet again, and which limit is the more precious."""

    order: Literal["points", "lot"] = "points"
    gap: int = _number(6, 0, 99)
    gap_counts: Literal["rounds", "own"] = "rounds"
    times: int | None = _number(None, 1, 99)
    times_in_period: int | None = _number(None, 1, 99)
    not_in_first: int = _number(0, 0, 99)
    importance: tuple[Limit, ...] = _LIMITS


@dataclass(frozen=True, slots=True)
class Colours:
    """Who of two has white, and how far colours may lean."""

    rules: tuple[ColourRule, ...] = field(
        default=("met", "balance", "alternate"), metadata={"of": "rules"}
    )
    in_a_row: int | None = _number(None, 1, 9)
    balance: int | None = _number(None, 1, 9)


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides between equal points, and who has no place for want of games."""

    ties: tuple[Tie, ...] = field(default=(), metadata={"of": "ties"})
    min_games: int = _number(0, 0, 99)
    min_games_from: int = _number(1, 1, 400)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `keizer`, in the order a document writes them."""

    values: Values = Values()
    results: Results = Results()
    absences: Absences = Absences()
    bye: Bye = Bye()
    periods: Periods = Periods()
    meeting: Meeting = Meeting()
    colours: Colours = Colours()
    standing: Standing = Standing()

    def __post_init__(self) -> None:
        """BadOptions: `lowest_over_highest`, `kind_twice`, `kind_unknown`, `kind_circle`,
        `starts_not_rising`, `importance_incomplete`."""
        lowest, highest = self.values.lowest, self.values.highest
        if lowest > highest:
            _refuse("values.lowest", "lowest_over_highest", lowest=lowest, highest=highest)
        _check_kinds(self.absences, self.bye.owed)
        starts = self.periods.starts
        rising = all(one < other for one, other in pairwise(starts))
        if not rising or starts[:1] != (1,):
            _refuse("periods.starts", "starts_not_rising", starts=[*starts])
        missing: list[Fact] = [one for one in _LIMITS if one not in self.meeting.importance]
        if missing:
            _refuse("meeting.importance", "importance_incomplete", missing=missing)

    @property
    def begins_anew(self) -> bool:
        """Whether each period is a standing of its own."""
        return self.periods.points == "anew"

    def check_move(self, player: PlayerId, move: GroupMove) -> None:
        """BadOptions where somebody cannot change group so (article 5.4)."""
        if not self.begins_anew:
            _refuse("players.moves", "move_without_anew", player=player)
        if move.is_kept:
            _refuse("players.moves", "kept_move", player=player)
        if move.until + 1 not in self.periods.starts:
            _refuse("players.moves", "move_within_period", player=player, until=move.until)

    def period_of(self, evening: int) -> int:
        """The period of an evening, from 0."""
        return sum(start <= evening for start in self.periods.starts) - 1


def _check_kinds(absences: Absences, owed: Iterable[str]) -> None:
    """Every kind once, and every kind that is named is there; `then` never leads back."""
    where, table = "absences.kinds", absences.table
    for number, kind in enumerate(absences.kinds):
        if any(kind.key == other.key for other in absences.kinds[:number]):
            _refuse(where, "kind_twice", key=kind.key)
    named = [(kind.then, f"{kind.key}.then", where) for kind in table.values()]
    named += [(absences.late_join, "late_join", "absences.late_join")]
    named += [(absences.after_leaving, "after_leaving", "absences.after_leaving")]
    named += [(kind, "bye.owed", "bye.owed") for kind in owed if kind != FORFEIT_LOSS]
    for name, said, option in named:
        if name is not None and name not in table:
            _refuse(option, "kind_unknown", key=name, where=said)
    for begin in table:
        seen: list[str] = []
        key: str | None = begin
        while key is not None and key not in seen:
            seen.append(key)
            key = table[key].then
        if key is not None:
            keys: list[Fact] = [*seen[seen.index(key) :]]
            _refuse(where, "kind_circle", keys=keys)


def _refuse(place: str, code: str, **facts: Fact) -> NoReturn:
    raise BadOptions(place, code, facts)
