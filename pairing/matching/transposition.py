"""Everybody in one group meets somebody in the other: which of these pairings comes first?

The groups are equally large. The first are rows, the second columns; bit `c` of `rows[r]` says
that r may get column c. First means lexicographically: row 0 gets the lowest column with which
all others can still be served, then row 1, and so on. One assignment is kept and changed along
alternating paths, so that nothing is ever tried twice.
"""

from collections.abc import Sequence

from pairing.matching.perfect import bits

_NOBODY = -1


def first_assignment(rows: Sequence[int], deciding: int) -> list[int] | None:
    """A different column for every row, or None: impossible. As many columns as rows.

    Lexicographically first in the first `deciding` rows; how the others share what is left
    does not matter.
    """
    width = max((row.bit_length() for row in rows), default=0)
    column_of = [_NOBODY] * len(rows)
    owner = [_NOBODY] * width
    left = free = (1 << width) - 1
    waiting = []
    for row, columns in enumerate(rows):
        open_ = columns & free
        if open_:
            lowest = open_ & -open_
            free ^= lowest
            column_of[row] = column = lowest.bit_length() - 1
            owner[column] = row
        else:
            waiting.append(row)
    for row in waiting:
        end = _serve(rows, owner, column_of, row, free, left)
        if end == _NOBODY:
            return None
        free ^= 1 << end
    left &= ~free
    for row in range(deciding):
        _lower(rows, owner, column_of, row, left)
        left ^= 1 << column_of[row]
    return column_of


def _lower(
    rows: Sequence[int], owner: list[int], column_of: list[int], row: int, left: int
) -> None:
    """Give `row` the lowest of the columns `left` with which the others keep one; in place."""
    own = column_of[row]
    lower = rows[row] & left & ((1 << own) - 1)
    released = 0
    for column in bits(lower):
        holder = owner[column]
        if rows[holder] >> own & 1:
            owner[own], column_of[holder] = holder, own
        else:
            if not released:
                released = _released(rows, owner, own, left)
            if not released >> column & 1:
                continue
            _serve(rows, owner, column_of, holder, 1 << own, left & ~(1 << column))
        owner[column], column_of[row] = row, column
        return


def _released(rows: Sequence[int], owner: list[int], own: int, left: int) -> int:
    """The columns whose owners could all shift so that `mine` is used instead."""
    released = 1 << own
    asking = [(1 << column, rows[owner[column]]) for column in bits(left ^ released)]
    while True:
        still = []
        for column, others in asking:
            if others & released:
                released |= column
            else:
                still.append((column, others))
        if len(still) == len(asking):
            return released
        asking = still


def _serve(
    rows: Sequence[int], owner: list[int], column_of: list[int], root: int, free: int, within: int
) -> int:
    """Give `root` a column by an alternating path to a free one; that free column, or nobody."""
    came_from: dict[int, int] = {}
    unseen = within
    queue = [root]
    for row in queue:
        reached = rows[row] & unseen
        ends = reached & free
        if ends:
            end = column = (ends & -ends).bit_length() - 1
            while True:
                before = column_of[row]
                column_of[row] = column
                owner[column] = row
                if row == root:
                    return end
                column = before
                row = came_from[column]
        unseen &= ~reached
        for column in bits(reached):
            came_from[column] = row
            queue.append(owner[column])
    return _NOBODY
