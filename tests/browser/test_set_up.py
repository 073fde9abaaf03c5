"""A secretary's first minute: the link of an empty site, on a phone, with and without scripts."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from clubcomp.flow.clubs import set_up_token
from clubcomp.models import Club
from tests.browser.screens import PHONE
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_empty_site_is_set_up_on_a_phone(screens, live_server, scripts):
    screen = screens.new(live_server.url, PHONE, java_script_enabled=scripts, locale="en-GB")
    screen.open("/")
    expect(screen.find("main")).to_contain_text("There is no club here yet")
    screen.open(reverse("set-up", args=[set_up_token()]))
    if scripts:
        assert faults(screen) == []
    given = {"name": "SC 't Hof", "person": "Nora O'Brien", "email": "nora@example.org"}
    for name, value in given.items():
        screen.find(f"#id_{name}").fill(value)
    screen.find("#id_password1").fill("de toren staat stevig")
    screen.find("#id_password2").fill("de toren staat scheef")
    screen.press()
    # The list names the field; the reason stands once, at the field.
    expect(screen.find(".errors")).to_contain_text("The same password again")
    expect(screen.find("main")).to_contain_text("The two passwords are not the same.")
    expect(screen.find("#id_person")).to_have_value(given["person"])
    for number in (1, 2):
        screen.find(f"#id_password{number}").fill("de toren staat stevig")
    screen.press()
    expect(screen.find("main")).to_contain_text("The club has no members yet")
    expect(screen.find(".primary")).to_have_text("Paste a list")
    assert Club.objects.get().name == given["name"]
