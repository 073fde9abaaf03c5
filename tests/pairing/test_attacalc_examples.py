"""The worked examples of the rules, checked by hand."""

from fractions import Fraction

from pairing.core.reason import Day
from pairing.reasons.attacalc import FewestByes, MetSoon, OnlyOneToPlay, Reversed
from pairing.reasons.attacalc_refusals import HadMoreByes
from tests.pairing.snapshots import (
    SYSTEM,
    club,
    explain,
    options_of,
    pair,
    pairs_of,
    points_of,
    standings,
)

A1_FIRST = {"games": ["B-A 1-0", "D-C 1/2-1/2", "F-E 0-1"]}


def attempt_of(snapshot):
    """The attempt that succeeded: its number, direction, whether with the colour rule, and n."""
    attempt = explain(snapshot).decision.attempt
    return attempt.number, attempt.direction, attempt.colour, attempt.n


def answers_of(snapshot):
    """Why each pair is one, in the order of the boards."""
    explanation = explain(snapshot)
    return [explanation.answer(made) for made in explanation.proposal.pairs]


def colour_rules(snapshot):
    """The articles that gave the colours."""
    return {answer.colour.article for answer in answers_of(snapshot)}


def test_a1_the_first_evening_pairs_neighbours_and_gives_white_to_the_lower_value():
    snapshot = club("ABCDEF", ("long", {"present": "ABCDEF"}))
    assert pairs_of(pair(snapshot)) == ["B-A", "D-C", "F-E"]
    assert colour_rules(snapshot) == {"kleur.4"}
    assert attempt_of(snapshot) == (1, "top", True, 4)


def test_a1_before_the_first_game_points_are_the_value_numbers():
    assert points_of(club("ABCDEF"), "long") == dict(zip("ABCDEF", (9, 8, 7, 6, 5, 4), strict=True))


def test_a1_points_after_the_first_evening():
    rows = standings(club("ABCDEF", ("long", A1_FIRST)), "long")
    assert [(row.player, row.points, row.value_number) for row in rows] == [
        ("B", 14, 9),
        ("C", Fraction(23, 2), 8),
        ("D", 11, 7),
        ("E", 10, 6),
        ("A", 5, 5),
        ("F", 4, 4),
    ]


def test_a1_second_evening_who_has_few_opponents_goes_first():
    snapshot = club("ABCDEF", ("long", A1_FIRST), ("long", {"present": "ABCDEF"}))
    assert pairs_of(pair(snapshot)) == ["C-B", "E-D", "A-F"]
    assert answers_of(snapshot)[1].first == (OnlyOneToPlay("indeling.5", "E", "D"),)
    assert colour_rules(snapshot) == {"kleur.2"}


def test_a2_a_dead_end_restarts_from_the_bottom():
    first = {"games": ["D-C 1/2-1/2"]}
    snapshot = club("ABCD", ("long", first), ("long", {"present": "ABCD"}))
    assert points_of(snapshot, "long") == {
        "A": 8,
        "B": Fraction(20, 3),
        "C": Fraction(11, 2),
        "D": 5,
    }
    assert sorted(pairs_of(pair(snapshot))) == ["B-D", "C-A"]
    assert attempt_of(snapshot) == (2, "bottom", True, 3)


def test_a3_n_is_lowered_only_when_nothing_else_is_left():
    snapshot = club("AB", ("long", {"games": ["B-A 1-0"]}), ("long", {"present": "AB"}))
    assert pairs_of(pair(snapshot)) == ["A-B"]
    assert attempt_of(snapshot) == (7, "top", True, 0)
    (answer,) = answers_of(snapshot)
    assert answer.first[1] == MetSoon("indeling.n", "A", "B", 1)
    assert answer.colour == Reversed("kleur.1", "A", "B", Day(1, 1))


def a4(*more_blitz):
    """Ann, Bob, Cas, Dik and Eef, who joins for the second evening."""
    long = {"games": ["B-A 1/2-1/2"], "bye": "C", "no_notice": ["D"]}
    first = {"games": ["A-B 1-0", "D-C 0-1"]}
    second = {"games": ["C-A 1-0", "B-E 1/2-1/2"], "bye": "D"}
    return club("ABCDE", ("long", long), ("blitz", first, second, *more_blitz), E={"joined": 2})


def test_a4_blitz_standing():
    assert points_of(a4(), "blitz") == {
        "C": 16,
        "A": 10,
        "E": Fraction(26, 3),
        "B": Fraction(13, 2),
        "D": 5,
    }
    values = {row.player: row.value_number for row in standings(a4(), "blitz")}
    assert values == {"C": 7, "A": 6, "E": 5, "B": 4, "D": 3}


def test_a4_long_standing():
    assert points_of(a4(), "long") == {
        "A": 10,
        "B": Fraction(19, 2),
        "C": Fraction(25, 3),
        "D": 4,
        "E": 4,
    }


def test_a4_overall_standing():
    assert points_of(a4()) == {
        "C": Fraction(62, 3),
        "A": Fraction(27, 2),
        "B": 10,
        "E": Fraction(55, 6),
        "D": 5,
    }


def test_a4_third_blitz_round_gives_the_bye_to_the_last_of_those_without_one():
    snapshot = a4({"present": "ABCDE"})
    assert pairs_of(pair(snapshot)) == ["E-C", "A-D", "B-0"]
    bye = explain(snapshot).bye_answer()
    assert bye.first == (FewestByes("indeling.3", "B", ("D",), 1),)
    assert [one.why for one in bye.refused] == [HadMoreByes("indeling.3", 1, "B", 0)]
    assert attempt_of(snapshot) == (1, "top", True, 3)


def test_a4_credits_of_the_late_joiner():
    (ledger,) = SYSTEM.statement(a4(), options_of(a4()), "E", "blitz").credits
    assert (ledger.missed, ledger.used, ledger.left) == (1, 1, 6)


def test_a5_walking_in_after_three_blitz_games_leaves_four_credits():
    played = {"games": ["A-B 1-0", "C-D 1-0"]}
    late = {"games": ["A-B 1-0", "C-E 1-0"]}
    evening = ("blitz", *[played] * 3, *[late] * 4)
    snapshot = club("ABCDE", evening)
    (ledger,) = SYSTEM.statement(snapshot, options_of(snapshot), "E", "blitz").credits
    assert (ledger.missed, ledger.used, ledger.left) == (3, 3, 4)
    snapshot = club("ABCDE", evening, ("blitz", *[played] * 7))
    (ledger,) = SYSTEM.statement(snapshot, options_of(snapshot), "E", "blitz").credits
    assert (ledger.missed, ledger.used, ledger.left) == (10, 7, 0)
