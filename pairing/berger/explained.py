"""Why was the round paired as it was? By the table, which is read on request."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from pairing.berger.options import Options
from pairing.berger.pairing import Decision
from pairing.berger.position import Position, read_position
from pairing.core.explanation import Answer, Explanation, Ladder, Steps
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Colour, Fact, Pair, PlayerId, Problem, Proposal, Result, Snapshot
from pairing.reasons import berger as reasons
from pairing.reasons.every_system import FixedByLeader, LostByForfeit, Postponed


class BergerExplained(Explanation):
    """Explains a decision."""

    def __init__(self, decision: Decision):
        self.decision = decision
        self.proposal = decision.proposal
        self.position = decision.position
        self.round = decision.scheduled.number
        self.row = self.position.rows[self.round - 1]
        self.taking_part = decision.recorded.round.taking_part()
        self.gone = self.position.gone(decision.recorded.evening)

    def answer(self, pair: Pair) -> Answer:
        """The numbers of the two in the row, what becomes of a game not played, and the colours."""
        if pair.fixed:
            return Answer((FixedByLeader("3.5", pair.fixed),))
        first = chain([self._by_table(pair)], self._away(pair))
        return Answer(tuple(first), colour_of(self.position, self.round, pair), drawing=0)

    def _by_table(self, pair: Pair) -> Reason:
        number = self.position.number
        white, black = pair.white, pair.black
        return reasons.MeetByTable(
            "1.3", white, number[white], black, number[black], self.row.number
        )

    def _away(self, pair: Pair) -> Iterator[Reason]:
        """3.1-3.3: why the game is not played."""
        if pair.result is None:
            return
        away = tuple(
            player for player in (pair.white, pair.black) if player not in self.taking_part
        )
        left = tuple(player for player in away if player in self.gone)
        if pair.result is Result.UNFINISHED:
            yield Postponed("3.1", away)
        elif left:
            struck = self.position.struck.intersection(left)
            yield reasons.LostByLeaving("3.2" if struck else "3.3", left)
        else:
            players = {Colour.WHITE: pair.white, Colour.BLACK: pair.black}
            losers = (
                player for colour, player in players.items() if pair.result.score(colour) == 0
            )
            yield LostByForfeit("3.1", tuple(losers))

    def bye_answer(self) -> Answer | None:
        """1.4: why the player is free; None: there is no bye."""
        bye = self.proposal.bye
        if bye is None:
            return None
        free = reasons.FreeByTable("1.4", bye, self.position.number[bye], self.row.number)
        return Answer((free,), drawing=0)

    def why_not(self, player: PlayerId, opponent: PlayerId) -> Refusal | None:
        """The round in which the two meet; None: this one."""
        rounds = self.position.meetings(player, opponent)
        if self.round in rounds:
            return None
        later = (number for number in rounds if number > self.round)
        return reasons.MeetInRound("1.3", next(later, rounds[-1]))

    def why_not_bye(self, player: PlayerId) -> Refusal | None:
        """Whom the player meets instead, or that the free player is away."""
        if player == self.decision.scheduled.free:
            return None if player == self.proposal.bye else reasons.FreeAndAway("3.1", player)
        pairs = self.decision.scheduled.pairs
        pair = next(pair for pair in pairs if player in (pair.white, pair.black))
        opponent = pair.black if pair.white == player else pair.white
        return reasons.HasOpponent("1.4", player, opponent)

    def drawings(self) -> list[Ladder]:
        """All players with a board or the bye, by number."""
        return [Ladder.of(self.position.number, self.proposal)]

    def steps(self, score: Fraction | None = None) -> list[Steps]:
        """The row, its pivot, and its boards except those that the leader fixed."""
        size = len(self.position.ids) + len(self.position.ids) % 2
        row = reasons.RowOfTable("1.3", self.round, self.row.number, size, self.row.cycle)
        (pivot,) = set(self.row.pairs[0]) - {size}
        steps: list[Reason] = [row, reasons.Pivot("1.3", pivot, size)]
        bye = self.bye_answer()
        steps += bye.first if bye else ()
        for pair in self.proposal.pairs:
            steps += () if pair.fixed else (self._by_table(pair), *self._away(pair))
        return [Steps(None, tuple(steps))]


def colour_of(position: Position, number: int, pair: Pair) -> Reason:
    """2: why the table gives White to the player who has it."""
    row, numbers = position.rows[number - 1], position.number
    if row.cycle == 2:
        return reasons.TurnedRound("2.3", pair.white, position.meetings(pair.white, pair.black)[0])
    last = len(position.ids)
    if last % 2 == 0:
        for colour, player in ((Colour.WHITE, pair.white), (Colour.BLACK, pair.black)):
            if numbers[player] == last:
                return reasons.LastNumber("2.1", player, colour, row.number)
    return reasons.FirstInTable("2.2", pair.white)


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Warnings: the two meet in another round (1.3); the table has the colours the other way
    round (2); a player is away, so the game is not played (3)."""
    position = read_position(snapshot, options)
    if position.next_round > len(position.rounds):
        return []
    in_round = {
        frozenset((pair.white, pair.black)): pair
        for pair in position.rounds[position.next_round - 1].pairs
    }
    recorded = snapshot.to_pair()
    present = recorded.round.taking_part() if recorded else frozenset()
    warnings = []
    for pair in proposal.pairs:
        facts: dict[str, Fact] = {"white": pair.white, "black": pair.black}
        by_table = in_round.get(frozenset((pair.white, pair.black)))
        if by_table is None:
            rounds = position.meetings(pair.white, pair.black)
            warnings.append(Problem("warning", "other_round", facts | {"round": rounds[0]}, "1.3"))
        elif by_table.white != pair.white:
            why = colour_of(position, position.next_round, by_table)
            warnings.append(Problem("warning", "colours", facts, why.article, why))
        if pair.result is not None:
            away: list[Fact] = [
                player for player in (pair.white, pair.black) if player not in present
            ]
            code = "forfeited" if pair.result.is_finished else "postponed"
            warnings.append(Problem("warning", code, facts | {"away": away}, "3.1"))
    return warnings
