"""What does a database of KeizerForClubs (`.s3db`) say?

SQLite: `Player` and `Pairing`, with a row for each board and each player without one, and
`ConfigTab` with the options. It has no dates, and only the present values. A player who has left
has no value number there, and games against them count for a share of one's own value, for which
there is no option here: a warning names the players whose points differ by it.
"""

import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from pairing.core.types import Player, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import clipped
from pairing.formats.programs.contents import MOST_PLAYERS, Contents, unknown_keys

#: More rows than a season of any club has.
MOST_ROWS = 200_000
#: How much work a query may take, in steps of SQLite's machine.
_MOST_STEPS = 50_000_000
#: The longest text or value, even one that a column computes.
_LONGEST = 1_000_000
_PLAYER = ("id", "name", "rating", "rank", "state", "Keizer_StartPts", "Keizer_SumPts")
_PAIRING = ("Rnd", "board", "PID_W", "PID_B", "Result")
_RESULTS = {
    1: Result.WHITE_WINS,
    2: Result.DRAW,
    3: Result.BLACK_WINS,
    8: Result.WHITE_WINS_FORFEIT,
    9: Result.BLACK_WINS_FORFEIT,
}
_KINDS = {
    4: Unplayed.BYE,
    5: Unplayed.EXTERNAL,
    6: Unplayed.ABSENT,
    7: Unplayed.NO_NOTICE,
}
_LEFT = 9
#: The program's percentages, and our kinds of absence.
_KIND_SHARES = {
    "BONUS.Excused": "absent",
    "BONUS.Clubgame": "external",
    "BONUS.Unexcused": "no_notice",
}
_BYE, _LOSS, _RETIRED = "BONUS.Freilos", "BONUS.Verlust", "BONUS.Retired"
_REPEAT = "OPTION.GameRepeat"
_MOST_VALUE, _MOST_STEP, _MOST_PERCENT = 9999, 999, 1000


def read_keizer_for_clubs(data: bytes) -> Contents:
    """The competition in a database; DocumentError if it is another database, or broken."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file.s3db")
        path.write_bytes(data)
        try:
            return _read(path)
        except sqlite3.OperationalError as error:
            # Of these errors only "interrupted" means that the query was stopped.
            code = "too_much_work" if str(error) == "interrupted" else "broken_database"
            raise DocumentError("", code) from None
        except sqlite3.Error:
            raise DocumentError("", "broken_database") from None


def _read(path: Path) -> Contents:
    address = f"file:{path.as_posix()}?mode=ro&immutable=1"
    connection = sqlite3.connect(address, uri=True)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.set_authorizer(_only_reading)
        steps = iter(range(_MOST_STEPS // 10_000))
        connection.set_progress_handler(lambda: next(steps, None) is None, 10_000)
        return _contents_of(connection)
    finally:
        connection.close()


def _only_reading(action: int, *_rest: Any) -> int:
    """Allow nothing except reading rows of tables: no function, no attaching, no writing."""
    allowed = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA)
    return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY


def _contents_of(connection: sqlite3.Connection) -> Contents:
    contents = Contents("keizer", name="KeizerForClubs")
    tables = _rows(connection, "SELECT name, type FROM sqlite_master", MOST_ROWS)
    names = {str(row["name"]): row["type"] for row in tables}
    for needed in ("Player", "Pairing"):
        if names.get(needed) != "table":
            raise DocumentError("", "other_database", {"table": needed})
    usual = ("Player", "Pairing", "ConfigTab", "sqlite_sequence")
    contents.leave_fields(
        "SQLite",
        *(name for name, kind in names.items() if kind in ("table", "view") and name not in usual),
    )
    players = _rows(connection, 'SELECT * FROM "Player"', MOST_PLAYERS)
    pairings = _rows(connection, 'SELECT * FROM "Pairing" ORDER BY Rnd, board', MOST_ROWS)
    config = (
        _rows(connection, 'SELECT * FROM "ConfigTab"', MOST_ROWS)
        if names.get("ConfigTab") == "table"
        else []
    )
    for table, rows, known in (("Player", players, _PLAYER), ("Pairing", pairings, _PAIRING)):
        if rows:
            contents.leave_fields(table, *unknown_keys(rows[0], known))
    _take_players(contents, players)
    _take_pairings(contents, pairings)
    _take_options(contents, config, players)
    starts = {str(row["id"]): _amount(row.get("Keizer_StartPts")) for row in players}
    contents.table = {key: (points, starts[key] or None) for key, points in contents.points.items()}
    _take_leavers(contents, players)
    return contents


def _rows(connection: sqlite3.Connection, query: str, most: int) -> list[Mapping[str, Any]]:
    """Rows by column; DocumentError if there are too many, or one is too long."""
    cursor = connection.execute(query)
    titles = [column[0] for column in cursor.description]
    rows: list[Mapping[str, Any]] = [
        dict(zip(titles, row, strict=True)) for row in cursor.fetchmany(most + 1)
    ]
    if len(rows) > most:
        raise DocumentError("", "too_many_rows", {"limit": most})
    return rows


def _whole(row: Mapping[str, Any], key: str) -> int:
    """A whole number in a row; DocumentError for another value."""
    value = row.get(key)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or abs(value) > 10**9:
        raise DocumentError(key, "not_a_whole_number", {"text": clipped(str(value))})
    return value


def _amount(value: Any) -> Fraction:
    """A number in the database, rounded to two decimals; 0 if there is none."""
    is_number = isinstance(value, int | float) and abs(value) < 10**9
    return Fraction(round(value * 100), 100) if is_number else Fraction(0)


def _take_players(contents: Contents, rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        number = _whole(row, "id")
        rating = _whole(row, "rating") if row.get("rating") is not None else 0
        contents.add(Player(str(number), 0, str(row.get("name") or number), rating or None))
        contents.points[str(number)] = _amount(row.get("Keizer_SumPts"))
    if not any(contents.points.values()):
        contents.points.clear()


def _take_pairings(contents: Contents, rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        number, result = _whole(row, "Rnd"), _whole(row, "Result")
        white, black = _whole(row, "PID_W"), _whole(row, "PID_B")
        round_ = contents.round(number)
        if black > 0:
            known = _RESULTS.get(result)
            if known is None and result != 0:
                contents.leave_out(f"R{number}", f"Result {result}")
            round_.games.append((str(white), str(black), known or Result.UNFINISHED))
        elif result in _KINDS:
            round_.unplayed[str(white)] = _KINDS[result]
        else:
            contents.leave_out(f"R{number}", f"Result {result}")


def _take_options(
    contents: Contents, config: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]]
) -> None:
    """The options that both programs have; values are read from the table of the players."""
    settings = {str(row.get("CfgKey")): row.get("CfgValue") for row in config}
    kinds = [
        {"key": kind, "tiers": [{"times": None, "amount": share}] if share else []}
        for key, kind in _KIND_SHARES.items()
        if (share := _share(settings.get(key))) is not None
    ]
    contents.options = {
        "values": {**_values(contents, players), "revaluation": "previous"},
        "absences": {"kinds": kinds},
        "meeting": {"gap": _whole_in(settings.get(_REPEAT), 99)},
    }
    if (bye := _share(settings.get(_BYE))) is not None:
        contents.options["bye"] = {"amount": bye}
    if loss := _share(settings.get(_LOSS)):
        contents.options["results"] = {"loss": loss}
    if _amount(settings.get(_RETIRED)):
        contents.warn("", "option_unknown", value=f"{_amount(settings[_RETIRED])} %")
    used = (*_KIND_SHARES, _BYE, _LOSS, _RETIRED, _REPEAT)
    contents.leave_fields("ConfigTab", *unknown_keys(settings, used))


def _values(contents: Contents, players: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """First value and step, where the values go down by steps of one number."""
    starts = sorted({_amount(row.get("Keizer_StartPts")) for row in players} - {0}, reverse=True)
    steps = {higher - lower for higher, lower in pairwise(starts)}
    if len(steps) == 1 and all(value.denominator == 1 for value in (starts[0], *steps)):
        first, step = int(starts[0]), int(steps.pop())
        if first <= _MOST_VALUE and step <= _MOST_STEP:
            return {"first": first, "step": step}
    if starts:
        contents.warn("Keizer_StartPts", "values_differ")
    return {}


def _share(value: Any) -> int | str | None:
    """A percentage as a document has it; None if there is none."""
    if not isinstance(value, int | float) or not 0 <= value <= _MOST_PERCENT:
        return None
    share = _amount(value) / 100
    return share.numerator if share.denominator == 1 else str(share)


def _whole_in(value: Any, most: int) -> int:
    return int(value) if isinstance(value, int | float) and 0 <= value <= most else 0


def _take_leavers(contents: Contents, rows: Sequence[Mapping[str, Any]]) -> None:
    """Let a player who has left belong to the rounds up to the last that names them."""
    for row in rows:
        player = contents.players[str(row["id"])]
        if row.get("state") == _LEFT:
            named = [
                number for number, round_ in contents.rounds.items() if player.id in round_.named()
            ]
            left = max(named, default=0)
            if 0 < left < max(contents.rounds, default=0):
                contents.players[player.id] = replace(player, left=left)
            contents.warn("", "left_there", player=player.name)
