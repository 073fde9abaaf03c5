"""A member's own page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from clubcomp.flow.plans import plan_now
from clubcomp.flow.presence import is_asked
from clubcomp.flow.standings import cached_rows
from clubcomp.flow.taking_part import closes_at, coming_to, evenings_of, why_not_by_oneself
from clubcomp.models import Club, Entry, Evening, Player, TrailEntry
from clubcomp.models.plans import COMING, Plan
from clubcomp.pages.mine import Meeting, last_meeting
from clubcomp.pages.own_result import OwnResult
from clubcomp.pages.rounds import RoundOnRecord, last_round
from clubcomp.pages.schedule import Upcoming, to_come

#: How many evenings and how many lines of the log are shown.
EVENINGS, WORDS = 6, 10


@dataclass(frozen=True)
class MyEvening:
    """An evening to come, and what I do there.

    `refusal`: why only the leader can change my plan now. `shown` is the game that is being played,
    `own` what I may do with its result, `meeting` when I last met my opponent. `expected`: for a
    reserve who can help, how many come without them. `to_come`: my rounds in a fixed schedule.
    """

    entry: Entry
    evening: Evening
    plan: Plan
    refusal: str
    shown: RoundOnRecord | None
    expected: int | None = None
    own: OwnResult | None = None
    meeting: Meeting | None = None
    to_come: Sequence[Upcoming] = ()

    @property
    def comes(self) -> bool:
        """Whether I come, at least for a part."""
        return self.plan.status in COMING

    @property
    def is_asked(self) -> bool:
        """Whether I have to say if I come, because I only come now and then."""
        return is_asked(self.evening.competition, self.entry, self.plan)

    @property
    def is_wanted(self) -> bool:
        """Whether I am a reserve, and an odd number comes without me."""
        return bool(self.expected and self.expected % 2)

    @property
    def closes_at(self) -> datetime | None:
        """Until when I can say so myself; None: until I am paired."""
        return closes_at(self.evening)


def my_evening(evening: Evening, entry: Entry) -> MyEvening:
    """An evening as the player of this entry sees it."""
    last = own = meeting = None
    if evening.is_open:
        # The entry from the cached rows, so that it has the same player object as the boards.
        visitor = cached_rows(evening.competition).entries.get(entry.pk, entry)
        last = last_round(evening.competition, evening, visitor)
        own = OwnResult.of(evening.competition, last, entry.player)
        if last and last.my_board:
            meeting = last_meeting(evening.competition, last, last.my_board)
    plan, expected = plan_now(evening, entry), None
    is_waiting = plan.is_reserve and plan.status not in COMING
    if is_waiting and not why_not_by_oneself(evening, entry, at_any_time=True):
        expected = len(coming_to(evening))
    refusal = why_not_by_oneself(evening, entry)
    rounds = [round_ for round_ in to_come(evening.competition, entry) if round_.evening == evening]
    return MyEvening(entry, evening, plan, refusal, last, expected, own, meeting, rounds)


def my_next_evenings(player: Player) -> list[MyEvening]:
    """The next evenings of a player in all competitions, those being played first."""
    coming = sorted(evenings_of(player), key=lambda pair: not pair[0].is_open)
    return [my_evening(evening, entry) for evening, entry in coming[:EVENINGS]]


def own_words(club: Club, player: Player) -> list[TrailEntry]:
    """What the player did last themselves, from the log."""
    lines = TrailEntry.objects.filter(club=club, by_player=player)
    return list(lines.select_related("competition", "evening").order_by("-pk")[:WORDS])
