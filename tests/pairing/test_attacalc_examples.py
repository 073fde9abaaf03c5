"""The worked examples of the rules, checked by hand."""

from fractions import Fraction

from tests.pairing.snapshots import SYSTEM, club, options_of, pair, pairs_of, points_of, standings

A1_FIRST = {"games": ["B-A 1-0", "D-C 1/2-1/2", "F-E 0-1"]}


def reasons_of(made, article):
    """The codes and facts of a pair's reasons under an article."""
    return {reason.code: reason.facts for reason in made.reasons if reason.article == article}


def attempt_of(proposal):
    """The facts of the attempt that made the first pair."""
    return reasons_of(proposal.pairs[0], "indeling.5")["attempt"]


def test_a1_the_first_evening_pairs_neighbours_and_gives_white_to_the_lower_value():
    proposal = pair(club("ABCDEF", ("long", {"present": "ABCDEF"})))
    assert pairs_of(proposal) == ["B-A", "D-C", "F-E"]
    for made in proposal.pairs:
        assert "value_number" in reasons_of(made, "kleur.4")
    assert attempt_of(proposal) == {
        "number": 1,
        "direction": "top",
        "colour": True,
        "n": 4,
        "n0": 4,
    }


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
    proposal = pair(club("ABCDEF", ("long", A1_FIRST), ("long", {"present": "ABCDEF"})))
    assert pairs_of(proposal) == ["C-B", "E-D", "A-F"]
    few = reasons_of(proposal.pairs[1], "indeling.5")["chosen_few"]
    assert (few["player"], few["opponent"], few["match"], few["choices"]) == ("E", "D", 2, 1)
    for made in proposal.pairs:
        assert "tempo_share" in reasons_of(made, "kleur.2")


def test_a2_a_dead_end_restarts_from_the_bottom():
    first = {"games": ["D-C 1/2-1/2"]}
    snapshot = club("ABCD", ("long", first), ("long", {"present": "ABCD"}))
    assert points_of(snapshot, "long") == {
        "A": 8,
        "B": Fraction(20, 3),
        "C": Fraction(11, 2),
        "D": 5,
    }
    proposal = pair(snapshot)
    assert sorted(pairs_of(proposal)) == ["B-D", "C-A"]
    assert (attempt_of(proposal)["number"], attempt_of(proposal)["direction"]) == (2, "bottom")
    assert all("from_below" in reasons_of(made, "indeling.5") for made in proposal.pairs)


def test_a3_n_is_lowered_only_when_nothing_else_is_left():
    snapshot = club("AB", ("long", {"games": ["B-A 1-0"]}), ("long", {"present": "AB"}))
    proposal = pair(snapshot)
    assert pairs_of(proposal) == ["A-B"]
    assert attempt_of(proposal)["number"] == 7
    (made,) = proposal.pairs
    window = reasons_of(made, "indeling.n")
    assert window["lowered"] == {"from": 1, "to": 0, "matters": True}
    assert window["met"]["games_ago"] == {"A": 1, "B": 1}
    assert (window["met"]["evening"], window["met"]["number"]) == (1, 1)
    assert reasons_of(made, "indeling.4")["window_limited"]["n0"] == 1
    assert "reversed" in reasons_of(made, "kleur.1")


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
    proposal = pair(a4({"present": "ABCDE"}))
    assert pairs_of(proposal) == ["E-C", "A-D", "B-0"]
    codes = {reason.code: reason.facts for reason in proposal.bye.reasons}
    assert codes["fewest_byes"]["byes"] == 0
    assert codes["fewest_byes"]["passed_over"] == [{"player": "D", "byes": 1}]
    assert codes["last_in_order"]["equal"] == 4
    assert attempt_of(proposal)["n0"] == 3


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
