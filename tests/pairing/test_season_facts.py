"""Who did most in a season, and how well they played."""

from fractions import Fraction

from pairing.core.season_facts import (
    Most,
    Upset,
    biggest_rises,
    longest_streak,
    most_evenings,
    most_games,
    most_meetings,
    performance_of,
    performances,
    players_of_evenings,
    upsets,
)
from pairing.core.standing import RanksAfter
from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
RATINGS = {"a": 2000, "b": 1800, "c": 1600, "d": None}


def season(*evenings):
    """A season of rounds, each a list of (white, black, result); a letter alone has the bye."""

    def round_of(boards):
        games = tuple(Game(at, *board) for at, board in enumerate(boards, 1) if len(board) == 3)
        return Round(games, {board: Unplayed.BYE for board in boards if len(board) == 1})

    return Snapshot(
        name="Season",
        system="attacalc",
        tempos=(Tempo("long"),),
        players=tuple(
            Player(key, start, key.upper(), rating)
            for start, (key, rating) in enumerate(RATINGS.items(), start=1)
        ),
        evenings=tuple(Evening("long", tuple(map(round_of, rounds))) for rounds in evenings),
    )


PLAYED = season(
    [[("a", "b", WHITE), ("c", "d", DRAW)], [("a", "c", WHITE), "b"]],
    [[("b", "a", WHITE), ("d", "c", Result.WHITE_WINS_FORFEIT)]],
    [[("a", "b", WHITE), ("c", "d", Result.UNFINISHED)]],
)


def test_a_forfeit_and_an_open_game_were_not_played():
    assert most_games(PLAYED) == Most(4, ("a",))
    assert most_meetings(PLAYED) == Most(3, (("a", "b"),))


def test_an_evening_counts_once_and_with_the_bye_but_not_with_a_forfeit():
    assert most_evenings(PLAYED) == Most(3, ("a", "b"))
    assert most_evenings(season([["c"]])) == Most(1, ("c",))


def test_an_evening_is_counted_with_all_who_were_there():
    assert players_of_evenings(PLAYED) == {1: 4, 2: 2, 3: 4}


def test_an_upset_is_won_on_the_board_against_a_higher_rating_the_greatest_first():
    assert upsets(PLAYED) == [Upset("b", "a", 200)]
    forfeit = ("c", "a", Result.WHITE_WINS_FORFEIT)
    won = season([[("c", "a", WHITE)]], [[("b", "a", WHITE)], [("a", "d", BLACK), forfeit]])
    assert upsets(won) == [Upset("c", "a", 400), Upset("b", "a", 200)]


def test_a_streak_ends_with_a_game_that_was_not_won_and_a_forfeit_is_passed_over():
    assert longest_streak(PLAYED, Fraction(1)) == Most(2, ("a",))
    drawn = season([[("a", "b", DRAW)]], [[("b", "a", DRAW)]], [[("b", "a", WHITE)]])
    assert longest_streak(drawn, Fraction(1, 2)) == Most(3, ("b",))
    assert longest_streak(drawn, Fraction(1)) == Most(1, ("b",))
    through = season(
        [[("a", "b", WHITE)]], [[("a", "b", Result.BLACK_WINS_FORFEIT)]], [[("a", "c", WHITE)]]
    )
    assert longest_streak(through, Fraction(1)) == Most(2, ("a",))


def test_nobody_has_most_of_nothing():
    nothing = season()
    assert most_games(nothing) == most_evenings(nothing) == most_meetings(nothing) == Most(0, ())
    assert performances(nothing, 1) == biggest_rises([]) == []


def test_all_who_rose_most_in_one_round_are_named():
    places = [
        RanksAfter(1, 1, "long", "", {"a": 1, "b": 2, "c": 3, "d": 4}),
        RanksAfter(1, 2, "long", "", {"a": 3, "b": 1, "c": 2, "d": 4}),
        RanksAfter(2, 1, "long", "", {"a": 4, "b": 3, "c": 1, "d": 2}),
    ]
    rises = [(one.player, one.then, one.now, one.round_key) for one in biggest_rises(places)]
    assert rises == [("d", 4, 2, (2, 1))]
    assert len(biggest_rises(places[:2])) == 2


def test_a_performance_is_the_average_and_what_the_score_is_worth():
    # By hand: 1800, 1600, 1800, 1800 are 1750 on average; 3 of 4 is 75 %, worth 193.
    found = dict(performances(PLAYED, 4))
    assert list(found) == ["a"]
    assert (found["a"].rating, found["a"].games, found["a"].average) == (1943, 4, 1750)
    # The one game of D was against 1600, and drawn; nobody has a performance against D.
    assert dict(performances(PLAYED, 1))["d"].rating == 1600
    assert dict(performances(PLAYED, 1))["c"].games == 1
    assert performance_of([]) is None
