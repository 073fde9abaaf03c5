"""A phone takes notifications: the board comes encrypted, is shown, and leads to tonight's page."""

import json

import pytest
from playwright.sync_api import expect

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.links import token_of
from clubcomp.models import Wish
from clubcomp.sending.queue import send_due
from tests import make
from tests.browser.screens import DESKTOP, PHONE
from tests.browser.test_pages import faults
from tests.sending.push_service import Browser, push_service

pytestmark = pytest.mark.django_db(transaction=True)

#: What only the maker's own service could answer; the rest is the browser's own.
SUBSCRIBED = "PushManager.prototype.subscribe = async () => (%s)"
SHOWN = """async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, tag, data, actions }) => ({ title, tag, data, actions }));
}"""


@pytest.fixture
def service(settings):
    with push_service() as service:
        settings.PUSH_SERVICES = [service.url]
        yield service


def test_a_member_takes_notifications_and_the_board_comes(screens, live_server, service):
    evening = make.make_evening(make.make_competition(4), "blitz")
    anna = evening.competition.club.players.get(name="Adema")
    device = Browser(f"{service.url}/send/phone")
    phone = screens.new(
        live_server.url,
        PHONE,
        locale="en-GB",
        permissions=["notifications"],
        service_workers="allow",
    )
    phone.page.add_init_script(SUBSCRIBED % device.subscription)
    phone.open(f"/toren/me/{token_of(anna)}/")
    phone.page.get_by_role("link", name="Messages to me").click()
    assert faults(phone) == []
    phone.press("[data-device] button")
    expect(phone.find("#messages")).to_contain_text("takes notifications now")
    phone.page.get_by_label("the board").check()
    phone.press()
    assert Wish.objects.get().channel == "push"
    assert faults(phone) == []

    evening.competition.refresh_from_db()
    publish_next(evening, after=0, by=None)
    send_due()
    _first, (_path, _headers, body) = service.got
    browser = phone.page.context.new_cdp_session(phone.page)
    registrations = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: registrations.extend(said["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    while not registrations:
        phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": live_server.url,
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(device.read(body)),
        },
    )
    (shown,) = phone.page.evaluate(SHOWN)
    assert shown["title"].startswith("Board ")
    assert shown["data"]["link"] == "/toren/intern/tonight/"
    assert [action["title"] for action in shown["actions"]] == ["No more of these messages"]
    phone.open(shown["data"]["stop"])
    phone.press()
    assert not Wish.objects.exists()


def test_the_pages_about_messages_have_no_faults(screens, live_server, settings):
    settings.SENDS_EMAIL = True
    club = make.make_club()
    anna = make.make_player(club, "Anna", email="anna@example.org")
    make.make_membership(club, make.make_user("Olga"), "owner")
    for size in (PHONE, DESKTOP):
        screen = screens.new(live_server.url, size, locale="en-GB")
        screen.open(f"/toren/me/{token_of(anna)}/")
        for address in ("me/messages/", "me/messages/address/", "me/ask/"):
            screen.open(f"/toren/{address}")
            assert faults(screen) == []
        owner = screens.new(live_server.url, size, locale="en-GB")
        owner.sign_in("olga@example.org", then="/toren/messages/")
        assert faults(owner) == []
