"""What does a schedule that is known beforehand look like: every round, when, and how it ended?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from clubcomp.flow.attendance import AttendanceSheet
from clubcomp.flow.rounds import awaits_draw
from clubcomp.flow.standings import cached_rows, cached_snapshot
from clubcomp.models import Competition, Entry, Evening, Round
from clubcomp.pages.boards import Board
from clubcomp.rows import Rows
from pairing.core.system import CannotPair, ScheduledRound


@dataclass(frozen=True)
class RoundOfSchedule:
    """A round, played or not, of all groups. `evening`: when, as far as that is planned; `round`:
    on record."""

    number: int
    evening: Evening | None
    round: Round | None
    boards: list[Board]
    free: list[Entry]


@dataclass(frozen=True)
class Upcoming:
    """A round to come of somebody: their board, None where they are free; `evening` as above."""

    number: int
    evening: Evening | None
    board: Board | None


@dataclass(frozen=True)
class Waiting:
    """A game of the next round that cannot be played, with who of the two is `away`."""

    board: Board
    away: list[Entry]


@dataclass(frozen=True)
class NextRound:
    """Which games of the next round can be played: so many, and those that wait for somebody."""

    number: int
    playable: int
    waiting: list[Waiting]

    @property
    def count(self) -> int:
        """How many games it has."""
        return self.playable + len(self.waiting)


def asks_draw_again(competition: Competition) -> bool:
    """Whether lots have been drawn that are not as the system wants them any more, before round 1.

    Who plays and with which rating, groups and forbidden pairs may have changed since.
    """
    is_drawn = competition.rules.start_numbers == "lot" and competition.drawn_at
    snapshot = cached_snapshot(competition)
    if not (competition.abilities.schedule_is_fixed and is_drawn) or any(snapshot.record()):
        return False
    in_order = sorted(snapshot.players, key=lambda player: (player.group, player.start))
    drawn = [player.id for player in in_order]
    return list(competition.rules.restricted_lot(snapshot, drawn)) != drawn


def next_round_of(
    evening: Evening, sheet: AttendanceSheet, *, with_expected: bool = False
) -> NextRound | None:
    """The next round of the evening with those who are here, or who are expected too.

    None where nothing is known beforehand, or all rounds have been played; of a cup it then has no
    games.
    """
    if not evening.competition.abilities.schedule_is_fixed or awaits_draw(evening.competition):
        return None
    number = evening.first_round + sheet.next_game - 1
    there = {
        row.entry.pk
        for row in sheet.rows
        if row.is_present_next or (with_expected and row.is_expected_next)
    }
    rounds = schedule_of(evening.competition)
    if number > len(rounds) or rounds[number - 1].round:
        return NextRound(number, 0, []) if evening.competition.abilities.knocks_out else None
    waiting = [
        Waiting(board, away)
        for board in rounds[number - 1].boards
        if (away := [one for one in board.players if one.pk not in there])
    ]
    return NextRound(number, len(rounds[number - 1].boards) - len(waiting), waiting)


def schedule_of(competition: Competition, visitor: Entry | None = None) -> list[RoundOfSchedule]:
    """Every round of the schedule; none before the draw. CannotPair where there can be none."""
    if awaits_draw(competition):
        return []
    rows = cached_rows(competition)
    places = dict(_places(rows, competition))
    scheduled = competition.rules.schedule(cached_snapshot(competition))
    shown = []
    in_order = sorted(scheduled, key=lambda one: (one.number, one.group))
    for number, groups in groupby(in_order, key=lambda one: one.number):
        evening, on_record = places.get(number, (None, None))
        found, free = list[Board](), list[Entry]()
        for one in groups:
            boards = list(_boards(rows, competition, one, on_record, visitor))
            boards[:1] = [replace(board, begins=one.group) for board in boards[:1]]
            found += boards
            free += [rows.by_key[one.free]] if one.free else []
        found = [replace(board, number=at) for at, board in enumerate(found, start=1)]
        shown.append(RoundOfSchedule(number, evening, on_record, found, free))
    return shown


def to_come(competition: Competition, entry: Entry) -> list[Upcoming]:
    """The rounds that somebody still has by a schedule that is known beforehand.

    None in other systems, nor a game against who has left: it is forfeited.
    """
    if not (competition.abilities.schedule_is_fixed and competition.is_running):
        return []
    try:
        rounds = schedule_of(competition, entry)
    except CannotPair:
        return []
    found = []
    for one in rounds if entry.left is None else ():
        board = next((board for board in one.boards if board.is_visitors), None)
        has_gone = board and board.opponent and board.opponent.left is not None
        if one.round is None and not has_gone and (board or entry in one.free):
            found.append(Upcoming(one.number, one.evening, board))
    return found


def _places(
    rows: Rows, competition: Competition
) -> Iterator[tuple[int, tuple[Evening, Round | None]]]:
    """By number of a round its evening, and the round if it is on record."""
    on_record = 0
    evenings = rows.evenings(competition)
    for evening in evenings:
        for round_ in rows.rounds_of(evening):
            on_record += 1
            yield on_record, (evening, round_)
    for evening in evenings:
        planned = range(evening.first_round, evening.first_round + evening.games)
        for number in planned if not evening.is_closed else ():
            if number > on_record:
                yield number, (evening, None)


def _boards(
    rows: Rows,
    competition: Competition,
    scheduled: ScheduledRound,
    on_record: Round | None,
    visitor: Entry | None,
) -> Iterator[Board]:
    """The boards of a round as the schedule has them; as they were played, once they are."""
    games = rows.games_of(on_record) if on_record else []
    played = {frozenset((game.white.key, game.black.key)): game for game in games}
    for number, pair in enumerate(scheduled.pairs, start=1):
        game = played.get(frozenset((pair.white, pair.black)))
        white, black = rows.by_key[pair.white], rows.by_key[pair.black]
        if game:
            white, black = game.white, game.black
        yield Board(number, white, black, competition.game, game, visitor=visitor)
