"""Does a printed code get its person in, once, and nobody else?"""

import re
import time

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse

from clubcomp.doors.sessions import PROVED, SINCE
from clubcomp.flow.accounts.recovery import make_codes, use_code
from clubcomp.models import RecoveryCode, Role, TrailEntry
from tests.make import PASSWORD, make_club, make_membership, make_user
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

NEW = "paard-op-f3-staat-goed"


@pytest.fixture
def anna():
    return make_user("Anna")


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def ask(client, email, code):
    return client.post(reverse("with-recovery-code"), {"email": email, "code": code})


def test_ten_codes_are_shown_once_and_only_their_digests_are_kept():
    owner = Visitor(Role.OWNER)
    page = reverse("recovery-codes")
    assert "Make ten new codes" in text(owner.client.get(page))
    shown = text(owner.client.post(page))
    codes = re.findall(r"\d\w{3}-\w{4}-\w{4}", shown)
    assert len(set(codes)) == 10
    rows = RecoveryCode.objects.all()
    assert not any(code.replace("-", "")[1:] in row.digest for code in codes for row in rows)
    assert "10 of your ten codes are left" in text(owner.client.get(page))
    assert codes[0] not in text(owner.client.get(page))


def test_a_code_leads_to_a_new_password_and_works_once(client, anna):
    code = make_codes(anna)[3]
    answer = ask(client, " ANNA@example.org", f" {code.upper().replace('-', ' ')} ")
    assert SESSION_KEY not in client.session
    client.post(answer.url, {"new_password1": NEW, "new_password2": NEW})
    assert client.session[SESSION_KEY] == str(anna.pk)
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert "do not belong together" in text(
        ask(Client(headers={"accept-language": "en"}), anna.email, code)
    )
    assert anna.recovery_codes.count() == 9


def test_new_codes_end_the_old_ones(anna):
    old = make_codes(anna)[0]
    new = make_codes(anna)[0]
    assert not use_code(anna, old)
    assert use_code(anna, new)


@pytest.mark.parametrize(
    "code", ["", "x", "0", "²abcdefghjkm", "9" * 40, "a\x00b", "0000-0000-0000"]
)
def test_what_is_no_code_lets_nobody_in(client, anna, code):
    make_codes(anna)
    assert ask(client, anna.email, code).status_code == 200
    assert anna.recovery_codes.count() == 10


def test_a_code_of_another_person_or_of_a_closed_account_is_wrong(client, anna):
    code, bert = make_codes(anna)[0], make_user("Bert")
    make_codes(bert)
    told = {text(ask(client, email, code)) for email in (bert.email,)}
    anna.is_active = False
    anna.save()
    told |= {text(ask(client, email, code)) for email in (anna.email,)}
    assert all("do not belong together" in page for page in told)


def test_what_is_no_code_is_guessed_at_the_pace_of_passwords(client, anna):
    make_codes(anna)
    for _n in range(5):
        ask(client, anna.email, "0aaa-aaaa")
    answer = ask(client, anna.email, "0aaa-aaaa")
    assert answer.status_code == 429
    assert "was not looked at" in text(answer)
    data = {"username": anna.email, "password": PASSWORD}
    assert client.post(reverse("sign-in"), data).status_code == 429


def test_after_a_while_the_password_is_asked_for_before_codes_are_made(client, anna):
    client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
    page, prove = reverse("recovery-codes"), reverse("prove")
    session = client.session
    session[SINCE] = int(time.time()) - 3600
    session.save()
    assert client.post(page).url == f"{prove}?next={page}"
    assert not RecoveryCode.objects.exists()
    there = f"{prove}?next={page}"
    assert "not your present password" in text(client.post(there, {"password": "wrong"}))
    assert PROVED not in client.session
    assert client.post(there, {"password": PASSWORD}).url == page
    assert client.get(page).status_code == 200


def test_proving_leads_to_no_other_site(client, anna):
    client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"{reverse('prove')}?next=//evil.example/", {"password": PASSWORD})
    assert answer.url == reverse("account")


@pytest.mark.parametrize(("page", "field"), [("prove", "password"), ("password", "old_password")])
def test_the_present_password_is_not_guessed_without_limit(client, anna, page, field):
    client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
    data = {"new_password1": NEW, "new_password2": NEW}
    for n in range(5):
        assert client.post(reverse(page), data | {field: f"wrong {n}"}).status_code == 200
    assert client.post(reverse(page), data | {field: PASSWORD}).status_code == 429


def test_owners_read_in_the_log_what_happened_and_nobody_else(anna):
    club = make_club()
    make_membership(club, anna, Role.LEADER)
    use_code(anna, make_codes(anna)[0])
    owner, member = (Visitor(role, club=club, name=role) for role in (Role.OWNER, Role.MEMBER))
    said = text(owner.see("trail", kind="security"))
    assert "Anna has made recovery codes." in said
    assert "Anna has used a recovery code; 9 are left." in said
    assert "recovery" not in text(member.see("trail"))
    assert not TrailEntry.objects.exclude(club=club).exists()
