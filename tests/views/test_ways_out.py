"""What can the leader press where a round cannot be paired? Each button leads on."""

import json
import re
from dataclasses import replace
from importlib import import_module

import pytest
from django.urls import reverse

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.competitions.entries import add_entry, change_entry, forbid_pair
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import put_off, record_result
from clubcomp.models import Competition, Entry, Evening, Game, Round, Unpaired
from clubcomp.pages.pairings import NEXT_STEPS
from clubcomp.record.snapshots import snapshot_of
from pairing.core.types import Result
from pairing.formats.document import read_document, write_document
from pairing.matching import budget
from pairing.registry import system_keys
from tests.make import (
    entry,
    import_file,
    make_berger,
    make_club,
    make_competition,
    make_cup,
    make_evening,
    make_keizer,
    make_player,
    make_swiss,
    play_swiss_round,
)
from tests.pairing.snapshots import CASES
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

TRAP = (CASES / "no_pairing" / "six_players.json").read_text()
#: Of these the leader made a board that cannot be: the step is refused, and the proposal stays.
BY_HAND = {"not_this_round", "not_free", "no_bye_named", "not_due"}
#: The site draws before it pairs: only a file from elsewhere has a round that is not drawn.
DRAWN_HERE = {"not_drawn"}
#: With these the round is kept, with its ways out (the tests below).
WALKED = {"no_pairing", "too_hard"}


def leads(competition) -> Leader:
    return Leader(Round.objects.proposed().get(evening__competition=competition).evening)


def keys_of_ways(page) -> list[str]:
    return [way.key for way, _objections in page.context["ways"]]


@pytest.mark.parametrize("system", ["fide-dutch", "knsb-rating", "knsb-resistance"])
def test_each_way_out_of_a_round_without_a_legal_pairing_leads_to_a_published_round(system):
    """Six players of whom three rounds left none that have not met."""
    document = replace(read_document(TRAP), system=system)
    leader = leads(import_file(make_club(), write_document(document)))
    ways = keys_of_ways(leader.see("pairing"))
    assert len(ways) == 5
    for way in ways:
        page = leader.press("way-out", way=way)
        assert "That is fixed, in your name." in text(page)
        fixed = [board for board in page.context["boards"] if board.fixed]
        assert fixed
        assert "have met before" in fixed[0].fixed
        leader.press("publish", number=1)
        assert Game.objects.filter(round__evening=leader.evening).count() == 3
        leader.press("withdraw", 1)
        leader.press("discard-proposal")
        again = leader.press("pairing", number=1)
        assert keys_of_ways(again) == ways


def test_the_page_says_what_each_way_breaks_and_by_which_article():
    leader = leads(import_file(make_club(), TRAP))
    page = text(leader.see("pairing"))
    assert "What can give way" in page
    assert "<b>Speler 1 and Speler 6 have met before.</b>" in page
    assert "Fix Speler 1 – Speler 6" in page
    assert "Take the best pairing" not in page


def test_a_way_out_that_is_no_longer_there_changes_nothing():
    leader = leads(import_file(make_club(), TRAP))
    assert "The pairing changed meanwhile" in text(leader.press("way-out", way="other"))
    assert Round.objects.proposed().get().fixed == []


def test_a_second_bye_is_a_way_out_where_everybody_has_had_one():
    competition = make_swiss(3, rounds=5)
    for _round in range(3):
        play_swiss_round(competition, Result.WHITE_WINS)
    leader = Leader(make_evening(competition, "standard"))
    page = leader.press("pairing", number=1)
    ways = page.context["ways"]
    assert {problem.code for way, _objections in ways for problem in way.breaks} == {
        "met_before",
        "second_bye",
    }
    leader.press("way-out", way=ways[0][0].key)
    leader.press("publish", number=1)
    assert Unpaired.objects.filter(round__evening=leader.evening, kind="bye").count() == 1


def test_where_only_a_forbidden_pair_is_in_the_way_the_page_leads_to_the_list_of_them():
    competition = make_swiss(2, rounds=2)
    one, other = entry(competition, "adema"), entry(competition, "bakker")
    forbid_pair(competition, one, other, reason="", by=None)
    leader = Leader(make_evening(competition, "standard"))
    page = leader.press("pairing", number=1)
    assert page.context["ways"] == []
    address = reverse("forbidden-pairs", args=["toren", competition.slug])
    assert f'href="{address}"' in text(page)
    leader.client.post(address, {"allow": competition.forbidden_pairs.get().pk})
    assert leader.see("pairing").context["boards"], "allowing the pair pairs the round"


def test_too_hard_a_round_is_published_with_the_best_pairing_in_the_leaders_name():
    path = CASES / "hard" / "worst_knsb-resistance_families_19_19.json"
    with budget.counted(limit=100_000):
        leader = leads(import_file(make_club(), path.read_text()))
    page = leader.see("pairing")
    assert "Take the best pairing that was found" in text(page)
    assert "are not proven to be the first" in text(page)
    way = page.context["ways"][0][0]
    assert way.unproven == "4.4"
    page = leader.press("way-out", way=way.key)
    fixed = [board.fixed for board in page.context["boards"] if board.fixed]
    assert {*fixed} == {"not proven to be the first (4.4)"}
    line = leader.evening.competition.trail.filter(action="take_way_out").get()
    assert line.by == leader.user
    leader.press("publish", number=1)
    assert Game.objects.filter(round__evening=leader.evening).exists()


def test_the_next_game_that_cannot_be_paired_leads_to_its_ways_out():
    leader = leads(import_file(make_club(), TRAP))
    leader.press("discard-proposal")
    page = leader.press("next-game", after=0)
    assert len(page.context["ways"]) == 5


@pytest.mark.parametrize("system", system_keys())
def test_every_reason_why_nobody_is_paired_has_a_control(system):
    codes = import_module(f"pairing.sentences.{system.replace('-', '_')}").FAILURES.keys()
    assert {*codes} <= NEXT_STEPS.keys() | WALKED | BY_HAND | DRAWN_HERE


@pytest.mark.parametrize("code", NEXT_STEPS)
def test_the_control_of_a_reason_is_on_the_page(code):
    leader = Leader(make_evening(make_swiss(4, rounds=2), "standard"))
    page = text(leader.see("pairing", why=code))
    label = {
        "attendance": "Tick who is here",
        "entries": "To the players",
        "close": "Close the evening",
        "results": "Enter the results",
        "options": "To the options",
    }[NEXT_STEPS[code]]
    assert label in page
    assert label not in text(leader.see("pairing"))


def test_who_pairs_without_anybody_there_is_led_to_the_attendance():
    competition = make_swiss(3, rounds=2)
    leader = Leader(make_evening(competition, "standard"))
    for player in competition.entries.all():
        mark_present(leader.evening, player, present=False, by=None)
    page = text(leader.press("pairing", number=1))
    assert "Tick who is here" in page


def test_who_pairs_after_the_last_round_is_led_to_more_rounds_and_to_closing():
    competition = make_swiss(4, rounds=1)
    play_swiss_round(competition, Result.WHITE_WINS, Result.WHITE_WINS)
    leader = Leader(make_evening(competition, "standard"))
    page = text(leader.press("pairing", number=1))
    assert "all have been played" in page or "it has been played" in page
    assert re.search(r'class="button primary"[^>]*>More rounds\? To the options<', page)
    assert re.search(r'class="button quiet"[^>]*>\s*Close the evening<', page)


def test_where_a_cup_has_nobody_left_the_players_are_the_way_out():
    leader = Leader(make_evening(make_cup(4), "standard"))
    page = text(leader.see("pairing", why="no_round_left"))
    assert re.search(r'class="button primary"[^>]*>To the players<', page)


# Each control, walked ----------------------------------------------------------------------------


def follow(leader: Leader, page, label: str) -> str:
    """Press the link of that name; the page that it leads to."""
    button = r'<a class="button (?:primary|quiet)"'
    found = re.search(rf'{button} href="([^"]+)">\s*{label}\s*</a>', text(page))
    answer = leader.client.get(found[1])
    assert answer.status_code == 200
    return found[1]


def published(leader: Leader, number: int = 1) -> int:
    """Pair and publish; how many boards there are."""
    assert leader.press("pairing", number=number).context["boards"]
    leader.press("publish", number=number)
    return Game.objects.filter(round__evening=leader.evening).count()


@pytest.mark.parametrize("make", [make_swiss, make_cup, make_berger])
def test_who_ticks_one_more_where_too_few_are_there_publishes_the_round(make):
    competition = make(2)
    leader = Leader(make_evening(competition, "standard", present=1))
    for one in competition.entries.all()[1:]:
        mark_present(leader.evening, one, present=False, by=None)
    follow(leader, leader.press("pairing", number=1), "Tick who is here")
    leader.press("mark-attendance", "bakker", present="1")
    assert published(leader) == 1


def test_who_enters_the_results_of_a_cup_publishes_its_next_round():
    competition = make_cup(4)
    evening = make_evening(competition, "standard", games=2)
    round_ = publish_next(evening, after=0, by=None)
    leader = Leader(evening)
    first, second = round_.games.order_by("board")
    record_result(first, result=Result.WHITE_WINS, seen=str(Result.UNFINISHED), by=None)
    put_off(second, kind="adjourned", seen=str(Result.UNFINISHED), by=None)
    refused = leader.press("pairing", number=2)
    if "boards" not in refused.context or not refused.context["boards"]:
        address = follow(leader, refused, "Enter the results")
        assert address == leader.address("results")
    leader.press("discard-proposal")
    record_result(second, result=Result.WHITE_WINS, seen=str(Result.UNFINISHED), by=None)
    assert published(leader, 2) == 3


def test_who_adds_a_player_to_a_cup_of_one_publishes_its_round():
    competition = make_cup(1)
    leader = Leader(make_evening(competition, "standard"))
    address = follow(leader, leader.press("pairing", number=1), "To the players")
    assert address == reverse("entries", args=["toren", competition.slug])
    new = add_entry(competition, make_player(competition.club, "Nieuw, Nel"), by=None)
    mark_present(leader.evening, new, present=True, by=None)
    assert published(leader) == 1


def test_who_takes_back_a_withdrawal_where_everybody_is_gone_publishes_the_round():
    competition = make_berger(4)
    play_swiss_round(competition, Result.WHITE_WINS)
    gone = ("adema", "bakker", "cornelis")
    Entry.objects.filter(key__in=gone).update(left=1)
    leader = Leader(make_evening(competition, "standard"))
    address = follow(leader, leader.press("pairing", number=1), "To the players")
    for one in competition.entries.filter(key__in=gone):
        assert 'name="left"' in text(leader.client.get(f"{address}{one.key}/"))
        change_entry(one, left=None, by=None)
        leader.press("mark-attendance", one.key, present="1")
    assert published(leader) == 2


def test_who_raises_the_first_value_publishes_the_round():
    competition = make_competition(6)
    leader = Leader(make_evening(competition))
    Competition.objects.filter(pk=competition.pk).update(options={"first_value": 2})
    address = follow(leader, leader.press("pairing", number=1), "To the options")
    leader.client.post(address, {"act": "raise"})
    assert published(leader) == 3


def test_who_pairs_by_lot_publishes_a_round_that_was_drawn_and_who_comes_late_is_drawn_too():
    competition = make_keizer(5, meeting={"order": "lot"})
    leader = Leader(make_evening(competition, "standard", present=4))
    late = competition.entries.last()
    mark_present(leader.evening, late, present=False, by=None)
    leader.press("pairing", number=1)
    first = Round.objects.get().drawn
    assert sorted(first) == sorted(one.key for one in competition.entries.all()[:4])
    leader.press("discard-proposal")
    leader.press("pairing", number=1)
    assert Round.objects.get().drawn == first, "nobody presses until the lots are to their liking"
    leader.press("mark-attendance", late.key, present="1")
    drawn = Round.objects.get().drawn
    assert [key for key in drawn if key != late.key] == first
    assert len(drawn) == 5
    leader.press("publish", number=1)
    assert Game.objects.filter(round__evening=leader.evening).count() == 2
    assert Unpaired.objects.filter(round__evening=leader.evening, kind="bye").count() == 1
    assert Round.objects.get().drawn == drawn


def test_a_round_that_came_in_without_lots_is_drawn_here():
    competition = make_keizer(4, meeting={"order": "lot"})
    propose_round(make_evening(competition, "standard"), by=None)
    document = json.loads(write_document(snapshot_of(competition, with_proposal=True)))
    del document["evenings"][0]["rounds"][0]["drawn"]
    document["name"] = "Elders"
    other = import_file(competition.club, json.dumps(document))
    leader = leads(other)
    assert len(leader.see("pairing").context["boards"]) == 2
    leader.press("publish", number=1)
    assert Game.objects.filter(round__evening=leader.evening).count() == 2


def test_who_closes_after_the_last_round_sees_the_final_table():
    competition = make_swiss(4, rounds=1)
    play_swiss_round(competition, Result.WHITE_WINS, Result.WHITE_WINS)
    leader = Leader(make_evening(competition, "standard"))
    follow(leader, leader.press("pairing", number=1), "Close the evening")
    leader.press("close", unplayed="1")
    assert Evening.objects.get(pk=leader.evening.pk).is_closed


def test_too_many_for_a_schedule_are_refused_before_there_is_one():
    """So no evening ever gets there: the control is for files that came in from elsewhere."""
    with pytest.raises(StepError, match="at most 40"):
        make_berger(41)
