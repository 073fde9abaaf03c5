"""What does the KNSB's Swiss by rating say, followed to the letter and without haste?

A transcription of the regulation that shares nothing with the engine, to compare it with: C1,
C2 and C12 to C14 here, the candidates of one bracket in `knsb_rating_reference_candidates`.
"""

from dataclasses import replace

from tests.pairing.knsb_rating_reference_candidates import Bracket, Candidates


class ReferenceCannotPair(Exception):
    """No pairing satisfies B1 and B2, or fewer than two players are there."""


def reference_pair(position):
    """([(white, black), ...] in the order of F1, the bye or None); ReferenceCannotPair."""
    if len(position.seated) < 2:
        raise ReferenceCannotPair
    return Arbiter(position).pair()


class Arbiter:
    """One round in the making: `done` are the brackets that have pairs, the highest first."""

    def __init__(self, position):
        self.position = position
        seats = {number for pair in position.fixed for number in pair}
        free = [number for number in position.seated if number not in seats]
        self.named_bye = position.named_bye if len(free) % 2 == 1 else None
        self.seated = [number for number in free if number != self.named_bye]
        self.candidates = Candidates(position, self.seated)
        self.scores = {number: position.entrants[number].score() for number in self.seated}
        self.completed = {}
        self.done = []

    def pair(self):
        """Brackets from the highest to the last, then colours and the order of the boards."""
        levels = sorted(set(self.scores.values()), reverse=True)
        leaving, bye = (), self.named_bye
        for score in levels:
            bracket = Bracket(
                natives=tuple(n for n in self.seated if self.scores[n] == score),
                moved_down=leaving,
                is_last=score == levels[-1],
            )
            paired = self.c13(bracket) if bracket.is_last else self.settle(bracket)
            if paired.pairs or paired.is_last:
                self.done.append(paired)
            leaving = paired.unpaired + paired.removed
        if leaving:
            (bye,) = leaving
        pairs = [pair for bracket in self.done for pair in bracket.pairs]
        coloured = [self.position.coloured(a, b, place) for place, (a, b) in enumerate(pairs)]
        return sorted([*coloured, *self.position.fixed], key=self.position.board_order), bye

    # A3, A8, C1, C2

    def c2(self, bracket):
        """A3 and C2, after C1."""
        m0, n = len(bracket.moved_down), len(bracket.everybody)
        is_heterogeneous = m0 > 0 and (bracket.is_merged or 2 * m0 < n)
        return self.c2b(replace(bracket, is_heterogeneous=is_heterogeneous, p1=bracket.p0, m1=m0))

    def c2b(self, bracket):
        """X1 and Z1 by A8."""
        mild, rest, fresh = {"white": 0, "black": 0}, {"white": 0, "black": 0}, 0
        for number in bracket.everybody:
            player = self.position.entrants[number]
            colour, strength = player.preference
            unplayed = self.position.round - 1 - len(player.colours)
            if not colour:
                fresh += 1
            elif not self.position.is_odd and strength == 1 and unplayed % 2 == 1:
                mild[colour] += 1
            else:
                rest[colour] += 1
        w, b, white, black = mild["white"], mild["black"], rest["white"], rest["black"]
        x1 = bracket.p0 - (white + w if black + b > white + w else black + b) - fresh
        z1 = bracket.p0 - (white if black > white else black) - b - w - fresh
        return replace(bracket, x1=max(0, x1), z1=0 if self.position.is_odd else max(0, z1))

    def alone(self, group):
        """C1: who has no possible opponent in the group, the highest ranked first."""
        return [
            one
            for one in self.position.in_order(group)
            if not any(two != one and self.candidates.may_meet(one, two) for two in group)
        ]

    def c1(self, bracket, may_open):
        """(bracket, what next): "paired" (by C12), "C13" or "C2"."""
        given_up = set()
        while True:
            alone = self.alone(bracket.everybody)
            mdps = [n for n in alone if n in bracket.moved_down and n not in given_up]
            natives = [n for n in alone if n in bracket.natives]
            if mdps:
                opened = self.c12(self.c2(bracket)) if may_open else None
                if opened:
                    return opened, "paired"
                given_up.add(mdps[0])
                if not bracket.is_last:
                    bracket = without(bracket, mdps[0])
            elif natives and not bracket.is_last:
                bracket = without(bracket, natives[0])
            elif natives:
                is_odd = len(bracket.everybody) % 2 == 1
                may_stay = self.position.entrants[natives[0]].may_have_bye and is_odd
                return bracket, "C2" if may_stay and len(natives) == 1 else "C13"
            else:
                return bracket, "C2"

    # C12: the previous bracket is opened

    def c12(self, bracket):
        """The bracket paired after another group has moved down from the previous; or None."""
        if not bracket.moved_down or bracket.is_merged or not self.done:
            return None
        previous = self.done[-1]
        now = set(previous.unpaired)
        if not now:
            return None
        points = sorted(self.scores[n] for n in now)
        trials = {}

        def accept(unpaired):
            group = frozenset(unpaired)
            if group == now or sorted(self.scores[n] for n in group) != points:
                return False
            if group not in trials:
                trials[group] = self.trial(bracket, now, group)
            return trials[group] is not None

        opened = self.candidates.first(previous, accept)
        if opened is None:
            return None
        self.done[-1] = opened
        return trials[frozenset(opened.unpaired)]

    def trial(self, bracket, now, group):
        """The bracket paired with `group` instead of `now`, with its P1 and M1; or None."""
        trial = replace(
            bracket,
            moved_down=(*(n for n in bracket.moved_down if n not in now), *group),
            removed=tuple(n for n in bracket.removed if n not in now),
        )
        alone = self.alone(trial.everybody)
        while alone and not trial.is_last and alone[0] in trial.natives:
            trial = without(trial, alone[0])
            alone = self.alone(trial.everybody)
        if any(n in trial.moved_down for n in alone):
            return None
        fresh = self.c2(trial)
        missing = fresh.p0 - bracket.p1
        if missing < 0:
            return None
        return self.candidates.first(
            replace(
                fresh,
                p1=bracket.p1,
                m1=bracket.m1,
                x1=max(0, fresh.x1 - missing),
                z1=max(0, fresh.z1 - missing),
            )
        )

    # C13 and C14

    def settle(self, bracket, may_open=True):
        """The bracket paired (a last one: or None); without pairs when all of it moves down."""
        bracket, what = self.c1(bracket, may_open)
        if what == "paired":
            return bracket
        bracket = self.c2(bracket)
        if what == "C13":
            if not bracket.is_heterogeneous:
                return None
            bracket = self.lower_m1(bracket)
        while bracket.p1 or bracket.is_last:
            paired = self.candidates.first(bracket)
            if paired is None and may_open and bracket.m1:
                paired = self.c12(bracket)
            if paired:
                return paired
            if bracket.is_heterogeneous and (
                bracket.is_last or not self.candidates.can_pair_moved_down(bracket)
            ):
                bracket = self.lower_m1(bracket)
            elif bracket.is_last:
                return None
            else:
                bracket = lower_p1(bracket)
        return replace(bracket, unpaired=bracket.everybody)

    def lower_m1(self, bracket):
        """C14b2: M1 one less; at 0 the bracket is homogeneous, with P1 = P0."""
        if bracket.m1 > 1:
            return replace(bracket, m1=bracket.m1 - 1)
        return self.c2b(replace(bracket, m1=0, is_heterogeneous=False, p1=bracket.p0))

    def c13(self, bracket):
        """The last bracket paired, whatever must be opened or merged for that."""
        may_open = True
        while True:
            paired = self.settle(bracket, may_open)
            if paired:
                return paired
            if not self.done:
                raise ReferenceCannotPair
            previous = self.done.pop()
            others = tuple(n for n in bracket.everybody if n not in previous.unpaired)
            opened = self.open_penultimate(previous, others)
            if opened:
                self.done.append(opened)
                moved_down = tuple(n for n in others if n in bracket.moved_down)
                bracket = replace(bracket, moved_down=moved_down + opened.unpaired)
                may_open = False
            else:
                added = previous.everybody + previous.removed
                natives = tuple(n for n in bracket.everybody if n not in added)
                bracket = Bracket(natives, added, is_merged=True, is_last=True)

    def open_penultimate(self, bracket, others):
        """C13: the penultimate bracket paired so that its unpaired and `others` can be; or None."""
        while bracket.p1 > 0:
            found = self.candidates.first(
                bracket, lambda unpaired: self.can_be_completed(frozenset(others + unpaired))
            )
            if found:
                return found
            bracket = lower_p1(bracket)
            bracket = replace(bracket, m1=min(bracket.m1, bracket.p1))
        return None

    def can_be_completed(self, group):
        """Whether some pairing of the group, with a bye if need be, satisfies B1 and B2."""
        if not group:
            return True
        if group not in self.completed:
            first = min(group)
            rest = group - {first}
            has_bye = len(group) % 2 == 1 and self.position.entrants[first].may_have_bye
            self.completed[group] = (has_bye and self.can_be_completed(rest)) or any(
                self.candidates.may_meet(first, one) and self.can_be_completed(rest - {one})
                for one in rest
            )
        return self.completed[group]


def without(bracket, number):
    """The bracket after C1 has removed a player."""
    return replace(
        bracket,
        natives=tuple(n for n in bracket.natives if n != number),
        moved_down=tuple(n for n in bracket.moved_down if n != number),
        removed=(*bracket.removed, number),
    )


def lower_p1(bracket):
    """C14a and C14b1: P1, X1 and Z1 one less."""
    x1, z1 = max(0, bracket.x1 - 1), max(0, bracket.z1 - 1)
    return replace(bracket, p1=bracket.p1 - 1, x1=x1, z1=z1)
