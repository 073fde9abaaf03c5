"""Why was the round paired as it was? By the bracket, which is read off when somebody asks."""

from collections.abc import Iterator
from fractions import Fraction

from pairing.core.explanation import Answer, Explanation, Ladder, Steps
from pairing.core.reason import Reason, Refusal
from pairing.core.tie import Ending, Part, Tie, TieKey
from pairing.core.types import Colour, Fact, Pair, PlayerId, Problem, Proposal, Result, Snapshot
from pairing.knockout.options import Options
from pairing.knockout.pairing import Colours, Decision
from pairing.knockout.position import read_position
from pairing.knockout.standings import further_game, stage_of
from pairing.reasons import knockout as reasons
from pairing.reasons.every_system import FixedByLeader, LostByForfeit, Postponed


class KnockoutExplained(Explanation):
    """A decision that can be asked why."""

    def __init__(self, decision: Decision):
        self.decision = decision
        self.proposal = decision.proposal
        self.position = decision.position
        self.there = decision.recorded.round.taking_part()
        self.plays = {one: tie for tie in decision.ties for one in tie.players if one}

    def answer(self, pair: Pair) -> Answer:
        """How they came to meet, or why they go on; what becomes of the game; the colours."""
        if pair.fixed:
            return Answer((FixedByLeader("3.6", pair.fixed),))
        tie = self.plays[pair.white]
        why = _why(self.decision.colours, pair.white, pair.black)
        return Answer((*self._met(tie), *self._away(pair)), why, drawing=0)

    def _met(self, tie: Tie) -> Iterator[Reason]:
        one, other = tie.players
        if one is None or other is None:
            return
        if further := further_game(tie):
            yield further
        elif tie.key.part is Part.THIRD:
            yield reasons.BothLostSemiFinal("4.1", one, other)
        elif tie.key.round > 1:
            article = "1.4" if tie.key.part is Part.CUP else "4.2"
            yield reasons.CameThrough(article, one, other, stage_of(tie))
        elif tie.key.part is Part.PLATE:
            yield reasons.BothLostFirst("4.2", one, other)
        else:
            number = self.position.number
            yield reasons.MeetByNumber("1.2", one, number[one], other, number[other])

    def _away(self, pair: Pair) -> Iterator[Reason]:
        """3.4: why the game is not played."""
        if pair.result is Result.UNFINISHED:
            away = tuple(one for one in (pair.white, pair.black) if one not in self.there)
            yield Postponed("3.4", away)
        elif pair.result is not None:
            both = {Colour.WHITE: pair.white, Colour.BLACK: pair.black}
            losers = (one for colour, one in both.items() if pair.result.score(colour) == 0)
            yield LostByForfeit("3.4", tuple(losers))

    def bye_answer(self) -> Answer | None:
        """Nobody has a bye of the round; who goes on without a game is through (1.3)."""
        return None

    def why_not(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        """Who of the two is out, plays somebody else, or waits."""
        tie = self.plays.get(player)
        if tie is not None and other in tie.players:
            return None
        both = (other, player)
        for one in both:
            if one not in self.position.still_in:
                return reasons.IsOut("1.4", one)
        return next((self._plays(one) for one in both if one in self.plays), None) or reasons.Waits(
            "1.5", other
        )

    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        """Whom they play instead."""
        if other not in self.position.still_in:
            return reasons.IsOut("1.4", other)
        return self._plays(other) if other in self.plays else reasons.Waits("1.5", other)

    def _plays(self, player: PlayerId) -> Refusal:
        opponent = self.plays[player].other(player)
        return reasons.PlaysInBracket("1.2", player, opponent or "")

    def drawings(self) -> list[Ladder]:
        """Everybody who has a board, by number."""
        return [Ladder.of(self.position.number, self.proposal)]

    def steps(self, score: Fraction | None = None) -> list[Steps]:
        """Before the first round who goes on without a game; then the boards but for those that
        the leader fixed."""
        steps: list[Reason] = []
        if not any(self.position.snapshot.record()):
            steps += self._byes()
        for tie, pair in zip(self.decision.ties, self.proposal.pairs, strict=True):
            steps += () if pair.fixed else (*self._met(tie), *self._away(pair))
        return [Steps(None, tuple(steps))]

    def _byes(self) -> Iterator[Reason]:
        for number in range(1, self.position.shape.size // 2 + 1):
            tie = self.position.ties[TieKey(Part.CUP, 1, number)]
            if tie.ending is Ending.ALONE and tie.winner is not None:
                yield reasons.Through("1.3", tie.winner, self.position.number[tie.winner])


def _why(colours: Colours, one: PlayerId, other: PlayerId) -> Reason:
    """2: why White has White by the rules."""
    coloured = colours.of(one, other)
    article, white, black = coloured.article, coloured.pair.white, coloured.pair.black
    if article == "2.1":
        balance = colours.balance
        return reasons.HadWhiteLess(article, white, balance[white], black, balance[black])
    if article == "2.2":
        return reasons.ByPlace(article, white, coloured.tie)
    return reasons.OtherColours(article, white)


def problems_of(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """An error: the two have no tie to play now (1.5). Warnings: other colours than by the rules
    (2); somebody is away, so the game is not played (3.4)."""
    position = read_position(snapshot, options)
    colours, due = Colours(position), [{*tie.players} for tie in position.due]
    recorded = snapshot.to_pair()
    there = recorded.round.taking_part() if recorded else frozenset()
    found = []
    for pair in proposal.pairs:
        facts: dict[str, Fact] = {"white": pair.white, "black": pair.black}
        if {pair.white, pair.black} not in due:
            found.append(Problem("error", "not_due", facts, "1.5"))
            continue
        by_rules = colours.of(pair.white, pair.black)
        if by_rules.pair.white != pair.white:
            why = _why(colours, pair.white, pair.black)
            found.append(Problem("warning", "colours", facts, why.article, why))
        if pair.result is not None:
            away: list[Fact] = [one for one in (pair.white, pair.black) if one not in there]
            code = "forfeited" if pair.result.is_finished else "postponed"
            found.append(Problem("warning", code, facts | {"away": away}, "3.4"))
    return found
