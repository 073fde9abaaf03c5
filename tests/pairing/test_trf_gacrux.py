"""Does gacrux, the program behind FIDE's tie-break server, say the same of the files written here?

Of an open by FIDE's Dutch system it says the same of everything: pairings, points, ranks and
tie-breaks, since ours follow C.07 there; of a round robin too, where nobody was struck.

Of the others it agrees on every file with the points, wins, games with black, progressive scores,
average rating and performance, and with the ranks wherever the file names tie-breaks (202, 212).
What differs is adjudicated so:

* Resistance points (BH) and Sonneborn-Berger (SB) differ where a player or one of his opponents
  has a round without a game. Ours follow the KNSB's 2.3: a draw against oneself, and in the
  points of opponents what it earned. FIDE's C.07, article 16 counts the opponent's own absences
  as draws, takes the result of a bye in SB, and limits the dummy (16.4). So such a file does not
  name BH or SB in 202 and 212.
* The direct encounter (DE) decides by the KNSB's 7.5d only where all who are level have met; by
  C.07, article 6 also where what is missing cannot change who is first, and once more among those
  whom it leaves level. A file with such a group does not name DE.
* A bye of half a point has no line in TRF16: bbpPairings' BBU says it, which gacrux does not know.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.formats.trf_places import places_in
from pairing.formats.trf_ranks import CODES, standing
from pairing.formats.trf_written import write_trf
from tests.pairing import gacrux_reading as gacrux
from tests.pairing.dutch_opponents import answer, gacrux_answer
from tests.pairing.swiss_tournaments import CALM, STORMY, Rates, Tournament

BUCHHOLZ = ("resistance_points_cut_1", "resistance_points_median", "sonneborn_berger")
BY_OPPONENTS = ("BH", "BH/C1", "BH/M1", "FB", "AOB", "SB")
#: All but the direct encounter, which gacrux gives places and no points, and a round robin's.
ALL = {name: code for name, code in CODES.items() if code not in ("DE", "KS")}


def played(seed, rates, tie_breaks=tuple(ALL)):
    """A competition of five rounds, with these tie-breaks; a bye is a point."""
    rates = replace(rates, unfinished=0)
    *_, found = Tournament(seed, size=9 + seed % 4, rounds=5, rates=rates).before_each_round()
    options = {**found.options, "tie_breaks": [*tie_breaks]}
    options.pop("bye", None)
    return replace(found, evenings=found.evenings[:-1], options=options)


@pytest.mark.parametrize("rates", [Rates(), CALM, STORMY], ids=["full", "calm", "stormy"])
def test_all_of_an_open_by_the_dutch_system_is_as_gacrux_says(rates):
    for seed in range(3):
        open_ = Tournament(seed, 10 + 7 * seed, 8, replace(rates, unfinished=0), "fide-dutch")
        for found in open_.before_each_round():
            assert gacrux_answer(found) == answer(found), (seed, len(found.evenings))
        assert [len(found.evenings), len(open_.snapshot.evenings)] == [8, 8]
        for names in (tuple(ALL), ("direct_encounter", *BUCHHOLZ), ("wins", "direct_encounter")):
            options = {**found.options, "tie_breaks": [*names]}
            snapshot = replace(open_.snapshot, options=options)
            data = write_trf(snapshot, "26", purpose="rating")
            codes = [CODES[name] for name in names]
            assert f"202 {','.join(codes)}\n".encode() in data
            lines = gacrux.lines(data, tuple(codes))
            for row in standing(snapshot):
                line = lines[int(row.player)]
                assert (line.points, line.rank, line.place) == (row.points, row.rank, row.rank)
                for value, name in zip(line.values[1:], names, strict=True):
                    if name != "direct_encounter":
                        said = as_gacrux_rounds(name, row.tiebreaks[name])
                        assert (value or 0) == said, (seed, row.player, name)


def as_gacrux_rounds(name, value):
    """An average of resistance points has two decimals there, half up; ours is exact."""
    return Fraction((200 * value + 1) // 2, 100) if name == "opponents_resistance" else value


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize(("forfeit", "limit"), [(0, 0), (0.15, 0), (0.15, 1), (0, -3)])
def test_all_of_a_round_robin_is_as_gacrux_says(forfeit, limit, cycles):
    own = ("wins", "rounds_won", "black_wins", "rounds_elected", "rating")
    names = ("sonneborn_berger", "koya", *own, "direct_encounter")
    for size in (4, 5, 8, 9):
        robin = Tournament(size, size, 20, Rates(forfeit=forfeit), "berger")
        options = {"cycles": cycles, "away": "forfeited", "tie_breaks": [*names]}
        options |= {"koya_limit": limit} if limit else {}
        robin.snapshot = replace(robin.snapshot, options=options)
        assert sum(1 for _ in robin.before_each_round()) > cycles * (size - 1)
        data = write_trf(robin.snapshot, "26", purpose="rating")
        name = b"ROUNDROBIN" if cycles == 1 else b"DOUBLEROUNDROBIN"
        koya = f"KS/L{limit:+d}" if limit else "KS"
        codes = ("SB", koya, "WON", "WIN", "BWG", "REP", "RTNG", "DE")
        assert b"\n192 FIDE_" + name + f"\n202 {','.join(codes)}\n".encode() in data
        read = places_in(data, robin.snapshot)
        assert (read.tie_breaks, read.unknown, read.wrong) == (codes, (), ())
        lines = gacrux.lines(data, codes)
        for row in standing(robin.snapshot):
            line = lines[int(row.player)]
            assert (line.points, line.values[0]) == (row.points, row.points)
            assert (line.rank, line.place) == (row.rank, row.rank)
            expected = [row.tiebreaks[name] for name in names[:-1]]
            assert [value or 0 for value in line.values[1:-1]] == expected, (size, row.player)


def without_a_game(snapshot):
    """Who has a round without a game, or an opponent who has; and whose opponents are such."""
    rounds = [place.round for place in snapshot.record()]
    met = {player.id: set() for player in snapshot.players}
    games = [game for one in rounds for game in one.games if not game.result.is_forfeit]
    count = dict.fromkeys(met, 0)
    for game in games:
        for one, other in ((game.white, game.black), (game.black, game.white)):
            met[one].add(other)
            count[one] += 1
    idle = {player for player, number in count.items() if number < len(rounds)}
    near = {player for player, others in met.items() if player in idle or others & idle}
    return near, {player for player, others in met.items() if others & near}


@pytest.mark.parametrize("rates", [Rates(), CALM, STORMY], ids=["full", "calm", "stormy"])
@pytest.mark.parametrize("edition", ["16", "26"])
def test_points_ranks_and_tie_breaks_are_those_of_gacrux(edition, rates):
    for seed in range(12):
        snapshot = played(seed, rates)
        data = write_trf(snapshot, edition, purpose="rating")
        lines = gacrux.lines(data, tuple(ALL.values()))
        differ, opponents_differ = without_a_game(snapshot)
        for row in standing(snapshot):
            line = lines[int(row.player)]
            assert (line.points, line.values[0], line.rank) == (row.points, row.points, row.rank)
            for value, (name, code) in zip(line.values[1:], ALL.items(), strict=True):
                apart = opponents_differ if code == "AOB" else differ
                if code in BY_OPPONENTS and row.player in apart:
                    continue
                said = as_gacrux_rounds(name, row.tiebreaks[name])
                assert (value or 0) == said, (seed, row.player, code)


@pytest.mark.parametrize("rates", [Rates(), CALM, STORMY], ids=["full", "calm", "stormy"])
@pytest.mark.parametrize(
    "tie_breaks",
    [
        ("resistance_points", "sonneborn_berger", "direct_encounter", "wins"),
        ("direct_encounter", "average_rating"),
        ("progressive", "black_games", "performance", "lot"),
    ],
)
def test_the_ranks_follow_from_the_tie_breaks_that_the_file_names(tie_breaks, rates):
    for seed in range(12):
        data = write_trf(played(seed, rates, tie_breaks), "26")
        said = {line[:3]: line[4:] for line in data.decode().splitlines() if line[0] != "0"}
        own = said["###"].split(": ")[1].split(", ") if "###" in said else []
        codes = said["202"].split(",") if "202" in said else []
        if own in ([], [*map(words, tie_breaks)]) and len(codes) == len(set(tie_breaks) - {"lot"}):
            lines = gacrux.lines(data, tuple(codes), by_number="lot" in tie_breaks)
            assert all(line.place == line.rank for line in lines.values()), seed
        else:
            assert rates.absent or "###" in said, seed


@pytest.mark.parametrize("name", ["average_rating", "performance"])
def test_averages_that_leave_out_somebody_without_a_rating_have_no_name_of_fides(name):
    snapshot = played(1, CALM, (name,))
    rows = write_trf(snapshot, "26").decode().splitlines()
    assert f"202 {ALL[name]}" in rows or name == "average_rating"
    first, *others = snapshot.players
    snapshot = replace(snapshot, players=(replace(first, rating=None), *others))
    rows = write_trf(snapshot, "26").decode().splitlines()
    assert not [row for row in rows if row.startswith("202")]
    assert f"### Ties are broken by: {words(name)}" in rows


def words(name):
    return name.replace("_", " ")
