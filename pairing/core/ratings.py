"""What score do ratings expect, and what are they after a game? By FIDE's table, in integers.

FIDE Rating Regulations 8.1.2: the scoring probability of a rating difference, in whole per cent.
A difference of more than 400 points counts as 400 (8.3.1).
"""

from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction

#: The first difference at which the stronger player's probability is 51, 52, ... 92 per cent.
_FROM = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154),
    *(163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345),
    *(358, 375, 392),
)
MOST = 400


def expected_percent(own: int, other: int) -> int:
    """What a player is expected to score against another, in per cent."""
    percent = 50 + bisect_right(_FROM, min(abs(own - other), MOST))
    return percent if own >= other else 100 - percent


def expected_score(own: int, others: Iterable[int]) -> Fraction:
    """What a player is expected to score in games against these."""
    return Fraction(sum(expected_percent(own, other) for other in others), 100)
