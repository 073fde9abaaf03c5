"""What is the first difference between two candidates? Of the later edition: C3-C10 and D."""

from pairing.brackets.asked_group import Asked
from pairing.core.position import Float
from pairing.core.reason import Reason, Refusal
from pairing.matching.perfect import bits
from pairing.reasons import swiss_steps as steps
from pairing.swiss.candidates_2012 import Candidate2012, first_candidate
from pairing.swiss.criteria_2012 import Bracket2012
from pairing.swiss.explained_group import Group
from pairing.swiss.ways import Requirement

#: How strongly both prefer a colour, by requirement, and its article.
_COLOURS = {"X": (1, "B4"), "Z": (2, "B4"), "A7d": (2, "A7d"), "B2": (3, "B2")}
#: Which float is repeated, and of how many rounds ago.
_FLOATS = {
    "B5_down": (Float.DOWN, 1),
    "B6_down": (Float.DOWN, 2),
    "B5_up": (Float.UP, 1),
    "B6_up": (Float.UP, 2),
}


class Group2012(Group[Bracket2012, Candidate2012]):
    """A bracket of the later edition: counts by requirement, then the order."""

    def first(self, trial: Bracket2012) -> Candidate2012 | None:
        return first_candidate(trial, self.made.level)

    def worse(self, then: Candidate2012, asked: Asked) -> Refusal | None:
        if then.key <= self.made.key:
            return None
        for requirement in self.bracket.requirements:
            if then.counts[requirement.name] > self.made.counts[requirement.name]:
                return self._broken(requirement, then, asked)
        return (
            self.later_s1(then)
            or self.later_turn(self.made.moved_down, then.moved_down, asked)
            or self.later_exchange(then)
            or self.later_turn(self.made.halves.pairs, then.halves.pairs, asked)
        )

    def _broken(self, requirement: Requirement, then: Candidate2012, asked: Asked) -> Refusal:
        """A requirement that another candidate goes against more often, by whom."""
        name = requirement.name
        pairs = self.new_pairs(then, requirement.pairs, asked)
        if name in _COLOURS:
            strength, article = _COLOURS[name]
            counts = self.made.counts[name], then.counts[name]
            return self.both_want(pairs[0], asked, strength, *counts, article)
        float_, ago = _FLOATS[name]
        article = f"B{4 + ago}"
        if float_ is Float.UP:
            lower = {max(pair) for pair in self.made.pairs if self._counts(requirement, pair)}
            player = next(max(pair) for pair in pairs if max(pair) not in lower)
            return self.floats_again(article, player, float_, ago, leaves=False)
        player = next(bits(requirement.unpaired & then.unpaired & ~self.made.unpaired))
        return self.floats_again(article, player, float_, ago, leaves=True)

    @staticmethod
    def _counts(requirement: Requirement, pair: tuple[int, int]) -> bool:
        return bool(requirement.pairs[pair[0]] >> pair[1] & 1)

    def given_up(self) -> list[Reason]:
        """What the candidate made goes against, and whether it could have been less."""
        reasons: list[Reason] = []
        # Paired anew for another bracket it can have come out as before: then that bars nothing.
        free, opening = self.first(self.bracket), self.opening
        is_bound = opening and free and free.key != self.made.key
        best_of = opening.first if opening and is_bound else self.first
        for requirement in self.bracket.requirements:
            name = requirement.name
            number = self.made.counts[name]
            if not number:
                continue
            article = self.edition.relaxes[name]
            criterion = self._criterion(name)
            trial = self.bracket.narrowed(self.bracket.may_meet, self.bracket.may_be_unpaired)
            others = [one for one in self.bracket.requirements if one is not requirement]
            trial.requirements = [requirement, *others]
            then = best_of(trial)
            if then is None:
                raise AssertionError("the candidate made is one")
            if then.counts[name] == number:
                reasons.append(steps.Broken(article, criterion, number))
                continue
            heavier = next(
                one.name
                for one in self.bracket.requirements
                if then.counts[one.name] > self.made.counts[one.name]
            )
            reasons.append(steps.BrokenFor(article, criterion, number, self._criterion(heavier)))
        return reasons

    def _criterion(self, name: str) -> steps.Criterion:
        return steps.Criterion(self.edition.relaxes[name], name.replace("_", " "))
