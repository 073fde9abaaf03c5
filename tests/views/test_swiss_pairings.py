"""What does the leader see of a Swiss round: its groups, its floats, what a hand breaks?"""

import pytest

from clubcomp.flow.pairings import propose_round
from clubcomp.models import Round
from pairing.core.types import Result
from tests.make import make_competition, make_evening, make_swiss, play_swiss_round
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def proposed(rounds: int = 2, count: int = 7, **last: int) -> Leader:
    """Leads the evening after so many rounds, with a proposal on the table."""
    competition = make_swiss(count, rounds=rounds + 1)
    for number in range(1, rounds + 1):
        play_swiss_round(competition, WHITE, DRAW, BLACK, **(last if number == rounds else {}))
    evening = make_evening(competition, "standard")
    propose_round(evening, by=None)
    return Leader(evening)


# The proposal --------------------------------------------------------------------------------


def test_each_group_of_points_has_its_heading_in_one_list_of_boards():
    leader = proposed()
    page = leader.see("pairing")
    rows = page.context["rows"]
    highest = [max(side.points for side in row.sides) for row in rows if row.number]
    assert highest == sorted(highest, reverse=True)
    begins = [row.group for row in rows if row.group is not None]
    assert begins == sorted(set(highest), reverse=True)
    assert len(begins) > 1
    assert text(page).count('<h2 class="group">') == len(begins)
    assert text(page).count('<ol class="boards') == 1


def test_who_meets_other_points_is_marked_in_words_at_both_ends():
    leader = proposed()
    page = leader.see("pairing")
    for row in page.context["rows"]:
        points, floats = zip(*[(side.points, side.floats) for side in row.sides], strict=True)
        if not row.number:
            assert floats == ("down",)
        elif points[0] == points[1]:
            assert floats == ("", "")
        else:
            assert floats == (("down", "up") if points[0] > points[1] else ("up", "down"))
    assert "downfloat" in text(page)
    assert "upfloat" in text(page)


def test_rating_and_points_stand_at_every_name():
    leader = proposed()
    said = text(leader.see("pairing"))
    assert said.count('class="standing"') == 7
    assert "1 point," in said
    assert "</span>2000" in said


def test_a_first_round_has_no_groups():
    competition = make_swiss(6)
    leader = Leader(make_evening(competition, "standard"))
    page = leader.press("pairing")
    assert [row.group for row in page.context["rows"]] == [None] * 3
    assert "0 points" in text(page)


def test_a_system_without_groups_of_points_shows_none():
    leader = Leader(make_evening(make_competition(6)))
    assert 'class="standing"' not in text(leader.press("pairing"))


def test_a_published_round_keeps_the_points_that_it_was_paired_by():
    leader = proposed()
    leader.press("next-game", after="0")
    round_ = Round.objects.get(evening=leader.evening)
    assert round_.is_on_record
    rows = leader.see("pairing").context["rows"]
    assert [row.group for row in rows if row.group is not None]


def test_a_game_that_is_not_finished_is_named_as_a_draw_for_this_pairing():
    leader = proposed(adjourned=1)
    page = leader.see("pairing")
    (game,) = page.context["open_games"]
    said = text(page)
    assert "it counts as a draw for this pairing" in said
    assert "article F9" in said
    assert f"{game.white} – {game.black}" in said
    assert "counts as a draw" not in text(proposed_anew(leader))


def proposed_anew(leader: Leader):
    """The proposal once the adjourned game is decided."""
    first = leader.evening.competition.evenings.get(number=2)
    at = leader.evening
    leader.evening = first
    data = {"result": "1-0", "seen": "*", "reason": "played on"}
    leader.press("correct-result", 1, 1, **data)
    leader.evening = at
    return leader.see("pairing")
