"""Who are you? Signing in and out, wrong passwords, and a new one."""

import re
import time
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from clubcomp.forms.accounts import NewPasswordForm
from clubcomp.models import Message, User
from clubcomp.running.sending.queue import send_due
from clubcomp.views.pace import FREE_LINKS
from tests.make import PASSWORD, make_club, make_membership, make_user
from tests.views.visitor import text

pytestmark = pytest.mark.django_db

WRONG = "E-mail and password do not belong together."


@pytest.fixture
def anna() -> User:
    return make_user("Anna")


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "en"})


def sign_in(client: Client, email: str = "anna@example.org", password: str = PASSWORD):
    """Fill in the sign-in page."""
    return client.post(reverse("sign-in"), {"username": email, "password": password})


def test_signing_in_and_out_again(client, anna):
    assert sign_in(client).url == reverse("home")
    assert client.session[SESSION_KEY] == str(anna.pk)
    client.post(reverse("sign-out"))
    assert SESSION_KEY not in client.session


def test_signing_out_is_never_a_link(client, anna):
    sign_in(client)
    assert client.get(reverse("sign-out")).status_code == 405
    assert SESSION_KEY in client.session


def test_an_address_in_capitals_is_the_same_account(client, anna):
    sign_in(client, email=" ANNA@Example.org ")
    assert SESSION_KEY in client.session


def test_one_comes_back_to_the_page_that_asked(client, anna):
    data = {"username": anna.email, "password": PASSWORD, "next": "/toren/members/"}
    assert client.post(reverse("sign-in"), data).url == "/toren/members/"
    data["next"] = "https://elsewhere.example/"
    client.post(reverse("sign-out"))
    assert client.post(reverse("sign-in"), data).url == reverse("home")


@pytest.mark.parametrize(
    ("email", "password"),
    [("anna@example.org", "wrong"), ("nobody@example.org", PASSWORD), ("x", "y")],
)
def test_a_mistake_does_not_say_which_of_the_two_was_wrong(client, anna, email, password):
    said = text(sign_in(client, email, password))
    assert WRONG in said
    assert "password:" not in said.lower().split("</h2>")[1].split("</ul>")[0]


def test_an_account_that_is_closed_is_told_no_more_than_a_wrong_password(client, anna):
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert WRONG in text(sign_in(client))


@pytest.mark.parametrize("password", ["x" * 100_000, "a\x00b", "🐎"])
def test_a_strange_password_is_only_wrong(client, anna, password):
    assert sign_in(client, password=password).status_code == 200


def test_the_password_is_changed_by_who_knows_it_and_stays_signed_in(client, anna):
    sign_in(client)
    new = "paard-op-f3-staat-goed"
    data = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    assert "Something is not right yet" in text(client.post(reverse("password"), data))
    client.post(reverse("password"), data | {"old_password": PASSWORD})
    assert SESSION_KEY in client.session
    anna.refresh_from_db()
    assert anna.check_password(new)


@pytest.mark.parametrize(
    ("weak", "said"),
    [
        ("kurkje9", "Dit wachtwoord is te kort. Gebruik minstens 12 tekens."),
        ("anna@example.org", "Dit wachtwoord lijkt te veel op je naam of je e-mailadres."),
        ("qwertyuiop12!", "Veel mensen gebruiken dit wachtwoord. Kies een ander."),
        ("abababababab", "Veel mensen gebruiken dit wachtwoord. Kies een ander."),
    ],
)
def test_a_weak_password_is_refused_at_its_field_in_the_language_of_the_page(anna, weak, said):
    form = NewPasswordForm(anna, {"new_password1": weak, "new_password2": weak})
    with override("nl"):
        assert form.errors.get_json_data().keys() == {"new_password1"}
        assert form.errors["new_password1"] == [said]


def test_every_password_rule_is_told_beforehand_in_the_language_of_the_page(anna):
    with override("nl"):
        told = str(NewPasswordForm(anna).fields["new_password1"].help_text)
    assert told.count("<li>") == 4
    assert "Gebruik niet je naam" in told


@pytest.mark.parametrize(
    ("password", "is_taken"),
    [
        ("zwarte-pion-2026!", False),
        ("ZwartePion2026", False),
        ("clubcomp-localhost", False),
        ("wachtwoord-zomer", False),
        ("schaakclub123456", False),
        ("830196527412", True),
        ("a b c d e f g", True),
        ("ik lees graag over schaak", True),
        ("x" * 20 + "y" * 60 + "kleine boot", True),
    ],
)
def test_a_password_is_not_made_of_words_of_the_club_and_may_have_any_signs(
    anna, password, is_taken
):
    make_membership(make_club("De Zwarte Pion", "pion"), anna)
    form = NewPasswordForm(anna, {"new_password1": password, "new_password2": password})
    assert form.is_valid() is is_taken
    if not is_taken:
        assert "Add words that have nothing to do with them" in str(form.errors)


def test_the_present_password_is_asked_for_in_the_language_of_the_page(client, anna):
    sign_in(client)
    new = "paard-op-f3-staat-goed"
    data = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    answer = client.post(reverse("password"), data, headers={"accept-language": "nl"})
    wrong = "Dit is niet je huidige wachtwoord. Vul het nog een keer in."
    assert answer.context["form"].errors == {"old_password": [wrong]}


def test_who_is_not_signed_in_has_no_password_to_change(client):
    assert reverse("sign-in") in client.get(reverse("password")).url


@pytest.mark.parametrize("person", ["MQ", "nonsense", "!!!", "8J-Qjg", "x" * 300])
def test_an_invented_welcome_link_is_over(client, anna, person):
    answer = client.get(reverse("welcome", args=[person, "abc-123"]))
    assert answer.status_code == 410
    assert "This link is over" in text(answer)


# By e-mail ----------------------------------------------------------------------------------


def link_in(letter) -> str:
    """The path of the link in an e-mail."""
    return re.search(r"http://localhost:8000(/\S+)", letter.body)[1]


def ask(client, email, **where):
    return client.post(reverse("password-forgotten"), {"email": email}, **where)


def test_without_email_an_owner_is_asked_and_nothing_waits(client, anna):
    assert "Ask an owner of your club" in text(client.get(reverse("password-forgotten")))
    ask(client, anna.email)
    assert not Message.objects.exists()


def test_a_link_by_email_signs_in_once_and_keeps_the_password(client, anna, mail):
    assert "a link is on its way" in text(ask(client, " ANNA@example.org "))
    send_due()
    (letter,) = mail
    assert letter.to == [anna.email]
    link = link_in(letter)
    assert "keep" in text(client.get(link, follow=True))
    assert SESSION_KEY not in client.session
    assert client.post(link, {"act": "enter"}).url == reverse("home")
    assert client.session[SESSION_KEY] == str(anna.pk)
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)
    assert Client().get(link).status_code == 410


def test_with_the_link_by_email_a_new_password_is_chosen(client, anna, mail):
    ask(client, anna.email)
    send_due()
    new = "paard-op-f3-staat-goed"
    client.post(link_in(mail[0]), {"new_password1": new, "new_password2": new})
    assert SESSION_KEY in client.session
    anna.refresh_from_db()
    assert anna.check_password(new)


def test_nobody_learns_which_addresses_have_an_account(client, anna, mail):
    User.objects.create_user("closed@example.org", name="C", is_active=False)
    answers = [
        ask(client, address) for address in (anna.email, "no@example.org", "closed@example.org")
    ]
    bodies = {re.sub(r'value="[^"]*"', "", text(answer)) for answer in answers}
    assert len(bodies) == 1
    send_due()
    assert [letter.to for letter in mail] == [[anna.email]]
    assert Message.objects.count() == 1


def test_an_address_gets_one_link_in_ten_minutes(client, anna, mail):
    for _n in range(3):
        ask(client, anna.email)
    send_due()
    assert len(mail) == 1


def test_a_storm_keeps_nobody_from_a_link_and_who_runs_the_site_is_told(
    client, anna, mail, monkeypatch
):
    monkeypatch.setattr("clubcomp.views.pace.STORM", 5)
    keeper = User.objects.create_user("keeper@example.org", name="Keeper", is_staff=True)
    for n in range(5):
        ask(client, f"{n}@example.org", REMOTE_ADDR=f"198.51.100.{n}")
    Message.objects.filter(kind="sign_in").delete()
    ask(client, anna.email, REMOTE_ADDR="203.0.113.1")
    send_due()
    to_keeper, to_anna = sorted(mail, key=lambda letter: letter.to != [keeper.email])
    assert to_keeper.to == [keeper.email]
    assert "5 links to sign in were asked for" in to_keeper.body
    assert to_anna.to == [anna.email]


def test_others_on_the_network_who_ask_for_links_cost_half_a_minute_at_most(client, anna, mail):
    for n in range(FREE_LINKS + 30):
        ask(Client(), f"{n}@example.org")
    answer = ask(client, anna.email)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 30
    with later(30):
        assert ask(client, anna.email).status_code == 200


@contextmanager
def later(seconds):
    """The clock of cookies is this much later."""
    now = time.time
    with patch("time.time", lambda: now() + seconds):
        yield


def test_a_link_by_email_speaks_the_language_of_who_asks(anna, mail):
    ask(Client(headers={"accept-language": "tr"}), anna.email)
    assert Message.objects.get().language == "tr"


@pytest.mark.parametrize("email", ["", "x" * 300, "a\x00@b.nl", "a@b\nBcc: c@d.nl", "a@b"])
def test_a_strange_address_gets_no_link(client, mail, email):
    assert "Something is not right yet" in text(ask(client, email))
    assert not Message.objects.exists()
