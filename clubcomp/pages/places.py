"""The chart of places: a line for each player, one of them and their neighbours highlighted."""

from dataclasses import dataclass

from clubcomp.flow.standings import RoundLine, StandingLine, places_after, standings_of
from clubcomp.models import Competition
from clubcomp.pages.marks import path_of

#: How many neighbours above and below the chosen player, or how many first ones, are highlighted.
NEAR, FIRST = 5, 10
#: The picture in its own units: its width, that of a letter, the space between a line and its name,
#: the distance of names, the top edge, and the least distance of numbered columns.
WIDTH, LETTER, LEADER, ROW, TOP, WORD = 720, 9, 40, 25, 34, 30
#: Of the race: its width, the least room for lines, how many run, and in how many rounds at least
#: and at most. The lines end at the names; who was lower than all of them comes in from below.
RACE, LEAST, RACERS, BEGUN, LATEST, TO_NAME = 343, 130, 7, 3, 12, 14
#: With this many columns the first ones, in which places mean little, are left out.
MANY, SKIPPED = 8, 2


@dataclass(frozen=True)
class Way:
    """A player's places by column, None if they had none, and the `path` of their line.

    The line ends at `x` and `y`, and the name is at the height `label`. `is_chosen`: the chart is
    about this player; `is_near`: they are the chosen one or a neighbour.
    """

    line: StandingLine
    places: list[int | None]
    path: str
    x: int
    y: int
    label: int
    is_chosen: bool
    is_near: bool


@dataclass(frozen=True)
class PlacesChart:
    """The lines, place 1 at the top. `columns` are all rounds, `heads` (x, round) the numbered."""

    columns: list[RoundLine]
    heads: list[tuple[int, RoundLine]]
    ways: list[Way]
    width: int
    height: int
    labels: int

    @property
    def near(self) -> list[Way]:
        """The lines with names, the chosen one last, so that it is drawn on top."""
        return sorted((way for way in self.ways if way.is_near), key=lambda way: way.is_chosen)

    @property
    def others(self) -> list[Way]:
        """All other lines."""
        return [way for way in self.ways if not way.is_near]


def places_chart(
    competition: Competition, scope: str, rounds: list[RoundLine], chosen: str
) -> PlacesChart | None:
    """The places after each round, or with tempos after each evening; None before the first.

    The chart is about the player with the address `chosen` and their neighbours, or the first ten.
    """
    lines = [line for line in standings_of(competition, scope) if line.place]
    at = next((at for at, line in enumerate(lines) if line.entry.is_at(chosen)), None)
    first = 0 if at is None else max(0, min(at - NEAR, len(lines) - 2 * NEAR - 1))
    count = FIRST if at is None else 2 * NEAR + 1
    return _chart(competition, scope, rounds, lines, at, range(first, first + count))


def race_chart(
    competition: Competition, scope: str, rounds: list[RoundLine], me: str
) -> PlacesChart | None:
    """The race of the first ones, as wide as a phone; None while it has hardly begun.

    `me` is the address of the reader, whose line stands out if it is among them.
    """
    lines = [line for line in standings_of(competition, scope) if line.place]
    at = next((at for at, line in enumerate(lines) if line.entry.is_at(me)), None)
    chart = _chart(competition, scope, rounds, lines, at, range(RACERS), is_race=True)
    return chart if chart and len(chart.columns) >= BEGUN else None


def _chart(
    competition: Competition,
    scope: str,
    rounds: list[RoundLine],
    lines: list[StandingLine],
    at: int | None,
    wanted: range,
    *,
    is_race: bool = False,
) -> PlacesChart | None:
    """The chart of the lines that are `wanted`; the one at `at` stands out."""
    after = places_after(competition, scope)
    if competition.abilities.uses_tempos:
        after = list({moment.evening: moment for moment in after}.values())
    after = after[-LATEST:] if is_race else after
    if not after or not lines:
        return None
    by_key = {line.round_key: line for line in rounds}
    near = range(wanted.start, min(wanted.stop, len(lines)))
    names = LETTER * (4 + max(len(str(lines[index].entry)) for index in near))
    skipped = SKIPPED if len(after) >= MANY and not is_race else 0
    drawn = len(after) - skipped
    room = max(RACE, names + LEAST) if is_race else max(WIDTH, names + WORD)
    leader = TO_NAME if is_race else LEADER
    labels = room - names
    xs = [
        WORD // 2 + (labels - leader - WORD) * index // max(1, drawn - 1) for index in range(drawn)
    ]
    rows = [[moment.ranks.get(line.entry.key) for moment in after] for line in lines]
    seen = [place for index in near for place in rows[index][skipped:] if place]
    top, bottom = min(seen, default=1), max(seen, default=1)
    if is_race:
        top, bottom = 1, len(near)
    height = ROW * len(near)

    def y(place: int) -> int:
        return TOP + (height - ROW) * (min(place, bottom) - top) // max(1, bottom - top)

    ways = []
    for index, (line, places) in enumerate(zip(lines, rows, strict=True)):
        ends = [(x, y(place)) for x, place in zip(xs, places[skipped:], strict=True) if place] or [
            (xs[-1], y(line.place or 0))
        ]
        label = TOP + ROW * (index - near.start)
        ways.append(Way(line, places, path_of(ends), *ends[-1], label, index == at, index in near))
    spacing = -(-WORD // max(1, xs[1] - xs[0])) if drawn > 1 else 1
    columns = [by_key[moment.evening, moment.number] for moment in after]
    heads = [(x, columns[skipped + index]) for index, x in enumerate(xs)]
    return PlacesChart(columns, heads[::-1][::spacing][::-1], ways, room, TOP + height, labels)
