"""Is anybody let in by the password alone who has more to show?"""

import io
import time
from datetime import timedelta

import pyotp
import pytest
from django.contrib.auth import SESSION_KEY
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse

from clubcomp.doors.sessions import SECOND
from clubcomp.flow.accounts.recovery import make_codes
from clubcomp.flow.accounts.second_factors import passes
from clubcomp.flow.clubs import welcome_parts
from clubcomp.models import AttemptCount, Role, SecondFactor, User
from tests.make import PASSWORD, make_club, make_membership, make_user
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
HALF_A_MINUTE = 30
STEP = "/sign-in/second/"


@pytest.fixture
def anna():
    """She has an app."""
    anna = make_user("Anna")
    anna.second_factors.create(kind="app", name="My phone", secret=SECRET)
    return anna


@pytest.fixture
def client():
    return Client(headers={"accept-language": "en"})


def shown(later=0):
    """What the app shows, so many seconds from now."""
    return pyotp.TOTP(SECRET).at(int(time.time()) + later)


def sign_in(client, email="anna@example.org", password=PASSWORD, then=""):
    return client.post(reverse("sign-in"), {"username": email, "password": password, "next": then})


def is_in(client):
    return SESSION_KEY in client.session


# Signing in ---------------------------------------------------------------------------------


def test_the_password_alone_lets_nobody_in(client, anna):
    assert sign_in(client, then="/toren/").url == STEP
    assert not is_in(client)
    assert client.get(reverse("account")).status_code == 302
    answer = client.post(STEP, {"code": f" {shown()[:3]} {shown()[3:]} "})
    assert answer.url == "/toren/"
    assert is_in(client)


def test_without_the_password_nobody_is_asked_for_a_code(client, anna):
    assert client.get(STEP).url == reverse("sign-in")
    assert client.post(STEP, {"code": shown()}).url == reverse("sign-in")
    sign_in(client, password="wrong")
    assert client.post(STEP, {"code": shown()}).url == reverse("sign-in")


def test_a_link_or_a_recovery_code_takes_the_place_of_the_password_only(client, anna):
    code, other = make_codes(anna)[:2]
    data = {"email": anna.email, "code": code}
    link = client.post(reverse("with-recovery-code"), data).url
    assert link == reverse("welcome", args=welcome_parts(anna))
    assert client.post(link, {"act": "enter"}).url == STEP
    assert not is_in(client)
    client.post(STEP, {"code": other})
    assert is_in(client)
    assert anna.recovery_codes.count() == 8


@pytest.mark.parametrize("later", [-HALF_A_MINUTE, 0, HALF_A_MINUTE])
def test_a_clock_may_be_half_a_minute_wrong(anna, later):
    assert passes(anna, shown(later))


@pytest.mark.parametrize("later", [-3 * HALF_A_MINUTE, 3 * HALF_A_MINUTE])
def test_a_clock_may_not_be_more_than_that_wrong(anna, later):
    assert not passes(anna, shown(later))


def test_a_code_is_taken_once_and_no_earlier_one_after_it(client, anna):
    code = shown()
    assert passes(anna, code)
    assert not passes(anna, code)
    assert not passes(anna, shown(-HALF_A_MINUTE))
    sign_in(client)
    assert "used before" in text(client.post(STEP, {"code": code}))
    assert not is_in(client)


@pytest.mark.parametrize(
    "code", ["", "000000", "x" * 40, "１２３４５６", "a\x00b", "0abc-defg-hjkm"]
)
def test_a_wrong_code_lets_nobody_in(client, anna, code):
    sign_in(client)
    assert client.post(STEP, {"code": code}).status_code == 200
    assert not is_in(client)


@pytest.mark.parametrize(
    "answer", ["", "x", "[]", "{}", '{"id": 1}', '{"rawId": "YQ", "id": "YQ"}']
)
def test_a_strange_passkey_lets_nobody_in(client, anna, answer):
    sign_in(client)
    assert client.post(STEP, {"passkey": answer}).status_code == 200
    assert not is_in(client)


def test_codes_are_guessed_slowly_and_the_password_does_not_begin_anew(anna):
    for _round in range(5):
        guesser = Client()
        sign_in(guesser)
        guesser.post(STEP, {"code": "000000"})
    client = Client(headers={"accept-language": "en"})
    sign_in(client)
    answer = client.post(STEP, {"code": shown()})
    assert answer.status_code == 429
    assert "was not looked at" in text(answer)
    AttemptCount.objects.update(last=F("last") - timedelta(hours=1))
    client.post(STEP, {"code": shown()})
    assert is_in(client)


def test_one_waits_ten_minutes_for_the_code_and_no_longer(client, anna):
    sign_in(client)
    session = client.session
    session["waiting"] |= {"at": int(time.time()) - 601}
    session.save()
    assert client.post(STEP, {"code": shown()}).url == reverse("sign-in")
    assert not is_in(client)


def test_another_password_meanwhile_means_signing_in_anew(client, anna):
    sign_in(client)
    anna.set_password("paard-op-f3-staat-goed")
    anna.save()
    assert client.post(STEP, {"code": shown()}).url == reverse("sign-in")


def test_the_admin_asks_too(client, anna):
    User.objects.update(is_staff=True, is_superuser=True)
    data = {"username": anna.email, "password": PASSWORD}
    assert client.post("/admin/login/?next=/admin/", data).url == STEP
    assert client.get("/admin/").status_code == 302
    client.post(STEP, {"code": shown()})
    assert client.get("/admin/").status_code == 200


def test_who_does_not_keep_the_site_is_refused_by_the_admin_in_words(client):
    client.force_login(make_user("Bert"), "django.contrib.auth.backends.ModelBackend")
    assert client.get("/admin/", follow=True).status_code == 403


def test_the_command_lets_in_who_has_lost_everything(client, anna):
    out = io.StringIO()
    call_command("link", anna.email, stdout=out, stderr=(told := io.StringIO()))
    assert "--without-second-factor" in told.getvalue()
    assert anna.second_factors.exists()
    call_command("link", anna.email, "--without-second-factor", stdout=out)
    link = out.getvalue().split()[-1].removeprefix("http://localhost:8000")
    assert client.post(link, {"act": "enter"}).url == reverse("home")
    assert is_in(client)


# Setting it up -------------------------------------------------------------------------------


def test_an_app_is_asked_for_once_it_has_shown_its_code(client):
    bert = make_user("Bert")
    elsewhere = Client()
    for one in (client, elsewhere):
        sign_in(one, bert.email)
    page = reverse("second-factor-app")
    secret = client.get(page).context["secret"]
    assert secret in text(client.get(page))
    assert "shows another code" in text(client.post(page, {"code": "000000", "name": "Phone"}))
    code = pyotp.TOTP(secret).now()
    assert "hidden signs" in text(client.post(page, {"code": code, "name": "Pho\u202ene"}))
    assert not SecondFactor.objects.exists()
    assert client.post(page, {"code": code, "name": "Phone"}).url == reverse("recovery-codes")
    assert client.session[SECOND]
    assert client.get(reverse("account")).status_code == 200
    assert elsewhere.get(reverse("account")).status_code == 302
    assert sign_in(Client(), bert.email).url == STEP
    assert not passes(bert, code)


def test_what_is_taken_away_is_asked_for_no_more(client, anna):
    sign_in(client)
    client.post(STEP, {"code": shown()})
    page, factor = reverse("second-factors"), anna.second_factors.get()
    assert "My phone" in text(client.get(page))
    other = make_user("Bert").second_factors.create(kind="app", name="B", secret=SECRET)
    client.post(page, {"remove": other.pk})
    assert SecondFactor.objects.filter(pk=other.pk).exists()
    client.post(page, {"remove": factor.pk})
    assert not anna.second_factors.exists()
    assert sign_in(Client()).url == reverse("home")


def test_passkeys_are_offered_where_browsers_have_them(client):
    client.force_login(make_user("Bert"), "django.contrib.auth.backends.ModelBackend")
    page = reverse("second-factor-passkey")
    for host, is_secure, is_offered in [
        ("localhost", False, True),
        ("club.example", True, True),
        ("club.example", False, False),
        ("192.168.1.20", True, False),
    ]:
        answer = client.get(page, headers={"host": host}, secure=is_secure)
        assert ("data-passkey" in text(answer)) is is_offered, host


def test_an_answer_to_nothing_makes_no_passkey(client):
    client.force_login(make_user("Bert"), "django.contrib.auth.backends.ModelBackend")
    data = {"name": "Key", "passkey": '{"id": "YQ", "rawId": "YQ", "type": "public-key"}'}
    page = reverse("second-factor-passkey")
    for _n in range(2):
        assert "was not taken" in text(client.post(page, data, headers={"host": "localhost"}))
        client.get(page, headers={"host": "localhost"})
    assert not SecondFactor.objects.exists()


def test_owners_read_who_asks_for_more_than_the_password(client):
    club, bert = make_club(), make_user("Bert")
    make_membership(club, bert, Role.LEADER)
    client.force_login(bert, "django.contrib.auth.backends.ModelBackend")
    page = reverse("second-factor-app")
    secret = client.get(page).context["secret"]
    client.post(page, {"code": pyotp.TOTP(secret).now(), "name": "Phone"})
    owner = Visitor(Role.OWNER, club=club, name="Olga")
    assert "After the password of Bert is asked for: Phone." in text(owner.see("trail"))


# A club that asks for it ----------------------------------------------------------------------


@pytest.fixture
def asking():
    """An owner with an app, in whose club owners and leaders are asked for more."""
    owner = Visitor(Role.OWNER, name="Olga")
    session = owner.client.session
    session[SECOND] = True
    session.save()
    owner.fill_in("people", act="ask")
    owner.club.refresh_from_db()
    assert owner.club.asks_second_factor
    return owner


def test_a_leader_without_one_sets_it_up_first_and_is_nobody_but_a_member_until_then(asking):
    leader = Visitor(Role.LEADER, club=asking.club, name="Leo")
    for page in ("add-member", "new-competition"):
        assert leader.see(page).url == reverse("second-factors")
        assert leader.fill_in(page, name="Nieuw").url == reverse("second-factors")
    headers = {"HX-Request": "true"}
    answer = leader.client.get(leader.address("add-member"), headers=headers)
    assert answer["HX-Redirect"] == reverse("second-factors")
    assert "asks owners and leaders for more" in text(leader.client.get(reverse("second-factors")))
    assert leader.see("members").status_code == 200
    assert leader.address("add-member") not in text(leader.see("members"))
    page = reverse("second-factor-app")
    secret = leader.client.get(page).context["secret"]
    codes = leader.client.post(page, {"code": pyotp.TOTP(secret).now(), "name": "Phone"})
    assert leader.see("add-member").status_code == 200
    # From the codes it goes on to what was asked for last; who has codes goes there at once.
    wanted = leader.address("new-competition")
    assert wanted not in text(leader.client.get(codes.url))
    assert f'href="{wanted}"' in leader.client.post(codes.url).content.decode()
    assert f'href="{wanted}"' not in leader.client.post(codes.url).content.decode()


def test_who_has_recovery_codes_goes_on_to_the_page_that_was_asked_for(asking):
    leader = Visitor(Role.LEADER, club=asking.club, name="Leo")
    make_codes(leader.user)
    leader.see("new-competition")
    page = reverse("second-factor-app")
    for wanted in (leader.address("new-competition"), reverse("second-factors")):
        secret = leader.client.get(page).context["secret"]
        code = {"code": pyotp.TOTP(secret).now(), "name": "Phone"}
        assert leader.client.post(page, code).url == wanted


def test_taking_it_away_ends_the_right(asking):
    leader = Visitor(Role.LEADER, club=asking.club, name="Leo")
    factor = leader.user.second_factors.create(kind="app", name="Phone", secret=SECRET)
    session = leader.client.session
    session[SECOND] = True
    session.save()
    assert leader.see("add-member").status_code == 200
    leader.client.post(reverse("second-factors"), {"remove": factor.pk})
    assert leader.see("add-member").status_code == 302


def test_members_and_other_clubs_are_asked_for_nothing(asking):
    member = Visitor(Role.MEMBER, club=asking.club, name="Mia")
    assert member.see("members").status_code == 200
    elsewhere = Visitor(Role.LEADER, club=make_club("Elders", "elders"), name="Els")
    assert elsewhere.see("add-member").status_code == 200


def test_an_owner_without_one_keeps_nothing_of_the_site_either(asking):
    owner = Visitor(Role.OWNER, club=asking.club, name="Otto")
    assert owner.client.get(reverse("backups")).status_code == 403
    assert asking.client.get(reverse("backups")).status_code == 200
    assert owner.fill_in("people", act="ask-no-more").url == reverse("second-factors")
    asking.fill_in("people", act="ask-no-more")
    assert owner.see("people").status_code == 200
    said = text(asking.see("trail"))
    assert "Owners and leaders are asked for more than their password." in said
    assert "Owners and leaders are asked for their password only." in said
