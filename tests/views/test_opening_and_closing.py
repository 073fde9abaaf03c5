"""Opening and closing an evening: what is asked first, what is booked, how it is undone."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.evenings import close_evening, open_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.standings import standings_of
from clubcomp.models import Attendance, Competition, Evening, Role, Round, TrailEntry, Unpaired
from pairing.core.types import OVERALL
from tests.make import (
    entries,
    finish_round,
    make_competition,
    make_evening,
    make_swiss,
    play_game,
)
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db

WEEK = datetime.timedelta(weeks=1)
DAY = datetime.date(2026, 11, 24)


@pytest.fixture
def leader(monkeypatch) -> Leader:
    """Leads a planned evening of seven blitz games for six players, today."""
    monkeypatch.setattr(timezone, "localdate", lambda *_args: DAY)
    return Leader(make_evening(make_competition(6), "blitz", games=7, date=DAY, is_open=False))


def later(leader: Leader, tempo: str = "long") -> Leader:
    """The same person, who leads an evening a week later."""
    competition = leader.evening.competition
    another = object.__new__(Leader)
    another.__dict__ |= leader.__dict__
    another.evening = make_evening(competition, tempo, date=DAY + WEEK, is_open=False)
    return another


def status_of(leader: Leader) -> str:
    return Evening.objects.get(pk=leader.evening.pk).status


def played_one(leader: Leader, present: int = 6) -> Round:
    """The first game of seven, with all its results."""
    open_evening(leader.evening, by=None)
    for entry in list(entries(leader.evening.competition))[:present]:
        mark_present(leader.evening, entry, present=True, by=None)
    leader.evening.refresh_from_db(fields=["status"])
    round_ = publish_next(leader.evening, after=0, by=None)
    finish_round(round_)
    return round_


# Opening -------------------------------------------------------------------------------------


def test_the_evening_of_today_is_opened_in_one_press(leader):
    page = leader.press("open-evening")
    assert status_of(leader) == "open"
    assert "Tuesday 24 November, blitz: The evening is open." in text(page)


def test_an_evening_of_another_day_past_one_that_was_not_played_is_opened_after_a_question(leader):
    next_week = later(leader)
    page = text(next_week.press("open-evening"))
    assert "Open this evening?" in page
    assert "It is planned for Tuesday 1 December 2026, which is not today." in page
    assert f'href="{leader.address("lead")}"' in page
    assert "Tuesday 24 November, blitz" in page
    assert status_of(next_week) == "planned"
    next_week.press("open-evening", sure="1")
    assert status_of(next_week) == "open"


def test_an_evening_that_was_opened_too_early_is_planned_again(leader):
    leader.press("open-evening")
    leader.press("mark-attendance", "adema", present="1")
    leader.press("mark-attendance", "bakker", present="1")
    leader.press("pairing")
    assert "Undo the opening" in text(leader.see("lead"))
    page = leader.press("undo-opening")
    assert status_of(leader) == "planned"
    assert "The evening is planned again" in text(page)
    assert not Round.objects.exists()
    assert Attendance.objects.filter(status="present").count() == 2
    line = TrailEntry.objects.get(action="undo_opening")
    assert line.facts["dropped"] == 1


def test_an_opening_is_not_undone_once_a_game_was_published(leader):
    played_one(leader)
    for name in ("lead", "close"):
        assert "Undo the opening" not in text(leader.see(name))
    page = leader.press("undo-opening")
    assert "Game 1 was published. Withdraw it first" in text(page)
    assert status_of(leader) == "open"


def test_while_another_evening_is_open_the_refusal_has_the_ways_out(leader):
    open_evening(leader.evening, by=None)
    next_week = later(leader)
    page = text(next_week.press("open-evening", sure="1"))
    assert "Tuesday 24 November, blitz is still open" in page
    for name in ("lead", "close"):
        assert f'href="{leader.address(name)}"' in page
    assert f'action="{leader.address("undo-opening")}"' in page
    leader.press("undo-opening")
    next_week.press("open-evening", sure="1")
    assert (status_of(leader), status_of(next_week)) == ("planned", "open")


# Closing -------------------------------------------------------------------------------------


def test_what_is_ticked_on_the_close_page_is_booked_by_closing(leader):
    leader.evening.games = 1
    leader.evening.save()
    played_one(leader, present=4)
    page = text(leader.see("close"))
    content = page[page.index('<main id="content"') : page.index("</main>")]
    assert content.count("<form") == 1
    assert 'name="players" value="evers"' in page
    said = text(leader.press("close", players=["evers", "faber"], reason="Did not turn up"))
    assert status_of(leader) == "closed"
    kinds = dict(Unpaired.objects.values_list("entry__key", "kind"))
    assert kinds == {"evers": "no_notice", "faber": "no_notice"}
    assert "The evening is closed. Evers and Faber count as absent without notice." in said


def test_closing_with_games_left_asks_and_names_them_and_keeps_the_ticks(leader):
    played_one(leader, present=4)
    page = text(leader.press("close", players=["evers"], reason="Did not turn up"))
    left = "6 of 7 games are not paired: games 2 to 7."
    assert f"{left} Close now, and games 2 to 7 count for nobody. Close anyway?" in page
    assert status_of(leader) == "open"
    assert not Unpaired.objects.filter(kind="no_notice").exists()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert (fields["unplayed"], fields["players"]) == ("6", "evers")
    leader.press("close", **fields)
    assert status_of(leader) == "closed"
    assert Unpaired.objects.get(kind="no_notice").entry.key == "evers"


def test_a_proposal_does_not_count_as_a_game_that_is_paired(leader):
    played_one(leader)
    propose_round(leader.evening, by=None)
    page = text(leader.see("close"))
    assert "7 games; 1 is paired." in page
    assert "A proposal for game 2 that is not published." in page


def test_a_game_that_was_never_published_counts_for_nobody_as_the_page_says(leader):
    played_one(leader, present=4)
    assert "Close now, and games 2 to 7 count for nobody." in text(leader.see("close"))
    competition = leader.evening.competition
    before = [(line.entry.key, line.row.points) for line in standings_of(competition, OVERALL)]
    leader.press("close", unplayed="6")
    competition = Competition.objects.get(pk=competition.pk)
    after = [(line.entry.key, line.row.points) for line in standings_of(competition, OVERALL)]
    assert after == before
    standings = text(leader.client.get(reverse("standings", args=["toren", competition.slug])))
    assert "of 7, Tuesday" not in standings
    assert "After Tuesday 24 November 2026." in standings


def test_a_closed_evening_leads_to_its_report_and_to_the_results_of_every_game(leader):
    report = f'href="{leader.address("evening-report")}"'
    played_one(leader)
    play_game(leader.evening)
    assert report not in text(leader.see("lead"))
    others = "Other games of this evening:"
    page = text(leader.see("results-of", 2))
    assert page.index('id="boards"') < page.index(others)
    close_evening(leader.evening, by=None)
    assert report in text(leader.see("lead"))
    page = text(leader.see("results-of", 2))
    assert page.count(others) == 1
    assert page.index(others) < page.index('id="boards"')


def test_a_round_that_was_never_published_is_played_on_another_evening_as_the_page_says():
    swiss = make_swiss(6)
    leader = Leader(make_evening(swiss, swiss.tempos.get().key, games=2))
    next_one = make_evening(swiss, swiss.tempos.get().key, is_open=False)
    play_game(leader.evening)
    page = text(leader.press("close"))
    assert "round 2. Close now, and round 2 is played on another evening. Close anyway?" in page
    leader.press("close", unplayed="1")
    next_one.refresh_from_db()
    assert next_one.first_round == 2


def test_the_question_is_asked_again_when_another_game_was_played_meanwhile(leader):
    played_one(leader)
    leader.press("close")
    finish_round(publish_next(leader.evening, after=1, by=None))
    page = text(leader.press("close", unplayed="6"))
    assert "5 of 7 games are not paired: games 3 to 7." in page
    assert status_of(leader) == "open"


def test_ticks_are_not_lost_in_silence_when_another_device_closed_first(leader):
    leader.evening.games = 1
    leader.evening.save()
    played_one(leader, present=4)
    close_evening(leader.evening, by=None)
    page = text(leader.press("close", players=["evers"], reason="Did not turn up"))
    assert "The evening was closed meanwhile. Nobody was counted" in page
    assert not Unpaired.objects.filter(kind="no_notice").exists()


def test_of_an_evening_with_boards_that_play_on_the_ticks_have_a_button_of_their_own(leader):
    leader.evening.games = 1
    leader.evening.save()
    open_evening(leader.evening, by=None)
    for entry in list(entries(leader.evening.competition))[:4]:
        mark_present(leader.evening, entry, present=True, by=None)
    publish_next(leader.evening, after=0, by=None)
    page = text(leader.see("close"))
    assert "Count them as without notice" in page
    assert len(re.findall(r"Close the evening\s*</button>", page)) == 1
    assert 'aria-disabled="true"' in page


# Opening again ---------------------------------------------------------------------------------


def test_who_closed_an_evening_opens_it_again_with_a_reason(leader):
    played_one(leader)
    page = leader.press("close", unplayed="6")
    assert status_of(leader) == "closed"
    page = text(leader.see("close"))
    assert "A competition leader can open it again." in page
    assert f'href="{leader.address("reopen")}"' in page
    leader.press("reopen", reason="")
    assert status_of(leader) == "closed"
    leader.press("reopen", reason="Six games to play")
    assert status_of(leader) == "open"


def test_once_a_later_evening_has_begun_only_an_owner_opens_it_again_and_is_named(leader):
    owner = Leader(leader.evening, "Ria Zwanenburg", Role.OWNER)
    played_one(leader)
    close_evening(leader.evening, by=None)
    next_week = later(leader)
    open_evening(next_week.evening, by=None)
    close_evening(next_week.evening, by=None)
    page = text(leader.see("close"))
    assert "only an owner of the club can open this one again: Ria Zwanenburg." in page
    assert f'href="{leader.address("reopen")}"' not in page
    assert "Ria Zwanenburg" in text(leader.press("reopen", reason="Six games to play"))
    assert status_of(leader) == "closed"
    owner.press("reopen", reason="Six games to play")
    assert status_of(leader) == "open"


def test_once_a_later_evening_was_played_the_page_says_that_it_stays_closed(leader):
    played_one(leader)
    close_evening(leader.evening, by=None)
    next_week = later(leader)
    open_evening(next_week.evening, by=None)
    for entry in entries(leader.evening.competition):
        mark_present(next_week.evening, entry, present=True, by=None)
    play_game(next_week.evening)
    close_evening(next_week.evening, by=None)
    said = "The evening of 1 December 2026 has been played since"
    assert said in text(leader.see("close"))
    assert said in text(leader.press("reopen", reason="Six games to play"))
    assert said in text(leader.press("pairing"))


def test_a_pairing_that_is_not_the_last_says_so_before_it_is_withdrawn(leader):
    played_one(leader)
    finish_round(publish_next(leader.evening, after=1, by=None))
    page = text(leader.see("withdraw", 1))
    assert "Game 1 is not the last one" in page
    assert f'href="{leader.address("withdraw", 2)}"' in page
    assert "What is lost?" not in page
    assert 'class="button danger"' not in page
    assert 'class="button danger"' in text(leader.see("withdraw", 2))


# Which evening am I in? --------------------------------------------------------------------------

PAGES = [
    *("attendance", "add-guest", "pairing", "results", "evening-standings", "close"),
    *("correct-notice", "lead"),
]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_the_leader_says_competition_date_and_tempo(leader, name):
    played_one(leader)
    page = text(leader.see(name))
    title = re.search(r"<title>(.*?)</title>", page).group(1)
    heading = page[page.index('<main id="content"') : page.index("</h1>") + 200]
    for where in (title, heading):
        assert "Tuesday 24 November" in where
        assert "blitz" in where.casefold()
        assert "Interne competitie" in where


def test_the_tempo_is_not_said_where_the_competition_is_called_the_same(leader):
    competition = leader.evening.competition
    competition.name = "Blitz"
    competition.save()
    title = re.search(r"<title>(.*?)</title>", text(leader.see("attendance"))).group(1)
    assert "Tuesday 24 November · Blitz" in title
    assert "blitz" not in title


def test_a_refusal_names_the_evening_that_it_is_about(leader):
    page = text(leader.press("pairing"))
    assert "The evening of 24 November 2026, blitz. Not done:" in page


def test_a_proposal_is_dropped_by_undoing_and_made_anew_when_it_is_opened_again(leader):
    played_one_less = leader.evening
    open_evening(played_one_less, by=None)
    for entry in entries(played_one_less.competition):
        mark_present(played_one_less, entry, present=True, by=None)
    propose_round(played_one_less, by=None)
    leader.press("undo-opening")
    leader.press("open-evening")
    leader.press("pairing")
    assert Round.objects.get().is_proposed


def test_the_results_page_has_the_way_to_printing(leader):
    played_one(leader)
    assert "games/1/print/boards/" in text(leader.see("results"))


def test_once_all_planned_games_are_played_another_can_be_planned_from_the_evening():
    leader = Leader(make_evening(make_competition(4), "blitz", games=2))
    play_game(leader.evening)
    assert "Plan game 3 first" not in text(leader.see("lead"))
    play_game(leader.evening)
    page = text(leader.see("lead"))
    assert f'href="{leader.address("change-evening")}"> Plan game 3 first </a>' in page
    assert "Another day, tempo or number of games" in page
