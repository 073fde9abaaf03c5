"""A board as pages show it: in a pairing, on the results sheet, on paper."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubcomp.models import Claim, Entry, Game
from clubcomp.pages.explanations import CitedSentence
from clubcomp.pages.live import digest
from pairing.core.types import Colour, Problem, Result
from pairing.sentences import Sentences
from pairing.sentences.words import named_first, points_text, result_text

WON_BY = {Colour.WHITE: Result.WHITE_WINS, Colour.BLACK: Result.BLACK_WINS}


class BoardAct(StrEnum):
    """What can be done with a board on its page."""

    NOTHING = ""
    TAP = "tap"  # enter its result
    CORRECT = "correct"  # correct its result, with a reason
    SWAP = "swap"  # swap its players


class Objection(NamedTuple):
    """An objection to a board, as a sentence, and the article behind it ("" for none)."""

    sentence: str
    article: str


def objections_of(say: Sentences, problems: Iterable[Problem]) -> list[Objection]:
    """The problems of a board, in words."""
    return [Objection(say.problem(problem), problem.article) for problem in problems]


@dataclass(frozen=True)
class BoardSide:
    """A player at a board, with their score as the game counts it ("" while it is open).

    `points` are the points that they are paired by, `floats` is "down", "up" or "", and `place` is
    their place in the standings.
    """

    colour: Colour
    entry: Entry
    score: str = ""
    has_won: bool = False
    is_visitor: bool = False
    points: Fraction | None = None
    floats: str = ""
    place: int | None = None


@dataclass(frozen=True)
class ResultButton:
    """A button of a board: the result that it sends, its text, and who wins by it."""

    board: int | None
    result: Result
    words: str
    winner: BoardSide | None
    is_chosen: bool

    @property
    def label(self) -> str:
        """The button's name for people who cannot see where it stands."""
        facts: dict[str, object] = {"board": self.board, "result": self.words}
        if self.winner is None:
            return _("Board %(board)s: %(result)s, a draw") % facts
        facts["player"] = str(self.winner.entry)
        return _("Board %(board)s: %(result)s, %(player)s wins") % facts


@dataclass(frozen=True)
class Board:
    """Two players at a board. A player with the bye sits alone, without a number, as White.

    `kind` is the game that is played, and `game` the row on record, None in a proposal. `worth` is
    what a bye counts for, `fixed` the reason of the leader who fixed the board, and `refused` why
    the system would not make it.

    `state` is "fixed" for a fixed board, and "swap" or "new" in the preview of a change. `counts`
    says where a game of a cup counts too, or, if it `waits`, why it does not yet. `wanted` is the
    result chosen on this device after another device had entered one, `claims` are the results
    that the players entered while the board is open.

    `points`, by key, are the points that the round is paired by, and `group` is the highest of them
    where a score group begins. `begins` is the group of the competition, on its first board.
    `places`, by key, and `half`, half a line why, help a leader to judge a proposal.
    """

    number: int | None
    white: Entry
    black: Entry | None = None
    kind: str = "chess"
    game: Game | None = None
    act: BoardAct = BoardAct.NOTHING
    visitor: Entry | None = None
    fixed: str = ""
    refused: CitedSentence | None = None
    worth: Fraction | None = None
    counts: str = ""
    waits: bool = False
    wanted: str = ""
    claims: Sequence[Claim] = ()
    state: str = ""
    objections: Sequence[Objection] = ()
    points: Mapping[str, Fraction] = field(default_factory=dict)
    group: Fraction | None = None
    begins: str = ""
    places: Mapping[str, int | None] | None = None
    half: str = ""

    @property
    def anchor(self) -> str:
        """The id of the board on a page that has each board once."""
        return f"board-{self.number or f'bye{self.white.group}'}"

    # The players -----------------------------------------------------------------------------

    @property
    def players(self) -> list[Entry]:
        """The players at the board, White first."""
        return [self.white, self.black] if self.black else [self.white]

    def seats(self, *entries: Entry | None) -> bool:
        """Whether one of these players is at the board."""
        return any(entry in self.players for entry in entries if entry)

    @property
    def sides(self) -> list[BoardSide]:
        """Both players, in the order in which this kind of game names them; or the bye alone."""
        if self.black is None:
            return [self._side(Colour.WHITE)]
        first = named_first(self.kind)
        return [self._side(first), self._side(first.opposite)]

    def _side(self, colour: Colour) -> BoardSide:
        entry = self.black if colour is Colour.BLACK and self.black else self.white
        score = self.result.score(colour)
        own = self.points.get(entry.key)
        return BoardSide(
            colour,
            entry,
            "" if score is None else points_text(score, self.kind),
            has_won=bool(self.game and self.game.winner is colour and not self.is_asked),
            is_visitor=entry == self.visitor,
            points=own,
            floats=self._floats(own, self.white if colour is Colour.BLACK else self.black),
            place=self.places.get(entry.key) if self.places else None,
        )

    def _floats(self, own: Fraction | None, opponent: Entry | None) -> str:
        """How a player with `own` points floats against this opponent.

        With the bye it is down, unless all have the same number, as in round 1.
        """
        if opponent is None and len({*self.points.values()}) < 2:
            return ""
        theirs = self.points.get(opponent.key) if opponent else Fraction(-1)
        if own is None or theirs is None or own == theirs:
            return ""
        return "down" if own > theirs else "up"

    @property
    def visitor_colour(self) -> Colour | None:
        """The colour of the visitor, if they play here."""
        if self.black is None or self.visitor not in (self.white, self.black):
            return None
        return Colour.WHITE if self.visitor == self.white else Colour.BLACK

    @property
    def is_visitors(self) -> bool:
        """Whether the visitor is at the board."""
        return self.visitor is not None and self.visitor in self.players

    @property
    def opponent(self) -> Entry | None:
        """The visitor's opponent."""
        return self.black if self.visitor == self.white else self.white

    # The result ------------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        return Result.parse(self.game.result) if self.game else Result.UNFINISHED

    @property
    def is_forfeit(self) -> bool:
        """Whether the result says that somebody did not play."""
        return self.result.is_forfeit

    @property
    def is_unusual(self) -> bool:
        """Whether none of the three buttons says how it ended."""
        return self.result.is_forfeit or self.result.is_odd

    @property
    def is_in(self) -> bool:
        """Whether the board does not hold up the next game: it has a result, or was put off."""
        return self.game is not None and (self.game.is_decided or bool(self.game.put_off))

    @property
    def is_asked(self) -> bool:
        """Whether the page asks which of two results is right."""
        if self.game is None or self.is_disputed:
            return self.is_disputed
        return self.wanted not in ("", Result.UNFINISHED.value, self.game.result)

    @property
    def is_disputed(self) -> bool:
        """Whether the two players entered different results."""
        return len({claim.result for claim in self.claims}) > 1

    @property
    def claim(self) -> Claim | None:
        """The result that one of the players entered, if nobody has confirmed or disputed it."""
        return None if self.is_disputed or not self.claims else self.claims[0]

    @property
    def is_marked(self) -> bool:
        """Whether the board is highlighted: it asks something, or is part of a previewed change."""
        return self.is_asked or self.state in ("swap", "new")

    @property
    def choices(self) -> list[ResultButton]:
        """The three buttons in the order of the names: the first wins, a draw, the second wins."""
        first, second = self.sides
        wins = [(WON_BY[first.colour], first), (Result.DRAW, None), (WON_BY[second.colour], second)]
        return [
            ResultButton(
                self.number, result, result_text(result, self.kind), side, self.result is result
            )
            for result, side in wins
        ]

    @property
    def shown(self) -> str:
        """What the page sends back when it polls: its question, if any, and the state it shows."""
        return f"{self.wanted if self.is_asked else ''} {self.stamp}"

    @property
    def stamp(self) -> str:
        """The state of the board as one word, with claims and whether it counts elsewhere."""
        claims = (f"/{claim.entry_id}={claim.result}" for claim in self.claims)
        counts = f"/{digest(self.counts)}" if self.counts else ""
        return "".join((self.game.state if self.game else "", *claims, counts))

    @property
    def digest(self) -> str:
        """A digest of the part of the row that every reader sees alike."""
        game = self.game
        if game is None:
            return digest("bye", self.white.pk, str(self.worth))
        return digest(
            self.number, game.white_id, game.black_id, game.result, game.put_off, game.fixed
        )


def board_of(game: Game, kind: str, act: BoardAct = BoardAct.NOTHING) -> Board:
    """The board of a game on record."""
    state = "fixed" if game.fixed else ""
    return Board(game.board, game.white, game.black, kind, game, act, fixed=game.fixed, state=state)


def by_group(boards: Iterable[Board], evening: int) -> list[Board]:
    """The boards, byes last; in a competition in groups group by group, with `begins` set."""
    boards = list(boards)
    groups = [board.white.group_on(evening) for board in boards]
    if not any(groups):
        return boards
    ordered, last = [], ""
    for group, board in sorted(
        zip(groups, boards, strict=True), key=lambda item: (item[0], item[1].number is None)
    ):
        ordered.append(replace(board, begins=group if group != last else ""))
        last = group
    return ordered
