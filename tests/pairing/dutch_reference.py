"""The reference for `fide-dutch`: every candidate of every bracket is made and judged.

A plain transcription of C.04.3 of 2026 from its text; it shares no code with the engine. Players
are numbers; a set of players is a bit set of their places in 1.2 order. Scores are in half points.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

from tests.pairing.dutch_reference_position import Position, ReferenceCannotPair

__all__ = ["Bracket", "Position", "ReferenceCannotPair", "Round", "reference_pair"]


def reference_pair(position):
    """Pairs (white, black) in board order, and the bye; ReferenceCannotPair."""
    position.check()
    return Round(position).paired()


@dataclass
class Bracket:
    """A bracket that was paired. All are places in 1.2 order; `judged` is C6-C21 of the winner."""

    mdps: list
    residents: list
    pairs: list = field(default_factory=list)
    downfloaters: list = field(default_factory=list)
    judged: tuple = ()


class Round:
    """The round to be paired, of those who are neither fixed nor named for the bye."""

    def __init__(self, position):
        self.position = position
        self.players = position.to_be_paired()
        self.size = len(self.players)
        self.score = [player.score for player in self.players]
        self.allowed = [
            [one is not other and self._may_meet(one, other) for other in self.players]
            for one in self.players
        ]
        self.bye_score = None
        self.completed = {}
        self.next_bests = {}

    def _may_meet(self, one, other):
        """C1, C3 and the forbidden pairs."""
        if other.number in one.met or frozenset((one.number, other.number)) in (
            self.position.forbidden
        ):
            return False
        (colour, strength), (others, other_strength) = one.preference, other.preference
        both = colour == others and strength == other_strength == 3
        return not both or one.is_topscorer or other.is_topscorer

    # C4 and C5 -------------------------------------------------------------------------------

    def can_complete(self, left):
        """Whether all of a set can be paired by C1-C3, one of the bye's score with the bye if
        they are odd."""
        if not left:
            return True
        if left not in self.completed:
            first = (left & -left).bit_length() - 1
            rest = left & ~(1 << first)
            found = False
            if bin(left).count("1") % 2 and self._may_have_bye(first):
                found = self.can_complete(rest)
            for other in range(first + 1, self.size):
                if not found and rest >> other & 1 and self.allowed[first][other]:
                    found = self.can_complete(rest & ~(1 << other))
            self.completed[left] = found
        return self.completed[left]

    def _may_have_bye(self, place):
        """C2, and C5 when the least score of the bye is known."""
        score = self.score[place]
        return self.players[place].may_have_bye and score == self.bye_score

    def find_bye_score(self):
        """C5: the least score at which everybody can be paired."""
        everybody = (1 << self.size) - 1
        if self.size % 2 == 0:
            if not self.can_complete(everybody):
                raise ReferenceCannotPair
            return
        for score in sorted(set(self.score)):
            self.bye_score = score
            self.completed.clear()
            if self.can_complete(everybody):
                return
        raise ReferenceCannotPair

    # Bracket by bracket ----------------------------------------------------------------------

    def paired(self):
        """The whole answer."""
        pairs = [pair for bracket in self.brackets() for pair in bracket.pairs]
        boards = [(self.players[one], self.players[other]) for one, other in pairs]
        bye = self.position.named_bye
        if self.size % 2:
            (left,) = set(range(self.size)) - {one for pair in pairs for one in pair}
            bye = self.players[left].number
        return self.position.boards(boards), bye

    def brackets(self):
        """1.9.2: from the top scoregroup downwards."""
        self.find_bye_score()
        floated, brackets = [], []
        for score in sorted(set(self.score), reverse=True):
            group = [place for place in range(self.size) if self.score[place] == score]
            bracket = self.best(floated, group)
            brackets.append(bracket)
            floated = bracket.downfloaters
        return brackets

    def lower(self, residents):
        """Everybody below a scoregroup."""
        return [place for place in range(self.size) if self.score[place] < self.score[residents[0]]]

    def best(self, mdps, residents, wanted=lambda pairs, downfloaters: True):
        """3.8: the best candidate of a bracket, of those that are wanted; None: there is none."""
        best = None
        for pairs in range((len(mdps) + len(residents)) // 2, -1, -1):
            for candidate in self.candidates(mdps, residents, pairs):
                downfloaters = self.left_over(mdps + residents, candidate)
                if not wanted(candidate, downfloaters):
                    continue
                judged = self.judge(mdps, residents, candidate, downfloaters)
                if judged is None:
                    continue
                key = (*judged, self.place(mdps, residents, candidate))
                if best is None or key < best[0]:
                    best = key, candidate, downfloaters
            if best is not None:  # C6: any with fewer pairs is worse
                break
        if best is None:
            return None
        key, candidate, downfloaters = best
        return Bracket(mdps, residents, list(candidate), downfloaters, key)

    def candidates(self, mdps, residents, pairs):
        """3.3: every set of so many pairs that keeps C1 and C3; no two MDPs meet."""
        yield from _sets_of_pairs(
            tuple(mdps + residents),
            pairs,
            lambda one, other: self.allowed[one][other] and not (one in mdps and other in mdps),
        )

    def left_over(self, players, pairs):
        """Who is in none of the pairs, in 1.2 order."""
        seated = {one for pair in pairs for one in pair}
        return sorted(player for player in players if player not in seated)

    # Judging ---------------------------------------------------------------------------------

    def judge(self, mdps, residents, pairs, downfloaters):
        """(C6, ..., C21); None: it breaks C4 or C5."""
        lower = self.lower(residents)
        if not self.can_complete(sum(1 << place for place in downfloaters + lower)):
            return None
        score, players = self.score, self.players
        mixed = [(one, other) for one, other in pairs if one in mdps]
        opponents = [other for _, other in mixed]
        own = [place for place in downfloaters if place in residents]
        costs = [self.colour_costs(one, other) for one, other in pairs]
        limbo = [place for place in mdps if place in downfloaters]

        def floated_down(ago):
            """C18, C20: those in the Limbo first (larger than any difference)."""
            first = [(1, score[p]) for p in limbo if players[p].floats[-ago] == "down"]
            paired = [
                (0, score[one] - score[other])
                for one, other in mixed
                if players[one].floats[-ago] == "down"
            ]
            return sorted(first + paired, reverse=True)

        def floated_up(ago):
            """C19, C21."""
            return sorted(
                (
                    score[one] - score[other]
                    for one, other in mixed
                    if players[other].floats[-ago] == "up"
                ),
                reverse=True,
            )

        unplayed = 0
        is_bye_from_here = self.size % 2 and score[residents[0]] <= self.bye_score
        if is_bye_from_here and len(downfloaters) == 1:
            unplayed = players[downfloaters[0]].unplayed
        return (
            len(downfloaters),
            sorted((score[place] for place in downfloaters), reverse=True),
            self.next_best(tuple(downfloaters), tuple(lower)),
            unplayed,
            sum(one for one, _, _, _ in costs),
            sum(one for _, one, _, _ in costs),
            sum(one for _, _, one, _ in costs),
            sum(one for _, _, _, one in costs),
            sum(players[place].floats[-1] == "down" for place in own),
            sum(players[place].floats[-1] == "up" for place in opponents),
            sum(players[place].floats[-2] == "down" for place in own),
            sum(players[place].floats[-2] == "up" for place in opponents),
            floated_down(1),
            floated_up(1),
            floated_down(2),
            floated_up(2),
        )

    def next_best(self, downfloaters, lower):
        """C8: the best C6 and C7 of the next bracket, over all ways to pair what is left."""
        if not lower:
            return ()
        if downfloaters not in self.next_bests:
            score = self.score[lower[0]]
            group = [place for place in lower if self.score[place] == score]
            below = [place for place in lower if self.score[place] < score]
            members = [*downfloaters, *group]
            best = None
            for pairs in range(len(members) // 2, -1, -1):
                for candidate in self.candidates(list(downfloaters), group, pairs):
                    left = self.left_over(members, candidate)
                    if self.can_complete(sum(1 << place for place in left + below)):
                        scores = sorted((self.score[place] for place in left), reverse=True)
                        if best is None or scores < best[1]:
                            best = len(left), scores
                if best is not None:
                    break
            self.next_bests[downfloaters] = best
        return self.next_bests[downfloaters]

    def colour_costs(self, one, other):
        """What a pair adds to C10, C11, C12 and C13."""
        first, second = self.players[one], self.players[other]
        (colour, _), (others, _) = first.preference, second.preference
        if not colour or colour != others:
            return 0, 0, 0, 0
        white, black = self.position.coloured(first, second)
        refused = black if colour == "white" else white
        got = "black" if refused is black else "white"
        c10 = c11 = 0
        if first.is_topscorer or second.is_topscorer:
            after = [*refused.colours, got]
            c10 = abs(after.count("white") - after.count("black")) > 2
            c11 = after[-3:] == [got] * 3
        return int(c10), int(c11), 1, int(refused.preference[1] == 2)

    # The order of generation -----------------------------------------------------------------

    def place(self, mdps, residents, pairs):
        """Where 3.6 and 3.7 generate these pairs first: MDP set, transposition of S2, exchange
        and transposition in the remainder."""
        number = {place: bsn for bsn, place in enumerate(sorted(mdps + residents), start=1)}
        mixed = sorted((one, other) for one, other in pairs if one in mdps)
        taken = {other for _, other in mixed}
        rest = sorted(place for place in residents if place not in taken)
        return (
            [number[one] for one, _ in mixed],
            [number[other] for _, other in mixed],
            place_of_halves(rest, sorted(set(pairs) - set(mixed))),
        )


def place_of_halves(players, pairs):
    """4.3.2, then 4.2.2, of a homogeneous bracket or a remainder: the higher ranked of each pair
    is in S1. All parts are smaller where it comes earlier."""
    number = {place: bsn for bsn, place in enumerate(sorted(players), start=1)}
    s1 = set(range(1, len(pairs) + 1))
    made = sorted((number[min(pair)], number[max(pair)]) for pair in pairs)
    now = {one for one, _ in made}
    leave, enter = sorted(s1 - now, reverse=True), sorted(now - s1)
    return (
        len(leave),
        sum(enter) - sum(leave),
        [-one for one in leave],
        enter,
        [other for _, other in made],
    )


def generated(size, pairs):
    """3.6 step by step: the sets of pairs of players 1, 2, ... in the order they come up first."""
    numbers = range(1, size + 1)
    first, second = [*numbers[:pairs]], [*numbers[pairs:]]
    exchanges = [
        (leave, enter)
        for count in range(min(len(first), len(second)) + 1)
        for leave in combinations(first, count)
        for enter in combinations(second, count)
    ]
    exchanges.sort(
        key=lambda exchange: (
            len(exchange[0]),
            sum(exchange[1]) - sum(exchange[0]),
            [-number for number in sorted(exchange[0], reverse=True)],
            sorted(exchange[1]),
        )
    )
    seen = {}
    for leave, enter in exchanges:
        s1 = sorted({*first} - {*leave} | {*enter})
        s2 = sorted({*second} - {*enter} | {*leave})
        for opponents in permutations(s2, pairs):
            made = frozenset(map(frozenset, zip(s1, opponents, strict=True)))
            seen.setdefault(made, None)
    return list(seen)


def _sets_of_pairs(players, count, may_meet):
    """All sets of so many pairs among players."""
    if count == 0:
        yield ()
        return
    if len(players) < 2 * count:
        return
    first, rest = players[0], players[1:]
    for index, other in enumerate(rest):
        if may_meet(first, other):
            left = rest[:index] + rest[index + 1 :]
            for others in _sets_of_pairs(left, count - 1, may_meet):
                yield ((min(first, other), max(first, other)), *others)
    yield from _sets_of_pairs(rest, count, may_meet)


@cache
def half_points(points):
    """A number of points as half points."""
    return int(2 * Fraction(points))
