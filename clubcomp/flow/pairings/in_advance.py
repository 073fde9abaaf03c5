"""Which boards of the next game are certain before the last results are in? Only reads."""

from collections.abc import Sequence

from django.core.cache import cache

from clubcomp.flow.pairings.proposal import to_be_paired
from clubcomp.flow.pairings.turns import paired_each_in_passing
from clubcomp.models import Evening, Game
from pairing.core.in_advance import InAdvance, in_advance

#: With more open games there are too many combinations (729 of six).
MOST_OPEN = 6


def next_in_advance(evening: Evening, number: int, still_open: Sequence[Game]) -> InAdvance | None:
    """What is certain of game `number` with the players who are here now; None where nobody is, or
    it is too early. Cached for the version of the competition, once every result was tried."""
    if not 0 < len(still_open) <= MOST_OPEN:
        return None
    competition = evening.competition
    key = f"in-advance:{evening.pk}:{number}:{competition.version}"
    known: InAdvance | None = cache.get(key)
    if known is None:
        abilities = competition.abilities
        snapshot = to_be_paired(evening, number)
        if snapshot is None:
            return None
        known = in_advance(
            snapshot,
            (evening.number, number - 1),
            [game.board for game in still_open],
            paired_each_in_passing,
            # A cup fixes only which winners meet, so its games are not known from the schedule.
            by_schedule=abilities.schedule_is_fixed and not abilities.knocks_out,
        )
        if known.is_complete:
            cache.set(key, known)
    return known
