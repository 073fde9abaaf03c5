"""A page on paper, and in the colours of the reader's system, says all that it says on a screen."""

import pytest

from tests import make
from tests.browser.screens import PHONE, lead

pytestmark = pytest.mark.django_db(transaction=True)

TICK = ".present .box"
#: The colour of the tick in a box, and of the paper under it.
TICKED = """box => [getComputedStyle(box, "::after").borderTopColor,
    getComputedStyle(document.body).backgroundColor]"""
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
