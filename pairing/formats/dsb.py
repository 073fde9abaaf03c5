"""How are games written as a table of progress for a German rating officer (DSB, DBSB)?

The server of the German federation has no open format. Its rules for reports, and those of the
federation of blind players, ask for a list of everybody's results by round: the opponent's number,
the colour and the result. The columns are ours; an officer has to agree to them. Semicolons
separate the cells, so it opens as a spreadsheet too; UTF-8 with a byte order mark, lines ended by
CRLF.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pairing.core.types import Colour, Game, Player
from pairing.formats.reported_games import GamesReport

_SIGNS = {Fraction(1): "1", Fraction(1, 2): "½", Fraction(0): "0"}
_HEAD = ("Nr", "Name", "Vorname", "Geburt", "PKZ", "ZPS", "MglNr", "FIDE-ID", "Titel")


@dataclass(frozen=True, slots=True)
class GermanEvent:
    """What the officer asks besides the games: the sender, the pace of play, how the pairings were
    made, and the club's number (ZPS)."""

    sender: str
    pace: str
    mode: str
    club_number: str = ""


def write_german_table(report: GamesReport, event: GermanEvent) -> bytes:
    """The table of every player's games, one column for each round that the report has."""
    text = "".join(
        ";".join(_cell(cell) for cell in cells) + "\r\n" for cells in _lines(report, event)
    )
    return text.encode("utf-8-sig")


def _lines(report: GamesReport, event: GermanEvent) -> Iterator[list[str]]:
    first, last = (_day(day) for day in report.days)
    snapshot = report.snapshot
    yield ["Turnier", snapshot.name, "Ort", snapshot.event.place, "Modus", event.mode]
    yield ["Beginn", first, "Ende", last, "Bedenkzeit", event.pace, "Melder", event.sender]
    days = [
        cell
        for number, games in enumerate(report.rounds, start=1)
        for cell in (str(number), _day(games[0].day))
    ]
    yield ["Runde", *days]
    rounds = [f"R{number}" for number in range(1, len(report.rounds) + 1)]
    yield [*_HEAD, *rounds, "Punkte"]
    numbers = {player.id: player.start for player in report.players}
    for player in report.players:
        yield _row(report, player, numbers, event.club_number)
    yield ['Kampflos: "+" und "-" hinter der Nummer. Nicht gespielt: "-".']


def _row(
    report: GamesReport, player: Player, numbers: dict[str, int], club_number: str
) -> list[str]:
    surname, _, first_name = (part.strip() for part in player.name.partition(","))
    cells, points = [], Fraction(0)
    for games in report.rounds:
        own = next((played.game for played in games if player.id in played.game.players), None)
        cells.append(_result(own, player.id, numbers) if own else "-")
        points += (own.result.score(own.colour(player.id)) or 0) if own else 0
    whole, half = divmod(points, 1)
    born = _day(player.birth_date) or str(player.birth_year or "")
    return [
        *(str(player.start), surname, first_name, born),
        *(player.number_of("DSB"), club_number, player.number_of("own")),
        *(player.number_of("FIDE"), player.title),
        *cells,
        f"{whole},5" if half else str(whole),
    ]


def _result(game: Game, player: str, numbers: dict[str, int]) -> str:
    """The opponent's number, the colour ("w", "s") and the result; of a forfeit "+" or "-"."""
    colour = game.colour(player)
    opponent, score = numbers[game.opponent(player)], game.result.score(colour) or Fraction(0)
    if game.result.is_forfeit:
        return f"{opponent}{'+' if score else '-'}"
    return f"{opponent}{'w' if colour is Colour.WHITE else 's'}{_SIGNS[score]}"


def _day(iso: str) -> str:
    return ".".join(reversed(iso.split("-"))) if iso else ""


def _cell(text: str) -> str:
    """A cell of the table; a quote keeps a spreadsheet from taking it for a formula."""
    text = " ".join(text.replace(";", ",").split())
    return f"'{text}" if text.startswith(("=", "@")) else text
