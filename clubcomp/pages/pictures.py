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
from clubcomp.pages.marks import path_of
from clubcomp.words.standings import PictureKind, first_picture
from clubcomp.words.values import Few, counted, few, short_month
from pairing.sentences.words import points_text

#: How many neighbours above and below a player, how many first ones, and how many chosen names.
NEAR, FIRST, MOST = 3, 7, 12
#: The lines in their own units, which a page stretches: their width, and the distance of names.
WIDTH, ROW = 1000, 100
#: In how many rounds at least and at most a race is shown.
BEGUN, LATEST = 3, 12
#: With this many columns the first ones, in which places mean little, are left out.
MANY, SKIPPED = 8, 2
#: The least distance of months and of numbers below the lines, and of both from the edges.
MONTH, NUMBER, MARGIN = 300, 150, 110
#: So many names of a number of points are read at a glance, and so many numbers of points.
NAMES, GROUPS = 12, 4


class ScoreGroup(NamedTuple):
    """Who stands on a number of points, the first in the standing first."""

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
    """The lines, the best place at the top, and `everybody`'s places by column; of a race only
    theirs whose lines they are.

    `heads` say when: below the lines, how far from the left in percent and a month or number.
    """

    columns: list[RoundLine]
    heads: list[tuple[str, str]]
    ways: list[PlaceLine]
    everybody: list[tuple[StandingLine, list[int | None]]]
    width: int
    height: int

    @property
    def drawn(self) -> list[PlaceLine]:
        """The lines in the order of drawing: the chosen one last, on top of the others."""
        return sorted(self.ways, key=lambda way: way.is_chosen)


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
        seen = sum(len(group.lines) + group.lines.more for group in groups)
        shown["lower"] = sum(1 for line in lines if line.place) - seen
    return shown


def score_groups(competition: Competition, lines: Sequence[StandingLine]) -> Few[ScoreGroup]:
    """The highest numbers of points, and who stands on each."""
    placed = [line for line in lines if line.place]
    groups = [
        ScoreGroup(points_text(counted(points, competition)), few(on_it, NAMES))
        for points, on_it in groupby(placed, key=lambda line: line.row.points)
    ]
    return few(groups, GROUPS)


def places_chart(
    competition: Competition, scope: str, rounds: list[RoundLine], chosen: Sequence[str], me: str
) -> PlacesChart | None:
    """The places after each round, or with tempos after each evening; None before the first.

    The chart is about the players with the addresses `chosen`: one of them with their neighbours,
    several without; of nobody the first ones. `me` is the reader's address.
    """
    lines = [line for line in standings_of(competition, scope) if line.place]
    found = [at for at, line in enumerate(lines) if any(map(line.entry.is_at, chosen))][:MOST]
    wanted: Sequence[int] = found
    if len(found) < 2:
        first = max(0, min(found[0] - NEAR, len(lines) - 2 * NEAR - 1)) if found else 0
        wanted = range(first, min(first + FIRST, len(lines)))
    stands_out = found[0] if len(found) == 1 else _at(lines, me)
    return _chart(competition, scope, rounds, lines, stands_out, wanted)


def race_chart(
    competition: Competition,
    scope: str,
    rounds: list[RoundLine],
    me: str,
    standing: Sequence[StandingLine],
) -> PlacesChart | None:
    """The race of the first of a standing in the latest rounds; None while it has hardly begun.

    `me` is the address of the reader, whose line stands out if it is among them.
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
    """The chart of the lines that are `wanted`; the one at `stands_out` is black."""
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
    ways = []
    for row, at in enumerate(wanted):
        shown = zip(xs, places[at][skipped:], strict=True)
        ends = [(x, _height(place, rows)) for x, place in shown if place]
        # Who shares a place ends at their own name all the same.
        if not ends or ends[-1][0] == xs[-1]:
            ends = [*ends[:-1], (xs[-1], rows[row][1])]
        x, y = ends[-1]
        end = _percent(x, WIDTH), _percent(y, height)
        ways.append(PlaceLine(lines[at], ends, *end, at == stands_out))
    everybody = [(lines[at], of_line) for at, of_line in places.items()]
    uses_tempos = competition.abilities.uses_tempos
    heads = _heads(xs, columns[skipped:], uses_tempos=uses_tempos)
    return PlacesChart(columns, heads, ways, everybody, WIDTH, height)


def _height(place: int, rows: Sequence[tuple[int, int]]) -> int:
    """How high a place is among those at whose `rows` names stand.

    Above the first and below the last of them it is outside: the line leaves the picture there.
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
    """The months, or the numbers of rounds where there are no two months."""
    months = [line.date[:7] for line in columns]
    starts = [at for at, month in enumerate(months) if month and month not in months[:at]]
    if len(starts) > 1:
        named = [short_month(date.fromisoformat(columns[at].date)) for at in starts]
        return _apart([xs[at] for at in starts], named, MONTH)
    numbers = [str(line.evening if uses_tempos else line.count) for line in columns]
    return _apart(xs, numbers, NUMBER)


def _apart(xs: Sequence[int], names: Sequence[str], least: int) -> list[tuple[str, str]]:
    """Those that do not overlap, the last one first of all."""
    shown: list[tuple[int, str]] = []
    for x, name in zip(reversed(xs), reversed(names), strict=True):
        middle = max(MARGIN, min(x, WIDTH - MARGIN))
        if not shown or shown[-1][0] - middle >= least:
            shown.append((middle, name))
    return [(_percent(x, WIDTH), name) for x, name in reversed(shown)]


def _percent(part: int, whole: int) -> str:
    """As text, since a page would write it with a comma."""
    return f"{100 * part / whole:.4g}%"
