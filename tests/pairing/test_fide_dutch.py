"""Is the FIDE (Dutch) System read as docs/fide-dutch.md says? Examples, acceleration, opponents."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils.translation import override

from pairing.commands.explained import Explained
from pairing.core.acceleration import baku
from pairing.core.system import CannotPair
from pairing.core.types import Evening, Game, Pair, Player, Proposal, Result, Round, Snapshot, Tempo
from pairing.core.ways_out import ways_out, with_boards
from pairing.formats.trf import TrfError, read_trf
from pairing.formats.trf_written import write_trf
from pairing.matching.budget import counted
from pairing.registry import rules_of
from pairing.sentences import Sentences
from tests.how_many import how_many
from tests.pairing.dutch_opponents import (
    answer,
    caissify_answer,
    caissify_differs,
    gacrux_answer,
    rounds_against,
)
from tests.pairing.dutch_reference import generated, place_of_halves
from tests.pairing.snapshots import unplayed
from tests.pairing.swiss_tournaments import golden_files, golden_position


def competition(size, *rounds, of=9, **options):
    """A snapshot of players 1, 2, ...; a round as "1-2 1, 3-4 =, 5 bye, 6 half"; who is named
    nowhere was absent. The last one is to be paired and names who is there: "1 2 3"."""
    players = tuple(Player(str(n), n, f"P{n}", 2000 - n) for n in range(1, size + 1))
    *past, last = rounds
    evenings = [Evening("long", (_played(round_),)) for round_ in past]
    evenings.append(Evening("long", (Round(present=tuple(last.split())),)))
    return Snapshot(
        name="example",
        system="fide-dutch",
        tempos=(Tempo("long"),),
        players=players,
        evenings=tuple(evenings),
        options={"rounds": of} | options,
    )


def _played(text):
    games, byes, half = [], [], []
    for one in text.split(", "):
        who, result = one.split()
        if result == "bye":
            byes.append(who)
        elif result == "half":
            half.append(who)
        else:
            white, black = who.split("-")
            games.append(Game(len(games) + 1, white, black, RESULTS[result]))
    return Round(tuple(games), unplayed(bye=byes[0] if byes else None, half_point_byes=half))


RESULTS = {
    "1": Result.WHITE_WINS,
    "=": Result.DRAW,
    "0": Result.BLACK_WINS,
    "+": Result.WHITE_WINS_FORFEIT,
}


#: What the golden positions take together: weighted matchings, plain ones, branches and steps.
WORK = 99, 972, 148, 214_045


def paired(snapshot):
    """As "3-1 2-4 5 bye", in board order."""
    proposal = rules_of(snapshot).pair(snapshot)
    boards = [f"{pair.white}-{pair.black}" for pair in proposal.pairs]
    return " ".join([*boards, *([f"{proposal.bye} bye"] if proposal.bye else [])])


# Examples --------------------------------------------------------------------------------------


def test_an_exchange_spares_two_colour_preferences():
    assert paired(competition(5, "4-1 =, 3-5 =", "1 2 3 4 5")) == "1-3 5-4 2 bye"


def test_the_bye_goes_to_the_fewest_points_though_the_top_bracket_is_broken_up():
    """C5 goes before C6: 2 and 5 could meet."""
    assert paired(competition(5, "2-4 1, 5 bye, 3-1 =", "1 2 3 4 5")) == "1-2 5-3 4 bye"


def test_of_the_last_bracket_who_missed_least_has_the_bye():
    """C9: 3-4 comes first, but would leave it to 5, who missed a round."""
    played = competition(5, "1-3 =, 4-2 0", "1 2 3 4 5")
    assert paired(played).endswith("4 bye")


def forbidden(snapshot, text):
    """The same without these pairs: "1-2/3, 4-5" are three."""
    groups = [one.split("-") for one in text.split(", ")]
    pairs = [(one, other) for a, b in groups for one in a.split("/") for other in b.split("/")]
    return replace(snapshot, forbidden_pairs=tuple(pairs))


def test_a_group_without_any_pair_takes_nobody_out_of_the_bracket_above_it():
    """C6: 1 and 2 can meet only losers, 7-10 these or 3-6, who play each other."""
    played = "1-11 1, 2-12 1, 3-13 1, 4-14 1, 5-15 1, 6-16 1, 7-8 =, 9-10 ="
    everybody = " ".join(map(str, range(1, 17)))
    snapshot = competition(16, played, everybody)
    apart = "1/2-3/4/5/6/7/8/9/10, 1-2, 7-9/10, 8-9/10"
    made = paired(forbidden(snapshot, apart)).split()
    assert {"5-3", "6-4"} <= {*made}


def test_a_group_without_any_pair_takes_no_higher_player_out_of_the_bracket_above_it():
    """C7: 5 and 6, who can meet only the last ones, float, though 7-10 could meet 1 and 2."""
    first = "1-11 1, 2-12 1, 3-13 1, 4-14 1, 5-15 1, 6-16 1, 7-8 =, 9-10 ="
    second = "12-1 0, 11-2 0, " + ", ".join(f"{n} half" for n in range(3, 11))
    everybody = " ".join(map(str, range(1, 17)))
    snapshot = competition(16, first, second, everybody)
    apart = "1-2/4/5/6, 2-3/5/6, 3-4/6, 4-5, 5-6, 5/6-7/8/9/10, 7-9/10, 8-9/10"
    made = paired(forbidden(snapshot, apart)).split()
    assert {"1-3", "2-4"} <= {*made}


def test_of_topscorers_who_must_all_have_white_two_are_refused_it_who_last_had_both_colours():
    """C11: all of 1-4 have a difference of 2 (C10); 1-3 and 2-4 would give 4 a third black."""
    played = ("5-1 0, 6-2 0, 7-3 0, 8-4 0", "6-1 0, 2-7 1, 8-3 0, 4-5 1")
    played += ("1-7 1, 8-2 0, 3-5 1, 6-4 0", "8-1 0, 5-2 0, 6-3 0, 7-4 0")
    assert paired(competition(8, *played, "1 2 3 4", of=5)) == "4-1 2-3"


def test_histories_are_compared_right_aligned():
    """5.2.3, D28: with absences the games count back, not the rounds."""
    snapshot = competition(4, "1-2 1, 3-4 0", "2-1 0", "1-4 1", "1 2 3 4")
    pair = rules_of(snapshot).colours(snapshot, "2", "4")
    assert pair.white in "24"


@pytest.mark.parametrize("there", ["", "1"])
def test_fewer_than_two_are_not_paired(there):
    with pytest.raises(CannotPair) as failure:
        paired(competition(3, there))
    assert failure.value.code == "too_few"


def test_after_the_last_round_and_without_a_round_to_be_paired_nobody_is():
    last = competition(4, "1-2 =, 3-4 =", "1 2 3 4", of=2)
    assert paired(last) == "4-1 2-3"
    with pytest.raises(CannotPair) as failure:
        paired(replace(last, options={"rounds": 1}))
    assert failure.value.code == "no_round_left"
    with pytest.raises(ValueError, match="no round"):
        paired(replace(last, evenings=last.evenings[:1]))


def test_where_there_is_no_legal_pairing_it_says_who_is_left():
    with pytest.raises(CannotPair) as failure:
        paired(competition(2, "1-2 1", "1 2"))
    assert (failure.value.code, failure.value.article) == ("no_pairing", "1.9")
    assert failure.value.facts["stuck"] == ["1", "2"]


def test_who_never_came_does_not_count_for_the_lot():
    """5.2.5 and D4: 2 has not come yet, so 3 is the second."""
    assert paired(competition(5, "1 3 4 5")) == "1-4 5-3"


def test_who_had_the_bye_counts_for_the_lot_and_who_asked_for_half_a_point_does_not():
    """5.2.5 and D4: with 2 among those paired before, 6 is the sixth; else the fifth."""
    assert paired(competition(7, "1-3 =, 4-5 =, 2 bye", "6 7")) == "7-6"
    assert paired(competition(7, "1-3 =, 4-5 =, 2 half", "6 7")) == "6-7"


def test_a_named_bye_and_a_fixed_board_are_taken_out_first():
    snapshot = competition(7, "1 2 3 4 5 6 7")
    round_ = snapshot.to_pair().round
    games = (Game(1, "7", "1", fixed="asked for"),)
    named = replace(round_.with_bye("2"), games=games)
    snapshot = replace(snapshot, evenings=(Evening("long", (named,)),))
    assert paired(snapshot) == "7-1 3-5 6-4 2 bye"


# The order of generation -------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(2, 8))
def test_the_closed_form_of_the_order_is_that_of_generating_step_by_step(size):
    """D26, for every number of pairs."""
    for pairs in range(1, size // 2 + 1):
        places = [
            place_of_halves(range(1, size + 1), [tuple(sorted(pair)) for pair in made])
            for made in generated(size, pairs)
        ]
        assert places == sorted(places)
        assert len({str(place) for place in places}) == len(places)


# Work --------------------------------------------------------------------------------------------


def test_in_round_1_no_bracket_looks_at_a_criterion():
    """Nobody prefers a colour, and nobody has floated: no pairing can go against C10 to C21."""
    snapshot = competition(7, "1 2 3 4 5 6 7", acceleration="baku")
    settled = rules_of(snapshot).explain(snapshot).settled
    assert [one.bracket.quality for one in settled] == [[], []]


def test_the_golden_positions_take_no_more_work_than_they_did():
    """What only saves work changes no pairing. Where a change needs less, write that down."""
    with counted() as done:
        for path in golden_files("fide-dutch"):
            if path.with_suffix(".pairs").read_text():
                snapshot = golden_position("fide-dutch", path)
                rules_of(snapshot).pair(snapshot)
    found = done.weighted, done.plain, done.branches, done.steps
    assert all(count <= most for count, most in zip(found, WORK, strict=True)), found


# Acceleration ------------------------------------------------------------------------------------


def test_who_cannot_all_be_paired_are_those_left():
    """With 6 free 1-5, 2-4 and 3-7 would do; but 1, 2, 3 and 7 are paired among each other, and
    then 4 and 5 are left, who may not meet."""
    snapshot = competition(7, "4-1 0, 2-5 1, 6-3 0, 7 bye", "1 2 3 4 5 6 7")
    snapshot = replace(snapshot, forbidden_pairs=(("4", "5"), ("6", "7")))
    one = rules_of(snapshot).explain(snapshot)
    elsewhere = ("15", "24", "37")
    assert all("".join(sorted(seat)) not in elsewhere for seat in one.proposal.seats)
    assert all(one.why_not(*pair).code not in ("Met", "Forbidden") for pair in elsewhere)
    with override("en"):
        said = Sentences("fide-dutch").sentence(one.why_not_bye("6"))
    assert said == "then not everybody left could be paired: 4 and 5 would stay over"


def test_points_with_virtual_ones_are_said_to_be_so():
    """In round 1 the upper half is "the group of 1 point", and nobody has any."""
    says = {"none": None, "baku": "WithVirtualPoints"}
    for acceleration, code in says.items():
        snapshot = competition(8, "1 2 3 4 5 6 7 8", acceleration=acceleration)
        one = rules_of(snapshot).explain(snapshot)
        assert (one.note and one.note.code) == code
        text = Explained(one, Sentences("fide-dutch"))
        with override("en"):
            note = "In this round all points are told with the virtual ones of the acceleration."
            for depth in ("answers", "steps"):
                assert (note in text.text(depth)) == (code is not None)
            assert [one["sentence"] for one in text.data("answers").get("notes", ())] == (
                [note] if code else []
            )
    assert rules_of(last := competition(8, *["1-2 1"] * 5, "3 4", acceleration="baku"))
    assert rules_of(last).explain(last).note is None


def test_points_of_a_pair_by_hand_are_said_to_be_with_virtual_ones():
    """1 and 8 have no points in round 1; with Baku 1 has a virtual one."""
    said = {
        "none": [],
        "baku": ["With virtual points 1 has 1 and 8 0: the difference should be as"],
    }
    for acceleration, expected in said.items():
        snapshot = competition(8, "1 2 3 4 5 6 7 8", acceleration=acceleration)
        found = rules_of(snapshot).legality(snapshot, Proposal((Pair("1", "8", fixed="so"),)))
        with override("en"):
            sentences = map(Sentences("fide-dutch").problem, found)
            points = [one for one in sentences if "difference" in one]
        assert [one.removesuffix(" small as possible.") for one in points] == expected


def test_baku_gives_the_upper_half_virtual_points():
    """Group A: 2 x ceil(n / 4); half of the rounds, half of these with a whole point."""
    players = [Player(str(n), n, "P") for n in range(1, 11)]
    assert baku(players, 9) == dict.fromkeys("123456", (2, 2, 2, 1, 1))
    assert baku(players, 5)["1"] == (2, 2, 1)
    late = [*players, Player("11", 3, "late", joined=2)]
    assert "11" in baku(late, 7)
    assert baku([], 9) == {}


def test_virtual_points_make_the_score_groups_and_the_floats():
    snapshot = competition(8, "1 2 3 4 5 6 7 8", acceleration="baku")
    assert paired(snapshot) == "1-3 4-2 5-7 8-6"
    points = rules_of(snapshot).pairing_points(snapshot)
    assert points["4"] == 1
    assert points["5"] == 0
    rows = rules_of(snapshot).standings(snapshot, "all")
    assert {row.points for row in rows} == {Fraction(0)}


@pytest.mark.parametrize("edition", ["16", "26"])
def test_an_acceleration_is_written_and_read_again(edition):
    snapshot = competition(6, "1-3 1, 4-2 =, 5 bye", "1 2 3 4 5 6", acceleration="baku", of=5)
    again = read_trf(write_trf(snapshot, edition), "fide-dutch").snapshot
    assert again.options["acceleration"] == "baku"
    assert paired(again) == paired(snapshot)


def test_other_virtual_points_pair_the_file_and_are_not_kept_without_it():
    snapshot = competition(4, "1 2 3 4", of=3)
    data = write_trf(replace(snapshot, virtual_points={"1": (2,), "3": (2,)}))
    read = read_trf(data, "fide-dutch").snapshot
    assert paired(read) == "1-3 4-2"
    told = []
    plain = read_trf(data, "fide-dutch", without_acceleration=True, warn=told.append).snapshot
    assert [warning.code for warning in told] == ["acceleration_ignored"]
    assert not plain.virtual_points


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("XXA    9  1.0", "unknown_player"),
        ("XXA    1  0.25", "not_points"),
        ("XXA    1 -1.0", "not_points"),
        ("XXA    1  0.0  0.0  0.0  1.0", "too_many_rounds"),
        ("250       1.0   1   2    1", "missing"),
        ("250       x.0   1   2    1    4", "not_points"),
    ],
)
def test_virtual_points_that_cannot_be_are_refused(line, code):
    data = write_trf(competition(4, "1 2 3 4", of=3)) + f"{line}\n".encode()
    with pytest.raises(TrfError) as refused:
        read_trf(data, "fide-dutch")
    assert refused.value.code == code


def test_a_file_that_names_baku_is_paired_so():
    data = write_trf(competition(8, "1 2 3 4 5 6 7 8")) + b"192 FIDE_DUTCH_2026_BAKU\n"
    assert paired(read_trf(data, "fide-dutch").snapshot) == "1-3 4-2 5-7 8-6"


# Other programs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(0, how_many(6, exhaustive=200), 2))
def test_gacrux_pairs_every_round_the_same(first):
    """Opponents, colours and the bye, of 10 to 60 players."""
    for snapshot in rounds_against(range(first, first + 2), 10, 60):
        assert gacrux_answer(snapshot) == answer(snapshot), (snapshot.name, len(snapshot.evenings))


def test_gacrux_pairs_the_golden_positions_the_same():
    """Also those without a legal pairing, and the one where the C++ program gives a second bye."""
    for path in golden_files("fide-dutch"):
        snapshot = golden_position("fide-dutch", path)
        assert gacrux_answer(snapshot) == answer(snapshot), path


@pytest.mark.parametrize("first", range(0, how_many(8, exhaustive=200), 2))
def test_where_caissify_pairs_otherwise_an_article_says_why_not(first):
    for snapshot in rounds_against(range(first, first + 2), 10, 30):
        ours, theirs = answer(snapshot), caissify_answer(snapshot)
        if ours != theirs:
            why = caissify_differs(snapshot, ours, theirs)
            assert why, (snapshot.name, len(snapshot.evenings))


def test_a_round_that_is_too_much_work_is_given_up_with_ways_out():
    last = list(rounds_against([3], 20, 20))[-1]
    rules = rules_of(last)
    with counted(limit=500), pytest.raises(CannotPair) as failure:
        rules.pair(last)
    assert failure.value.code == "too_hard"
    for way in ways_out(last, rules, failure.value):
        made = with_boards(last, way.boards, way.bye, "asked for")
        assert len(rules.pair(made).pairs) == len(way.proposal.pairs)
