"""What do the pairing and the standings of `keizer` cost? `python -m tests.bench.bench_keizer`.

The same seasons as `bench_attacalc`, by the usual regulation and by one with periods, limits and
ties; a row of the former is to cost at most twice the same row there, of 1,000 players 2.5 times.
"""

import sys
from dataclasses import replace

from pairing.registry import get_system, make_options
from tests.bench.bench_attacalc import games_in, season, to_be_paired
from tests.bench.clock import calibration_ms, cpu_ms

SYSTEM = get_system("keizer")
OPTIONS = SYSTEM.options()
#: A regulation that uses most of what there is.
FULL = {
    "absences": {
        "kinds": [{"key": "absent", "tiers": [{"times": 2, "amount": "1/3"}], "per": "period"}]
    },
    "bye": {"fewest": "unplayed", "owed": ["no_notice"]},
    "periods": {"starts": [1, 7], "points": "anew"},
    "meeting": {"times_in_period": 1},
    "colours": {"in_a_row": 2},
    "standing": {"ties": ["games", "mutual"]},
}


def by_keizer(snapshot):
    """A season of the other bench by this system; its tempos have no limits."""
    tempos = tuple(replace(tempo, last_n=0, absence_limit=0) for tempo in snapshot.tempos)
    return replace(snapshot, system="keizer", tempos=tempos)


def main(write=sys.stdout.write):
    """Print the figures."""
    write(f"calibration loop  {calibration_ms():.1f} ms CPU\n")
    for evenings in (47, 376):
        snapshot = by_keizer(to_be_paired(season(40, evenings, 3)))
        for revaluation in ("stable", "chained", "previous"):
            options = make_options(SYSTEM, {"values": {"revaluation": revaluation}})
            spent = cpu_ms(lambda now=snapshot, by=options: SYSTEM.pair(now, by), 3)
            write(f"pair 40, {games_in(snapshot)} games, {revaluation}  {spent:.1f} ms CPU\n")
    full = make_options(SYSTEM, FULL)
    for players in (200, 1000, 2000):
        snapshot = by_keizer(to_be_paired(season(players, 12, 3)))
        for name, options in (("", OPTIONS), (", all options", full)):
            spent = cpu_ms(lambda now=snapshot, by=options: SYSTEM.pair(now, by), 3)
            write(f"pair {players}, 20 rounds{name}  {spent:.1f} ms CPU\n")
    club = by_keizer(season(74, 25, 3))
    player = club.players[0].id
    places = [(place.evening, place.number) for place in club.record()]
    half_way = places[len(places) // 2]
    asked = {
        "standings": lambda: SYSTEM.standings(club, OPTIONS, "all"),
        "one player's statement": lambda: SYSTEM.statement(club, OPTIONS, player, "all"),
        "one player's drift": lambda: SYSTEM.drift(club, OPTIONS, player, "all", half_way),
    }
    for what, ask in asked.items():
        write(f"invented season, {games_in(club)} games, {what}  {cpu_ms(ask):.1f} ms CPU\n")


if __name__ == "__main__":
    main()
