"""How did everybody's place change? A line for each player, drawn from round to round."""

from dataclasses import dataclass

from clubcomp.flow.standings import RoundLine, StandingLine, places_after, standings_of
from clubcomp.models import Competition

STEP, ROW, TOP, LETTER = 44, 26, 34, 11


@dataclass(frozen=True)
class Way:
    """A player's places, by column; None where they were not in it. `points` is their line.

    `x` and `y` are its end, and `is_chosen` whether it is the one that stands out.
    """

    line: StandingLine
    places: list[int | None]
    points: str
    x: int
    y: int
    is_chosen: bool


@dataclass(frozen=True)
class PlacesChart:
    """The lines of all; 1 is up. `columns` are (x, round); sizes in units of the drawing."""

    columns: list[tuple[int, RoundLine]]
    ways: list[Way]
    width: int
    height: int


def places_chart(
    competition: Competition, scope: str, rounds: list[RoundLine], chosen: str
) -> PlacesChart | None:
    """The places after each round, or where there are tempos each evening; None before the first.

    The line of the player whose word in addresses is `chosen` stands out.
    """
    after = places_after(competition, scope)
    if competition.abilities.uses_tempos:
        after = list({one.evening: one for one in after}.values())
    lines = [line for line in standings_of(competition, scope) if line.place]
    if not after:
        return None
    by_key = {line.round_key: line for line in rounds}
    xs = [STEP // 2 + STEP * at for at in range(len(after))]
    ways = []
    for line in lines:
        key = line.entry.key
        places = [one.ranks.get(key) for one in after]
        ends = [(x, TOP + ROW * place) for x, place in zip(xs, places, strict=True) if place]
        x, y = ends[-1] if ends else (xs[-1], TOP + ROW * (line.place or 0))
        points = " ".join(f"{across},{down}" for across, down in ends)
        ways.append(Way(line, places, points, x, y, line.entry.is_at(chosen)))
    return PlacesChart(
        columns=[(x, by_key[one.evening, one.number]) for x, one in zip(xs, after, strict=True)],
        ways=ways,
        width=xs[-1] + LETTER * (6 + max(len(str(line.entry)) for line in lines)),
        height=TOP + ROW * (len(lines) + 1),
    )
