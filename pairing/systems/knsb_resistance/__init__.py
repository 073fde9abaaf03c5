"""Zwitsers op weerstandspunten: the KNSB's Swiss system on resistance points, as go clubs use it.

Follow the regulation by file: `position` (1, 2, 7.2-7.4), `field` (1.3, 3.1, 3.2), `waiting` (4.3,
4.4, 4.8, 7.1), `opponents` (3.3, 4.5, 4.6, 5), `pairing` (4.1, 4.2), `colours` (6), `explain`,
`legality`, `options` (7.5); `reasons` and `pools_told` say why. The lot number is a player's place
in the start order; the regulation names black first.
"""

from fractions import Fraction

from pairing.core.standing import StandingRow, Statement
from pairing.core.swiss_standings import standing_rows, statement_of
from pairing.core.system import Abilities, PairingSystem
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.systems.knsb_resistance.explain import coloured, proposal_of
from pairing.systems.knsb_resistance.legality import warnings_about
from pairing.systems.knsb_resistance.options import Options
from pairing.systems.knsb_resistance.pairing import decide
from pairing.systems.knsb_resistance.position import UNFINISHED, read_position


class KnsbResistance(PairingSystem):
    """The system `knsb-resistance`; `reasons` has the table of all codes and facts."""

    key = "knsb-resistance"
    label = "Zwitsers op weerstandspunten (KNSB)"
    source = "Nederlandse Go Bond, 9.9 Het Zwitsers op weerstandspunten (by the rules of the KNSB)"
    games = frozenset({"chess", "draughts", "go"})
    options = Options
    abilities = Abilities(
        needs_round_count=True, start_numbers="lot", open_is_draw="7.4", pairing_stands="7.6"
    )

    def pair(self, snapshot: Snapshot, options: Options) -> Proposal:
        """4, 5. CannotPair: no_round_left, nobody_present, no_pairing, too_hard."""
        return proposal_of(decide(snapshot, options), options)

    def order(self, snapshot: Snapshot, options: Options) -> list[PlayerId]:
        """2.1 for the next round."""
        return [card.id for card in read_position(snapshot, options).cards]

    def colours(self, snapshot: Snapshot, options: Options, a: PlayerId, b: PlayerId) -> Pair:
        """6, and 5.3 for two who have not played yet."""
        position = read_position(snapshot, options)
        one, other = (position.cards[position.place[player]] for player in (a, b))
        return coloured(one, other, options, position.place)

    def standings(self, snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
        """7.5, or the tie-breaks chosen; KeyError: no such tempo."""
        return standing_rows(snapshot, options, scope, UNFINISHED)

    def statement(
        self, snapshot: Snapshot, options: Options, player: PlayerId, scope: str
    ) -> Statement:
        """Every round of the player and what it earned."""
        return statement_of(snapshot, options, player, scope, UNFINISHED)

    def pairing_points(self, snapshot: Snapshot, options: Options) -> dict[PlayerId, Fraction]:
        """Everybody's points, an unfinished game as a jigo (1.3, 7.4)."""
        cards = read_position(snapshot, options).cards
        return {card.id: Fraction(card.score, 2) for card in cards}

    def legality(self, snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
        """Warnings: met before (3.1), a second free point (3.2), other colours than 6; of a pair
        that the leader made also different points (3.3)."""
        return warnings_about(snapshot, options, proposal)


SYSTEM = KnsbResistance()
