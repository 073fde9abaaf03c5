"""The cup: the bracket, how ties are decided, who is away or leaves, place three and the plate.

Whole cups are held against a second transcription, `knockout_reference`.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from pairing.core.rules import Rules
from pairing.core.system import CannotPair
from pairing.core.tie import Ending, Part
from pairing.core.types import Evening, Game, Player, Proposal, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.knockout.bracket import numbers_by_leaf
from pairing.knockout.options import Options
from pairing.reasons.knockout import HadWhiteLess
from pairing.systems.knockout import SYSTEM
from tests.how_many import how_many
from tests.pairing.knockout_reference import NOBODY, UNKNOWN, Cup
from tests.pairing.swiss_tournaments import drawn_options, outcome

WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
OPEN, NOBODY_CAME = Result.UNFINISHED, Result.BOTH_LOSE_FORFEIT


def cup(size, **options):
    players = tuple(Player(f"p{n}", n, f"Speler {n}", rating=2200 - n) for n in range(1, size + 1))
    return Snapshot("A cup", "knockout", (Tempo("long"),), players, options=options)


def rules_of(snapshot):
    return Rules(SYSTEM, Options(**snapshot.options))


def to_pair(snapshot, away=(), no_notice=(), fixed=()):
    """The next round, on an evening of its own, with everybody there but these."""
    absent = {*away, *no_notice, *(player for game in fixed for player in game.players)}
    there = tuple(one.id for one in snapshot.players if one.id not in absent)
    unplayed = dict.fromkeys(no_notice, Unplayed.NO_NOTICE)
    round_ = Round(tuple(fixed), unplayed, present=there)
    return replace(snapshot, evenings=(*snapshot.evenings, Evening("long", (round_,))))


def paired(snapshot, **who):
    """The boards of the next round by number, White first."""
    snapshot = to_pair(snapshot, **who)
    pairs = rules_of(snapshot).pair(snapshot).pairs
    return [(int(pair.white[1:]), int(pair.black[1:])) for pair in pairs]


def play(snapshot, *results):
    """The next round with these results, the last of them on all further boards."""
    pairs = rules_of(snapshot).pair(to_pair(snapshot)).pairs
    games = tuple(
        Game(board, pair.white, pair.black, results[min(board, len(results)) - 1])
        for board, pair in enumerate(pairs, start=1)
    )
    return replace(snapshot, evenings=(*snapshot.evenings, Evening("long", (Round(games),))))


def left(snapshot, **last_evenings):
    players = tuple(replace(one, left=last_evenings.get(one.id)) for one in snapshot.players)
    return replace(snapshot, players=players)


def refused(snapshot, **who):
    with pytest.raises(CannotPair) as failure:
        paired(snapshot, **who)
    return failure.value


def places(snapshot):
    return [int(row.player[1:]) for row in rules_of(snapshot).standings(snapshot, "all")]


def said(snapshot):
    rows = rules_of(snapshot).standings(snapshot, "all")
    return {int(row.player[1:]): row.said for row in rows}


# The bracket -----------------------------------------------------------------------------


def test_the_best_numbers_meet_as_late_as_can_be():
    assert numbers_by_leaf(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    for size in (2, 4, 8, 16, 32, 64, 128, 256, 512):
        numbers = numbers_by_leaf(size)
        assert sorted(numbers) == [*range(1, size + 1)]
        part = size
        while part > 1:  # of the best so many each is alone in its part of the bracket
            best = size // part
            parts = [numbers[at : at + part] for at in range(0, size, part)]
            assert {sum(number <= best for number in each) for each in parts} == {1}
            part //= 2
        ties = zip(numbers[::2], numbers[1::2], strict=True)
        assert {one + other for one, other in ties} == {size + 1}


@pytest.mark.parametrize("size", [2, 3, 5, 8, 64, 200, 512])
def test_a_cup_of_any_size_comes_down_to_one_by_beating_all_others(size):
    whole, boards = cup(size), []
    while isinstance(made := outcome(rules_of(whole).pair, to_pair(whole)), Proposal):
        boards.append(len(made.pairs))
        whole = play(whole, WHITE, BLACK)
    assert (made.code, made.facts["winner"]) == ("no_round_left", f"p{places(whole)[0]}")
    rounds = (size - 1).bit_length()
    assert boards == [size - 2 ** (rounds - 1), *(2**n for n in range(rounds - 2, -1, -1))]
    lost = Counter(
        game.black if game.result is WHITE else game.white
        for recorded in whole.record()
        for game in recorded.round.games
    )
    assert set(lost.values()) == {1}
    assert len(lost) == size - 1


def test_the_first_numbers_go_on_without_a_game():
    assert paired(cup(5)) == [(5, 4)]
    after = play(cup(5), WHITE)
    assert paired(after) == [(1, 5), (3, 2)]
    assert rules_of(cup(5)).idle(cup(5)) == {"p1", "p2", "p3"}
    ties = {(tie.key.round, tie.key.number): tie for tie in rules_of(after).ties(after)}
    assert ties[1, 1].ending is Ending.ALONE
    assert ties[1, 2].winner == "p5"


def test_seeded_players_have_the_first_numbers_and_lots_the_others():
    whole = cup(6, seeds=2)
    drawn = ["p4", "p2", "p6", "p1", "p5", "p3"]
    assert rules_of(whole).restricted_lot(whole, drawn) == ["p1", "p2", "p4", "p6", "p5", "p3"]


@pytest.mark.parametrize(
    ("snapshot", "code"),
    [(cup(0), "no_cup"), (cup(1), "no_cup"), (cup(513), "too_many")],
)
def test_too_few_and_too_many_players_are_refused(snapshot, code):
    assert refused(snapshot).code == code


# A tie -----------------------------------------------------------------------------------


def test_a_draw_is_played_again_with_the_colours_changed_and_black_goes_on_at_last():
    whole = play(cup(4, replays=1, rapid=1, blitz=1), DRAW, BLACK)
    assert paired(whole) == [(4, 1)]  # only the tie that goes on
    assert told(whole) == ["replay"]
    whole = play(whole, DRAW)
    assert (paired(whole), told(whole)) == ([(1, 4)], ["rapid"])
    whole = play(whole, DRAW)
    assert (paired(whole), told(whole)) == ([(4, 1)], ["blitz"])
    whole = play(whole, DRAW)  # number 1 had Black
    assert paired(whole) == [(2, 1)]  # number 1 had White twice
    (tie,) = [one for one in rules_of(whole).ties(whole) if one.ending is Ending.COLOUR]
    assert tie.winner == "p1"


def told(snapshot):
    """What the next game of each tie is, in the words of its reason."""
    asked = rules_of(snapshot).explain(to_pair(snapshot))
    return [asked.answer(pair).first[0].kind for pair in asked.proposal.pairs]


def test_a_lot_is_what_the_record_says():
    whole = play(cup(2, rapid=0, blitz=0, still_level="lot"), DRAW)
    assert told(whole) == ["lot"]
    assert told(play(whole, DRAW)) == ["lot"]  # no lot was drawn
    over = play(whole, Result.BLACK_WINS_FORFEIT)
    assert refused(over).facts == {"winner": "p1"}


def test_of_two_games_the_points_of_both_count():
    whole = play(cup(2, games=2), BLACK)
    assert (paired(whole), told(whole)) == ([(2, 1)], ["second"])
    assert refused(play(whole, DRAW)).facts == {"winner": "p2"}
    level = play(whole, BLACK)
    assert told(level) == ["rapid"]
    assert refused(play(level, WHITE)).facts == {"winner": "p1"}


def test_white_is_who_had_it_less_and_else_by_the_place_in_the_bracket():
    whole = cup(8)
    assert paired(whole) == [(1, 8), (5, 4), (2, 7), (6, 3)]
    whole = play(whole, WHITE, BLACK, BLACK, WHITE)  # 1 and 6 had White, 4 and 7 Black
    assert paired(whole) == [(4, 1), (7, 6)]
    explained = rules_of(whole).explain(to_pair(whole))
    colours = [explained.answer(pair).colour for pair in explained.proposal.pairs]
    assert colours[0] == HadWhiteLess("2.1", "p4", -1, "p1", 1)
    # A forfeit is no colour.
    whole = play(cup(4), Result.WHITE_WINS_FORFEIT, WHITE)
    assert paired(whole) == [(1, 3)]


# Who is not there ------------------------------------------------------------------------


def test_a_game_of_who_is_away_is_postponed_or_forfeited_and_holds_up_only_its_own_way():
    def results(snapshot, **who):
        pairs = rules_of(snapshot).pair(to_pair(snapshot, **who)).pairs
        return {(pair.white, pair.black): str(pair.result) for pair in pairs if pair.result}

    assert results(cup(4), away=["p4"]) == {("p1", "p4"): "*"}
    assert results(cup(4), no_notice=["p4"]) == {("p1", "p4"): "1-0F"}
    assert results(cup(4, away="forfeited"), away=["p3", "p2"]) == {("p3", "p2"): "0-0F"}

    whole = play(cup(8), OPEN, WHITE, WHITE, BLACK)
    assert paired(whole) == [(3, 2)]  # 1 - 8 is open
    later = play(whole, WHITE)
    failure = refused(later)
    assert (failure.code, failure.facts["ties"]) == ("still_open", [["p1", "p8"]])


def test_when_both_lose_by_forfeit_nobody_goes_on():
    whole = play(cup(4), NOBODY_CAME, WHITE)
    assert refused(whole).facts == {"winner": "p3"}
    assert said(whole)[1].code == "OutIn"
    assert refused(play(cup(2), NOBODY_CAME)).facts == {"winner": None}


def test_who_leaves_loses_the_tie_that_is_not_decided():
    whole = left(play(cup(4), WHITE), p1=1)
    assert refused(whole).facts == {"winner": "p3"}
    assert places(whole) == [3, 1, 2, 4]
    before = left(play(cup(8), OPEN, WHITE, WHITE, BLACK), p1=1)
    assert paired(before) == [(8, 5), (3, 2)]


def test_when_everybody_leaves_nobody_wins_and_it_is_said():
    whole = left(play(cup(4), WHITE), p1=1, p2=1, p3=1, p4=1)
    assert refused(whole).facts == {"winner": None}
    assert len(places(whole)) == 4
    assert rules_of(whole).out(whole) == {"p1", "p2", "p3", "p4"}


def test_fewer_than_two_who_are_there_play_no_round():
    assert refused(cup(4), away=["p1", "p2", "p3"]).code == "too_few"


def test_a_result_that_is_corrected_later_changes_nothing_that_was_played_since():
    whole = play(play(cup(4), WHITE, BLACK), OPEN)  # 1 - 2 is the final
    first, *others = whole.evenings[0].rounds[0].games
    other = replace(first, result=BLACK)
    corrected = Evening("long", (Round((other, *others)),))
    whole = replace(whole, evenings=(corrected, whole.evenings[1]))
    ties = {tie.key.round * 10 + tie.key.number: tie for tie in rules_of(whole).ties(whole)}
    assert (ties[11].winner, ties[11].ending) == ("p1", Ending.WENT_ON)
    assert ties[21].players == ("p1", "p2")
    # Not played yet, it is the other one who goes on.
    assert paired(replace(whole, evenings=(corrected,))) == [(4, 2)]


def test_the_leader_may_turn_a_board_round_and_fix_no_other():
    made = paired(cup(4), fixed=[Game(1, "p4", "p1", fixed="asked for")])
    assert made == [(4, 1), (3, 2)]
    failure = refused(cup(4), fixed=[Game(1, "p1", "p2", fixed="asked for")])
    assert failure.code == "not_due"
    whole = to_pair(cup(5))
    round_ = whole.evenings[-1].rounds[0].with_bye("p1")
    whole = replace(whole, evenings=(Evening("long", (round_,)),))
    with pytest.raises(CannotPair) as failure:
        rules_of(whole).pair(whole)
    assert failure.value.code == "no_bye_named"


# Beside the cup, and the places ----------------------------------------------------------


def test_place_three_is_played_with_the_final():
    whole = play(cup(4, third_place=True), WHITE)  # 1 and 3 go on
    assert paired(whole) == [(1, 3), (4, 2)]
    whole = play(whole, WHITE, BLACK)
    assert places(whole) == [1, 3, 2, 4]
    assert [said(whole)[n].place for n in (1, 3, 2, 4)] == [1, 2, 3, 4]


def test_nobody_is_fourth_where_nobody_is_third():
    whole = play(play(cup(4, third_place=True), WHITE), WHITE, NOBODY_CAME)
    assert places(whole) == [1, 3, 2, 4]
    assert {said(whole)[n].code for n in (2, 4)} == {"OutIn"}


def test_who_loses_the_first_tie_goes_on_in_the_plate():
    whole = play(cup(8, plate=True), WHITE)  # 1 5 2 6 go on, 8 4 7 3 do not
    assert paired(whole) == [(1, 5), (6, 2), (8, 4), (3, 7)]
    whole = play(whole, WHITE)
    assert paired(whole) == [(1, 6), (8, 3)]
    assert rules_of(whole).out(whole) == {"p2", "p4", "p5", "p7"}
    whole = play(whole, BLACK, WHITE)
    assert said(whole)[8].code == "WonPlate"
    assert refused(whole).facts == {"winner": "p6"}


def test_who_loses_after_a_bye_has_a_second_chance_too():
    whole = play(play(cup(6, plate=True), WHITE), WHITE)
    # Round 1: 5 beat 4 and 6 beat 3, 1 and 2 had no game; round 2: 1 beat 5, 2 beat 6.
    (one, other), *more = paired(whole)
    assert {one, other} == {1, 2}
    assert more == [(4, 3)]


def test_a_cup_that_is_not_over_places_who_is_still_in_first():
    whole = play(cup(8), WHITE)
    assert places(whole) == [1, 2, 5, 6, 3, 4, 7, 8]
    assert {n: one.code for n, one in said(whole).items()} == dict.fromkeys(
        (1, 2, 5, 6), "StillIn"
    ) | dict.fromkeys((3, 4, 7, 8), "OutIn")


# Whole cups ------------------------------------------------------------------------------


def after_any_past(seed):
    """A cup that was played for some rounds, with everything that can happen in one."""
    random = Random(seed)
    size = random.choice([2, 3, 4, 5, 5, 6, 7, 8, 9, 11])
    whole = cup(size, **drawn_options(random, "knockout", 0, []))
    results = [WHITE, WHITE, BLACK, BLACK, DRAW, DRAW, Result.parse("1-0F"), Result.parse("0-1F")]
    results += [OPEN, NOBODY_CAME] if random.random() < 0.5 else []
    for evening in range(1, random.randint(1, 9)):
        try:
            whole = play(whole, *random.choices(results, k=size))
        except CannotPair:
            break
        if random.random() < 0.2:
            leaver = random.choice(whole.players)
            if leaver.left is None:
                gone = {one.id: one.left for one in whole.players if one.left}
                whole = left(whole, **gone | {leaver.id: evening})
    return whole


def test_any_cup_is_paired_as_the_second_transcription_pairs_it():
    for seed in range(how_many(150, exhaustive=5_000)):
        whole = after_any_past(seed)
        by_reference = Cup(whole, len(whole.evenings) + 1)
        due = {frozenset(tie.seats): by_reference.white(tie) for tie in by_reference.due}
        paired_now = outcome(rules_of(whole).pair, to_pair(whole))
        if isinstance(paired_now, CannotPair):
            final = by_reference.cup[-1][0].winner
            over = {"winner": None if final == NOBODY else final}
            assert not due, seed
            assert paired_now.code == "still_open" or paired_now.facts == over, seed
            continue
        pairs = paired_now.pairs
        assert {frozenset((one.white, one.black)): one.white for one in pairs} == due, seed
        assert rules_of(whole).idle(whole) == {one.id for one in whole.players} - {
            one for both in due for one in both
        }
        assert {*by_reference.ids} - rules_of(whole).out(whole) == by_reference.still_in, seed
        ties = {
            (str(tie.key.part), tie.key.round, tie.key.number): tie
            for tie in rules_of(whole).ties(whole)
        }
        for tie in by_reference.ties:
            made = ties[tie.part, tie.round, tie.number]
            assert made.is_decided == (tie.winner != UNKNOWN), (seed, made)
            assert (made.winner or NOBODY) == tie.winner or tie.winner == UNKNOWN, (seed, made)
        assert len(ties) == len(by_reference.ties)
        assert Part.PLATE not in {tie.key.part for tie in ties.values()} or whole.options["plate"]
