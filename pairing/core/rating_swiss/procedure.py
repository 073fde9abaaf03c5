"""The brackets from the highest to the last: C1, another pairing of the one above, the last one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pairing.core.both_brackets import Above, Below
from pairing.core.left_to_pair import with_bye
from pairing.core.matching import bits
from pairing.core.opening import first_suitable, most_pairs_above
from pairing.core.rating_swiss.bracket import Bracket
from pairing.core.rating_swiss.candidates import (
    Candidate,
    Level,
    first_candidate,
    first_of_list,
    is_possible,
    levels,
    pairs_at,
)
from pairing.core.rating_swiss.demands import demand_of_last, demands_of_bracket
from pairing.core.rating_swiss.field import Field
from pairing.core.system import CannotPair
from pairing.core.too_hard import too_hard
from pairing.core.work import TooMuchWork


@dataclass(frozen=True, slots=True)
class Settled:
    """A bracket that is done. `score`: of its own players, in half points. `removed`: the seats
    that C1 moved down before. `candidate` None: nobody could be paired, all move down.

    `steps`: what was done for it beyond its own list, in order, each with a number of players who
    then moved: "opened" and "reopened" (paired otherwise for the next bracket, or for the last),
    "helped" (the one above was), "failed" (that was sought in vain), "merged" (a bracket was
    added), "one_group" (all treated as homogeneous).
    """

    score: int
    bracket: Bracket
    removed: tuple[int, ...]
    candidate: Candidate | None
    steps: tuple[tuple[str, int], ...] = ()

    @property
    def left_over(self) -> tuple[int, ...]:
        """The seats that stayed unpaired here."""
        if self.candidate is None:
            return tuple(self.bracket.seats)
        return tuple(self.bracket.seats[player] for player in bits(self.candidate.unpaired))

    @property
    def moves_on(self) -> list[int]:
        """The seats that go to the next bracket."""
        return sorted((*self.removed, *self.left_over))


def pair_brackets(field: Field) -> list[Settled]:
    """All brackets from the highest, those included from which everybody moved down.

    CannotPair: "no_pairing", there is no pairing at all within B1 and B2; "too_hard".
    """
    groups: list[list[int]] = []
    for seat, card in enumerate(field.cards):
        if not groups or field.cards[groups[-1][0]].score != card.score:
            groups.append([])
        groups[-1].append(seat)
    procedure = _Procedure(field)
    incoming: list[int] = []
    try:
        for natives in groups[:-1]:
            incoming = procedure.pair(incoming, natives).moves_on
        procedure.pair_last(sorted(incoming + groups[-1]))
    except TooMuchWork:
        graph = with_bye(field.may_meet, field.may_be_free)
        raise too_hard(
            [card.id for card in field.cards], graph, procedure.at_hand, field.edition.steps.last
        ) from None
    return procedure.done


class _Procedure:
    """`done`: the brackets settled so far; later steps change the last of them. `at_hand`: the
    seats of the bracket that is being paired, and of the one above while that is opened."""

    def __init__(self, field: Field):
        self.field = field
        self.done: list[Settled] = []
        self.at_hand: list[int] = []

    def pair(self, incoming: list[int], natives: list[int]) -> Settled:
        """C1-C12 and fewer pairs for any bracket but the last."""
        steps: list[tuple[str, int]] = []
        while True:
            self.at_hand = [*incoming, *natives]
            lonely = self._lonely([*incoming, *natives])
            bracket = self._bracket(incoming, natives, lonely)
            candidate = None
            is_sound = not lonely & set(incoming)
            if is_sound or steps:
                candidate = first_of_list(bracket)
                is_sound = is_full(bracket, candidate) or not bracket.moved_down
            if not is_sound and not steps:
                opened = self._open(incoming, natives)
                if opened is None:
                    steps.append(("failed", len(incoming)))
                else:
                    incoming = opened
                    steps.append(("helped", len(incoming)))
                continue
            score = self.field.cards[natives[0]].score
            removed = tuple(sorted(lonely))
            self.done.append(Settled(score, bracket, removed, candidate, tuple(steps)))
            return self.done[-1]

    def _lonely(self, members: Sequence[int]) -> set[int]:
        """C1: those without a possible opponent among the others."""
        among = sum(1 << seat for seat in members)
        return {seat for seat in members if not self.field.may_meet[seat] & among}

    def _bracket(
        self, incoming: Sequence[int], natives: Sequence[int], lonely: set[int]
    ) -> Bracket:
        moved_down = [seat for seat in incoming if seat not in lonely]
        own = [seat for seat in natives if seat not in lonely]
        return Bracket(self.field, sorted(moved_down + own), len(moved_down))

    def _open(self, incoming: list[int], natives: list[int]) -> list[int] | None:
        """Let others move down from the bracket above, so that this one is fully pairable.

        Only pairings with as many pairs there as now; what has moved down to there stays. The
        bracket above is changed; who moves down to this one instead. None: that does not help.
        """
        above = self.done[-1] if self.done else None
        if above is None or above.candidate is None or not above.left_over:
            return None
        self.at_hand = sorted({*above.bracket.seats, *incoming, *natives})
        stay = list(above.removed)
        now = sum(1 << seat for seat in above.left_over)

        def suits(group: int) -> bool:
            if group == now:
                return False
            come = [*stay, *bits(group)]
            lonely = self._lonely([*come, *natives])
            if lonely.intersection(come):
                return False
            bracket = self._bracket(come, natives, lonely)
            return is_possible(bracket, next(levels(bracket)))

        level = above.candidate.level
        alone = self._lonely([*stay, *natives]).intersection(natives)
        demands = demands_of_bracket(_above(above.bracket, level), stay, natives, alone)
        found = _first_suitable(above.bracket, level, demands, suits)
        if found is None:
            return None
        self.done[-1] = replace(
            above, candidate=found, steps=(*above.steps, ("opened", len(above.left_over)))
        )
        return self.done[-1].moves_on

    def pair_last(self, members: list[int]) -> None:
        """The last bracket; the one above it is gone through again, then joined with it."""
        steps: list[tuple[str, int]] = []
        while True:
            self.at_hand = members
            bracket = self._last_bracket(members)
            candidate = first_of_list(bracket)
            if candidate is None and not self.done and not bracket.is_homogeneous:
                bracket = self._last_bracket(members, as_homogeneous=True)
                candidate = first_of_list(bracket)
                steps.append(("one_group", len(members)))
            if candidate is not None:
                score = self.field.cards[members[-1]].score
                self.done.append(Settled(score, bracket, (), candidate, tuple(steps)))
                return
            if not self.done:
                raise CannotPair("no_pairing", self.field.edition.steps.last)
            above = self.done.pop()
            if above.candidate is None:
                # Everybody there is here already.
                continue
            opened = self._reopen(above, members)
            if opened is not None:
                steps.append(("helped", len(opened.left_over)))
                self.done.append(opened)
                members = sorted({*members}.difference(above.left_over).union(opened.left_over))
            else:
                steps.append(("merged", above.bracket.size))
                members = sorted({*members}.union(above.bracket.seats))

    def _last_bracket(self, members: Sequence[int], as_homogeneous: bool = False) -> Bracket:
        """The last bracket, in which everybody above the lowest score moved down."""
        cards = self.field.cards
        lowest = cards[members[-1]].score
        moved_down = sum(cards[seat].score > lowest for seat in members)
        return Bracket(self.field, members, moved_down, True, as_homogeneous)

    def _reopen(self, above: Settled, members: Sequence[int]) -> Settled | None:
        """The first pairing of the bracket above, at any level, that lets the last be paired."""
        stay = set(members).difference(above.left_over)
        self.at_hand = sorted({*above.bracket.seats, *members})

        def suits(group: int) -> bool:
            bracket = self._last_bracket(sorted(stay.union(bits(group))))
            return is_possible(bracket, next(levels(bracket)))

        bracket = above.bracket
        cards = self.field.cards
        lowest = min((cards[seat].score for seat in stay), default=0)
        all_stay = sum(1 << seat for seat in stay)
        moved_down = sum(1 << seat for seat in stay if cards[seat].score > lowest)
        may_have_bye = self.field.may_be_free
        # With more pairs than this above, the last bracket is impossible whoever comes.
        spare = (len(stay) + bracket.size) % 2
        most = most_pairs_above(_above(bracket, Level(0, 0)), Below(all_stay, spare, may_have_bye))
        for level in levels(bracket):
            if pairs_at(bracket, level) > most:
                continue
            demand = demand_of_last(_above(bracket, level), all_stay, moved_down, may_have_bye)
            found = _first_suitable(bracket, level, [demand], suits)
            if found is not None:
                return replace(above, candidate=found, steps=(*above.steps, ("reopened", 0)))
        return None


def is_full(bracket: Bracket, candidate: Candidate | None) -> bool:
    """Whether a bracket was paired at its first level: as many pairs as there can be."""
    return candidate is not None and candidate.level == next(levels(bracket))


def _first_suitable(
    bracket: Bracket, level: Level, demands: Sequence[Below], suits: Callable[[int], bool]
) -> Candidate | None:
    """The first pairing of a bracket at a level whose leavers suit the one below."""
    first = partial(first_candidate, bracket, level)
    return first_suitable(_above(bracket, level), demands, first, suits)


def _above(bracket: Bracket, level: Level) -> Above:
    """A bracket as the one below it looks at it."""
    return Above(
        bracket.field.may_meet, bracket.seats, pairs_at(bracket, level), level.movers, level.movers
    )
