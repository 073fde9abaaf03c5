"""The worked examples of the rules, checked by hand."""

from fractions import Fraction

from tests.pairing.snapshots import SYSTEM, club, options_of, pairs_of, points_of, standings

A1_FIRST = {"games": ["B-A 1-0", "D-C 1/2-1/2", "F-E 0-1"]}


def explained(snapshot):
    """The round, paired again to be asked why."""
    return SYSTEM.explain(snapshot, options_of(snapshot))


def told(explanation):
    """The reasons of every pair, in the order of the boards: of the opponent, then the colour."""
    answers = map(explanation.answer, explanation.proposal.pairs)
    return [[*(reason.code for reason in one.first), one.colour.article] for one in answers]


def test_a1_the_first_evening_pairs_neighbours_and_gives_white_to_the_lower_value():
    explanation = explained(club("ABCDEF", ("long", {"present": "ABCDEF"})))
    assert pairs_of(explanation.proposal) == ["B-A", "D-C", "F-E"]
    assert [reasons[-1] for reasons in told(explanation)] == ["kleur.4"] * 3
    attempt = explanation.decision.attempt
    assert (attempt.number, attempt.direction, attempt.colour) == (1, "top", True)
    assert (attempt.n, attempt.n0) == (4, 4)


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
    explanation = explained(club("ABCDEF", ("long", A1_FIRST), ("long", {"present": "ABCDEF"})))
    assert pairs_of(explanation.proposal) == ["C-B", "E-D", "A-F"]
    (few,) = explanation.answer(explanation.proposal.pairs[1]).first
    assert few.as_fact()["code"] == "OnlyOneToPlay"
    assert {few.player, few.opponent} == {"E", "D"}
    assert [reasons[-1] for reasons in told(explanation)] == ["kleur.2"] * 3


def test_a2_a_dead_end_restarts_from_the_bottom():
    first = {"games": ["D-C 1/2-1/2"]}
    snapshot = club("ABCD", ("long", first), ("long", {"present": "ABCD"}))
    assert points_of(snapshot, "long") == {
        "A": 8,
        "B": Fraction(20, 3),
        "C": Fraction(11, 2),
        "D": 5,
    }
    explanation = explained(snapshot)
    assert sorted(pairs_of(explanation.proposal)) == ["B-D", "C-A"]
    attempt = explanation.decision.attempt
    assert (attempt.number, attempt.direction) == (2, "bottom")


def test_a3_n_is_lowered_only_when_nothing_else_is_left():
    snapshot = club("AB", ("long", {"games": ["B-A 1-0"]}), ("long", {"present": "AB"}))
    explanation = explained(snapshot)
    assert pairs_of(explanation.proposal) == ["A-B"]
    attempt = explanation.decision.attempt
    assert (attempt.number, attempt.n0, attempt.n) == (7, 1, 0)
    (reasons,) = told(explanation)
    assert "MetSoon" in reasons
    assert reasons[-1] == "kleur.1"


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
    explanation = explained(a4({"present": "ABCDE"}))
    assert pairs_of(explanation.proposal) == ["E-C", "A-D", "B-0"]
    assert explanation.why_not_bye("D").code == "HadMoreByes"
    assert explanation.why_not_bye("A").code == "StandsHigher"
    assert explanation.decision.attempt.n0 == 3


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
