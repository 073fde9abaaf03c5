"""How are games written as a plain table for a rating officer whose federation has no open format?

A line for each game: day, round, board, White with their numbers, Black with theirs, the result.
Each federation that gave a player in the report a number has a column, as has the club; the numbers
of the reporting club are the same in every line. CSV, UTF-8 with a byte order mark, by
which spreadsheets recognise it.
"""

import csv
import io
from collections.abc import Mapping
from types import MappingProxyType

from pairing.core.federations import ISSUERS
from pairing.core.types import Player
from pairing.formats.reported_games import GamesReport

#: The beginnings of cells that a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_games_table(
    report: GamesReport, club_numbers: Mapping[str, str] = MappingProxyType({})
) -> bytes:
    """The table; its columns have English keys, the same for every program in every language."""
    issuers = [
        issuer
        for issuer in ISSUERS
        if issuer != "own" and any(player.number_of(issuer) for player in report.players)
    ]
    sides = [f"{side}_{what}" for side in ("white", "black") for what in ("name", "born", *issuers)]
    of_club = [f"club_{issuer}" for issuer in club_numbers]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["day", "round", "board", *sides, "result", "forfeit", *of_club])
    players = {player.id: player for player in report.players}
    club = [_plain(number) for number in club_numbers.values()]
    for number, games in enumerate(report.rounds, start=1):
        for reported in games:
            game = reported.game
            cells = [cell for player in game.players for cell in _player(players[player], issuers)]
            result = str(game.result)
            is_forfeit = "yes" if game.result.is_forfeit else ""
            where = [reported.day, number, game.board]
            writer.writerow([*where, *cells, result.removesuffix("F"), is_forfeit, *club])
    return text.getvalue().encode("utf-8-sig")


def _player(player: Player, issuers: list[str]) -> list[str]:
    born = str(player.birth_year or "")
    return [_plain(player.name), born, *(player.number_of(issuer) for issuer in issuers)]


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
