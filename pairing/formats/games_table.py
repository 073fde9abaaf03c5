"""How are games written as a plain table for a rating officer whose federation has no open format?

A game a line: day, round, board, White with their numbers, Black with theirs, the result. A number
has a column for each federation that gave one to somebody in the report, the club's own apart.
CSV, UTF-8 with a byte order mark, by which spreadsheets recognise it.
"""

import csv
import io

from pairing.core.federations import ISSUERS
from pairing.core.types import Player
from pairing.formats.reported_games import GamesReport

#: How a cell begins that a spreadsheet would work out.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_games_table(report: GamesReport) -> bytes:
    """The table; its columns have English keys, the same for every program in every language."""
    issuers = [
        issuer
        for issuer in ISSUERS
        if issuer != "own" and any(player.number_of(issuer) for player in report.players)
    ]
    sides = [f"{side}_{what}" for side in ("white", "black") for what in ("name", "born", *issuers)]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["day", "round", "board", *sides, "result", "forfeit"])
    players = {player.id: player for player in report.players}
    for number, games in enumerate(report.rounds, start=1):
        for reported in games:
            game = reported.game
            cells = [cell for one in game.players for cell in _player(players[one], issuers)]
            result = str(game.result)
            is_forfeit = "yes" if game.result.is_forfeit else ""
            where = [reported.day, number, game.board]
            writer.writerow([*where, *cells, result.removesuffix("F"), is_forfeit])
    return text.getvalue().encode("utf-8-sig")


def _player(player: Player, issuers: list[str]) -> list[str]:
    name = f"'{player.name}" if player.name.startswith(_FORMULA) else player.name
    born = str(player.birth_year or "")
    return [name, born, *(player.number_of(issuer) for issuer in issuers)]
