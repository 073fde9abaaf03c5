"""How often may a password be tried, and who waits for whom?"""

import time
from datetime import timedelta
from functools import partial
from threading import Event, Thread

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import check_password, make_password
from django.core.management import CommandError, call_command
from django.db.models import F
from django.db.models.functions import Now
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubcomp.doors import sign_in as pace
from clubcomp.flow.accounts.recovery import make_codes
from clubcomp.middleware import IN_LINE, REST, TurnMiddleware
from clubcomp.models import AttemptCount, RecoveryCode, User
from tests.make import PASSWORD, make_user
from tests.views.visitor import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def rests(monkeypatch):
    """How often the turn stayed taken for a while; nobody sleeps here."""
    taken = []
    monkeypatch.setattr("clubcomp.middleware.sleep", taken.append)
    return taken


@pytest.fixture
def anna():
    return make_user("Anna")


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def tried(client, password="wrong", email="anna@example.org", address="192.0.2.1"):  # noqa: S107
    data = {"username": email, "password": password}
    return client.post(reverse("sign-in"), data, REMOTE_ADDR=address)


def wrong(count, **how):
    return [tried(Client(), f"wrong {n}", **how).status_code for n in range(count)]


def later(**duration):
    AttemptCount.objects.update(last=F("last") - timedelta(**duration))


def errors_of(answer):
    return answer.context["form"].errors


def is_in(client):
    return SESSION_KEY in client.session


def test_after_five_wrong_passwords_one_waits_ever_longer(client, anna):
    assert wrong(6) == [200] * 5 + [429]
    answer = tried(client, PASSWORD)
    assert answer.status_code == 429
    assert "was not looked at. Try again in 2 seconds." in text(answer)
    assert answer["Retry-After"] == "2"
    later(seconds=2)
    assert wrong(2) == [200, 429]
    later(seconds=3)
    assert tried(client, PASSWORD).status_code == 429
    later(seconds=1)
    assert tried(client, PASSWORD).status_code == 302
    assert is_in(client)


def test_asking_while_one_waits_makes_nobody_wait_longer(client, anna, rests):
    wrong(5)
    assert not rests
    wrong(20)
    assert rests == [REST] * 20
    later(seconds=2)
    tried(client, PASSWORD)
    assert is_in(client)


def test_what_others_try_costs_a_new_device_half_a_minute_at_most(client, anna):
    wrong(5)
    AttemptCount.objects.update(count=10_000)
    assert "Try again in 30 seconds." in text(tried(client, PASSWORD))
    later(seconds=30)
    tried(client, PASSWORD)
    assert is_in(client)


def test_who_waited_goes_first_though_others_try_on_and_on(client, anna, monkeypatch):
    """In the hall, on its Wi-Fi: somebody tries names over and over, never that of the leader."""
    wrong_of_others = partial(tried, email="bob@example.org")
    for n in range(30):
        tried(Client(), email=f"{n}@example.org")
    AttemptCount.objects.update(count=10_000)
    AttemptCount.objects.filter(last__lt=Now()).update(last=Now())
    answer = tried(client, PASSWORD)
    assert (answer.status_code, answer["Retry-After"]) == (429, "30")
    AttemptCount.objects.update(last=Now())  # somebody else was faster once more
    assert tried(client, PASSWORD).status_code == 429
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 30)
    assert wrong_of_others(Client()).status_code == 429
    assert tried(Client(), PASSWORD).status_code == 429  # a device that has not waited
    assert tried(client, "wrong").status_code == 200
    # Between two attempts at one account lies a whole wait, however many devices waited.
    assert tried(client, PASSWORD).status_code == 429
    later(seconds=30)
    tried(client, PASSWORD)
    assert is_in(client)


def test_a_loop_on_the_own_address_does_not_keep_a_fresh_device_out(client, anna):
    """Somebody in the hall tries the leader's own address over and over, faster than any hand."""
    wrong(6)
    AttemptCount.objects.update(count=10_000)
    later(seconds=5)
    answer = tried(client, PASSWORD)
    assert (answer.status_code, answer["Retry-After"]) == (429, "25")
    later(seconds=25)
    assert wrong(20) == [429] * 20
    tried(client, PASSWORD)
    assert is_in(client)


def test_who_comes_without_a_number_is_next_a_second_later(client, anna):
    wrong(6)
    AttemptCount.objects.update(count=10_000)
    later(seconds=31)
    answer = tried(client, PASSWORD)
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    tried(client, PASSWORD)
    assert is_in(client)


@pytest.mark.parametrize("counted", [0, 10_000])
def test_a_code_from_paper_passes_the_queue(client, anna, counted):
    code = make_codes(anna)[0]
    wrong(6)
    for n in range(3):
        by_code(Client(), f"{n}aaa-aaaa-aaaa")
    AttemptCount.objects.update(count=counted)
    by_code(client, code)
    assert RecoveryCode.objects.count() == 9


def test_wrong_codes_are_counted_for_the_account_and_slowed(client, anna, rests):
    answers = [by_code(Client(), "1aaa-aaaa-aaaa").status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]
    assert rests == [REST]
    assert by_code(Client(), "12345").status_code == 200  # that is no code, and counted as before


def by_code(client, code):
    return client.post(reverse("with-recovery-code"), {"email": "anna@example.org", "code": code})


def test_the_wait_is_told_in_minutes_and_has_an_end(client, anna):
    tried(client, PASSWORD)
    client.post(reverse("sign-out"))
    for n in range(10):
        tried(client, f"wrong {n}")
    AttemptCount.objects.update(count=60)
    assert "Try again in 15 minutes." in text(tried(client, PASSWORD))
    later(minutes=15)
    tried(client, PASSWORD)
    assert is_in(client)


def test_the_right_password_begins_anew(client, anna):
    wrong(4)
    tried(client, PASSWORD)
    assert wrong(5) == [200] * 5


def test_a_stranger_elsewhere_keeps_nobody_out(client, anna):
    wrong(30)
    tried(client, PASSWORD, address="198.51.100.7")
    assert is_in(client)


def test_a_known_device_goes_on_whatever_strangers_do(client, anna):
    tried(client, PASSWORD)
    client.post(reverse("sign-out"))
    wrong(5)
    AttemptCount.objects.update(count=10_000)
    tried(client, PASSWORD)
    assert is_in(client)


def test_a_known_device_waits_too_in_the_end(client, anna):
    tried(client, PASSWORD)
    client.post(reverse("sign-out"))
    answers = [tried(client, f"wrong {n}").status_code for n in range(11)]
    assert answers == [200] * 10 + [429]


def test_a_device_is_known_for_its_own_account_only(client, anna):
    make_user("Bob")
    tried(client, PASSWORD)
    client.post(reverse("sign-out"))
    bobs = [tried(client, f"wrong {n}", "bob@example.org").status_code for n in range(6)]
    assert bobs == [200] * 5 + [429]


def test_one_network_may_not_try_a_password_on_every_account(anna):
    answers = [tried(Client(), email=f"{n}@example.org").status_code for n in range(31)]
    assert answers == [200] * 30 + [429]
    assert tried(Client(), PASSWORD).status_code == 429


def test_an_account_tried_from_everywhere_is_slowed_but_never_for_long(client, anna):
    for n in range(100):
        tried(Client(), address=f"198.51.{n}.1")
    answer = tried(client, PASSWORD, address="203.0.113.1")
    assert answer.status_code == 429
    AttemptCount.objects.update(count=F("count") + 10_000)
    later(seconds=30)
    tried(client, PASSWORD, address="203.0.113.1")
    assert is_in(client)


@pytest.mark.parametrize("email", ["ANNA@example.org", " Anna@Example.Org ", "anna@EXAMPLE.org"])
def test_another_spelling_is_the_same_account(email, anna):
    wrong(5)
    assert tried(Client(), PASSWORD, email=email).status_code == 429


def test_the_admin_counts_with_the_site_and_says_the_same(client, anna):
    User.objects.update(is_staff=True)
    wrong(5)
    data = {"username": "Anna@example.org", "password": PASSWORD}
    answer = client.post("/admin/login/", data, REMOTE_ADDR="192.0.2.1")
    assert "Try again in 2 seconds." in text(answer)
    assert not is_in(client)


def test_nobody_learns_whether_an_account_exists(anna):
    wrong(5)
    wrong(5, email="nobody@example.org")
    known, unknown = (tried(Client(), email=f"{who}@example.org") for who in ("anna", "nobody"))
    assert (known.status_code, known["Retry-After"]) == (
        unknown.status_code,
        unknown["Retry-After"],
    )
    assert errors_of(known) == errors_of(unknown)


def test_no_address_and_no_account_is_kept(anna):
    wrong(1)
    kept = " ".join(AttemptCount.objects.values_list("key", flat=True))
    assert "192.0.2.1" not in kept
    assert "anna" not in kept


@pytest.mark.parametrize("address", ["192.0.2.1", "198.51.100.7"])
def test_what_is_old_is_forgotten(anna, address):
    wrong(5)
    later(hours=3)
    assert wrong(1, address=address) == [200]
    assert sorted(AttemptCount.objects.values_list("count", flat=True)) == [1, 1, 1]


def test_who_asks_for_a_password_waits_for_a_turn_and_others_do_not(rf):
    going, gone, is_met = Event(), Event(), []

    def site(request):
        if request.path == "/sign-in/":
            is_met.append(True)
            going.set()
            gone.wait(30)
        return HttpResponse()

    pages = TurnMiddleware(site)
    ask = partial(pages, rf.get("/sign-in/", headers={"accept-language": "en"}))
    waiting = [Thread(target=ask) for _ in range(IN_LINE)]
    for thread in waiting:
        thread.start()
    assert going.wait(30)
    while pages.line.acquire(blocking=False):  # until the last of them is in line
        pages.line.release()
    assert pages(rf.get("/a-club/")).status_code == 200
    late = ask()
    assert (late.status_code, late["Retry-After"]) == (429, "2")
    assert "So many attempts were made" in late.content.decode()
    assert is_met == [True]
    gone.set()
    for thread in waiting:
        thread.join(30)
    assert len(is_met) == IN_LINE
    assert ask().status_code == 200


@pytest.mark.parametrize(
    ("seen", "told", "proxies", "network"),
    [
        ("192.0.2.1", "", 0, "192.0.2.1"),
        ("192.0.2.1", "198.51.100.9", 0, "192.0.2.1"),
        ("10.0.0.1", "203.0.113.5", 1, "203.0.113.5"),
        ("10.0.0.1", "1.1.1.1, 203.0.113.5", 1, "203.0.113.5"),
        ("10.0.0.1", "1.1.1.1, 203.0.113.5, 10.0.0.2", 2, "203.0.113.5"),
        ("10.0.0.1", "", 1, "10.0.0.1"),
        ("2001:db8:1:2:3::4", "", 0, "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "", 0, "192.0.2.1"),
        ("", "", 0, ""),
        ("10.0.0.1", "<script>", 1, "<script>"),
    ],
)
def test_where_a_request_comes_from(rf, settings, seen, told, proxies, network):
    settings.PROXIES = proxies
    request = rf.post("/sign-in/", REMOTE_ADDR=seen, headers={"X-Forwarded-For": told})
    assert pace.network_of(request) == network


def test_a_password_is_kept_by_argon2_on_one_core(settings):
    settings.PASSWORD_HASHERS = ["clubcomp.doors.passwords.Argon2OnOneCore"]
    hashed = make_password(PASSWORD)
    assert hashed.startswith("argon2$argon2id$")
    assert ",p=1$" in hashed
    assert check_password(PASSWORD, hashed)
    assert not check_password("wrong", hashed)


def test_who_runs_the_site_gives_a_way_back_in(client, anna, capsys):
    call_command("link", " ANNA@example.org", address="https://club.example/")
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://club.example/welcome/")
    new = {"new_password1": "paard-op-f3-staat-goed", "new_password2": "paard-op-f3-staat-goed"}
    client.post(link.removeprefix("https://club.example"), new)
    assert is_in(client)
    with pytest.raises(CommandError, match="No account has the e-mail address bob@example.org"):
        call_command("link", "bob@example.org")
