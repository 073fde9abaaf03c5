"""FIDE's Swiss system based on rating of 1998: what its edition says that the KNSB's does not.

x is what A8 counts, mild preferences and all. B1 bars anyone who got any points without playing. In
round 1 the colours alternate by pairing number (E5). C9 of the English text, "drop B6 and B5 for
downfloats", is left out of the Turkish one and holds here. The procedure is in `pairing.swiss`.
"""

from pairing.core.history import PAID_UNPLAYED
from pairing.swiss.edition import Articles
from pairing.swiss.options import ClassicOptions
from pairing.swiss.system import RatingSwiss
from pairing.systems.knsb_rating_1996 import KnsbRating1996


class FideRating1998(RatingSwiss):
    """The system `fide-rating-1998`."""

    key = "fide-rating-1998"
    label = "Swiss system based on rating 1998 (FIDE)"
    source = "FIDE, Swiss system based on rating (General Assemblies 1992, 1997 and 1998)"
    options = ClassicOptions
    exact_averages = True  # F10
    edition = KnsbRating1996.edition._replace(
        articles=Articles(
            met="B1",
            bye="B1",
            last_round="A7",
            reopen="C12",
            last="C13",
            fewer_pairs="C14",
            fewer_moved_down="C14",
            lot="E5",
        ),
        relaxes={"B6_down": "C9", "B5_down": "C9", "B6_up": "C10", "B5_up": "C10", "X": "C11"},
        bars_bye=PAID_UNPLAYED,
        reverses_mild=False,
        lot_by_index=False,
    )


SYSTEM = FideRating1998()
