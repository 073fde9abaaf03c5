"""A decision as a proposal: pairs in board order (F1), each with its reasons (see `reasons`)."""

from dataclasses import dataclass
from functools import cached_property

from pairing.core.colour_rules import is_denied
from pairing.core.colours_told import ColourCase, colours, denied, points
from pairing.core.types import Bye, Colour, Fact, Game, Pair, Proposal, Reason
from pairing.systems.knsb_rating.brackets_told import BracketTold
from pairing.systems.knsb_rating.options import Options
from pairing.systems.knsb_rating.pairing import Decision
from pairing.systems.knsb_rating.position import Card
from pairing.systems.knsb_rating.procedure import Settled


@dataclass(frozen=True, slots=True)
class Board:
    """A pair on its way to a board, `higher` in A2 first.

    `colours`: why, where E decided. `place`: in the pairs of its bracket, from 0.
    """

    higher: Card
    lower: Card
    white: Card
    colours: Reason | None = None
    game: Game | None = None
    bracket: BracketTold | None = None
    place: int = 0

    @property
    def black(self) -> Card:
        """The other one."""
        return self.lower if self.white is self.higher else self.higher


def proposal_of(decision: Decision, options: Options) -> Proposal:
    """The proposal: boards by F1, colours by E."""
    teller = _Teller(decision, options)
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

    def __init__(self, decision: Decision, options: Options):
        self.decision = decision
        self.options = options
        self.position = decision.position
        self.brackets = [
            BracketTold(decision, number, settled)
            for number, settled in enumerate(decision.brackets, start=1)
            if settled.candidate is not None
        ]

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
                # E5 goes by the place in S1 of round 1 (N10), N21 by the pairing number.
                decides = number + 1 if self.position.round == 1 else higher.player.start
                case = ColourCase(higher, lower, decides, self.options.lot)
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
    def bye(self) -> Card | None:
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

    def _moved_down(self, cards: tuple[Card, ...], settled: Settled) -> list[Reason]:
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

    def _path(self, card: Card, score: int) -> list[tuple[int, str]]:
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

    def bye_reasons(self, bye: Card) -> list[Reason]:
        """Why this player is without an opponent."""
        facts: dict[str, Fact] = {
            "player": bye.id,
            "place": self.position.place[bye.id] + 1,
            "players": len(self.position.cards),
            "score": points(bye.score),
        }
        said = [Reason("A2", "place", facts)]
        if self.decision.named_bye is not None:
            return [*said, Reason("A5", "named")]
        last = BracketTold(self.decision, len(self.decision.brackets), self.decision.brackets[-1])
        is_lowest = self.position.round == 1 and bye is self.decision.field.cards[-1]
        return [
            *said,
            Reason("F4", "lowest") if is_lowest else last.stays_over(bye),
            *last.bracket_reasons(()),
            *self._moved_down((bye,), last.settled),
        ]
