"""A member is added and changed on a phone: a few fields, the rest folded."""

import pytest
from playwright.sync_api import expect

from clubcomp.models import Player, Role
from tests import make
from tests.browser.screens import PHONE, PRIMARY

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def phone(request, screens, live_server):
    club = make.make_club()
    user = make.make_user("Anna")
    make.make_membership(club, user, Role.LEADER)
    screen = screens.new(live_server.url, PHONE, java_script_enabled=request.param)
    screen.sign_in(user, then=f"/{club.slug}/members/new/")
    return screen


def folds(phone):
    return [fold.get_attribute("open") is not None for fold in phone.find("main details").all()]


def test_a_member_is_a_name_and_one_press(phone):
    assert folds(phone) == [False, False, False]
    # The name, and what is asked of everybody, is on one screen with the button.
    assert phone.find("main input:visible, main select:visible").count() == 5
    assert phone.find(PRIMARY).bounding_box()["y"] < 2 * PHONE["height"]
    phone.page.fill("[name=name]", "Vries, Jan de")
    phone.press(PRIMARY)
    expect(phone.find("#messages")).to_contain_text("Jan de Vries")
    player = Player.objects.get()
    assert player.is_member
    assert not player.is_occasional


def test_a_fold_opens_where_something_in_it_is_wrong_or_filled(phone):
    phone.page.fill("[name=name]", "Vries, Jan de")
    for fold in phone.find("main details > summary").all():
        fold.click()
    phone.page.fill("[name=federation]", "12")
    phone.page.fill("[name=ratings-0-value]", "1800")
    phone.press(PRIMARY)
    assert folds(phone) == [True, False, True]
    assert phone.find(".errors a").count() == 1
    expect(phone.find("#id_federation")).to_be_visible()
    phone.page.fill("[name=federation]", "")
    phone.page.fill("[name=ratings-0-list]", "KNSB")
    phone.press(PRIMARY)
    player = Player.objects.get()
    phone.open(f"/{player.club.slug}/members/{player.pk}/")
    assert folds(phone) == [False, False, True]
