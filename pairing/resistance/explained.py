"""Why was the round paired as it was? 4 to 7, answered from the decision on request."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice

from pairing.core.explanation import Answer, Explanation, Refused, Seat, Stair, Staircase, Steps
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Pair, PlayerId, Snapshot
from pairing.matching.perfect import bits, perfect_matching
from pairing.reasons import every_system as of_all
from pairing.reasons import resistance as reasons
from pairing.reasons.few_words import FewWords
from pairing.reasons.taking_part import Articles, TakingPart
from pairing.resistance.colours import history_of, reason_of_colour, wish
from pairing.resistance.pairing import ResistanceBoards
from pairing.resistance.position import PlayerState
from pairing.resistance.roster import in_order_of
from pairing.resistance.what_if import SettledGroup, compared

#: How many of the players who came before an opponent are listed.
_MOST = 6


class ResistanceExplained(Explanation):
    """Explains a decision. *Seats* are those of its roster: the players to be paired, from 0 in the
    order of 2.1."""

    def __init__(self, snapshot: Snapshot, boards: ResistanceBoards):
        self.snapshot = snapshot
        self.decision = boards.decision
        self.roster = self.decision.roster
        self.options = boards.options
        self.proposal = boards.proposal()
        self.opening = self.options.first_round if self.decision.position.round == 1 else ""
        self.groups = [SettledGroup(group, self.opening) for group in self.decision.groups]
        self._seat = {state.id: seat for seat, state in enumerate(self.roster.players)}
        self._mates = {
            player: opponent
            for pair in self.proposal.pairs
            for player, opponent in ((pair.white, pair.black), (pair.black, pair.white))
        }
        self.few_words = FewWords(snapshot)
        self.taking_part = TakingPart(snapshot, self.decision.left, Articles("4.1", "4", "7.1"))

    # Why these two ------------------------------------------------------------------------

    def answer(self, pair: Pair) -> Answer:
        """Why the two are a pair: their points, 4.4 if one of them came down, and 4.5."""
        position = self.decision.position
        white, black = position.state(pair.white), position.state(pair.black)
        higher, lower = position.in_order(white.id, black.id)
        colour = reason_of_colour(higher, lower, self.options.first_named)
        if pair.white in self.taking_part.fixed:
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

    def _turn(self, seat: int) -> tuple[SettledGroup, int]:
        """The group in which a player is paired, and the index of the pair in it."""
        return next(
            (group, index)
            for group in self.groups
            for index, choice in enumerate(group.group.choices)
            if seat in (choice.player, choice.opponent)
        )

    def _together(self, group: SettledGroup, index: int) -> Iterator[Reason]:
        """Why the two meet, in at most two sentences."""
        choice = group.group.choices[index]
        higher, lower = group.state(choice.player), group.state(choice.opponent)
        if self.opening:
            yield self._pick(group, index)
            return
        if higher.score != lower.score:
            yield from self._apart(group, index)
            return
        score = higher.points
        if self.taking_part.number_with(higher.score) == 2:
            yield of_all.OnlyTwoWith("3.3", higher.id, lower.id, score)
            return
        yield of_all.SamePoints("3.3", higher.id, lower.id, score)
        yield self._pick(group, index)

    def _apart(self, group: SettledGroup, index: int) -> Iterator[Reason]:
        """Why a player has an opponent with fewer points: the player was left over above."""
        choice = group.group.choices[index]
        higher, lower = group.state(choice.player), group.state(choice.opponent)
        scores = higher.id, higher.points, lower.id, lower.points
        between = self._between(higher, lower)
        if between and self._has_met(higher, between):
            are_equal = all(state.score == higher.score for state in between)
            yield (reasons.MetEquals if are_equal else reasons.MetAllBetween)("3.1", *scores)
        elif between:
            yield reasons.Apart("3.3", *scores)
            yield from self._left_over(self.groups[self.groups.index(group) - 1], choice.player)
            return
        elif self.taking_part.number_with(higher.score) == 1:
            yield of_all.OnlyOneWith("3.3", higher.id, higher.points)
        else:
            yield reasons.Apart("3.3", *scores)
        if not self._are_last_two(group, index):
            yield self._pick(group, index)

    def _between(self, higher: PlayerState, lower: PlayerState) -> list[PlayerState]:
        """The others with more points than `lower` and at most as many as `higher`."""
        return [
            state
            for state in self.decision.left.present
            if lower.score < state.score <= higher.score and state is not higher
        ]

    def _has_met(self, player: PlayerState, between: Sequence[PlayerState]) -> bool:
        """Whether a player has met these, and everybody else in the groups that left them over."""
        seat = self._seat[player.id]
        to_meet = {state.id for state in between}
        for group in self.groups:
            if group.group.waiting_room >> seat & 1:
                to_meet.update(group.ids(group.group.members & ~(1 << seat)))
        return to_meet <= player.opponents

    def _pick(self, group: SettledGroup, index: int) -> Reason:
        """4.5, 4.6: why the higher player of a pair has this opponent."""
        choice = group.group.choices[index]
        article = self.opening or "4.5"
        higher, lower = group.state(choice.player), group.state(choice.opponent)
        if self.opening and self._meet_by_lot(higher, lower):
            numbers = self._number[higher.id], self._number[lower.id]
            return reasons.MetByLot(self.opening, higher.id, lower.id, *numbers)
        if self._are_last_two(group, index):
            return reasons.LastTwo(article, higher.id, lower.id)
        left = self._left(group, index)
        after = [*in_order_of(self.roster)(left)]
        after = after[after.index(choice.opponent) + 1 :]
        for seat in after:
            rest = left & ~(1 << seat)
            if self.roster.graph[choice.player] >> seat & 1 and (
                perfect_matching(self.roster.graph, rest) is not None
            ):
                by, worth, _ = compared(lower, group.state(seat))
                return reasons.FirstChoice(article, higher.id, lower.id, by, worth)
        return reasons.OnlyPossible(article, higher.id, lower.id)

    def _left(self, group: SettledGroup, index: int) -> int:
        """The possible opponents at a turn, before 3.1 is applied."""
        left = group.group.members & ~group.group.waiting_room
        for earlier in group.group.choices[:index]:
            left &= ~(1 << earlier.player | 1 << earlier.opponent)
        return left & ~(1 << group.group.choices[index].player)

    def _are_last_two(self, group: SettledGroup, index: int) -> bool:
        return self._left(group, index).bit_count() == 1

    @cached_property
    def _number(self) -> dict[PlayerId, int]:
        """The numbers by lot, from 1, of the players to be paired."""
        by_lot = sorted(self.roster.players, key=lambda state: state.lot)
        return {state.id: number for number, state in enumerate(by_lot, start=1)}

    def _meet_by_lot(self, player: PlayerState, opponent: PlayerState) -> bool:
        """5.1, 5.2: whether the lots put the two opposite each other."""
        lower, higher = sorted((self._number[player.id], self._number[opponent.id]))
        if self.roster.opens_by_twos:
            return lower % 2 == 1 and higher == lower + 1
        count = len(self._number)
        return lower + higher == count + 1 + count % 2

    # Who came before ----------------------------------------------------------------------

    def _before(self, group: SettledGroup, index: int) -> Iterator[Refused]:
        """The players who came before the opponent in 4.5, and why each was passed over."""
        choice, left = group.group.choices[index], self._left(group, index)
        for seat in in_order_of(self.roster)(left):
            if seat == choice.opponent:
                return
            yield self._refused(group, choice.player, seat)

    def _above(self, seat: int, group: SettledGroup) -> Iterator[Refused]:
        """For a player left over above: why each player there is not the opponent, the nearest
        first; or why each player before this one in 4.4 was not left over."""
        above = self.groups[self.groups.index(group) - 1]
        if not above.group.waiting_room >> seat & 1:
            return
        state = above.state(seat)
        between = self._between(state, group.state(group.group.residents.bit_length() - 1))
        rest = above.group.members & ~(1 << seat)
        if self._has_met(state, between):
            rest = sum(1 << self._seat[met.id] for met in between if met.id in self._seat)
        elif above.without(seat) is not None:
            for candidate in above.in_order[: above.in_order.index(seat)]:
                if not above.group.waiting_room >> candidate & 1:
                    why = above.instead(seat, candidate)
                    yield Refused(above.id(seat), above.id(candidate), why, in_place=True)
            return
        for candidate in in_order_of(self.roster)(rest):
            yield self._refused(above, seat, candidate)

    def _refused(self, group: SettledGroup, seat: int, candidate: int) -> Refused:
        ids = group.id(seat), group.id(candidate)
        return Refused(*ids, self._no_pair(*ids))

    def why_not(self, player: PlayerId, opponent: PlayerId) -> Refusal | None:
        """What keeps the two apart, or what would be worse in the last group that both were in."""
        if self._mates.get(player) == opponent:
            return None
        return self._no_pair(player, opponent)

    def _no_pair(self, player: PlayerId, opponent: PlayerId) -> Refusal:
        settled = self.taking_part.no_pair(player, opponent)
        if settled is not None:
            return settled
        rounds = [
            number
            for number, recorded in enumerate(self.snapshot.record(), start=1)
            for game in recorded.round.games
            if {player, opponent} == set(game.players) and not game.result.is_forfeit
        ]
        if rounds:
            return of_all.Met("3.1", rounds[-1])
        first, second = sorted((self._seat[player], self._seat[opponent]))
        if not self.roster.graph[first] >> second & 1:
            return of_all.Forbidden("4", self.groups[0].id(first), self.groups[0].id(second))
        pair = 1 << first | 1 << second
        for group in reversed(self.groups):
            if group.group.members & pair == pair:
                return group.with_pair(first, second)
        group, _ = self._turn(first)
        return of_all.PlaysAbove("4.1", group.id(first), group.score)

    # Players left over, and the bye ------------------------------------------------------

    def _left_over(self, group: SettledGroup, seat: int) -> tuple[Reason, ...]:
        """4.3, 4.4, 4.8: why a player is left over in a group; () if it is not worked out."""
        player = group.id(seat)
        if not self.roster.graph[seat] & group.group.members:
            return (reasons.MustBeLeftOver("4.8", player, group.score),)
        why = group.without(seat) or group.rest_not_paired(seat)
        if isinstance(why, of_all.NotWorkedOut):
            return ()
        return (reasons.LeftOver(why.article, player, group.score, why),)

    def bye_answer(self) -> Answer | None:
        """Why the player has the bye: named by the leader, by lot in round 1, or by 4.4 in the last
        group (7.1)."""
        bye = self.proposal.bye
        if bye is None:
            return None
        if self.taking_part.named is not None:
            return Answer((of_all.NamedBye("7.1", bye),))
        group, seat = self.groups[-1], self._seat[bye]
        count = len(self._number)
        number = self._number[bye]
        rest = group.group.members & ~(1 << seat)
        if not rest:
            return Answer((of_all.NobodyElse("7.1", bye),), drawing=0)
        if self.opening and number == (count if self.roster.opens_by_twos else 1):
            return Answer((reasons.ByeByLot(self.opening, bye, number),), drawing=0)
        why = group.without(seat)
        first: Reason = reasons.OnlyOneForBye("7.1", bye)
        if why is not None:
            is_open = isinstance(why, of_all.NotWorkedOut)
            first = why if is_open else reasons.ByeOf(why.article, bye, why)
        before = group.in_order[: group.in_order.index(seat)] if why else bits(rest)
        refused = (
            Refused(bye, group.id(candidate), why, in_place=True)
            for candidate in before
            if (why := self.why_not_bye(group.id(candidate))) is not None
        )
        return Answer((first,), refused=tuple(islice(refused, _MOST)), drawing=0)

    def why_not_bye(self, player: PlayerId) -> Refusal | None:
        """3.2, 7.1: the player may not have it, or plays above; else what would be worse."""
        bye = self.proposal.bye
        if bye is not None and player == bye:
            return None
        settled = self.taking_part.no_bye(player)
        if settled is not None:
            return settled
        seat = self._seat[player]
        if not self.roster.may_get_bye >> seat & 1:
            return of_all.HadPointsUnplayed("3.2", player)
        group = self.groups[-1]
        if not group.group.members >> seat & 1:
            above, _ = self._turn(seat)
            return of_all.PlaysAbove("7.1", player, above.score)
        return group.instead(group.group.waiting_room.bit_length() - 1, seat)

    # The whole round ----------------------------------------------------------------------

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
        return (Staircase(stairs, bye if bye and self.taking_part.named is None else None),)

    def _drawn(self, seat: int) -> Seat:
        state = self.roster.players[seat]
        wanted = wish(state)
        return Seat(state.id, seat + 1, state.points, wanted, 1 if wanted else 0)

    def steps(self, score: Fraction | None = None) -> Sequence[Steps]:
        """4.1: group by group, the players left over and the pairs."""
        lapsed = self.decision.left.lapsed_bye
        whole = (Steps(None, (of_all.ByeLapsed("7.1", lapsed.id),)),) if lapsed else ()
        groups = [group for group in self.groups if score in (None, group.score)]
        return (*whole, *(Steps(group.score, tuple(self._steps(group))) for group in groups))

    def _steps(self, group: SettledGroup) -> Iterator[Reason | Refused]:
        members, waiting = group.group.residents, group.group.waiting_room
        own, arrived = group.ids(members), group.ids(group.group.moved_down)
        yield of_all.GroupOf("4.1", group.score, own, arrived, len(own) + len(arrived))
        if waiting.bit_count() > 1:
            yield reasons.NoFewerLeftOver("4.3", group.score, waiting.bit_count())
        if group.group.is_last and waiting:
            bye = self.bye_answer()
            if bye is not None:
                yield from bye.first
                yield from bye.refused
        elif group.group.size == self.taking_part.number_with(int(2 * group.score)) == 1:
            yield of_all.OnlyOneWith("4.3", own[0], group.score)
        else:
            for seat in bits(waiting):
                yield from self._left_over(group, seat)
        for index, choice in enumerate(group.group.choices):
            higher, lower = group.state(choice.player), group.state(choice.opponent)
            yield of_all.Plays("4.5", higher.id, lower.id)
            yield from self._before(group, index)
            yield self._pick(group, index)
