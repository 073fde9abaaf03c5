"""Why are two a pair of their bracket? Where they stood, D1 and D2; each text of C adds its own.

Of `not_nearer`: at their turn a player of S1 gets the first of S2 who is left and with whom all
goes well (D1). So there are two kinds of candidates to ask about: the one opposite in S2, and
those of S2 who stood before the opponent and were not taken yet. They are {player, place (in A2
order, from 1), article, code, facts}; codes and facts: `met` (round), `same_absolute` (colour),
`forbidden`, `colour_or_float`, `rest` (the others could then not all be paired as well),
`paired_before` (opponent: of a player who came first in S1), `came_later` (opponent: stood before
them in S2 and was not taken either).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from pairing.core.boards import points
from pairing.core.types import Fact, Reason
from pairing.swiss.bracket import Bracket
from pairing.swiss.legality import is_same_absolute
from pairing.swiss.position import PlayerState, Position
from pairing.swiss.roster import Roster
from pairing.swiss.settled import Candidate, Settled

#: How many candidates a pair has: more would not be read.
_CANDIDATES = 6


class BracketReasons(ABC):
    """One bracket that was paired; `number` counts those from the highest, from 1."""

    def __init__(self, position: Position, roster: Roster, number: int, settled: Settled[Any, Any]):
        if settled.candidate is None:
            raise ValueError("nobody is paired in this bracket")
        self.position = position
        self.articles = position.edition.articles
        self.roster = roster
        self.number = number
        self.settled = settled
        self.bracket: Bracket = settled.bracket
        self.candidate: Candidate = settled.candidate

    def state(self, player: int) -> PlayerState:
        """The state of a player of the bracket."""
        return self.roster.players[self.bracket.seats[player]]

    @property
    def pairs(self) -> list[tuple[PlayerState, PlayerState]]:
        """The pairs as they were made, the player of S1 first."""
        return [(self.state(a), self.state(b)) for a, b in self.candidate.pairs]

    def pair_reasons(self, index: int, white: PlayerState, black: PlayerState) -> list[Reason]:
        """The reasons of one pair, from `bracket` on."""
        first, second = self.candidate.pairs[index]
        moved_down = len(self.candidate.moved_down)
        s2, opposite = self._opposite(index)
        kind = "homogeneous"
        if moved_down:
            kind = "moved_down" if index < moved_down else "remainder"
        facts: dict[str, Fact] = {
            "number": self.number,
            "score": points(self.settled.score),
            "size": self.bracket.size,
            "moved_down": self.bracket.moved_down,
            "pairs": len(self.candidate.pairs),
            "kind": kind,
            "s1": (index if index < moved_down else index - moved_down) + 1,
            "s2": s2.index(second) + 1,
        }
        reasons = [Reason(self.articles.bracket, "bracket", facts)]
        if opposite != second:
            reasons.append(self._transposed(first, second, opposite))
        halves = self.candidate.halves
        if kind != "moved_down" and (first in halves.up or second in halves.down):
            reasons.append(self._exchanged())
        if kind == "moved_down":
            reasons += self.s1_reasons()
        return reasons + self.bracket_reasons((first, second), white, black)

    def s1_reasons(self) -> list[Reason]:
        """Which of those moved down are in S1, where the edition has a choice."""
        return []

    def bracket_reasons(
        self,
        pair: Sequence[int],
        white: PlayerState | None = None,
        black: PlayerState | None = None,
    ) -> list[Reason]:
        """What was relaxed and done; `pair` is the one asked about, or () for who is unpaired."""
        return [*self.relaxed(pair, white, black), *self._steps(), *self._fewer()]

    @abstractmethod
    def relaxed(
        self, pair: Sequence[int], white: PlayerState | None, black: PlayerState | None
    ) -> list[Reason]:
        """The criteria that were relaxed."""

    @abstractmethod
    def is_against_colour_or_float(self, first: int, opposite: int) -> bool:
        """Whether this pair would deny a colour or repeat a float."""

    def _steps(self) -> list[Reason]:
        """C12-C14, as far as they were needed for this bracket."""
        reasons = []
        for step in self.settled.steps:
            facts: dict[str, Fact] = {"number": self.number}
            if step.code in ("merged", "one_group"):
                facts["players"] = step.players
            reasons.append(Reason(step.article, step.code, facts))
        return reasons

    def _fewer(self) -> list[Reason]:
        """C14, C15: fewer moved down players in S1, fewer pairs."""
        reasons = []
        level, bracket = self.candidate.level, self.bracket
        if level.in_s1 < bracket.moved_down and not bracket.is_homogeneous:
            facts: dict[str, Fact] = {
                "number": self.number,
                "movers": level.in_s1,
                "moved_down": bracket.moved_down,
            }
            reasons.append(Reason(self.articles.fewer_moved_down, "fewer_movers", facts))
        if level.lowered:
            facts = {
                "number": self.number,
                "pairs": len(self.candidate.pairs),
                "most": bracket.most_pairs,
            }
            reasons.append(Reason(self.articles.fewer_pairs, "fewer_pairs", facts))
        return reasons

    def _opposite(self, index: int) -> tuple[list[int], int]:
        """S2 before transposition, after exchange, as a pair had it; and who stood opposite."""
        moved_down = len(self.candidate.moved_down)
        if index < moved_down:
            return self._first_s2, self._first_s2[index]
        return self._last_s2, self._last_s2[index - moved_down]

    @cached_property
    def _first_s2(self) -> list[int]:
        """S2 of the pairs of those moved down."""
        s1 = {a for a, _ in self.candidate.moved_down}
        return [player for player in range(self.bracket.size) if player not in s1]

    @cached_property
    def _last_s2(self) -> list[int]:
        """S2 of the homogeneous bracket or remainder."""
        halves = self.candidate.halves
        return sorted((*(b for _, b in halves.pairs), *halves.unpaired))

    def _apart(self, first: int, second: int) -> str:
        """Why these two are no pair: "met", "same_absolute", "forbidden", "colour_or_float"; or
        "rest", the others could then not all be paired as well."""
        one, two = self.state(first), self.state(second)
        seats = self.bracket.seats
        if two.id in one.opponents:
            return "met"
        if not self.roster.may_meet[seats[first]] >> seats[second] & 1:
            return "same_absolute" if is_same_absolute(one, two) else "forbidden"
        return "colour_or_float" if self.is_against_colour_or_float(first, second) else "rest"

    def _transposed(self, first: int, second: int, opposite: int) -> Reason:
        """Why the one opposite in S2 is not the opponent."""
        facts: dict[str, Fact] = {
            "player": self.state(first).id,
            "opponent": self.state(second).id,
            "first": self.state(opposite).id,
            "why": self._apart(first, opposite),
        }
        return Reason("D1", "transposed", facts)

    def _exchanged(self) -> Reason:
        halves = self.candidate.halves
        down: list[Fact] = [self.state(player).id for player in halves.down]
        up: list[Fact] = [self.state(player).id for player in halves.up]
        return Reason("D2", "exchanged", {"down": down, "up": up, "difference": halves.difference})

    def not_nearer(self, index: int) -> list[Reason]:
        """Why a pair was not another one (see above); [] when nobody came before."""
        first, second = self.candidate.pairs[index]
        s2, opposite = self._opposite(index)
        taken = {b: a for a, b in self.candidate.pairs[:index]}
        before = s2[: s2.index(second)]
        asked = [player for player in before if player not in taken or player == opposite]
        if opposite not in (second, *asked):
            asked.append(opposite)
        if not asked:
            return []
        candidates: list[Fact] = []
        for player in asked[:_CANDIDATES]:
            if player in taken:
                why = Reason("D1", "paired_before", {"opponent": self.state(taken[player]).id})
            elif player not in before:
                why = Reason("D1", "came_later", {"opponent": self.state(second).id})
            else:
                why = self._why_not(first, player)
            candidates.append(
                {
                    "player": self.state(player).id,
                    "place": self.position.rank[self.state(player).id],
                    "article": why.article,
                    "code": why.code,
                    "facts": dict(why.facts),
                }
            )
        facts: dict[str, Fact] = {
            "player": self.state(first).id,
            "opponent": self.state(second).id,
            "candidates": candidates,
            "more": max(0, len(asked) - _CANDIDATES),
        }
        return [Reason("D1", "not_nearer", facts)]

    def _why_not(self, first: int, second: int) -> Reason:
        """What kept two apart who could have been a pair by their places."""
        why = self._apart(first, second)
        one, two = self.state(first), self.state(second)
        if why == "met":
            rounds = [
                number
                for number, outcome in enumerate(self.position.history.outcomes[one.id], start=1)
                if outcome.opponent == two.id and outcome.is_played
            ]
            return Reason(self.articles.met, "met", {"round": rounds[-1]})
        if why == "same_absolute":
            return Reason("B2", "same_absolute", {"colour": str(one.preference.colour)})
        return Reason("D1", why)

    def stays_over(self, bye: PlayerState) -> Reason:
        """Why nobody who stands lower has the bye."""
        passed: list[Fact] = []
        for player in self.roster.players[self.roster.seat[bye.id] + 1 :]:
            why = "rest" if player.may_get_bye else "had_points"
            passed.append({"player": player.id, "why": why})
        facts: dict[str, Fact] = {
            "number": self.number,
            "size": self.bracket.size,
            "passed_over": passed,
        }
        return Reason("C6", "stays_over", facts)
