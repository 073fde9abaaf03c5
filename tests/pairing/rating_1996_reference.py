"""What do the two classic editions of "Swiss on rating" say, without haste and to the letter?

A transcription that shares nothing with the engines, to compare them with. The steps are named
by K's articles. The pairings of a bracket are a list in the order of the text (`Pairings`); up to
`UNPRUNED` players every candidate is made, above it a beginning that already breaks a criterion
in force is not continued.
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

from tests.pairing.knsb_rating_reference_candidates import exchanges

UNPRUNED = 10


class ReferenceCannotPair(Exception):
    """No pairing satisfies B1 and B2."""


@dataclass(frozen=True)
class Pairing:
    """One entry of a bracket's list. `level` () and (0, ...) are full: nothing of p is given up."""

    pairs: tuple[tuple[int, int], ...]
    left_over: tuple[int, ...]
    level: tuple[int, ...]

    @property
    def is_full(self):
        """Whether as many pairs as possible are made."""
        return not any(self.level)


@dataclass(frozen=True)
class Bracket:
    """Natives and players moved down; `alone` (C1) have moved on already."""

    natives: tuple[int, ...]
    moved_down: tuple[int, ...]
    alone: tuple[int, ...] = ()
    pairing: Pairing | None = None

    @property
    def leaves(self):
        """Who goes to the next bracket."""
        return self.alone + (self.pairing.left_over if self.pairing else ())


class Pairings:
    """The lists of pairings of groups of players, 1.13 and 1.14 of the interpretation."""

    def __init__(self, position):
        self.position = position
        self.may_meet = cache(position.may_meet)
        self.all_of = cache(self._all_of)
        self.exchanges = cache(lambda size, half: list(exchanges(size, half)))

    def of(self, group, is_lowest, as_homogeneous=False):
        """The list for a bracket; who has more than the lowest score counts as moved down."""
        group = self.position.in_order(group)
        scores = [self.position.entrants[n].score() for n in group]
        moved_down = sum(score > scores[-1] for score in scores)
        if as_homogeneous or not moved_down or 2 * moved_down >= len(group):
            return self.homogeneous(group, is_lowest)
        return self.heterogeneous(group, moved_down, is_lowest)

    def homogeneous(self, group, is_lowest):
        """C15, C12, C11, C9 and C10, C8, C7."""
        most = len(group) // 2
        least_x, f, majority = self.position.colour_count(group)
        for p in range(most, most - 1 if is_lowest else 0, -1):
            for x in range(max(0, least_x - (most - p)), p + 1):
                for up, down in product(range(3), repeat=2):
                    limits = (x, f, majority, down, up)
                    for pairs, left_over in self.homogeneous_within(group, p, limits, is_lowest):
                        yield Pairing(pairs, left_over, (most - p,))
        if not is_lowest:
            yield Pairing((), group, (most,))

    def heterogeneous(self, group, moved_down, is_lowest):
        """C15 for the moved down players, then for the remainder; C12, C11, C9 and C10, C7."""
        least_x, f, majority = self.position.colour_count(group)
        for pm in range(moved_down, moved_down - 1 if is_lowest else 0, -1):
            s1, s2 = group[:pm], group[pm:]
            most = (len(group) - 2 * pm) // 2
            for t in range(1 if is_lowest else most + 1):
                for k, up, down in product(range(len(group) + 1), range(3), range(3)):
                    x = max(0, least_x - (moved_down - pm)) + k
                    for pairs in self.transpositions(s1, s2, (x, f, majority, down, up)):
                        seated = {n for pair in pairs for n in pair}
                        rest = tuple(n for n in group if n not in seated)
                        for more, left_over in self.remainder(rest, t, k, up, is_lowest):
                            yield Pairing(pairs + more, left_over, (moved_down - pm, t))
        if not is_lowest:
            yield Pairing((), group, (moved_down, len(group)))

    def remainder(self, rest, t, k, up, is_lowest):
        """C6: the remainder as a homogeneous bracket, with t pairs less and x raised by k."""
        least_x, f, majority = self.position.colour_count(rest)
        x, p = max(0, least_x - t) + k, len(rest) // 2 - t
        for down in range(3):
            yield from self.homogeneous_within(rest, p, (x, f, majority, down, up), is_lowest)

    def homogeneous_within(self, group, p, limits, is_lowest):
        """C7, C8: (pairs, left over) within the limits, in the order of D2, then D1."""
        if len(group) <= UNPRUNED:
            majority = limits[2]
            for pairs, left_over, clashes, floats in self.all_of(group, p, majority, is_lowest):
                if are_within(clashes, floats, limits):
                    yield pairs, left_over
            return
        for places1, places2 in self.exchanges(len(group), p):
            s1, s2 = [group[n] for n in places1], [group[n] for n in places2]
            for pairs in self.transpositions(s1, s2, limits):
                left_over = left_of(s2, pairs)
                floats = self.position.floats((), left_over)
                if floats[0] <= limits[3] and self.may_stay_over(left_over, is_lowest):
                    yield pairs, left_over

    def _all_of(self, group, p, majority, is_lowest):
        """Every candidate that B1 and B2 allow, with (hard, soft) clashes and float levels."""
        found = []
        for places1, places2 in self.exchanges(len(group), p):
            s1, s2 = [group[n] for n in places1], [group[n] for n in places2]
            for order in permutations(s2, p):
                pairs = tuple(zip(s1, order, strict=True))
                left_over = left_of(s2, pairs)
                if self.may_stay_over(left_over, is_lowest) and all(
                    self.may_meet(a, b) for a, b in pairs
                ):
                    clashes = self.position.clashes(pairs, majority)
                    found.append(
                        (pairs, left_over, clashes, self.position.floats(pairs, left_over))
                    )
        return found

    def may_stay_over(self, left_over, is_lowest):
        """1.6: in the lowest bracket one, who may have the bye."""
        return not is_lowest or all(map(self.position.may_have_bye, left_over))

    def transpositions(self, s1, s2, limits, made=()):
        """D1: the pairs of S1 with S2 that are within the limits, in order."""
        if not are_within(
            self.position.clashes(made, limits[2]), self.position.floats(made, ()), limits
        ):
            return
        if len(made) == len(s1):
            yield made
            return
        one, taken = s1[len(made)], {b for _, b in made}
        for two in s2:
            if two not in taken and self.may_meet(one, two):
                yield from self.transpositions(s1, s2, limits, (*made, (one, two)))


def are_within(clashes, floats, limits):
    """B4 (K: f clashes in the majority colour with a mild preference are free), B5 and B6."""
    (hard, soft), (down, up), (x, f, _, most_down, most_up) = clashes, floats, limits
    return hard + max(0, soft - f) <= x and down <= most_down and up <= most_up


def left_of(s2, pairs):
    """Who of S2 has no opponent."""
    taken = {b for _, b in pairs}
    return tuple(n for n in s2 if n not in taken)


def reference_pair(position):
    """([(white, black), ...] in the order of F1, the bye or None); ReferenceCannotPair."""
    on_boards = {n for pair in position.fixed for n in pair}
    free = [n for n in position.seated if n not in on_boards]
    named = position.named_bye if len(free) % 2 else None
    pairs, bye = Arbiter(position).pair([n for n in free if n != named])
    coloured = [position.coloured(a, b, place) for place, (a, b) in enumerate(pairs)]
    return sorted([*coloured, *position.fixed], key=position.board_order), named or bye


class Arbiter:
    """One round in the making: `done` are the brackets so far, the highest first."""

    def __init__(self, position):
        self.position = position
        self.pairings = Pairings(position)
        self.complete = {}
        self.done = []

    def pair(self, free):
        """([(a, b), ...] with the player of S1 first, the bye or None)."""
        if not free:
            return [], None
        scores = {n: self.position.entrants[n].score() for n in free}
        levels = sorted(set(scores.values()), reverse=True)
        groups = [tuple(n for n in free if scores[n] == level) for level in levels]
        moved_down = ()
        for natives in groups[:-1]:
            self.done.append(self.settle(natives, moved_down))
            moved_down = self.done[-1].leaves
        lowest = self.pair_lowest(groups[-1], moved_down)
        pairs = [pair for bracket in self.done if bracket.pairing for pair in bracket.pairing.pairs]
        return [*pairs, *lowest.pairs], next(iter(lowest.left_over), None)

    def alone_in(self, group):
        """C1: players without any possible opponent."""
        return tuple(
            one
            for one in group
            if not any(two != one and self.pairings.may_meet(one, two) for two in group)
        )

    def settle(self, natives, moved_down):
        """C1 to C15 for a bracket that is not the lowest."""
        may_change = True
        while True:
            alone = self.alone_in(natives + moved_down)
            if may_change and set(alone) & set(moved_down):
                may_change = False
                changed = self.change_previous(natives)
                if changed:
                    moved_down = changed
                    continue
            rest = [n for n in natives + moved_down if n not in alone]
            if not rest:
                return Bracket(natives, moved_down, alone)
            pairing = next(self.pairings.of(rest, is_lowest=False))
            if may_change and not pairing.is_full and set(rest) & set(moved_down):
                may_change = False
                changed = self.change_previous(natives)
                if changed:
                    moved_down = changed
                    continue
            return Bracket(natives, moved_down, alone, pairing)

    def list_of(self, bracket):
        """The list of the pairings of a bracket, without those who were alone in it."""
        rest = [n for n in bracket.natives + bracket.moved_down if n not in bracket.alone]
        return self.pairings.of(rest, is_lowest=False) if rest else iter(())

    def change_previous(self, natives):
        """C13: somebody else is moved down from the previous bracket; who comes then, or None."""
        if not self.done or self.done[-1].pairing is None:
            return None
        previous = self.done[-1]
        tried = {frozenset(previous.pairing.left_over)}
        is_after = False
        for pairing in self.list_of(previous):
            is_after = is_after or pairing == previous.pairing
            if is_after and pairing.level > previous.pairing.level:
                return None
            left_over = frozenset(pairing.left_over)
            if not is_after or left_over in tried:
                continue
            tried.add(left_over)
            if self.is_fully_pairable(natives, previous.alone + pairing.left_over):
                self.done[-1] = Bracket(
                    previous.natives, previous.moved_down, previous.alone, pairing
                )
                return self.done[-1].leaves
        return None

    def is_fully_pairable(self, natives, moved_down):
        """Whether nobody moved down is alone, and as many pairs as possible can be made."""
        alone = self.alone_in(natives + moved_down)
        if set(alone) & set(moved_down):
            return False
        rest = [n for n in natives + moved_down if n not in alone]
        return next(self.pairings.of(rest, is_lowest=False)).is_full

    def complete_pairing(self, group, as_homogeneous=False):
        """The first pairing of the lowest bracket that pairs everybody; None if there is none."""
        key = frozenset(group), as_homogeneous
        if key not in self.complete:
            listed = self.pairings.of(group, is_lowest=True, as_homogeneous=as_homogeneous)
            is_possible = self.can_be_completed(frozenset(group))
            self.complete[key] = next(listed, None) if is_possible else None
        return self.complete[key]

    def can_be_completed(self, group):
        """Whether any pairing of the group, with a bye if need be, satisfies B1 and B2."""
        if not group:
            return True
        key = group, None
        if key not in self.complete:
            one = min(group)
            rest = group - {one}
            has_bye = len(group) % 2 == 1 and self.position.may_have_bye(one)
            self.complete[key] = (has_bye and self.can_be_completed(rest)) or any(
                self.pairings.may_meet(one, two) and self.can_be_completed(rest - {two})
                for two in rest
            )
        return self.complete[key]

    def pair_lowest(self, natives, moved_down):
        """C14 with C13: the penultimate list from its start, then joined with that bracket."""
        while True:
            found = self.complete_pairing(natives + moved_down)
            if found:
                return found
            if not self.done:
                break
            penultimate = self.done.pop()
            for pairing in self.list_of(penultimate):
                if not pairing.pairs:
                    break
                found = self.complete_pairing(natives + penultimate.alone + pairing.left_over)
                if found:
                    self.done.append(
                        Bracket(
                            penultimate.natives,
                            penultimate.moved_down,
                            penultimate.alone,
                            pairing,
                        )
                    )
                    return found
            natives += penultimate.natives
            moved_down = penultimate.moved_down
        found = self.complete_pairing(natives, as_homogeneous=True)
        if not found:
            raise ReferenceCannotPair
        return found
