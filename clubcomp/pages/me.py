"""What does a member's own page show?"""

from dataclasses import dataclass

from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Entry, Evening, Player
from clubcomp.pages.rounds import RoundOnRecord, current_evening, last_round


@dataclass(frozen=True)
class MyCompetition:
    """A competition of mine, with the evening that is on or comes next."""

    entry: Entry
    evening: Evening | None
    shown: RoundOnRecord | None

    @property
    def competition(self) -> Competition:
        """The competition."""
        return self.entry.competition

    @property
    def has_bye(self) -> bool:
        """Whether I have no opponent in the game that is on."""
        return bool(self.shown and self.shown.bye and self.shown.bye.is_visitors)


def competitions_of_player(player: Player) -> list[MyCompetition]:
    """The competitions of a player, those with an evening to come first."""
    entries = player.entries.select_related("competition__club", "player").order_by("-pk")
    mine = [_with_evening(entry) for entry in entries]
    return sorted(mine, key=lambda one: one.evening is None)


def _with_evening(entry: Entry) -> MyCompetition:
    competition = entry.competition
    evening = current_evening(competition)
    if evening is None or not entry.belongs_to(evening.number):
        return MyCompetition(entry, None, None)
    # The rows that are kept know the player by the same name as the boards do.
    visitor = cached_rows(competition).entries.get(entry.pk, entry)
    shown = last_round(competition, evening, visitor) if evening.is_open else None
    return MyCompetition(entry, evening, shown)
