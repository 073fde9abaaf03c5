"""The first club of an empty site: its link, its form, and that it happens once."""

import threading
from contextlib import nullcontext
from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import translation

from clubcomp.doors.passwords import NotLikeThePerson
from clubcomp.flow.clubs import set_up_club, set_up_token
from clubcomp.flow.errors import StepError
from clubcomp.models import Club, Role, TrailEntry, User
from tests.make import make_club, make_user
from tests.views.visitor import text

OURS = {
    "name": "Schaakclub 't Hof",
    "slug": "",
    "country": "NL",
    "person": "Nora O'Brien",
    "email": "Nora@Example.org",
    "password1": "de toren staat stevig",
    "password2": "de toren staat stevig",
}
GIVEN = {"club": "SC Hof", "person": "Nora", "email": "nora@example.org", "password": "x" * 12}


def link():
    return reverse("set-up", args=[set_up_token()])


@pytest.mark.django_db
def test_the_form_makes_the_club_and_its_owner_and_signs_the_owner_in(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "Set up your club" in text(client.get(link(), follow=True))
    answer = client.post(link(), OURS, follow=True)
    club = Club.objects.get()
    assert (club.name, club.slug) == (OURS["name"], "schaakclub-t-hof")
    owner = club.memberships.get()
    assert (owner.role, owner.user.email) == (Role.OWNER, "nora@example.org")
    assert owner.user.check_password(OURS["password1"])
    assert not owner.user.is_staff
    assert answer.request["PATH_INFO"] == reverse("members", args=[club.slug])
    assert "you are its owner" in text(answer)
    assert TrailEntry.objects.get().action == "found_club"


@pytest.mark.django_db
def test_the_link_is_over_when_there_is_a_club(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    make_club()
    for answer in (client.get(link()), client.post(link(), OURS)):
        assert answer.status_code == 410
        assert "This site is set up already" in text(answer)
        assert "Sign in with the account" in text(answer)
    assert not User.objects.exists()
    client.force_login(make_user())  # who went back to the page with which they set it up
    assert "Sign in with the account" not in text(client.get(link()))


@pytest.mark.django_db
def test_a_guessed_link_is_nothing_and_the_demo_has_none(client, settings):
    assert client.post(reverse("set-up", args=["0" * 32]), OURS).status_code == 404
    settings.IS_DEMO = True
    assert client.get(link()).status_code == 404
    assert not Club.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"password2": "something else"}, "The two passwords are not the same."),
        ({"slug": "Dorpsstraat 12"}, "This becomes a part of web addresses"),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "toren de toren", "password2": "toren de toren"}, "words that others"),
        ({"password1": "nora o'brien", "password2": "nora o'brien"}, "looks too much like"),
        ({"slug": "sign-in"}, "The site itself uses the address"),
        ({"email": "nora"}, "e-mail"),
        ({"person": " "}, "Your name"),
        ({"name": ""}, "name"),
    ],
)
def test_what_is_wrong_is_said_with_the_rest_kept_and_nothing_made(client, wrong, words):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    answer = client.post(link(), OURS | wrong)
    assert answer.status_code == 200
    assert words in text(answer).replace("&#x27;", "'")
    assert OURS["email"] in text(answer) or "email" in wrong
    assert not Club.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("password", "is_refused"),
    [
        ("paarse fiets onder water", False),
        ("secretaris fietst onder paars water", False),
        ("secretaris@detoren.example", True),
        ("secretaris.detoren.example1", True),
        ("Petra van der Waterfiets!", True),
        ("pvanderwaterfiets", True),
        ("", False),
    ],
)
def test_only_what_is_nearly_the_name_or_the_address_looks_too_much_like_it(password, is_refused):
    person = User(name="Petra van der Waterfiets", email="secretaris@detoren.example")
    words = "looks too much like"
    with pytest.raises(ValidationError, match=words) if is_refused else nullcontext():
        NotLikeThePerson().validate(password, person)


@pytest.mark.django_db
def test_a_password_is_refused_for_one_thing_at_a_time_and_that_stands_there_once(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    weak = {"password1": "welkom123", "password2": "welkom123"}
    said = text(client.post(link(), OURS | weak))
    assert said.count("This password is too short.") == 1
    assert "words that others guess" not in said
    assert "Many people use this password" not in said


@pytest.mark.django_db
def test_the_page_says_that_mail_is_off_and_what_it_takes(client, settings):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = text(client.get(link(), follow=True))
    assert "This site sends no e-mail." in page
    assert f'href="{reverse("help-task", args=["keeper"])}"' in page
    settings.SENDS_EMAIL = True
    assert "This site sends no e-mail." not in text(client.get(link(), follow=True))


@pytest.mark.django_db
def test_an_account_that_is_there_is_not_taken_over():
    anna = make_user("Anna")
    with pytest.raises(StepError, match="already"):
        set_up_club(**GIVEN | {"email": anna.email.upper()})
    assert not Club.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_press_at_once_one_sets_it_up():
    barrier, refused = threading.Barrier(2), []

    def press(number):
        barrier.wait()
        try:
            with translation.override("en"):  # a thread begins with the site's language
                set_up_club(**GIVEN | {"club": f"Club {number}", "email": f"p{number}@example.org"})
        except StepError as error:
            refused.append(str(error))
        finally:
            connection.close()

    both = [threading.Thread(target=press, args=[number]) for number in (1, 2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert Club.objects.count() == User.objects.count() == 1
    assert refused == ["Somebody has set up this site meanwhile. Sign in."]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("engine", "way_back"),
    [
        ("clubcomp.running.postgres", "begin again with: echo club-0123456789"),
        ("django.db.backends.postgresql", "begin again without DATABASE_URL"),
    ],
)
def test_an_empty_database_says_loudly_where_other_data_are(
    engine, way_back, tmp_path, monkeypatch, settings
):
    cluster = tmp_path / "club-0123456789" / "cluster"
    cluster.mkdir(parents=True)
    for name in ("PG_VERSION", "server.log"):
        (cluster / name).touch()
    monkeypatch.setenv("CLUBCOMP_DATA_DIR", str(tmp_path))
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", engine)
    settings.HOME, out = tmp_path / "new", StringIO()
    call_command("set_up_link", address="http://localhost:8123/", stdout=out)
    assert "THIS DATABASE IS NEW AND EMPTY" in out.getvalue()
    assert "club-0123456789  (used last on" in out.getvalue()
    assert way_back in out.getvalue()


@pytest.mark.django_db
def test_the_link_is_printed_on_demand_until_there_is_a_club():
    def printed():
        out = StringIO()
        call_command("set_up_link", address="http://localhost:8123/", stdout=out)
        return out.getvalue()

    assert f"http://localhost:8123{link()}\n" in printed()
    assert printed() == printed()
    make_club()
    assert link() not in printed()
    assert "http://localhost:8123/sign-in/" in printed()
