"""Value numbers, points and statements: every option, guests, credits, drift, progress."""

import json
from fractions import Fraction

import pytest

from pairing.core.system import CannotPair
from pairing.core.types import OVERALL
from pairing.formats.document import read_document
from pairing.registry import rules_of
from tests.pairing.random_competitions import random_document
from tests.pairing.snapshots import BLITZ, BMW, LONG, SYSTEM, club, options_of, points_of, standings

THIRD = Fraction(1, 3)


def statement(snapshot, player, scope="all"):
    """A player's statement."""
    return SYSTEM.statement(snapshot, options_of(snapshot), player, scope)


def lines(snapshot, player, scope="all"):
    """{code: points} of a statement."""
    return {line.code: line.points for line in statement(snapshot, player, scope).lines}


def one_round(options=None, **changes):
    """Four players: A beats B, C has the bye, D is away with notice."""
    played = {"games": ["A-B 1-0"], "bye": "C"}
    return club("ABCD", ("long", played), options=options, **changes)


def test_the_defaults_of_one_round():
    # Values 6 5 4 3: A 6+5, B 5, C 4+8/3, D 3+1; then A C B D with 6 5 4 3.
    assert points_of(one_round(), "long") == {
        "A": 10,
        "C": 5 + Fraction(10, 3),
        "B": 4,
        "D": 4,
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"first_value": 10}, {"A": 17, "C": 15, "D": 32 * THIRD, "B": 7}),
        ({"value_step": 2}, {"A": 10, "B": 4, "C": 10 * THIRD, "D": 0}),
        ({"own_value_counts": False}, {"C": 4, "A": 3, "D": 4 * THIRD, "B": 0}),
        ({"win": 2}, {"A": 14, "C": 25 * THIRD, "B": 4, "D": 4}),
        ({"loss": "1/6"}, {"A": 10, "C": 25 * THIRD, "B": 5, "D": 4}),
        ({"bye": 1}, {"A": 10, "C": 10, "B": 4, "D": 4}),
        ({"absent": "1/2"}, {"A": 9, "C": 25 * THIRD, "D": 6, "B": 3}),
        ({"absent": 0}, {"A": 10, "C": 25 * THIRD, "B": 4, "D": 3}),
    ],
)
def test_each_option_of_points(options, expected):
    assert points_of(one_round(options), "long") == expected


def test_a_draw_and_an_external_round_have_their_own_fraction():
    played = {"games": ["A-B 1/2-1/2"], "external": ["C"]}
    plain = club("ABC", ("long", played))
    assert lines(plain, "C")["external"] == 2 * Fraction(2, 3) * 1
    other = club("ABC", ("long", played), options={"draw": "1/4", "external": 1})
    assert lines(other, "A")["drawn"] == Fraction(1, 4) * 3
    assert lines(other, "C")["external"] == lines(other, "C")["own_value"]


def test_forfeits_count_as_won_and_lost_and_both_may_lose():
    played = {"games": ["A-B 1-0F", "C-D 0-0F"]}
    rows = {row.player: row for row in standings(club("ABCD", ("long", played)), "long")}
    assert [rows[player].wins for player in "ABCD"] == [1, 0, 0, 0]
    assert [rows[player].losses for player in "ABCD"] == [0, 1, 1, 1]


def test_a_row_counts_each_kind_of_round_once():
    rounds = [
        {"games": ["A-B 1-0"], "external": ["C"], "bye": "D"},
        {"games": ["B-A 1/2-1/2"], "external": ["C", "D"]},
    ]
    counts = {
        row.player: (row.games, row.wins, row.draws, row.losses, row.byes, row.external, row.missed)
        for row in standings(club("ABCD", ("long", *rounds, {"bye": "D"})), "long")
    }
    assert counts == {
        "A": (2, 1, 1, 0, 0, 0, 1),
        "B": (2, 0, 1, 1, 0, 0, 1),
        "C": (0, 0, 0, 0, 0, 2, 1),
        "D": (0, 0, 0, 0, 2, 1, 0),
    }


def test_late_joiners_may_get_nothing_for_what_they_missed():
    joined = {"D": {"joined": 2}}
    before = ("long", {"games": ["A-B 1-0"]})
    credited = club("ABCD", before, ("long",), **joined)
    assert lines(credited, "D")["absent"] == 1
    nothing = club("ABCD", before, ("long",), options={"late_join": "none"}, **joined)
    assert "absent" not in lines(nothing, "D")
    assert "absent" in lines(nothing, "C")


def test_rounds_after_leaving_are_not_missed():
    snapshot = club("ABC", ("long", {}), ("long", {}), C={"left": 1})
    assert {row.player: row.missed for row in standings(snapshot, "long")} == {
        "A": 2,
        "B": 2,
        "C": 1,
    }


def test_only_the_first_absences_of_a_tempo_are_credited():
    snapshot = club("AB", *[("long", {})] * 5, ("blitz", {}))
    (row,) = [row for row in standings(snapshot, "long") if row.player == "A"]
    assert (row.missed, row.credits_used, row.credits_left) == (5, 3, 0)
    (line,) = [line for line in statement(snapshot, "A", "long").lines if line.code == "absent"]
    assert [entry.credited for entry in line.entries] == [True, True, True, False, False]
    assert line.points == 3 * THIRD * 3
    ledgers = {ledger.tempo: ledger.left for ledger in statement(snapshot, "A").credits}
    assert ledgers == {"long": 0, "bmw": 4, "blitz": 6}


def test_no_notice_and_exempt_earn_nothing_and_use_no_right():
    snapshot = club("ABC", ("long", {"no_notice": ["A"], "exempt": ["B"]}))
    for player in "AB":
        (ledger,) = statement(snapshot, player, "long").credits
        assert (ledger.missed, ledger.used) == (0, 0)
    assert lines(snapshot, "A", "long")["no_notice"] == 0
    assert set(lines(snapshot, "B", "long")) == {"own_value"}


def test_a_guest_earns_nothing_by_staying_away_but_counts_as_an_opponent():
    played = ("long", {"games": ["A-D 1-0"], "bye": "B"})
    snapshot = club("ABCD", played, ("long", {}), D={"guest": True})
    (row,) = [row for row in standings(snapshot, "long") if row.player == "D"]
    assert (row.missed, row.credits_used, row.credits_left) == (1, 0, 0)
    assert row.points == row.value_number
    assert lines(snapshot, "D", "long")["absent"] == 0
    assert lines(snapshot, "A", "long")["won"] == row.value_number


@pytest.mark.parametrize("revaluation", ["stable", "chained", "previous"])
@pytest.mark.parametrize("paired_next", [{}, {"present": ["A", "B"]}])
def test_a_standing_is_about_its_last_evening_also_once_another_tempo_has_gone_on(
    revaluation, paired_next
):
    played = ("long", {"games": ["A-D 1-0", "B-C 1/2-1/2"]})
    guest = {"guest": True, "joined": 1, "left": 1}
    options = {"revaluation": revaluation, "guests": "there"}
    snapshot = club("ABCD", played, ("blitz", paired_next), options=options, D=guest)
    then = snapshot.after(1, 1)
    assert standings(snapshot, "long") == standings(then, "long")
    assert points_of(snapshot, "long")["A"] == 6 + standings(then, "long")[-1].value_number
    for player in "ABCD":
        assert statement(snapshot, player, "long") == statement(then, player, "long")
    (ranks,) = SYSTEM.progress(snapshot, options_of(snapshot), "long")
    assert ranks.ranks == {row.player: row.rank for row in standings(snapshot, "long")}
    # The guest is not at the other evening, so that one counts three players.
    assert {row.value_number for row in standings(snapshot, "blitz")} == {4, 3, 2}


@pytest.mark.parametrize("revaluation", ["stable", "chained", "previous"])
def test_a_guest_counts_on_the_evenings_of_their_own_only(revaluation):
    first = ({"games": ["A-D 1-0", "B-C 1-0"]}, {"games": ["D-B 1-0", "A-C 1-0"]})
    options = {"revaluation": revaluation, "guests": "there"}
    guest = {"guest": True, "joined": 1, "left": 1}
    snapshot = club("ABCD", ("long", *first), ("long", {"present": "AB"}), options=options, D=guest)
    now, then = (
        {row.player: row for row in standings(each, "long")}
        for each in (snapshot, snapshot.after(1, 2))
    )
    # The second evening has begun: its standing counts three.
    assert sorted(now[player].value_number for player in "ABC") == [2, 3, 4]
    assert sorted(then[player].value_number for player in "ABCD") == [3, 4, 5, 6]
    drift = SYSTEM.drift(snapshot, options_of(snapshot), "A", "long", (1, 2))
    assert drift.points_then == then["A"].points


def test_where_nobody_counts_nobody_is_worth_anything():
    later = {"guest": True, "joined": 2}
    snapshot = club("A", options={"guests": "there"}, A=later)
    assert points_of(snapshot, "long") == {"A": 0}
    assert list(SYSTEM.progress(snapshot, options_of(snapshot), "long")) == []


def test_a_statement_names_places_without_the_guests():
    played = ("long", {"games": ["A-B 1-0"], "bye": "C"})
    snapshot = club("ABCD", played, A={"guest": True})
    order = [row.player for row in standings(snapshot, "long")]
    assert order == ["A", "C", "B", "D"]
    own = {player: statement(snapshot, player, "long").lines[0].facts for player in order}
    assert [own[player]["rank"] for player in order] == [1, 1, 2, 3]
    assert [own[player]["value_number"] for player in order] == [6, 5, 4, 3]


def test_weights_count_a_tempo_for_less_overall_but_not_in_itself():
    light = {**BLITZ, "weight": "1/7"}
    played = {"games": ["A-B 1-0"]}
    snapshot = club("AB", ("blitz", played), ("long", played), tempos=[LONG, BMW, light])
    assert lines(snapshot, "A", "blitz")["won"] == 2
    assert lines(snapshot, "A")["won"] == 2 + Fraction(2, 7)
    assert points_of(snapshot)["A"] == 3 + 2 + Fraction(2, 7)
    assert points_of(snapshot, "blitz")["A"] == 3 + 2


def test_an_unfinished_game_earns_nothing_and_shows_as_open():
    snapshot = club("AB", ("long", {"games": ["A-B"]}))
    assert lines(snapshot, "A") == {"own_value": 3, "open": 0}
    (row, _) = standings(snapshot)
    assert (row.games, row.wins, row.white_share) == (1, 0, 1)


def test_a_negative_value_number_is_refused_with_the_remedy():
    snapshot = club("ABCD", ("long", {"present": "AB"}), options={"first_value": 2})
    for ask in (SYSTEM.pair, lambda *given: SYSTEM.standings(*given, "all")):
        with pytest.raises(CannotPair) as caught:
            ask(snapshot, options_of(snapshot))
        assert (caught.value.code, caught.value.article) == ("value_negative", "telling")
        assert caught.value.facts["needed_first_value"] == 3
        assert caught.value.facts["last_value"] == -1


def test_the_lowest_value_number_may_be_nothing():
    assert points_of(club("ABCD", options={"first_value": 3}))["D"] == 0


def test_previous_counts_with_the_list_before_and_shows_the_values_of_the_new_one():
    snapshot = club("AB", ("long", {"games": ["A-B 0-1"]}), options={"revaluation": "previous"})
    assert [(row.player, row.points, row.value_number) for row in standings(snapshot)] == [
        ("B", 5, 3),
        ("A", 3, 2),
    ]
    assert lines(snapshot, "B") == {"own_value": 2, "won": 3}
    chained = club("AB", ("long", {"games": ["A-B 0-1"]}), options={"revaluation": "chained"})
    assert points_of(chained) == {"B": 5, "A": 2}


def test_chained_starts_from_the_ranking_of_the_round_before():
    # Both beat C in the end, and of two equals the own value keeps the upper one above.
    rounds = [
        {"games": ["B-C 1-0"], "exempt": ["A"]},
        {"games": ["A-C 1-0"], "exempt": ["B"]},
    ]
    for revaluation, ranking in {"stable": "ABC", "chained": "BAC"}.items():
        snapshot = club("ABC", ("long", *rounds), options={"revaluation": revaluation})
        assert [row.player for row in standings(snapshot)] == list(ranking)
        *_, last = SYSTEM.progress(snapshot, options_of(snapshot), "long")
        assert sorted(last.ranks, key=last.ranks.get) == list(ranking)


def test_a_ranking_that_goes_round_is_averaged_and_the_statement_still_sums():
    # Each beats the next: every ranking lifts the one who beat its first.
    games = ["A-B 1-0", "B-C 1-0", "C-A 1-0"]
    rounds = [{"games": [game]} for game in games]
    snapshot = club("ABC", ("long", *rounds), options={"own_value_counts": False})
    assert points_of(snapshot) == {"A": 4, "B": 4, "C": 4}
    told = statement(snapshot, "A")
    assert lines(snapshot, "A") == {"won": 3, "lost": 0, "absent": 4 * THIRD, "averaged": -THIRD}
    assert told.lines[-1].facts == {"rankings": 3, "value_number": 4}
    assert told.points == 4


def test_drift_names_the_opponent_whose_place_changed():
    # A beat C; then C loses his place to D.
    first = {"games": ["A-C 1-0"], "exempt": ["B", "D"]}
    later = {"games": ["D-B 1-0"], "exempt": ["A", "C"]}
    snapshot = club("ABCD", ("long", first), ("long", later))
    drift = SYSTEM.drift(snapshot, options_of(snapshot), "A", "long", (1, 1))
    (line,) = drift.lines
    assert line.opponent == "C"
    assert (line.rank_then, line.rank_now) == (3, 4)
    assert (line.value_then, line.value_now) == (4, 3)
    assert drift.points == line.points == -1
    assert drift.points_then == 10


def test_nothing_drifts_when_nothing_happened_since():
    snapshot = one_round()
    drift = SYSTEM.drift(snapshot, options_of(snapshot), "A", "long", (1, 1))
    assert (drift.points, drift.lines) == (0, ())


@pytest.mark.parametrize("revaluation", ["stable", "chained", "previous"])
def test_few_players_and_many_are_counted_alike(revaluation, monkeypatch):
    """In long integers, also where a field of one takes several words, or one by one."""
    for seed in range(25):
        document = random_document(seed)
        parts = {"win": "99991/99989", "draw": "99929/199999", "bye": "1/99971"} if seed % 2 else {}
        more = {"revaluation": revaluation, **parts}
        document["options"] = {**document.get("options", {}), **more}
        snapshot = read_document(json.dumps(document))
        rules = rules_of(snapshot)
        player = snapshot.players[0].id
        since = next((one.round_key for one in snapshot.record()), (0, 0))
        answers = []
        for few in (0, 10**6):
            monkeypatch.setattr("pairing.keizer.standings._FEW", few)
            try:
                answers.append(
                    (
                        rules.standings(snapshot, OVERALL),
                        rules.progress(snapshot, OVERALL),
                        rules.drift(snapshot, player, OVERALL, since),
                    )
                )
            except CannotPair as failure:
                answers.append(failure.facts)
        assert answers[0] == answers[1], seed
