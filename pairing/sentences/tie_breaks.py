"""What are the tie-breaks called, in full and at the head of a column?"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from pairing.sentences.swiss import TIE_BREAKS

#: In full: what a club chooses from.
NAMES: Mapping[str, Any] = TIE_BREAKS.words

#: At the head of a column; a legend has the full name beside it.
SHORT: Mapping[str, Any] = {
    "resistance_points": pgettext_lazy("tie-break, abbreviated", "RP"),
    "resistance_points_cut_1": pgettext_lazy("tie-break, abbreviated", "RP−1"),
    "resistance_points_median": pgettext_lazy("tie-break, abbreviated", "RP±1"),
    "sonneborn_berger": pgettext_lazy("tie-break, abbreviated", "SB"),
    "direct_encounter": pgettext_lazy("tie-break, abbreviated", "DE"),
    "first_place_encounter": pgettext_lazy("tie-break, abbreviated", "DE 1st"),
    "resistance_points_fore": pgettext_lazy("tie-break, abbreviated", "FB"),
    "opponents_resistance": pgettext_lazy("tie-break, abbreviated", "AOB"),
    "wins": pgettext_lazy("tie-break, abbreviated", "Won"),
    "rounds_won": pgettext_lazy("tie-break, abbreviated", "Win"),
    "black_games": pgettext_lazy("tie-break, abbreviated", "Black"),
    "black_wins": pgettext_lazy("tie-break, abbreviated", "Won B"),
    "rounds_elected": pgettext_lazy("tie-break, abbreviated", "REP"),
    "average_rating": pgettext_lazy("tie-break, abbreviated", "ARO"),
    "performance": pgettext_lazy("tie-break, abbreviated", "TPR"),
    "rating": pgettext_lazy("tie-break, abbreviated", "Rtg"),
    "progressive": pgettext_lazy("tie-break, abbreviated", "Prog"),
    "lot": pgettext_lazy("tie-break, abbreviated", "Lot"),
    "koya": pgettext_lazy("tie-break, abbreviated", "Koya"),
}
