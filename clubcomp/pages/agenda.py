"""The evenings to come, each with what the reader does there: the calendar by months."""

from collections.abc import Sequence
from datetime import date as Date
from typing import NamedTuple

from django.utils import timezone

from clubcomp.flow.standings import cached_rows
from clubcomp.models import Entry, Evening
from clubcomp.models.plans import Plan, plans_of_entries
from clubcomp.pages.rounds import RoundOnRecord, last_round
from clubcomp.pages.schedule import Upcoming, to_come


class Item(NamedTuple):
    """An evening to come, and what the reader does there.

    `entry` is the reader's, if they belong to the evening; `plan` is whether they come, where it is
    certain that the reader is this player. `shown` is the last round of an evening that is open,
    `to_come` are the reader's rounds in a fixed schedule.
    """

    evening: Evening
    entry: Entry | None = None
    plan: Plan | None = None
    shown: RoundOnRecord | None = None
    to_come: Sequence[Upcoming] = ()

    @property
    def date(self) -> Date | None:
        """The day of the evening, by which the calendar is divided."""
        return self.evening.date

    @property
    def is_on(self) -> bool:
        """Whether it is being played: it may be opened days ahead, to take attendance."""
        begun = self.date is None or self.date <= timezone.localdate()
        return self.evening.is_open and begun

    @property
    def is_mine_now(self) -> bool:
        """Whether the reader has a board, or a bye, at this very moment."""
        return self.shown is not None and bool(self.shown.my_board or self.shown.my_bye)


def agenda_of(evenings: Sequence[Evening], player: int | None, *, is_own: bool) -> list[Item]:
    """These evenings as this player reads them, or (None) as a reader who is no player.

    Only the player reads whether they come (`is_own`: the reader is certainly this player). At most
    two queries, besides the rows of the competitions that the player is in.
    """
    entries = _entries_of(player, evenings) if player else {}
    mine = {
        evening.pk: entry
        for evening in evenings
        if (entry := entries.get(evening.competition_id)) and entry.belongs_to(evening.number)
    }
    own = [evening for evening in evenings if evening.pk in mine]
    plans = plans_of_entries({entry.pk for entry in mine.values()}, own) if is_own and own else {}
    firsts = {evening.competition_id: evening for evening in reversed(own)}
    coming = {pk: to_come(first.competition, mine[first.pk]) for pk, first in firsts.items()}
    items = []
    for evening in evenings:
        entry, shown = mine.get(evening.pk), None
        if entry is None:
            items.append(Item(evening))
            continue
        if evening.is_open:
            # The entry from the cached rows has the same player object as the boards.
            visitor = cached_rows(evening.competition).entries.get(entry.pk, entry)
            shown = last_round(evening.competition, evening, visitor)
        rounds = [round_ for round_ in coming[evening.competition_id] if round_.evening == evening]
        plan = plans[evening.pk].get(entry.pk, Plan()) if is_own else None
        items.append(Item(evening, entry, plan, shown, rounds))
    return items


def _entries_of(player: int, evenings: Sequence[Evening]) -> dict[int, Entry]:
    """The player's entries by competition, each with its player. One query."""
    competitions = {evening.competition_id for evening in evenings}
    entries = Entry.objects.filter(player=player, competition__in=competitions)
    return {entry.competition_id: entry for entry in entries.select_related("player")}
