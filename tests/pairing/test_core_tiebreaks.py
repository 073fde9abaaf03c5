"""Who stands higher with equal points, and is its working what it says?"""

from dataclasses import replace
from fractions import Fraction
from typing import get_args

from pairing.core.history import History
from pairing.core.points_table import NoGame, Term, read_table
from pairing.core.tiebreaks import (
    RoundRobinTieBreak,
    TieBreak,
    average_of,
    rank,
    rating_difference,
    shared_places,
    working,
)
from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.formats.trf_ranks import CODES
from pairing.registry import get_system, make_options
from pairing.sentences.tie_breaks import NAMES, SHORT
from tests.attempts import every
from tests.pairing.snapshots import unplayed
from tests.pairing.swiss_tournaments import STORMY, Tournament

SYSTEM = get_system("knsb-rating")
ALL = get_args(TieBreak)

#: Four players, three rounds: A and B 2 points, D 1½ (one of them by forfeit), C ½.
ROUNDS = [
    ["A-B 1-0", "C-D 1/2-1/2"],
    ["C-A 0-1", "D-B 0-1"],
    ["A-D 0-1F", "B-C 1-0"],
]


def four(rounds=ROUNDS, **extra):
    """The snapshot of a small competition; ratings 2000, 1900, 1800 and none for D."""
    made = []
    for number, games in enumerate(rounds):
        made.append(
            Round(
                games=tuple(
                    Game(board, text[0], text[2], Result.parse(text[4:]))
                    for board, text in enumerate(games, start=1)
                ),
                **extra.get(f"round_{number + 1}", {}),
            )
        )
    return Snapshot(
        name="four",
        system="knsb-rating",
        tempos=(Tempo("long"),),
        players=tuple(
            Player(letter, start, letter, rating=rating)
            for start, (letter, rating) in enumerate(
                [("A", 2000), ("B", 1900), ("C", 1800), ("D", None)], start=1
            )
        ),
        evenings=(Evening("long", tuple(made)),),
        options={"rounds": 5},
    )


def table(snapshot):
    return read_table(snapshot.players, History(snapshot, 2))


def test_every_tie_break_has_a_name_and_a_head_and_no_other_has_one():
    names = {*get_args(RoundRobinTieBreak), *get_args(TieBreak)}
    assert names == {*NAMES} == {*SHORT}
    assert {*CODES} == names - {"first_place_encounter", "lot"}


@every(
    "name, value",
    [
        # A: beat B (2 points) and C (½), lost to D by forfeit: that is a draw with himself (2).
        ("resistance_points", Fraction(9, 2)),
        ("resistance_points_cut_1", Fraction(4)),
        ("resistance_points_median", Fraction(2)),
        ("sonneborn_berger", Fraction(7, 2)),
        # Only three of five rounds have been played: there is no last one yet.
        ("resistance_points_fore", Fraction(9, 2)),
        # Resistance points of B: 2 + 3/2 + 1/2; of C: 3/2 + 2 + 2.
        ("opponents_resistance", Fraction(4 + Fraction(11, 2), 2)),
        ("wins", Fraction(2)),
        ("rounds_won", Fraction(2)),
        ("black_games", Fraction(1)),
        ("black_wins", Fraction(1)),
        # Of three rounds one was lost by forfeit.
        ("rounds_elected", Fraction(2)),
        ("rating", Fraction(2000)),
        ("average_rating", Fraction(1850)),
        ("performance", Fraction(1850 + 800)),
        ("progressive", Fraction(1 + 2 + 2)),
        ("lot", Fraction(1)),
    ],
)
def test_the_value_of_each_tie_break(name, value):
    assert working(table(four()), name, "A", ["A"]).value == value


def test_the_working_shows_what_was_added_and_what_was_left_out():
    found = working(table(four()), "resistance_points_cut_1", "A", ["A"])
    assert found.terms == (
        Term(0, Fraction(2), opponent="B"),
        Term(1, Fraction(1, 2), opponent="C", left_out=True),
        Term(2, Fraction(2)),
    )


def test_a_forfeit_is_not_a_game_won_and_who_has_no_rating_is_not_averaged():
    # D drew with C and won by forfeit; B met A (2000), D (none) and C (1800).
    assert working(table(four()), "wins", "D", ["D"]).value == 0
    assert working(table(four()), "rounds_won", "D", ["D"]).value == 1
    assert working(table(four()), "rounds_elected", "D", ["D"]).value == 3
    assert working(table(four()), "rating", "D", ["D"]).value == 0
    assert working(table(four()), "average_rating", "B", ["B"]).value == 1900


#: FIDE B.02, 8.1.1, as printed: the rating difference for a score of 1.00, .99 and so on to .50.
FIDE_DIFFERENCES = [
    *(800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284),
    *(273, 262, 251, 240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125),
    *(117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0),
]


def test_the_rating_difference_of_a_score_is_that_of_fides_table():
    for less, difference in enumerate(FIDE_DIFFERENCES):
        assert rating_difference(Fraction(100 - less, 100)) == difference
        assert rating_difference(Fraction(less, 100)) == -difference
    # To the nearest per cent, and an average to the nearest whole number: halves up.
    assert rating_difference(Fraction(505, 1000)) == 7
    assert average_of([1800, 1801]) == 1801


def test_direct_encounter_counts_only_when_all_who_are_level_have_met():
    found = table(four())
    assert working(found, "direct_encounter", "A", ["A", "B"]).value == 1
    assert working(found, "direct_encounter", "B", ["A", "B"]).value == 0
    # A and D did not play: their game was forfeited.
    assert working(found, "direct_encounter", "A", ["A", "B", "D"]).value == 0


@every(
    "no_game, values",
    [
        # A is ahead of two whom they beat or did not meet yet.
        (NoGame.NOTHING, [2, 0, 0]),
        # C might still beat A (C.07, 6.2).
        (NoGame.DUMMY, [0, 0, 0]),
    ],
)
def test_a_game_that_is_missing_between_level_players_holds_back_only_in_a_swiss(no_game, values):
    one_open = four([["A-B 1-0", "C-D 1-0"], ["B-D 1-0"]])
    them = read_table(one_open.players, History(one_open, 1), no_game)
    assert [working(them, "direct_encounter", one, "ABC").value for one in "ABC"] == values


def test_nobody_is_ahead_where_each_misses_more_games_than_there_were_rounds():
    drawn = four([["A-B 1/2-1/2", "C-D 1/2-1/2"]])
    them = read_table(drawn.players, History(drawn, 0), NoGame.DUMMY)
    assert [working(them, "direct_encounter", one, "ABCD").value for one in "ABCD"] == [0] * 4


def test_direct_encounter_counts_where_those_who_are_level_met_nobody_else():
    found = table(four([["A-B 1-0", "C-D 1/2-1/2"]]))
    assert working(found, "direct_encounter", "A", ["A", "B"]).value == 1


def test_who_is_level_is_divided_by_one_tie_break_after_the_other():
    assert [player for _, player, _ in rank(table(four()), [])] == ["A", "B", "D", "C"]
    order = [player for _, player, _ in rank(table(four()), ["black_games", "lot"])]
    # B had black twice, A once.
    assert order == ["B", "A", "D", "C"]
    order = [player for _, player, _ in rank(table(four()), ["wins", "black_games"])]
    assert order == ["B", "A", "D", "C"]
    order = [player for _, player, _ in rank(table(four()), ["direct_encounter", "black_games"])]
    assert order == ["A", "B", "D", "C"]
    # The lot is the start number, the lowest first.
    assert [player for _, player, _ in rank(table(four()), ["lot"])] == ["A", "B", "D", "C"]


def test_who_is_level_to_the_end_shares_a_place():
    assert [place for place, *_ in rank(table(four()), [])] == [1, 1, 3, 4]
    assert [place for place, *_ in rank(table(four()), ["wins"])] == [1, 1, 3, 4]
    assert [place for place, *_ in rank(table(four()), ["lot"])] == [1, 2, 3, 4]
    assert shared_places([]) == []
    assert shared_places([None, 5, 5, 5, 4]) == [1, 2, 2, 2, 5]


def test_the_result_between_those_level_can_count_for_the_first_place_only():
    rounds = [["A-B 1-0", "C-D 0-1"], ["B-D 1-0", "A-C 0-1"], ["D-A 0-1", "C-B 0-1"]]
    found = rank(table(four(rounds)), ["first_place_encounter"])
    # A and B have 2 points and A won; D and C have 1 and D won, which does not count.
    assert [player for _, player, _ in found] == ["A", "B", "C", "D"]
    assert [workings["first_place_encounter"].value for *_, workings in found] == [1, 0, 0, 0]
    assert [place for place, *_ in found] == [1, 2, 3, 3]


def test_fore_buchholz_takes_the_games_of_the_last_round_of_all_as_drawn():
    last = replace(table(four()), round_count=3)
    # With the forfeit and the win of round 3 drawn A has 5/2, B 3/2, C and D 1, and all have met.
    assert [working(last, "resistance_points_fore", one, one).value for one in "ABCD"] == [
        Fraction(3, 2) + 1 + 1,
        Fraction(5, 2) + 1 + 1,
        1 + Fraction(5, 2) + Fraction(3, 2),
        1 + Fraction(3, 2) + Fraction(5, 2),
    ]
    pending = replace(table(four([*ROUNDS[:2], ["A-D *", "B-C *"]])), round_count=3)
    for one in "ABCD":
        assert (
            working(pending, "resistance_points_fore", one, one).value
            == working(last, "resistance_points_fore", one, one).value
        )


def test_the_limit_of_koya_moves_by_half_points():
    # A 2, B 2, D 3/2, C 1/2 of three games each: half is 3/2.
    found = replace(table(four()), no_game=NoGame.NOTHING)
    values = {}
    for limit in (-3, -2, 0, 1, 2):
        them = replace(found, koya_limit=limit)
        values[limit] = [working(them, "koya", one, one).value for one in "ABCD"]
    assert values[0] == [1, 1, Fraction(1, 2), 1]
    assert values[1] == [1, 0, 0, 1]
    assert values[2] == [0, 0, 0, 0]
    assert values[-2] == [2, 2, Fraction(1, 2), Fraction(3, 2)]
    assert values[-3] == values[-2]


def test_an_unfinished_game_has_earned_nothing_yet_but_has_an_opponent():
    snapshot = four([["A-B *", "C-D 1-0"]])
    found = table(snapshot)
    assert found.points["A"] == 0
    assert working(found, "resistance_points", "C", ["C"]).value == 0
    assert working(found, "wins", "A", ["A"]).value == 0
    assert working(found, "performance", "A", ["A"]).value == 0


def test_a_bye_counts_as_a_draw_with_oneself():
    snapshot = four([["A-B 1-0"]], round_1={"unplayed": unplayed(bye="C", half_point_byes=["D"])})
    found = table(snapshot)
    assert (found.points["C"], found.points["D"]) == (1, Fraction(1, 2))
    assert working(found, "resistance_points", "C", ["C"]).value == 1
    assert working(found, "sonneborn_berger", "D", ["D"]).value == Fraction(1, 4)


@every("seed", range(20))
def test_every_working_adds_up_and_statements_sum_to_the_standing(seed):
    made = Tournament(seed, 6 + seed % 8, 5, STORMY)
    for _ in made.before_each_round():
        pass
    snapshot = made.snapshot
    options = make_options(SYSTEM, {**snapshot.options, "tie_breaks": list(ALL)})
    rows = SYSTEM.standings(snapshot, options, "all")
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    keys = [(-row.points, -row.tiebreaks["resistance_points"]) for row in rows]
    assert keys == sorted(keys)
    for row in rows:
        assert list(row.tiebreaks) == list(ALL)
        statement = SYSTEM.statement(snapshot, options, row.player, "all")
        assert statement.points == row.points == sum(line.points for line in statement.lines)
        for line in statement.lines:
            assert line.points == sum(entry.points for entry in line.entries)
    found = read_table(snapshot.players, History(snapshot, options.bye_half_points))
    for _, player, workings in rank(found, ALL):
        for name, one in workings.items():
            if name in ("average_rating", "performance", "opponents_resistance"):
                mean = sum((t.worth for t in one.terms), Fraction(0)) / max(1, len(one.terms))
                assert abs(one.value - one.rest - mean) <= Fraction(1, 2), (player, name)
            elif name not in ("lot", "rating") and not name.endswith("encounter"):
                assert one.value == sum((term.value for term in one.terms), Fraction(0))
