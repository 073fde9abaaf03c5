"""A club signs up, by its pages: from the settings over the mail to the founder's own club."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from clubcomp.flow.sign_up.asking import token_of
from clubcomp.models import AskedClub, Club, Message, Role, SignUp, User
from clubcomp.running.sending.queue import send_due
from clubcomp.views.pace import FREE_CLUBS
from tests.make import make_club, make_membership, make_user
from tests.views.asked_clubs import TERMS, asked_club, let_sign_up
from tests.views.visitor import said, text

pytestmark = pytest.mark.django_db
SETTINGS, ASKED, ASK = "/operator/sign-up/", "/operator/sign-up/asked/", "/sign-up/"
HERE = "/sign-up/confirm/"
GOOD = {"new_password1": "de toren staat stevig", "new_password2": "de toren staat stevig"}
CHOSEN = {"mode": "open", "most_clubs": "3", "terms": TERMS, "signature": "Hanna", "seen": "0"}


def browser(language="en"):
    return Client(headers={"accept-language": language, "origin": "http://testserver"})


@pytest.fixture
def stranger():
    return browser()


@pytest.fixture
def keeper():
    """Somebody who runs the site."""
    staff = make_user("Hanna")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    client = browser()
    client.force_login(staff, "django.contrib.auth.backends.ModelBackend")
    return client


def ours(**values):
    now = SignUp.objects.first()
    known = {"name": "De Pion", "slug": "", "country": "nl", "person": "Petra"}
    sent = {"email": "petra@example.org", "accepts": "on", "terms": now.pk if now else 0}
    return known | sent | values


def link_in(letter):
    return re.search(r"https?://[^/]+(/\S+)", letter.body.split("\n\n")[-1])[1]


# The whole way -------------------------------------------------------------------------------


def test_the_whole_way_of_an_open_site_by_its_pages_alone(keeper, stranger, mail):
    assert keeper.post(SETTINGS, CHOSEN, follow=True).status_code == 200
    assert "Found your club here" in text(stranger.get("/"))
    assert TERMS in text(stranger.get("/sign-up/terms/"))
    assert "A link is on its way to petra@example.org" in text(stranger.post(ASK, ours()))
    send_due()
    assert mail[0].to == ["petra@example.org"]
    assert not User.objects.filter(email="petra@example.org").exists()
    link = link_in(mail[0])
    assert "/sign-up/confirm/" in link
    for _scanner in range(2):  # who only looks founds nothing
        page = stranger.get(link, follow=True)
        assert page.redirect_chain == [(HERE, 302)]
    assert "One press more." in text(page)
    welcome = stranger.post(HERE, {"act": "confirm", "slug": "de-pion"}, follow=True)
    assert "From now on you sign in as petra@example.org" in text(welcome)
    home = stranger.post("/welcome/", GOOD, follow=True)
    assert "Your clubs" in text(home) or home.request["PATH_INFO"] == "/de-pion/"
    assert stranger.get("/de-pion/people/").status_code == 200
    assert stranger.get(link).status_code == 410
    send_due()
    assert "you are its owner" in mail[1].body


def test_the_whole_way_of_one_where_each_is_approved(keeper, mail):
    let_sign_up("approved")
    turkish = browser("tr")
    turkish.post(ASK, ours())
    send_due()
    turkish.get(link_in(mail[0]), follow=True)
    waits = turkish.post(HERE, {"act": "confirm", "slug": "de-pion"}, follow=True)
    assert waits.request["PATH_INFO"] == HERE
    send_due()
    assert mail[1].to == ["hanna@example.org"]
    assert link_in(mail[1]) == ASKED
    page = text(keeper.get(ASKED))
    assert "petra@example.org" in page
    assert "It waits for your approval." in page
    number = AskedClub.objects.get().pk
    done = keeper.post(ASKED, {"asked": number, "act": "approve"}, follow=True)
    assert "De Pion is approved." in text(done)
    send_due()
    founded = mail[2]
    assert founded.subject == "De Pion kuruldu"
    fresh = browser("tr")
    fresh.get(link_in(founded), follow=True)
    fresh.post("/welcome/", GOOD)
    assert fresh.get("/de-pion/people/").status_code == 200


def test_who_has_an_account_signs_in_to_the_club(stranger, mail):
    let_sign_up()
    petra = make_user("Petra")
    make_membership(make_club(), petra)
    assert "A link is on its way" in text(stranger.post(ASK, ours()))
    send_due()
    stranger.get(link_in(mail[0]))
    answer = stranger.post(HERE, {"act": "confirm", "slug": "de-pion"})
    assert answer.url == "/sign-in/?next=/de-pion/"
    assert said(answer) == ["De Pion is founded, and you are its owner."]
    stranger.force_login(petra, "django.contrib.auth.backends.ModelBackend")
    send_due()
    assert link_in(mail[1]) == "/de-pion/"


def test_to_a_closed_account_nothing_goes_and_the_answer_is_the_same(stranger, mail):
    let_sign_up()
    answers = []
    for email in ("petra@example.org", "nobody@example.org"):
        User.objects.filter(pk=make_user("P", email="petra@example.org").pk).update(
            is_active=False
        ) if not answers else None
        answers.append(text(stranger.post(ASK, ours(email=email))).replace(email, "-"))
    strip = re.compile(r'value="[^"]{30,}"')
    assert strip.sub("", answers[0]) == strip.sub("", answers[1])
    send_due()
    assert [letter.to for letter in mail] == [["nobody@example.org"]]


# The settings --------------------------------------------------------------------------------


def test_the_template_is_offered_and_nothing_is_on_with_its_gaps(keeper, mail):
    page = text(keeper.get(SETTINGS))
    assert "[contact address]" in page
    assert "No club can sign up on this site by itself." in page
    terms = "Ask [contact address]."
    refused = text(keeper.post(SETTINGS, CHOSEN | {"terms": terms}))
    assert "The terms have gaps: fill in [contact address]." in refused
    assert not SignUp.objects.exists()


def test_the_page_says_who_signed_and_who_changed_what(keeper, mail):
    keeper.post(SETTINGS, CHOSEN)
    page = text(keeper.get(SETTINGS))
    assert "Signed by Hanna, " in page
    assert "Hanna a club is founded at once; at most 3 clubs (terms signed by Hanna" in (
        re.sub(r"<[^>]+>", "", page).replace("  ", " ")
    )


def test_more_room_lets_in_who_waits(keeper, mail):
    make_club()
    now = let_sign_up(most_clubs=1)
    asked_club(approved_at=timezone.now())
    more = CHOSEN | {"signature": "", "seen": now.pk, "terms": now.terms}
    keeper.post(SETTINGS, more)
    assert Club.objects.filter(slug="pion").exists()


def test_where_no_mail_goes_and_in_a_demo_it_stays_off_and_says_so(keeper, stranger, settings):
    now = let_sign_up()
    asked = asked_club(is_confirmed=False)
    page = text(keeper.get(SETTINGS))
    assert "this site sends none, or is a demo" in page
    assert "No club can sign up on this site by itself." in page
    assert "no club can sign up" in text(keeper.post(SETTINGS, CHOSEN | {"seen": now.pk}))
    settings.SENDS_EMAIL = settings.IS_DEMO = True
    for address in (ASK, "/sign-up/terms/"):
        answer = stranger.get(address)
        assert answer.status_code == 404
        assert "No club can sign up here" in text(answer)
    assert stranger.post(ASK, ours()).status_code == 404
    stranger.get(f"{HERE}{token_of(asked)}/")
    pressed = text(stranger.post(HERE, {"act": "confirm", "slug": "pion"}))
    assert "No club can sign up here at the moment." in pressed
    assert not Club.objects.exists()
    assert not Message.objects.exists()


def test_while_it_is_off_nothing_leads_there(stranger, mail):
    let_sign_up("off")
    make_club()
    make_club("Anders", "anders")
    assert "/sign-up/" not in text(stranger.get("/"))
    assert stranger.get(ASK).status_code == 404
    let_sign_up("approved")  # the first page is kept, and follows at once
    assert 'href="/sign-up/"' in text(stranger.get("/"))


# The first page ------------------------------------------------------------------------------


def test_the_only_club_is_the_first_page_unless_others_sign_up(stranger, mail):
    make_club()
    assert stranger.get("/").url == "/toren/"
    let_sign_up()
    page = stranger.get("/")
    assert page.status_code == 200
    assert 'href="/sign-up/"' in text(page)


# The founder ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"accepts": ""}, "Read the terms first, and tick this."),
        ({"name": ""}, "Name of the club"),
        ({"slug": "sign-in"}, "The site itself uses the address"),
        ({"email": "petra"}, "e-mail"),
        ({"name": "De Piоn"}, "two alphabets"),
        ({"terms": "0"}, "The terms have changed meanwhile"),
    ],
)
def test_what_is_wrong_is_said_and_the_rest_is_kept(stranger, mail, wrong, words):
    now = let_sign_up()
    page = text(stranger.post(ASK, ours(**wrong)))
    assert words in page
    assert 'value="Petra"' in page
    assert f'name="terms" value="{now.pk}"' in page
    assert not AskedClub.objects.exists()


def test_a_network_that_asks_for_many_has_to_wait(stranger, mail):
    let_sign_up()
    for number in range(FREE_CLUBS):
        answer = stranger.post(ASK, ours(slug=f"q{number}q", email=f"q{number}@example.org"))
        assert answer.status_code == 200
    answer = stranger.post(ASK, ours(slug="qq", email="qq@example.org"))
    while answer.status_code == 200:  # the first wait is two seconds, and this machine is slow
        answer = stranger.post(ASK, ours(slug="qq", email="qq@example.org"))
    assert answer.status_code == 429
    assert "Try again in" in text(answer)


def test_the_link_shows_what_waits_and_takes_it_back(stranger, mail):
    let_sign_up("open", most_clubs=1)
    make_club()
    asked_club("Eerder", "eerder", approved_at=timezone.now())
    asked = asked_club(approved_at=timezone.now())
    page = text(stranger.get(f"{HERE}{token_of(asked)}/", follow=True))
    assert "waits for room; 1 other club comes before it" in page
    assert "pion@example.org" in page
    answer = stranger.post(HERE, {"act": "take-back"})
    assert said(answer) == ["What you asked for is removed."]
    assert not AskedClub.objects.filter(pk=asked.pk).exists()
    assert "This link is over" in text(stranger.get(HERE))


def test_an_address_that_was_taken_meanwhile_is_chosen_anew_on_the_page(stranger, mail):
    let_sign_up()
    asked = asked_club(is_confirmed=False)
    make_club("Anders", "pion")
    stranger.get(f"{HERE}{token_of(asked)}/")
    assert "already a club at the address" in text(
        stranger.post(HERE, {"act": "confirm", "slug": "pion"})
    )
    stranger.post(HERE, {"act": "confirm", "slug": "pionnen"})
    assert Club.objects.filter(slug="pionnen").exists()


# The list ------------------------------------------------------------------------------------


def test_the_list_says_what_is_odd(keeper, mail):
    make_membership(make_club(), make_user("Petra"), Role.OWNER)
    asked_club("De T0ren", "t0ren", email="petra@example.org")
    page = text(keeper.get(ASKED))
    assert "It looks like De Toren (/toren/)." in page
    assert "The founder owns a club here already." in page


def test_one_is_let_in_before_its_turn_and_one_is_declined_with_a_line(keeper, mail):
    let_sign_up("approved", most_clubs=1)
    make_club()
    first = asked_club("Eerst", "eerst")
    second = asked_club("Tweede", "tweede", approved_at=timezone.now())
    keeper.post(ASKED, {"asked": second.pk, "act": "let-in"})
    assert Club.objects.filter(slug="tweede").exists()
    answer = keeper.post(ASKED, {"asked": first.pk, "act": "decline", "line": "Geen plaats."})
    assert said(answer)[-1] == "Eerst is declined, and its founder hears so by e-mail."
    send_due()
    declined = next(letter for letter in mail if letter.to == ["eerst@example.org"])
    assert declined.subject == "Eerst wordt niet opgericht"
    assert "Geen plaats." in declined.body


def test_a_press_that_says_not_what_it_wants_decides_nothing(keeper, mail):
    asked = asked_club()
    for act in ({}, {"act": ""}, {"act": "approved"}):
        assert keeper.post(ASKED, {"asked": asked.pk, **act}).status_code == 200
    assert AskedClub.objects.get().approved_at is None
    assert not Message.objects.exists()


def test_what_somebody_else_decided_is_no_more(keeper, mail):
    asked = asked_club()
    pressed = {"asked": asked.pk, "act": "approve"}
    keeper.post(ASKED, pressed)
    assert keeper.post(ASKED, pressed).status_code == 404
    assert Club.objects.count() == 1


def test_where_no_mail_goes_the_list_says_that_founders_do_not_hear(keeper):
    asked_club()
    assert "tell founders yourself" in text(keeper.get(ASKED))
