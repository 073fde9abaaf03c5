"""A page on paper, and in the colours of the reader's system, says all that it says on a screen."""

import re

import pytest

from tests import make
from tests.browser.screens import PHONE, lead
from tests.views.pictures import crest_of

pytestmark = pytest.mark.django_db(transaction=True)

TICK = ".present .box"
#: The colour of the tick in a box, and of the paper under it.
TICKED = """box => [getComputedStyle(box, "::after").borderTopColor,
    getComputedStyle(document.body).backgroundColor]"""
FRAME = """block => { const { borderTopStyle, backgroundColor } = getComputedStyle(block)
    return [borderTopStyle, backgroundColor] }"""
#: How far the squares of the last results stick out of their cells.
BELOW = """() => Math.max(...[...document.querySelectorAll("td > .form")].map(squares =>
    squares.getBoundingClientRect().bottom
    - squares.closest("tr").getBoundingClientRect().bottom))"""


def test_a_cup_shows_the_ties_of_every_round_on_paper(screens, live_server):
    competition = make.make_cup(8)
    make.play_game(make.make_evening(competition, "standard"))
    screen = screens.new(live_server.url)
    screen.open(f"/toren/{competition.slug}/")
    on_screen = screen.find(".tie:visible").count()
    screen.page.emulate_media(media="print")
    assert on_screen < screen.find(".tie:visible").count() == screen.find(".tie").count() == 7
    screen.open(f"/toren/{competition.slug}/standings/")
    assert screen.find(".bracket:visible").count() == 1
    assert screen.find(".tie:visible").count() == 0


def test_who_is_present_is_ticked_on_paper(screens, live_server):
    evening = make.make_evening(make.make_competition(6), "blitz", present=3)
    leader = make.make_user("Ria")
    make.make_membership(evening.competition.club, leader, "leader")
    screen = screens.new(live_server.url, PHONE)
    screen.sign_in(leader)
    screen.open(lead("attendance", evening))
    screen.page.emulate_media(media="print")
    tick, paper = screen.find(TICK).first.evaluate(TICKED)
    assert (tick, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert screen.find(".sheet .more:visible").count() == 0


def test_where_i_play_stands_in_a_frame_on_paper_and_in_no_colour(screens, live_server):
    evening = make.make_evening(make.make_competition(6))
    make.play_game(evening)
    key = evening.competition.entries.earliest("start").key
    screen = screens.new(live_server.url, PHONE)
    screen.open(f"/toren/intern/tonight/?player={key}")
    screen.page.emulate_media(media="print")
    block = screen.find(".mine")
    assert block.locator(".huge").is_visible()
    assert block.evaluate(FRAME) == ["solid", "rgb(255, 255, 255)"]
    assert screen.find(".mine a:visible").count() == 0
    row = screen.find(".boards > .me").first
    assert row.evaluate("row => getComputedStyle(row).outlineStyle") == "solid"


def test_a_score_sheet_with_a_crest_is_one_sheet_a_board(screens, live_server):
    evening = make.make_evening(make.make_competition(6))
    crest_of(evening.competition.club)
    make.play_game(evening)
    screen = screens.new(live_server.url)
    screen.open(f"/toren/intern/evenings/{evening.serial}/games/1/print/score-sheets/")
    paper = screen.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 3


def test_the_squares_of_the_last_results_stay_in_their_row_on_paper(screens, live_server):
    competition = make.make_competition(6)
    for _ in range(2):
        evening = make.make_evening(competition)
        make.play_game(evening)
        make.close_evening(evening, by=None)
    screen = screens.new(live_server.url)
    screen.open("/toren/intern/standings/")
    screen.page.emulate_media(media="print")
    assert screen.page.evaluate(BELOW) <= 0
