"""What does a pairing look like to everybody? Its boards, who is free, and its neighbours."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from clubcomp.flow.reasons import reasons_of_bye, reasons_of_game, stored_reasons
from clubcomp.flow.standings import statement_of
from clubcomp.models import Competition, Entry, Evening, Game, Round, Unpaired
from clubcomp.views.explanations import Line, Tellers, line_of
from clubcomp.views.live import mark
from pairing.core.types import Colour, Result
from pairing.sentences.game_words import named_first, points_text


@dataclass(frozen=True)
class Side:
    """One player at a board, with what he scored as his game counts it; empty while it is open."""

    colour: Colour
    entry: Entry
    score: str
    has_won: bool


@dataclass(frozen=True)
class Board:
    """A board as everybody sees it; `mine` is the visitor's colour on it, `why` half a line."""

    game: Game
    mine: Colour | None = None
    why: Line | None = None
    kind: str = "chess"

    @property
    def sides(self) -> list["Side"]:
        """Both players, first who is named first in this kind of game."""
        first = named_first(self.kind)
        return [self._side(colour) for colour in (first, first.opposite)]

    def _side(self, colour: Colour) -> "Side":
        game = self.game
        points = Result.parse(game.result).score(colour)
        return Side(
            colour,
            game.white if colour is Colour.WHITE else game.black,
            "" if points is None else points_text(points, self.kind),
            game.winner is colour,
        )

    @property
    def number(self) -> int:
        return self.game.board

    @property
    def is_forfeit(self) -> bool:
        """Whether the result says that somebody did not play."""
        return Result.parse(self.game.result).is_forfeit

    @property
    def opponent(self) -> Entry:
        """The visitor's opponent."""
        return self.game.black if self.mine is Colour.WHITE else self.game.white

    @property
    def mark(self) -> str:
        """What the row shows, as a digest."""
        game = self.game
        return mark(game.board, game.white_id, game.black_id, game.result, game.put_off, game.fixed)


@dataclass(frozen=True)
class Free:
    """Who has no opponent in a round, and what it is worth to him now."""

    entry: Entry
    points: Fraction | None
    is_me: bool = False
    why: Line | None = None

    @property
    def mark(self) -> str:
        """What the row shows, as a digest."""
        return mark("bye", self.entry.pk, str(self.points))


@dataclass
class ShownRound:
    """A round on record. `elsewhere` are those who played for the club that evening.

    `on_request` are the rows of those with a bye that they asked for, or got beforehand.
    """

    round: Round
    boards: list[Board]
    bye: Free | None = None
    elsewhere: list[Entry] = field(default_factory=list)
    on_request: list[Unpaired] = field(default_factory=list)

    @property
    def evening(self) -> Evening:
        return self.round.evening

    @property
    def open_boards(self) -> list[Board]:
        """The boards without a result."""
        return [board for board in self.boards if not board.game.is_decided]

    @property
    def has_results(self) -> bool:
        """Whether a board has a result."""
        return len(self.open_boards) < len(self.boards)

    @property
    def is_over(self) -> bool:
        """Whether nobody is playing any more."""
        return all(board.game.is_decided or board.game.put_off for board in self.boards)

    @property
    def is_imported(self) -> bool:
        """Whether another program paired it."""
        return self.round.paired_by == Round.PairedBy.ELSEWHERE

    @property
    def my_board(self) -> Board | None:
        """The visitor's board."""
        return next((board for board in self.boards if board.mine), None)

    @property
    def is_mine(self) -> bool:
        """Whether the visitor plays in it or is free."""
        return bool(self.my_board or (self.bye and self.bye.is_me))


def shown_rounds(
    competition: Competition,
    rounds: Iterable[Round],
    me: Entry | None = None,
    *,
    again: bool = False,
) -> list[ShownRound]:
    """Rounds on record with their boards in order. Four queries, whatever their number.

    A round that came in with a document has no reasons; `again` pairs it again for them.
    """
    rounds, tellers = list(rounds), Tellers(competition)
    shown = {round_.pk: ShownRound(round_, []) for round_ in rounds}
    games = Game.objects.filter(round__in=rounds).order_by("board")
    for game in games.select_related("white__player", "black__player"):
        game.round = shown[game.round_id].round
        why = _why(tellers, game, again=again)
        shown[game.round_id].boards.append(Board(game, _colour(game, me), why, competition.game))
    for row in _unpaired(rounds):
        if row.kind == Unpaired.Kind.EXTERNAL:
            shown[row.round_id].elsewhere.append(row.entry)
        elif row.kind != Unpaired.Kind.BYE:
            shown[row.round_id].on_request.append(row)
        else:
            row.round = round_ = shown[row.round_id].round
            points = _worth(competition, round_, row.entry)
            is_me = bool(me and me.pk == row.entry_id)
            why = _why(tellers, row, again=again)
            shown[row.round_id].bye = Free(row.entry, points, is_me, why)
    return list(shown.values())


def _why(tellers: Tellers, row: Game | Unpaired, *, again: bool) -> Line | None:
    """Half a line why; None where that is not known."""
    if not again:
        reasons = stored_reasons(row)
    elif isinstance(row, Game):
        reasons = reasons_of_game(tellers.competition, row)
    else:
        reasons = reasons_of_bye(tellers.competition, row)
    return line_of(tellers.of(row.round), reasons)


def _unpaired(rounds: list[Round]) -> Iterable[Unpaired]:
    kinds = (
        Unpaired.Kind.BYE,
        Unpaired.Kind.EXTERNAL,
        Unpaired.Kind.HALF_POINT_BYE,
        Unpaired.Kind.FULL_POINT_BYE,
    )
    rows = Unpaired.objects.filter(round__in=rounds, kind__in=kinds)
    return rows.select_related("entry__player").order_by("entry__player__sort_key", "pk")


def _colour(game: Game, me: Entry | None) -> Colour | None:
    if me is None or me.pk not in (game.white_id, game.black_id):
        return None
    return Colour.WHITE if game.white_id == me.pk else Colour.BLACK


def _worth(competition: Competition, round_: Round, entry: Entry) -> Fraction | None:
    """What a bye is worth in the standing of its tempo, as it stands now."""
    statement = statement_of(competition, entry, round_.evening.tempo.key)
    place = (round_.evening.number, round_.number)
    for line in statement.lines:
        for item in line.entries:
            if line.code == "bye" and (item.evening, item.number) == place:
                return item.points
    return None


def by_evening(rounds: Iterable[ShownRound]) -> dict[int, list[ShownRound]]:
    """Rounds by the number of their evening."""
    found = defaultdict(list)
    for shown in rounds:
        found[shown.evening.number].append(shown)
    return found
