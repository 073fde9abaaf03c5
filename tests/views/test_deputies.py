"""A deputy leads one evening, under their own name, until it is closed or the night is over."""

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.accounts import deputies as flow
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.guests import add_guest
from clubcomp.models import Deputy, Evening, Role, TrailEntry, User
from clubcomp.views.access import Action
from clubcomp.words.trail import trail_text
from tests import make
from tests.attempts import every
from tests.views.site_map import ADDRESSES
from tests.views.two_clubs import tried
from tests.views.visitor import text

Scope = Deputy.Scope
pytestmark = pytest.mark.django_db

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
#: What the form sends.
FORM = {"scope": "evening", "person": "", "name": ""}
OF_EVENING = [name for name, one in ADDRESSES.items() if "evening" in one.arguments]


@pytest.fixture
def evening():
    """Tonight, with four players, and one evening more to come."""
    competition = make.make_competition(4)
    evening = make.make_evening(competition, present=4)
    evening.date = timezone.localdate()
    evening.save()
    make.make_membership(competition.club, make.make_user("Ruud"), Role.LEADER)
    return evening


@pytest.fixture
def ruud(evening):
    return User.objects.get(name="Ruud")


def client_of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def place(name: str, evening) -> str:
    competition = evening.competition
    return reverse(name, args=[competition.club.slug, competition.slug, evening.serial])


def link(deputy: Deputy) -> str:
    return reverse("deputy", args=[deputy.pk, flow.deputy_token(deputy)])


def started(deputy: Deputy) -> Client:
    """The device on which the link was opened and its button pressed."""
    client = Client(headers={"accept-language": "en"})
    client.post(link(deputy))
    return client


def test_a_leader_names_somebody_and_passes_the_link_on(evening, ruud):
    client = client_of(ruud)
    page = client.post(place("deputies", evening), FORM | {"name": "Piet O'Hara"}, follow=True)
    deputy = Deputy.objects.get()
    assert f'value="http://testserver{link(deputy)}"' in text(page)
    assert TrailEntry.objects.first().action == "name_deputy"

    device = Client(headers={"accept-language": "en"})
    looked = text(device.get(link(deputy), follow=True))
    assert "you are the deputy" in looked
    # A messenger that opens the link has signed nobody in.
    assert device.get(place("attendance", evening)).status_code == 302
    answer = device.post(link(deputy), follow=True)
    assert answer.request["PATH_INFO"] == place("lead", evening)
    assert "deputy for this evening" in text(answer)


def test_every_act_bears_the_deputys_name(evening, ruud):
    deputy = flow.name_deputy(evening, name="Piet O'Hara", by=ruud)
    device = started(deputy)
    entry = evening.competition.entries.first()
    address = reverse(
        "mark-attendance",
        args=[evening.competition.club.slug, evening.competition.slug, evening.serial, entry.key],
    )
    assert device.post(address, {"present": "0"}).status_code in (302, 303)
    line = TrailEntry.objects.first()
    assert (line.by_name, line.by) == ("Piet O'Hara", deputy.user)


def test_a_deputy_is_not_told_of_the_guests_of_other_competitions(evening, ruud):
    other = make.make_competition(2, club=evening.competition.club, slug="ander")
    add_guest(make.make_evening(other), name="Tom Brouwer", rating=1500, by=ruud)
    device = started(flow.name_deputy(evening, name="Piet", by=ruud))
    assert "Tom Brouwer" in text(client_of(ruud).get(place("add-guest", evening)))
    assert "Tom Brouwer" not in text(device.get(place("add-guest", evening)))


#: What each may open of the evening, beside what everybody may.
MAY = {
    Scope.EVENING: {Action.LEAD_EVENING, Action.ENTER_RESULTS},
    Scope.RESULTS: {Action.ENTER_RESULTS},
}


@pytest.mark.parametrize("scope", Scope)
@every("name", OF_EVENING, around=tried)
def test_a_deputy_may_what_the_right_is_for_and_nothing_else(evening, ruud, name, scope):
    deputy = flow.name_deputy(evening, name="Piet", scope=scope, by=ruud)
    device = started(deputy)
    values = {"number": 1, "board": 1, "player": "adema", "sheet": "boards"}
    competition = evening.competition

    def answer(which):
        known = {"club": competition.club.slug, "competition": competition.slug}
        known |= {"evening": which.serial} | values
        kwargs = {argument: known[argument] for argument in ADDRESSES[name].arguments}
        return device.get(reverse(name, kwargs=kwargs)).status_code

    action = ADDRESSES[name].view.access
    other = make.make_evening(competition, is_open=False)
    assert (answer(evening) == 403) is (action not in {Action.SEE} | MAY[scope])
    assert (answer(other) == 403) is (action is not Action.SEE)


def test_two_presses_make_a_helper_with_a_link_and_a_qr_code(evening, ruud):
    publish_next(evening, after=0, by=ruud)
    leader = client_of(ruud)
    sheet = text(leader.get(place("results", evening)))
    [offer] = re.findall(r'href="([^"]*/deputies/[^"]*)"', sheet)
    form = text(leader.get(offer))
    assert 'name="name" value="Helper"' in form
    page = text(leader.post(offer, {"scope": "results", "name": "Wim", "person": ""}, follow=True))
    helper = Deputy.objects.get()
    assert helper.is_helper
    assert f'value="http://testserver{link(helper)}"' in page
    assert 'aria-label="The link for Wim as a QR code"><svg' in page
    assert trail_text(TrailEntry.objects.first()) == "Wim may enter the results of evening 1."

    device = Client(headers={"accept-language": "en"})
    assert "Wim, you help with the results" in text(device.get(link(helper), follow=True))
    answer = device.post(link(helper), follow=True)
    assert answer.request["PATH_INFO"] == place("results", evening)
    assert "helper with the results" in text(answer)


def test_a_helper_enters_a_result_in_their_own_name(evening, ruud):
    game = publish_next(evening, after=0, by=ruud).games.get(board=1)
    device = started(flow.name_deputy(evening, name="Wim", scope=Scope.RESULTS, by=ruud))
    address = f"{place('results', evening)}1/1/"
    device.post(address, {"result": "1-0", "seen": "*", "game": game.seating})
    game.refresh_from_db()
    assert (game.result, game.entered_by.name) == ("1-0", "Wim")
    assert TrailEntry.objects.first().by_name == "Wim"


@pytest.mark.parametrize("state", ["opened", "published", "paired on", "closed"])
def test_a_helpers_pages_lead_only_to_what_they_may_open(evening, ruud, state):
    device = started(flow.name_deputy(evening, name="Wim", scope=Scope.RESULTS, by=ruud))
    if state != "opened":
        publish_next(evening, after=0, by=ruud)
    if state == "paired on":
        Evening.objects.update(games=2)
        make.finish_round(evening.rounds.get())
        publish_next(evening, after=1, by=ruud)
    pages = [place("results", evening), reverse("club", args=[evening.competition.club.slug]), "/"]
    if state == "published":
        pages += [f"{pages[0]}1/1/more/"]
    if state == "paired on":
        pages += [f"{pages[0]}1/"]
    if state == "closed":
        make.finish_round(evening.rounds.get())
        close_evening(evening, by=ruud)
        assert device.get(pages.pop(0)).status_code == 403
    for page in pages:
        shown = text(device.get(page))
        ways = set(re.findall(r'(?:href|action|hx-get|hx-post)="(/[^"#]*)', shown))
        seen = {way: device.get(way).status_code for way in ways if "/static/" not in way}
        # What is only pressed leads back to its page, or says so.
        assert {way for way, status in seen.items() if status in (403, 404)} == set(), page


def test_the_same_person_has_the_last_right_that_was_given(evening, ruud):
    anna = make.make_user("Anna")
    make.make_membership(evening.competition.club, anna, Role.MEMBER)
    client = client_of(anna)
    flow.name_deputy(evening, person=anna, scope=Scope.RESULTS, by=ruud)
    assert client.get(place("attendance", evening)).status_code == 403
    home = text(client.get("/", follow=True))
    assert f'href="{place("results", evening)}"' in home
    flow.name_deputy(evening, person=anna, by=ruud)
    assert Deputy.objects.get().scope == Scope.EVENING
    assert client.get(place("attendance", evening)).status_code == 200


@pytest.mark.parametrize("name", ["members", "trail", "entries", "people", "calendar"])
def test_pages_of_the_club_are_a_strangers(evening, ruud, name):
    device = started(flow.name_deputy(evening, name="Piet", by=ruud))
    competition = evening.competition
    slugs = [competition.club.slug, competition.slug]
    given = slugs[: 2 if "competition" in ADDRESSES[name].arguments else 1]
    status = device.get(reverse(name, args=given)).status_code
    assert status == (200 if name == "calendar" else 403)


def test_it_is_over_when_the_evening_is_closed_and_says_so(evening, ruud):
    device = started(flow.name_deputy(evening, name="Piet", by=ruud))
    assert device.get(place("results", evening)).status_code == 200
    close_evening(evening, by=ruud)
    answer = device.get(place("results", evening))
    assert answer.status_code == 403
    assert "You were the deputy for this evening." in text(answer)
    assert device.post(link(Deputy.objects.get())).status_code == 410


def test_the_deputy_who_closes_is_led_to_a_page_that_is_still_theirs(evening, ruud):
    device = started(flow.name_deputy(evening, name="Piet", by=ruud))
    form = text(device.get(place("close", evening)))
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    answer = device.post(place("close", evening), hidden | {"unplayed": evening.games}, follow=True)
    evening.refresh_from_db()
    assert evening.is_closed
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("day", "named", "ends"),
    [
        (date(2026, 11, 24), datetime(2026, 11, 23, 20), datetime(2026, 11, 25, 3)),
        (date(2026, 11, 24), datetime(2026, 11, 24, 23), datetime(2026, 11, 25, 3)),
        # An evening that is played later than the calendar says.
        (date(2026, 11, 24), datetime(2026, 12, 1, 19), datetime(2026, 12, 2, 3)),
        (None, datetime(2026, 12, 1, 19), datetime(2026, 12, 2, 3)),
        # The night in which summer time ends.
        (date(2026, 10, 24), datetime(2026, 10, 24, 19), datetime(2026, 10, 25, 3)),
    ],
)
def test_it_ends_at_three_in_the_night_after_the_evening(evening, ruud, day, named, ends):
    evening.date = day
    deputy = Deputy(evening=evening, user=ruud, named_at=named.replace(tzinfo=AMSTERDAM))
    assert deputy.ends_at == ends.replace(tzinfo=AMSTERDAM)


def test_after_that_night_the_device_has_no_right_any_more(evening, ruud):
    deputy = flow.name_deputy(evening, name="Piet", by=ruud)
    device = started(deputy)
    evening.date -= timedelta(days=2)
    evening.save()
    Deputy.objects.update(named_at=timezone.now() - timedelta(days=2))
    answer = device.get(place("attendance", evening))
    assert answer.status_code == 403
    assert "03:00" in text(answer)


def test_taking_the_right_back_ends_it_at_once(evening, ruud):
    deputy = flow.name_deputy(evening, name="Piet", by=ruud)
    device, address = started(deputy), link(deputy)
    client_of(ruud).post(place("deputies", evening), {"act": "remove", "deputy": deputy.pk})
    assert device.get(place("attendance", evening)).status_code == 302
    assert device.post(address).status_code == 410
    assert TrailEntry.objects.first().action == "remove_deputy"


@pytest.mark.parametrize("wrong", ["", "x", "-1", "a\0b", "9" * 30, "9" * 5000])
def test_a_right_that_there_is_not_is_not_taken_back(evening, ruud, wrong):
    flow.name_deputy(evening, name="Piet", by=ruud)
    data = {"act": "remove", "deputy": wrong}
    assert client_of(ruud).post(place("deputies", evening), data).status_code == 404
    assert Deputy.objects.count() == 1


def test_by_account_the_evening_stands_on_the_clubs_page(evening, ruud):
    club = evening.competition.club
    anna = make.make_user("Anna")
    make.make_membership(club, anna, Role.MEMBER)
    client = client_of(anna)
    assert client.get(place("attendance", evening)).status_code == 403
    client_of(ruud).post(place("deputies", evening), FORM | {"person": anna.pk})
    page = text(client.get(reverse("club", args=[club.slug])))
    assert f'href="{place("lead", evening)}"' in page
    assert client.get(place("attendance", evening)).status_code == 200
    # Twice is once, and a link is not for who signs in.
    flow.name_deputy(evening, person=anna, by=ruud)
    assert Deputy.objects.get().by_link is False
    assert client.get(link(Deputy.objects.get())).status_code == 410


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": ""}, "write a name"),
        ({"name": "  "}, "write a name"),
        ({"name": "x" * 201}, "200"),
    ],
)
def test_what_is_missing_is_said(evening, ruud, given, words):
    make.make_membership(evening.competition.club, make.make_user("Anna"), Role.MEMBER)
    page = client_of(ruud).post(place("deputies", evening), FORM | given)
    assert words in text(page)
    assert not Deputy.objects.exists()


def test_nobody_is_named_for_a_closed_evening_nor_a_person_of_another_club(evening, ruud):
    stranger = make.make_user("Stranger")
    with pytest.raises(StepError, match="no account in the club"):
        flow.name_deputy(evening, person=stranger, by=ruud)
    close_evening(evening, by=ruud)
    with pytest.raises(StepError, match="closed"):
        flow.name_deputy(evening, name="Piet", by=ruud)
    assert not Deputy.objects.exists()


def test_an_invented_or_foreign_link_is_over(evening, ruud):
    deputy = flow.name_deputy(evening, name="Piet", by=ruud)
    other = flow.name_deputy(evening, name="Jan", by=ruud)
    for number, token in ((deputy.pk, "0" * 32), (deputy.pk, flow.deputy_token(other)), (99, "x")):
        answer = Client().post(reverse("deputy", args=[number, token]))
        assert answer.status_code == 410


def test_who_came_by_a_link_has_no_account_to_keep(evening):
    helper = flow.name_deputy(evening, name="Piet", scope="results", by=None)
    client = Client(headers={"accept-language": "en"})
    client.force_login(helper.user, "django.contrib.auth.backends.ModelBackend")
    for page in ("/account/", "/account/codes/", "/password/", "/account/second/"):
        assert client.get(page).status_code == 403, page
        assert client.post(page, {}).status_code == 403, page
    assert not helper.user.recovery_codes.exists()
    assert 'href="/account/"' not in client.get("/", follow=True).content.decode()


def test_a_leader_sees_which_devices_opened_a_link_and_signs_one_out(evening, ruud):
    leader = client_of(ruud)
    helper = flow.name_deputy(evening, name="Piet", scope="results", by=None)
    link = reverse("deputy", args=[helper.pk, flow.deputy_token(helper)])
    page = place("deputies", evening)
    assert "Not opened on any device yet." in leader.get(page).content.decode()
    phones = [
        Client(headers={"user-agent": f"Mozilla/5.0 ({name}) Firefox/130.0"})
        for name in ("Android 14; Mobile", "Windows NT 10.0")
    ]
    for phone in phones:
        assert phone.get(link).url == "/deputy/"
        assert phone.post("/deputy/").status_code == 302
    marks = re.findall(r'name="device" value="(\w+)"', leader.get(page).content.decode())
    assert len(marks) == 2
    leader.post(page, {"act": "sign-out", "deputy": helper.pk, "device": marks[0]})
    sheet = place("results", evening)
    assert sorted(phone.get(sheet).status_code for phone in phones) == [200, 302]
