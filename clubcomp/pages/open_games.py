"""Which games wait for a result: put off, or without one on an evening that is closed?"""

from datetime import date as Date
from typing import NamedTuple

from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Entry, Evening, Game, Player
from pairing.core.types import Result


class MyOpenGame(NamedTuple):
    """A game of a player that waits for a result, and the opponent in it."""

    game: Game
    opponent: Entry

    @property
    def day(self) -> Date | None:
        """The day on which it is to be played, if one was set; else that of its evening."""
        return self.game.played_on or self.game.round.evening.date


def open_games(competition: Competition, until: Evening | None = None) -> list[Game]:
    """The games without a result that are not being played now, in order of play.

    With `until`: the games up to this evening. No query besides the cached rows.
    """
    rows = cached_rows(competition)
    if Result.UNFINISHED.value not in rows.column(Game, "result"):
        return []
    return [
        game
        for evening in rows.evenings(competition)
        if until is None or evening.number <= until.number
        for round_ in rows.rounds_of(evening)
        for game in rows.games_of(round_)
        if not game.is_decided and (game.put_off or evening.is_closed)
    ]


def my_open_games(player: Player) -> list[MyOpenGame]:
    """The open games of a player in all competitions that are running."""
    entries = player.entries.select_related("competition__club").order_by("-pk")
    return [
        MyOpenGame(game, game.black if game.white_id == entry.pk else game.white)
        for entry in entries
        if entry.competition.is_running
        for game in open_games(entry.competition)
        if entry.pk in (game.white_id, game.black_id)
    ]
