"""Does Swiss on rating explain itself? Small positions word by word, and random rounds."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from django.utils.translation import override

from pairing.core.explanation import Refused
from pairing.core.types import Colour
from pairing.matching.budget import counted
from pairing.reasons.every_system import (
    FixedByLeader,
    HadPointsUnplayed,
    Met,
    NotThere,
    NotWorkedOut,
    OnFixedBoard,
    OnlyOneWith,
    PlaysAbove,
)
from pairing.reasons.swiss import (
    BelowUnpaired,
    BothWant,
    ComesAfter,
    FirstRoundLowest,
    FloatsAgain,
    NobodyBelow,
    OtherGroups,
    OthersWant,
)
from pairing.reasons.swiss_groups import (
    CameFirst,
    ChangedHalves,
    NotAcross,
    StayedOver,
    StayedOverNot,
)
from pairing.reasons.swiss_steps import BrokenFor, FewerForLast, Opened
from pairing.registry import rules_of
from pairing.sentences.reasons import sentence
from pairing.sentences.words import Words
from tests.how_many import how_many
from tests.pairing.snapshots import club
from tests.pairing.truth.rounds import random_round

KNSB, KNSB_1996, FIDE = KEYS = "knsb-rating", "knsb-rating-1996", "fide-rating-1998"
ROUNDS = how_many(200, exhaustive=1000)
WORDS = Words()


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


def swiss(key, ids, *rounds, rounds_in_all=9, forbidden=(), **changes):
    """A competition of one-letter players, the highest rated first; the last round is to pair."""
    snapshot = club(
        ids,
        *(("long", round_) for round_ in rounds),
        options={"rounds": rounds_in_all},
        forbidden=forbidden,
        **changes,
    )
    players = tuple(replace(player, rating=2400 - 10 * player.start) for player in snapshot.players)
    return replace(snapshot, system=key, players=players)


def explained(snapshot):
    return rules_of(snapshot).explain(snapshot)


def pair_of(explanation, player):
    return next(one for one in explanation.proposal.pairs if player in (one.white, one.black))


def first(explanation, player, reader=""):
    """What comes first about a player's board."""
    answer = explanation.answer(pair_of(explanation, player))
    return " ".join(sentence(reason, WORDS, reader) for reason in answer.first)


def games(*texts, **more):
    return {"games": list(texts), **more}


#: After two rounds s, m, n, b and f have 2 points, j 1½; s, n and b want white, m and f black.
FIVE = (
    games("s-u 1-0", "v-m 0-1", "n-w 1-0", "b-x 1-0", "y-f 0-1", "j-z 1-0"),
    games("v-s 0-1", "m-u 1-0", "x-n 0-1", "w-b 0-1", "f-z 1-0", "y-j 1/2-1/2"),
)


@pytest.fixture
def five():
    there = {"present": "smnbfjuvwxyz"}
    return explained(swiss(KNSB, "smnbfjuvwxyz", *FIVE, there))


def test_the_best_still_free_is_the_opponent(five):
    said = "m plays the best left in the lower half of the group of 2 points: n."
    assert first(five, "m") == said
    assert first(five, "m", reader="m").startswith("You play the best")
    assert first(five, "m", reader="n").endswith("of 2 points: you.")
    colour = five.answer(pair_of(five, "m")).colour
    assert {sentence(colour, WORDS, one) for one in "mn"} == {"You both have the colour you want."}


def test_only_who_is_present_counts_as_one_with_as_many_points():
    """b, away in round 2, has 1 point too."""
    rounds = games("a-c 1-0", "b-d 1-0"), {"present": "acd"}
    assert first(explained(swiss(KNSB, "abcd", *rounds)), "a").startswith(
        "a is the only one present with 1 point. "
    )


def test_a_group_of_two_needs_no_halves():
    rounds = games("a-c 1-0", "b-d 1-0"), {"present": "abcd"}
    one = explained(swiss(KNSB, "abcd", *rounds))
    assert first(one, "a") == "a and b are the only two present with 1 point."
    assert first(one, "a", reader="b") == "You and a are the only two present with 1 point."


def test_who_had_no_opponent_in_a_group_may_have_been_the_lowest_there():
    """6 and 7 stand lower than 3, and could meet nobody in their group."""
    said = [
        sentence(one, WORDS)
        for group in explained(random_round(KNSB, 9001)[0]).steps()
        for one in group.steps
        if isinstance(one, StayedOver)
    ]
    assert "3 was left over in the group of 2½ points." in said


def test_who_came_first_is_refused_by_what_would_be_worse(five):
    assert five.why_not("s", "n") == BothWant("B4", Colour.WHITE, 1, 0, 1)
    assert five.why_not("s", "b") == BothWant("B4", Colour.WHITE, 1, 0, 1)
    assert first(five, "s") == "n came first for s, but both want white. In all 2 came before f."
    refused = five.answer(pair_of(five, "s")).refused
    assert [(one.other, one.in_place) for one in refused] == [("n", False), ("b", False)]


def test_an_equal_pairing_that_comes_later_is_no_colour_denied(five):
    assert five.why_not("m", "b") == ComesAfter("D1", "n", "b")
    both_want_black = BothWant("B4", Colour.BLACK, 1, 0, 2)
    assert five.why_not("m", "f") == both_want_black  # and then s has n or b, both for white


def test_who_stayed_over_is_asked_against_who_stands_lower(five):
    why = OthersWant("B4", "s", "n", BothWant("B4", Colour.WHITE, 1, 0, 1))
    assert sentence(why, WORDS, "n") == "then you would play s, and both want white"
    over, only = five.answer(pair_of(five, "b")).first
    assert isinstance(over, StayedOverNot)
    assert (over.player, over.other, over.why) == ("b", "f", why)
    assert isinstance(only, OnlyOneWith)
    refused = five.answer(pair_of(five, "b")).refused
    assert [one for one in refused if one.in_place] == [Refused("b", "f", why, in_place=True)]


def test_one_reason_wherever_it_stands(five):
    why = five.why_not("s", "n")
    assert five.why_not("n", "s") is why
    assert five.answer(pair_of(five, "s")).refused[0].why is why
    assert five.answer(pair_of(five, "s")).first[0] == CameFirst("D1", "s", "n", why)
    assert why in [one.why for group in five.steps() for one in group.steps if hasattr(one, "why")]


def test_players_of_other_groups(five):
    assert five.why_not("m", "j") == OtherGroups("B3", "m", "j", 2, Fraction(3, 2))
    assert five.why_not("s", "v") == Met("B1a", 2)


def test_the_drawing_shows_halves_wishes_and_who_leaves(five):
    drawing = five.drawings()[five.answer(pair_of(five, "m")).drawing]
    assert [seat.player for seat in drawing.upper] == ["s", "m"]
    assert [seat.player for seat in drawing.lower] == ["n", "b", "f"]
    assert [(seat.number, seat.wish, seat.strength) for seat in drawing.lower][:1] == [
        (3, Colour.WHITE, 1)
    ]
    assert (drawing.pairs, drawing.leaving) == ((("s", "f"), ("m", "n")), ("b",))
    below = five.drawings()[1]
    assert below.arrived == ("b",)


def test_colours_counted_back_stand_under_each_other():
    """e was away in round 1: their last games stand under each other."""
    rounds = games("a-c 1-0", "b-d 0-1"), games("c-b 1-0", "e-d 1-0", "a-f 1-0")
    snapshot = swiss(KNSB, "abcdef", *rounds, {"present": "ce"})
    one = explained(snapshot)
    (pair,) = one.proposal.pairs
    history = one.answer(pair).history
    assert {pair.white: history.white, pair.black: history.black} == {"c": "bw", "e": "-w"}
    assert history.deciding is None  # e's wish is the stronger one


@pytest.mark.parametrize("key", KEYS)
def test_a_forbidden_pair_is_the_only_cause_of_an_exchange(key):
    """a may meet neither c nor d, and b has to have one of them."""
    pairs = [("a", "c"), ("a", "d")]
    one = explained(swiss(key, "abcd", {"present": "abcd"}, forbidden=pairs))
    reasons = [why for pair in one.proposal.pairs for why in one.answer(pair).first]
    (why,) = {why for why in reasons if isinstance(why, ChangedHalves)}
    assert why.why == NotAcross("D2", ("a",))
    said = f"{why.up[0]} changed halves with {why.down[0]}; if not, a would have no opponent in"
    assert sentence(why, WORDS).startswith(said)
    untold = Words(untold=[frozenset(pair) for pair in pairs])
    assert sentence(one.why_not("a", "c"), untold) == "these two could not be paired"


def said_in(key, number, kind):
    """All that is said with a kind of reason in the steps of a random round."""
    snapshot, rules = random_round(key, number)
    steps = [step for group in rules.explain(snapshot).steps() for step in group.steps]
    reasons = [step.why if isinstance(step, Refused) else step for step in steps]
    return [sentence(one, WORDS) for one in reasons if isinstance(one, kind)]


@pytest.mark.parametrize(
    ("key", "where"), [(KNSB, "their group"), (FIDE, "the lower half of their group")]
)
def test_the_points_of_a_merged_group_are_not_said_of_who_has_more(key, where):
    merged = explained(random_round(key, 61)[0])
    assert f"plays the best left in {where}: " in first(merged, "2")


def test_only_the_group_of_their_own_points_is_said_to_be_added():
    """Those of 2½ points were added first; of those of 3 everybody had come already."""
    one = explained(random_round(FIDE, 61)[0])
    assert first(one, "5").startswith("5 had no possible opponent in the group of 3 points.")
    assert "so the group of 3½ points was added." in first(one, "2")


def test_too_many_of_one_wish_are_so_in_one_part_of_a_group():
    """d and g come down; d, f and h want white, as one of two pairs would. f and h are left over
    from d and g and have to meet; d has not to meet f (A8 of the six, then of the two)."""
    played = games("c-f 1-0", "e-h 1-0", "g-d 1/2-1/2")
    there = {"present": "abcdefgh"}
    one = explained(swiss(FIDE, "abcdefgh", played, there, rounds_in_all=2, forbidden=[("a", "d")]))
    assert {*map(frozenset, one.proposal.seats)} == {*map(frozenset, ("ce", "bd", "ag", "fh"))}
    assert sentence(one.why_not("d", "f"), WORDS) == (
        "then, of those who came down, more pairs than need be would want the same colour"
    )


def test_who_could_meet_nobody_in_a_group_is_compared_with_nobody_there():
    answer = explained(random_round("fide-dutch", 28)[0])
    refused = answer.answer(pair_of(answer, "2")).refused
    assert refused == ()


def test_a_float_that_could_be_avoided_says_what_weighs_more():
    assert said_in(KNSB, 10, BrokenFor) == [
        "1 × an upfloat as in the last round; with fewer there would at best be more of: two who "
        "strongly want the same colour.",
    ]


def test_a_group_opened_for_nothing_is_not_said_to_have_no_other_way():
    """The group of 2 points is paired anew for the last one, and comes out as at first. Without
    the float b could meet e, which both want black for."""
    one = explained(
        swiss(
            KNSB,
            "abcdefghi",
            games("b-d 1-0", "e-c 0-1", bye="g", full_point_byes=["f"]),
            games("f-b 0-1", "c-g 0-1F", "d-h 1-0", "i-e 1-0F"),
            games("b-g 1-0", "c-f 1/2-1/2", "a-e 1-0", bye="h"),
            games("c-b 0-1", "f-a 1-0F", "h-i 1-0", "e-d 1-0", full_point_byes=["g"]),
            games("b-h 1-0", "g-f 1-0F", "d-c 1-0", "i-a 0-1", bye="e"),
            {"present": "abcdefghi"},
            rounds_in_all=6,
            a={"joined": 3},
        )
    )
    (group,) = one.steps(Fraction(2))
    assert [step.heavier.name for step in group.steps if isinstance(step, BrokenFor)] == ["X"]


def test_fewer_pairs_for_the_last_group_are_no_more_than_possible():
    assert said_in(KNSB, 169, FewerForLast) == [
        "2 pairs could be made here, with 1 of those who came down paired first, but then not "
        "everybody in the last group could be paired; this one makes do with 1."
    ]
    assert said_in(FIDE, 45, FewerForLast)


def test_an_opened_group_says_who_would_have_stayed_over():
    assert said_in(KNSB, 147, Opened) == [
        "At first 8 would be left over, but then the group of ½ point could not be paired as "
        "fully; now it is 4."
    ]
    assert set(said_in(KNSB, 147, NobodyBelow)) == {
        "then 8 would be left over, with nobody to play in the group of ½ point"
    }
    assert said_in(KNSB_1996, 120, BelowUnpaired)


def test_who_is_paired_above_after_all_was_in_no_group_below():
    """At first a was left over from a, b and d, and had met c; then b, who goes on to the last."""
    one = explained(
        swiss(
            KNSB,
            "abcdef",
            games("a-d 0-1F", "e-b 0-1", "c-f 1-0"),
            games("b-d 1-0F", "a-c 1-0", "f-e 0-1"),
            games("b-c 1-0", "e-d 0-1", "f-a 0-1"),
            games("a-b 1-0", "d-f 1-0", "c-e 1-0F"),
            {"present": "abcdef"},
            rounds_in_all=5,
        )
    )
    assert pair_of(one, "a") is pair_of(one, "d")
    (between,) = one.steps(Fraction(2))
    assert [sentence(step, WORDS) for step in between.steps] == [
        "Group of 2 points, 1 player.",
        "This was so before the group of 3 points was paired anew; who is left over there now goes"
        " straight to a lower group.",
        "c had no possible opponent in the group of 2 points.",
    ]


@pytest.mark.parametrize("key", KEYS)
def test_a_repeated_float_is_named_with_its_round(key):
    number = {KNSB: 19, KNSB_1996: 29, FIDE: 9}[key]
    assert all(
        " ago" in said or " last round" in said or " right after " in said
        for said in said_in(key, number, FloatsAgain)
    )


def test_who_has_had_points_without_playing_has_no_bye():
    rounds = games("a-c 1-0", "b-d 1-0", bye="e"), {"present": "abcde"}
    one = explained(swiss(KNSB, "abcde", *rounds))
    assert one.proposal.bye != "e"
    assert one.why_not_bye("e") == HadPointsUnplayed("B1b", "e")
    # Who has an opponent above never came down to the last bracket: no rule of the bye.
    assert one.why_not_bye("a") == PlaysAbove("A3", "a", 1)
    assert one.why_not_bye(one.proposal.bye) is None


def test_half_a_point_without_playing_does_not_count_as_the_bye():
    """By the edition of 1996 a has the bye after half a point, and b and c a point, unplayed."""
    rounds = games("a-b 1-0", bye="c"), games("b-c 1-0F", half_point_byes=["a"])
    one = explained(swiss(KNSB_1996, "abc", *rounds, {"present": "abc"}))
    assert one.proposal.bye == "a"
    assert {sentence(one.why_not_bye(other), WORDS) for other in "bc"} == {
        "already had the bye, or points that count as one"
    }


def test_the_lowest_of_the_first_round_has_the_bye():
    one = explained(swiss(KNSB, "abcde", {"present": "abcde"}))
    assert one.why_not_bye("a") == FirstRoundLowest("F4", "e")
    said = [sentence(why, WORDS, "e") for why in one.bye_answer().first]
    assert said == [
        "You have the bye: in the first round it goes to the lowest of those to be paired."
    ]


def test_fixed_boards_and_absence():
    to_pair = games({"white": "a", "black": "b", "fixed": "sisters"}, present="abcd")
    one = explained(swiss(KNSB, "abcde", to_pair))
    assert one.answer(pair_of(one, "a")).first == (FixedByLeader("F6", "sisters"),)
    assert one.why_not("c", "a") == OnFixedBoard("F6", "a", "b")
    assert one.why_not("e", "c") == NotThere("F5", "e", "absent")
    assert one.why_not("a", "b") is None


# Random rounds ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_every_two_have_a_reason_and_every_answer_is_short(key):
    names = Words(lambda player: f"Jan {player}")
    for number in range(ROUNDS):
        snapshot, rules = random_round(key, number)
        one = rules.explain(snapshot)
        assert one.proposal == rules.pair(snapshot)
        pairs = {frozenset((pair.white, pair.black)) for pair in one.proposal.pairs}
        for two in combinations(sorted(player.id for player in snapshot.players), 2):
            assert (one.why_not(*two) is None) == (frozenset(two) in pairs)
        answers = [one.answer(pair) for pair in one.proposal.pairs]
        bye = one.bye_answer()
        for answer in [*answers, bye] if bye else answers:
            said = " ".join(sentence(reason, names) for reason in answer.first)
            assert 0 < len(said.split()) <= 35, said
        assert one.steps() or not one.drawings()


def test_what_takes_too_much_work_is_said():
    snapshot, rules = random_round(KNSB, 19)
    one = rules.explain(snapshot)
    with counted(limit=0):
        whys = {type(one.why_not("1", other)) for other in "23456"}
    assert NotWorkedOut in whys
