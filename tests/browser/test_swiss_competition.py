"""A Swiss competition from the start form to round 3, by a leader without JavaScript.

Twenty-four players pasted, a half-point bye, a withdrawal, a late entrant; and axe finds nothing
on its pages, on a phone and on a desktop.
"""

import os
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.results import record_result
from clubcomp.models import Competition, Entry, Evening, Game, Player, Role, Round, Unpaired
from pairing.core.types import Result
from tests import make
from tests.browser.screens import DESKTOP, PHONE, lead, of

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = "\n".join(f"{surname}\t{2000 - 10 * n}" for n, surname in enumerate(make.SURNAMES[:24]))
PICTURES = os.environ.get("SWISS_PICTURES")


@pytest.fixture
def leader():
    """The competition leader of a club without members."""
    user = make.make_user("Anna")
    make.make_membership(make.make_club(), user, Role.LEADER)
    return user


@pytest.fixture
def plain(leader, screens, live_server):
    """A desktop on which scripts do not run, signed in, in English."""
    screen = screens.new(live_server.url, DESKTOP, java_script_enabled=False, locale="en-GB")
    screen.sign_in(leader, then="/toren/")
    return screen


@pytest.fixture
def looking(leader, screens, live_server):
    """The same leader on two devices that only look: axe needs scripts."""
    found = [screens.new(live_server.url, size, locale="en-GB") for size in (PHONE, DESKTOP)]
    for screen in found:
        screen.sign_in(leader, then="/toren/")
    return found


def look_at(looking, name, address):
    """Nothing is inaccessible on a page, and it does not scroll sideways."""
    for screen in looking:
        screen.open(address)
        width = screen.page.viewport_size["width"]
        if PICTURES:
            screen.page.screenshot(path=f"{PICTURES}/{name}-{width}.png", full_page=True)
        found = Axe().run(screen.page).response["violations"]
        assert [one["id"] for one in found] == [], f"{name} at {width}"
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, name


def start(plain):
    """Start the competition and paste its players; with the hidden answers of the forms."""
    plain.open("/toren/competitions/new/")
    plain.press('a[href$="system=knsb-rating"]')
    plain.find("#id_name").fill("Zwitsers")
    plain.find("#id_rounds").fill("7")
    plain.find("#id_tie_breaks_1").select_option("resistance_points")
    plain.find("#id_tie_breaks_2").select_option("sonneborn_berger")
    plain.press()
    plain.open("/toren/members/paste/?competition=zwitsers")
    plain.find("textarea:visible").fill(NAMES)
    plain.press()
    plain.press()
    return Competition.objects.get()


def evening_of(plain, number, *, games=1):
    """Plan and open the next evening, with everybody there who is not away."""
    plain.open("/toren/zwitsers/calendar/new/")
    plain.find("#id_date").fill(f"2030-09-{number * 7:02}")
    plain.find("#id_games").fill(str(games))
    plain.press()
    return Evening.objects.get(number=number)


def here(evening):
    """Mark present whoever is expected; by the step, since a sheet of 24 is tested elsewhere."""
    for entry in Entry.objects.filter(competition=evening.competition).order_by("start"):
        away = evening.attendance.filter(entry=entry).exclude(status="expected").exists()
        if entry.belongs_to(evening.number) and not away:
            mark_present(evening, entry, present=True, by=None)


def results_of(evening, *, last_by_hand, plain):
    """Enter all results by the step but that of one board, which is pressed."""
    round_ = Round.objects.on_record().filter(evening=evening).last()
    for game in round_.games.exclude(board=last_by_hand):
        result = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)[game.board % 3]
        record_result(game, result=result, seen=str(Result.UNFINISHED), by=None)
    plain.open(lead("results", evening))
    plain.press(f'#board-{last_by_hand} button[value="1-0"]')
    return round_


def test_a_swiss_competition_from_the_form_to_round_three(plain, looking):
    look_at(looking, "systems", "/toren/competitions/new/")
    look_at(looking, "start", "/toren/competitions/new/?system=knsb-rating")
    competition = start(plain)
    assert competition.entries.count() == 24
    assert competition.options["tie_breaks"] == [
        "resistance_points",
        "sonneborn_berger",
        "direct_encounter",
    ]

    # Round 1, with a half-point bye and so an odd number.
    evening = evening_of(plain, 1)
    plain.open(lead("plan-attendance", evening, "adema"))
    plain.find('input[value="half_point_bye"]').check()
    plain.press()
    plain.open(lead("lead", evening))
    plain.press()
    plain.press()  # not today: all the same
    here(evening)
    plain.open(lead("pairing", evening))
    plain.press()
    expect(plain.find("h1")).to_contain_text("Proposal for round 1")
    plain.press()
    first = results_of(evening, last_by_hand=1, plain=plain)
    assert (first.games.count(), first.unpaired.count()) == (11, 2)
    plain.press()
    plain.press()

    # Round 2: somebody withdrew, somebody comes in late.
    plain.open("/toren/zwitsers/entries/bakker/")
    plain.find("#id_left").select_option("1")
    plain.press()
    Player.objects.create(club=competition.club, name="Laatkomer", rating=2400)
    plain.open("/toren/zwitsers/entries/")
    plain.find("input[name=players]").first.check()
    plain.press()
    late = Entry.objects.get(key="laatkomer")
    assert (late.start, late.joined) == (25, 2)
    evening = evening_of(plain, 2, games=2)
    plain.open(lead("lead", evening))
    look_at(looking, "lead", lead("lead", evening))
    plain.press()
    plain.press()  # not today: all the same
    here(evening)
    look_at(looking, "attendance", lead("attendance", evening))
    plain.open(lead("pairing", evening))
    plain.press()
    look_at(looking, "proposal", lead("pairing", evening))
    plain.press()
    second = results_of(evening, last_by_hand=2, plain=plain)
    assert second.games.count() == 12
    assert Game.objects.filter(round=second, white=late).exists() or late.games_as_black.exists()
    assert "bakker" not in second.games.values_list("white__key", flat=True)

    # Round 3, the same evening, paired and published with one press.
    expect(plain.find(".primary")).to_contain_text("Pair and publish round 3")
    plain.press()
    expect(plain.find("h1")).to_contain_text("Results round 3")
    third = results_of(evening, last_by_hand=3, plain=plain)
    assert third.games.count() == 12
    met = set()
    for game in Game.objects.select_related("white", "black"):
        pair = frozenset((game.white.key, game.black.key))
        assert pair not in met
        met.add(pair)
    byes = Unpaired.objects.values_list("kind", flat=True)
    assert sorted(byes) == ["bye", "half_point_bye"]

    for name, *place in (
        ("competition",),
        ("tonight",),
        ("start-list",),
        ("calendar",),
        ("entries",),
        ("start-numbers",),
        ("options",),
        ("standings",),
        ("plan-evening",),
    ):
        look_at(looking, name, of(name, evening, *place))
    look_at(looking, "round", of("round", evening, 2, 1))
    look_at(looking, "results", lead("results", evening))
    look_at(looking, "close", lead("close", evening))
    look_at(looking, "plan-attendance", lead("plan-attendance", evening, "cornelis"))
    looking[0].open(of("tonight", evening))
    said = looking[0].find("main").inner_text()
    assert "Round 3 of 7" in said
    assert not re.search(r"\b[Gg]ame \d", said)
