"""What does a round on record look like to everybody? Its boards, the bye, who played elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubcomp.flow.standings import statement_of
from clubcomp.models import Competition, Entry, Evening, Game, Round, Unpaired
from clubcomp.pages.boards import Act, Board, board_of
from pairing.core.unplayed import Unplayed


@dataclass
class RoundOnRecord:
    """A round on record. `elsewhere` are those who played for the club that evening.

    `on_request` are the rows of those with a bye that they asked for, or got beforehand.
    """

    round: Round
    boards: list[Board]
    bye: Board | None = None
    elsewhere: list[Entry] = field(default_factory=list)
    on_request: list[Unpaired] = field(default_factory=list)

    @property
    def evening(self) -> Evening:
        return self.round.evening

    @property
    def rows(self) -> list[Board]:
        """The boards, the bye last."""
        return [*self.boards, self.bye] if self.bye else self.boards

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
        """Whether another program paired it."""
        return self.round.paired_by == Round.PairedBy.ELSEWHERE

    @property
    def my_board(self) -> Board | None:
        """The visitor's board."""
        return next((board for board in self.boards if board.is_visitors), None)


def rounds_on_record(
    competition: Competition, rounds: Iterable[Round], visitor: Entry | None = None
) -> list[RoundOnRecord]:
    """Rounds on record with their boards in order. Two queries, whatever their number."""
    rounds = list(rounds)
    by_pk = {round_.pk: RoundOnRecord(round_, []) for round_ in rounds}
    games = Game.objects.filter(round__in=rounds).order_by("board")
    for game in games.select_related("white__player", "black__player"):
        game.round = by_pk[game.round_id].round
        board = board_of(game, competition.game, Act.EXPLAIN)
        by_pk[game.round_id].boards.append(replace(board, visitor=visitor))
    for row in _unpaired(rounds):
        record = by_pk[row.round_id]
        if row.kind == Unplayed.EXTERNAL:
            record.elsewhere.append(row.entry)
        elif row.kind != Unplayed.BYE:
            record.on_request.append(row)
        else:
            row.round = record.round
            record.bye = Board(
                None,
                row.entry,
                act=Act.EXPLAIN,
                visitor=visitor,
                worth=_worth(competition, record.round, row.entry),
            )
    return list(by_pk.values())


def current_evening(competition: Competition) -> Evening | None:
    """The evening that is being played, else the next one; None when none is planned."""
    evenings = competition.evenings.select_related("tempo")
    return evenings.opened().first() or evenings.upcoming().first()


def last_round(
    competition: Competition, evening: Evening, visitor: Entry | None = None
) -> RoundOnRecord | None:
    """The last round on record of an evening."""
    round_ = evening.rounds.on_record().order_by("number").last()
    if round_ is None:
        return None
    return rounds_on_record(competition, [round_], visitor)[0]


def _unpaired(rounds: list[Round]) -> Iterable[Unpaired]:
    kinds = [kind for kind in Unplayed if kind.is_public]
    rows = Unpaired.objects.filter(round__in=rounds, kind__in=kinds)
    return rows.select_related("entry__player").order_by("entry__player__sort_key", "pk")


def _worth(competition: Competition, round_: Round, entry: Entry) -> Fraction | None:
    """What a bye is worth in the standing of its tempo, as it stands now."""
    statement = statement_of(competition, entry, round_.evening.tempo.key)
    round_key = (round_.evening.number, round_.number)
    for line in statement.lines:
        for item in line.entries:
            if line.code == "bye" and (item.evening, item.number) == round_key:
                return item.points
    return None
