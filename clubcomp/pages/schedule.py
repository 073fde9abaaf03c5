"""The fixed schedule of a round robin or a cup: every round, its evening and its results."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from clubcomp.flow.attendance.sheet import AttendanceSheet
from clubcomp.flow.standings import cached_rows, cached_snapshot
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Competition, Entry, Evening, Round
from clubcomp.pages.boards import Board
from pairing.core.system import CannotPair, ScheduledRound


@dataclass(frozen=True)
class RoundOfSchedule:
    """A round of all groups, played or not.

    `evening` is None until it is planned, and `round` until it is on record. `free` have the bye.
    """

    number: int
    evening: Evening | None
    round: Round | None
    boards: list[Board]
    free: list[Entry]


@dataclass(frozen=True)
class Upcoming:
    """A round that a player still has, and their board, None for a bye."""

    number: int
    evening: Evening | None
    board: Board | None


@dataclass(frozen=True)
class NextRound:
    """The next round: how many games can be played, and which games wait for which players."""

    number: int
    playable: int
    waiting: list[tuple[Board, list[Entry]]]

    @property
    def count(self) -> int:
        """How many games the round has."""
        return self.playable + len(self.waiting)


def asks_draw_again(competition: Competition) -> bool:
    """Whether the lots drawn before round 1 no longer suit the system.

    Players, ratings, groups and forbidden pairs may have changed since.
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
    """The next round of an evening in a fixed schedule, with the players who are here.

    `with_expected`: also with the players who are expected. None after the last round of the
    schedule; for a cup the round then has no games.
    """
    if evening.competition.awaits_draw():
        return None
    number = evening.first_round + sheet.next_game - 1
    present = {
        row.entry.pk
        for row in sheet.rows
        if row.is_present_next or (with_expected and row.is_expected_next)
    }
    rounds = schedule_of(evening.competition)
    if number > len(rounds) or rounds[number - 1].round:
        return NextRound(number, 0, []) if evening.competition.abilities.knocks_out else None
    waiting = [
        (board, missing)
        for board in rounds[number - 1].boards
        if (missing := [player for player in board.players if player.pk not in present])
    ]
    return NextRound(number, len(rounds[number - 1].boards) - len(waiting), waiting)


def schedule_of(competition: Competition, visitor: Entry | None = None) -> list[RoundOfSchedule]:
    """Every round of the schedule; [] before the draw. CannotPair if no schedule is possible."""
    if competition.awaits_draw():
        return []
    rows = cached_rows(competition)
    evenings = dict(_evenings(rows, competition))
    scheduled = competition.rules.schedule(cached_snapshot(competition))
    rounds = []
    in_order = sorted(scheduled, key=lambda round_: (round_.number, round_.group))
    for number, groups in groupby(in_order, key=lambda round_: round_.number):
        evening, on_record = evenings.get(number, (None, None))
        boards, byes = list[Board](), list[Entry]()
        for group in groups:
            of_group = list(_boards(rows, competition, group, on_record, visitor))
            of_group[:1] = [replace(board, begins=group.group) for board in of_group[:1]]
            boards += of_group
            byes += [rows.by_key[group.free]] if group.free else []
        boards = [replace(board, number=at) for at, board in enumerate(boards, start=1)]
        rounds.append(RoundOfSchedule(number, evening, on_record, boards, byes))
    return rounds


def to_come(competition: Competition, entry: Entry) -> list[Upcoming]:
    """The rounds that a player still has in a fixed schedule; [] in other systems.

    Games against players who have left are not listed: they are forfeited.
    """
    if not (competition.abilities.schedule_is_fixed and competition.is_running):
        return []
    try:
        rounds = schedule_of(competition, entry)
    except CannotPair:
        return []
    upcoming = []
    for round_ in rounds if entry.left is None else ():
        board = next((board for board in round_.boards if board.is_visitors), None)
        has_left = board and board.opponent and board.opponent.left is not None
        if round_.round is None and not has_left and (board or entry in round_.free):
            upcoming.append(Upcoming(round_.number, round_.evening, board))
    return upcoming


def _evenings(
    rows: Rows, competition: Competition
) -> Iterator[tuple[int, tuple[Evening, Round | None]]]:
    """The number of each round, with its evening, and with the round if it is on record."""
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
    """The boards of a round as scheduled, or as they were played."""
    games = rows.games_of(on_record) if on_record else []
    played = {frozenset((game.white.key, game.black.key)): game for game in games}
    for number, pair in enumerate(scheduled.pairs, start=1):
        game = played.get(frozenset((pair.white, pair.black)))
        white, black = rows.by_key[pair.white], rows.by_key[pair.black]
        if game:
            white, black = game.white, game.black
        yield Board(number, white, black, competition.game, game, visitor=visitor)
