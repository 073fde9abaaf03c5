"""Who comes or goes with the next game of the evening, and who may not be there at all?"""

from dataclasses import dataclass

from django.db.models import Q

from clubcomp.models import Attendance, Entry, Game
from clubcomp.views.progress import Progress
from pairing.core.types import Colour, Result


@dataclass(frozen=True)
class NextGame:
    """What differs from the game before, by the attendance plan.

    `no_shows` lost the last game by forfeit and are still marked as here.
    """

    joins: list[Entry]
    leaves: list[Entry]
    no_shows: list[Entry]

    @classmethod
    def of(cls, progress: Progress) -> "NextGame":
        """Before the game that follows the last one on record. One query."""
        number = progress.next_number
        gone = _lost_by_forfeit(progress.games)
        plans = Attendance.objects.filter(
            Q(from_game=number) | Q(until_game=number - 1) | Q(entry__in=gone),
            evening=progress.evening,
            status=Attendance.Status.PRESENT,
        )
        plans = list(plans.select_related("entry__player").order_by("entry__player__sort_key"))
        return cls(
            joins=[plan.entry for plan in plans if plan.from_game == number > 1],
            leaves=[plan.entry for plan in plans if plan.until_game == number - 1],
            no_shows=[
                plan.entry
                for plan in plans
                if plan.entry_id in gone and (plan.until_game is None or plan.until_game >= number)
            ],
        )


def _lost_by_forfeit(games: list[Game]) -> set[int]:
    """The entries that did not play the game that they were paired for."""
    found = set()
    for game in games:
        result = Result.parse(game.result)
        if result.is_forfeit:
            sides = ((Colour.WHITE, game.white_id), (Colour.BLACK, game.black_id))
            found |= {entry for colour, entry in sides if not result.score(colour)}
    return found
