"""Zwitsers op rating: the KNSB's Swiss system based on rating, its later edition.

The procedure is in `pairing.swiss`.
"""

from types import MappingProxyType

from pairing.core.history import PAID_UNPLAYED, PLAYED
from pairing.core.titles import TITLES
from pairing.swiss.edition import Articles, Edition
from pairing.swiss.options import LaterOptions
from pairing.swiss.system import RatingSwiss


class KnsbRating(RatingSwiss):
    """The system `knsb-rating`."""

    key = "knsb-rating"
    label = "Zwitsers op rating (KNSB)"
    source = "KNSB, Reglement Zwitsers op rating (as FIDE's Dutch System of 2012)"
    options = LaterOptions
    # The regulation is silent on the final standings; these are the KNSB's of resistance points
    # (7.5), except the lot.
    advised = MappingProxyType(
        {"tie_breaks": ("resistance_points", "sonneborn_berger", "direct_encounter")}
    )
    edition = Edition(
        procedure=2012,
        articles=Articles(
            met="B1a",
            bye="B1b",
            last_round="A10",
            reopen="C12",
            last="C13",
            fewer_pairs="C14a",
            fewer_moved_down="C14b",
            lot="E5",
        ),
        # Nothing is given up of a requirement that this round does not use.
        relaxes={
            "B6_up": "C10a",
            "B5_up": "C10b",
            "B6_down": "C10c",
            "B5_down": "C10d",
            "Z": "C10e",
            "X": "C10e",
            "A7d": "C10f",
            "B2": "C10g",
        },
        titles=TITLES,
        bars_bye=PAID_UNPLAYED,
        floats_down=PAID_UNPLAYED,
        floats_by_score=PLAYED,
        reverses_mild=False,
        counts_colours=False,
        exempts_top_scorers=False,
        lot_by_index=True,
        pairs_one=False,
    )


SYSTEM = KnsbRating()
