"""Fixed boards, forbidden pairs, byes, colours, refusals, and why not somebody nearer."""

from dataclasses import replace

import pytest

from pairing.core.invariants import problems
from pairing.core.rules import Rules
from pairing.core.system import CannotPair
from pairing.core.types import Pair, Proposal
from pairing.reasons.every_system import ByeLapsed, FixedByLeader
from pairing.sentences import Sentences
from tests.pairing.snapshots import LONG, SYSTEM, club, options_of, pair, pairs_of


def explained(snapshot):
    """The round, paired again to be asked why."""
    return SYSTEM.explain(snapshot, options_of(snapshot))


def refusals(explanation, player, others):
    """The kinds of reasons why these are no pair."""
    return [explanation.why_not(player, other).code for other in others]


def codes(explanation, board):
    """The kinds of reasons for a board."""
    return [reason.code for reason in explanation.answer(explanation.proposal.pairs[board]).first]


def test_nobody_present_is_said_to_the_leader():
    with pytest.raises(CannotPair) as caught:
        pair(club("AB", ("long", {"present": ""})))
    assert caught.value.code == "nobody_present"


def test_one_present_has_the_bye_and_it_says_so():
    explanation = explained(club("AB", ("long", {"present": "B"})))
    assert pairs_of(explanation.proposal) == ["B-0"]
    assert [reason.code for reason in explanation.bye_answer().first] == ["NobodyElse"]


def test_only_a_forbidden_pair_left_cannot_be_paired():
    with pytest.raises(CannotPair) as caught:
        pair(club("AB", ("long", {"present": "AB"}), forbidden=["AB"]))
    assert caught.value.code == "no_pairing"
    assert caught.value.facts == {
        "players": ["A", "B"],
        "forbidden": [["A", "B"]],
        "stuck": ["A", "B"],
    }


def test_where_nothing_can_be_paired_the_fixed_boards_and_the_byes_are_facts():
    round_ = {"present": "ABE", "games": [{"white": "C", "black": "D", "fixed": "asked"}]}
    with pytest.raises(CannotPair) as caught:
        pair(club("ABCDE", ("long", round_), forbidden=["AB"]))
    assert caught.value.facts["fixed"] == [["C", "D"]]
    assert caught.value.facts["may_have_bye"] == ["A", "B", "E"]


def test_where_nothing_can_be_paired_beside_a_named_bye_nobody_else_is_named_for_it():
    round_ = {"present": "AB", "bye": "C"}
    with pytest.raises(CannotPair) as caught:
        pair(club("ABC", ("long", round_), forbidden=["AB"]))
    assert caught.value.code == "no_pairing"
    assert "may_have_bye" not in caught.value.facts
    assert caught.value.left.may_get_bye == 0


def test_a_forbidden_pair_is_never_made_and_says_nothing_about_colours():
    explanation = explained(club("ABCD", ("long", {"present": "ABCD"}), forbidden=["BA"]))
    assert pairs_of(explanation.proposal) == ["C-A", "D-B"]
    assert refusals(explanation, "A", "B") == ["Forbidden"]


def test_a_fixed_board_keeps_its_players_colours_and_reason():
    board = {"white": "A", "black": "D", "fixed": "they asked for it"}
    explanation = explained(club("ABCDE", ("long", {"present": "BCE", "games": [board]})))
    made = explanation.proposal.pairs[0]
    assert pairs_of(explanation.proposal) == ["A-D", "C-B", "E-0"]
    assert made.fixed == "they asked for it"
    assert explanation.answer(made).first == (FixedByLeader("indeling.5a", "they asked for it"),)


def test_a_nearer_player_on_a_fixed_board_or_with_the_bye_is_named_as_such():
    round_ = {"present": "AEF", "games": ["B-D"], "bye": "C", "external": ["F"]}
    explanation = explained(club("ABCDEF", ("long", round_)))
    assert pairs_of(explanation.proposal) == ["E-A", "B-D", "C-0"]
    assert refusals(explanation, "A", "BCD") == ["OnFixedBoard", "HasBye", "OnFixedBoard"]
    assert [reason.code for reason in explanation.bye_answer().first] == ["NamedBye"]


def test_those_who_are_away_are_named_with_the_way_they_are():
    explanation = explained(
        club(
            "ABCDEFG",
            ("long", {}),
            ("long", {"present": "AG", "external": ["B"], "no_notice": ["C"], "exempt": ["D"]}),
            E={"left": 1},
            F={"joined": 3},
        )
    )
    assert [explanation.why_not("A", other).how for other in "BCDEF"] == [
        "external",
        "no_notice",
        "exempt",
        "left",
        "not_joined",
    ]


def test_a_bye_named_with_an_even_number_lapses_and_the_player_is_paired():
    explanation = explained(club("ABCD", ("long", {"present": "ABCD", "bye": "C"})))
    assert pairs_of(explanation.proposal) == ["B-A", "D-C"]
    (whole,) = explanation.steps()
    assert ByeLapsed("indeling.3", "C") in whole.steps


def test_an_unfinished_game_counts_for_meeting_and_colours():
    first = {"games": ["A-B", "C-D"]}
    explanation = explained(club("ABCD", ("long", first), ("long", {"present": "ABCD"})))
    assert pairs_of(explanation.proposal) == ["D-A", "B-C"]
    assert refusals(explanation, "A", "BC") == ["MetWithin", "SameColour"]


def test_nine_whites_of_twenty_have_black_against_one_of_three():
    # The share decides, not how many whites somebody is short of.
    games = ["A-C 1-0" if number < 9 else "C-A 1-0" for number in range(20)]
    games += ["B-D 1-0", "D-B 1-0", "E-B 1-0"]
    rounds = [{"games": [game]} for game in games]
    snapshot = club("ABCDE", ("long", *rounds))
    made = SYSTEM.colours(snapshot, options_of(snapshot), "A", "B")
    assert (made.white, made.black) == ("B", "A")


def test_equal_shares_in_the_tempo_are_decided_over_all_tempos():
    snapshot = club("ABCD", ("blitz", {"games": ["B-C 1-0", "D-A 1-0"]}), ("long", {}))
    made = SYSTEM.colours(snapshot, options_of(snapshot), "A", "B")
    assert made.white == "A"


def test_colours_are_reversed_only_after_a_game_in_the_same_tempo():
    snapshot = club("AB", ("blitz", {"games": ["A-B 1-0"]}), ("blitz", {}))
    assert SYSTEM.colours(snapshot, options_of(snapshot), "A", "B").white == "B"
    assert SYSTEM.colours(snapshot, options_of(snapshot), "B", "A").white == "B"


def test_the_window_looks_at_both_lists():
    # A met B two of his games ago, B met A only one of his games ago.
    rounds = [{"games": ["A-B 1-0", "C-D 1-0"]}, {"games": ["A-C 1-0"]}]
    tempo = {**LONG, "last_n": 1}
    snapshot = club("ABCD", ("long", *rounds), ("long", {"present": "AB"}), tempos=[tempo])
    attempt = explained(snapshot).decision.attempt
    assert (attempt.n0, attempt.n) == (1, 0)


def test_a_hand_made_pair_says_which_rules_it_breaks():
    first = {"games": ["A-B 1-0", "C-D 1-0"]}
    snapshot = club("ABCDE", ("long", first), ("long", {"present": "ABCDE"}))
    proposal = Proposal((Pair("A", "C"), Pair("D", "E")), "B")
    found = {
        (problem.article, problem.code)
        for problem in problems(snapshot, proposal, Rules(SYSTEM, options_of(snapshot)))
    }
    assert found == {("indeling.kleur", "colour_criterion"), ("kleur.4", "colours")}
    warnings = problems(snapshot, proposal, Rules(SYSTEM, options_of(snapshot)))
    (criterion,) = (one for one in warnings if one.code == "colour_criterion")
    said = Sentences("attacalc").problem(criterion)
    assert said == "A and C both had only white so far in this tempo."
    again = Proposal((Pair("A", "B"), Pair("D", "C")), "E")
    warnings = problems(snapshot, again, Rules(SYSTEM, options_of(snapshot)))
    assert [(w.severity, w.article, w.code) for w in warnings] == [
        ("warning", "indeling.n", "met_within"),
        ("warning", "kleur.1", "colours"),
        ("warning", "indeling.n", "met_within"),
    ]


def test_a_pair_alone_is_held_against_the_window_of_its_round():
    """A and B met two games ago: not within the last one, which is all that counts among two."""
    rounds = [{"games": ["A-B 1-0", "C-D 1-0"]}, {"games": ["C-A 1-0", "D-B 1-0"]}]
    alone = Proposal((Pair("A", "B", fixed="so"),))
    for present, expected in (("ABCD", ["met_within"]), ("AB", [])):
        snapshot = club("ABCD", ("long", *rounds), ("long", {"present": present}))
        found = Rules(SYSTEM, options_of(snapshot)).legality(snapshot, alone)
        assert [one.code for one in found if one.article == "indeling.n"] == expected


def test_what_is_said_of_colours_by_the_rules_is_not_said_of_these():
    """A and B met in this tempo, with these colours."""
    rounds = [{"games": ["A-B 1-0", "C-D 1-0"]}, {"games": ["C-A 1-0", "D-B 1-0"]}]
    snapshot = club("ABCD", ("long", *rounds), ("blitz", *rounds), ("long", {"present": "ABCD"}))
    turned = Proposal((Pair("A", "B", fixed="so"), Pair("C", "D")))
    met, colours, *_ = Rules(SYSTEM, options_of(snapshot)).legality(snapshot, turned)
    say = Sentences("attacalc").problem
    assert say(met).endswith(", in this tempo at most 3 games ago.")
    assert say(colours).startswith("By the rules the colours would be the other way round; then")
    assert say(colours).endswith("now the colours are reversed.”")
    assert say(replace(colours, why=None)).endswith("would be the other way round.")


def test_a_bye_for_somebody_who_had_one_is_warned_of_unless_the_leader_named_it():
    first = {"games": ["A-B 1-0"], "bye": "C"}
    proposal = Proposal((Pair("B", "A"),), "C")
    for named, expected in ((None, ["bye_not_fewest"]), ("C", [])):
        snapshot = club("ABC", ("long", first), ("long", {"present": "ABC", "bye": named}))
        found = problems(snapshot, proposal, Rules(SYSTEM, options_of(snapshot)))
        assert [p.code for p in found if p.article == "indeling.3"] == expected


def test_13_players_in_7_blitz_games_have_7_different_byes():
    played = []
    for _ in range(7):
        snapshot = club("ABCDEFGHIJKLM", ("blitz", *played, {"present": "ABCDEFGHIJKLM"}))
        proposal = pair(snapshot)
        games = [f"{made.white}-{made.black} 1-0" for made in proposal.pairs]
        played.append({"games": games, "bye": proposal.bye})
    assert sum(len(round_["games"]) for round_ in played) == 42
    assert len({round_["bye"] for round_ in played}) == 7
