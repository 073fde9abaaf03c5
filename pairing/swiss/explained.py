"""Why was the round paired so? The answers, drawings and steps of the Swiss systems on rating.

`explained_group` asks a bracket, `explained_round` the round; `explained_answers` says what comes
first, `explained_steps` what an arbiter goes through.
"""

from fractions import Fraction
from functools import cached_property

from pairing.core.explanation import (
    Answer,
    ColourHistory,
    Explanation,
    Halves,
    Refused,
    Seat,
    Steps,
)
from pairing.core.floats import Float
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Pair, PlayerId, Proposal, Snapshot
from pairing.reasons import every_system as of_all
from pairing.reasons.swiss_colours import TakesTurns
from pairing.swiss.boards import SwissBoards
from pairing.swiss.colours import lot_of, reason_of_colour
from pairing.swiss.explained_answers import came_down_refused, first_of_bye, first_of_pair
from pairing.swiss.explained_group import AnyGroup
from pairing.swiss.explained_round import AskedRound
from pairing.swiss.explained_steps import steps_of
from pairing.swiss.options import Options
from pairing.swiss.pairing import Decision


class Explained(Explanation):
    """A round that was decided, to be asked why."""

    def __init__(self, snapshot: Snapshot, decision: Decision, options: Options):
        self.options = options
        self.decision = decision
        self.asked = AskedRound(snapshot, decision)

    @cached_property
    def proposal(self) -> Proposal:  # type: ignore[override]
        """What it paired."""
        return SwissBoards(self.decision, self.options).proposal()

    def answer(self, pair: Pair) -> Answer:
        """The opponent by C and D, the colours by E."""
        asked = self.asked
        lapsed = asked.left.lapsed_bye
        is_lapsed = lapsed is not None and lapsed.id in (pair.white, pair.black)
        extra = (of_all.ByeLapsed("A5", lapsed.id),) if lapsed is not None and is_lapsed else ()
        place = asked.places.get(frozenset((pair.white, pair.black)))
        if place is None:
            return Answer((of_all.FixedByLeader("F6", pair.fixed), *extra))
        number, index = place
        refused = asked.passed_over(number, index)
        first = first_of_pair(asked, number, index, refused)
        higher, lower = asked.position.in_order(pair.white, pair.black)
        floats = came_down_refused(asked, number, higher)
        lot = lot_of(asked.position, self.options, higher, index + 1)
        colour = reason_of_colour(higher, lower, lot)
        return Answer(
            first=(*extra, *first)[:2],
            colour=colour,
            refused=(*refused, *floats),
            history=self._history(pair, colour),
            drawing=number,
        )

    def _history(self, pair: Pair, colour: Reason) -> ColourHistory:
        """The colours of both, counted back (F3): rounds without a game stand in front."""
        position = self.asked.position
        white, black = (
            "".join(str(colour)[0] for colour in position.state(player).colours).rjust(
                position.round - 1, "-"
            )
            for player in (pair.white, pair.black)
        )
        return ColourHistory(white, black, colour.ago if isinstance(colour, TakesTurns) else None)

    def bye_answer(self) -> Answer | None:
        """F4, C6, B1."""
        asked, bye = self.asked, self.asked.bye
        if bye is None:
            return None
        first = first_of_bye(asked, bye)
        if asked.left.named_bye is not None:
            return Answer(first)
        players = asked.roster.players
        refused = []
        for state in reversed(players[asked.roster.seat[bye.id] + 1 :]):
            why = asked.why_not_bye(state.id)
            if why is not None:
                refused.append(Refused(bye.id, state.id, why, in_place=True))
        drawing = len(asked.groups) - 1 if asked.groups else None
        return Answer(first, refused=tuple(refused), drawing=drawing)

    def why_not(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        """By the best pairing of their group with the two as a pair."""
        return self.asked.why_not(player, other)

    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        """By the best pairing of the last group in which they stay over."""
        return self.asked.why_not_bye(other)

    def drawings(self) -> list[Halves]:
        """The groups."""
        return [self._drawn(group) for group in self.asked.groups]

    def _drawn(self, group: AnyGroup) -> Halves:
        """S1 against S2, as they were after an exchange."""
        upper = sorted(a for a, _ in group.made.pairs)
        lower = [player for player in range(group.bracket.size) if player not in upper]
        over = group.ids(group.made.halves.unpaired)
        return Halves(
            score=group.score,
            upper=tuple(self._seat(group, player) for player in upper),
            lower=tuple(self._seat(group, player) for player in lower),
            pairs=tuple((group.id(a), group.id(b)) for a, b in group.made.pairs),
            arrived=group.ids(
                player
                for player, score in enumerate(group.bracket.scores)
                if score > group.settled.score
            ),
            leaving=() if group.bracket.is_last else over,
            bye=next(iter(over), None) if group.bracket.is_last else None,
        )

    @staticmethod
    def _seat(group: AnyGroup, player: int) -> Seat:
        state = group.state(player)
        last, before = (_written(one) for one in state.floats)
        return Seat(
            player=state.id,
            number=player + 1,
            score=group.points(player),
            wish=state.preference.colour,
            strength=int(state.preference.strength),
            floats=(before, last),
        )

    def steps(self, score: Fraction | None = None) -> list[Steps]:
        """Group by group, the highest first."""
        return steps_of(self.asked, score)


def _written(float_: Float | None) -> str:
    return "" if float_ is None else float_.value
