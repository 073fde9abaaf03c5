"""Why was the round paired as it was? 4 to 7, answered from the decision when somebody asks."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice

from pairing.core.explanation import Answer, Explanation, Refused, Seat, Stair, Staircase, Steps
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Pair, PlayerId, Snapshot
from pairing.matching.perfect import bits, perfect_matching
from pairing.reasons import every_system as of_all
from pairing.reasons import resistance as told
from pairing.reasons.few_words import FewWords
from pairing.reasons.taking_part import Articles, TakingPart
from pairing.resistance.colours import history_of, reason_of_colour, wish
from pairing.resistance.pairing import ResistanceBoards
from pairing.resistance.position import PlayerState
from pairing.resistance.roster import in_order_of
from pairing.resistance.what_if import Otherwise, compared

#: How many of those who came before are told.
_MOST = 6


class ResistanceExplained(Explanation):
    """A decision that can be asked why. *Seats* are those of its roster: the places by 2.1 of those
    to be paired."""

    def __init__(self, snapshot: Snapshot, boards: ResistanceBoards):
        self.snapshot = snapshot
        self.decision = boards.decision
        self.roster = self.decision.roster
        self.options = boards.options
        self.proposal = boards.proposal()
        self.opening = self.options.first_round if self.decision.position.round == 1 else ""
        self.groups = [Otherwise(group, self.opening) for group in self.decision.groups]
        self._seat = {state.id: seat for seat, state in enumerate(self.roster.players)}
        self._mates = {
            player: other
            for pair in self.proposal.pairs
            for player, other in ((pair.white, pair.black), (pair.black, pair.white))
        }
        self.few_words = FewWords(snapshot)
        self.there = TakingPart(snapshot, self.decision.left, Articles("4.1", "4", "7.1"))

    # Why these two ------------------------------------------------------------------------

    def answer(self, pair: Pair) -> Answer:
        """Why this pair: its points, 4.4 where somebody came down, and 4.5."""
        position = self.decision.position
        white, black = position.state(pair.white), position.state(pair.black)
        higher, lower = position.in_order(white.id, black.id)
        colour = reason_of_colour(higher, lower, self.options.first_named)
        if pair.white in self.there.fixed:
            history = history_of(white, black, None)
            return Answer((of_all.FixedByLeader("4", pair.fixed),), history=history)
        seat = self._seat[higher.id]
        group, index = self._turn(seat)
        return Answer(
            self.few_words.first((higher.id, lower.id), [*self._together(group, index)]),
            colour,
            tuple(dict.fromkeys((*self._above(seat, group), *self._before(group, index))))[:_MOST],
            history_of(white, black, colour),
            0,
        )

    def _turn(self, seat: int) -> tuple[Otherwise, int]:
        """The group in which somebody is paired, and the number of their pair there, from 0."""
        return next(
            (group, index)
            for group in self.groups
            for index, choice in enumerate(group.group.choices)
            if seat in (choice.player, choice.opponent)
        )

    def _together(self, group: Otherwise, index: int) -> Iterator[Reason]:
        """At most two sentences."""
        choice = group.group.choices[index]
        one, other = group.state(choice.player), group.state(choice.opponent)
        if self.opening:
            yield self._pick(group, index)
            return
        if one.score != other.score:
            yield from self._apart(group, index)
            return
        score = one.points
        if self.there.number_with(one.score) == 2:
            yield of_all.OnlyTwoWith("3.3", one.id, other.id, score)
            return
        yield of_all.SamePoints("3.3", one.id, other.id, score)
        yield self._pick(group, index)

    def _apart(self, group: Otherwise, index: int) -> Iterator[Reason]:
        """Why somebody plays one with fewer points: they were left over above."""
        choice = group.group.choices[index]
        one, other = group.state(choice.player), group.state(choice.opponent)
        scores = one.id, one.points, other.id, other.points
        between = self._between(one, other)
        if between and self._has_met(one, between):
            are_equal = all(state.score == one.score for state in between)
            yield (told.MetEquals if are_equal else told.MetAllBetween)("3.1", *scores)
        elif between:
            yield told.Apart("3.3", *scores)
            yield from self._left_over(self.groups[self.groups.index(group) - 1], choice.player)
            return
        elif self.there.number_with(one.score) == 1:
            yield of_all.OnlyOneWith("3.3", one.id, one.points)
        else:
            yield told.Apart("3.3", *scores)
        if not self._are_last_two(group, index):
            yield self._pick(group, index)

    def _between(self, one: PlayerState, other: PlayerState) -> list[PlayerState]:
        """Who has more points than the lower of two and at most those of the higher."""
        return [
            state
            for state in self.decision.left.present
            if other.score < state.score <= one.score and state is not one
        ]

    def _has_met(self, one: PlayerState, between: Sequence[PlayerState]) -> bool:
        """Whether somebody has met these, and everybody else where they were left over."""
        seat = self._seat[one.id]
        them = {state.id for state in between}
        for group in self.groups:
            if group.group.waiting_room >> seat & 1:
                them.update(group.ids(group.group.members & ~(1 << seat)))
        return them <= one.opponents

    def _pick(self, group: Otherwise, index: int) -> Reason:
        """4.5, 4.6: why the higher of a pair has this opponent."""
        choice = group.group.choices[index]
        article = self.opening or "4.5"
        one, other = group.state(choice.player), group.state(choice.opponent)
        if self.opening and self._meet_by_lot(one, other):
            numbers = self._number[one.id], self._number[other.id]
            return told.MetByLot(self.opening, one.id, other.id, *numbers)
        if self._are_last_two(group, index):
            return told.LastTwo(article, one.id, other.id)
        left = self._left(group, index)
        after = [*in_order_of(self.roster)(left)]
        after = after[after.index(choice.opponent) + 1 :]
        for seat in after:
            rest = left & ~(1 << seat)
            if self.roster.graph[choice.player] >> seat & 1 and (
                perfect_matching(self.roster.graph, rest) is not None
            ):
                by, worth, _ = compared(other, group.state(seat))
                return told.FirstChoice(article, one.id, other.id, by, worth)
        return told.OnlyPossible(article, one.id, other.id)

    def _left(self, group: Otherwise, index: int) -> int:
        """Who may still be the opponent at a turn, but for 3.1."""
        left = group.group.members & ~group.group.waiting_room
        for earlier in group.group.choices[:index]:
            left &= ~(1 << earlier.player | 1 << earlier.opponent)
        return left & ~(1 << group.group.choices[index].player)

    def _are_last_two(self, group: Otherwise, index: int) -> bool:
        return self._left(group, index).bit_count() == 1

    @cached_property
    def _number(self) -> dict[PlayerId, int]:
        """By lot, from 1, of those to be paired."""
        by_lot = sorted(self.roster.players, key=lambda state: state.lot)
        return {state.id: number for number, state in enumerate(by_lot, start=1)}

    def _meet_by_lot(self, one: PlayerState, other: PlayerState) -> bool:
        """5.1, 5.2: whether these two stand opposite each other."""
        lower, higher = sorted((self._number[one.id], self._number[other.id]))
        if self.roster.opens_by_twos:
            return lower % 2 == 1 and higher == lower + 1
        count = len(self._number)
        return lower + higher == count + 1 + count % 2

    # Who came before ----------------------------------------------------------------------

    def _before(self, group: Otherwise, index: int) -> Iterator[Refused]:
        """Who came before the opponent in 4.5."""
        choice, left = group.group.choices[index], self._left(group, index)
        for seat in in_order_of(self.roster)(left):
            if seat == choice.opponent:
                return
            yield self._refused(group, choice.player, seat)

    def _above(self, seat: int, group: Otherwise) -> Iterator[Refused]:
        """For who was left over above: whom they did not meet there, the nearest first, and who
        came before them in 4.4 and was not left over."""
        above = self.groups[self.groups.index(group) - 1]
        if not above.group.waiting_room >> seat & 1:
            return
        state = above.state(seat)
        between = self._between(state, group.state(group.group.residents.bit_length() - 1))
        rest = above.group.members & ~(1 << seat)
        if self._has_met(state, between):
            rest = sum(1 << self._seat[two.id] for two in between if two.id in self._seat)
        elif above.without(seat) is not None:
            for other in above.in_order[: above.in_order.index(seat)]:
                if not above.group.waiting_room >> other & 1:
                    why = above.instead(seat, other)
                    yield Refused(above.id(seat), above.id(other), why, in_place=True)
            return
        for other in in_order_of(self.roster)(rest):
            yield self._refused(above, seat, other)

    def _refused(self, group: Otherwise, seat: int, other: int) -> Refused:
        ids = group.id(seat), group.id(other)
        return Refused(*ids, self._no_pair(*ids))

    def why_not(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        """What keeps them apart, or what would be worse in the last group that both were in."""
        if self._mates.get(player) == other:
            return None
        return self._no_pair(player, other)

    def _no_pair(self, player: PlayerId, other: PlayerId) -> Refusal:
        settled = self.there.no_pair(player, other)
        if settled is not None:
            return settled
        rounds = [
            number
            for number, recorded in enumerate(self.snapshot.record(), start=1)
            for game in recorded.round.games
            if {player, other} == set(game.players) and not game.result.is_forfeit
        ]
        if rounds:
            return of_all.Met("3.1", rounds[-1])
        one, two = sorted((self._seat[player], self._seat[other]))
        if not self.roster.graph[one] >> two & 1:
            return of_all.Forbidden("4", self.groups[0].id(one), self.groups[0].id(two))
        both = 1 << one | 1 << two
        for group in reversed(self.groups):
            if group.group.members & both == both:
                return group.with_pair(one, two)
        group, _ = self._turn(one)
        return of_all.PlaysAbove("4.1", group.id(one), group.score)

    # Who is left over, and who has the bye ------------------------------------------------

    def _left_over(self, group: Otherwise, seat: int) -> tuple[Reason, ...]:
        """4.3, 4.4, 4.8: why somebody is left over in a group; () where it is not worked out."""
        player = group.id(seat)
        if not self.roster.graph[seat] & group.group.members:
            return (told.MustBeLeftOver("4.8", player, group.score),)
        why = group.without(seat) or group.rest_not_paired(seat)
        if isinstance(why, of_all.NotWorkedOut):
            return ()
        return (told.LeftOver(why.article, player, group.score, why),)

    def bye_answer(self) -> Answer | None:
        """Why this player: the leader, the lot in round 1, else 4.4 in the last group (7.1)."""
        bye = self.proposal.bye
        if bye is None:
            return None
        if self.there.named is not None:
            return Answer((of_all.NamedBye("7.1", bye),))
        group, seat = self.groups[-1], self._seat[bye]
        count = len(self._number)
        number = self._number[bye]
        rest = group.group.members & ~(1 << seat)
        if not rest:
            return Answer((of_all.NobodyElse("7.1", bye),), drawing=0)
        if self.opening and number == (count if self.roster.opens_by_twos else 1):
            return Answer((told.ByeByLot(self.opening, bye, number),), drawing=0)
        why = group.without(seat)
        first: Reason = told.OnlyOneForBye("7.1", bye)
        if why is not None:
            is_open = isinstance(why, of_all.NotWorkedOut)
            first = why if is_open else told.ByeOf(why.article, bye, why)
        before = group.in_order[: group.in_order.index(seat)] if why else bits(rest)
        refused = (
            Refused(bye, group.id(other), why, in_place=True)
            for other in before
            if (why := self.why_not_bye(group.id(other))) is not None
        )
        return Answer((first,), refused=tuple(islice(refused, _MOST)), drawing=0)

    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        """3.2, 7.1: who may not have it or plays above; else what would be worse."""
        bye = self.proposal.bye
        if bye is not None and other == bye:
            return None
        settled = self.there.no_bye(other)
        if settled is not None:
            return settled
        seat = self._seat[other]
        if not self.roster.may_get_bye >> seat & 1:
            return of_all.HadPointsUnplayed("3.2", other)
        group = self.groups[-1]
        if not group.group.members >> seat & 1:
            above, _ = self._turn(seat)
            return of_all.PlaysAbove("7.1", other, above.score)
        return group.instead(group.group.waiting_room.bit_length() - 1, seat)

    # The whole ----------------------------------------------------------------------------

    def drawings(self) -> Sequence[Staircase]:
        """All groups as one staircase."""
        bye = self.proposal.bye
        stairs = tuple(
            Stair(
                group.score,
                tuple(map(self._drawn, bits(group.group.residents))),
                tuple(map(self._drawn, bits(group.group.moved_down))),
                tuple(
                    (group.id(choice.player), group.id(choice.opponent))
                    for choice in group.group.choices
                ),
                () if group.group.is_last else group.ids(group.group.waiting_room),
            )
            for group in self.groups
        )
        return (Staircase(stairs, bye if bye and self.there.named is None else None),)

    def _drawn(self, seat: int) -> Seat:
        state = self.roster.players[seat]
        wanted = wish(state)
        return Seat(state.id, seat + 1, state.points, wanted, 1 if wanted else 0)

    def steps(self, score: Fraction | None = None) -> Sequence[Steps]:
        """4.1: group by group, who is left over and who meets whom."""
        lapsed = self.decision.left.lapsed_bye
        whole = (Steps(None, (of_all.ByeLapsed("7.1", lapsed.id),)),) if lapsed else ()
        groups = [group for group in self.groups if score in (None, group.score)]
        return (*whole, *(Steps(group.score, tuple(self._steps(group))) for group in groups))

    def _steps(self, group: Otherwise) -> Iterator[Reason | Refused]:
        members, waiting = group.group.residents, group.group.waiting_room
        own, arrived = group.ids(members), group.ids(group.group.moved_down)
        yield of_all.GroupOf("4.1", group.score, own, arrived, len(own) + len(arrived))
        if waiting.bit_count() > 1:
            yield told.NoFewerLeftOver("4.3", group.score, waiting.bit_count())
        if group.group.is_last and waiting:
            bye = self.bye_answer()
            if bye is not None:
                yield from bye.first
                yield from bye.refused
        elif group.group.size == self.there.number_with(int(2 * group.score)) == 1:
            yield of_all.OnlyOneWith("4.3", own[0], group.score)
        else:
            for seat in bits(waiting):
                yield from self._left_over(group, seat)
        for index, choice in enumerate(group.group.choices):
            one, other = group.state(choice.player), group.state(choice.opponent)
            yield of_all.Plays("4.5", one.id, other.id)
            yield from self._before(group, index)
            yield self._pick(group, index)
