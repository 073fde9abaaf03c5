"""A passkey is made and used in a browser; without one, or without JavaScript, a code will do."""

import pytest
from playwright.sync_api import expect

from clubcomp.flow.accounts.recovery import make_codes
from clubcomp.flow.accounts.second_factors import new_secret
from clubcomp.models import SecondFactor
from tests import make
from tests.browser.screens import PHONE
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)

KEY_RING = {
    "protocol": "ctap2",
    "transport": "usb",
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def site(live_server):
    """Browsers have passkeys for names, not for numbers."""
    return live_server.url.replace("127.0.0.1", "localhost")


def with_key_ring(screen):
    """The browser has an authenticator from here on: how to talk to it, and its number."""
    browser = screen.page.context.new_cdp_session(screen.page)
    browser.send("WebAuthn.enable")
    made = browser.send("WebAuthn.addVirtualAuthenticator", {"options": KEY_RING})
    return browser, {"authenticatorId": made["authenticatorId"]}


def test_a_passkey_is_made_and_asked_for_after_the_password(screens, site):
    anna = make.make_user("Anna")
    phone = screens.new(site, PHONE, locale="en-GB")
    browser, ring = with_key_ring(phone)
    phone.sign_in(anna, then="/account/second/")
    assert faults(phone) == []
    phone.page.get_by_role("link", name="Add a passkey").click()
    assert faults(phone) == []
    phone.press()
    expect(phone.find("#messages")).to_contain_text("is asked for after the password")
    assert faults(phone) == []

    phone.page.context.clear_cookies()
    phone.sign_in(anna)
    expect(phone.find("h1")).to_have_text("Is it really you?")
    assert faults(phone) == []
    phone.press("button.needs-script")
    phone.open("/account/")
    expect(phone.find("h1")).to_have_text("Your account")
    factor = SecondFactor.objects.get()
    assert factor.used_at
    assert anna.sessions.count() == 2  # the cookies went, the sessions stayed

    # A copy of the key counts less than it did; it opens nothing any more.
    SecondFactor.objects.update(counter=1000)
    phone.page.context.clear_cookies()
    phone.sign_in(anna)
    phone.press("button.needs-script")
    expect(phone.find(".errors")).to_contain_text("This is not right")
    # Nor does another key.
    browser.send("WebAuthn.clearCredentials", ring)
    phone.find("button.needs-script").click()
    expect(phone.find("[role=status].reason")).to_contain_text("did not give the passkey")


def test_without_javascript_a_code_gets_in(screens, site):
    anna = make.make_user("Anna")
    anna.second_factors.create(kind="app", name="Phone", secret=new_secret())
    code = make_codes(anna)[0]
    phone = screens.new(site, PHONE, locale="en-GB", java_script_enabled=False)
    phone.sign_in(anna)
    assert phone.find("button.needs-script").count() == 0
    phone.find("#id_code").fill(code)
    phone.press()
    phone.open("/account/second/app/")
    expect(phone.find("h1")).to_have_text("An app with codes")
