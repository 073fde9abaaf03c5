"""The pictures of a standing: which one a page draws first, and the chart of places.

The chart has a line for each of some players, with their names at the lines' ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from clubcomp.flow.standings import (
    After,
    RoundLine,
    StandingLine,
    places_after,
    rounds_of,
    standings_of,
)
from clubcomp.models import Competition
from clubcomp.pages.cross_table import parts_of
from clubcomp.pages.glyphs import path_of
from clubcomp.words.standings import PictureKind, first_picture
from clubcomp.words.values import Few, counted, few, short_month
from pairing.sentences.words import points_text

#: How many neighbours above and below a player, how many first places, and how many chosen players.
NEAR, FIRST, MOST = 3, 7, 12
#: In the units of the picture, which a page stretches: its width, and the distance of two names.
WIDTH, ROW = 1000, 100
#: The least and the greatest number of rounds in the picture of a race.
BEGUN, LATEST = 3, 12
#: With so many columns the first few are left out, since places mean little in them.
MANY, SKIPPED = 8, 2
#: The least distance of months and of numbers below the lines, and of both from the edges.
MONTH, NUMBER, MARGIN = 300, 150, 110
#: How many names with the same points, and how many numbers of points, are read at a glance.
NAMES, GROUPS = 12, 4


class ScoreGroup(NamedTuple):
    """The players with the same number of points, in the order of the standing."""

    points: str
    lines: Few[StandingLine]


@dataclass(frozen=True)
class PlaceLine:
    """A player's line, through `points`.

    It ends at `x` and `y`, in percent of the picture. `is_chosen`: it stands out.
    """

    line: StandingLine
    points: Sequence[tuple[int, int]]
    x: str
    y: str
    is_chosen: bool

    @property
    def path(self) -> str:
        """The line as a path of the picture."""
        return path_of(self.points)


@dataclass(frozen=True)
class PlacesChart:
    """The lines, the best place at the top, and `everybody`'s places by column; in a race only the
    places of players who have a line.

    `heads` stand below the lines: how far from the left in percent, and a month or number.
    """

    columns: list[RoundLine]
    heads: list[tuple[str, str]]
    lines: list[PlaceLine]
    everybody: list[tuple[StandingLine, list[int | None]]]
    width: int
    height: int

    @property
    def drawn(self) -> list[PlaceLine]:
        """The lines in the order of drawing: the chosen one last, on top of the others."""
        return sorted(self.lines, key=lambda line: line.is_chosen)


def picture_of(
    competition: Competition,
    scope: str,
    lines: Sequence[StandingLine],
    after: After | None,
    me: str,
) -> dict[str, Any]:
    """The picture of a standing after a round; `me` is the address of the reader."""
    kind = first_picture(competition)
    shown: dict[str, Any] = {"picture": kind}
    all_rounds = rounds_of(competition, scope)
    rounds = [line for line in all_rounds if after and line.round_key <= after]
    if not rounds:
        return shown
    if kind is PictureKind.CROSS:
        shown["parts"] = parts_of(competition, scope, after, rounds, 0)
    elif kind is PictureKind.RACE and rounds == all_rounds:
        shown["chart"] = race_chart(competition, scope, rounds, me, lines)
    elif kind is PictureKind.SCORES:
        groups = shown["score_groups"] = score_groups(competition, lines)
        in_groups = sum(len(group.lines) + group.lines.more for group in groups)
        shown["lower"] = sum(1 for line in lines if line.place) - in_groups
    return shown


def score_groups(competition: Competition, lines: Sequence[StandingLine]) -> Few[ScoreGroup]:
    """The highest numbers of points, and the players with each."""
    placed = [line for line in lines if line.place]
    groups = [
        ScoreGroup(points_text(counted(points, competition)), few(level, NAMES))
        for points, level in groupby(placed, key=lambda line: line.row.points)
    ]
    return few(groups, GROUPS)


def places_chart(
    competition: Competition, scope: str, rounds: list[RoundLine], chosen: Sequence[str], me: str
) -> PlacesChart | None:
    """The places after each round, or with tempos after each evening; None before the first.

    The chart is about the players with the addresses `chosen`: one player with their neighbours, or
    several without; if none, the first of the standing. `me` is the reader's address.
    """
    lines = [line for line in standings_of(competition, scope) if line.place]
    rows = [row for row, line in enumerate(lines) if any(map(line.entry.is_at, chosen))][:MOST]
    wanted: Sequence[int] = rows
    if len(rows) < 2:
        first = max(0, min(rows[0] - NEAR, len(lines) - 2 * NEAR - 1)) if rows else 0
        wanted = range(first, min(first + FIRST, len(lines)))
    stands_out = rows[0] if len(rows) == 1 else _at(lines, me)
    return _chart(competition, scope, rounds, lines, stands_out, wanted)


def race_chart(
    competition: Competition,
    scope: str,
    rounds: list[RoundLine],
    me: str,
    standing: Sequence[StandingLine],
) -> PlacesChart | None:
    """The race of the first players in the latest rounds; None while it has hardly begun.

    `me` is the address of the reader, whose line stands out if it is in the picture.
    """
    lines = [line for line in standing if line.place]
    wanted = range(min(FIRST, len(lines)))
    chart = _chart(competition, scope, rounds, lines, _at(lines, me), wanted, LATEST)
    return chart if chart and len(chart.columns) >= BEGUN else None


def _at(lines: list[StandingLine], address: str) -> int | None:
    return next((at for at, line in enumerate(lines) if line.entry.is_at(address)), None)


def _chart(
    competition: Competition,
    scope: str,
    rounds: list[RoundLine],
    lines: list[StandingLine],
    stands_out: int | None,
    wanted: Sequence[int],
    latest: int = 0,
) -> PlacesChart | None:
    """The chart of the lines that are `wanted`; the line at `stands_out` is black."""
    after = places_after(competition, scope)
    if competition.abilities.uses_tempos:
        after = list({moment.evening: moment for moment in after}.values())
    after = after[-latest:]
    if not after or not lines:
        return None
    by_key = {line.round_key: line for line in rounds}
    columns = [by_key[moment.evening, moment.number] for moment in after]
    skipped = SKIPPED if len(after) >= MANY and not latest else 0
    drawn = len(after) - skipped
    xs = [WIDTH * index // max(1, drawn - 1) for index in range(drawn)]
    height = ROW * len(wanted)
    places = {
        at: [moment.ranks.get(lines[at].entry.key) for moment in after]
        for at in (wanted if latest else range(len(lines)))
    }
    rows = [(lines[at].place or 0, ROW * row + ROW // 2) for row, at in enumerate(wanted)]
    place_lines = []
    for row, at in enumerate(wanted):
        shown = zip(xs, places[at][skipped:], strict=True)
        ends = [(x, _height(place, rows)) for x, place in shown if place]
        # The line of a player who shares a place ends at their own name too.
        if not ends or ends[-1][0] == xs[-1]:
            ends = [*ends[:-1], (xs[-1], rows[row][1])]
        x, y = ends[-1]
        end = _percent(x, WIDTH), _percent(y, height)
        place_lines.append(PlaceLine(lines[at], ends, *end, at == stands_out))
    everybody = [(lines[at], of_line) for at, of_line in places.items()]
    uses_tempos = competition.abilities.uses_tempos
    heads = _heads(xs, columns[skipped:], uses_tempos=uses_tempos)
    return PlacesChart(columns, heads, place_lines, everybody, WIDTH, height)


def _height(place: int, rows: Sequence[tuple[int, int]]) -> int:
    """The y of a place, between the `rows` of names: (place, y) from the top.

    A place above the first or below the last row is outside: the line leaves the picture there.
    """
    if place < rows[0][0]:
        return rows[0][1] - ROW
    for (above, top), (below, bottom) in pairwise(rows):
        if place <= above:
            return top
        if place < below:
            return top + (bottom - top) * (place - above) // (below - above)
    return rows[-1][1] if place == rows[-1][0] else rows[-1][1] + ROW


def _heads(
    xs: Sequence[int], columns: Sequence[RoundLine], *, uses_tempos: bool
) -> list[tuple[str, str]]:
    """The months, or the numbers of rounds if there are fewer than two months."""
    months = [line.date[:7] for line in columns]
    starts = [at for at, month in enumerate(months) if month and month not in months[:at]]
    if len(starts) > 1:
        named = [short_month(date.fromisoformat(columns[at].date)) for at in starts]
        return _apart([xs[at] for at in starts], named, MONTH)
    numbers = [str(line.evening if uses_tempos else line.count) for line in columns]
    return _apart(xs, numbers, NUMBER)


def _apart(xs: Sequence[int], names: Sequence[str], least: int) -> list[tuple[str, str]]:
    """The names that do not overlap, chosen from the last one backwards."""
    shown: list[tuple[int, str]] = []
    for x, name in zip(reversed(xs), reversed(names), strict=True):
        middle = max(MARGIN, min(x, WIDTH - MARGIN))
        if not shown or shown[-1][0] - middle >= least:
            shown.append((middle, name))
    return [(_percent(x, WIDTH), name) for x, name in reversed(shown)]


def _percent(part: int, whole: int) -> str:
    """A percentage as text, since a template could write a number with a comma."""
    return f"{100 * part / whole:.4g}%"
