"""The picture of each kind, on a phone and on paper: nothing is beside it, and nothing is torn.

And what a stranger sees first on a phone, while an evening is played.
"""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Player
from tests import make
from tests.browser.screens import PHONE, TOP
from tests.browser.test_pages import faults

SMALL = {"width": 375, "height": 667}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("players", [8, 12])
def test_a_cross_table_of_a_round_robin_fits_a_phone(players, screens, live_server):
    competition = make.make_berger(players)
    for _ in range(3):
        evening = make.make_evening(competition, "standard")
        make.play_game(evening)
        make.close_evening(evening, by=None)
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    for page in ("", "standings/", "cross-table/"):
        screen.open(f"/toren/{competition.slug}/{page}")
        box = screen.find(".scroll")
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0, page
        assert box.evaluate("box => box.querySelectorAll('tbody tr').length") == players
        assert faults(screen, axe_at=(375,)) == []
        screen.page.set_viewport_size(PHONE)


def test_who_met_whom_of_twelve_fits_a_phone(screens, live_server):
    competition = make.make_competition(16)
    for letter, player in zip("abcdefghijklmnop", competition.club.players.all(), strict=True):
        player.name = f"Timmerman{letter}, Victor"
        player.save()
    evening = make.make_evening(competition)
    make.play_game(evening)
    make.close_evening(evening, by=None)
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.open("/toren/intern/cross-table/")
    grid = screen.find(".met-grid")
    assert grid.evaluate("one => one.querySelectorAll('thead th').length") == 12
    box = screen.find(".scroll")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0


@pytest.mark.parametrize("players", [5, 12, 16])
def test_a_printed_cup_is_one_sheet_on_its_side(players, screens, live_server):
    competition = make.make_cup(players)
    make.play_game(make.make_evening(competition, "standard"))
    screen = screens.new(live_server.url)
    screen.open(f"/toren/{competition.slug}/print/schedule/")
    paper = screen.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    assert re.search(rb"/MediaBox\s*\[0 0 84[12][\d.]* 59[456]", paper)


@pytest.mark.parametrize("players", [8, 13])
def test_a_tie_says_how_each_came_there_and_costs_no_sheet(players, screens, live_server):
    competition = make.make_cup(players)
    make.play_game(make.make_evening(competition, "standard"))
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.open(f"/toren/{competition.slug}/")
    second = screen.find("label[for$='round-2']")
    second.click()
    came = screen.find(".tie .second:visible:text-matches('^(beat|had the bye)')")
    assert came.count() > 1
    assert faults(screen, widths=[320, 375], axe_at=(375,)) == []
    screen.page.emulate_media(media="print")
    assert came.count() == 0


#: How far below the first line of the name the place stands, in each row.
LOWER = """() => [...document.querySelectorAll(".standings tbody tr")].map(row => {
    const place = document.createRange()
    place.selectNodeContents(row.querySelector(".place"))
    const names = row.querySelector("td a").getClientRects()
    return [names.length, place.getClientRects()[0].bottom - names[0].bottom]
})"""


def test_where_a_name_takes_two_lines_the_place_stands_beside_the_first(screens, live_server):
    competition = make.make_competition(6)
    for player in Player.objects.order_by("pk")[:3]:
        player.name = f"Maximiliaan Alexander van {player.name}-Oldenbarnevelt"
        player.save()
    evening = make.make_evening(competition)
    make.play_game(evening)
    make.close_evening(evening, by=None)
    screen = screens.new(live_server.url, PHONE)
    screen.open(f"/toren/{competition.slug}/standings/")
    lower = screen.page.evaluate(LOWER)
    assert any(lines > 1 for lines, _by in lower)
    assert all(abs(by) < 4 for _lines, by in lower), lower


def test_the_first_screen_says_what_is_played_who_leads_and_where_the_boards_are(
    screens, live_server
):
    competition = make.make_competition(20)
    before = make.make_evening(competition, date=timezone.localdate() - timedelta(7))
    make.play_game(before)
    make.close_evening(before, by=None)
    evening = make.make_evening(competition, date=timezone.localdate())
    publish_next(evening, after=0, by=None)
    screen = screens.new(live_server.url, SMALL, locale="en-GB")
    screen.open("/toren/")
    seen = "box => box.getBoundingClientRect().bottom <= window.innerHeight"
    first = ["h2 a", "b:text('leads with')", "text='Where do I play?'", "text='All boards'"]
    assert [screen.find(what).evaluate(seen) for what in first] == [True] * 4
    board = screen.find("#boards li").first
    assert not board.is_visible()
    screen.find("text='All boards'").click()
    board.wait_for()
    screen.page.set_viewport_size({"width": 1280, "height": 800})
    screen.open("/toren/")
    assert board.is_visible()


@pytest.mark.parametrize("locale", ["nl-NL", "en-GB", "tr-TR", "de-DE"])
def test_the_bar_names_the_club_where_it_stays_one_line(locale, screens, live_server):
    competition = make.make_competition(4)
    screen = screens.new(live_server.url, PHONE, locale=locale)
    for width, is_named in ((375, True), (320, False), (1280, True)):
        screen.page.set_viewport_size({"width": width, "height": 800})
        for page in ("/toren/", f"/toren/{competition.slug}/standings/"):
            screen.open(page)
            assert screen.find(".nav").bounding_box()["height"] < 60, (page, width)
            assert screen.find(".nav a[href='/toren/']").is_visible() == is_named
            assert screen.find(".club-name a").is_visible()
    screen.open("/toren/")
    assert screen.find(".nav [aria-current]").get_attribute("href") == "/toren/"


def test_the_table_of_a_standing_begins_on_the_first_screen_of_a_phone(screens, live_server):
    competition = make.make_competition(20)
    for week in (2, 1):
        evening = make.make_evening(competition, date=timezone.localdate() - timedelta(7 * week))
        make.play_game(evening)
        make.close_evening(evening, by=None)
    member = competition.entries.last().player
    user = make.make_user("Anna")
    membership = make.make_membership(competition.club, user)
    membership.player = member
    membership.save()
    screen = screens.new(live_server.url, PHONE, locale="en-GB")
    screen.sign_in(user, then=f"/toren/{competition.slug}/standings/")
    assert screen.page.evaluate(TOP, "#rows tr") < PHONE["height"] - 40
    jumps, search = (screen.find(part).bounding_box() for part in (".find ul", "#search-names"))
    assert abs(jumps["y"] - search["y"]) < 8
    assert jumps["x"] + jumps["width"] <= search["x"]
    to_me = screen.find("a[href='#me']")
    to_me.focus()
    for part in ("a[href='#earlier']", "#search"):
        screen.page.keyboard.press("Tab")
        expect(screen.find(part)).to_be_focused()
        expect(screen.find(part)).to_be_in_viewport(ratio=0.3)
    assert faults(screen, widths=[320, 375], axe_at=(375,)) == []
