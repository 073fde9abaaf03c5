"""How does a decision become a proposal? Pairs in board order (F1), each with its reasons.

For all editions of "Swiss on rating": they differ in what their brackets tell (`brackets_told`)
and in what decides between two without a colour preference. Codes and facts stand in each
system's `reasons`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from pairing.core.brackets_told import (
    BracketTold,
    SwissCard,
    SwissField,
    SwissSettled,
)
from pairing.core.colour_rules import is_denied
from pairing.core.colours_told import ColourCase, Lot, colours, denied, points
from pairing.core.history import History
from pairing.core.nearer_told import not_nearer
from pairing.core.types import Bye, Colour, Fact, Game, Pair, PlayerId, Proposal, Reason


class SwissPosition(Protocol):
    """What is on record: everybody's `place` in A2 order, from 0, and the history."""

    @property
    def round(self) -> int: ...

    @property
    def place(self) -> Mapping[PlayerId, int]: ...

    @property
    def history(self) -> History: ...


class SwissDecision(Protocol):
    """A pairing with all that decided it.

    `there`: everybody who takes part. Seats refer to the field, without fixed boards and a named
    bye. `brackets` were paired; `dissolved` moved down whole.
    """

    @property
    def position(self) -> SwissPosition: ...

    @property
    def there(self) -> Sequence[SwissCard]: ...

    @property
    def fixed(self) -> Sequence[Game]: ...

    @property
    def named_bye(self) -> SwissCard | None: ...

    @property
    def lapsed_bye(self) -> SwissCard | None: ...

    @property
    def field(self) -> SwissField: ...

    @property
    def brackets(self) -> Sequence[SwissSettled]: ...

    @property
    def dissolved(self) -> Sequence[SwissSettled]: ...


#: From the pair's number in its bracket (from 1) and the higher ranked of the two.
LotOf = Callable[[int, SwissCard], Lot]


@dataclass(frozen=True, slots=True)
class Board:
    """A pair on its way to a board, `higher` in A2 first.

    `colours`: why, where E decided. `place`: in the pairs of its bracket, from 0.
    """

    higher: SwissCard
    lower: SwissCard
    white: SwissCard
    colours: Reason | None = None
    game: Game | None = None
    bracket: BracketTold | None = None
    place: int = 0

    @property
    def black(self) -> SwissCard:
        """The other one."""
        return self.lower if self.white is self.higher else self.higher


def proposal_of(
    decision: SwissDecision, brackets: Sequence[BracketTold], lot_of: LotOf
) -> Proposal:
    """The proposal: boards by F1, colours by E. `brackets` tell those of the decision."""
    teller = _Teller(decision, brackets, lot_of)
    pairs = [
        Pair(
            board.white.id,
            board.black.id,
            tuple(teller.reasons(board, number)),
            fixed=board.game.fixed if board.game else "",
        )
        for number, board in enumerate(teller.boards, start=1)
    ]
    bye = teller.bye
    return Proposal(
        tuple(pairs), None if bye is None else Bye(bye.id, tuple(teller.bye_reasons(bye)))
    )


class _Teller:
    """Boards, the bye and their reasons."""

    def __init__(
        self,
        decision: SwissDecision,
        brackets: Sequence[BracketTold],
        lot_of: LotOf,
    ):
        self.decision = decision
        self.position = decision.position
        self.brackets = brackets
        self.lot_of = lot_of

    @cached_property
    def boards(self) -> list[Board]:
        """All pairs in the order of F1."""
        place = self.position.place
        cards = {card.id: card for card in self.decision.there}
        found = []
        for game in self.decision.fixed:
            one, other = sorted(
                (cards[game.white], cards[game.black]), key=lambda card: place[card.id]
            )
            found.append(Board(one, other, cards[game.white], game=game))
        for bracket in self.brackets:
            for number, (one, other) in enumerate(bracket.pairs):
                higher, lower = sorted((one, other), key=lambda card: place[card.id])
                case = ColourCase(higher, lower, self.lot_of(number + 1, higher))
                white, _, reason = colours(case, self.position.history)
                found.append(Board(higher, lower, white, reason, bracket=bracket, place=number))
        return sorted(
            found,
            key=lambda board: (
                -board.higher.score,
                -board.higher.score - board.lower.score,
                place[board.higher.id],
            ),
        )

    @property
    def bye(self) -> SwissCard | None:
        """Who has the bye."""
        if self.decision.named_bye is not None:
            return self.decision.named_bye
        if self.decision.brackets:
            for seat in self.decision.brackets[-1].left_over:
                return self.decision.field.cards[seat]
        return None

    def reasons(self, board: Board, number: int) -> list[Reason]:
        """All reasons of one pair, in the order of the table in `reasons`."""
        said = [self._places(board)]
        if board.game is not None:
            said.append(Reason("F6", "fixed", {"text": board.game.fixed}))
        if board.bracket is not None:
            said += board.bracket.pair_reasons(board.place, board.white, board.black)
            position = self.position
            said += not_nearer(board.bracket, board.place, position.history, position.place)
        if board.higher.score != board.lower.score:
            facts: dict[str, Fact] = {
                "down": board.higher.id,
                "up": board.lower.id,
                "down_score": points(board.higher.score),
                "up_score": points(board.lower.score),
            }
            said.append(Reason("A4", "floated", facts))
        if board.bracket is not None:
            said += self._moved_down((board.higher, board.lower), board.bracket.settled)
        if board.colours is not None:
            said.append(board.colours)
            for card, colour in ((board.white, Colour.WHITE), (board.black, Colour.BLACK)):
                opponent = board.black if card is board.white else board.white
                if is_denied(card, colour):
                    said.append(denied(card, opponent))
        lapsed = self.decision.lapsed_bye
        if lapsed is not None and (lapsed is board.white or lapsed is board.black):
            said.append(Reason("A5", "bye_lapsed", {"player": lapsed.id}))
        said.append(
            Reason(
                "F1",
                "board",
                {
                    "board": number,
                    "score": points(board.higher.score),
                    "sum": points(board.higher.score + board.lower.score),
                },
            )
        )
        return said

    def _places(self, board: Board) -> Reason:
        facts: dict[str, Fact] = {}
        for side, card in (("white", board.white), ("black", board.black)):
            facts |= {
                side: card.id,
                f"{side}_place": self.position.place[card.id] + 1,
                f"{side}_score": points(card.score),
            }
        return Reason("A2", "places", facts)

    def _moved_down(self, cards: tuple[SwissCard, ...], settled: SwissSettled) -> list[Reason]:
        """The way down to a bracket of everybody who is not in the one of his own score."""
        said = []
        for card in cards:
            path: list[Fact] = [
                {"score": points(score), "why": why}
                for score, why in self._path(card, settled.score)
            ]
            if path:
                said.append(Reason("C6", "moved_down", {"player": card.id, "path": path}))
        return said

    def _path(self, card: SwissCard, score: int) -> list[tuple[int, str]]:
        """The brackets above `score` that the player left, the highest first, and why."""
        if card.score <= score:
            return []
        found = []
        seat = self.decision.field.seat[card.id]
        for settled in (*self.decision.brackets, *self.decision.dissolved):
            if settled.score <= score:
                continue
            if seat in settled.removed:
                found.append((settled.score, "no_opponent"))
            elif seat in settled.left_over:
                why = "whole_bracket" if settled.candidate is None else "left_over"
                found.append((settled.score, why))
        return sorted(found, reverse=True)

    def bye_reasons(self, bye: SwissCard) -> list[Reason]:
        """Why this player is without an opponent."""
        facts: dict[str, Fact] = {
            "player": bye.id,
            "place": self.position.place[bye.id] + 1,
            "players": len(self.position.place),
            "score": points(bye.score),
        }
        said = [Reason("A2", "place", facts)]
        if self.decision.named_bye is not None:
            return [*said, Reason("A5", "named")]
        last = self.brackets[-1]
        is_lowest = self.position.round == 1 and bye is self.decision.field.cards[-1]
        return [
            *said,
            Reason("F4", "lowest") if is_lowest else last.stays_over(bye),
            *last.bracket_reasons(()),
            *self._moved_down((bye,), last.settled),
        ]
