"""Does the check find each thing that can be wrong with a proposal?"""

from pairing.core.invariants import problems
from pairing.core.system import Abilities
from pairing.core.types import Pair, Problem, Proposal, Result
from tests.pairing.snapshots import club


def found(proposal, present="ABCD", **round_):
    """The codes of the problems of a proposal, and the players they are about."""
    forbidden = round_.pop("forbidden", [])
    snapshot = club("ABCDEF", ("long", {"present": present, **round_}), forbidden=forbidden)
    return [(p.code, p.facts.get("player", "")) for p in problems(snapshot, proposal)]


def test_a_sound_proposal_has_no_problems():
    assert found(Proposal((Pair("A", "B"), Pair("C", "D")))) == []
    assert found(Proposal((Pair("A", "B"),), "C"), present="ABC") == []


def test_somebody_left_out_is_missing():
    assert found(Proposal((Pair("A", "B"),))) == [("missing", "C"), ("missing", "D")]


def test_somebody_seated_twice_is_found():
    assert found(Proposal((Pair("A", "B"), Pair("C", "A")))) == [("twice", "A"), ("missing", "D")]
    assert ("twice", "A") in found(Proposal((Pair("A", "A"), Pair("C", "D"))))


def test_somebody_with_a_board_and_the_bye_is_seated_twice():
    assert found(Proposal((Pair("A", "B"),), "A"), present="ABC") == [
        ("twice", "A"),
        ("missing", "C"),
    ]


def test_somebody_who_is_not_there_is_found():
    assert found(Proposal((Pair("A", "B"), Pair("C", "E")))) == [
        ("not_present", "E"),
        ("missing", "D"),
    ]
    assert ("not_present", "D") in found(Proposal((Pair("A", "B"), Pair("C", "D"))), external=["D"])


def test_a_bye_goes_with_an_odd_number_only():
    assert found(Proposal((Pair("A", "B"),)), present="ABC") == [("missing", "C"), ("no_bye", "")]
    assert ("bye_though_even", "C") in found(Proposal((Pair("A", "B"),), "C"))


def test_a_forbidden_pair_is_an_error_whatever_its_colours():
    assert found(Proposal((Pair("B", "A"), Pair("C", "D"))), forbidden=["AB"]) == [
        ("forbidden", "")
    ]


def test_a_fixed_board_has_to_stay_with_its_colours():
    kept = Proposal((Pair("A", "B"), Pair("C", "D")))
    assert found(kept, games=["A-B"]) == []
    turned = Proposal((Pair("B", "A"), Pair("C", "D")))
    assert found(turned, games=["A-B"]) == [("fixed_changed", "")]


def test_the_rules_are_asked_about_whoever_is_there():
    class Rules:
        abilities = Abilities()

        def legality(self, snapshot, proposal):
            return [Problem("warning", "repeat")]

    there = club("ABCDEF", ("long", {"present": "ABCD"}))
    paired = Proposal((Pair("A", "B"), Pair("C", "D")))
    assert [p.code for p in problems(there, paired, Rules())] == ["repeat"]
    # The missing are no reason not to ask, a stranger is: the rules know nothing of their colours.
    assert [p.code for p in problems(there, Proposal((Pair("A", "B"),)), Rules())] == [
        "missing",
        "missing",
        "repeat",
    ]
    strangers = Proposal((Pair("A", "B"), Pair("C", "D"), Pair("E", "F")))
    assert {p.code for p in problems(there, strangers, Rules())} == {"not_present"}


def test_without_a_round_to_be_paired_there_is_nothing_to_check():
    (problem,) = problems(club("AB"), Proposal(()))
    assert (problem.severity, problem.code) == ("error", "nothing_to_pair")


def test_where_the_schedule_is_fixed_who_is_away_has_a_board_that_is_not_played_now():
    class Rules:
        abilities = Abilities(schedule_is_fixed=True)

        def legality(self, snapshot, proposal):
            return []

    there = club("ABCDEF", ("long", {"present": "ABCD"}), forbidden=[("A", "B")])
    pairs = (Pair("A", "B"), Pair("C", "E", result=Result.UNFINISHED))
    proposal = Proposal((*pairs, Pair("F", "D", result=Result.BLACK_WINS_FORFEIT)))
    assert problems(there, proposal, Rules()) == []
    odd = Proposal(proposal.pairs[:2], bye="D")
    assert problems(there, odd, Rules()) == []
    played = Proposal((Pair("A", "B"), Pair("C", "E"), Pair("F", "D")))
    assert [p.code for p in problems(there, played, Rules())] == ["not_present"] * 2
    assert "missing" in [p.code for p in problems(there, Proposal(pairs), Rules())]
    assert {"not_present", "forbidden"} <= {p.code for p in problems(there, proposal)}


def test_who_has_nothing_to_play_in_a_round_of_a_cup_is_not_missing_from_it():
    class Rules:
        abilities = Abilities(schedule_is_fixed=True, knocks_out=True)

        def idle(self, snapshot):
            return {"C"}

        def legality(self, snapshot, proposal):
            return []

    there = club("ABCD", ("long", {"present": "ABCD"}))
    (problem,) = problems(there, Proposal((Pair("A", "B"),)), Rules())
    assert (problem.code, problem.facts["player"]) == ("missing", "D")


def in_two_groups(first, second):
    """A round to be paired in which all of two groups are there."""
    groups = {player: {"group": "1"} for player in first}
    groups |= {player: {"group": "2"} for player in second}
    return club(first + second, ("long", {"present": first + second}), **groups)


def test_each_group_is_checked_by_itself():
    there = in_two_groups("ABC", "DEF")
    assert problems(there, Proposal((Pair("A", "B"), Pair("D", "E")), "C", ("F",))) == []
    only_one_free = problems(there, Proposal((Pair("A", "B"), Pair("D", "E")), "C"))
    assert [problem.code for problem in only_one_free] == ["missing", "no_bye"]


def test_players_of_two_groups_do_not_meet():
    there = in_two_groups("AB", "CD")
    mixed = problems(there, Proposal((Pair("A", "C"), Pair("B", "D"))))
    met = [problem.facts for problem in mixed if problem.code == "other_group"]
    assert met == [{"white": "A", "black": "C"}, {"white": "B", "black": "D"}]


def test_a_group_has_no_game_only_where_its_schedule_may_be_finished():
    class Rules:
        abilities = Abilities(schedule_is_fixed=True)

        def legality(self, snapshot, proposal):
            return []

    there, one_group = in_two_groups("AB", "CD"), Proposal((Pair("A", "B"),))
    missing = [problem.facts["player"] for problem in problems(there, one_group)]
    assert missing == ["C", "D"]
    assert problems(there, one_group, Rules()) == []
    # Whose bye it is goes by the schedule, and a group can have a bye and nothing else.
    free = problems(there, Proposal((Pair("A", "B"),), "C"), Rules())
    assert [problem.facts["player"] for problem in free] == ["D"]
    undivided = club("AB", ("long", {"present": "AB"}))
    assert [problem.code for problem in problems(undivided, Proposal(()), Rules())] == [
        "missing",
        "missing",
    ]
