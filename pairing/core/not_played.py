"""How does a game stand that is not played, since somebody of the two is away?

For systems in which who meets whom does not depend on who is there.
"""

from typing import Literal

from pairing.core.types import Pair, PlayerId, Result, Round
from pairing.core.unplayed import Unplayed

#: "notice": postponed, but forfeited by who gave no notice.
Away = Literal["notice", "postponed", "forfeited"]


def without_play(
    pair: Pair, round_: Round, away: Away, gone: frozenset[PlayerId] = frozenset()
) -> Result | None:
    """The result of a game of the round to be paired; None: both are there, so it is played.

    Who is `gone` for good loses by forfeit, whatever the competition decided for those `away`.
    """
    missing = {pair.white, pair.black} - round_.taking_part()
    if not missing:
        return None
    silent = {one for one in missing if round_.unplayed.get(one) is Unplayed.NO_NOTICE}
    by_option = {"notice": silent, "postponed": set[PlayerId](), "forfeited": missing}
    losers = missing & gone or by_option[away]
    if not losers:
        return Result.UNFINISHED
    if len(losers) == 2:
        return Result.BOTH_LOSE_FORFEIT
    return Result.BLACK_WINS_FORFEIT if pair.white in losers else Result.WHITE_WINS_FORFEIT
