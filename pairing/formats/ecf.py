"""How are games written as a text file of results for the English Chess Federation (ECF)?

Fields "#NAME=value": the event, the players, then each game with its score as PIN1 has it. Every
game stands by itself, so the same two players may meet more than once in a round. The fields follow
the federation's definition of April 2022 as public programs read it; optional fields that have no
place in a competition are left out. UTF-8, a line for each game and player.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pairing.core.types import Player, Result
from pairing.formats.reported_games import GamesReport, ReportedGame

#: The score, White's first.
_SCORES = {
    Result.WHITE_WINS: "10",
    Result.DRAW: "55",
    Result.BLACK_WINS: "01",
    Result.WHITE_WINS_FORFEIT: "1d",
    Result.BLACK_WINS_FORFEIT: "d1",
    Result.BOTH_LOSE_FORFEIT: "dd",
}
_GENDERS = {"m": "M", "w": "F", "f": "F", "v": "F"}


@dataclass(frozen=True, slots=True)
class EcfEvent:
    """What the federation asks about the event besides the games: all but `club_code`.

    `index` is 1, and one higher each time the same `code` is sent again. Each player has `minutes`
    for the whole game, and `seconds` more for each move. `club_code` (four characters) is for
    players without a number of the federation.
    """

    code: str
    index: int
    officer: str
    officer_address: str
    treasurer: str
    treasurer_address: str
    minutes: int
    seconds: int = 0
    club_code: str = ""


def write_ecf(report: GamesReport, event: EcfEvent) -> str:
    """The file, lines ended by LF. ValueError: a game has no day, which the federation asks for."""
    if not all(game.day for game in report.games):
        raise ValueError("a game has no day")
    return "".join(f"{''.join(fields)}\n" for fields in _lines(report, event))


def _lines(report: GamesReport, event: EcfEvent) -> Iterator[list[str]]:
    first, last = report.days
    name = report.snapshot.name
    yield [
        _field("EVENT DETAILS"),
        _field("EVENT CODE", event.code),
        _field("SUBMISSION INDEX", str(event.index)),
        _field("EVENT NAME", name),
        _field("EVENT DATE", _day(first)),
        _field("FINAL RESULT DATE", _day(last)),
    ]
    yield [
        _field("RESULTS OFFICER", event.officer),
        _field("RESULTS OFFICER ADDRESS", event.officer_address),
        _field("TREASURER", event.treasurer),
        _field("TREASURER ADDRESS", event.treasurer_address),
    ]
    pace = [_field("MINUTES FOR GAME", str(event.minutes))]
    yield pace + ([_field("SECONDS PER MOVE", str(event.seconds))] if event.seconds else [])
    yield [_field("PLAYER LIST")]
    for player in report.players:
        yield [*_player(player, event.club_code)]
    yield [_field("SECTION RESULTS", name)]
    pins = {player.id: player.start for player in report.players}
    for number, games in enumerate(report.rounds, start=1):
        for game in games:
            yield [*_game(game, number, pins)]
    yield ["#FINISH#"]


def _player(player: Player, club_code: str) -> Iterator[str]:
    yield _field("PIN", str(player.start))
    known = player.number_of("ECF")
    if known:
        yield _field("ECF CODE", known)
    yield _field("NAME", player.name)
    if gender := _GENDERS.get(player.sex[:1].lower()):
        yield _field("GENDER", gender)
    # Of players with a number the federation has the rest.
    if player.birth_date and not known:
        yield _field("DATE OF BIRTH", _day(player.birth_date))
    if club_code and not known:
        yield _field("CLUB CODE", club_code)
    if fide := player.number_of("FIDE"):
        yield _field("FIDE NO", fide)


def _game(game: ReportedGame, round_: int, pins: dict[str, int]) -> Iterator[str]:
    yield _field("PIN1", str(pins[game.game.white]))
    yield _field("SCORE", _SCORES[game.game.result])
    yield _field("PIN2", str(pins[game.game.black]))
    yield _field("ROUND", str(round_))
    yield _field("GAME DATE", _day(game.day))
    yield _field("COLOUR", "white")


def _field(name: str, value: str | None = None) -> str:
    """A field; "#" begins the next one, so no value has it."""
    if value is None:
        return f"#{name}"
    return f"#{name}={' '.join(value.replace('#', ' ').split())}"


def _day(iso: str) -> str:
    year, month, day = iso.split("-")
    return f"{day}/{month}/{year}"
