"""What does a board look like, wherever it is: in a pairing, on the results sheet, on paper?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubcomp.models import Claim, Entry, Game
from clubcomp.pages.digest import digest
from clubcomp.pages.explanations import Said
from pairing.core.types import Colour, Problem, Result
from pairing.sentences import Sentences
from pairing.sentences.game_words import named_first, points_text, result_text

WON_BY = {Colour.WHITE: Result.WHITE_WINS, Colour.BLACK: Result.BLACK_WINS}


class Act(StrEnum):
    """What can be done with a board on its page."""

    NOTHING = ""
    EXPLAIN = "explain"  # ask why these two play
    TAP = "tap"  # enter its result
    CORRECT = "correct"  # correct its result, with a reason
    SWAP = "swap"  # change who sits there


class Objection(NamedTuple):
    """What is against a board, as a sentence, and the article that says so ("" for none)."""

    sentence: str
    article: str


def objections_of(say: Sentences, problems: Iterable[Problem]) -> list[Objection]:
    """What the rules have against a board, in words."""
    return [Objection(say.problem(problem), problem.article) for problem in problems]


@dataclass(frozen=True)
class Side:
    """Who sits at a board, with their score as the game counts it; "" while it is open.

    `points` are those they are paired by, `floats` is "down", "up" or ""; `place` is where they
    stand.
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
class Choice:
    """A button of a board: the result that it sends, how it reads, and whose win it is."""

    board: int | None
    result: Result
    words: str
    winner: Side | None
    is_chosen: bool

    @property
    def label(self) -> str:
        """What the button is called for who does not see where it stands."""
        facts: dict[str, object] = {"board": self.board, "result": self.words}
        if self.winner is None:
            return _("Board %(board)s: %(result)s, a draw") % facts
        facts["player"] = str(self.winner.entry)
        return _("Board %(board)s: %(result)s, %(player)s wins") % facts


@dataclass(frozen=True)
class Board:
    """Two players at a board; who has the bye sits alone, without a number, as White.

    `kind` is the game that is played. `game` is the board's row on record, None in a proposal.
    `worth`: what a bye counts for. `fixed`: the leader's words, where they made it. `refused`: why
    the system would not make it.

    `state` is "fixed" when the leader made it, and "swap" or "new" for a change that is looked at.
    `counts` is where a game of a cup counts too, or why it `waits` to.
    `wanted` is what this device chose while another was first, `claims` what the players entered
    while the board is open. `points` are those that the round
    is paired by, by key, and `group` the highest at the board where a group of equals begins;
    `begins` is the group of the competition, where the board is the first of it. `places` by key
    are for who judges a pairing that goes by places.
    """

    number: int | None
    white: Entry
    black: Entry | None = None
    kind: str = "chess"
    game: Game | None = None
    act: Act = Act.NOTHING
    visitor: Entry | None = None
    fixed: str = ""
    refused: Said | None = None
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

    @property
    def anchor(self) -> str:
        """Its id on a page that has each board once."""
        return f"board-{self.number or f'bye{self.white.group}'}"

    # Who sits there --------------------------------------------------------------------------

    @property
    def players(self) -> list[Entry]:
        """Who sits there, White first."""
        return [self.white, self.black] if self.black else [self.white]

    def seats(self, *entries: Entry | None) -> bool:
        """Whether one of these players sits there."""
        return any(entry in self.players for entry in entries if entry)

    @property
    def sides(self) -> list[Side]:
        """Both players, first who is named first in this kind of game; alone with the bye."""
        if self.black is None:
            return [self._side(Colour.WHITE)]
        first = named_first(self.kind)
        return [self._side(first), self._side(first.opposite)]

    def _side(self, colour: Colour) -> Side:
        entry = self.black if colour is Colour.BLACK and self.black else self.white
        score = self.result.score(colour)
        own = self.points.get(entry.key)
        return Side(
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
        """How one floats who meets this opponent; who has no opponent floats down."""
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
        """Whether the visitor sits there."""
        return self.visitor is not None and self.visitor in self.players

    @property
    def opponent(self) -> Entry | None:
        """The visitor's opponent."""
        return self.black if self.visitor == self.white else self.white

    # How it stands ---------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        return Result.parse(self.game.result) if self.game else Result.UNFINISHED

    @property
    def is_forfeit(self) -> bool:
        """Whether the result says that somebody did not play."""
        return self.result.is_forfeit

    @property
    def is_in(self) -> bool:
        """Whether the board does not hold up the next game: it has a result, or was put off."""
        return self.game is not None and (self.game.is_decided or bool(self.game.put_off))

    @property
    def is_asked(self) -> bool:
        """Whether it is asked which of two results it is."""
        if self.game is None or self.is_disputed:
            return self.is_disputed
        return self.wanted not in ("", Result.UNFINISHED.value, self.game.result)

    @property
    def is_disputed(self) -> bool:
        """Whether the two players entered different results."""
        return len({claim.result for claim in self.claims}) > 1

    @property
    def claim(self) -> Claim | None:
        """What one of the players entered, and nobody confirmed or disputed."""
        return None if self.is_disputed or not self.claims else self.claims[0]

    @property
    def is_marked(self) -> bool:
        """Whether it stands out: it asks something, or is part of a change that is looked at."""
        return self.is_asked or self.state in ("swap", "new")

    @property
    def choices(self) -> list[Choice]:
        """The three buttons in the order of the names: the first one wins, a draw, the second."""
        first, second = self.sides
        wins = [(WON_BY[first.colour], first), (Result.DRAW, None), (WON_BY[second.colour], second)]
        return [
            Choice(self.number, result, result_text(result, self.kind), side, self.result is result)
            for result, side in wins
        ]

    @property
    def shown(self) -> str:
        """What a screen sends back as being shown: the question if there is one, the state."""
        return f"{self.wanted if self.is_asked else ''} {self.stamp}"

    @property
    def stamp(self) -> str:
        """The state of the board, what its players entered, if it counts elsewhere, as one word."""
        marks = (f"/{claim.entry_id}={claim.result}" for claim in self.claims)
        counts = f"/{digest(self.counts)}" if self.counts else ""
        return "".join((self.game.state if self.game else "", *marks, counts))

    @property
    def digest(self) -> str:
        """What the row shows to everybody."""
        game = self.game
        if game is None:
            return digest("bye", self.white.pk, str(self.worth))
        return digest(
            self.number, game.white_id, game.black_id, game.result, game.put_off, game.fixed
        )


def board_of(game: Game, kind: str, act: Act = Act.NOTHING) -> Board:
    """A board on record."""
    state = "fixed" if game.fixed else ""
    return Board(game.board, game.white, game.black, kind, game, act, fixed=game.fixed, state=state)


def by_group(boards: Iterable[Board], evening: int) -> list[Board]:
    """The boards, byes last; in groups those of each together, and where each begins."""
    boards = list(boards)
    groups = [board.white.group_on(evening) for board in boards]
    if not any(groups):
        return boards
    found, last = [], ""
    for group, board in sorted(
        zip(groups, boards, strict=True), key=lambda one: (one[0], one[1].number is None)
    ):
        found.append(replace(board, begins=group if group != last else ""))
        last = group
    return found
