"""Which boards of a proposal are those of games that were played ahead?"""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet, Value
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Evening, Game, GameAhead, Round


def games_ahead_of(evening: Evening, number: int) -> QuerySet[GameAhead]:
    """The games ahead of one round, with their players."""
    games = GameAhead.objects.filter(evening=evening, number=number)
    return games.select_related("white__player", "black__player")


def seats_of(games: Iterable[GameAhead]) -> dict[str, Any]:
    """What a new proposal with these games ahead begins with: `fixed` boards, and their results in
    `kept_results`."""
    games = list(games)
    return {
        "fixed": [[game.white.key, game.black.key, game.reason] for game in games],
        "kept_results": {pair_key(game): kept_result(game) for game in games},
    }


def pair_key(game: Game | GameAhead) -> str:
    """The key of a kept result: the keys of both players, which have no blank in them."""
    return f"{game.white.key} {game.black.key}"


def kept_result(game: Game | GameAhead) -> dict[str, Any]:
    """The result that a board gets when its round is published."""
    return {
        "result": game.result,
        "put_off": game.put_off if isinstance(game, Game) else "",
        "played_on": game.played_on and game.played_on.isoformat(),
    }


def on_another_day(evening: Evening, rows: Rows | None = None) -> dict[int, dict[int, bool]]:
    """The games of an evening that are played on another day, by entry and number.

    True: it was played ahead; False: it was caught up. One query, or none where the competition's
    `rows` have no such day.
    """
    if rows and not rows.has_other_days(evening):
        return {}
    # Only added boards: who adjourned a game was present on the evening.
    caught_up = Game.objects.filter(
        round__evening=evening, added__isnull=False, played_on__isnull=False
    ).values_list(Value(False), "round__number", "white", "black")
    ahead = evening.games_ahead.values_list(Value(True), "number", "white", "black")
    by_entry: dict[int, dict[int, bool]] = {}
    for is_ahead, number, *players in sorted(caught_up.order_by().union(ahead.order_by())):
        for entry in players:
            by_entry.setdefault(entry, {})[number] = is_ahead
    return by_entry


def played_ahead(round_: Round) -> set[frozenset[str]]:
    """The pairs, by key, whose game of a round was played ahead."""
    return {game.players for game in games_ahead_of(round_.evening, round_.number)}


def must_keep_ahead(round_: Round) -> None:
    """StepError when a change of a proposal takes away the board of a game played ahead."""
    seated = {frozenset(board[:2]) for board in round_.fixed}
    for game in games_ahead_of(round_.evening, round_.number):
        if game.players not in seated:
            words = _(
                "%(white)s and %(black)s have played this game ahead, so their board stays."
                " Take the game ahead back first."
            )
            raise StepError(words, white=game.white, black=game.black)
