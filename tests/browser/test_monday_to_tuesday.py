"""From the sign-offs of Monday to the standing of Tuesday, which the club's own site shows too."""

import json
import re
from datetime import timedelta
from urllib.request import urlopen

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from playwright.sync_api import expect

from clubcomp.doors.links import token_of
from clubcomp.flow.clubs import change_club
from clubcomp.flow.competitions.competition import change_competition
from clubcomp.models import Game, TrailEntry, Wish
from clubcomp.models.competitions import ByPlayers
from clubcomp.running.sending.queue import send_due
from tests import make
from tests.browser.screens import BY_ITSELF, DESKTOP, PHONE, lead
from tests.browser.test_embedding import ClubsOwnSite
from tests.browser.test_pages import faults
from tests.sending.push_service import Browser, push_service
from tests.views.test_api import models

pytestmark = pytest.mark.django_db(transaction=True)

#: What only the maker's own service could answer; the rest is the browser's own.
SUBSCRIBED = "PushManager.prototype.subscribe = async () => (%s)"
#: What came is shown a moment after the browser handed it over: the worker has to start first.
SHOWN = """async () => {
    const registration = await navigator.serviceWorker.ready;
    let all = [];
    for (let asked = 0; !all.length && asked < 100; asked += 1) {
        await new Promise((done) => setTimeout(done, 100));
        all = await registration.getNotifications();
    }
    return all.map(({ title, data, actions }) => ({ title, data, actions }));
}"""


@pytest.fixture
def service(settings):
    with push_service() as service:
        settings.PUSH_SERVICES = [service.url]
        yield service


@pytest.fixture
def evening():
    """Ten members, whose next evening is tomorrow."""
    competition = make.make_led_competition(10)
    by_players = {"results_by_players": ByPlayers.CONFIRMED}
    change_competition(competition, name="Intern", slug="intern", **by_players, by=None)
    day = timezone.localdate() + timedelta(days=1)
    return make.make_evening(competition, present=0, date=day, is_open=False)


class Week:
    """The people of the story, on their devices."""

    def __init__(self, screens, site, evening):
        self.screens, self.site, self.evening = screens, site, evening
        known = evening.competition.entries.select_related("player__club")
        self.entries = {entry.key: entry for entry in known}

    def phone(self, key, address="", **settings):
        """The phone of a player who opened the personal link: it shows the page of one's own."""
        phone = self.screens.new(self.site, PHONE, locale="en-GB", **settings)
        player = self.entries[key].player
        phone.open(address or reverse("open-link", args=["toren", token_of(player)]))
        expect(phone.find("h1")).to_have_text(str(player))
        return phone

    def sign_off(self, phone, key):
        phone.press(f"#evening-{self.evening.pk} button[value='absent']")
        expect(phone.find(f"#evening-{self.evening.pk}")).to_contain_text("You said so at")
        expect(phone.find("section p b").first).to_have_text("You are not coming.")
        assert faults(phone) == []
        assert TrailEntry.objects.first().by_player == self.entries[key].player


def test_from_the_sign_offs_of_monday_to_the_standing_on_the_clubs_site(
    screens, live_server, browser, service, mail, evening
):
    week = Week(screens, live_server.url, evening)

    # Monday: three sign off by the link that they have, one by a link that comes by e-mail.
    for key in ("adema", "dekker", "faber"):
        week.sign_off(week.phone(key), key)
    by_mail = week.entries["hoekstra"].player
    type(by_mail).objects.filter(pk=by_mail.pk).update(email="h@example.org")
    asking = screens.new(live_server.url, PHONE, locale="en-GB")
    asking.open("/toren/me/ask/")
    asking.find("#id_email").fill("h@example.org")
    asking.press("main .primary")
    send_due()
    (letter,) = mail
    week.sign_off(week.phone("hoekstra", re.search(r"/toren/me/\S+", letter.body)[0]), "hoekstra")

    # One more takes notifications, says that he is a reserve, and is asked.
    device = Browser(f"{service.url}/send/phone")
    settings = {"permissions": ["notifications"], "service_workers": "allow"}
    reserve = week.phone("jansen", **settings)
    reserve.page.add_init_script(SUBSCRIBED % device.subscription)
    reserve.press("a:text-is('Settings')")
    reserve.press("a:text-is('Messages to me')")
    assert faults(reserve) == []
    reserve.press("[data-device] button")
    expect(reserve.find("#messages")).to_contain_text("takes notifications now")
    reserve.page.get_by_label("one more player would help").check()
    reserve.press()
    assert Wish.objects.get().channel == "push"
    reserve.open(reverse("my-evening", args=["toren", "intern", evening.serial]))
    reserve.find("input[value='reserve']").check()
    reserve.press("main .primary")
    assert faults(reserve) == []

    desk = screens.new(live_server.url, DESKTOP, locale="en-GB")
    desk.sign_in("ruud@example.org", then=lead("lead", evening))
    desk.press("form[action$='ask-reserves/'] button")
    send_due()
    path, _headers, body = service.got[-1]
    assert path == "/send/phone"
    (shown,) = delivered(reserve, live_server.url, device.read(body))
    assert shown["title"].startswith("One more player would help")
    assert [action["title"] for action in shown["actions"]] == ["No more of these messages"]
    reserve.open(shown["data"]["link"])
    expect(reserve.find("main")).to_contain_text("5 players come, an odd number. Who helps?")
    reserve.press("button[value='help']")
    expect(reserve.find("main")).to_contain_text("You help out: you come")
    reserve.open(shown["data"]["stop"])
    reserve.press()
    assert not Wish.objects.exists()

    # Tuesday: the leader pairs who is there, and types no name.
    type(evening).objects.filter(pk=evening.pk).update(date=timezone.localdate())
    desk.open(lead("lead", evening))
    said = desk.find("h3:has-text('Said by the players themselves') + .list > li")
    expect(said).to_have_count(5)
    expect(said.filter(has_text="Jansen")).to_contain_text("Jansen: helps out, own word at")
    assert faults(desk) == []
    desk.press("form[action$='/open/'] button")
    desk.open(lead("attendance", evening))
    desk.press("form[action$='everybody-here/'] button")
    desk.open(lead("pairing", evening))
    desk.press()  # makes the proposal
    desk.press()  # publishes it
    games = list(Game.objects.select_related("white__player", "black__player").order_by("board"))
    seated = {player.key for game in games for player in (game.white, game.black)}
    assert seated == week.entries.keys() - {"adema", "dekker", "faber", "hoekstra"}

    # Two players enter their result: one says it, the other's phone asks by itself.
    white, black = (week.phone(entry.key) for entry in (games[0].white, games[0].black))
    expect(white.find("main")).to_contain_text("Only the leader can change that now: Ruud.")
    black.open("/toren/intern/tonight/")
    expect(black.find("#boards")).to_be_hidden()
    black.find(".unfold a").click()
    expect(black.find(f"#board-{games[-1].board}")).to_be_visible()
    white.press(".mine button[value='1-0']")
    expect(white.find(".mine")).to_contain_text("You entered 1‑0")
    assert faults(white) == []
    expect(black.find(".mine .primary")).to_be_visible(timeout=BY_ITSELF)
    assert faults(black) == []
    black.press(".mine .primary")
    expect(black.find(".mine")).to_contain_text("You both entered this result.")
    assert Game.objects.get(pk=games[0].pk).result == "1-0"

    # The club's own site shows the standing, its calendar the evening, a program both.
    club, at = evening.competition.club, f"{live_server.url}/toren/intern"
    outside = ClubsOwnSite(f"{at}/standings/?embed=1")
    change_club(club, name=club.name, slug=club.slug, embed_sites=outside.url, by=None)
    page = browser.new_page()
    page.goto(outside.url)
    rows = page.frame_locator("iframe").locator("table.standings tbody tr")
    expect(rows.filter(has_text=str(games[0].white.player))).to_contain_text("1")
    assert page.context.cookies() == []
    page.close()
    outside.server.shutdown()
    (event,) = Calendar.from_ical(fetched(f"{at}/calendar.ics")).events
    assert (event.start, event["STATUS"]) == (timezone.localdate(), "CONFIRMED")
    said = json.loads(fetched(f"{live_server.url}/api/v1/clubs/toren/competitions/intern/"))
    described = models()["api-competition"]
    assert described.model_validate(said).model_dump(mode="json") == said


def delivered(phone, site, data):
    """The notifications that its worker shows once the browser hands it what came."""
    browser = phone.page.context.new_cdp_session(phone.page)
    registrations = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: registrations.extend(said["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    while not registrations:
        phone.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    told = {"origin": site, "registrationId": registrations[0]["registrationId"]}
    browser.send("ServiceWorker.deliverPushMessage", told | {"data": json.dumps(data)})
    return phone.page.evaluate(SHOWN)


def fetched(address):
    with urlopen(address) as answer:  # noqa: S310 -- our own server
        return answer.read()
