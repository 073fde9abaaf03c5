"""Who wins which prize: examples as a regulation has them, and every assignment of small fields."""

from fractions import Fraction
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from pairing.core.prizes import Award, Prize, PrizeRule, awards

OVERALL = [(player, Fraction(9 - at)) for at, player in enumerate("abcdefg")]
YOUTH = [one for one in OVERALL if one[0] in "bdf"]
TABLES = {"all": OVERALL, "youth": YOUTH}


def given_to(prizes, tables=None, **rule):
    made = awards(prizes, tables or TABLES, PrizeRule(**rule))
    return {award.prize.key: "".join(award.winners) for award in made}


def of(table, *places, first=1, **values):
    return [
        Prize(key, table, place, **values) for key, place in enumerate(places or (1,), start=first)
    ]


# Examples -------------------------------------------------------------------------------------


def test_the_next_in_line_gets_what_a_better_prize_frees():
    prizes = [*of("all", 1, 2, 3), *of("youth", 1, 2, first=11)]
    assert given_to(prizes) == {1: "a", 2: "b", 3: "c", 11: "d", 12: "f"}
    youth = awards(prizes, TABLES, PrizeRule())[3]
    assert youth == Award(prizes[3], ("d",), (2,), (("b", 2),))


def test_whatever_table_comes_first_frees_the_other():
    prizes = [*of("youth", first=11), *of("all", 1, 2, 3)]
    assert given_to(prizes) == {11: "b", 1: "a", 2: "c", 3: "d"}


def test_the_dearest_comes_first_where_that_is_the_rule_and_equal_ones_as_listed():
    prizes = [
        *of("all", 1, worth=100),
        *of("all", 2, first=2, worth=40),
        *of("youth", 1, first=11, worth=60),
    ]
    assert given_to(prizes, dearest_first=True) == {1: "a", 11: "b", 2: "c"}
    assert given_to(prizes) == {1: "a", 2: "b", 11: "d"}
    same = [*of("youth", first=11, worth=5), *of("all", 1, 2, worth=5)]
    assert given_to(same, dearest_first=True) == given_to(same)


def test_where_nobody_is_kept_from_a_second_prize_every_place_has_its_own():
    prizes = [*of("all", 1, 2, 3), *of("youth", 1, 2, first=11)]
    assert given_to(prizes, one_each=False) == {1: "a", 2: "b", 3: "c", 11: "b", 12: "d"}


def test_a_prize_apart_takes_nobodys_place_and_nobody_is_kept_from_it():
    prizes = [Prize(9, named="b", is_apart=True), *of("all", 1, 2), *of("youth", first=11)]
    assert given_to(prizes) == {9: "b", 1: "a", 2: "b", 11: "d"}


def test_a_prize_by_hand_is_for_who_is_named_unless_they_have_one():
    by_hand = Prize(9, named="a")
    assert given_to([by_hand, *of("all", 1, 2)]) == {9: "a", 1: "b", 2: "c"}
    last = awards([*of("all"), by_hand, Prize(10)], TABLES, PrizeRule())
    assert last[1:] == [Award(by_hand, passed=(("a", 1),)), Award(Prize(10))]


def test_who_stand_equal_share():
    places = {"a": 1, "b": 2, "c": 2, "d": 2, "e": 5}
    tables = {"all": [*places.items()]}
    prizes = of("all", 1, 2, 3)
    assert given_to(prizes, tables) == {1: "a", 2: "bcd", 3: "bcd"}
    more = of("all", 1, 2, 3, 4, 5)
    assert given_to(more, tables)[5] == "e"


def test_nobody_is_left_in_a_small_table():
    prizes = [*of("all", 1, 2), *of("youth", 1, 2, 3, first=11)]
    made = awards(prizes, TABLES, PrizeRule())
    assert [award.winners for award in made] == [("a",), ("b",), ("d",), ("f",), ()]
    assert made[-1].passed == (("b", 2),)


# Every assignment -----------------------------------------------------------------------------


def is_right(choice, prizes, tables, rule):
    """Whether these are the winners, by the words of `pairing.core.prizes`: for each prize, given
    those before it.
    """
    for at, prize in enumerate(prizes):
        before = [
            (prizes[one], choice[one])
            for one in range(at)
            if rule.one_each and not prize.is_apart and not prizes[one].is_apart
        ]
        if prize.table is None:
            has = any(prize.named in won for _prize, won in before)
            wanted = set() if has or prize.named is None else {prize.named}
        else:
            others = {
                player for other, won in before if other.table != prize.table for player in won
            }
            line = [one for one in tables[prize.table] if one[0] not in others]
            wanted = set()
            for _player, points in line:
                equal = {one for one, value in line if value == points}
                ends = max(index for index, (one, _points) in enumerate(line) if one in equal)
                full = [won for other, won in before if other.table == prize.table and won & equal]
                if ends + 1 >= prize.place and len(full) < len(equal):
                    wanted = equal
                    break
        if choice[at] != wanted:
            return False
    return True


@st.composite
def contests(draw):
    players = "abcd"[: draw(st.integers(1, 4))]
    points = sorted((draw(st.integers(0, 2)) for _ in players), reverse=True)
    line = [(one, Fraction(value, 2)) for one, value in zip(players, points, strict=True)]
    youth = draw(st.sets(st.sampled_from(players)))
    tables = {
        "all": line,
        "youth": [one for one in line if one[0] in youth],
        "others": [one for one in line if one[0] not in youth],
    }
    prizes = [
        Prize(
            key,
            table := draw(st.sampled_from([*tables, None])),
            draw(st.integers(1, 3)) if table else 0,
            draw(st.sampled_from([*players, None])) if table is None else None,
            draw(st.integers(0, 2)),
            draw(st.booleans()),
        )
        for key in range(draw(st.integers(1, 3)))
    ]
    rule = PrizeRule(draw(st.booleans()), draw(st.booleans()))
    return prizes, tables, rule


@given(contests())
def test_of_all_ways_to_give_the_prizes_one_is_right_and_it_is_the_one_given(contest):
    prizes, tables, rule = contest
    ordered = [
        prize
        for worth in (range(2, -1, -1) if rule.dearest_first else [None])
        for prize in prizes
        if worth in (None, prize.worth)
    ]
    players = [player for player, _points in tables["all"]]
    sets = [set(some) for size in range(5) for some in combinations(players, size)]
    right = [
        choice
        for choice in product(sets, repeat=len(ordered))
        if is_right(choice, ordered, tables, rule)
    ]
    made = awards(prizes, tables, rule)
    assert [award.prize for award in made] == ordered
    assert right == [tuple(set(award.winners) for award in made)]


@given(contests())
def test_nobody_has_two_prizes_but_those_they_share_and_those_apart(contest):
    prizes, tables, rule = contest
    made = [award for award in awards(prizes, tables, rule) if not award.prize.is_apart]
    if rule.one_each:
        for one, other in combinations(made, 2):
            common = set(one.winners) & set(other.winners)
            assert not common or one.prize.table == other.prize.table
            if common:
                assert len(one.winners) > 1 or len(other.winners) > 1


@given(contests())
def test_every_passed_player_has_the_prize_that_is_named_and_stands_before_the_winners(contest):
    prizes, tables, rule = contest
    made = awards(prizes, tables, rule)
    won = {award.prize.key: award for award in made}
    for award in made:
        line = [player for player, _points in tables.get(award.prize.table, ())]
        assert list(award.places) == [line.index(one) + 1 for one in award.winners if line]
        for player, key in award.passed:
            assert player in won[key].winners
            if award.winners:
                assert line.index(player) < line.index(award.winners[-1])
