"""How did somebody's place change, among those around them? A line for each player."""

from dataclasses import dataclass

from clubcomp.flow.standings import RoundLine, StandingLine, places_after, standings_of
from clubcomp.models import Competition
from clubcomp.pages.marks import path_of

#: Those above and below the chosen one, or the first ones where nobody is.
NEAR, FIRST = 5, 10
#: The picture in its own units: how wide it is, the room for names and for a letter, and between
#: the end of a line and its name; how far names are apart; no columns closer than their numbers.
WIDTH, LETTER, LEADER, ROW, TOP, WORD = 720, 9, 40, 25, 34, 30
#: From so many columns on the first ones, when places mean little yet, are left out.
MANY, SKIPPED = 8, 2


@dataclass(frozen=True)
class Way:
    """A player's places, by column; None where they were not in it. `path` is their line.

    `x` and `y` are its end, `label` how high the name stands; `is_chosen` whether it is the one
    that the picture is about, `is_near` whether it is one of those around.
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
    """The lines; 1 is up. `columns` are all rounds, `heads` (x, round) those with a number."""

    columns: list[RoundLine]
    heads: list[tuple[int, RoundLine]]
    ways: list[Way]
    width: int
    height: int
    labels: int

    @property
    def near(self) -> list[Way]:
        """The lines with names, the chosen one last, over the others."""
        return sorted((way for way in self.ways if way.is_near), key=lambda way: way.is_chosen)

    @property
    def others(self) -> list[Way]:
        """The lines of all others."""
        return [way for way in self.ways if not way.is_near]


def places_chart(
    competition: Competition, scope: str, rounds: list[RoundLine], chosen: str
) -> PlacesChart | None:
    """The places after each round, or where there are tempos each evening; None before the first.

    It is about the player with the address `chosen` and those around, or about the first.
    """
    after = places_after(competition, scope)
    if competition.abilities.uses_tempos:
        after = list({one.evening: one for one in after}.values())
    lines = [line for line in standings_of(competition, scope) if line.place]
    if not after or not lines:
        return None
    by_key = {line.round_key: line for line in rounds}
    at = next((at for at, line in enumerate(lines) if line.entry.is_at(chosen)), None)
    first = 0 if at is None else max(0, min(at - NEAR, len(lines) - 2 * NEAR - 1))
    count = FIRST if at is None else 2 * NEAR + 1
    near = range(first, min(first + count, len(lines)))
    names = LETTER * (4 + max(len(str(lines[index].entry)) for index in near))
    skipped = SKIPPED if len(after) >= MANY else 0
    drawn = len(after) - skipped
    labels = max(WORD, WIDTH - names)
    xs = [
        WORD // 2 + (labels - LEADER - WORD) * index // max(1, drawn - 1) for index in range(drawn)
    ]
    rows = [[one.ranks.get(line.entry.key) for one in after] for line in lines]
    seen = [place for index in near for place in rows[index][skipped:] if place]
    top, bottom = min(seen, default=1), max(seen, default=1)
    height = ROW * len(near)

    def y(place: int) -> int:
        return TOP + (height - ROW) * (place - top) // max(1, bottom - top)

    ways = []
    for index, (line, places) in enumerate(zip(lines, rows, strict=True)):
        ends = [(x, y(place)) for x, place in zip(xs, places[skipped:], strict=True) if place] or [
            (xs[-1], y(line.place or 0))
        ]
        label = TOP + ROW * (index - near.start)
        ways.append(Way(line, places, path_of(ends), *ends[-1], label, index == at, index in near))
    spacing = -(-WORD // max(1, xs[1] - xs[0])) if drawn > 1 else 1
    columns = [by_key[one.evening, one.number] for one in after]
    heads = [(x, columns[skipped + index]) for index, x in enumerate(xs)]
    return PlacesChart(columns, heads[::-1][::spacing][::-1], ways, WIDTH, TOP + height, labels)
