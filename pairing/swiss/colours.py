"""What decides between two without a colour preference? The lot of E5, behind E1 to E4."""

from pairing.core.colours import ColourArticles, Lot
from pairing.swiss.options import Options
from pairing.swiss.position import PlayerState, Position

ARTICLES = ColourArticles("E1", "E2", "E3", "E4")


def lot_of(position: Position, options: Options, higher: PlayerState, index: int | None) -> Lot:
    """The lot for a pair; `index` is the place of the higher ranked in S1, from 1, if known."""
    edition = position.edition
    article = edition.articles.lot
    if index is not None and position.round == 1 and edition.lot_by_index:
        return Lot(options.lot, index, "place", article, ARTICLES)
    return Lot(options.lot, higher.player.start, "number", article, ARTICLES)
