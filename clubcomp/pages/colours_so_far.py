"""Which colours had two players before they met?"""

from dataclasses import dataclass

from django.db.models import Q

from clubcomp.models import Game, Round
from pairing.core.types import Colour, Result


@dataclass(frozen=True)
class RoundBefore:
    """A round before, from 1, with the colour each of the two had; None without a game."""

    number: int
    white: Colour | None
    black: Colour | None


def colours_so_far(game: Game) -> list[RoundBefore]:
    """The rounds on record before a game's, for its White and its Black. Two queries."""
    round_ = game.round
    evening = round_.evening
    rounds = Round.objects.on_record().filter(
        Q(evening__number__lt=evening.number) | Q(evening=evening, number__lt=round_.number),
        evening__competition=evening.competition_id,
    )
    two = (game.white_id, game.black_id)
    games = Game.objects.filter(Q(white__in=two) | Q(black__in=two), round__in=rounds)
    had: dict[tuple[int, int], Colour] = {}
    for one in games:
        if not Result.parse(one.result).is_forfeit:
            had[one.round_id, one.white_id] = Colour.WHITE
            had[one.round_id, one.black_id] = Colour.BLACK
    return [
        RoundBefore(number, had.get((before.pk, two[0])), had.get((before.pk, two[1])))
        for number, before in enumerate(rounds.order_by("evening__number", "number"), start=1)
    ]
