"""When is a round finished?"""

from collections.abc import Iterable

from django.utils import timezone

from clubcomp.models import Game, Round


def settle(round_: Round, games: Iterable[Game]) -> None:
    """Give a published round its status: finished when every board is decided or put off.

    The caller saves the round.
    """
    if any(not game.is_decided and not game.put_off for game in games):
        round_.status, round_.finished_at = Round.Status.PUBLISHED, None
    elif round_.status != Round.Status.FINISHED:
        round_.status, round_.finished_at = Round.Status.FINISHED, timezone.now()
