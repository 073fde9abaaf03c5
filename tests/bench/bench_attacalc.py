"""What do AttaCalc's pairing and standings cost? `python -m tests.bench.bench_attacalc`."""

import sys
from pathlib import Path
from random import Random

from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.formats.document import read_document
from pairing.registry import get_system, make_options
from tests.bench.clock import calibration_ms, cpu_ms, growth

SYSTEM = get_system("attacalc")
OPTIONS = SYSTEM.options()
DEMO = Path(__file__).parents[2] / "clubcomp" / "demo"
RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]


def season(players, evenings, games_per_evening, rapid_every=3):
    """A season with everybody there on most evenings, its results by seeded chance.

    Long evenings, and every third one a rapid one with three rounds; 2 of 10 stay away.
    """
    random = Random(1)
    people = tuple(
        Player(id=f"p{number}", start=number, name=f"Player {number}")
        for number in range(1, players + 1)
    )
    held = []
    for number in range(evenings):
        is_rapid = number % rapid_every == 0
        rounds = []
        for _ in range(games_per_evening if is_rapid else 1):
            there = [person.id for person in people if random.random() < 0.8]
            random.shuffle(there)
            bye = there.pop() if len(there) % 2 else None
            boards = zip(there[::2], there[1::2], strict=True)
            games = tuple(
                Game(board, white, black, random.choice(RESULTS))
                for board, (white, black) in enumerate(boards, start=1)
            )
            rounds.append(Round(games=games).with_bye(bye))
        held.append(Evening("rapid" if is_rapid else "long", tuple(rounds)))
    return Snapshot(
        name="bench",
        system="attacalc",
        tempos=(Tempo("long", "", 1, 4, 3), Tempo("rapid", "", 3, 4, 3)),
        players=people,
        evenings=tuple(held),
    )


def to_be_paired(snapshot):
    """The same with a rapid round to be paired, everybody there."""
    present = tuple(player.id for player in snapshot.players)
    evening = Evening("rapid", (Round(present=present),))
    return Snapshot(
        name=snapshot.name,
        system=snapshot.system,
        tempos=snapshot.tempos,
        players=snapshot.players,
        evenings=(*snapshot.evenings, evening),
    )


def games_in(snapshot):
    """How many games are on record."""
    return sum(len(place.round.games) for place in snapshot.record())


def main(write=sys.stdout.write):
    """Print the figures."""
    write(f"calibration loop  {calibration_ms():.1f} ms CPU\n")
    sizes, times = [], []
    for evenings in (47, 376):
        snapshot = to_be_paired(season(40, evenings, 3))
        sizes.append(games_in(snapshot))
        for revaluation in ("stable", "chained", "previous"):
            options = make_options(SYSTEM, {"revaluation": revaluation})
            times.append(cpu_ms(lambda now=snapshot, by=options: SYSTEM.pair(now, by), 3))
            write(f"pair 40, {sizes[-1]} games, {revaluation}  {times[-1]:.1f} ms CPU\n")
    write(f"growth with games, stable: exponent {growth(sizes, times[::3]):.2f}\n")
    for players in (200, 1000, 2000):
        snapshot = to_be_paired(season(players, 12, 3))
        spent = cpu_ms(lambda now=snapshot: SYSTEM.pair(now, OPTIONS), 3)
        write(f"pair {players}, 20 rounds  {spent:.1f} ms CPU\n")

    seasons = [("invented season", season(74, 25, 3))]
    seasons += [(path.stem, read_document(path.read_bytes())) for path in DEMO.glob("*.json")]
    for name, club in seasons:
        write_season(name, club, write)


def write_season(name, club, write):
    """What the pages of one season cost, in the overall scope; the reading of it excluded."""
    options = make_options(SYSTEM, club.options)
    player = club.players[0].id
    places = [(place.evening, place.number) for place in club.record()]
    half_way = places[len(places) // 2]
    asked = {
        "standings": lambda: SYSTEM.standings(club, options, "all"),
        "places after each round": lambda: SYSTEM.progress(club, options, "all"),
        "one player's statement": lambda: SYSTEM.statement(club, options, player, "all"),
        "one player's drift": lambda: SYSTEM.drift(club, options, player, "all", half_way),
    }
    for what, ask in asked.items():
        write(f"{name}, {games_in(club)} games, {what}  {cpu_ms(ask):.1f} ms CPU\n")


if __name__ == "__main__":
    main()
