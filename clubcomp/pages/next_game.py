"""Who joins or leaves with the next game of the evening, and who may not be there at all."""

from dataclasses import dataclass

from clubcomp.flow.presence import who_belongs
from clubcomp.models import Attendance, Entry
from clubcomp.models.plans import COMING, Plan, plans_of
from clubcomp.pages.progress import Progress
from clubcomp.words.attendance import in_one_game

PRESENT = Attendance.Status.PRESENT


@dataclass(frozen=True)
class NextGame:
    """What changes with the next game, by the attendance plan.

    `otherwise` are those who do something else in just this game, by the words for it, such as
    "half-point bye in round 2". `no_shows` lost the last game by forfeit and are still marked
    present.
    """

    joins: list[Entry]
    leaves: list[Entry]
    otherwise: dict[str, list[Entry]]
    no_shows: list[Entry]

    @classmethod
    def of(cls, progress: Progress) -> "NextGame":
        """Before the game that follows the last one on record. Four queries."""
        number, evening = progress.next_number, progress.evening
        absent = {entry for game in progress.games for entry in game.no_shows}
        plans = plans_of(evening)
        entries = who_belongs(evening, plans)
        present = [entry for entry in entries if plans.get(entry.pk, Plan()).status == PRESENT]
        now = {entry.pk for entry in present if plans[entry.pk].is_present_in(number)}
        before = {entry.pk for entry in present if plans[entry.pk].is_present_in(number - 1)}
        otherwise: dict[str, list[Entry]] = {}
        for entry in present:
            status = dict(plans[entry.pk].in_games).get(number, PRESENT)
            if status not in COMING:
                otherwise.setdefault(in_one_game(evening, number, status), []).append(entry)
        named = {entry.pk for entries in otherwise.values() for entry in entries}
        return cls(
            joins=[entry for entry in present if number > 1 and entry.pk in now - before],
            leaves=[entry for entry in present if entry.pk in before - now - named],
            otherwise=otherwise,
            no_shows=[entry for entry in present if entry.pk in absent & now],
        )
