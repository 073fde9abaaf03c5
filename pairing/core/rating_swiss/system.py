"""What are the systems of the two editions made of? `pairing.systems` says what each is."""

from fractions import Fraction

from pairing.core.boards_told import proposal_of
from pairing.core.brackets_told import SwissCard
from pairing.core.colours_told import ColourCase, Lot, colours
from pairing.core.rating_swiss.brackets_told import RelaxedBracketTold
from pairing.core.rating_swiss.edition import Edition
from pairing.core.rating_swiss.legality import warnings_about
from pairing.core.rating_swiss.options import Options
from pairing.core.rating_swiss.pairing import decide
from pairing.core.rating_swiss.position import Position, read_position
from pairing.core.standing import StandingRow, Statement
from pairing.core.swiss_standings import standing_rows, statement_of
from pairing.core.system import Abilities, PairingSystem
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Snapshot


class RatingSwiss(PairingSystem):
    """One edition; `reasons` has the table of all codes and facts."""

    edition: Edition
    games = frozenset({"chess", "draughts", "go"})
    options = Options
    # Byes on request are unknown to both texts; what they count for is in `position`.
    abilities = Abilities(
        needs_round_count=True,
        has_half_point_byes=True,
        start_numbers="order",
        open_is_draw="F9",
        pairing_stands="F6",
    )

    def pair(self, snapshot: Snapshot, options: Options) -> Proposal:
        """C. CannotPair: no_round_left, no_pairing, too_hard."""
        decision = decide(snapshot, options, self.edition)

        def lot_of(number: int, higher: SwissCard) -> Lot:
            return self._lot(decision.position, options, number, higher)

        brackets = [
            RelaxedBracketTold(decision.field, number, settled)
            for number, settled in enumerate(decision.brackets, start=1)
        ]
        return proposal_of(decision, brackets, lot_of)

    def _lot(self, position: Position, options: Options, number: int, higher: SwissCard) -> Lot:
        """A7, E: who gets the colour of the lot; `number` is the place in S1."""
        is_place = position.round == 1 and self.edition.lot_by_place
        return Lot(
            options.lot,
            number if is_place else higher.player.start,
            is_place,
            self.edition.steps.lot,
        )

    def order(self, snapshot: Snapshot, options: Options) -> list[PlayerId]:
        """A2 for the next round."""
        return [card.id for card in read_position(snapshot, options, self.edition).cards]

    def colours(self, snapshot: Snapshot, options: Options, a: PlayerId, b: PlayerId) -> Pair:
        """E; in round 1 the higher ranked's place in A2 stands for his place in S1."""
        position = read_position(snapshot, options, self.edition)
        one, other = sorted(position.place[player] for player in (a, b))
        higher, lower = position.cards[one], position.cards[other]
        lot = self._lot(position, options, one + 1, higher)
        white, black, reason = colours(ColourCase(higher, lower, lot), position.history)
        return Pair(white.id, black.id, (reason,))

    def standings(self, snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
        """Points, then the tie-breaks chosen (F10); KeyError: no such tempo."""
        return standing_rows(snapshot, options, scope)

    def statement(
        self, snapshot: Snapshot, options: Options, player: PlayerId, scope: str
    ) -> Statement:
        """Every round of the player and what it earned."""
        return statement_of(snapshot, options, player, scope)

    def pairing_points(self, snapshot: Snapshot, options: Options) -> dict[PlayerId, Fraction]:
        """Everybody's score, an unfinished game as half a point (A3, F9)."""
        cards = read_position(snapshot, options, self.edition).cards
        return {card.id: Fraction(card.score, 2) for card in cards}

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: met before (B1), no colours within B2, a second bye (B1), E."""
        return warnings_about(snapshot, options, proposal, self.edition)
