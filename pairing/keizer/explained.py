"""Why was the round paired as it was? Answered from the decision, in the order of the rules."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from pairing.core.explanation import Answer, Explanation, Ladder, Refused, Steps
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Colour, Pair, PlayerId, Snapshot
from pairing.keizer.legality import colour_history, white_and_why
from pairing.keizer.pairing import Decision, attempts, proposed
from pairing.keizer.record import breaks_colour_criterion
from pairing.matching.perfect import Choice, bits, certain, first_perfect_matching, left_over
from pairing.reasons import attacalc as reasons
from pairing.reasons import attacalc_refusals as refusals
from pairing.reasons import attacalc_steps as steps_of
from pairing.reasons import every_system as of_all
from pairing.reasons.few_words import FewWords
from pairing.reasons.taking_part import Articles, TakingPart

_ARTICLES = Articles(away="afwezigheid", fixed="indeling.5a", bye="indeling.3")
#: More names than these are not read in a sentence.
_MOST_NAMED, _MOST_CHOICES = 4, 6


class KeizerExplained(Explanation):
    """A decision that can be asked why.

    Players are numbers as in the record; *seats* are those of the decision's roster, the
    places in the order of those who were left to be paired.
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
        self._below = decision.attempt.direction == "bottom"

    # Who plays whom -----------------------------------------------------------------------

    def answer(self, pair: Pair) -> Answer:
        """Why this pair: who chose whom, and what gave way for it."""
        white, black = self._number(pair.white), self._number(pair.black)
        if pair.white in self.there.fixed:
            return Answer((of_all.FixedByLeader(_ARTICLES.fixed, pair.fixed),), drawing=0)
        match = self.decision.matches[self._match[self._seat[white]]]
        one, other = (self.decision.to_pair[seat] for seat in (match.player, match.opponent))
        chosen, colour = self._chosen(match), white_and_why(self.position, white, black)[1]
        return Answer(
            first=self.few_words.first(
                (pair.white, pair.black), [chosen, *self._gave_way(match, chosen)]
            ),
            colour=colour,
            refused=(*self._nearer(one, other), *self._nearer(other, one)),
            history=colour_history(self.position, white, black, colour),
            drawing=0,
        )

    def _chosen(self, match: Choice) -> Reason:
        """Who chose whom, and why it was their turn to choose."""
        left = self._left(self._match[match.player])
        ids = ("indeling.5", self._id(match.player), self._id(match.opponent))
        if left.bit_count() == 2:
            return reasons.OnlyTwoLeft(*ids)
        if match.passed_over:
            return reasons.HighestThatFits(*ids)
        if match.player == self._turn(left):
            return (reasons.LowestChose if self._below else reasons.HighestChose)(*ids)
        rest = self._graph[match.player] & left & ~(1 << match.opponent)
        if not rest:
            return reasons.OnlyOneToPlay(*ids)
        (other,) = bits(rest)
        return (reasons.OnlyTwoFromBelow if self._below else reasons.OnlyTwoToPlay)(
            *ids, self._id(other)
        )

    def _gave_way(self, match: Choice, chosen: Reason) -> Iterator[Reason]:
        """What the rules let go for this very pair: the first that applies."""
        decision, attempt = self.decision, self.decision.attempt
        one, other = (decision.to_pair[seat] for seat in (match.player, match.opponent))
        since, most = decision.roster.since[match.player][match.opponent], attempt.n0
        if since and self.position.history.games_ago(one, other) != since:
            one, other = other, one
        id_, other_id = self.position.id(one), self.position.id(other)
        leanings = [decision.roster.leanings[seat] for seat in (match.player, match.opponent)]
        if 0 < since <= most:
            yield reasons.MetSoon("indeling.n", id_, other_id, since)
        elif breaks_colour_criterion(*leanings):
            yield reasons.ColourRuleLapsed("indeling.kleur", *self._colour_shares(one, other))
        elif since:
            yield reasons.FewPlayers(
                "indeling.4", id_, other_id, since, len(decision.to_pair), most
            )
        elif isinstance(chosen, reasons.LowestChose | reasons.OnlyTwoFromBelow):
            yield reasons.FromBelow("indeling.5")

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
        one, other = sorted((one, other), key=self.position.ranks.__getitem__)
        ids = [self.position.id(player) for player in (one, other)]
        settled = self.there.no_pair(*ids)
        if settled is not None:
            return settled
        decision, history, bye = self.decision, self.position.history, self.decision.bye
        if bye is not None and bye in (one, other):
            return of_all.HasBye(_ARTICLES.bye, self.position.id(bye))
        a, b = self._seat[one], self._seat[other]
        if (a, b) in decision.roster.forbidden:
            return of_all.Forbidden("indeling.n", *ids)
        if 0 < decision.roster.since[a][b] <= decision.attempt.n:
            ago = {
                player: certain(history.games_ago(player, met), "they met in this tempo")
                for player, met in ((one, other), (other, one))
            }
            near, far = sorted(ago, key=ago.__getitem__)
            counts = (self.position.id(near), ago[near], self.position.id(far))
            return refusals.MetWithin("indeling.n", *counts, decision.attempt.n)
        if not self._graph[a] >> b & 1:
            return refusals.SameColour("indeling.kleur", *self._colour_shares(one, other))
        if decision.attempt.direction == "search":
            return self._why_not_in_search(a, b)
        return self._chose_otherwise(min(a, b, key=self._match.__getitem__))

    def _chose_otherwise(self, seat: int) -> Refusal:
        """Of two who may meet `seat` was paired first: they chose, or were chosen."""
        match = self.decision.matches[self._match[seat]]
        if match.player == seat:
            chose = refusals.ChoseLower if self._below else refusals.ChoseOther
            return chose("indeling.5", self._id(seat), self._id(match.opponent))
        is_turn = match.player == self._turn(self._left(self._match[seat]))
        chosen = refusals.WasChosenFromAbove if is_turn and not self._below else refusals.WasChosen
        return chosen("indeling.5", self._id(seat), self._id(match.player))

    def _why_not_in_search(self, a: int, b: int) -> Refusal:
        """The first complete pairing with these two as a pair, against the one that was made."""
        rest = self._left(0) & ~(1 << a | 1 << b)
        choices = first_perfect_matching(self._graph, within=rest)
        if choices is None:
            return self._rest_not_paired(rest)
        tried = {choice.player: choice.opponent for choice in choices} | {min(a, b): max(a, b)}
        match = next(
            match for match in self.decision.matches if tried[match.player] != match.opponent
        )
        for seat in (a, b):
            if seat in (match.player, match.opponent):
                return self._chose_otherwise(seat)
        ids = (self._id(seat) for seat in (match.player, match.opponent, tried[match.player]))
        return of_all.TurnOfAnother("indeling.5", *ids)

    def _rest_not_paired(self, rest: int) -> Refusal:
        """Of the others, who would stay over."""
        left = map(self._id, bits(left_over(self._graph, rest)))
        return of_all.RestNotPaired("indeling.5", tuple(left))

    # The bye ------------------------------------------------------------------------------

    def bye_answer(self) -> Answer | None:
        """Why they have the bye, and who of those lower had more."""
        bye, ranks = self.decision.bye, self.position.ranks
        if bye is None:
            return None
        lower = [player for player in self.decision.candidates if ranks[player] > ranks[bye]]
        refused = (
            Refused(self.position.id(bye), self.position.id(player), why, in_place=True)
            for player in (() if self.there.named else lower)
            if (why := self.why_not_bye(self.position.id(player))) is not None
        )
        return Answer((self._bye(bye, lower),), refused=tuple(refused), drawing=0)

    def _bye(self, bye: int, lower: list[int]) -> Reason:
        player = self.position.id(bye)
        if self.there.named is not None:
            return of_all.NamedBye(_ARTICLES.bye, player)
        if len(self.decision.candidates) == 1:
            return of_all.NobodyElse("indeling.2", player)
        if not lower:
            return reasons.LastInOrder(_ARTICLES.bye, player)
        names = tuple(self.position.id(one) for one in lower)
        named = reasons.FewestByes(_ARTICLES.bye, player, names, len(lower))
        fits = len(lower) <= _MOST_NAMED and self.few_words.fit([player], named)
        return named if fits else replace(named, lower=())

    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        """They do not take part, it was named, they had more byes, or stand higher."""
        player, bye = self._number(other), self.decision.bye
        if player == bye:
            return None
        settled = self.there.no_bye(other)
        if settled is not None or bye is None:
            return settled
        byes, id_ = self.position.history.byes, self.position.id(bye)
        if byes[player] > byes[bye]:
            return refusals.HadMoreByes(_ARTICLES.bye, byes[player], id_, byes[bye])
        return refusals.StandsHigher(_ARTICLES.bye, id_)

    # The whole ----------------------------------------------------------------------------

    def drawings(self) -> tuple[Ladder]:
        """Everybody who takes part in the order, with the pairs."""
        order = {self.position.id(player): place + 1 for player, place in self._place.items()}
        return (Ladder.of(order, self.proposal),)

    def steps(self, score: Fraction | None = None) -> tuple[Steps]:
        """The bye, the attempts, and the matches in the order in which they were made."""
        return (Steps(None, tuple(self._steps())),)

    def _steps(self) -> Iterator[Reason | Refused]:
        decision, last_n = self.decision, self.position.tempo.last_n
        if decision.left.lapsed_bye is not None:
            yield of_all.ByeLapsed(_ARTICLES.bye, decision.left.lapsed_bye.id)
        bye = self.bye_answer()
        if bye is not None:
            yield from bye.first
        if not decision.to_pair:
            return
        yield steps_of.Window("indeling.4", len(decision.to_pair), last_n, decision.attempt.n0)
        yield from self._attempts()
        for number, match in enumerate(decision.matches):
            for seat in match.passed_over:
                rest = self._left(number) & ~(1 << match.player | 1 << seat)
                why = self._rest_not_paired(rest)
                yield Refused(self._id(match.player), self._id(seat), why)
            yield self._match_made(number, match)

    def _attempts(self) -> Iterator[Reason]:
        """The attempts; those of every n without a complete pairing are summed up in one reason."""
        decision = self.decision
        by_n = [
            list(outcomes)
            for _n, outcomes in groupby(
                attempts(decision.roster, self.position.tempo.last_n),
                key=lambda outcome: outcome.attempt.n,
            )
        ]
        *hopeless, last = by_n
        if hopeless:
            first, until = hopeless[0][0].attempt, hopeless[-1][-1].attempt
            counts = (first.number, until.number, first.n, until.n)
            yield steps_of.AttemptsHopeless("indeling.n", *counts)
        for outcome in last:
            attempt = outcome.attempt
            how = steps_of.Attempt("indeling.5", attempt.direction, attempt.colour, attempt.n)
            said = ("indeling.5", attempt.number, how)
            if outcome.hopeless:
                yield steps_of.AttemptHopeless(*said)
            elif outcome.stuck:
                stuck = tuple(self._id(seat) for seat in outcome.stuck)
                yield steps_of.AttemptFailed(*said, len(outcome.matches), stuck)
            else:
                yield steps_of.AttemptMade(*said)

    def _match_made(self, number: int, match: Choice) -> Reason:
        choices = self._in_order(self._graph[match.player] & self._left(number))
        first = tuple(self._id(seat) for seat in choices[:_MOST_CHOICES])
        ids = (self._id(match.player), self._id(match.opponent))
        return steps_of.MatchMade("indeling.5", number + 1, *ids, first, len(choices))

    # Who is who ---------------------------------------------------------------------------

    def _number(self, player: PlayerId) -> int:
        return self.position.record.index[player]

    def _id(self, seat: int) -> PlayerId:
        return self.position.id(self.decision.to_pair[seat])

    @cached_property
    def _graph(self) -> list[int]:
        """Who may meet whom, by seat, in the attempt that succeeded."""
        return self.decision.roster.graph(self.decision.attempt.n, self.decision.attempt.colour)

    def _left(self, number: int) -> int:
        """Who was left when this match was made, from 0."""
        return sum(1 << seat for seat, match in self._match.items() if match >= number)

    def _in_order(self, seats: int) -> list[int]:
        """Seats in the order of the attempt that succeeded."""
        return sorted(bits(seats), reverse=self._below)

    def _turn(self, left: int) -> int:
        """Whose turn it is by the order."""
        return self._in_order(left)[0]

    def _colour_shares(
        self, one: int, other: int
    ) -> tuple[Colour, PlayerId, Fraction, PlayerId, Fraction]:
        """The colour that both had too often, and the share of it that each had."""
        white, share = self.position.history.leaning(one) > 0, self.position.history.share
        return (
            Colour.WHITE if white else Colour.BLACK,
            self.position.id(one),
            share(one) if white else 1 - share(one),
            self.position.id(other),
            share(other) if white else 1 - share(other),
        )
