"""Why was the round paired as it was? By the bracket, which is read on request."""

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
    """Explains a decision."""

    def __init__(self, decision: Decision):
        self.decision = decision
        self.proposal = decision.proposal
        self.position = decision.position
        self.taking_part = decision.recorded.round.taking_part()
        self.tie_of = {player: tie for tie in decision.ties for player in tie.players if player}

    def answer(self, pair: Pair) -> Answer:
        """How the two came to meet, or why they play on; what becomes of the game; the colours."""
        if pair.fixed:
            return Answer((FixedByLeader("3.6", pair.fixed),))
        tie = self.tie_of[pair.white]
        why = _reason_of_colour(self.decision.colours, pair.white, pair.black)
        return Answer((*self._met(tie), *self._away(pair)), why, drawing=0)

    def _met(self, tie: Tie) -> Iterator[Reason]:
        """Why the two of a tie meet; nothing if one of them is missing."""
        upper, lower = tie.players
        if upper is None or lower is None:
            return
        if further := further_game(tie):
            yield further
        elif tie.key.part is Part.THIRD:
            yield reasons.BothLostSemiFinal("4.1", upper, lower)
        elif tie.key.round > 1:
            article = "1.4" if tie.key.part is Part.CUP else "4.2"
            yield reasons.CameThrough(article, upper, lower, stage_of(tie))
        elif tie.key.part is Part.PLATE:
            yield reasons.BothLostFirst("4.2", upper, lower)
        else:
            number = self.position.number
            yield reasons.MeetByNumber("1.2", upper, number[upper], lower, number[lower])

    def _away(self, pair: Pair) -> Iterator[Reason]:
        """3.4: why the game is not played."""
        if pair.result is Result.UNFINISHED:
            away = tuple(
                player for player in (pair.white, pair.black) if player not in self.taking_part
            )
            yield Postponed("3.4", away)
        elif pair.result is not None:
            players = {Colour.WHITE: pair.white, Colour.BLACK: pair.black}
            losers = (
                player for colour, player in players.items() if pair.result.score(colour) == 0
            )
            yield LostByForfeit("3.4", tuple(losers))

    def bye_answer(self) -> Answer | None:
        """None: no player has a bye of the round; one who goes on without a game is through
        (1.3)."""
        return None

    def why_not(self, player: PlayerId, opponent: PlayerId) -> Refusal | None:
        """Which of the two is out, plays somebody else, or waits."""
        tie = self.tie_of.get(player)
        if tie is not None and opponent in tie.players:
            return None
        for asked in (opponent, player):
            if asked not in self.position.still_in:
                return reasons.IsOut("1.4", asked)
        for asked in (opponent, player):
            if asked in self.tie_of:
                return self._plays(asked)
        return reasons.Waits("1.5", opponent)

    def why_not_bye(self, player: PlayerId) -> Refusal | None:
        """Whom the player meets instead, or that the player is out or waits."""
        if player not in self.position.still_in:
            return reasons.IsOut("1.4", player)
        return self._plays(player) if player in self.tie_of else reasons.Waits("1.5", player)

    def _plays(self, player: PlayerId) -> Refusal:
        opponent = self.tie_of[player].other(player)
        return reasons.PlaysInBracket("1.2", player, opponent or "")

    def drawings(self) -> list[Ladder]:
        """All players with a board, by number."""
        return [Ladder.of(self.position.number, self.proposal)]

    def steps(self, score: Fraction | None = None) -> list[Steps]:
        """Before the first round, the players who go on without a game; then the boards, except
        those that the leader fixed."""
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


def _reason_of_colour(colours: Colours, player: PlayerId, opponent: PlayerId) -> Reason:
    """2: why the rules give White to the player who has it."""
    coloured = colours.of(player, opponent)
    article, white, black = coloured.article, coloured.pair.white, coloured.pair.black
    if article == "2.1":
        balance = colours.balance
        return reasons.HadWhiteLess(article, white, balance[white], black, balance[black])
    if article == "2.2":
        return reasons.ByPlace(article, white, coloured.tie)
    return reasons.OtherColours(article, white)


def problems_of(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """An error: the two have no tie to play now (1.5). Warnings: the colours are not those of the
    rules (2); a player is away, so the game is not played (3.4)."""
    position = read_position(snapshot, options)
    colours, due = Colours(position), [{*tie.players} for tie in position.due]
    recorded = snapshot.to_pair()
    present = recorded.round.taking_part() if recorded else frozenset()
    problems = []
    for pair in proposal.pairs:
        facts: dict[str, Fact] = {"white": pair.white, "black": pair.black}
        if {pair.white, pair.black} not in due:
            problems.append(Problem("error", "not_due", facts, "1.5"))
            continue
        by_rules = colours.of(pair.white, pair.black)
        if by_rules.pair.white != pair.white:
            why = _reason_of_colour(colours, pair.white, pair.black)
            problems.append(Problem("warning", "colours", facts, why.article, why))
        if pair.result is not None:
            away: list[Fact] = [
                player for player in (pair.white, pair.black) if player not in present
            ]
            code = "forfeited" if pair.result.is_finished else "postponed"
            problems.append(Problem("warning", code, facts | {"away": away}, "3.4"))
    return problems
