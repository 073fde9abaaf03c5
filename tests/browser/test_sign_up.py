"""A stranger founds a club on a phone, by the link in an e-mail, with and without scripts."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from clubcomp.flow.sign_up.asking import token_of
from clubcomp.models import AskedClub, Club
from tests.browser.screens import PHONE
from tests.browser.test_pages import faults
from tests.views.asked_clubs import let_sign_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_stranger_founds_a_club_by_the_link_in_the_mail(screens, live_server, settings, scripts):
    def sound():
        assert not scripts or faults(screen) == []

    settings.SENDS_EMAIL = True
    let_sign_up()
    screen = screens.new(live_server.url, PHONE, java_script_enabled=scripts, locale="en-GB")
    for name in ("terms", "sign-up"):
        screen.open(reverse(name))
        sound()
    given = {"name": "SC 't Hof", "slug": "hof", "country": "NL", "person": "Nora O'Brien"}
    for name, value in (given | {"email": "nora@example.org"}).items():
        screen.find(f"#id_{name}").fill(value)
    screen.find("#id_accepts").check()
    screen.press()
    expect(screen.find("main")).to_contain_text("nora@example.org")
    sound()
    assert not Club.objects.exists()
    screen.open(reverse("confirm-sign-up", args=[token_of(AskedClub.objects.get())]))
    sound()
    screen.press()
    assert Club.objects.get().name == given["name"]
    screen.find("#id_new_password1").fill("de toren staat stevig")
    screen.find("#id_new_password2").fill("de toren staat stevig")
    sound()
    screen.press()
    screen.open("/hof/")
    expect(screen.find("main")).to_contain_text("There is no competition yet")
