"""A round on record as everybody sees it: its boards, its byes, and players elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from django.utils import timezone

from clubcomp.flow.standings import cached_rows, statement_of
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Competition, Entry, Evening, Round, Unpaired
from clubcomp.models.unplayed import unplayed
from clubcomp.pages.boards import Board, board_of, by_group
from clubcomp.pages.counting import with_counting
from pairing.core.unplayed import Unplayed


@dataclass
class RoundOnRecord:
    """A round on record. `elsewhere` are the players who played elsewhere for the club.

    `on_request` are the rows of byes that were asked for, or given beforehand.
    """

    round: Round
    boards: list[Board]
    byes: list[Board] = field(default_factory=list)
    elsewhere: list[Entry] = field(default_factory=list)
    on_request: list[Unpaired] = field(default_factory=list)

    @property
    def evening(self) -> Evening:
        return self.round.evening

    @property
    def rows(self) -> list[Board]:
        """The boards, the byes last; in a competition in groups group by group."""
        return by_group([*self.boards, *self.byes], self.evening.number)

    @property
    def open_boards(self) -> list[Board]:
        """The boards without a result."""
        return [board for board in self.boards if not board.result.is_finished]

    @property
    def has_results(self) -> bool:
        """Whether a board has a result."""
        return len(self.open_boards) < len(self.boards)

    @property
    def is_over(self) -> bool:
        """Whether nobody is playing any more."""
        return all(board.is_in for board in self.boards)

    @property
    def is_imported(self) -> bool:
        """Whether another program paired the round."""
        return self.round.paired_by == Round.PairedBy.ELSEWHERE

    @property
    def my_bye(self) -> Board | None:
        """The visitor's bye, if they have it."""
        return next((bye for bye in self.byes if bye.is_visitors), None)

    @property
    def my_board(self) -> Board | None:
        """The visitor's board."""
        return next((board for board in self.boards if board.is_visitors), None)

    @property
    def awaits_visitor(self) -> bool:
        """Whether the visitor still has to play, so that the page shows their board first."""
        return self.my_board is not None and not self.my_board.is_in


def rounds_on_record(
    competition: Competition, rounds: Iterable[Round], visitor: Entry | None = None
) -> list[RoundOnRecord]:
    """Rounds on record with their boards in order, from the cached rows."""
    rows = cached_rows(competition)
    return [_on_record(competition, rows, round_, visitor) for round_ in rounds]


def _on_record(
    competition: Competition, rows: Rows, round_: Round, visitor: Entry | None
) -> RoundOnRecord:
    shown = (board_of(game, competition.game) for game in rows.games_of(round_))
    seated = (replace(board, visitor=visitor) for board in shown)
    boards = by_group(seated, round_.evening.number)
    if target := competition.counts_in:
        boards = with_counting(target, round_, boards, asks=False)
    record = RoundOnRecord(round_, boards)
    for row in rows.unpaired_of(round_):
        kind = unplayed(row.kind)
        if kind is Unplayed.BYE:
            worth = _worth(competition, round_, row.entry)
            bye = Board(None, row.entry, visitor=visitor, worth=worth)
            record.byes.append(bye)
        elif kind is Unplayed.EXTERNAL:
            record.elsewhere.append(row.entry)
        elif kind.is_public:
            record.on_request.append(row)
    return record


def current_evening(competition: Competition) -> Evening | None:
    """The evening that is being played, else the next one; None if none is left."""
    if not competition.is_running:
        return None
    evenings = cached_rows(competition).evenings(competition)
    to_play = [evening for evening in evenings if not evening.is_closed]
    return next((evening for evening in to_play if evening.is_open), next(iter(to_play), None))


def tonights_evening(competition: Competition) -> Evening | None:
    """The evening that is being played or was played today, else the next one."""
    current, today = current_evening(competition), timezone.localdate()
    if current is None or current.is_open or current.date == today:
        return current
    rows = cached_rows(competition)
    played = [
        evening
        for evening in rows.evenings(competition)
        if evening.is_closed and evening.date == today and rows.rounds_of(evening)
    ]
    return played[-1] if played else current


def last_round(
    competition: Competition, evening: Evening, visitor: Entry | None = None
) -> RoundOnRecord | None:
    """The last round on record of an evening."""
    rows = cached_rows(competition)
    rounds = rows.rounds_of(evening)
    return _on_record(competition, rows, rounds[-1], visitor) if rounds else None


def _worth(competition: Competition, round_: Round, entry: Entry) -> Fraction | None:
    """The points for a bye in the present standings of its tempo."""
    statement = statement_of(competition, entry, round_.evening.tempo.key)
    round_key = (round_.evening.number, round_.number)
    for line in statement.lines:
        for item in line.entries:
            if line.code == "bye" and (item.evening, item.number) == round_key:
                return item.points
    return None
