"""How does AttaCalc's system say why: who chose whom, what gave way, and why nobody else?"""

from itertools import permutations

import pytest
from django.utils.translation import override

from pairing.core.explanation import ColourHistory, Refused
from pairing.registry import rules_of
from pairing.sentences.reasons import sentence
from pairing.sentences.words import Words
from tests.how_many import how_many
from tests.pairing.snapshots import CASES, LONG, club, read_case
from tests.pairing.truth.rounds import random_round

WORDS = Words()


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


def explained(snapshot):
    return rules_of(snapshot).explain(snapshot)


def golden(number):
    return explained(read_case(CASES / "attacalc" / f"{number:02}.json"))


def answers(explanation):
    """By "white-black": the answer."""
    return {
        f"{pair.white}-{pair.black}": explanation.answer(pair)
        for pair in explanation.proposal.pairs
    }


def first(explanation, board, reader=""):
    """What is said first about a board."""
    return " ".join(sentence(reason, WORDS, reader) for reason in answers(explanation)[board].first)


def refused(explanation, board, player):
    """By who stood nearer to a player of a board: why not."""
    return {
        one.other: sentence(one.why, WORDS)
        for one in answers(explanation)[board].refused
        if one.player == player
    }


def told(explanation):
    """The steps, in sentences."""
    (steps,) = explanation.steps()
    return [
        f"{step.player}, {step.other}: {sentence(step.why, WORDS)}"
        if isinstance(step, Refused)
        else sentence(step, WORDS)
        for step in steps.steps
    ]


# Who chose whom ---------------------------------------------------------------------------


def test_who_could_play_only_two_went_first_and_they_are_named():
    explanation = explained(club("ABCDEF", ("long", {"present": "ABCDEF"}), forbidden=["EF"]))
    board = "E-C"
    assert first(explanation, board) == (
        "E could play only C or D and so went first: C stands higher."
    )
    assert first(explanation, board, "E") == (
        "You could play only C or D and so went first: C stands higher."
    )
    assert first(explanation, board, "C") == (
        "E could play only you or D and so went first: you stand higher."
    )
    assert refused(explanation, board, "C")["D"] == "E chose first, and chose C"


def test_who_could_play_only_one_went_first():
    assert first(golden(7), "p05-p07") == "p05 could play only p07 and so went first."


def test_the_highest_left_chose_the_highest_they_may_meet():
    explanation = explained(club("ABCDEF", ("long", {"present": "ABCDEF"})))
    assert [first(explanation, "B-A", reader) for reader in ("", "A", "B")] == [
        "A was the highest still unpaired; B the highest they may play.",
        "You were the highest still unpaired; B the highest you may play.",
        "A was the highest still unpaired; you the highest they may play.",
    ]
    assert first(explanation, "F-E") == "E and F were the only two left."
    assert first(explanation, "F-E", "F") == "You and E were the only two left."


def test_in_a_search_the_opponent_leaves_everybody_one():
    explanation = golden(16)
    assert first(explanation, "p07-p02") == (
        "p07 was the highest still unpaired; p02 the highest who leaves everybody an opponent."
    )
    assert refused(explanation, "p07-p02", "p07") == {
        "p01": "they met in p01's last game in this tempo; at least 4 must lie between",
        "p03": "they met in p07's last game in this tempo; at least 4 must lie between",
        "p05": "they met only 3 of p07's games ago in this tempo; more than 4 are needed",
        "p06": "then not everybody left could be paired: p01 and p02 would stay over",
    }


def test_from_below_the_lowest_goes_first():
    explanation = golden(18)
    why = "Pairing from the top left somebody over, so it was done from below."
    assert first(explanation, "p06-p11") == (
        f"p06 was the lowest still unpaired; p11 the lowest they may play. {why}"
    )
    assert first(explanation, "p05-p08") == (
        f"p08 could play only p05 or p03 and so went first: p05 stands lower. {why}"
    )
    assert refused(explanation, "p02-p10", "p02")["p09"] == "p02 chose p10, who stands lower"
    assert first(explanation, "p03-p09") == "p03 could play only p09 and so went first."


# What gave way ----------------------------------------------------------------------------


def test_a_window_that_was_lowered_is_told_where_it_matters():
    explanation = golden(8)
    assert first(explanation, "p03-p04") == (
        "p04 and p03 were the only two left. In this tempo they met 2 of p03's games ago; "
        "otherwise somebody would be left over."
    )
    chose = "p06 was the highest still unpaired; p01 the highest they may play."
    assert first(explanation, "p06-p01") == chose


def test_the_colour_rule_is_told_where_it_lapsed_and_it_matters():
    explanation = golden(17)
    assert first(explanation, "p06-p01").endswith(
        "In this tempo both mostly had black (100\u202f% and 100\u202f%); from either end the rule "
        "against that left somebody over."
    )
    assert first(explanation, "p04-p02") == "p02 and p04 were the only two left."


def test_a_small_field_lowers_the_window_by_itself():
    assert first(golden(19), "p04-p06") == (
        "p06 was the lowest still unpaired; p04 the lowest they may play. In this tempo they "
        "met 4 of p06's games ago; with 4 players that is long enough."
    )


def test_a_meeting_is_too_soon_from_the_last_game_to_the_n_that_was_begun_with():
    rounds = [{"games": ["A-B 1-0"]}, {"present": "AB"}]
    assert first(explained(club("AB", ("long", *rounds))), "B-A") == (
        "A and B were the only two left. In this tempo they met in A's last game; otherwise "
        "somebody would be left over."
    )
    assert "6 players to be paired, N = 4: begin with n = 4." in told(golden(15))
    assert first(golden(15), "p03-p04").endswith(
        "In this tempo they met 4 of p04's games ago; otherwise somebody would be left over."
    )


# Why two are no pair ----------------------------------------------------------------------


def test_a_meeting_is_counted_in_the_games_of_whom_is_named():
    """A met B two of their games ago, B met A in their last: only that is within one game."""
    tempo = {**LONG, "last_n": 1}
    rounds = [{"games": ["A-B 1-0", "C-D 1-0"]}, {"games": ["A-C 1-0"]}, {"present": "ABCD"}]
    explanation = explained(club("ABCD", ("long", *rounds), tempos=[tempo]))
    why = explanation.why_not("A", "B")
    assert why == explanation.why_not("B", "A")
    for reader, they_met in {
        "": "they met in B's last game",
        "A": "you met in B's last game",
        "B": "you met in your last game",
        "C": "they met in B's last game",
    }.items():
        said = f"{they_met} in this tempo; at least 1 must lie between"
        assert sentence(why, WORDS, reader) == said


def test_who_is_away_has_the_bye_or_a_fixed_board_is_told_so_and_only_who_is_there_stood_nearer():
    round_ = {"present": "AEF", "games": ["B-D"], "bye": "C", "external": ["F"]}
    explanation = explained(club("ABCDEF", ("long", round_), forbidden=["AD"]))
    assert refused(explanation, "E-A", "A") == {
        "B": "the leader fixed the board of B and D",
        "C": "C has the bye",
        "D": "the leader fixed the board of D and B",
    }
    assert sentence(explanation.why_not("A", "F"), WORDS) == "F plays elsewhere for the club"
    assert sentence(explanation.why_not_bye("A"), WORDS) == "the competition leader named C"
    assert told(explanation)[0] == "C has the bye: the competition leader named them."
    assert not explanation.bye_answer().refused
    assert first(explanation, "B-D").startswith("Fixed by the competition leader")
    shown = [*answers(explanation).values(), explanation.bye_answer()]
    assert {answer.drawing for answer in shown} == {0}, "the one drawing has all of them"


def test_two_who_are_never_paired_are_told_so_unless_nobody_may_know():
    explanation = explained(club("ABCD", ("long", {"present": "ABCD"}), forbidden=["BA"]))
    why = explanation.why_not("A", "B")
    assert sentence(why, WORDS) == "these two are never paired"
    assert refused(explanation, "D-B", "B").keys() == {"A", "C"}
    untold = Words(untold=[frozenset("AB")])
    assert sentence(why, untold) == "these two could not be paired"


def test_who_stood_higher_chose_first():
    explanation = explained(club("ABCDEF", ("long", {"present": "ABCDEF"})))
    assert sentence(explanation.why_not("B", "C"), WORDS, "B") == (
        "A stood higher, chose first and chose you"
    )
    assert sentence(explanation.why_not("C", "A"), WORDS) == "A chose B, who stands higher"
    assert sentence(explanation.why_not("C", "A"), WORDS, "B") == "A chose you, who stand higher"
    assert explanation.why_not("C", "D") is None


def test_in_a_search_the_first_choice_that_would_be_another_is_told():
    """With B - F only A - E, C - D is left; A - D would leave C and E, who are never paired."""
    never = ["DE", "BD", "CE", "EF", "BC", "AC"]
    explanation = explained(club("ABCDEF", ("long", {"present": "ABCDEF"}), forbidden=never))
    assert sorted(answers(explanation)) == ["D-A", "E-B", "F-C"]
    assert sentence(explanation.why_not("B", "F"), WORDS) == (
        "then A would play E instead of D, who comes first"
    )
    assert sentence(golden(30).why_not("p01", "p02"), WORDS) == (
        "p07 stood higher, chose first and chose p01"
    )
    assert sentence(golden(30).why_not("p01", "p04"), WORDS) == "p04 chose p11, who stands higher"


def test_too_much_of_one_colour_is_told_with_shares():
    rounds = [{"games": ["A-B", "C-D"]}, {"present": "ABCD"}]
    explanation = explained(club("ABCD", ("long", *rounds)))
    assert sentence(explanation.why_not("A", "C"), WORDS) == (
        "both mostly had white in this tempo: A 100\u202f%, C 100\u202f%"
    )
    rounds[1:1] = [{"games": ["B-A", "D-C"]}] * 3
    assert sentence(explained(club("ABCD", ("long", *rounds))).why_not("A", "C"), WORDS) == (
        "both mostly had black in this tempo: A 75\u202f%, C 75\u202f%"
    )


# The bye ----------------------------------------------------------------------------------


def test_the_bye_names_who_stands_lower_but_had_more():
    explanation = golden(8)
    answer = explanation.bye_answer()
    (why,) = answer.first
    assert sentence(why, WORDS) == (
        "p02 has the bye: p03 stands lower, but had more byes in this tempo."
    )
    assert [(one.other, sentence(one.why, WORDS)) for one in answer.refused] == [
        ("p03", "had 1 bye in this tempo, p02 0")
    ]
    assert all(one.in_place for one in answer.refused)
    assert sentence(explanation.why_not_bye("p06"), WORDS) == "stands higher than p02"
    assert explanation.why_not_bye("p02") is None


def test_up_to_four_who_stand_lower_but_had_more_byes_are_named():
    rounds = [{"games": ["A-B 1/2-1/2", "C-D 1/2-1/2"], "bye": player} for player in "EFGHI"]
    for there, who in (
        ("ABCDEFGHI", "5 players stand lower, but had more byes in this tempo."),
        ("BCDEFGH", "E, F, G and H stand lower, but had more byes in this tempo."),
    ):
        explanation = explained(club("ABCDEFGHI", ("long", *rounds, {"present": there})))
        (why,) = explanation.bye_answer().first
        assert sentence(why, WORDS) == f"D has the bye: {who}"


def test_a_bye_for_the_only_one_left_and_none_where_the_number_is_even():
    alone = explained(club("AB", ("long", {"present": "B"}))).bye_answer()
    assert sentence(alone.first[0], WORDS) == "B has the bye: nobody else is left to play."
    even = explained(club("ABCD", ("long", {"present": "ABCD", "bye": "C"})))
    assert even.bye_answer() is None
    assert sentence(even.why_not_bye("C"), WORDS) == "the number is even, everybody plays"
    assert told(even)[0] == ("C was named for the bye, but the number is even: everybody plays.")


# Colours ----------------------------------------------------------------------------------


def test_colours_are_reversed_and_the_column_of_that_game_decided():
    answer = answers(golden(19))["p04-p06"]
    reversed_ = "In this tempo they last met on evening 8; now the colours are reversed."
    assert sentence(answer.colour, WORDS) == reversed_
    assert answer.colour.article == "kleur.1"
    assert answer.history == ColourHistory("wbwbbww", "wbwwbbw", deciding=4)


@pytest.mark.parametrize(
    ("number", "board", "article", "said"),
    [
        (8, "p06-p01", "kleur.2", "In this tempo p06 had relatively less white: 33 %, p01 50 %."),
        (
            12,
            "p07-p05",
            "kleur.2",
            "In this tempo p07 had relatively less white: 43 %, p05 50 %; no games yet counts "
            "as half.",
        ),
        (
            24,
            "p04-p07",
            "kleur.3",
            "Equal in this tempo; overall p04 had relatively less white: 47 %, p07 53 %.",
        ),
        (
            28,
            "p08-p06",
            "kleur.4",
            "Equal shares of white; the lower value number gets it: p08 8, p06 12.",
        ),
    ],
)
def test_each_rule_of_colours_has_its_sentence(number, board, article, said):
    answer = answers(golden(number))[board]
    assert answer.colour.article == article
    assert sentence(answer.colour, WORDS).replace("\u202f", " ") == said
    white, black = board.split("-")
    for reader, you in ((white, "you have"), (black, f"{white} has")):
        to_reader = sentence(answer.colour, WORDS, reader).replace("\u202f", " ")
        assert to_reader == said.replace(f"{white} has", you).replace(reader, "you")


# The whole --------------------------------------------------------------------------------


def test_the_steps_go_through_the_attempts_and_the_matches():
    assert told(golden(16)) == [
        "p04 has the bye: the last of those to be paired, and none of them had fewer byes in this "
        "tempo.",
        "6 players to be paired, N = 4: begin with n = 4.",
        "Attempt 1 (from the top, colour rule on, n = 4) fails: after 1 match nobody "
        "is left for p02.",
        "Attempt 2 (from below, colour rule on, n = 4) fails: after 1 match nobody "
        "is left for p07.",
        "Attempt 3 (from the top, colour rule off, n = 4) fails: after 1 match nobody "
        "is left for p02.",
        "Attempt 4 (from below, colour rule off, n = 4) fails: after 1 match nobody "
        "is left for p07.",
        "Attempt 5 (search, colour rule on, n = 4) pairs everybody:",
        "p07, p06: then not everybody left could be paired: p01 and p02 would stay over",
        "p07 may meet p06 and p02, and plays p02.",
        "p03, p05: then not everybody left could be paired: p01 and p06 would stay over",
        "p03 may meet p05 and p01, and plays p01.",
        "p05 may meet p06, and plays p06.",
    ]
    assert "Attempts 1 to 12 (n from 3 to 2) fail: no complete pairing exists." in told(golden(8))
    assert (
        "Attempt 1 (from the top, colour rule on, n = 3) fails: no complete pairing exists."
        in told(golden(17))
    )


def test_up_to_six_choices_of_a_match_are_named():
    explanation = explained(club("ABCDEFGH", ("long", {"present": "ABCDEFGH"})))
    assert told(explanation)[2] == "A may meet 7 players, first B, C, D, E, F and G, and plays B."


def test_the_drawing_is_a_ladder_of_those_who_take_part():
    (ladder,) = golden(8).drawings()
    assert [(seat.number, seat.player) for seat in ladder.seats] == [
        (1, "p06"),
        (2, "p04"),
        (3, "p01"),
        (4, "p02"),
        (5, "p03"),
    ]
    assert [set(pair) for pair in ladder.pairs] == [{"p06", "p01"}, {"p04", "p03"}]
    assert ladder.bye == "p02"


def test_every_two_of_random_rounds_have_one_short_reason():
    for number in range(how_many(300, exhaustive=2000)):
        snapshot, rules = random_round("attacalc", number)
        explanation = rules.explain(snapshot)
        lengths = [
            len(" ".join(sentence(reason, WORDS) for reason in answer.first).split())
            for answer in answers(explanation).values()
        ]
        assert max(lengths) <= 35
        players = [player.id for player in snapshot.players]
        pairs = {frozenset((pair.white, pair.black)) for pair in explanation.proposal.pairs}
        for one, other in permutations(players, 2):
            why = explanation.why_not(one, other)
            assert (why is None) == (frozenset((one, other)) in pairs)
            assert why == explanation.why_not(other, one)
            for reader in ("", one, other):
                assert why is None or len(sentence(why, WORDS, reader).split()) <= 18
        for player in players:
            explanation.why_not_bye(player)
        told(explanation)
