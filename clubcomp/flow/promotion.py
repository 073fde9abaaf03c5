"""Who changes to another group at the end: the first of a group go up, the last go down."""

from collections.abc import Iterable, Sequence

from clubcomp.flow.standings import StandingLine, cached_rows, standings_of
from clubcomp.models import Competition, Entry
from pairing.core.types import OVERALL


def groups_in(entries: Iterable[Entry]) -> list[str]:
    """The groups that these play in now, the highest first; empty where there are none."""
    return sorted({entry.group for entry in entries} - {""})


def decisive_scope(competition: Competition) -> str:
    """Which standing the competition ends with: that of all tempos."""
    tempos = list(cached_rows(competition).tempos.values())
    return OVERALL if len(tempos) > 1 else tempos[0].key


def last_table(competition: Competition) -> list[StandingLine]:
    """The standing that the competition ends with: of all tempos, of all groups."""
    return standings_of(competition, decisive_scope(competition))


def changing_group(competition: Competition, lines: Sequence[StandingLine]) -> dict[int, str]:
    """The group that the first and the last of each in a standing change to, by entry.

    Guests and who has left change nothing. Of a small group half goes up, or down, at most.
    """
    names = groups_in(cached_rows(competition).entries.values())
    found: dict[int, str] = {}
    for at, name in enumerate(names):
        own = [line.entry.pk for line in lines if line.row.group == name and _stays(line.entry)]
        most = len(own) // 2
        up = own[: min(competition.goes_up, most)] if at else []
        down = own[len(own) - min(competition.goes_down, most) :]
        found |= dict.fromkeys(up, names[at - 1])
        found |= dict.fromkeys(down if name != names[-1] else [], names[(at + 1) % len(names)])
    return found


def _stays(entry: Entry) -> bool:
    return entry.left is None and not entry.guest
