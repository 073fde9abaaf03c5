"""Which boards of a proposal are taken by games that were played ahead?"""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.models import Evening, Game, GameAhead, Round


def games_ahead_of(evening: Evening, number: int) -> QuerySet[GameAhead]:
    """The games ahead of one round, with their players."""
    games = GameAhead.objects.filter(evening=evening, number=number)
    return games.select_related("white__player", "black__player")


def seats_ahead(evening: Evening, number: int) -> dict[str, Any]:
    """What a new proposal begins with: `fixed` boards, and their results in `kept_results`."""
    games = list(games_ahead_of(evening, number))
    return {
        "fixed": [[game.white.key, game.black.key, game.reason] for game in games],
        "kept_results": {
            f"{game.white.key} {game.black.key}": {
                "result": game.result,
                "put_off": "",
                "played_on": game.played_on and game.played_on.isoformat(),
            }
            for game in games
        },
    }


def plays_another_day(evening: Evening, number: int) -> set[int]:
    """The entries whose game of a round is played on another day: ahead, or caught up."""
    games = [
        *GameAhead.objects.filter(evening=evening, number=number).values_list("white", "black"),
        # Not who adjourned: they were there.
        *Game.objects.filter(round__evening=evening, round__number=number)
        .filter(added__isnull=False, played_on__isnull=False)
        .values_list("white", "black"),
    ]
    return {entry for pair in games for entry in pair}


def played_ahead(round_: Round) -> set[frozenset[str]]:
    """The pairs, by key, whose game of a round was played ahead."""
    return {game.players for game in games_ahead_of(round_.evening, round_.number)}


def must_keep_ahead(round_: Round) -> None:
    """StepError when a change of a proposal would take a game that was played from its board."""
    seated = {frozenset(board[:2]) for board in round_.fixed}
    for game in games_ahead_of(round_.evening, round_.number):
        if game.players not in seated:
            raise StepError(
                _(
                    "%(white)s and %(black)s have played this game ahead, so their board stays."
                    " Take the game ahead back first."
                )
                % {"white": game.white, "black": game.black}
            )
