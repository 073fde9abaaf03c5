"""The brackets from the highest to the last: C1, C2, C12, C13 and C14."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pairing.core.both_brackets import Above, Below
from pairing.core.left_to_pair import with_bye
from pairing.core.matching import bits
from pairing.core.opening import first_suitable, most_pairs_above
from pairing.core.system import CannotPair
from pairing.core.too_hard import too_hard
from pairing.core.work import TooMuchWork
from pairing.systems.knsb_rating.bracket import Bracket
from pairing.systems.knsb_rating.candidates import (
    Candidate,
    can_pair_movers,
    first_candidate,
    is_possible,
)
from pairing.systems.knsb_rating.field import Field


@dataclass(frozen=True, slots=True)
class Settled:
    """A bracket that is done. `score`: of its own players, in half points. `removed`: the seats
    that C1 moved down before.

    `pairs`, `movers`, `x` and `z` are P1, M1 (0 when treated as homogeneous), X1 and Z1 with
    which it was paired. `steps`: what was needed for it, as codes with numbers, in order.
    `candidate` None: the whole bracket moves down.
    """

    score: int
    bracket: Bracket
    removed: tuple[int, ...]
    pairs: int
    movers: int
    x: int
    z: int
    candidate: Candidate | None
    steps: tuple[tuple[str, int], ...]

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


@dataclass(slots=True)
class _Task:
    """A bracket to be paired. `incoming`: those moved down, `natives`: the others.

    `may_open`: whether C12 may still be used (N24, N26). `removed`: whom C1 has moved down.
    """

    incoming: list[int]
    natives: list[int]
    is_last: bool
    is_merged: bool = False
    may_open: bool = True
    removed: list[int] = field(default_factory=list)
    steps: list[tuple[str, int]] = field(default_factory=list)

    def replaced(self, leave: Iterable[int], come: Iterable[int]) -> list[int]:
        """Those moved down, with some others instead of some."""
        return sorted(set(self.incoming).difference(leave).union(come))


def pair_brackets(players: Field) -> tuple[list[Settled], list[Settled]]:
    """All brackets with their pairs, the highest first, and those that moved down whole.

    CannotPair: "no_pairing", there is no pairing at all within B1 and B2; "too_hard".
    """
    done: list[Settled] = []
    dissolved: list[Settled] = []
    groups: list[list[int]] = []
    for seat, card in enumerate(players.cards):
        if not groups or players.cards[groups[-1][0]].score != card.score:
            groups.append([])
        groups[-1].append(seat)
    incoming: list[int] = []
    procedure = _Procedure(players, done)
    try:
        for natives in groups[:-1]:
            settled = procedure.pair(_Task(incoming, natives, is_last=False))
            if settled is None:
                raise AssertionError("only the last bracket can be impossible")
            incoming = settled.moves_on
            (dissolved if settled.candidate is None else done).append(settled)
        done.append(procedure.pair_last(_Task(incoming, groups[-1], is_last=True)))
    except TooMuchWork:
        graph = with_bye(players.may_meet, players.may_be_free)
        raise too_hard(
            [card.id for card in players.cards], graph, procedure.at_hand, "C13"
        ) from None
    return done, dissolved


def _above(bracket: Bracket, pairs: int, movers: int) -> Above:
    """A bracket as C12 and C13 look at it."""
    return Above(bracket.field.may_meet, bracket.seats, pairs, movers, bracket.moved_down)


class _Procedure:
    """`done`: the brackets settled so far; C12 and C13 change the last of them. `at_hand`: the
    seats of the bracket that is being paired, and of the one above while that is opened."""

    def __init__(self, players: Field, done: list[Settled]):
        self.field = players
        self.done = done
        self.at_hand: list[int] = []

    def pair(self, task: _Task) -> Settled | None:
        """C1-C12 and C14 for one bracket. None: C13 must open the one above (last bracket)."""
        members = sorted(task.incoming + task.natives)
        self.at_hand = list(members)
        passed: set[int] = set()
        # C1: nobody may be without any opponent.
        while True:
            lonely = [seat for seat in self._lonely(members) if seat not in passed]
            if not lonely:
                break
            first = lonely[0]
            if first in task.incoming:
                moved_down = sum(seat in task.incoming for seat in members)
                opened = self._open(task, len(members) // 2, moved_down)
                if opened is not None:
                    return opened
                if task.is_last:
                    passed.add(first)
                    continue
            elif task.is_last:
                if not self._may_stay_over(lonely, members):
                    return None
                passed.add(first)
                continue
            members.remove(first)
            task.removed.append(first)
        return self._after_c1(task, members)

    def _after_c1(self, task: _Task, members: list[int]) -> Settled | None:
        """C2-C14 for the players whom C1 left."""
        moved_down = sum(seat in task.incoming for seat in members)
        bracket = Bracket(self.field, members, moved_down, task.is_last, task.is_merged)
        pairs, (x, z) = bracket.most_pairs, bracket.least_against_colour()
        movers = 0 if bracket.is_homogeneous else moved_down
        score, removed = self._score(task), tuple(task.removed)
        opens = moved_down > 0
        while pairs or task.is_last:
            candidate = first_candidate(bracket, pairs, movers)
            if candidate is not None:
                steps = tuple(task.steps)
                return Settled(score, bracket, removed, pairs, movers, x, z, candidate, steps)
            if opens:
                opened = self._open(task, pairs, movers or moved_down)
                if opened is not None:
                    return opened
            if movers and (task.is_last or not can_pair_movers(bracket, movers)):
                # C14b2
                movers -= 1
                task.steps.append(("movers", movers))
                if not movers:
                    opens = False
                    pairs, (x, z) = bracket.most_pairs, bracket.least_against_colour()
            elif task.is_last:
                return None
            else:
                # C14a, C14b1
                pairs, x, z = pairs - 1, max(0, x - 1), max(0, z - 1)
                task.steps.append(("pairs", pairs))
        return Settled(score, bracket, removed, 0, 0, x, z, None, tuple(task.steps))

    def _score(self, task: _Task) -> int:
        """The score of the bracket's own players."""
        return self.field.cards[task.natives[-1]].score

    def _lonely(self, members: Sequence[int]) -> list[int]:
        """Those without an opponent among the others, in A2 order."""
        among = sum(1 << seat for seat in members)
        return [seat for seat in members if not self.field.may_meet[seat] & among]

    def _may_stay_over(self, natives: Sequence[int], members: Sequence[int]) -> bool:
        """N23: one native without an opponent in an odd last bracket can simply have the bye."""
        return (
            len(members) % 2 == 1
            and len(natives) == 1
            and self.field.may_be_free >> natives[0] & 1 == 1
        )

    def _open(self, task: _Task, pairs: int, movers: int) -> Settled | None:
        """C12: let an equal other group move down from the bracket above, if that helps.

        On success the bracket above is changed and this one settled (N13).
        """
        if task.is_merged or not task.may_open or not self.done:
            return None
        above = self.done[-1]
        leaving = above.left_over
        if above.candidate is None or not leaving:
            return None
        self.at_hand = sorted({*above.bracket.seats, *task.incoming, *task.natives})
        cards = self.field.cards
        scores = sorted(cards[seat].score for seat in leaving)
        now = sum(1 << seat for seat in leaving)
        # Whom C1 has moved down is no longer here; who comes from above is exchanged anyway.
        gone = [seat for seat in task.removed if seat not in leaving]
        stay = [seat for seat in task.replaced(leaving, ()) if seat not in gone]
        natives = [seat for seat in task.natives if seat not in gone]

        def suits(group: int) -> bool:
            if group == now or sorted(cards[seat].score for seat in bits(group)) != scores:
                return False
            trial = self._trial(task.is_last, [*stay, *bits(group)], natives, pairs)
            return trial is not None and is_possible(
                trial[0], pairs, 0 if trial[0].is_homogeneous else movers
            )

        others = sum(1 << seat for seat in (*stay, *natives))
        spare = others.bit_count() + len(leaving) - 2 * pairs
        if spare < 0:
            return None
        may_spare = self.field.may_be_free if task.is_last else -1
        found = first_suitable(
            _above(above.bracket, above.pairs, above.movers),
            [Below(others, spare, may_spare)],
            partial(first_candidate, above.bracket, above.pairs, above.movers),
            suits,
        )
        if found is None:
            return None
        opened = replace(above, candidate=found, steps=(*above.steps, ("opened", 12)))
        trial = self._trial(task.is_last, [*stay, *opened.left_over], natives, pairs)
        if trial is None:
            raise AssertionError("a suitable group makes a bracket")
        bracket, removed = trial
        mine = 0 if bracket.is_homogeneous else movers
        lowered = bracket.most_pairs - pairs
        x, z = (max(0, least - lowered) for least in bracket.least_against_colour())
        candidate = first_candidate(bracket, pairs, mine)
        steps = (*task.steps, ("opening", 12))
        self.done[-1] = opened
        removed = tuple(sorted((*gone, *removed)))
        return Settled(self._score(task), bracket, removed, pairs, mine, x, z, candidate, steps)

    def _trial(
        self, is_last: bool, incoming: list[int], natives: list[int], pairs: int
    ) -> tuple[Bracket, tuple[int, ...]] | None:
        """C1 for a bracket with others moved down; None: somebody of these has no opponent."""
        members = sorted(incoming + natives)
        removed: list[int] = []
        while True:
            lonely = self._lonely(members)
            if not lonely or (
                is_last and lonely[0] not in incoming and self._may_stay_over(lonely, members)
            ):
                break
            if lonely[0] in incoming or is_last:
                return None
            members.remove(lonely[0])
            removed.append(lonely[0])
        if len(members) < 2 * pairs:
            return None
        return Bracket(self.field, members, len(incoming), is_last), tuple(removed)

    def pair_last(self, task: _Task) -> Settled:
        """C13: the last bracket; the one above it is opened, then merged with it."""
        while True:
            settled = self.pair(task)
            if settled is not None:
                return settled
            if not self.done:
                raise CannotPair("no_pairing", "C13")
            above = self.done[-1]
            opened = self._reopen(task, above)
            if opened is not None:
                self.done[-1] = opened
                task.incoming = task.replaced(above.left_over, opened.left_over)
                task.may_open = False
                task.steps.append(("opening", 13))
                continue
            # N11: all players of the bracket added count as moved down.
            self.done.pop()
            low = set(task.incoming + task.natives)
            task.incoming = sorted({*above.bracket.seats, *above.removed})
            task.natives = sorted(low.difference(task.incoming))
            task.is_merged = True
            task.steps.append(("merged", above.bracket.size))

    def _reopen(self, task: _Task, above: Settled) -> Settled | None:
        """N27: another pairing of the bracket above, with ever fewer pairs, that helps."""
        leaving = above.left_over
        self.at_hand = sorted({*above.bracket.seats, *task.incoming, *task.natives})
        others = sum(1 << seat for seat in (*task.replaced(leaving, ()), *task.natives))
        bracket, pairs, x, z = above.bracket, above.pairs, above.x, above.z

        def suits(group: int) -> bool:
            seats = list(bits(others | group))
            return is_possible(Bracket(self.field, seats, 0, is_last=True), len(seats) // 2, 0)

        size = others.bit_count() + bracket.size
        below = Below(others, size % 2, self.field.may_be_free)
        # With more pairs than this above, the last bracket is impossible whoever comes.
        most = most_pairs_above(_above(bracket, pairs, above.movers), below)
        while pairs:
            movers = min(above.movers, pairs)
            found = None
            if pairs <= most:
                found = first_suitable(
                    _above(bracket, pairs, movers),
                    [below],
                    partial(first_candidate, bracket, pairs, movers),
                    suits,
                )
            if found is not None:
                steps = (*above.steps, ("opened", 13))
                return replace(
                    above, pairs=pairs, movers=movers, x=x, z=z, candidate=found, steps=steps
                )
            pairs, x, z = pairs - 1, max(0, x - 1), max(0, z - 1)
        return None
