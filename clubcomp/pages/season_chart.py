"""A player's season as one picture: places, results and colours along the rounds.

It is drawn twice, for a phone and for a wide screen, so that its letters are as large as the text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from clubcomp.flow.standings import After, RoundLine
from clubcomp.pages.glyphs import SQUARES, square
from clubcomp.words.values import short_month
from pairing.core.types import Colour

WIDTH, WIDE, LEFT, EDGE = 343, 760, 34, 10
RIGHT = WIDTH - EDGE
TOP, BOTTOM = 10, 118
#: The heights of squares, discs and months; the least distance of squares and of words.
RESULTS, DISCS, MONTHS = 132, 148, 178
NARROWEST, WORD = 6, 42
#: The possible steps between places on the axis.
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MOST_LINES = 4
DISC = "a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0z"


@dataclass(frozen=True)
class SeasonChart:
    """The picture, with paths as text so that no language formats their numbers.

    Place 1 is at the top. `grid` has (y, place), `months` (x, word, year or "" if the month before
    has the same), and `here` is the last point of the line. `squares` has the results, `none` the
    rounds without a game, `discs` the colours. `first`, `last` and `best` are places.
    """

    width: int
    right: int
    line: str
    here: tuple[int, int]
    grid: list[tuple[int, int]]
    months: list[tuple[int, str, str]]
    squares: str
    none: str
    discs: dict[Colour, str]
    first: int
    last: int
    best: int


def season_chart(
    rounds: Sequence[RoundLine],
    progress: Mapping[After, int],
    games: Mapping[After, tuple[str, Colour | None]],
    width: int = WIDTH,
) -> SeasonChart | None:
    """The picture of the rounds since the player joined; None with fewer than two places.

    `progress` has their place after each round, `games` the outcome and colour of each game.
    """
    if len(progress) < 2:
        return None
    first = min(progress)
    since = [line for line in rounds if line.round_key >= first]
    places = [*progress.values()]
    lines = _axis(max(places))
    bottom, right = lines[-1], width - EDGE

    def x(at: int) -> int:
        return LEFT + 6 + (right - LEFT - 12) * at // max(1, len(since) - 1)

    def y(place: int) -> int:
        return TOP + (BOTTOM - TOP) * (place - 1) // max(1, bottom - 1)

    points = [
        (x(at), y(progress[line.round_key]))
        for at, line in enumerate(since)
        if line.round_key in progress
    ]
    squares, none, discs = _signs(
        [games.get(line.round_key, ("", None)) for line in since], x, right
    )
    return SeasonChart(
        width=width,
        right=right,
        line=" ".join(f"{across},{down}" for across, down in points),
        here=points[-1],
        grid=[(y(place), place) for place in lines],
        months=_months(since, x, width),
        squares=squares,
        none=none,
        discs=discs,
        first=places[0],
        last=places[-1],
        best=min(places),
    )


def _signs(
    games: Sequence[tuple[str, Colour | None]], x: Callable[[int], int], right: int
) -> tuple[str, str, dict[Colour, str]]:
    """The results, the rounds without a game and the colours; empty paths if there is no room."""
    squares = none = ""
    discs = dict.fromkeys(Colour, "")
    step = (right - LEFT - 12) / max(1, len(games) - 1)
    size = min(10, int(step) - 1)
    for at, (code, colour) in enumerate(games if step >= NARROWEST else ()):
        left = x(at) - size // 2
        if code in SQUARES:
            squares += f"M{left} {RESULTS - size // 2}{square(code, size)}"
        else:
            none += f"M{left} {RESULTS}h{size}"
        if colour:
            discs[colour] += f"M{left} {DISCS}{DISC.format(size / 2, size)}"
    return squares, none, discs


def _axis(worst: int) -> list[int]:
    """The places at which lines are drawn: 1, 10, 20."""
    for step in STEPS:
        lines = [1, *(place for place in range(step, worst + step, step) if place > 1)]
        if len(lines) <= MOST_LINES:
            return lines if len(lines) > 1 else [1, 2]
    return [1, worst]


def _months(
    rounds: Sequence[RoundLine], x: Callable[[int], int], width: int
) -> list[tuple[int, str, str]]:
    """The first round of each month, without months whose words would overlap."""
    months: list[tuple[int, str, str]] = []
    seen = year = ""
    for at, line in enumerate(rounds):
        if not line.date or line.date[:7] == seen:
            continue
        seen = line.date[:7]
        middle = min(x(at), width - WORD // 2)
        if not months or middle - months[-1][0] >= WORD:
            is_new, year = line.date[:4] != year, line.date[:4]
            word = short_month(date.fromisoformat(line.date))
            months.append((middle, word, year if is_new else ""))
    return months
