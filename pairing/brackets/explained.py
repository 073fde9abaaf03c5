"""Why was a round paired so? Its answers, drawings and steps, bracket by bracket."""

from pairing.brackets.answers import first_of_bye, first_of_pair
from pairing.brackets.asked_group import AnyGroup
from pairing.brackets.asked_round import AskedRound
from pairing.core.explanation import Answer, ColourHistory, Halves, Seat
from pairing.core.reason import Reason
from pairing.core.types import Pair
from pairing.matching.perfect import bits
from pairing.reasons import every_system as of_all
from pairing.reasons.swiss_colours import TakesTurns, reason_of_colour


class BracketsExplained(AskedRound):
    """A round that was decided, with the answers and drawings that all such systems have."""

    def answer(self, pair: Pair) -> Answer:
        """Why these two, and their colours."""
        ids, lapsed, articles = (pair.white, pair.black), self.left.lapsed_bye, self.articles
        extra: tuple[Reason, ...] = ()
        if lapsed is not None and lapsed.id in ids:
            extra = (of_all.ByeLapsed(articles.bye, lapsed.id),)
        place = self.places.get(frozenset(ids))
        if place is None:
            return Answer((of_all.FixedByLeader(articles.fixed, pair.fixed), *extra))
        number, index = place
        refused = self.passed_over(number, index)
        first = first_of_pair(self, number, index, refused)
        higher, lower = self.position.in_order(*ids)
        colour = reason_of_colour(higher, lower, self.position.lot(higher, index + 1))
        return Answer(
            first=(*extra, *first)[:2],
            colour=colour,
            refused=(*refused, *self.not_over_above(number, higher)),
            history=self._history(pair, colour),
            drawing=self.drawn[number],
        )

    def _history(self, pair: Pair, colour: Reason) -> ColourHistory:
        """The colours of both, counted back: rounds without a game stand in front."""
        position = self.position
        white, black = (
            "".join(str(colour)[0] for colour in position.state(player).colours).rjust(
                position.round - 1, "-"
            )
            for player in (pair.white, pair.black)
        )
        return ColourHistory(white, black, colour.ago if isinstance(colour, TakesTurns) else None)

    def bye_answer(self) -> Answer | None:
        """Why this player, and why nobody who stands lower."""
        bye = self.bye
        if bye is None:
            return None
        first = first_of_bye(self, bye)
        if self.left.named_bye is not None:
            return Answer(first)
        drawing = self.drawn.get(len(self.groups) - 1)
        return Answer(first, refused=tuple(self.no_bye_below(bye)), drawing=drawing)

    def drawings(self) -> list[Halves]:
        """The groups with a pair, and the last one."""
        return [self._drawn(self.groups[number]) for number in self.drawn]

    def _drawn(self, group: AnyGroup) -> Halves:
        """S1 against S2, as they were after an exchange."""
        upper = sorted(a for a, _ in group.made.pairs)
        lower = [player for player in range(group.bracket.size) if player not in upper]
        over = group.ids(bits(group.made.unpaired))
        return Halves(
            score=group.score,
            upper=tuple(self._seat(group, player) for player in upper),
            lower=tuple(self._seat(group, player) for player in lower),
            pairs=tuple((group.id(a), group.id(b)) for a, b in group.made.pairs),
            arrived=group.ids(group.arrived),
            leaving=() if group.bracket.is_last else over,
            bye=next(iter(over), None) if group.bracket.is_last else None,
        )

    @staticmethod
    def _seat(group: AnyGroup, player: int) -> Seat:
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
