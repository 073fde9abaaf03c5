"""Small positions of both older editions worked out by hand, and all in which the two differ."""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from pairing.core.colours import Lot, colour_of_higher, preference
from pairing.core.position import Float
from pairing.core.rules import Rules
from pairing.core.types import Colour, Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.registry import get_system, make_options, options_to_document
from pairing.swiss.bracket import Level
from pairing.swiss.candidates_1996 import first_candidate
from pairing.swiss.criteria_1996 import Bracket1996
from pairing.swiss.options import ClassicOptions
from pairing.swiss.position import ARTICLES, PlayerState, Position, read_position
from pairing.swiss.procedure_1996 import Procedure1996
from pairing.swiss.roster import Roster, read_roster
from tests.pairing.snapshots import unplayed

K, F = "knsb-rating-1996", "fide-rating-1998"
WHITE, BLACK = Colour.WHITE, Colour.BLACK
BOTH = pytest.mark.parametrize("key", [K, F])


def played(size, rounds, away=(), rated=True):
    """A competition of players 1, 2, ... by rating; a round as "1-5 1-0, 6-2 0-1, bye 7"."""
    players = tuple(
        Player(str(n), n, f"P{n:02}", rating=2400 - 50 * n if rated else 2000)
        for n in range(1, size + 1)
    )
    made = tuple(read_round(text) for text in rounds)
    there = tuple(player.id for player in players if player.id not in away)
    return Snapshot(
        name="example",
        system=K,
        tempos=(Tempo("long"),),
        players=players,
        evenings=(Evening("long", (*made, Round(present=there))),),
    )


def read_round(text):
    """A round on record."""
    games, bye, half = [], None, []
    for part in text.split(", "):
        first, rest = part.split(" ")
        if first == "bye":
            bye = rest
        elif first == "half":
            half.append(rest)
        else:
            white, black = first.split("-")
            games.append(Game(len(games) + 1, white, black, Result.parse(rest)))
    return Round(games=tuple(games), unplayed=unplayed(bye=bye, half_point_byes=half))


def paired(key, snapshot, rounds=9, colour="white"):
    """The pairing as "4-1 2-3, bye 5"."""
    system = get_system(key)
    options = make_options(system, {"rounds": rounds, "initial_colour": colour})
    proposal = system.pair(snapshot, options)
    pairs = " ".join(f"{pair.white}-{pair.black}" for pair in proposal.pairs)
    return f"{pairs}, bye {proposal.bye}" if proposal.bye else pairs


@BOTH
def test_the_first_round_of_eight_and_of_seven(key):
    assert paired(key, played(8, [])) == "1-5 6-2 3-7 8-4"
    assert paired(key, played(7, []), colour="black") == "4-1 2-5 6-3, bye 7"


@pytest.mark.parametrize(("key", "pairs"), [(K, "2-5 6-3 4-7"), (F, "5-2 3-6 7-4")])
def test_the_first_colours_go_by_place_in_s1_or_by_pairing_number(key, pairs):
    assert paired(key, played(7, [], away=("1",))) == pairs


@BOTH
def test_a_clash_that_x_does_not_allow_is_transposed_away(key):
    snapshot = played(8, ["1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1"])
    assert paired(key, snapshot) == "4-1 2-3 5-8 7-6"


@BOTH
def test_clashes_that_numbers_make_necessary(key):
    """1, 3, 6 and 8 have had white: x is 2, nobody's preference is mild, E4 gives the colours."""
    snapshot = played(8, ["1-5 1-0, 6-2 1-0, 3-7 1-0, 8-4 1-0"])
    assert paired(key, snapshot).startswith("6-1 8-3")


@dataclass
class Scored:
    """As much of a player's state as a bracket asks for."""

    score: int = 2


def group_of(key, size, met=(), mild=(), whites=()):
    """A homogeneous bracket; who is not in `whites` prefers nothing. Places count from 1."""

    def those(places):
        return sum(1 << place - 1 for place in places)

    everybody = range(1, size + 1)
    may_meet = [
        those(
            other
            for other in everybody
            if other != place and (place, other) not in met and (other, place) not in met
        )
        for place in everybody
    ]
    return Bracket1996(
        Roster(
            edition=get_system(key).edition,
            players=[Scored()] * size,
            seat={},
            may_meet=may_meet,
            against_b2=[],
            prefer={WHITE: those(whites), BLACK: 0},
            prefer_strongly={},
            mild=those(mild),
            down=(0, 0),
            up=(0, 0),
            may_get_bye=0,
            is_odd_round=True,
        ),
        range(size),
        moved_down=0,
    )


def pairs_of(bracket):
    """The first pairing, as places from 1."""
    return [(a + 1, b + 1) for a, b in first_candidate(bracket, Level(0, 0)).pairs]


@pytest.mark.parametrize(("key", "pairs"), [(F, [(1, 3), (2, 4)]), (K, [(1, 4), (2, 3)])])
def test_mild_preferences_are_reversed_to_make_x_smaller_only_by_the_knsb(key, pairs):
    """All want white, 2 and 4 mildly: for FIDE x is 2, for the KNSB 1-3 is one clash too many."""
    assert pairs_of(group_of(key, 4, whites=(1, 2, 3, 4), mild=(2, 4))) == pairs


@BOTH
def test_nobody_gets_the_same_float_twice_running(key):
    """1-2 would move 5 down again, who had the bye; 2 and 3 clash, so x is raised."""
    snapshot = played(5, ["1-3 1-0, 4-2 0-1, bye 5"])
    assert paired(key, snapshot) == "5-1 2-3, bye 4"


@BOTH
def test_the_first_exchange_is_of_neighbours(key):
    bracket = group_of(key, 6, met=[(3, 4), (3, 5), (3, 6)])
    assert pairs_of(bracket) == [(1, 3), (2, 5), (4, 6)]


@BOTH
@pytest.mark.parametrize(("rounds", "may"), [(3, True), (4, False)])
def test_in_the_last_round_b2_is_lifted_for_top_scorers_only(key, rounds, may):
    """After two rounds 1 and 2 have 2 points and white twice, 5 and 6 have 0 and black twice."""
    snapshot = played(
        8,
        [
            "1-5 1-0, 2-6 1-0, 3-7 1/2-1/2, 4-8 1/2-1/2",
            "1-8 1-0, 2-7 1-0, 3-5 1-0, 4-6 1-0",
        ],
    )
    edition = get_system(key).edition
    position = read_position(snapshot, ClassicOptions(rounds), edition)
    roster = read_roster(position, position.players, ())

    def may_meet(one, other):
        return bool(roster.may_meet[roster.seat[one]] >> roster.seat[other] & 1)

    assert may_meet("1", "2") is may
    assert not may_meet("5", "6")


#: A published position of ten players after four rounds: half points, opponents, colours, and
#: the float of the last round, D or U; two rounds ago there was none.
PUBLISHED = """
1 7 6,4,2,5 wbwb D
2 7 7,3,1,4 bwbw D
3 5 8,2,6,7 wbwb D
4 4 9,1,7,2 bwbb U
5 4 10,6,8,1 wbww U
6 5 1,5,3,9 bwbw D
7 2 2,10,4,3 wbww U
8 4 3,9,5,10 bwbw D
9 2 4,8,10,6 wbwb U
10 0 5,7,9,8 bwbb U
"""


def published_states():
    for line in PUBLISHED.strip().splitlines():
        number, score, opponents, colours, floated = line.split()
        colours = [WHITE if colour == "w" else BLACK for colour in colours]
        fits = frozenset(colour for colour in Colour if [*colours[-2:], colour] != [colour] * 3)
        yield PlayerState(
            player=Player(number, int(number), number),
            score=int(score),
            colours=colours,
            preference=preference(colours),
            opponents=frozenset(opponents.split(",")),
            floats=(Float.DOWN if floated == "D" else Float.UP, None),
            may_get_bye=True,
            may_have=fits,
            is_top_scorer=False,
            unplayed=0,
        )


@BOTH
def test_brackets_are_joined_and_one_opened_as_in_a_published_position(key):
    """1 and 2 meet nobody of their own; everything below is joined; then 1 2 3 6 are opened."""
    states = sorted(published_states(), key=lambda one: (-one.score, one.player.start))
    edition = get_system(key).edition
    position = Position(5, 9, states, None, edition, Colour.WHITE)
    roster = read_roster(position, states, ())
    settled = Procedure1996(roster).pair_brackets()
    pairs = [
        (roster.players[one.bracket.seats[a]], roster.players[one.bracket.seats[b]])
        for one in settled
        if one.candidate
        for a, b in one.candidate.pairs
    ]
    pairs.sort(key=lambda pair: (-pair[0].score, -pair[1].score))
    found = []
    for higher, lower in pairs:
        lot = Lot(WHITE, higher.player.start, "number", "E", ARTICLES)
        colour, *_ = colour_of_higher(higher, lower, lot)
        white, black = (higher, lower) if colour is WHITE else (lower, higher)
        found.append(f"{white.id}-{black.id}")
    assert found == ["1-3", "10-2", "6-7", "4-8", "9-5"]
    last = edition.articles.last
    assert [(step.code, step.article) for step in settled[-1].steps] == [
        ("merged", last),
        ("merged", last),
        ("helped", last),
    ]
    assert [(step.code, step.article) for step in settled[-2].steps] == [("opened", last)]


@pytest.mark.parametrize(("key", "bye"), [(K, "3"), (F, "2")])
def test_half_a_point_without_playing_bars_the_bye_only_for_fide(key, bye):
    """3, the lowest, had a half-point bye; for the KNSB he may still be free."""
    snapshot = played(5, ["1-4 1/2-1/2, 5-2 1/2-1/2, half 3"], away=("4", "5"))
    assert paired(key, snapshot).endswith(f"bye {bye}")


@BOTH
def test_who_is_alone_is_free_unless_he_has_been(key):
    alone = played(2, ["1-2 1-0"], away=("2",))
    assert paired(key, alone) == ", bye 1"


@pytest.mark.parametrize(
    ("key", "order"), [(K, ["2", "1"]), (F, ["2", "1"]), ("knsb-rating", ["1", "2"])]
)
def test_the_average_rating_of_the_opponents_is_rounded_by_c07_and_not_by_f10(key, order):
    """1 met 1901 and 1800, 2 met 1900 and 1802: 1850½ and 1851. Rounded, the lot decides."""
    games = ["1-3 1-0, 2-4 1-0, 5-6 1/2-1/2", "1-5 1-0, 2-6 1-0, 3-4 1/2-1/2"]
    ratings = (2000, 1990, 1901, 1900, 1800, 1802)
    snapshot = played(6, games)
    players = zip(snapshot.players, ratings, strict=True)
    snapshot = replace(snapshot, players=tuple(replace(one, rating=r) for one, r in players))
    system = get_system(key)
    options = make_options(system, {"rounds": 5, "tie_breaks": ["average_rating", "lot"]})
    rows = system.standings(snapshot, options, "all")
    assert [row.player for row in rows][:2] == order
    exact = [row.tiebreaks["average_rating"] for row in rows[:2]]
    assert exact == [1851, Fraction(3701, 2) if order[0] == "2" else 1851]


@BOTH
def test_no_option_but_rounds_has_to_be_chosen(key):
    system = get_system(key)
    options = make_options(system, {"rounds": 7})
    assert options_to_document(Rules(system, options)) == {"rounds": 7}
    assert options.tie_breaks == ("first_place_encounter", "average_rating", "lot")
