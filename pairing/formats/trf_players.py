"""What does a TRF file say about one player? Line 001: who they are, what they did in each
round."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pairing.core.titles import TITLES, title_place
from pairing.core.types import Player, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.nodes import clipped
from pairing.formats.trf_people import read_player
from pairing.formats.trf_settings import FIRST_ROUND, ROUND_WIDTH, ROUNDS_LIMIT
from pairing.formats.trf_text import NUMBER_LIMIT, Line, Word

#: Columns between the fields, which show that a line has shifted.
_BETWEEN = (4, 9, 14, 48, 53, 80, 85, 90, 91)
RESULTS = ("1", "0", "=", "+", "-", "W", "D", "L", "U", "F", "H", "Z")
#: A forfeit without an opponent, as TRF of 2006 wrote byes and absences.
_WITHOUT_OPPONENT = {"+": "F", "=": "H", "-": "Z", "": "Z"}
#: A game that was over before the first move counts as any other.
_PLAYED = {"W": "1", "D": "=", "L": "0"}
#: Codes without an opponent. Anything that TRF has no letter for is an absence (Z) too.
UNPLAYED = {
    "U": Unplayed.BYE,
    "F": Unplayed.FULL_POINT_BYE,
    "H": Unplayed.HALF_POINT_BYE,
    "Z": Unplayed.ABSENT,
}
#: The half points of results; the file sets those of a bye (U).
HALF_POINTS = {"1": 2, "+": 2, "F": 2, "=": 1, "H": 1}
#: White's and Black's codes, and the result that they make together.
ENDINGS: Mapping[tuple[str, str], Result] = {
    ("1", "0"): Result.WHITE_WINS,
    ("=", "="): Result.DRAW,
    ("0", "1"): Result.BLACK_WINS,
    ("+", "-"): Result.WHITE_WINS_FORFEIT,
    ("-", "+"): Result.BLACK_WINS_FORFEIT,
    ("-", "-"): Result.BOTH_LOSE_FORFEIT,
    ("0", "0"): Result.BOTH_LOSE,
    ("=", "0"): Result.HALF_FOR_WHITE,
    ("0", "="): Result.HALF_FOR_BLACK,
    ("?", "?"): Result.UNFINISHED,
    ("", ""): Result.UNFINISHED,
}
#: A game that was not played may have no colours: FIDE's own example has "0153 - -".
FORFEITS = ("+", "-")


class Cell(NamedTuple):
    """A player's cell of a round: `opponent` (0: none) and `colour` ("w", "b"; "" of a forfeit
    without colours).

    `result`: 1 0 = played, ? not finished, + - by forfeit, U F H Z without an opponent, "" for none
    (of a schedule: it may be still to come). `column`: where the cell starts; `colour_at` and
    `result_at`: how much further these stand.
    """

    line: Line
    column: int
    result: str
    opponent: int = 0
    colour: str = ""
    colour_at: int = 5
    result_at: int = 7


class Row(NamedTuple):
    """A player's line. `points` is None if the line has none; `cells` are by round, from 1."""

    line: Line
    number: int
    player: Player
    points: Fraction | None
    cells: dict[int, Cell]


def read_row(line: Line) -> Row:
    """The player in a line 001; TrfError if it cannot be understood."""
    word = line.word(5, 8)
    if word is None:
        line.refuse(5, "missing", what="1-9999")
    number = word.integer(1, NUMBER_LIMIT)
    line.check_blank(_BETWEEN)
    player = read_player(line, number)
    points = line.word(81, 84)
    if rank := line.word(86, 89):
        rank.integer(0, NUMBER_LIMIT)
    return Row(line, number, player, points.points() if points else None, _cells(line, number))


def in_start_order(players: Sequence[Player], order: str) -> tuple[Player, ...]:
    """The players in the file's order. Their start numbers are the pairing numbers, or their
    places in the file ("rank") or by rating and title ("rating")."""
    if order == "number":
        return tuple(players)
    if order == "rating":
        players = sorted(
            players,
            key=lambda player: (
                -(player.rating or 0),
                title_place(player.title, TITLES),
                player.start,
            ),
        )
    return tuple(replace(player, start=start) for start, player in enumerate(players, start=1))


def _cells(line: Line, number: int) -> dict[int, Cell]:
    cells = {}
    starts = range(FIRST_ROUND, len(line.text) + 1, ROUND_WIDTH)
    for round_, column in enumerate(starts, start=1):
        text = line.at(column, column + ROUND_WIDTH - 1)
        if text.isspace():
            continue
        if round_ > ROUNDS_LIMIT:
            line.refuse(column, "too_many_rounds", round=round_, rounds=ROUNDS_LIMIT)
        if (text[4], text[6], text[8:]) != (" ", " ", "  "):
            line.check_blank([column + blank for blank in (4, 6, 8, 9)])
        cells[round_] = _cell(line, number, column, text)
    return cells


def _cell(line: Line, number: int, column: int, text: str) -> Cell:
    # 0000 or blanks mean no opponent.
    named = text[:4].strip(" ")
    who = Word(line, column + text.index(named), named)
    opponent = who.integer(0, NUMBER_LIMIT) if named else 0
    colour = text[5].lower()
    if colour not in "wb- ":
        line.refuse(column + 5, "not_a_choice", value=clipped(text[5]), choices=["w", "b", "-"])
    colour = colour.strip(" -")
    word = Word(line, column + 7, text[7].strip())
    result = word.choice(*RESULTS) if word.text else ""
    if not opponent:
        result = _WITHOUT_OPPONENT.get(result, result)
        if result not in UNPLAYED:
            word.refuse("result_without_opponent", result=result)
        if colour:
            line.refuse(column + 5, "bye_with_colour")
        return Cell(line, column, result)
    if opponent == number:
        line.refuse(column, "against_himself", player=str(number))
    if result in UNPLAYED:
        word.refuse("bye_with_opponent", result=result)
    if not colour and result not in FORFEITS:
        line.refuse(column + 5, "no_colour")
    return Cell(line, column, _PLAYED.get(result, result), opponent, colour)
