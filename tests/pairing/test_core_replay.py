"""Rounds on record are paired again as they were before they were played."""

from dataclasses import replace

from pairing.core.ratings import expected_percent
from pairing.core.replay import before, replay
from pairing.core.rules import Rules
from pairing.core.types import Evening, Game, Result, Round
from pairing.core.unplayed import Unplayed
from pairing.random_competition import Wishes, random_competition
from pairing.registry import get_system, make_options

SYSTEM = get_system("knsb-rating")


def played():
    snapshot = random_competition(SYSTEM, Wishes(9, 4, seed=3, forfeits=10, absences=10))
    return snapshot, make_options(SYSTEM, snapshot.options)


def with_last_round(snapshot, **changes):
    """The competition with another last round."""
    last = snapshot.evenings[-1]
    round_ = replace(last.rounds[0], **changes)
    return replace(snapshot, evenings=(*snapshot.evenings[:-1], replace(last, rounds=(round_,))))


def test_a_competition_of_the_system_itself_does_not_differ():
    snapshot, options = played()
    found = list(replay(snapshot, Rules(SYSTEM, options)))
    assert [one.number for one in found] == [1, 2, 3, 4]
    assert not any(one.differs for one in found)


def test_turned_colours_are_a_difference():
    snapshot, options = played()
    first, *rest = snapshot.evenings[-1].rounds[0].games
    turned = Game(1, first.black, first.white)
    last = [*replay(with_last_round(snapshot, games=(turned, *rest)), Rules(SYSTEM, options))][-1]
    assert last.played_only == [turned]
    assert [(pair.white, pair.black) for pair in last.proposed_only] == [(first.white, first.black)]
    assert not last.has_other_bye


def test_a_board_that_was_fixed_stays_fixed_and_is_no_difference():
    snapshot, options = played()
    first, *rest = snapshot.evenings[-1].rounds[0].games
    fixed = Game(1, first.black, first.white, Result.DRAW, fixed="asked for")
    changed = with_last_round(snapshot, games=(fixed, *rest))
    to_pair = before(changed, [*changed.record()][-1]).to_pair().round
    assert to_pair.games == (replace(fixed, result=Result.UNFINISHED),)
    assert fixed.white not in to_pair.present
    last = [*replay(changed, Rules(SYSTEM, options))][-1]
    assert (fixed.white, fixed.black) not in {(g.white, g.black) for g in last.played_only}


def test_a_round_that_cannot_be_paired_differs():
    snapshot, options = played()
    alone = Round(unplayed={"1": Unplayed.BYE})
    changed = replace(snapshot, evenings=(Evening("long", (alone,)),))
    (only,) = replay(changed, Rules(SYSTEM, options))
    assert only.failure.code == "too_few"
    assert only.differs


def test_the_rating_table():
    differences = (0, 3, 4, -4, 100, -100, 400, 735, 736)
    assert [expected_percent(one, 0, most=abs(one)) for one in differences] == [
        50,
        50,
        51,
        49,
        64,
        36,
        92,
        99,
        100,
    ]
