"""Zwitsers op rating of 1996: what the KNSB's edition says that FIDE's does not.

A8 ends with: where x is not 0, see whether it becomes smaller by giving players with a mild
preference the other colour. B1 bars only who got a whole point without playing. In round 1 the
colours alternate by the place in S1 (A7, repeated without a number at the end of E). The procedure
is in `pairing.core.rating_swiss`.
"""

from pairing.core.history import Deed
from pairing.core.rating_swiss.edition import Edition, Steps
from pairing.core.rating_swiss.system import RatingSwiss


class KnsbRating1996(RatingSwiss):
    """The system `knsb-rating-1996`."""

    key = "knsb-rating-1996"
    label = "Zwitsers op rating 1996 (KNSB)"
    source = "KNSB, Reglement Zwitsers op rating, 28 October 1996"
    edition = Edition(
        steps=Steps(
            drop_b6_down="C9",
            drop_b5_down="C10",
            drop_up="C11",
            raise_x="C12",
            open_above="C13",
            last="C14",
            fewer="C15",
            lot="E",
        ),
        reverses_mild=True,
        bars_bye=frozenset((Deed.BYE, Deed.FULL_POINT_BYE, Deed.WON_BY_FORFEIT)),
        lot_by_place=True,
    )


SYSTEM = KnsbRating1996()
