"""Why was the round paired so? The answers, drawings and steps of the FIDE (Dutch) System.

`explained_group` asks a bracket, `explained_round` the round, `explained_steps` says it.
"""

from fractions import Fraction
from functools import cached_property

from pairing.core.explanation import (
    Answer,
    ColourHistory,
    Explanation,
    Halves,
    Seat,
    Steps,
)
from pairing.core.reason import Reason, Refusal
from pairing.core.types import Colour, Pair, PlayerId, Proposal, Snapshot
from pairing.dutch.colours import colour_of_higher
from pairing.dutch.explained_group import Group
from pairing.dutch.explained_round import AskedRound
from pairing.dutch.explained_steps import (
    bye_refused,
    came_down_refused,
    first_of_bye,
    first_of_pair,
    steps_of,
)
from pairing.dutch.pairing import Decision, DutchBoards
from pairing.dutch.position import PlayerState
from pairing.matching.perfect import bits
from pairing.reasons import dutch
from pairing.reasons import every_system as of_all
from pairing.reasons import swiss_colours as reasons


class Explained(Explanation):
    """A round that was decided, to be asked why."""

    def __init__(self, snapshot: Snapshot, decision: Decision):
        self.decision = decision
        self.asked = AskedRound(snapshot, decision)

    @cached_property
    def proposal(self) -> Proposal:  # type: ignore[override]
        """What it paired."""
        return DutchBoards(self.decision).proposal()

    def answer(self, pair: Pair) -> Answer:
        """The opponent by articles 2 to 4, the colours by 5."""
        asked = self.asked
        lapsed = asked.left.lapsed_bye
        is_lapsed = lapsed is not None and lapsed.id in (pair.white, pair.black)
        extra = (of_all.ByeLapsed("1.5", lapsed.id),) if lapsed is not None and is_lapsed else ()
        place = asked.places.get(frozenset((pair.white, pair.black)))
        if place is None:
            return Answer((of_all.FixedByLeader("G5", pair.fixed), *extra))
        number, index = place
        refused = asked.passed_over(number, index)
        first = first_of_pair(asked, number, index, refused)
        higher, lower = asked.position.in_order(pair.white, pair.black)
        colour = reason_of_colour(higher, lower, asked.roster.lot)
        return Answer(
            first=(*extra, *first)[:2],
            colour=colour,
            refused=(*refused, *came_down_refused(asked, number, higher)),
            history=self._history(pair, colour),
            drawing=asked.drawn[number],
        )

    def _history(self, pair: Pair, colour: Reason) -> ColourHistory:
        """The colours of both, counted back: rounds without a game stand in front."""
        position = self.asked.position
        white, black = (
            "".join(str(colour)[0] for colour in position.state(player).colours).rjust(
                position.round - 1, "-"
            )
            for player in (pair.white, pair.black)
        )
        ago = colour.ago if isinstance(colour, reasons.TakesTurns) else None
        return ColourHistory(white, black, ago)

    def bye_answer(self) -> Answer | None:
        """C2, C4, C5, C9."""
        asked, bye = self.asked, self.asked.bye
        if bye is None:
            return None
        first = first_of_bye(asked, bye)
        if asked.left.named_bye is not None:
            return Answer(first)
        return Answer(first, refused=tuple(bye_refused(asked, bye)), drawing=len(asked.drawn) - 1)

    def why_not(self, player: PlayerId, other: PlayerId) -> Refusal | None:
        """By the best pairing of their group with the two as a pair."""
        return self.asked.why_not(player, other)

    def why_not_bye(self, other: PlayerId) -> Refusal | None:
        """By the best pairing of the group in which they stay over."""
        return self.asked.why_not_bye(other)

    def drawings(self) -> list[Halves]:
        """The groups with a pair, and the last one."""
        return [self._drawn(self.asked.groups[number]) for number in self.asked.drawn]

    def _drawn(self, group: Group) -> Halves:
        """S1 against S2, as they were after an exchange."""
        made, bracket = group.settled, group.bracket
        upper = sorted(a for a, _ in made.pairs)
        lower = [player for player in range(bracket.size) if player not in upper]
        over = group.ids(bits(made.unpaired))
        return Halves(
            score=group.score,
            upper=tuple(self._seat(group, player) for player in upper),
            lower=tuple(self._seat(group, player) for player in lower),
            pairs=tuple((group.id(a), group.id(b)) for a, b in made.pairs),
            arrived=group.ids(bits(bracket.mdps)),
            leaving=() if bracket.is_last else over,
            bye=next(iter(over), None) if bracket.is_last else None,
        )

    @staticmethod
    def _seat(group: Group, player: int) -> Seat:
        state = group.state(player)
        last, before = ("" if one is None else one.value for one in state.floats)
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


def reason_of_colour(higher: PlayerState, lower: PlayerState, lot: Colour) -> Reason:
    """Why two have the colours that article 5 gives them."""
    colour, article, code, ago = colour_of_higher(higher, lower, lot)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    if code == "lot":
        is_number = higher.number == higher.player.start
        by = reasons.LotByNumber if is_number else dutch.LotByPlaceNow
        return by(article, higher.id, higher.number, colour)
    if code == "both":
        return reasons.BothAsWished(article, white.id, black.id)
    wish = white.preference.colour or black.preference.colour
    if wish is None:
        raise AssertionError("without a wish the lot decides")
    gets, other = (white, black) if wish is Colour.WHITE else (black, white)
    if code == "only_one":
        return reasons.OnlyOneWishes(article, gets.id, wish)
    if code == "stronger":
        strengths = int(gets.preference.strength), int(other.preference.strength)
        return reasons.StrongerWish(article, gets.id, other.id, wish, *strengths)
    if code == "wider":
        return dutch.FurtherFromBalance(article, gets.id, wish)
    if code == "alternate":
        return reasons.TakesTurns(article, gets.id, wish, ago)
    return reasons.HigherWish(article, gets.id, wish)
