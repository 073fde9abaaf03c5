"""FIDE's Swiss system based on rating of 1998: what its edition says that the KNSB's does not.

x is what A8 counts, mild preferences and all. B1 bars whoever got any points without playing. In
round 1 the colours alternate by pairing number (E5). C9 of the English text, "drop B6 and B5 for
downfloats", is left out of the Turkish one and holds here. The procedure is in
`pairing.core.rating_swiss`.
"""

from pairing.core.history import PAID_UNPLAYED
from pairing.core.rating_swiss.edition import Edition, Steps
from pairing.core.rating_swiss.system import RatingSwiss


class FideRating1998(RatingSwiss):
    """The system `fide-rating-1998`."""

    key = "fide-rating-1998"
    label = "Swiss system based on rating 1998 (FIDE)"
    source = "FIDE, Swiss system based on rating (General Assemblies 1992, 1997 and 1998)"
    edition = Edition(
        steps=Steps(
            drop_b6_down="C9",
            drop_b5_down="C9",
            drop_up="C10",
            raise_x="C11",
            open_above="C12",
            last="C13",
            fewer="C14",
            lot="E5",
        ),
        reverses_mild=False,
        bars_bye=PAID_UNPLAYED,
        lot_by_place=False,
    )


SYSTEM = FideRating1998()
