"""What is said against a pair that a hand made under the Swiss system on rating?"""

from dataclasses import replace

import pytest

from pairing.core.types import Evening, Game, Pair, Player, Proposal, Result, Round, Snapshot, Tempo
from pairing.registry import get_system, make_options

SYSTEM = get_system("knsb-rating")
WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS

#: Eight players, three rounds. After them: a 3, b 2, c 2, d 1½, e 1½, f 1, g 1, h 0.
ROUNDS = [
    [("a", "e", WHITE), ("f", "b", BLACK), ("c", "g", WHITE), ("h", "d", DRAW)],
    [("b", "a", BLACK), ("d", "c", BLACK), ("e", "f", DRAW), ("g", "h", WHITE)],
    [("a", "c", WHITE), ("b", "d", WHITE), ("g", "e", BLACK), ("f", "h", DRAW)],
]


def competition(rounds=ROUNDS, *, of=6):
    """The competition before its next round, everybody there."""
    names = "abcdefgh"
    played = tuple(
        Evening(
            "long",
            (
                Round(
                    tuple(Game(n, *game) for n, game in enumerate(games, start=1)),
                    paired_by="elsewhere",
                ),
            ),
        )
        for games in rounds
    )
    to_pair = Evening("long", (Round(present=tuple(names)),))
    return Snapshot(
        name="by hand",
        system="knsb-rating",
        tempos=(Tempo("long"),),
        players=tuple(
            Player(name, start, name.upper(), rating=2000 - 10 * start)
            for start, name in enumerate(names, start=1)
        ),
        evenings=(*played, to_pair),
        options={"rounds": of},
    )


def against(white, black, snapshot=None, *, fixed="so"):
    """Articles and codes of what is said against one board."""
    snapshot = snapshot or competition()
    proposal = Proposal((Pair(white, black, fixed=fixed),))
    options = make_options(SYSTEM, snapshot.options)
    found = SYSTEM.legality(snapshot, options, proposal)
    assert all(problem.severity == "warning" for problem in found)
    return [(problem.article, problem.code) for problem in found]


def facts(white, black, code):
    """The facts of one thing that is said."""
    snapshot = competition()
    proposal = Proposal((Pair(white, black, fixed="so"),))
    found = SYSTEM.legality(snapshot, make_options(SYSTEM, snapshot.options), proposal)
    return next(problem.facts for problem in found if problem.code == code)


def test_a_second_meeting_is_against_b1a():
    assert ("B1a", "met_before") in against("a", "e")


def test_of_a_pair_that_the_system_made_the_weighed_norms_say_nothing():
    assert "B3" in [article for article, _code in against("b", "e")]
    assert "B3" not in [article for article, _code in against("b", "e", fixed="")]


def test_different_scores_are_against_b3_and_name_both():
    said = facts("h", "a", "score_difference")
    assert (said["down"], said["down_score"], said["up"], said["up_score"]) == ("a", "3", "h", "1")


def test_a_colour_once_too_often_is_against_b2_but_not_for_a_topscorer():
    twice = competition(
        [
            [("a", "e", WHITE), ("b", "f", WHITE), ("c", "g", WHITE), ("d", "h", DRAW)],
            [("a", "d", WHITE), ("c", "b", DRAW), ("f", "e", DRAW), ("g", "h", WHITE)],
        ]
    )
    assert against("a", "h", twice).count(("B2", "absolute_denied")) == 2
    found = against("a", "h", replace(twice, options={"rounds": 3}))
    assert "B2" not in [article for article, _code in found]


def test_a_wish_denied_is_against_b4_unless_the_colours_are_the_wrong_way_round():
    found = against("b", "h")
    assert [code for article, code in found if article.startswith("E")] == ["colours"]
    assert "colour_denied" not in [code for _article, code in found]


@pytest.mark.parametrize(("ago", "article"), [(1, "B5"), (2, "B6")])
def test_the_same_float_again_is_against_b5_or_b6(ago, article):
    first = [("a", "e", WHITE), ("f", "b", BLACK), ("c", "g", WHITE), ("h", "d", DRAW)]
    floated = [("d", "c", DRAW), ("a", "b", DRAW), ("e", "f", DRAW), ("g", "h", DRAW)]
    level = [("c", "a", DRAW), ("b", "d", DRAW), ("f", "g", DRAW), ("h", "e", DRAW)]
    snapshot = competition([first, floated, *([level] if ago == 2 else [])])
    assert (article, "same_float") in against("h", "c", snapshot)
