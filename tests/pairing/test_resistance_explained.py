"""How does the system on resistance points say why: who met everybody, who was left over, and 4.5?

A position worked by hand is written as in `test_knsb_resistance_examples`.
"""

from dataclasses import replace
from itertools import permutations

import pytest
from django.utils.translation import override

from pairing.core.explanation import ColourHistory, Refused
from pairing.matching import budget
from pairing.reasons.every_system import NotWorkedOut
from pairing.registry import rules_of
from pairing.sentences.reasons import sentence
from pairing.sentences.words import Words
from tests.how_many import how_many
from tests.pairing.snapshots import CASES
from tests.pairing.test_knsb_resistance_examples import competition
from tests.pairing.trf_cases import read_trf
from tests.pairing.truth.rounds import random_round

WORDS = Words()
R1 = ("A, B-E 1, C-D =", "A-B 0, D-E 1, C")
R2 = ("B-E 1, C-D 0, A", "D-B =, E-A 0, C")
R3 = ("B-E =, C-D 1, A", "A-C 0, E-D 1, B", "C-E 1, A-B 1, D")


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


def explained(snapshot):
    return rules_of(snapshot).explain(snapshot)


def worked(*rounds):
    return explained(competition(*rounds))


def golden(number):
    snapshot = read_trf(CASES / "knsb_resistance" / f"{number:02}.trf")
    rounds = {"rounds": snapshot.options["rounds"]}
    return explained(replace(snapshot, system="knsb-resistance", options=rounds))


def to_pair(rounds, **changes):
    """The competition with a round to be paired that is changed so."""
    snapshot = competition(*rounds)
    *held, last = snapshot.evenings
    round_ = replace(last.rounds[0], **changes)
    return replace(snapshot, evenings=(*held, replace(last, rounds=(round_,))))


def answer(explanation, board):
    """Of the board "white-black"."""
    white, black = board.split("-")
    (pair,) = [
        one for one in explanation.proposal.pairs if (one.white, one.black) == (white, black)
    ]
    return explanation.answer(pair)


def said(reasons, reader=""):
    return " ".join(sentence(reason, WORDS, reader) for reason in reasons)


def first(explanation, board, reader=""):
    return said(answer(explanation, board).first, reader)


def refused(answered):
    return {one.other: sentence(one.why, WORDS) for one in answered.refused}


def steps(explanation):
    """By group, in sentences."""
    return [
        [
            f"{step.other}: {sentence(step.why, WORDS)}"
            if isinstance(step, Refused)
            else sentence(step, WORDS)
            for step in group.steps
        ]
        for group in explanation.steps()
    ]


# Who plays whom ---------------------------------------------------------------------------


def test_in_round_1_the_lot_says_who_stands_opposite_whom():
    explanation = worked()
    assert first(explanation, "E-B") == (
        "Of those who play the first round, counted by lot, number 2 meets number 5."
    )
    assert answer(explanation, "E-B").first[0].article == "5.1"
    assert said(explanation.bye_answer().first, "A") == (
        "You have the bye: of those who play the first round, counted by lot, that is for number 1."
    )


def test_who_has_the_fewest_resistance_points_is_said_with_the_number():
    explanation = golden(13)
    assert first(explanation, "12-8") == (
        "12 is the only one present with 3 points. Of the possible opponents 8 has the fewest "
        "resistance points (19)."
    )
    assert first(explanation, "5-14") == (
        "Both have 4 points. They were the last two of the group."
    )
    assert first(explanation, "5-14", "14") == (
        "You both have 4 points. You were the last two of the group."
    )


def test_the_number_of_a_lot_is_not_taken_for_a_place():
    """The drawing numbers places."""
    explanation = explained(random_round("knsb-resistance", 5003)[0])
    firsts = [said(explanation.answer(pair).first) for pair in explanation.proposal.pairs]
    assert any("it is 5, by lot number (5)." in one for one in firsts), firsts


def test_two_who_are_the_only_ones_with_their_points():
    assert first(worked(*R1[:1]), "B-A") == "A and B are the only two present with 1 point."


def test_who_has_met_everybody_in_between_plays_far_below():
    explanation = golden(10)
    board = answer(explanation, "2-6")
    assert said(board.first) == (
        "6 has 5 points, 2 2 points, and 6 has met everybody present in between."
    )
    assert said(board.first, "2") == (
        "6 has 5 points, you have 2 points, and 6 has met everybody present in between."
    )
    assert refused(board) == {
        "3": "they met in round 1",
        "1": "they met in round 2",
        "8": "they met in round 5",
        "4": "they met in round 4",
    }
    assert not any(one.in_place for one in board.refused)


def test_who_has_met_only_those_with_equal_points():
    explanation = golden(13)
    assert first(explanation, "9-2") == (
        "9 has met everybody else present with 5 points; 2 has 4 points. For 9 nobody else in the "
        "group was possible."
    )


def test_who_sits_at_a_fixed_board_is_present_too():
    """C and D have as many points as B, who has met only A."""
    explanation = explained(to_pair(("A-B =, C-D =",), games=(game_of("C", "D"),)))
    (board,) = (pair for pair in explanation.proposal.pairs if "E" in (pair.white, pair.black))
    assert said(explanation.answer(board).first) == (
        "B has ½ point, E 0 points. B could not be paired in the group of ½ point."
    )


def test_who_is_left_over_by_their_resistance_points_is_told_who_would_be_instead():
    explanation = worked(*R1)
    assert first(explanation, "C-A") == (
        "C has 1½ points, A 1 point. C could play in the group of 1½ points, but then D would be "
        "left over, with fewer resistance points (1½, not 3)."
    )
    assert first(explanation, "C-A", "C").startswith("You have 1½ points, A 1 point. You could")
    assert answer(explanation, "C-A").first[1].article == "4.4c"


def test_nobody_is_left_over_who_would_be_so_again():
    board = answer(worked(*R2), "C-B")
    assert said(board.first).endswith(
        "but then, looking at the next group alone, somebody would be left over twice."
    )
    assert board.first[1].article == "4.4b"
    assert refused(board) == {
        "D": "then, looking at the next group alone, somebody would be left over twice",
        "A": "then not everybody left could be paired: B would stay over",
    }
    assert all(one.in_place and one.player == "B" for one in board.refused)


def test_the_leader_s_board_and_a_bye_that_lapsed():
    snapshot = to_pair(R1, games=(game_of("A", "D"),))
    explanation = explained(snapshot)
    assert first(explanation, "A-D") == "Fixed by the competition leader: brothers"
    assert answer(explanation, "A-D").drawing is None
    assert sentence(explanation.why_not("A", "B"), WORDS) == "the leader fixed the board of A and D"


def game_of(white, black):
    (one,) = competition("A-B =").evenings[0].rounds[0].games
    return replace(one, white=white, black=black, fixed="brothers")


# Why not? ---------------------------------------------------------------------------------


def test_why_not_says_what_would_be_worse_in_the_group_of_both():
    explanation = worked(*R1)
    told = {
        frozenset(two): sentence(explanation.why_not(*two), WORDS) for two in ("AB", "BC", "DE")
    }
    assert told == {
        frozenset("AB"): "they met in round 2",
        frozenset("BC"): ("then D would be left over, with fewer resistance points (1½, not 3)"),
        frozenset("DE"): "they met in round 2",
    }
    assert explanation.why_not("B", "D") is None
    opening = worked()
    assert sentence(opening.why_not("B", "C"), WORDS) == "E came first for B, by lot"
    assert sentence(opening.why_not("D", "E"), WORDS) == "E was already paired, with B"


def test_who_may_have_no_second_free_point_cannot_be_left():
    explanation = worked(*R3)
    assert sentence(explanation.why_not("A", "E"), WORDS) == (
        "then D, who already had points without playing, would have the bye"
    )
    bye = explanation.bye_answer()
    assert said(bye.first) == "E has the bye: nobody else in the last group could have it."
    assert refused(bye) == {
        "A": "already had the bye, or points that count as one",
        "D": "already had the bye, or points that count as one",
    }


def test_the_bye_is_refused_to_others_with_who_would_meet_again():
    explanation = golden(10)
    assert refused(explanation.bye_answer()) == {
        "3": "then 1 and 7 would meet again",
        "7": "then 3 and 1 would meet again",
    }
    assert sentence(explanation.why_not_bye("8"), WORDS, "8") == (
        "you found an opponent in the group of 3 points"
    )
    assert sentence(worked(*R1[:1]).why_not_bye("E"), WORDS) == "then C and D would meet again"


def test_who_is_away_and_two_who_are_never_paired():
    snapshot = replace(to_pair(R1, present=("A", "B", "C", "D")), forbidden_pairs=(("A", "C"),))
    explanation = explained(snapshot)
    assert sentence(explanation.why_not("A", "E"), WORDS) == "E is not there"
    assert sentence(explanation.why_not("C", "A"), WORDS) == "these two are never paired"
    assert sentence(explanation.why_not_bye("A"), WORDS) == "the number is even, everybody plays"
    assert explanation.bye_answer() is None


# Colours ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "board", "article", "told", "history"),
    [
        ((), "E-B", "5.3", "B is the higher of the two and starts with black.", None),
        (
            R1,
            "D-B",
            "6.1b",
            "In round 2, when their colours last differed, D had black and B white.",
            ColourHistory("wb", "bw", 1),
        ),
        (
            R1,
            "C-A",
            "6.1c",
            "Both have had white less often; C, who is higher, gets it.",
            ColourHistory("b-", "-b"),
        ),
        (
            R2,
            "C-B",
            "6.1a",
            "Only C has had one colour less often, and gets it: white.",
            ColourHistory("b-", "bw"),
        ),
        (
            R3,
            "A-D",
            "6.1a",
            "Both get the colour they have had less often.",
            ColourHistory("-bb", "ww-"),
        ),
    ],
    ids=["5.3", "6.1b", "6.1c", "6.1a, one", "6.1a, both"],
)
def test_a_colour_has_its_article_and_the_games_of_both(rounds, board, article, told, history):
    answered = answer(worked(*rounds), board)
    assert (answered.colour.article, sentence(answered.colour, WORDS)) == (article, told)
    assert answered.history == history


def test_the_higher_changes_colour_where_nothing_else_decides():
    answered = answer(golden(16), "3-1")
    assert answered.colour.article == "6.1d"
    assert sentence(answered.colour, WORDS) == (
        "1 is the higher of the two, had the other colour last and gets black."
    )


# The whole --------------------------------------------------------------------------------


def test_one_drawing_has_all_groups_with_who_came_from_above():
    (staircase,) = worked(*R3).drawings()
    assert staircase.bye == "E"
    assert [
        (str(stair.score), [seat.player for seat in stair.seats],
         [seat.player for seat in stair.arrived], stair.pairs, stair.waiting)
        for stair in staircase.stairs
    ] == [
        ("3", ["C"], [], (), ("C",)),
        ("2", ["A"], ["C"], (), ("C", "A")),
        ("3/2", ["E", "B"], ["C", "A"], (("C", "B"),), ("A", "E")),
        ("1", ["D"], ["A", "E"], (("A", "D"),), ()),
    ]  # fmt: skip


def test_the_steps_go_from_group_to_group():
    assert steps(worked(*R1[:1])) == [
        ["Group of 1 point, 2 players.", "A plays B.", "They were the last two of the group."],
        [
            "Group of ½ point, 2 players.",
            "2 are left over: with fewer the others left could not all be paired.",
            "C could not be paired in the group of ½ point.",
            "D could not be paired in the group of ½ point.",
        ],
        [
            "Group of 0 points, with C and D from above: 3 players.",
            "C has the bye; if not, then D would have the bye, who comes later by lot.",
            "E: then C and D would meet again",
            "D plays E.",
            "They were the last two of the group.",
        ],
    ]


def test_any_two_can_be_asked_about_and_what_is_said_first_is_short():
    for number in range(how_many(60, exhaustive=300)):
        snapshot, rules = random_round("knsb-resistance", number)
        explanation = rules.explain(snapshot)
        words = Words({player.id: player.name for player in snapshot.players}.__getitem__)
        for pair in explanation.proposal.pairs:
            told = " ".join(sentence(reason, words) for reason in explanation.answer(pair).first)
            assert len(told.split()) <= 35, told
            assert told.count(". ") < 2, told
        ids = [player.id for player in snapshot.players]
        for one, two in permutations(ids, 2):
            why = explanation.why_not(one, two)
            assert why == explanation.why_not(two, one)
            assert why is None or sentence(why, words)
        assert [one for one in ids if explanation.why_not_bye(one) is None] == (
            [explanation.proposal.bye] if explanation.proposal.bye else []
        )


def test_a_question_that_is_too_much_work_is_not_worked_out(monkeypatch):
    monkeypatch.setattr(budget, "QUESTION", 1)
    explanation = worked(*R1)
    assert isinstance(explanation.why_not("B", "C"), NotWorkedOut)
    assert first(explanation, "C-A") == "C has 1½ points, A 1 point."
