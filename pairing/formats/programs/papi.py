"""What does a tournament of Papi say, as Sharly Chess exports it to JSON?

`variables` are the header, `players` are in the order of the file, each with `rounds` by number:
the opponent's index in the list (from 0), the colour (B blancs, N noirs) and the result of Papi: 0
none, 1 lost, 2 drawn, 3 won, 4 lost by forfeit, 5 both by forfeit, 6 won by forfeit.
"""

from collections.abc import Mapping
from typing import Any

from pairing.core.types import Player, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import clipped
from pairing.formats.pasted_text import date_in
from pairing.formats.programs.contents import Contents, unknown_keys
from pairing.formats.programs.json_text import objects, read_json, text_in, whole_in

_VARIABLES = ("name", "rounds", "startDate", "endDate", "type")
_PLAYER = ("lastName", "firstName", "elo", "federation", "gender", "rounds", "club", "fideTitle")
_CELL = ("result", "color", "opponent")
#: White's code, Black's code, and the result.
_RESULTS = {
    (3, 1): Result.WHITE_WINS,
    (1, 3): Result.BLACK_WINS,
    (2, 2): Result.DRAW,
    (6, 4): Result.WHITE_WINS_FORFEIT,
    (4, 6): Result.BLACK_WINS_FORFEIT,
    (5, 5): Result.BOTH_LOSE_FORFEIT,
    (4, 4): Result.BOTH_LOSE_FORFEIT,
    (0, 0): Result.UNFINISHED,
}
_ALONE = {0: Unplayed.ABSENT, 1: Unplayed.ABSENT, 2: Unplayed.HALF_POINT_BYE}
_ALONE |= {3: Unplayed.BYE, 4: Unplayed.ABSENT, 5: Unplayed.ABSENT, 6: Unplayed.BYE}


def read_papi(data: bytes) -> Contents:
    """The competition in a file; DocumentError if it holds none."""
    root = read_json(data)
    variables = root.get("variables")
    variables = variables if isinstance(variables, dict) else {}
    contents = Contents("fide-dutch", name=text_in(variables, "name"), country="FR")
    contents.leave_fields("Papi", *unknown_keys(root, ("variables", "players")))
    filled = [key for key, value in variables.items() if value not in ("", "0", None)]
    contents.leave_fields("variables", *unknown_keys(filled, _VARIABLES))
    contents.round_count = min(max(whole_in(variables, "rounds") or 0, 0), 99)
    players = [*objects(root, "players")]
    cells: list[Mapping[int, Mapping[str, Any]]] = []
    for number, player in enumerate(players, start=1):
        contents.leave_fields("players", *unknown_keys(player, _PLAYER))
        names = filter(None, (text_in(player, "lastName"), text_in(player, "firstName")))
        federation = text_in(player, "federation").upper()
        contents.add(
            Player(
                str(number),
                number,
                ", ".join(names) or str(number),
                whole_in(player, "elo") or None,
                federation=federation if len(federation) == 3 and federation.isalpha() else "",
                sex={"F": "w", "M": "m"}.get(text_in(player, "gender"), ""),
                club=text_in(player, "club"),
            )
        )
        cells.append(_cells(contents, player))
    last = max(
        (number for own in cells for number, cell in own.items() if _is_filled(cell)), default=0
    )
    days = [date_in(text_in(variables, key)) for key in ("startDate", "endDate")]
    for number in range(1, last + 1):
        round_ = contents.round(number)
        if days[0] and days[0] == days[1]:
            round_.date = days[0].isoformat()
        for index, own in enumerate(cells):
            cell = own.get(number, {})
            opponent, code = _opponent(cell), whole_in(cell, "result") or 0
            if opponent is None:
                _take_alone(contents, number, str(index + 1), code)
            elif text_in(cell, "color") == "B" or (not text_in(cell, "color") and index < opponent):
                theirs = cells[opponent].get(number, {}) if opponent < len(cells) else {}
                if _opponent(theirs) != index:
                    facts = {"player": str(index + 1), "opponent": str(opponent + 1)}
                    raise DocumentError(f"R{number}", "opponents_differ", {**facts})
                codes = (code, whole_in(theirs, "result") or 0)
                if codes not in _RESULTS:
                    contents.leave_out(f"R{number}", f"{codes[0]}-{codes[1]}")
                result = _RESULTS.get(codes, Result.UNFINISHED)
                round_.games.append((str(index + 1), str(opponent + 1), result))
    _number_boards(contents)
    return contents


def _cells(contents: Contents, player: Mapping[str, Any]) -> Mapping[int, Mapping[str, Any]]:
    """A player's cells by round."""
    cells = {}
    rounds = player.get("rounds")
    for key, cell in rounds.items() if isinstance(rounds, dict) else ():
        if not (key.isdecimal() and len(key) < 4 and int(key) and isinstance(cell, dict)):
            contents.leave_fields("rounds", clipped(key))
            continue
        contents.leave_fields("rounds", *unknown_keys(cell, _CELL))
        cells[int(key)] = cell
    return cells


def _is_filled(cell: Mapping[str, Any]) -> bool:
    """Whether a cell has an opponent or a result."""
    return _opponent(cell) is not None or bool(whole_in(cell, "result"))


def _opponent(cell: Mapping[str, Any]) -> int | None:
    index = whole_in(cell, "opponent")
    return index if index is not None and index >= 0 else None


def _take_alone(contents: Contents, number: int, player: str, code: int) -> None:
    if code not in _ALONE:
        contents.leave_out(f"R{number}", f"{player}: {code}")
    kind = _ALONE.get(code, Unplayed.ABSENT)
    if kind is not Unplayed.ABSENT:
        contents.round(number).unplayed[player] = kind


def _number_boards(contents: Contents) -> None:
    """Number the boards by the better of their two players, since the file has no order."""
    for round_ in contents.rounds.values():
        round_.games.sort(key=lambda game: min(int(game[0]), int(game[1])))
