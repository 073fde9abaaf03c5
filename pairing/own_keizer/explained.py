"""Why was the round paired as it was? Answered from the decision, in the order of article 6."""

from collections.abc import Iterator
from fractions import Fraction

from pairing.core.explanation import Answer, Explanation, Ladder, Refused, Steps
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Pair, PlayerId, Snapshot
from pairing.matching.perfect import Choice, bits, first_perfect_matching, left_over
from pairing.own_keizer.pairing import Decision, proposed
from pairing.own_keizer.why import (
    LIMITS,
    barred,
    claim_to_bye,
    colour_history,
    gave_way,
    white_and_why,
    why_bye,
)
from pairing.reasons import attacalc as searched
from pairing.reasons import attacalc_refusals as refusals
from pairing.reasons import every_system as of_all
from pairing.reasons import keizer as reasons
from pairing.reasons.attacalc_steps import MatchMade
from pairing.reasons.few_words import FewWords
from pairing.reasons.taking_part import Articles, TakingPart

_ARTICLES = Articles(away="1.1", fixed="6.2", bye="6.3")
_FROM_TOP = "6.7"
_MOST_CHOICES = 6


class OwnKeizerExplained(Explanation):
    """A decision that can be asked why.

    Players are numbers as in the record; *seats* are those of the decision's roster, the places in
    the order of those who were left to be paired.
    """

    def __init__(self, snapshot: Snapshot, decision: Decision) -> None:
        self.decision = decision
        self.position = decision.position
        self.proposal = proposed(decision)
        self.few_words = FewWords(snapshot)
        self.there = TakingPart(snapshot, decision.left, _ARTICLES)
        #: The places in the order of those who take part, from 0.
        self._place = {
            self._number(player.id): place for place, player in enumerate(decision.left.present)
        }
        self._seat = {player: seat for seat, player in enumerate(decision.to_pair)}
        #: By seat, the number of the match that they are in, from 0.
        self._match = {
            seat: number
            for number, match in enumerate(decision.matches)
            for seat in (match.player, match.opponent)
        }

    # Who plays whom -----------------------------------------------------------------------

    def answer(self, pair: Pair) -> Answer:
        """Why this pair: who chose whom, and what gave way for it."""
        white, black = self._number(pair.white), self._number(pair.black)
        if pair.white in self.there.fixed:
            return Answer((of_all.FixedByLeader(_ARTICLES.fixed, pair.fixed),), drawing=0)
        match = self.decision.matches[self._match[self._seat[white]]]
        one, other = (self.decision.to_pair[seat] for seat in (match.player, match.opponent))
        return Answer(
            first=self.few_words.first(
                (pair.white, pair.black), [self._chosen(match), *self._gave_way(match)]
            ),
            colour=white_and_why(self.position, white, black)[1],
            refused=(*self._nearer(one, other), *self._nearer(other, one)),
            history=colour_history(self.position, white, black),
            drawing=0,
        )

    def _chosen(self, match: Choice) -> Reason:
        """Who chose whom: the highest left."""
        left = self._left(self._match[match.player])
        ids = (_FROM_TOP, self._id(match.player), self._id(match.opponent))
        if left.bit_count() == 2:
            return searched.OnlyTwoLeft(*ids)
        return (searched.HighestThatFits if match.passed_over else searched.HighestChose)(*ids)

    def _gave_way(self, match: Choice) -> Iterator[Reason]:
        """The limits that this very pair needed to give way, the most precious first."""
        one, other = (self.decision.to_pair[seat] for seat in (match.player, match.opponent))
        for limit in self.decision.degrees:
            if self.decision.roster.needed(limit, match.player, match.opponent):
                yield gave_way(self.position, limit, one, other)

    def _nearer(self, player: int, opponent: int) -> Iterator[Refused]:
        """Who takes part and stands nearer to the player than the opponent does."""
        order = list(self._place)
        place, reach = self._place[player], abs(self._place[opponent] - self._place[player])
        for other in order[max(place - reach + 1, 0) : place + reach]:
            if other != player:
                why = self._why_no_pair(player, other)
                yield Refused(self.position.id(player), self.position.id(other), why)

    def why_not(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        """The rule that keeps them apart; else who chose whom before."""
        if any({pair.white, pair.black} == {player, other} for pair in self.proposal.pairs):
            return None
        return self._why_no_pair(self._number(player), self._number(other))

    def _why_no_pair(self, one: int, other: int) -> Refusal:
        """The first thing that kept the two apart, the same whichever is asked about first."""
        ranks = self.position.ranks
        one, other = sorted((one, other), key=lambda player: (ranks.get(player, 0), player))
        ids = [self.position.id(player) for player in (one, other)]
        settled = self.there.no_pair(*ids)
        if settled is not None:
            return settled
        decision = self.decision
        if decision.bye is not None and decision.bye in (one, other):
            return of_all.HasBye(_ARTICLES.bye, self.position.id(decision.bye))
        a, b = self._seat[one], self._seat[other]
        if not decision.opponents[a] >> b & 1:
            return of_all.Forbidden(LIMITS, *ids)
        bar = next(barred(self.position, one, other, decision.degrees), None)
        return bar if bar is not None else self._why_not_in_search(a, b)

    def _why_not_in_search(self, a: int, b: int) -> Refusal:
        """The first complete pairing with these two as a pair, against the one that was made."""
        rest = self._left(0) & ~(1 << a | 1 << b)
        choices = first_perfect_matching(self.decision.graph, within=rest)
        if choices is None:
            return self._rest_not_paired(rest)
        tried = {choice.player: choice.opponent for choice in choices} | {min(a, b): max(a, b)}
        match = next(
            match for match in self.decision.matches if tried[match.player] != match.opponent
        )
        for seat in (a, b):
            if seat in (match.player, match.opponent):
                return self._chose_otherwise(seat, match)
        ids = (self._id(seat) for seat in (match.player, match.opponent, tried[match.player]))
        return of_all.TurnOfAnother(_FROM_TOP, *ids)

    def _chose_otherwise(self, seat: int, match: Choice) -> Refusal:
        """Of two who may meet `seat` was paired first: they chose, or were chosen."""
        ids = self._id(match.player), self._id(match.opponent)
        if match.player == seat:
            return refusals.ChoseOther(_FROM_TOP, *ids)
        return refusals.WasChosenFromAbove(_FROM_TOP, ids[1], ids[0])

    def _rest_not_paired(self, rest: int) -> Refusal:
        """Of the others, who would stay over."""
        left = map(self._id, bits(left_over(self.decision.graph, rest)))
        return of_all.RestNotPaired(_FROM_TOP, tuple(left))

    # The bye ------------------------------------------------------------------------------

    def bye_answer(self) -> Answer | None:
        """Why they have the bye, and who was passed over for it."""
        bye = self.decision.bye
        if bye is None:
            return None
        position, named = self.position, self.there.named
        id_ = position.id(bye)
        if named is not None:
            return Answer((of_all.NamedBye(_ARTICLES.bye, named),), drawing=0)
        if len(self.decision.candidates) == 1:
            return Answer((of_all.NobodyElse("6.2", id_),), drawing=0)
        first = [why_bye(position, position.options, bye)]
        if passed := tuple(map(position.id, self.decision.passed)):
            first.append(reasons.PassedForBye("6.3", passed))
        refused = (
            Refused(id_, position.id(player), why, in_place=True)
            for player in self.decision.candidates
            if position.ranks[player] > position.ranks[bye]
            and (why := self.why_not_bye(position.id(player))) is not None
        )
        chosen = self.few_words.first([id_], first)
        return Answer(chosen, refused=tuple(refused), drawing=0)

    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        """They do not take part, it was named, or they come later in the order of article 6.3."""
        player, bye = self._number(other), self.decision.bye
        if player == bye:
            return None
        settled = self.there.no_bye(other)
        if settled is not None or bye is None:
            return settled
        position, id_ = self.position, self.position.id(bye)
        if player in self.decision.passed:
            return of_all.RestNotPaired("6.3", self.decision.over_without(player))
        (owes, count), (bye_owes, fewest) = (claim_to_bye(position, one) for one in (player, bye))
        if owes != bye_owes:
            return reasons.OwesNone("6.4", id_)
        if count != fewest:
            how = position.options.bye.fewest
            told = reasons.HadMore if how == "unplayed" else refusals.HadMoreByes
            return told("6.3", count, id_, fewest)
        return reasons.ComesLater("6.3", id_, position.options.bye.who)

    # The whole ----------------------------------------------------------------------------

    def drawings(self) -> tuple[Ladder]:
        """Everybody who takes part in the order, with the pairs."""
        order = {self.position.id(player): place + 1 for player, place in self._place.items()}
        return (Ladder.of(order, self.proposal),)

    def steps(self, score: Fraction | None = None) -> tuple[Steps]:
        """The bye, the limits, and the matches in the order in which they were made."""
        return (Steps(None, tuple(self._steps())),)

    def _steps(self) -> Iterator[Reason | Refused]:
        decision = self.decision
        if decision.left.lapsed_bye is not None:
            yield of_all.ByeLapsed(_ARTICLES.bye, decision.left.lapsed_bye.id)
        bye = self.bye_answer()
        if bye is not None:
            yield from bye.first
        if not decision.to_pair:
            return
        given = {limit: degree for limit, degree in decision.degrees.items() if degree}
        if not given:
            yield reasons.LimitsKept("6.6", len(decision.to_pair))
        for limit, degree in given.items():
            yield reasons.LimitGivesWay("6.6", limit, degree)
        for number, match in enumerate(decision.matches):
            for seat in match.passed_over:
                rest = self._left(number) & ~(1 << match.player | 1 << seat)
                why = self._rest_not_paired(rest)
                yield Refused(self._id(match.player), self._id(seat), why)
            choices = [*bits(decision.graph[match.player] & self._left(number))]
            first = tuple(self._id(seat) for seat in choices[:_MOST_CHOICES])
            ids = (self._id(match.player), self._id(match.opponent))
            yield MatchMade(_FROM_TOP, number + 1, *ids, first, len(choices))

    # Who is who ---------------------------------------------------------------------------

    def _number(self, player: PlayerId) -> int:
        return self.position.record.index[player]

    def _id(self, seat: int) -> PlayerId:
        return self.position.id(self.decision.to_pair[seat])

    def _left(self, number: int) -> int:
        """Who was left when this match was made, from 0."""
        return sum(1 << seat for seat, match in self._match.items() if match >= number)
