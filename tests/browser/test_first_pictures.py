"""A cross table of at most twelve fits a phone, whatever the names."""

import pytest

from tests import make
from tests.browser.screens import PHONE
from tests.browser.test_pages import faults

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
