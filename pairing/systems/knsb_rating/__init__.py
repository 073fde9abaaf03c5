"""Zwitsers op rating: the KNSB's Swiss system based on rating, its later edition.

Follow the regulation by file: `position` (A2, A4, A7, A10), `field` (B1, B2, B5, B6), `bracket`
(A3, A6, A8, C2, C3), `candidates` (C3-C10, D3), `procedure` (C1, C2, C12-C14),
`legality`; `reasons` and `brackets_told` say why. What all editions of "op rating" share is in
`pairing.core`: `halves` (C4-C8, D1, D2), `opening` (C12, C13), `colour_rules` (E), `boards_told`
(F1), `ways`.
"""

from fractions import Fraction

from pairing.core.boards_told import proposal_of
from pairing.core.brackets_told import SwissCard
from pairing.core.colours_told import ColourCase, Lot, colours
from pairing.core.standing import StandingRow, Statement
from pairing.core.swiss_standings import standing_rows, statement_of
from pairing.core.system import Abilities, PairingSystem
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.systems.knsb_rating.brackets_told import RatingBracketTold
from pairing.systems.knsb_rating.legality import warnings_about
from pairing.systems.knsb_rating.options import Options
from pairing.systems.knsb_rating.pairing import decide
from pairing.systems.knsb_rating.position import read_position


class KnsbRating(PairingSystem):
    """The system `knsb-rating`; `reasons` has the table of all codes and facts."""

    key = "knsb-rating"
    label = "Zwitsers op rating (KNSB)"
    source = "KNSB, Reglement Zwitsers op rating (as FIDE's Dutch System of 2012)"
    games = frozenset({"chess", "draughts", "go"})
    options = Options
    abilities = Abilities(
        needs_round_count=True,
        has_half_point_byes=True,
        open_is_draw="F9",
        pairing_stands="F6",
        start_numbers="order",
    )

    def pair(self, snapshot: Snapshot, options: Options) -> Proposal:
        """C. CannotPair: no_round_left, too_few, no_pairing, too_hard."""
        decision = decide(snapshot, options)

        def lot_of(number: int, higher: SwissCard) -> Lot:
            # E5 goes by the place in S1 of round 1 (N10), N21 by the pairing number.
            is_first = decision.position.round == 1
            return Lot(options.lot, number if is_first else higher.player.start, is_first)

        brackets = [
            RatingBracketTold(decision.field, number, settled)
            for number, settled in enumerate(decision.brackets, start=1)
            if settled.candidate is not None
        ]
        return proposal_of(decision, brackets, lot_of)

    def order(self, snapshot: Snapshot, options: Options) -> list[PlayerId]:
        """A2 for the next round."""
        return [card.id for card in read_position(snapshot, options).cards]

    def colours(self, snapshot: Snapshot, options: Options, a: PlayerId, b: PlayerId) -> Pair:
        """E1-E5; in round 1 the higher ranked's place in A2 stands for his place in S1."""
        position = read_position(snapshot, options)
        one, other = sorted(position.place[player] for player in (a, b))
        higher, lower = position.cards[one], position.cards[other]
        is_first = position.round == 1
        lot = Lot(options.lot, one + 1 if is_first else higher.player.start, is_first)
        case = ColourCase(higher, lower, lot)
        white, black, reason = colours(case, position.history)
        return Pair(white.id, black.id, (reason,))

    def standings(self, snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
        """Points, then the tie-breaks chosen; KeyError: no such tempo."""
        return standing_rows(snapshot, options, scope)

    def statement(
        self, snapshot: Snapshot, options: Options, player: PlayerId, scope: str
    ) -> Statement:
        """Every round of the player and what it earned."""
        return statement_of(snapshot, options, player, scope)

    def pairing_points(self, snapshot: Snapshot, options: Options) -> dict[PlayerId, Fraction]:
        """Everybody's score, an unfinished game as half a point (A3, F9)."""
        cards = read_position(snapshot, options).cards
        return {card.id: Fraction(card.score, 2) for card in cards}

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: met before (B1a), equal absolute preferences (B2), a second bye (B1b), E."""
        return warnings_about(snapshot, options, proposal)


SYSTEM = KnsbRating()
