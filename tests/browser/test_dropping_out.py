"""Four drop-outs on a phone: a no-show, the free player too, a leaver, one who had announced it."""

import pytest
from playwright.sync_api import expect

from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Evening, Role, Round
from pairing.core.unplayed import Unplayed
from tests import make
from tests.browser.screens import PHONE, PRIMARY, lead

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Blitz, tonight: seven of eight are there; Bakker has said until game 2."""
    evening = make.make_evening(make.make_competition(8), "blitz", present=7, games=7)
    bakker = make.entry(evening.competition, "bakker")
    plan_attendance(evening, bakker, status="present", until_game=2, by=None)
    return evening


@pytest.fixture
def phone(evening, screens, live_server):
    """The leader's."""
    user = make.make_user("Anna")
    make.make_membership(evening.competition.club, user, Role.LEADER)
    screen = screens.new(live_server.url, PHONE)
    screen.sign_in(user, then=lead("attendance", evening))
    return screen


def taken_off(screen, evening, player):
    """A tap on a name that sits at a board, or has the bye, leads to the question."""
    screen.open(lead("attendance", evening))
    screen.press(f"#player-{player.key} button.row")
    expect(screen.find('[name="way"]')).not_to_have_count(0)


def answered(screen, way, what):
    screen.find(f'[name="way"][value="{way}"]').check()
    screen.find(f'[name="what"][value="{what}"]').check()
    screen.press()


def kinds(round_):
    return {row.entry.key: row.kind for row in round_.unpaired.select_related("entry")}


def test_an_evening_with_four_drop_outs_closes_without_a_dead_end(evening, phone):
    first = publish_next(evening, after=0, by=None)
    free = first.unpaired.get(kind=Unplayed.BYE).entry
    absent = next(game.black for game in first.games.all() if game.black.key != "bakker")
    opponent = first.games.get(black=absent).white
    # A no-show after publication: the free player steps in, in the same press.
    taken_off(phone, evening, absent)
    answered(phone, "not_come", "step_in/no_notice")
    assert kinds(first) == {absent.key: Unplayed.NO_NOTICE}
    assert {opponent, free} in [{*game.seated} for game in first.games.all()]
    make.finish_round(first)
    # In game 2 the number is even. Another one did not come, and nobody is free.
    second = publish_next(Evening.objects.get(pk=evening.pk), after=1, by=None)
    assert not second.unpaired.filter(kind=Unplayed.BYE)
    ill = next(game.white for game in second.games.all() if game.white.key != "bakker")
    stays = second.games.get(white=ill).black
    taken_off(phone, evening, ill)
    answered(phone, "cannot", "bye/absent")
    assert kinds(second)[stays.key] == Unplayed.BYE
    make.finish_round(second)
    # Bakker had announced it: nothing is asked. Somebody else goes home after game 2.
    here = {one.key for game in second.games.all() for one in game.seated} | {stays.key}
    leaver = make.entry(evening.competition, min(here - {"bakker"}))
    phone.open(lead("attendance", evening))
    button = phone.find(f"#player-{leaver.key} button.row")
    button.click()
    expect(phone.find("#left-out")).to_contain_text(str(leaver))
    phone.open(lead("results", evening))
    phone.press()
    expect(phone.find("#messages")).to_contain_text(str(leaver))
    assert Round.objects.count() == 2
    phone.press('#left-out [value="nothing/absent"]')
    expect(phone.find("#left-out .note")).to_have_count(0)
    phone.press("#at-once [formaction]")
    third = Round.objects.get(number=3)
    seated = {one.key for game in third.games.all() for one in game.seated}
    assert not seated & {"bakker", leaver.key, absent.key, ill.key}
    make.finish_round(third)
    # Closing lists nobody who played or was free.
    phone.open(lead("close", evening))
    listed = phone.find('[name="players"]').evaluate_all("all => all.map(one => one.value)")
    assert listed == ["hoekstra"]
    expect(phone.find(PRIMARY)).to_have_count(1)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_tap_under_not_coming_shows_at_once_who_is_here_after_all(evening, phone):
    plan_attendance(evening, make.entry(evening.competition, "bakker"), status="no_notice", by=None)
    phone.page.reload()
    phone.find("#player-bakker button.row").click()
    expect(phone.find("#player-bakker button.row")).to_have_attribute("aria-pressed", "true")
    expect(phone.find("#messages")).to_contain_text("Bakker")
