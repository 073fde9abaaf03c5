"""Who may move down from a bracket, so that the one below it can be paired in full?

A graph of both brackets (`pairing.swiss.both_brackets`) holds that everybody is paired. It cannot
hold C1: a player of the bracket below who can meet nobody there moves down before it is paired,
but only if nobody comes whom they could meet. So the cases are told apart: who of these players
stays alone, which bars those they could meet from coming. Almost every case is seen to be
impossible at once, by one matching.
"""

from collections.abc import Iterable, Sequence

from pairing.matching.budget import count_branch
from pairing.swiss.both_brackets import Above, Below, BothBrackets

#: How many cases are looked at; beyond that only what holds in all of them is asked.
_MANY = 200


def demands_of_bracket(
    above: Above, stay: Sequence[int], residents: Sequence[int], alone: Iterable[int]
) -> list[Below]:
    """C12 and C13's predecessors: the bracket below must be full at its first level.

    All are seats of the roster. `stay`: players who came down to it from further above;
    `residents`: its own players; `alone`: those of them who can meet none of both.
    """
    cases = _Cases(above, stay, residents, alone)
    if cases.decide():
        return cases.possible
    # There are too many cases: only bound how many need not be paired.
    others = sum(1 << seat for seat in (*stay, *residents))
    size = others.bit_count() + above.downfloaters
    spare = min(size, cases.number_alone + (size - cases.number_alone) % 2)
    return [Below(others, spare, -1, not_alone=cases.not_alone)]


def demand_of_last(above: Above, stay: int, moved_down: int, may_have_bye: int) -> Below:
    """The same of the last bracket: everybody is paired but one, who may have the bye.

    All are sets of seats; `moved_down`: those of `stay` who are not of the lowest score.
    """
    come = above.downfloaters
    spare = (stay.bit_count() + above.size) % 2
    is_heterogeneous = 2 * (moved_down.bit_count() + come) < stay.bit_count() + come
    return Below(
        stay,
        spare,
        may_have_bye,
        apart=moved_down if is_heterogeneous else 0,
        comers_apart=is_heterogeneous,
    )


class _Cases:
    """Which of the residents who can meet none of the others there stay alone?

    Those who could meet the same players of the bracket above are alone together.
    """

    def __init__(
        self, above: Above, stay: Sequence[int], residents: Sequence[int], alone: Iterable[int]
    ):
        self.above = above
        self.stay = sum(1 << seat for seat in stay)
        from_above = above.seats_of(above.everybody)
        by_opponents: dict[int, int] = {}
        self.number_alone = 0
        for seat in sorted(alone):
            self.number_alone += 1
            opponents = above.may_meet[seat] & from_above
            by_opponents[opponents] = by_opponents.get(opponents, 0) | 1 << seat
        surely = by_opponents.pop(0, 0)
        self.not_alone = self.stay | from_above
        self.members = self.stay | sum(1 << seat for seat in residents) & ~surely
        self.kinds = sorted(by_opponents.items(), key=lambda kind: -kind[0].bit_count())
        self.possible: list[Below] = []
        self.tried = 0

    def decide(self, first: int = 0, alone: int = 0, barred: int = 0) -> bool:
        """Go through the cases for the kinds from the first on; False: there are too many."""
        self.tried += 1
        count_branch(len(self.above.seats))
        if self.tried > _MANY:
            return False
        others = self.members & ~alone
        size = others.bit_count() + self.above.downfloaters
        if size < 2:
            return True
        undecided = sum(seats for _, seats in self.kinds[first:])
        surely = size - undecided.bit_count()
        is_heterogeneous = 2 * (self.stay.bit_count() + self.above.downfloaters) < surely
        apart = self.stay if is_heterogeneous else 0
        spare = 1 if undecided else size % 2
        case = Below(
            others, spare, -1, apart, is_heterogeneous, barred, undecided, not_alone=self.not_alone
        )
        if BothBrackets(self.above, case, self.above.everybody).most_pairs < self.above.pairs:
            return True
        if not undecided:
            self.possible.append(case)
            return True
        opponents, seats = self.kinds[first]
        return self.decide(first + 1, alone, barred) and self.decide(
            first + 1, alone | seats, barred | opponents
        )
