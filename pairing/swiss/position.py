"""What does the next round start from? Everybody's state (A2, A4, A7, B1, B2), in A2 order."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.brackets.options import BracketOptions
from pairing.core.colours import ColourArticles, Lot, Preference, Strength, balance
from pairing.core.history import History
from pairing.core.position import BracketPosition, BracketState, read_bracket_states
from pairing.core.titles import title_place
from pairing.core.types import Colour, Snapshot
from pairing.swiss.edition import Edition

#: Sets of colours, by whether white is in them, and black.
_COLOURS = {
    (white, black): frozenset((Colour.WHITE,) * white + (Colour.BLACK,) * black)
    for white in (False, True)
    for black in (False, True)
}
_BOTH = _COLOURS[True, True]
ARTICLES = ColourArticles("E1", "E2", "E3", "E4")


@dataclass(slots=True, kw_only=True, eq=False)
class PlayerState(BracketState):
    """What is known of one player (A4, A7, A8, B1, B5, B6). `may_have`: the colours that B2
    leaves them."""

    may_have: frozenset[Colour] = _BOTH


@dataclass(frozen=True)
class Position(BracketPosition[PlayerState]):
    """Everybody's state in A2 order. `lot_colour`: the lot of round 1."""

    edition: Edition
    lot_colour: Colour

    def lot(self, higher: PlayerState, index: int | None = None) -> Lot:
        """E5, behind E1 to E4."""
        article = self.edition.articles.lot
        if index is not None and self.round == 1 and self.edition.lot_by_index:
            return Lot(self.lot_colour, index, "place", article, ARTICLES)
        return Lot(self.lot_colour, higher.player.start, "number", article, ARTICLES)


def read_position(snapshot: Snapshot, options: BracketOptions, edition: Edition) -> Position:
    """The position over all rounds on record."""
    history = History(snapshot, options.bye_half_points)
    states = read_bracket_states(
        PlayerState,
        history,
        options.rounds,
        bars_bye=edition.bars_bye,
        floats_down=edition.floats_down,
        floats_by_score=edition.floats_by_score,
    )
    for state in states:
        if not state.is_top_scorer:
            state.may_have = _may_have(state.colours, state.preference, edition)
        elif edition.exempts_top_scorers and state.preference.strength is Strength.ABSOLUTE:
            # A7: a top scorer's absolute preference is strong or mild, for the same colour.
            strength = Strength.STRONG if balance(state.colours) else Strength.MILD
            state.preference = Preference(state.preference.colour, strength)

    def order(state: PlayerState) -> tuple[int, int, int, str, int]:
        """A2: score, rating, title, name; then the pairing number."""
        player = state.player
        return (
            -state.score,
            -(player.rating or 0),
            title_place(player.title, edition.titles),
            player.name.casefold(),
            player.start,
        )

    states.sort(key=order)
    played = len(history.rounds)
    return Position(played + 1, options.rounds, states, history, edition, options.lot)


def _may_have(
    colours: Sequence[Colour], preferred: Preference, edition: Edition
) -> frozenset[Colour]:
    """B2: by counting games, nobody is more than 2 ahead in a colour, or has it three times in
    a row; by preferences, an absolute one is granted."""
    if not edition.counts_colours:
        is_free = preferred.strength is not Strength.ABSOLUTE
        wants_white = preferred.colour is Colour.WHITE
        return _COLOURS[is_free or wants_white, is_free or not wants_white]
    surplus, last = balance(colours), colours[-2:]
    return _COLOURS[
        abs(surplus + 1) <= 2 and last != [Colour.WHITE] * 2,
        abs(surplus - 1) <= 2 and last != [Colour.BLACK] * 2,
    ]
