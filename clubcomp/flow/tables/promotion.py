"""Which players change group at the end? The first of a group go up, the last go down."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubcomp.flow.competitions.start_order import NewNumber, apply_numbers
from clubcomp.flow.errors import StepError
from clubcomp.flow.standings import StandingLine, cached_rows, decisive_scope, standings_of
from clubcomp.models import Competition, Entry, Player


def last_table(competition: Competition) -> list[StandingLine]:
    """The final standings: of all tempos and all groups together."""
    return standings_of(competition, decisive_scope(competition))


@dataclass(frozen=True, slots=True)
class EdgePlaces:
    """Players of a group who share the place at its edge: `count` of them change to the group `to`,
    and the table does not say which. In the order of their start numbers."""

    group: str
    to: str
    place: int
    count: int
    entries: tuple[Entry, ...]

    @property
    def goes_up(self) -> bool:
        """Whether they go up, and not down."""
        return self.to < self.group


def level_at_edges(competition: Competition, lines: Sequence[StandingLine]) -> list[EdgePlaces]:
    """The edges where level places leave open who changes group; none before the first round."""
    if not any(line.row.games for line in lines):
        return []
    names = cached_rows(competition).groups
    edges = []
    for at, name in enumerate(names):
        own = [
            line
            for line in lines
            if line.row.group == name and line.entry.left is None and not line.entry.guest
        ]
        most = len(own) // 2
        ups = min(competition.goes_up, most) if at else 0
        downs = min(competition.goes_down, most) if name != names[-1] else 0
        for cut, to in ((ups, names[at - 1]), (len(own) - downs, names[(at + 1) % len(names)])):
            if not 0 < cut < len(own) or own[cut - 1].place != own[cut].place:
                continue
            level = [line for line in own if line.place == own[cut].place]
            above = cut - own.index(level[0])
            count = above if to < name else len(level) - above
            entries = tuple(line.entry for line in level)
            edges.append(EdgePlaces(name, to, own[cut].place or 0, count, entries))
    return edges


def changing_group(competition: Competition, lines: Sequence[StandingLine]) -> dict[int, str]:
    """The new group of the first and last players of each group, by primary key of the entry.

    Guests and players who have left are not counted. At most half of a group goes up, or down.
    """
    names = cached_rows(competition).groups
    entries = [(line.row.group, line.entry) for line in lines]
    staying = [(group, e.pk) for group, e in entries if e.left is None and not e.guest]
    changes: dict[int, str] = {}
    for at, name in enumerate(names):
        own = [pk for group, pk in staying if group == name]
        most = len(own) // 2
        up = own[: min(competition.goes_up, most)] if at else []
        down = own[len(own) - min(competition.goes_down, most) :]
        changes |= dict.fromkeys(up, names[at - 1])
        changes |= dict.fromkeys(down if name != names[-1] else [], names[(at + 1) % len(names)])
    return changes


def number_by_table(competition: Competition, follows: Competition) -> None:
    """Set start numbers in the order of the table of an earlier competition, inside a step."""
    if follows.club_id != competition.club_id:
        raise StepError(_("“%(competition)s” is not running here."), competition=follows)
    if competition.abilities.start_numbers != "rating":
        raise StepError(_("Under this system the start order is not that of a table."))
    number_as_in(competition, [line.entry.player for line in last_table(follows)])


def number_as_in(competition: Competition, order: Sequence[Player]) -> None:
    """Set start numbers in this order; players who are not in it come last, by rating. For use
    inside a step."""
    ranks = {player.pk: rank for rank, player in enumerate(order)}
    entries = competition.entries.select_related("player")
    numbered = sorted(
        entries, key=lambda entry: (ranks.get(entry.player_id, len(ranks)), entry.start)
    )
    apply_numbers(NewNumber(entry, entry.start, at) for at, entry in enumerate(numbered, start=1))
