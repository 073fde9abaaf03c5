"""Which ties of a standing were decided by hand, and why?"""

from collections.abc import Iterable
from itertools import groupby

from clubcomp.flow.standings import StandingLine
from clubcomp.models import Entry


def decided_in(lines: Iterable[StandingLine]) -> list[tuple[list[Entry], str]]:
    """Who, in their order, and the reason."""
    ties = groupby(lines, key=lambda line: (line.row.decided, line.row.points, line.row.group))
    return [([line.entry for line in level], why[0]) for why, level in ties if why[0]]
