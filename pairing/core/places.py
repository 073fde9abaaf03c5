"""Which number has a seat of the field within its bracket? Sets of seats as sets of players."""

from collections.abc import Sequence


class Places:
    """The seats of a bracket in order; a player's number is his place among them, from 0."""

    def __init__(self, seats: Sequence[int]):
        self.seats = seats
        # Seats as runs without a gap: first seat, a mask of the length, place of the first.
        self._runs: list[tuple[int, int, int]] = []
        begin = 0
        for place in range(1, len(seats) + 1):
            if place == len(seats) or seats[place] != seats[place - 1] + 1:
                self._runs.append((seats[begin], (1 << (place - begin)) - 1, begin))
                begin = place

    def local(self, seats: int) -> int:
        """A set of seats of the field as players of the bracket."""
        return sum((seats >> first & length) << place for first, length, place in self._runs)

    def rows(self, rows: Sequence[int]) -> list[int]:
        """Sets of seats by seat of the field as sets of players by player."""
        if len(self._runs) == 1:
            first, length, _ = self._runs[0]
            return [rows[seat] >> first & length for seat in self.seats]
        return [self.local(rows[seat]) for seat in self.seats]
