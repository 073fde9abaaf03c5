"""Zwitsers op rating of 1996: the KNSB's edition. The procedure is in `pairing.swiss`.

A8 ends with: where x is not 0, see whether it becomes smaller by giving players with a mild
preference the other colour. B1 bars only players with a whole point without playing. In round 1 the
colours alternate by the place in S1 (A7, repeated without a number at the end of E). A pairing
makes the float, whether it is played or decided by forfeit (A4); the bye too (A5).
"""

from pairing.core.history import PAID_UNPLAYED, PLAYED, GameOutcome
from pairing.core.unplayed import Unplayed
from pairing.swiss.edition import Articles, Edition
from pairing.swiss.options import ClassicOptions
from pairing.swiss.system import RatingSwiss


class KnsbRating1996(RatingSwiss):
    """The system `knsb-rating-1996`."""

    key = "knsb-rating-1996"
    label = "Zwitsers op rating 1996 (KNSB)"
    source = "KNSB, Reglement Zwitsers op rating, 28 October 1996"
    options = ClassicOptions
    exact_averages = True  # F10
    edition = Edition(
        procedure=1996,
        articles=Articles(
            met="B1",
            bye="B1",
            last_round="A7",
            reopen="C13",
            last="C14",
            fewer_pairs="C15",
            fewer_moved_down="C15",
            lot="E",
        ),
        relaxes={"B6_down": "C9", "B5_down": "C10", "B6_up": "C11", "B5_up": "C11", "X": "C12"},
        titles=("GM", "WGM", "IM", "WIM", "FM", "WFM"),
        bars_bye=PAID_UNPLAYED - {Unplayed.HALF_POINT_BYE},
        floats_down=frozenset((Unplayed.BYE,)),
        floats_by_score=PLAYED | {GameOutcome.WON_BY_FORFEIT, GameOutcome.LOST_BY_FORFEIT},
        reverses_mild=True,
        counts_colours=True,
        exempts_top_scorers=True,
        lot_by_index=True,
        pairs_one=True,
    )


SYSTEM = KnsbRating1996()
