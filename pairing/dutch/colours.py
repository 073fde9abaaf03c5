"""What decides between two without a colour preference? Article 5.2.5, behind 5.2.1 to 5.2.4."""

from pairing.core.colours import ColourArticles, Lot
from pairing.core.types import Colour
from pairing.dutch.position import PlayerState

ARTICLES = ColourArticles("5.2.1", "5.2.2", "5.2.3", "5.2.4", by_balance=True)


def lot_of(higher: PlayerState, lot: Colour) -> Lot:
    """The lot for a pair, by the higher ranked."""
    of = "number" if higher.number == higher.player.start else "so_far"
    return Lot(lot, higher.number, of, "5.2.5", ARTICLES)
