"""One player's season: games, colours, opponents, and changes of place."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from clubcomp.flow.standings import (
    RoundLine,
    drift_of,
    progress_of,
    rounds_of,
    standings_of,
    statement_of,
)
from clubcomp.models import Competition, Entry
from clubcomp.pages.glyphs import SQUARES, squares
from clubcomp.pages.scopes import played_on, round_at
from clubcomp.pages.season_chart import WIDE, WIDTH, season_chart
from pairing.core.points_table import Term, Working
from pairing.core.ratings import expected_score
from pairing.core.season_facts import performance_of
from pairing.core.standing import Statement, StatementEntry, StatementLine
from pairing.core.types import Colour, Result
from pairing.core.unplayed import Unplayed

GAME_LINES = ("won", "drawn", "lost", "open")
LISTED_LINES = (*GAME_LINES, *(kind for kind in Unplayed if kind.is_bye))


@dataclass(frozen=True)
class Item:
    """One round of a statement line: a game, a bye, a missed game. `entry` has the numbers.

    `is_of_several`: the evening has several games on record, so pages give the number of this one.
    """

    code: str
    entry: StatementEntry
    round: RoundLine
    opponent: Entry | None
    is_of_several: bool = False

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was decided without being played."""
        return bool(self.entry.result and self.entry.result.is_forfeit)

    @property
    def score(self) -> Fraction | None:
        """The player's score in the game; None while it is open."""
        if self.entry.colour is None:
            return None
        return Result.score(self.entry.result or Result.UNFINISHED, self.entry.colour)


@dataclass(frozen=True)
class LineWithRounds:
    """A line of the statement with its rounds; their points sum to the points of the line."""

    line: StatementLine
    items: list[Item]

    @property
    def code(self) -> str:
        return self.line.code

    @property
    def points(self) -> Fraction:
        return self.line.points

    @property
    def credited(self) -> int:
        """How many missed games were credited."""
        return sum(item.entry.credited for item in self.items)


@dataclass
class Meetings:
    """All games against one opponent."""

    opponent: Entry
    items: list[Item] = field(default_factory=list)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes of the finished games, in order."""
        return tuple(item.code for item in self.items if item.code in SQUARES)

    @property
    def squares(self) -> str:
        """The outcomes as the path of a drawing."""
        return squares(self.outcomes)


def by_ratings(entry: Entry, games: Iterable[Item]) -> dict[str, Any]:
    """The games judged by ratings: the performance, and the score beside the expected score."""
    rated = [
        (item.opponent.rating, item.score)
        for item in games
        if item.opponent and item.opponent.rating and item.score is not None and not item.is_forfeit
    ]
    opponents = [rating for rating, _score in rated]
    return {
        "performance": performance_of(rated),
        "expected": expected_score(entry.rating, opponents) if entry.rating else None,
        "scored_rated": sum((score for _rating, score in rated), Fraction(0)),
    }


def lines_of(
    statement: Statement, entries: Mapping[str, Entry], rounds: Iterable[RoundLine]
) -> list[LineWithRounds]:
    """The statement with players and rounds instead of keys and numbers."""
    by_key = {line.round_key: line for line in rounds}
    games_of_evening = Counter(evening for evening, _number in by_key)

    def item(line: StatementLine, entry: StatementEntry) -> Item:
        round_ = by_key[entry.evening, entry.number]
        is_of_several = games_of_evening[entry.evening] > 1
        return Item(line.code, entry, round_, entries.get(entry.opponent or ""), is_of_several)

    return [
        LineWithRounds(line, [item(line, entry) for entry in line.entries])
        for line in statement.lines
    ]


def without_reasons(statement: Statement) -> Statement:
    """A statement as other people read it: all absences are in one line, with notice or without,
    and their kinds are left out."""
    statement = _without_kinds(statement)
    away = [line for line in statement.lines if line.code in (Unplayed.ABSENT, Unplayed.NO_NOTICE)]
    if all(line.code == Unplayed.ABSENT for line in away):
        return statement
    silent = (
        replace(entry, credited=bool(entry.points))
        for line in away
        for entry in line.entries
        if line.code == Unplayed.NO_NOTICE
    )
    noted = (entry for line in away for entry in line.entries if line.code == Unplayed.ABSENT)
    entries = sorted([*noted, *silent], key=lambda entry: (entry.evening, entry.number))
    points = sum((line.points for line in away), Fraction(0))
    facts = next((line.facts for line in away if line.code == Unplayed.ABSENT), {})
    absent = StatementLine(Unplayed.ABSENT, points, tuple(entries), facts)
    lines = [absent if line is away[0] else line for line in statement.lines]
    return replace(statement, lines=tuple(line for line in lines if line not in away[1:]))


def _without_kinds(statement: Statement) -> Statement:
    """The statement without the kinds of absence, and without the credits for each."""
    lines = tuple(
        replace(line, entries=tuple(replace(entry, kind="") for entry in line.entries))
        if any(entry.kind for entry in line.entries)
        else line
        for line in statement.lines
    )
    ledgers = tuple(ledger for ledger in statement.credits if not ledger.kind)
    return replace(statement, lines=lines, credits=ledgers)


def games_of(lines: Iterable[LineWithRounds], codes: Container[str] = GAME_LINES) -> list[Item]:
    """The player's games in order of play, or the rounds with these `codes`."""
    items = [item for line in lines if line.code in codes for item in line.items]
    return sorted(items, key=lambda item: (item.entry.evening, item.entry.number))


@dataclass(frozen=True)
class Balance:
    """How often a player had each colour, and how often they won with it."""

    whites: int
    blacks: int
    won: Mapping[Colour, int]

    @property
    def share(self) -> Fraction:
        """The share of the games with White."""
        return Fraction(self.whites, self.whites + self.blacks)

    @property
    def width(self) -> int:
        """The share in percent, for a drawing."""
        return int(100 * self.share)

    @property
    def wins(self) -> tuple[int, int]:
        """How many games were won with White, and with Black."""
        return self.won[Colour.WHITE], self.won[Colour.BLACK]


def balance_of(games: Iterable[Item], *, forfeits_count: bool) -> Balance | None:
    """The colours of a player's games, as the standing counts them; None without such games.

    Forfeits have a colour in Keizer systems only.
    """
    games = [game for game in games if forfeits_count or not game.is_forfeit]
    played = Counter(game.entry.colour for game in games if game.entry.colour)
    if not played:
        return None
    won = Counter(game.entry.colour for game in games if game.code == "won" and game.entry.colour)
    return Balance(played[Colour.WHITE], played[Colour.BLACK], won)


def meetings_of(games: Iterable[Item]) -> list[Meetings]:
    """A player's opponents: the most games first, then by name."""
    by_key: dict[str, Meetings] = {}
    for game in games:
        if game.opponent:
            by_key.setdefault(game.opponent.key, Meetings(game.opponent)).items.append(game)
    return sorted(by_key.values(), key=lambda met: (-len(met.items), met.opponent.player.order))


@dataclass(frozen=True)
class WorkingItem:
    """A round of a tie-break: what it adds, and the opponent."""

    term: Term
    round: RoundLine | None
    opponent: Entry | None


@dataclass(frozen=True)
class WorkingLine:
    """A tie-break of a player, by its key, and the rounds that add up to it."""

    key: str
    working: Working
    items: list[WorkingItem]


def workings_of(
    workings: Mapping[str, Working], entries: Mapping[str, Entry], rounds: Sequence[RoundLine]
) -> list[WorkingLine]:
    """The workings of a row of the standings with players and rounds instead of keys."""

    def item(term: Term) -> WorkingItem:
        round_ = rounds[term.round] if term.round < len(rounds) else None
        return WorkingItem(term, round_, entries.get(term.opponent or ""))

    return [
        WorkingLine(key, working, [item(term) for term in working.terms])
        for key, working in workings.items()
    ]


# The whole page -------------------------------------------------------------------------------


def season_of(
    competition: Competition,
    entries: Mapping[str, Entry],
    entry: Entry,
    scope: str,
    *,
    tells_why: bool = False,
) -> dict[str, Any]:
    """The template context of a player's season; `entries` are all players by key.

    `tells_why`: with the kinds of absence, for the leader and the player.
    """
    rounds = rounds_of(competition, scope)
    statement = statement_of(competition, entry, scope)
    statement = statement if tells_why else without_reasons(statement)
    lines = lines_of(statement, entries, rounds)
    games = games_of(lines)
    everybody = standings_of(competition, scope, everybody=True)
    line = next(line for line in everybody if line.entry.pk == entry.pk)
    progress = progress_of(competition, entry, scope)
    played = {game.round.round_key: (game.code, game.entry.colour) for game in games}
    abilities = competition.abilities
    # FIDE's table fits the ratings of chess and draughts, not those of go.
    has_table = competition.game != Competition.GameKind.GO
    return {
        "entry": entry,
        "last": rounds[-1] if rounds else None,
        "played_on": played_on(competition, rounds[-1]) if rounds else None,
        "line": line,
        "workings": workings_of(line.row.workings, entries, rounds),
        "statement": statement,
        "lines": lines,
        "games": games_of(lines, LISTED_LINES)[::-1],
        "balance": balance_of(games, forfeits_count=abilities.has_value_numbers),
        "scored": sum((game.score for game in games if game.score is not None), Fraction(0)),
        "over": sum(game.score is not None for game in games),
        "meetings": meetings_of(games),
        "charts": [
            chart
            for width in (WIDTH, WIDE)
            if (chart := season_chart(rounds, progress, played, width))
        ],
        "drift": _drift(competition, entry, scope, entries, rounds),
        "abilities": abilities,
        **(by_ratings(entry, games) if has_table else {}),
    }


def _drift(
    competition: Competition,
    entry: Entry,
    scope: str,
    entries: Mapping[str, Entry],
    rounds: list[RoundLine],
) -> dict[str, Any] | None:
    """How recalculation since the evening before changed older points, and the opponent whose value
    changed them most; None if it changed nothing.
    """
    drift = drift_of(competition, entry, scope)
    if drift is None or not drift.points or not drift.lines:
        return None
    most = drift.lines[0]
    return {
        "points": abs(drift.points),
        "is_more": drift.points > 0,
        "since": round_at(rounds, (drift.evening, drift.number)),
        "most": most,
        "opponent": entries.get(most.opponent) if most.opponent else None,
    }
