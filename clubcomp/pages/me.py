"""What does a member's own page show?"""

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

#: So many evenings and own words are shown.
EVENINGS, WORDS = 6, 10


@dataclass(frozen=True)
class MyEvening:
    """An evening to come with what I do there.

    `refusal`: why only the leader can say something else now; `shown`: the game that is on, `own`
    what I can do with its result, `meeting` when my opponent and I met last; `expected`: for a
    reserve who can help, how many come without; `to_come`: what a schedule has for me there.
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
        """Whether I come, for a part at least."""
        return self.plan.status in COMING

    @property
    def is_asked(self) -> bool:
        """Whether nobody knows if I come: I come now and then, and said nothing."""
        return is_asked(self.evening.competition, self.entry, self.plan)

    @property
    def is_wanted(self) -> bool:
        """Whether I am a reserve, and an odd number comes without me."""
        return bool(self.expected and self.expected % 2)

    @property
    def closes_at(self) -> datetime | None:
        """Until when I can say it by myself; None: until I am paired."""
        return closes_at(self.evening)


def my_evening(evening: Evening, entry: Entry) -> MyEvening:
    """An evening as the player of this entry sees it."""
    shown = own = meeting = None
    if evening.is_open:
        # The rows that are kept know the player by the same row as the boards do.
        visitor = cached_rows(evening.competition).entries.get(entry.pk, entry)
        shown = last_round(evening.competition, evening, visitor)
        own = OwnResult.of(evening.competition, shown, entry.player)
        if shown and shown.my_board:
            meeting = last_meeting(evening.competition, shown, shown.my_board)
    plan, expected = plan_now(evening, entry), None
    is_waiting = plan.is_reserve and plan.status not in COMING
    if is_waiting and not why_not_by_oneself(evening, entry, at_any_time=True):
        expected = len(coming_to(evening))
    refusal = why_not_by_oneself(evening, entry)
    coming = [one for one in to_come(evening.competition, entry) if one.evening == evening]
    return MyEvening(entry, evening, plan, refusal, shown, expected, own, meeting, coming)


def my_next_evenings(player: Player) -> list[MyEvening]:
    """The next evenings of a player in all competitions, those being played first."""
    coming = sorted(evenings_of(player), key=lambda one: not one[0].is_open)
    return [my_evening(evening, entry) for evening, entry in coming[:EVENINGS]]


def own_words(club: Club, player: Player) -> list[TrailEntry]:
    """What the player did last by himself, as the log has it."""
    lines = TrailEntry.objects.filter(club=club, by_player=player)
    return list(lines.select_related("competition", "evening").order_by("-pk")[:WORDS])
