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


def on_another_day(evening: Evening) -> dict[int, dict[int, bool]]:
    """By entry the games of an evening that they play on another day, with: was it ahead?

    Else it was caught up. Two queries.
    """
    found: dict[int, dict[int, bool]] = {}
    # Not who adjourned: they were there.
    caught_up = Game.objects.filter(
        round__evening=evening, added__isnull=False, played_on__isnull=False
    )
    for game, *both in caught_up.values_list("round__number", "white", "black"):
        for entry in both:
            found.setdefault(entry, {})[game] = False
    ahead = GameAhead.objects.filter(evening=evening)
    for game, *both in ahead.values_list("number", "white", "black"):
        for entry in both:
            found.setdefault(entry, {})[game] = True
    return found


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
