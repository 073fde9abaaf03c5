"""What a member says of the next evenings, on a phone with his link, and what the leader sees."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.absences.taking_part import say_for_oneself
from clubcomp.flow.attendance.marks import plan_attendance, plan_now
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.evenings import change_evening, open_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.members import change_member
from clubcomp.models import Player, Role, User
from clubcomp.words.values import day
from pairing.core.unplayed import Unplayed
from tests import make
from tests.views.public import words
from tests.views.two_clubs import hold_link

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en", "origin": "http://testserver"}


@pytest.fixture
def competition():
    competition = make.make_competition(5)
    make.make_membership(competition.club, make.make_user("Ruud"), Role.LEADER)
    return competition


@pytest.fixture
def evening(competition):
    day = timezone.localdate() + timedelta(days=7)
    return make.make_evening(competition, "blitz", date=day, is_open=False)


@pytest.fixture
def anna(competition):
    return competition.entries.select_related("player__club").get(key="adema")


@pytest.fixture
def phone(anna):
    client = Client(headers=ENGLISH, enforce_csrf_checks=True)
    hold_link(client, anna.player)
    return client


def leader():
    client = Client(headers=ENGLISH)
    client.force_login(User.objects.get(name="Ruud"))
    return client


def own(evening):
    return reverse("my-evening", args=["toren", evening.competition.slug, evening.serial])


def lead(name, evening):
    return reverse(name, args=["toren", evening.competition.slug, evening.serial])


def test_not_this_evening_is_one_press_with_a_receipt(phone, evening, anna):
    page = phone.get("/toren/me/")
    assert "You are expected." in words(page)
    assert f'action="{own(evening)}"' in page.content.decode()
    answer = phone.post(own(evening), {"say": "absent"})
    assert (answer.status_code, answer.url) == (302, f"/toren/me/#evening-{evening.pk}")
    said = words(phone.get("/toren/me/"))
    at = timezone.localtime(plan_now(evening, anna).own_at).strftime("%H:%M")
    assert f"You are not coming. You said so at {at}." in said
    assert "signed off; before: expected." in said
    assert "sessionid" not in phone.cookies
    assert "csrftoken" not in phone.cookies
    phone.post(own(evening), {"say": "back"})
    assert "You are expected." in words(phone.get("/toren/me/"))


def test_evenings_stand_in_the_order_of_their_days_also_when_a_later_one_is_open(
    phone, competition, evening
):
    open_evening(evening, by=None)
    players = list(competition.club.players.all())
    summer = start_competition(
        competition.club,
        name="Zomer",
        slug="zomer",
        system="attacalc",
        options={},
        tempos=make.TEMPOS,
        players=players,
        by=None,
    )
    make.make_evening(summer, "blitz", date=evening.date - timedelta(days=2), is_open=False)
    same = make.make_evening(summer, "blitz", date=evening.date, is_open=False)
    page = phone.get("/toren/me/")
    assert [mine.evening for mine in page.context["evenings"]][1:] == [evening, same]


def test_an_own_word_stays_with_the_day_it_was_said_of(phone, evening, anna):
    phone.post(own(evening), {"say": "absent"})
    before = evening.date
    change_evening(
        evening,
        tempo=evening.tempo,
        date=before + timedelta(days=2),
        games=evening.games,
        by=None,
    )
    page = words(phone.get("/toren/me/"))
    assert f"Then the evening was to be on {day(before)}; it was moved since." in page
    assert f"{day(before, 'short')}: signed off" in page
    phone.post(own(evening), {"say": "comes"})
    assert "it was moved since" not in words(phone.get("/toren/me/"))


def test_who_comes_now_and_then_is_asked_and_not_told(phone, evening, anna):
    change_member(anna.player, is_occasional=True, by=None)
    asked = "You come now and then. Are you coming this time?"
    page = words(phone.get("/toren/me/"))
    assert asked in page
    assert "You are expected." not in page
    assert asked in words(phone.get("/toren/intern/"))
    phone.post(own(evening), {"say": "comes"})
    assert "You are coming. You said so" in words(phone.get("/toren/me/"))


def test_the_leader_sees_who_said_what_when_and_why(phone, evening):
    phone.post(own(evening), {"status": "absent", "from_game": 1, "note": "griep"})
    for name in ("lead", "attendance"):
        page = words(leader().get(lead(name, evening)))
        assert "signed off, own word at" in page
        assert "“griep”" in page
    assert "Said by the players themselves" in words(leader().get(lead("lead", evening)))
    assert "griep" not in words(Client(headers=ENGLISH).get("/toren/intern/evenings/1/"))


def test_in_more_words_with_games_and_a_reason(phone, evening, anna):
    page = words(phone.get(own(evening)))
    assert "For who comes: later, or leaving early." in page
    data = {"status": "expected", "from_game": 3, "until_game": 5, "note": ""}
    phone.post(own(evening), data)
    assert "You are coming, from game 3 until game 5." in words(phone.get("/toren/me/"))
    phone.post(own(evening), data | {"until_game": 3})
    assert "You are coming, game 3 only." in words(phone.get("/toren/me/"))
    wrong = words(phone.post(own(evening), data | {"until_game": 2}))
    assert "The last one cannot be before the first one." in wrong
    assert words(phone.post(own(evening), {"status": "present", "from_game": 1}))
    assert plan_now(evening, anna).from_game == 3


def test_the_page_on_which_it_was_pressed_comes_back(phone, evening):
    for page, leads in {
        "/toren/intern/tonight/": "/toren/intern/tonight/",
        "https://elsewhere.example/toren/": f"/toren/me/#evening-{evening.pk}",
        "//elsewhere.example/toren/": f"/toren/me/#evening-{evening.pk}",
        "/buiten/": f"/toren/me/#evening-{evening.pk}",
    }.items():
        assert phone.post(own(evening), {"say": "comes", "next": page}).url == leads


def test_who_is_paired_reads_his_board_and_who_can_change_it(phone, competition, anna):
    tonight = make.make_evening(competition, "blitz", date=timezone.localdate())
    page = words(phone.get("/toren/me/"))
    assert "I am not coming" in page
    publish_next(tonight, after=0, by=None)
    for answer in (phone.get("/toren/me/"), phone.post(own(tonight), {"say": "absent"})):
        said = words(answer)
        assert "Only the leader can change that now: Ruud." in said
        assert "I am not coming" not in said
    assert "Not done: You are paired" in said
    page = words(phone.get("/toren/me/"))
    assert "Board" in page or "Bye" in page
    assert "You are paired" not in page, "the board says it"


def test_what_the_leader_noted_is_said_so(phone, evening, anna):
    plan_attendance(evening, anna, status="exempt", by=None)
    assert "Noted: not invited. The leader noted it." in words(phone.get("/toren/me/"))


def test_nonsense_and_an_evening_that_is_not_there(phone, evening):
    assert "Not done: Choose whether you come." in words(phone.post(own(evening), {"say": "x"}))
    assert phone.get("/toren/me/intern/77/").status_code == 404
    assert phone.get("/toren/me/nothing/1/").status_code == 404


def test_who_is_in_no_competition_or_none_with_an_evening(phone, competition, anna):
    assert "No evening stands in the calendar." in words(phone.get("/toren/me/"))
    loose = Client(headers=ENGLISH)
    hold_link(loose, Player.objects.create(club=competition.club, name="Los"))
    assert "You are in no competition yet" in words(loose.get("/toren/me/"))
    assert loose.get("/toren/me/away/").status_code == 200


def test_away_for_longer_and_back_again(phone, evening, anna):
    page = "/toren/me/away/"
    days = {"first": timezone.localdate().isoformat(), "last": evening.date.isoformat()}
    answer = phone.post(page, {"act": "away", "note": "ski", **days})
    assert (answer.status_code, answer.url) == (302, f"{page}?said")
    assert f"Signed off from {day(timezone.localdate(), 'year')}" in words(phone.get(answer.url))
    assert "You are away until" in words(phone.get("/toren/me/"))
    assert "ski" in words(phone.get(page))
    phone.post(page, {"act": "end", "away": anna.player.away.get().pk})
    assert "You are expected." in words(phone.get("/toren/me/"))
    other = Player.objects.create(club=anna.player.club, name="Ander")
    theirs = other.away.create(first=evening.date, last=evening.date)
    assert phone.post(page, {"act": "end", "away": theirs.pk}).status_code == 404
    late = {"first": evening.date.isoformat(), "last": days["first"]}
    assert "cannot be before the first one" in words(phone.post(page, {"act": "away", **late}))
    over = {"first": "2021-12-04", "last": "2022-01-03"}
    assert "Those days are over." in words(phone.post(page, {"act": "away", **over}))
    assert not anna.player.away.exists()


def test_one_press_says_that_i_am_away_an_evening_or_this_week(phone, evening, anna):
    today, page = timezone.localdate(), "/toren/me/away/"
    make.make_evening(anna.competition, "long", date=today)
    chips = phone.get(page).context["chips"]
    assert [chip.what for chip in chips] == ["evening", "week"]
    assert chips[0][1:] == (evening.date, evening.date)
    assert chips[1].first == today
    assert (chips[1].last.weekday(), (chips[1].last - today).days < 7) == (6, True)
    for chip in chips:
        said = f'value="{chip.first}"', f'value="{chip.last}"'
        assert all(one in phone.get(page).content.decode() for one in said)
    phone.post(page, {"act": "away", "first": chips[0].first, "last": chips[0].last})
    assert plan_now(evening, anna).status == Unplayed.ABSENT


def test_only_long_games_is_a_habit(phone, evening, anna):
    blitz = evening.tempo.pk
    data = {"act": "habits-intern", "intern-stays_away": blitz}
    answer = phone.post("/toren/me/away/", data)
    assert "Adema does not come to the evenings of these tempos: blitz." in words(
        phone.get(answer.url)
    )
    assert "You usually do not come to blitz." in words(phone.get("/toren/me/"))
    assert "checked" in phone.get("/toren/me/away/").content.decode()
    phone.post(own(evening), {"say": "comes"})
    assert "You are coming. You said so at" in words(phone.get("/toren/me/"))


def test_the_leader_sets_until_when(phone, evening):
    address = reverse("competition-name", args=["toren", "intern"])
    data = {"name": "Intern", "slug": "intern", "sign_off_until": "18:30"}
    leader().post(address, data)
    assert "You can say it until" in words(phone.get("/toren/me/"))
    assert 'value="18:30"' in leader().get(address).content.decode()
    assert "18:30" in words(leader().get("/toren/trail/"))
    leader().post(address, data | {"sign_off_until": ""})
    assert "You can say it until" not in words(phone.get("/toren/me/"))


def test_being_a_reserve_is_named_beside_the_buttons_and_leads_to_where_it_is_said(phone, evening):
    link = f'href="{own(evening)}"'
    page = phone.get("/toren/me/")
    assert link in page.content.decode()
    assert "More options" in words(page)
    there = phone.get(own(evening))
    assert "I am a reserve" in words(there)
    assert link not in there.content.decode()


def test_a_reserve_who_is_wanted_has_one_way_to_come(phone, evening, anna):
    say_for_oneself(anna, evening, status="reserve", by=anna.player)
    assert "An even number comes now" in words(phone.get("/toren/me/"))
    assert 'value="comes"' in phone.get("/toren/me/").content.decode()
    other = anna.competition.entries.select_related("player").get(key="bakker")
    plan_attendance(evening, other, status=Unplayed.ABSENT, by=None)
    page = phone.get("/toren/me/").content.decode()
    assert "I will come and help out" in page
    assert 'value="comes"' not in page


def test_the_own_page_says_why_the_own_board_is_so_and_how_a_phone_takes_the_club(phone, anna):
    tonight = make.make_evening(anna.competition, "long", present=4)
    publish_next(tonight, after=0, by=None)
    page = phone.get("/toren/me/").content.decode()
    assert re.search(r'<a href="(/toren/intern/evenings/1/games/1/boards/\d/)">Why\?</a>', page)
    assert "/toren/me/settings/" in page
    assert "On your phone" in words(phone.get("/toren/me/settings/"))


def test_an_answer_is_one_control_whose_pressed_button_has_the_receipt(phone, evening, anna):
    def pressed():
        page = phone.get("/toren/me/").content.decode()
        buttons = re.findall(r'value="(\w+)"\s+aria-pressed="(\w+)">\s*<span>(.*?)<span', page)
        return [(value, text) for value, is_pressed, text in buttons if is_pressed == "true"]

    assert pressed() == []
    phone.post(own(evening), {"say": "absent"})
    ((value, said),) = pressed()
    assert value == "back"
    assert re.fullmatch(r"No, said at .*\d\d:\d\d", said)
    phone.post(own(evening), {"say": value})
    assert pressed() == []
    phone.post(own(evening), {"status": "expected", "from_game": 3})
    assert pressed() == [("back", "Yes, from game 3")]
    say_for_oneself(anna, evening, status="reserve", by=anna.player)
    assert pressed() == []
    assert "You are a reserve" in words(phone.get("/toren/me/"))
    plan_attendance(evening, anna, status="exempt", by=None)
    assert pressed() == [("absent", "No, as noted")]
