"""Who changes group at the end: the first of a group go up, the last go down."""

from collections.abc import Iterable, Sequence

from clubcomp.flow.standings import StandingLine, cached_rows, standings_of
from clubcomp.models import Competition, Entry
from pairing.core.types import OVERALL


def groups_in(entries: Iterable[Entry]) -> list[str]:
    """The present groups of these players, the highest first; empty without groups."""
    return sorted({entry.group for entry in entries} - {""})


def decisive_scope(competition: Competition) -> str:
    """The scope of the final standings: all tempos together."""
    tempos = list(cached_rows(competition).tempos.values())
    return OVERALL if len(tempos) > 1 else tempos[0].key


def last_table(competition: Competition) -> list[StandingLine]:
    """The final standings: of all tempos and all groups together."""
    return standings_of(competition, decisive_scope(competition))


def changing_group(competition: Competition, lines: Sequence[StandingLine]) -> dict[int, str]:
    """The new group of those who are first or last in their group, by primary key of the entry.

    Guests and players who have left are not counted. At most half of a group goes up, or down.
    """
    names = groups_in(cached_rows(competition).entries.values())
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
