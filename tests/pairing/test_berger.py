"""The round robin: the table against three others, lots that keep apart, who is away or leaves."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, groupby
from random import Random

import pytest
from caissify_pairings.engines.round_robin import berger_schedule
from gacrux.berger import bergertables

from pairing.berger.lot import kept_apart, last_meetings
from pairing.berger.options import Options
from pairing.berger.table import rows
from pairing.core.rules import Rules
from pairing.core.system import CannotPair
from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.registry import get_system
from tests.how_many import how_many
from tests.pairing.berger_reference import schedule

SYSTEM = get_system("berger")
SIZES = range(2, 41)
#: As FIDE prints them (Handbook C.05, annex 1), for so many players and one less.
PRINTED = {
    4: "1-4 2-3; 4-3 1-2; 2-4 3-1",
    6: "1-6 2-5 3-4; 6-4 5-3 1-2; 2-6 3-1 4-5; 6-5 1-4 2-3; 3-6 4-2 5-1",
    8: """1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3; 3-8 4-2 5-1 6-7;
        8-7 1-6 2-5 3-4; 4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6; 10-6 7-5 8-4 9-3 1-2; 2-10 3-1 4-9 5-8 6-7;
        10-7 8-6 9-5 1-4 2-3; 3-10 4-2 5-1 6-9 7-8; 10-8 9-7 1-6 2-5 3-4; 4-10 5-3 6-2 7-1 8-9;
        10-9 1-8 2-7 3-6 4-5; 5-10 6-4 7-3 8-2 9-1""",
    12: """1-12 2-11 3-10 4-9 5-8 6-7; 12-7 8-6 9-5 10-4 11-3 1-2; 2-12 3-1 4-11 5-10 6-9 7-8;
        12-8 9-7 10-6 11-5 1-4 2-3; 3-12 4-2 5-1 6-11 7-10 8-9; 12-9 10-8 11-7 1-6 2-5 3-4;
        4-12 5-3 6-2 7-1 8-11 9-10; 12-10 11-9 1-8 2-7 3-6 4-5; 5-12 6-4 7-3 8-2 9-1 10-11;
        12-11 1-10 2-9 3-8 4-7 5-6; 6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """1-14 2-13 3-12 4-11 5-10 6-9 7-8; 14-8 9-7 10-6 11-5 12-4 13-3 1-2;
        2-14 3-1 4-13 5-12 6-11 7-10 8-9; 14-9 10-8 11-7 12-6 13-5 1-4 2-3;
        3-14 4-2 5-1 6-13 7-12 8-11 9-10; 14-10 11-9 12-8 13-7 1-6 2-5 3-4;
        4-14 5-3 6-2 7-1 8-13 9-12 10-11; 14-11 12-10 13-9 1-8 2-7 3-6 4-5;
        5-14 6-4 7-3 8-2 9-1 10-13 11-12; 14-12 13-11 1-10 2-9 3-8 4-7 5-6;
        6-14 7-5 8-4 9-3 10-2 11-1 12-13; 14-13 1-12 2-11 3-10 4-9 5-8 6-7;
        7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
    16: """1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9; 16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2;
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10; 16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3;
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11; 16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4;
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12; 16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5;
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13; 16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6;
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14; 16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7;
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15; 16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8;
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1""",
}


def boards_of(players, cycles=1, swap_last_two=True):
    return [list(row.pairs) for row in rows(players, cycles, swap_last_two)]


# The table -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", PRINTED)
def test_the_tables_are_those_that_fide_prints(size):
    printed = [
        [tuple(map(int, board.split("-"))) for board in line.split()]
        for line in PRINTED[size].split(";")
    ]
    assert boards_of(size) == boards_of(size - 1) == printed


@pytest.mark.parametrize("players", SIZES)
def test_the_tables_are_those_of_gacrux_caissify_and_our_own_second_transcription(players):
    made = boards_of(players)
    of_gacrux = bergertables(players)["pairing"].values()
    assert made == [
        [(board["white"], board["black"]) for board in one.values()] for one in of_gacrux
    ]
    assert made == berger_schedule(players + players % 2)
    for cycles, swap in ((1, True), (2, True), (2, False)):
        twice = [(row.number, row.cycle, list(row.pairs)) for row in rows(players, cycles, swap)]
        assert twice == schedule(players, cycles, swap)


@pytest.mark.parametrize("players", SIZES)
def test_everybody_meets_everybody_with_colours_as_even_as_can_be(players):
    for cycles in (1, 2):
        boards = [board for round_ in boards_of(players, cycles) for board in round_]
        real = [board for board in boards if max(board) <= players]
        met = Counter(frozenset(board) for board in real)
        everybody = map(frozenset, combinations(range(1, players + 1), 2))
        assert met == Counter(dict.fromkeys(everybody, cycles))
        whites = Counter(white for white, _ in real)
        games = (players - 1) * cycles
        assert all(abs(2 * whites[one] - games) <= 1 for one in range(1, players + 1))


@pytest.mark.parametrize("size", range(4, 41, 2))
def test_with_the_last_two_rounds_changed_nobody_has_a_colour_three_times_in_a_row(size):
    def longest(swap):
        runs = []
        for player in range(1, size + 1):
            boards = (board for round_ in boards_of(size, 2, swap) for board in round_)
            colours = [board[0] == player for board in boards if player in board]
            runs += [len([*run]) for _, run in groupby(colours)]
        return max(runs)

    assert longest(swap=True) == 2
    assert longest(swap=False) == 3


def test_a_table_has_at_most_40_players():
    with pytest.raises(CannotPair) as refused:
        SYSTEM.schedule(group(41), Options())
    assert (refused.value.code, refused.value.facts) == ("too_many", {"players": 41, "most": 40})
    assert len(SYSTEM.schedule(group(40), Options(cycles=2))) == 78
    assert SYSTEM.schedule(group(0), Options()) == []
    assert [one.free for one in SYSTEM.schedule(group(1), Options())] == ["p1"]


# Lots ------------------------------------------------------------------------------------


def test_lots_keep_those_who_should_not_meet_out_of_the_last_three_rounds():
    random = Random(16)
    for _ in range(60):
        size, cycles = random.randint(6, 24), random.choice([1, 2])
        options = Options(cycles=cycles)
        ids = [f"p{number}" for number in range(1, size + 1)]
        mates = [tuple(random.sample(ids, 2)) for _ in range(random.randint(1, size // 3))]
        snapshot = replace(group(size), forbidden_pairs=tuple(mates))
        drawn = random.sample(ids, size)
        given = SYSTEM.restricted_lot(snapshot, options, drawn)
        assert sorted(given) == sorted(drawn)
        assert meetings_at_the_end(snapshot, options, given) == []


def meetings_at_the_end(snapshot, options, given):
    numbered = {player: number for number, player in enumerate(given, start=1)}
    last = last_meetings(len(given), options)
    return [
        pair
        for pair in kept_apart(snapshot)
        if frozenset(numbered[player] for player in pair) in last
    ]


def test_lots_stay_as_drawn_where_nobody_is_to_be_kept_apart_or_none_of_them_meet():
    drawn = ["p3", "p1", "p5", "p2", "p4", "p6"]
    assert SYSTEM.restricted_lot(group(6), Options(), drawn) == drawn
    # By the printed table numbers 1 and 6 meet in round 1 and 1 and 2 in round 2.
    apart = replace(group(6), forbidden_pairs=(("p3", "p6"), ("p3", "p1")))
    assert SYSTEM.restricted_lot(apart, Options(), drawn) == drawn
    # Numbers 1 and 3 meet in round 3: the third lot, p5, goes on to the next number.
    apart = replace(group(6), forbidden_pairs=(("p3", "p5"),))
    given = SYSTEM.restricted_lot(apart, Options(), drawn)
    assert given == ["p3", "p1", "p2", "p4", "p6", "p5"]


def test_where_some_must_meet_at_the_end_as_few_do_as_possible():
    everybody = tuple(combinations(["p1", "p2", "p3", "p4"], 2))
    snapshot = replace(group(4), forbidden_pairs=everybody)
    given = SYSTEM.restricted_lot(snapshot, Options(), ["p2", "p1", "p4", "p3"])
    assert given == ["p2", "p1", "p4", "p3"]  # three rounds are all there are
    guests = replace(group(12), players=tuple(replace(p, club="Elo") for p in group(12).players))
    assert sorted(SYSTEM.restricted_lot(guests, Options(), [p.id for p in guests.players]))


#: The clubs that FIDE's sets of lots (C.05, annex 2) hold, by the number of players.
SETS = {
    10: (3, 3, 2, 2),
    12: (4, 3, 3, 2),
    14: (5, 4, 3, 2),
    16: (6, 5, 3, 2),
    18: (7, 6, 3, 2),
    20: (8, 7, 3, 2),
}


@pytest.mark.parametrize("size", SETS)
def test_clubs_as_large_as_the_sets_of_fide_allow_never_meet_in_the_last_three_rounds(size):
    random = Random(size)
    for _ in range(how_many(10, exhaustive=70)):
        clubs = [club for club, number in enumerate(SETS[size]) for _member in range(number)]
        random.shuffle(clubs)
        players = group(size).players
        of_clubs = tuple(
            replace(player, club=f"Club {club}")
            for player, club in zip(players, clubs, strict=True)
        )
        snapshot = replace(group(size), players=of_clubs)
        drawn = [player.id for player in players]
        random.shuffle(drawn)
        given = SYSTEM.restricted_lot(snapshot, Options(), drawn)
        assert sorted(given) == sorted(drawn)
        assert meetings_at_the_end(snapshot, Options(), given) == []
        assert SYSTEM.late_meetings(snapshot, Options(), given) == (0, True)


def test_where_team_mates_must_meet_it_is_said_how_often_and_whether_fewer_may_exist():
    everybody = tuple(combinations(["p1", "p2", "p3", "p4"], 2))
    snapshot = replace(group(4), forbidden_pairs=everybody)
    assert SYSTEM.late_meetings(snapshot, Options(), ["p2", "p1", "p4", "p3"]) == (6, True)
    clubs = "ABBBB-BBBBAABA-B-AAB-B"
    players = tuple(
        replace(player, club=club.replace("-", ""))
        for player, club in zip(group(22).players, clubs, strict=True)
    )
    snapshot = replace(group(22), players=players)
    given = SYSTEM.restricted_lot(snapshot, Options(), [player.id for player in players])
    found, is_least = SYSTEM.late_meetings(snapshot, Options(), given)
    assert found == len(meetings_at_the_end(snapshot, Options(), given)) > 0
    assert not is_least


# Who is away, who leaves -----------------------------------------------------------------


def group(size, **changes):
    players = tuple(
        Player(f"p{number}", number, f"P{number}", 2000 + number, **changes.get(f"p{number}", {}))
        for number in range(1, size + 1)
    )
    return Snapshot("Group", "berger", (Tempo("long"),), players)


def played(snapshot, rounds, options=None, results=None):
    """The snapshot with so many rounds played: White wins, or as `results` say by pair."""
    options = options or Options()
    for scheduled in SYSTEM.schedule(snapshot, options)[len(snapshot.evenings) : rounds]:
        games = tuple(
            Game(
                board,
                pair.white,
                pair.black,
                (results or {}).get((pair.white, pair.black), Result.WHITE_WINS),
            )
            for board, pair in enumerate(scheduled.pairs, start=1)
        )
        unplayed = {scheduled.free: Unplayed.BYE} if scheduled.free else {}
        evening = Evening("long", (Round(games, unplayed),))
        snapshot = replace(snapshot, evenings=(*snapshot.evenings, evening))
    return snapshot


def next_round(snapshot, away=(), no_notice=(), **options):
    """What is proposed for the next round when these are away."""
    there = tuple(one.id for one in snapshot.players if one.id not in {*away, *no_notice})
    round_ = Round(unplayed=dict.fromkeys(no_notice, Unplayed.NO_NOTICE), present=there)
    to_pair = replace(snapshot, evenings=(*snapshot.evenings, Evening("long", (round_,))))
    return Rules(SYSTEM, Options(**options)).pair(to_pair)


def without_play(proposal):
    return {(one.white, one.black): str(one.result) for one in proposal.pairs if one.result}


def test_a_game_of_who_is_away_is_postponed_or_forfeited_as_the_option_says():
    # Round 1 is 1-6, 2-5, 3-4.
    assert without_play(next_round(group(6), ["p6"], no_notice=["p2"])) == {
        ("p1", "p6"): "*",
        ("p2", "p5"): "0-1F",
    }

    def by(option):
        there = tuple(one.id for one in group(6).players if one.id not in ("p6", "p2"))
        to_pair = replace(group(6), evenings=(Evening("long", (Round(present=there),)),))
        return without_play(Rules(SYSTEM, Options(away=option)).pair(to_pair))

    assert by("postponed") == {("p1", "p6"): "*", ("p2", "p5"): "*"}
    assert by("forfeited") == {("p1", "p6"): "1-0F", ("p2", "p5"): "0-1F"}


def test_who_leaves_before_half_of_the_games_is_struck_and_keeps_them_on_record():
    whole = played(group(6, p2={"left": 2}), 2)  # 2-5 and 1-2: two of five games
    rules = Rules(SYSTEM, Options())
    assert rules.struck(whole) == {"p2"}
    points = {row.player: row.points for row in rules.standings(whole, "all")}
    # 1-6 2-5 3-4, then 6-4 5-3 1-2, White wins: 2-5 and 1-2 count for nobody.
    assert points == {"p1": 1, "p2": 0, "p3": 1, "p4": 0, "p5": 1, "p6": 1}
    assert [row.player for row in rules.standings(whole, "all")][-1] == "p2"
    assert rules.statement(whole, "p1", "all").points == 1
    # In round 3 number 2 would have had 6, who is noted as a winner, for nothing.
    assert without_play(next_round(whole, ["p2"])) == {("p2", "p6"): "0-1F"}
    later = played(whole, 3, results={("p2", "p6"): Result.BLACK_WINS_FORFEIT})
    points = {row.player: row.points for row in rules.standings(later, "all")}
    assert (points["p6"], points["p2"]) == (1, 0)


def test_before_round_1_nobody_is_struck_and_all_stand_by_number():
    rules, entered = Rules(SYSTEM, Options()), group(4, p2={"left": 1})
    assert rules.struck(entered) == frozenset()
    rows_ = rules.standings(entered, "all")
    assert [(row.player, row.points) for row in rows_] == [(f"p{n}", 0) for n in (1, 2, 3, 4)]


def test_the_drawing_shows_the_numbers_of_the_table():
    there = Round(present=tuple(one.id for one in group(4).players))
    to_pair = replace(group(4), evenings=(Evening("long", (there,)),))
    (ladder,) = Rules(SYSTEM, Options()).explain(to_pair).drawings()
    assert [(seat.number, seat.player) for seat in ladder.seats] == [
        (number, f"p{number}") for number in (1, 2, 3, 4)
    ]


def test_who_leaves_after_exactly_half_of_the_games_is_not_struck():
    whole = played(group(5, p2={"left": 2}), 2)  # 2-5 and 1-2: two of four games
    assert Rules(SYSTEM, Options()).struck(whole) == frozenset()


def test_who_leaves_later_keeps_the_results_and_loses_what_is_left():
    open_ = {("p1", "p2"): Result.UNFINISHED}
    whole = played(group(6, p2={"left": 4}), 4, results=open_)  # 2-5, 2-6, 2-3: three of five
    rules = Rules(SYSTEM, Options())
    assert rules.struck(whole) == frozenset()
    points = {row.player: row.points for row in rules.standings(whole, "all")}
    assert (points["p2"], points["p1"]) == (3, 2)  # 1-6, 1-4; 1-2 is still open
    # On a later evening it is lost, whatever stands on record.
    last = played(whole, 5, results={("p4", "p2"): Result.WHITE_WINS_FORFEIT})
    points = {row.player: row.points for row in rules.standings(last, "all")}
    assert (points["p2"], points["p1"], points["p4"]) == (3, 3, 2)


def test_who_leaves_after_the_last_round_is_not_struck():
    drawn = dict.fromkeys([("p2", "p5"), ("p1", "p2"), ("p2", "p6")], Result.WHITE_WINS_FORFEIT)
    whole = played(group(6, p2={"left": 5}), 5, results=drawn)
    assert Rules(SYSTEM, Options()).struck(whole) == frozenset()
    assert Rules(SYSTEM, Options()).struck(replace(whole, evenings=whole.evenings[:4])) == set()


def test_the_sonneborn_berger_score_counts_a_forfeit_against_the_opponent_and_no_free_round():
    results = {("p2", "p5"): Result.BLACK_WINS_FORFEIT, ("p3", "p4"): Result.DRAW}
    whole = played(group(5), 2, results=results)
    # Round 1: 5 beats 2 by forfeit, 3 and 4 draw, 1 is free; round 2: 5 beats 3, 1 beats 2.
    rows_ = {row.player: row for row in Rules(SYSTEM, Options()).standings(whole, "all")}
    assert {one: row.points for one, row in rows_.items()} == {
        "p1": 1,
        "p2": 0,
        "p3": Fraction(1, 2),
        "p4": Fraction(1, 2),
        "p5": 2,
    }
    scores = {one: row.tiebreaks["sonneborn_berger"] for one, row in rows_.items()}
    # 5: all of 2's nothing and of 3's half; 3 and 4: half of each other's half.
    assert scores == {
        "p1": 0,
        "p2": 0,
        "p3": Fraction(1, 4),
        "p4": Fraction(1, 4),
        "p5": Fraction(1, 2),
    }
    assert rows_["p5"].tiebreaks["wins"] == 1


# What cannot be paired -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("snapshot", "away", "code"),
    [
        (played(group(4), 3), [], "no_round_left"),
        (group(4), ["p1", "p2", "p3"], "too_few"),
        (played(group(4, p1={"left": 1}, p2={"left": 1}, p3={"left": 1}), 1), [], "all_gone"),
        (group(1), [], "all_gone"),
    ],
)
def test_what_cannot_be_paired_is_refused_by_name(snapshot, away, code):
    with pytest.raises(CannotPair) as refused:
        next_round(snapshot, away)
    assert refused.value.code == code


def test_the_leader_may_fix_a_board_of_the_round_and_no_other():
    def paired(white, black, bye=None):
        game = Game(1, white, black, fixed="asked for")
        there = tuple(f"p{n}" for n in range(1, 8) if f"p{n}" not in (white, black, bye))
        round_ = Round((game,), {bye: Unplayed.BYE} if bye else {}, present=there)
        evenings = (Evening("long", (round_,)),)
        return Rules(SYSTEM, Options()).pair(replace(group(7), evenings=evenings))

    made = paired("p7", "p2")  # by the table 2-7
    assert [(one.white, one.black) for one in made.pairs if one.fixed] == [("p7", "p2")]
    assert [(one.white, one.black) for one in made.pairs][1:] == [("p3", "p6"), ("p4", "p5")]
    assert made.bye == "p1"
    with pytest.raises(CannotPair) as refused:
        paired("p1", "p2")
    assert (refused.value.code, refused.value.facts["round"]) == ("not_this_round", 2)
    with pytest.raises(CannotPair) as refused:
        paired("p7", "p2", bye="p3")
    assert (refused.value.code, refused.value.facts["free"]) == ("not_free", "p1")
