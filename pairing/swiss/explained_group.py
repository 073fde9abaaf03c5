"""In what is a candidate worse than the one made? What both ways through C share.

The first difference is the answer, in the order in which the regulation gives criteria up and then
goes through candidates; or it is that the group below could not be paired (C12-C14).
"""

from abc import abstractmethod
from fractions import Fraction

from pairing.brackets.asked_group import Asked, BracketArticles
from pairing.brackets.asked_group import Group as AskedGroup
from pairing.brackets.legality import is_same_absolute
from pairing.core.reason import Refusal
from pairing.core.types import PlayerId
from pairing.matching.perfect import bits, left_over
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss as refused
from pairing.swiss.edition import Edition
from pairing.swiss.position import PlayerState, Position
from pairing.swiss.roster import Roster
from pairing.swiss.settled import B, C, Opening, Settled
from pairing.swiss.ways import Ways


class Group(AskedGroup[B, C]):
    """A bracket that was paired, the `made` candidate, and what is asked about it."""

    roster: Roster

    def __init__(self, position: Position, roster: Roster, settled: Settled[B, C]):
        if settled.candidate is None:
            raise ValueError("nobody is paired in this bracket")
        edition = position.edition
        articles = articles_of(edition)
        made = settled.candidate
        super().__init__(position, roster, settled.bracket, made, articles, edition.floats_down)
        self.edition = edition
        self.articles = edition.articles
        self.settled = settled
        self.opening = settled.opening

    @abstractmethod
    def first(self, trial: B) -> C | None:
        """The first candidate of a trial at the level of the one made, whoever moves on."""

    @abstractmethod
    def worse(self, then: C, asked: Asked) -> Refusal | None:
        """What is the first thing in which a candidate is worse, or in what it comes later; None:
        it comes before the one made."""

    @property
    def score(self) -> Fraction:
        """Of the bracket's own players, in points."""
        return Fraction(self.settled.score, 2)

    @property
    def lowest(self) -> int:
        """The seat of the lowest who was in it, C1 or not."""
        return self.settled.lowest

    def clash(self, one: PlayerState, other: PlayerState) -> Refusal | None:
        """B2."""
        if any(colour.opposite in other.may_have for colour in one.may_have):
            return None
        colour = one.preference.colour
        if colour is not None and is_same_absolute(one, other):
            return refused.BothMust("B2", colour)
        return refused.NoColours("B2")

    def refusal(self, trial: B, asked: Asked, over: int | None, is_whole: bool) -> Refusal:
        """By what the text gives up and goes through, then by C12-C14."""
        then = self.first(trial)
        if then is None:
            alone = self._alone(trial, over) if is_whole else ()
            if alone:
                return refused.NobodyToPlay("B1", alone)
            return self._impossible(trial, over)
        why = self.worse(then, asked)
        if why is not None:
            return why
        if self.opening is None:
            raise AssertionError("the first candidate is not the one made")
        score = Fraction(self.opening.score, 2)
        is_last = self.opening.is_last
        article = self.articles.last if is_last else self.articles.reopen
        helping = self.opening.first(trial)
        why = None if helping is None else self.worse(helping, asked)
        if why is not None:
            return refused.ForBelow(article, score, why)
        stranded = self._alone_below(then, self.opening)
        if stranded is not None:
            return refused.NobodyBelow(article, stranded, score)
        return refused.BelowUnpaired(article, score, is_last)

    def _alone_below(self, then: C, opening: Opening[B, C]) -> PlayerId | None:
        """Who of those who stay over can meet nobody in the group below."""
        seats = [self.bracket.seats[player] for player in bits(then.unpaired)]
        below = opening.others | sum(1 << seat for seat in seats)
        for seat in seats:
            may_spare = opening.is_last and self.roster.may_get_bye >> seat & 1
            if not may_spare and not self.roster.may_meet[seat] & below:
                return self.roster.players[seat].id
        return None

    def _alone(self, trial: B, over: int | None) -> tuple[PlayerId, ...]:
        """Who has no opponent in a trial, if they may not all stay over; one who may not is
        enough."""
        alone = [player for player, row in enumerate(trial.may_meet) if not row and player != over]
        barred = [player for player in alone if not trial.may_be_unpaired >> player & 1]
        room = trial.size - 2 * len(self.made.pairs) - (over is not None)
        return self.ids(barred[:1] or (alone[: room + 1] if len(alone) > room else ()))

    def _impossible(self, trial: B, over: int | None) -> Refusal:
        pairs, level = len(self.made.pairs), self.made.level
        ways = Ways(trial.size, pairs, trial.may_meet, trial.may_be_unpaired)
        if level.in_s1 and ways.could_work():
            came = self.ids(range(self.bracket.moved_down))
            return refused.FewerCameDown(self.articles.fewer_moved_down, came, level.in_s1)
        if self.bracket.is_last:
            left = self._left_over(trial, over)
            return of_all.RestNotPaired(self.articles.fewer_pairs, left)
        return refused.FewerPairs(self.articles.fewer_pairs, pairs)

    def _left_over(self, trial: B, over: int | None) -> tuple[PlayerId, ...]:
        """Who of the last group would have no opponent; `over` has the bye."""
        everybody = (1 << trial.size) - 1
        if over is not None:
            return self.ids(bits(left_over(trial.may_meet, everybody & ~(1 << over))))
        return self.ids(bits(left_over(trial.may_meet, everybody, trial.may_be_unpaired)))


def articles_of(edition: Edition) -> BracketArticles:
    """Which articles say what, in an edition."""
    return BracketArticles(
        away="F5",
        fixed="F6",
        bye="A5",
        met=edition.articles.met,
        bye_barred=edition.articles.bye,
        scores="A2",
        group="A3",
        other_groups="B3",
        pair="C6",
        halves="C4",
        exchange="D2",
        turn="D1",
        chosen="D3",
        over_last="C6",
    )
