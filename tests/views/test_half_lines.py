"""Half a line at each board of a proposal: why these two, and when they last met."""

import re
from itertools import permutations

import pytest

from clubcomp.flow.competitions.groups import by_rating, in_groups, set_groups
from clubcomp.flow.pairings.reasons import answer_to
from clubcomp.flow.standings import standings_of
from clubcomp.flow.wishes import choose
from clubcomp.models import Club, Game
from pairing.reasons import attacalc_refusals, every_system
from tests.make import finish_round, make_competition, make_evening, make_swiss
from tests.views.leader import Leader, text
from tests.views.public import TUESDAYS
from tests.views.test_pairings import publish

UNTIL_1 = {"from_game": "1", "until_game": "1"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader():
    """A leader whose game 1 is over, of twelve players, four of whom have left before game 2."""
    leader = Leader(make_evening(make_competition(12), "bmw", present=12))
    leader.press("pairing")
    publish(leader)
    finish_round(leader.evening.rounds.get())
    for line in standings_of(leader.evening.competition, leader.evening.tempo.key)[3:9:2]:
        leader.press("plan-attendance", line.entry.key, status="present", **UNTIL_1)
    leader.press("pairing", number="2")
    return leader


def test_each_half_line_is_true_by_the_standing_the_record_and_the_engine(leader):
    boards = leader.see("pairing").context["boards"]
    lines = standings_of(leader.evening.competition, leader.evening.tempo.key)
    place = {line.entry.key: line.place for line in lines}
    seated = {player.key for board in boards for player in board.players}
    met = [{*pair} for pair in Game.objects.values_list("white__key", "black__key")]
    round_ = leader.evening.rounds.get(number=2)
    pairs = [board for board in boards if board.black]
    assert len(pairs) >= 3

    def refusals(explanation):
        answers = map(explanation.answer, explanation.proposal.pairs)
        return [one for answer in answers for one in answer.refused]

    refused = answer_to(round_, refusals, "test")
    checked = set()
    for board in pairs:
        two, parts = {player.key for player in board.players}, board.half.split("; ")
        last = parts.pop()
        assert (last == "not met yet") == (two not in met)
        low, high = sorted(place[key] for key in two)
        between = {key for key, at in place.items() if low < at < high}
        for part in parts:
            numbers = [*map(int, re.findall(r"\d+", part))]
            what = re.sub(r"[\d, ]+(and \d+ )?", " ", part).strip()
            checked.add(what)
            if "play" in what and "between" not in what:
                assert numbers == sorted(place[key] for key in between - seated)
            elif what == "next to each other":
                assert not between
            elif what.startswith(("met", "has met", "have met")):
                *others, asked = numbers
                kinds = attacalc_refusals.MetWithin, every_system.Met
                for number in others:
                    assert any(
                        isinstance(one.why, kinds)
                        and {place[one.player], place[one.other]} == {number, asked}
                        for one in refused
                    )
            else:
                # What else is said shortly `pairing/test_short_forms_are_true.py` works out.
                assert what in ("was paired earlier", "were paired earlier", "left over") or any(
                    word in what for word in ("between", "colour", "would be left", "has the bye")
                )
    assert len(checked) >= 2


def test_a_swap_is_previewed_with_how_far_apart_the_two_are_and_when_they_last_met(leader):
    boards = [board for board in leader.see("pairing").context["boards"] if board.black]
    one, other = boards[0].white, boards[1].white
    page = leader.see("swap", one=one.key, other=other.key)
    after = page.context["preview"]["after"]
    lines = standings_of(leader.evening.competition, leader.evening.tempo.key)
    place = {line.entry.key: line.place for line in lines}
    intended = {
        player.key: place[opponent.key]
        for board in boards
        for player, opponent in permutations(board.players, 2)
    }
    assert len(after) == 2
    for row in after:
        white, black = row.white.key, row.black.key
        ends, apart = (place[white], place[black]), abs(place[white] - place[black])
        parts = row.half.split("; ")
        assert parts[0] == (
            f"places {ends[0]} and {ends[1]}, {apart} apart"
            if apart
            else f"both on place {ends[0]}"
        )
        assert parts[-1] == "not met yet" or parts[-1].startswith("last met on")
        off = [abs(intended[white] - place[black]), abs(intended[black] - place[white])]
        if len(set(off)) == 2:
            assert parts[1:-1] == [f"{off[0]} and {off[1]} places from the intended opponents"]
        else:
            places = "place" if off[0] == 1 else "places"
            said = [f"{off[0]} {places} from the intended opponent"]
            assert parts[1:-1] == (said if off[0] else [])
    assert all(row.half[1:] in text(page) for row in after)


def free_board(boards):
    [bye] = [board for board in boards if not board.black]
    return bye


def test_the_bye_says_why_it_is_this_player_and_when_they_last_had_one():
    leader = Leader(make_evening(make_competition(5), "bmw", date=TUESDAYS[0], present=5))
    leader.press("pairing")
    bye = free_board(leader.see("pairing").context["boards"])
    assert bye.half == "the last, and nobody had fewer byes; no bye yet"
    publish(leader)
    finish_round(leader.evening.rounds.get())
    leader.press("pairing", number="2")
    page = leader.see("pairing")
    now = free_board(page.context["boards"])
    assert now.white != bye.white
    assert now.half in text(page)
    lines = standings_of(leader.evening.competition, leader.evening.tempo.key)
    lower = [line for line in lines if line.place > place_of(lines, now.white)]
    assert [line.entry for line in lower] in ([], [bye.white])
    said = f"{lower[0].place} stands lower but had more byes" if lower else "the last, and nobody"
    assert now.half.startswith(said)
    assert now.half.endswith("; no bye yet")
    again = leader.see("swap", one=bye.white.key, act="free").context["preview"]["after"]
    assert free_board(again).half.startswith("last bye on ")


def place_of(lines, entry):
    return next(line.place for line in lines if line.entry == entry)


def test_the_bye_of_each_group_says_why_it_is_this_player():
    competition = make_swiss(10)
    set_groups(competition, in_groups(by_rating(competition), [5, 5]), by=None)
    leader = Leader(make_evening(competition, "standard", date=TUESDAYS[0], present=10))
    leader.press("pairing")
    byes = [one for one in leader.see("pairing").context["boards"] if not one.black]
    assert [one.half for one in byes] == ["the lowest of those to be paired; no bye yet"] * 2


def test_the_lead_says_who_is_awaited_behind_a_fold_and_how_many_are_told(leader, settings):
    settings.SENDS_EMAIL = True
    boards = leader.see("pairing").context["boards"]
    player = boards[0].white.player
    Club.objects.get().players.filter(pk=player.pk).update(email="a@b.example")
    player.refresh_from_db()
    choose(player, {"email": ["board"]}, language="en")
    page = leader.see("pairing")
    assert "Publishing sends 1 player a message." in text(page)
    head, _fold, rest = text(page).partition('<ol class="boards proposal">')
    assert "Publish game 2" in head
    assert "Not paired in game 2" in rest
