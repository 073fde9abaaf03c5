"""A decision as a proposal: pairs in board order, each with its reasons (see `reasons`)."""

from dataclasses import dataclass
from functools import cached_property

from pairing.core.types import Bye, Fact, Game, Pair, PlayerId, Proposal, Reason
from pairing.systems.knsb_resistance import reasons
from pairing.systems.knsb_resistance.options import Options
from pairing.systems.knsb_resistance.pairing import Decision
from pairing.systems.knsb_resistance.pools_told import PoolTold
from pairing.systems.knsb_resistance.position import Card


@dataclass(frozen=True, slots=True)
class Board:
    """A pair on its way to a board, `higher` in 2.1 first.

    `colours`: why, where 6 decided. `place`: in the pairs of its pool, from 0.
    """

    higher: Card
    lower: Card
    white: Card
    colours: Reason | None = None
    game: Game | None = None
    pool: PoolTold | None = None
    place: int = 0

    @property
    def black(self) -> Card:
        """The other one."""
        return self.lower if self.white is self.higher else self.higher


def proposal_of(decision: Decision, options: Options) -> Proposal:
    """The proposal: boards by the place of the higher player, colours by 6."""
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
        self.pools = [PoolTold(paired) for paired in decision.pools]
        self.seat = {card.id: seat for seat, card in enumerate(decision.field.cards)}
        by_lot = sorted(decision.field.cards, key=lambda card: card.lot)
        self.number = {card.id: number for number, card in enumerate(by_lot, start=1)}

    @cached_property
    def boards(self) -> list[Board]:
        """All pairs, by the place of the higher of the two."""
        place = self.position.place
        cards = {card.id: card for card in self.decision.there}
        found = []
        for game in self.decision.fixed:
            higher, lower = sorted(
                (cards[game.white], cards[game.black]), key=lambda card: place[card.id]
            )
            found.append(Board(higher, lower, cards[game.white], game=game))
        for pool in self.pools:
            for number, choice in enumerate(pool.paired.choices):
                higher, lower = pool.card(choice.player), pool.card(choice.opponent)
                case = reasons.ColourCase(higher, lower, self.options.first_named)
                white, _, reason = reasons.colours(case)
                found.append(Board(higher, lower, white, reason, pool=pool, place=number))
        return sorted(found, key=lambda board: place[board.higher.id])

    @property
    def bye(self) -> Card | None:
        """Who has the bye."""
        if self.decision.named_bye is not None:
            return self.decision.named_bye
        for seat in self.pools[-1].waiting_seats() if self.pools else ():
            return self.decision.field.cards[seat]
        return None

    def reasons(self, board: Board, number: int) -> list[Reason]:
        """All reasons of one pair, in the order of the table in `reasons`."""
        said = [self._places(board)]
        if board.game is not None:
            said.append(Reason("4", "fixed", {"text": board.game.fixed}))
        if board.pool is not None:
            said.append(self._opponent(board, board.pool))
        if board.higher.score != board.lower.score:
            facts: dict[str, Fact] = {
                "down": board.higher.id,
                "up": board.lower.id,
                "down_score": board.higher.points_text,
                "up_score": board.lower.points_text,
            }
            said.append(Reason("3.3", "floated", facts))
        if board.pool is not None:
            said += self._waited(board.higher, board.pool) + self._waited(board.lower, board.pool)
        if board.colours is not None:
            said.append(board.colours)
        lapsed = self.decision.lapsed_bye
        if lapsed is not None and (lapsed is board.white or lapsed is board.black):
            said.append(Reason("7.1", "bye_lapsed", {"player": lapsed.id}))
        place = self.position.place[board.higher.id] + 1
        said.append(Reason("2.1", "board", {"board": number, "place": place}))
        return said

    def _opponent(self, board: Board, pool: PoolTold) -> Reason:
        """4.5, and in round 1 the numbers of 5.1 or 5.2 where nobody had to be passed over."""
        if self.position.round > 1:
            return pool.opponent(board.place)
        facts: dict[str, Fact] = {
            "number": self.number[board.higher.id],
            "opponent_number": self.number[board.lower.id],
            "players": len(self.number),
        }
        return Reason(self.options.first_round, "first_round", facts)

    def _places(self, board: Board) -> Reason:
        facts: dict[str, Fact] = {}
        for side, card in (("white", board.white), ("black", board.black)):
            facts |= {
                side: card.id,
                f"{side}_place": self.position.place[card.id] + 1,
                f"{side}_score": card.points_text,
                f"{side}_wp": card.wp_text,
            }
        return Reason("2.1", "places", facts)

    def _waited(self, card: Card, until: PoolTold) -> list[Reason]:
        """Every group above this one in which the player waited, the highest first, and why."""
        said = []
        for pool in self.pools:
            if pool is until:
                break
            seat = self.seat[card.id]
            if pool.pool.waiting >> seat & 1:
                said += [pool.waited(seat), *pool.room()]
        return said

    def bye_reasons(self, bye: Card) -> list[Reason]:
        """Why this player is without an opponent."""
        facts: dict[str, Fact] = {
            "player": bye.id,
            "place": self.position.place[bye.id] + 1,
            "players": len(self.position.cards),
            "score": bye.points_text,
            "wp": bye.wp_text,
        }
        said = [Reason("2.1", "place", facts)]
        if self.decision.named_bye is not None:
            return [*said, Reason("7.1", "named")]
        if self.position.round == 1:
            numbers: dict[str, Fact] = {
                "number": self.number[bye.id],
                "players": len(self.number),
            }
            return [*said, Reason(self.options.first_round, "odd", numbers)]
        last = self.pools[-1]
        return [*said, last.stays_over(self.seat[bye.id]), *self._waited(bye, last)]


def coloured(one: Card, other: Card, options: Options, place: dict[PlayerId, int]) -> Pair:
    """Two players as 6 colours them."""
    higher, lower = sorted((one, other), key=lambda card: place[card.id])
    white, black, reason = reasons.colours(reasons.ColourCase(higher, lower, options.first_named))
    return Pair(white.id, black.id, (reason,))
