"""Small drawings of results and places: squares that are full, half or open, and a line.

Both are SVG paths in one colour, so they look the same on paper, on dark screens and in forced
colours.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

#: The path of a square of 10 with its hole, from its corner to the corner of the next square.
SQUARES = {
    "won": "h10v10h-10zm13 0",
    "drawn": "h10v10h-10zm5 2v6h3v-6zm8-2",
    "lost": "h10v10h-10zm2 2v6h6v-6zm11-2",
}
#: The line of places: its width and height, most points, and the fewest places that it spans.
WIDTH, HEIGHT, POINTS, FEWEST = 60, 16, 12, 6


@lru_cache(maxsize=1024)
def squares(outcomes: tuple[str, ...]) -> str:
    """The path of a row of squares, 13 units from one to the next."""
    return "M0 1" + "".join(map(SQUARES.__getitem__, outcomes))


def square(code: str, size: int) -> str:
    """The path of a square of this size: full, half or open."""
    whole, edge = f"h{size}v{size}h-{size}z", max(1, size // 5)
    if code == "won":
        return whole
    left = size // 2 if code == "drawn" else edge
    inner = size - 2 * edge
    return f"{whole}m{left} {edge}v{inner}h{size - edge - left}v-{inner}z"


def sparkline(places: Sequence[int]) -> str:
    """The path through a player's places, place 1 at the top; "" for fewer than two."""
    if len(places) < 2:
        return ""
    last, count = len(places) - 1, min(POINTS, len(places))
    return _line(tuple([places[at * last // (count - 1)] for at in range(count)]))


@lru_cache(maxsize=4096)
def _line(taken: tuple[int, ...]) -> str:
    """The path through these places. Cached, since a result changes few players' lines."""
    top, bottom = min(taken), max(taken)
    if bottom - top < FEWEST:
        top = max(1, (top + bottom - FEWEST) // 2)
        bottom = top + FEWEST
    ys = [1 + (HEIGHT - 2) * (place - top) // (bottom - top) for place in taken]
    step = WIDTH // (len(taken) - 1)
    return path_of([(1 + step * at, y) for at, y in enumerate(ys)])


def path_of(points: Sequence[tuple[int, int]]) -> str:
    """The path through points, as relative moves: many are the same, so they compress well."""
    moves = [f"{x - left} {y - above}" for (left, above), (x, y) in pairwise(points)]
    return f"M{points[0][0]} {points[0][1]}" + (f"l{' '.join(moves)}" if moves else "")
