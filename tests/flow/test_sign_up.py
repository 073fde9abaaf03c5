"""A club that a stranger asks for: what is refused, what waits, what is founded, and when."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from clubcomp.flow.errors import StepError
from clubcomp.flow.sign_up.asking import (
    LINKS_A_DAY,
    LINKS_OF_ADDRESS,
    asked_by,
    confirm_club,
    take_back_club,
    token_of,
)
from clubcomp.flow.sign_up.founding import (
    approve_club,
    decline_club,
    found_as_room_comes,
    let_club_in,
)
from clubcomp.models import AskedClub, Club, Message, MessageKind, Role, SignUp, TrailEntry, User
from clubcomp.models.messages import key_of
from clubcomp.running.sending.queue import sweep
from clubcomp.words.trail import trail_text
from tests.make import make_club, make_membership, make_user
from tests.views.asked_clubs import ask, asked_club, let_sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sends")]


@pytest.fixture
def sends(settings):
    settings.SENDS_EMAIL = True


def test_until_the_link_is_pressed_there_is_a_row_and_a_message():
    let_sign_up()
    with translation.override("tr"):
        asked = ask()
    assert (asked.slug, asked.country, asked.email) == ("pion", "NL", "petra@example.org")
    message = Message.objects.get()
    assert (message.kind, message.address, message.language) == (
        "sign_up",
        "petra@example.org",
        "tr",
    )
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_the_address_is_made_from_the_name():
    let_sign_up()
    make_club("De Pion", "de-pion")
    assert ask(slug="").slug == "de-pion-2"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"slug": "operator"}, "The site itself uses"),
        ({"slug": "support"}, "The site itself uses"),
        ({"slug": "adm1n"}, "The site itself uses"),
        ({"slug": "toren"}, "already a club at the address"),
        ({"slug": "wacht"}, "already a club at the address"),
        ({"slug": "de pion"}, "without accents"),
        ({"name": "De Piоn"}, "“Piоn” has letters of two alphabets"),
        ({"name": "!!"}, "A club needs a name"),
        ({"person": " "}, "your own name"),
        ({"country": "XQ"}, "There is no country"),
        ({"email": "petra"}, "is not an e-mail address"),
        ({"name": "a\nb"}, "on one line"),
        ({"terms": 0}, "terms have changed"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_is_kept(values, words):
    let_sign_up()
    make_club("De Toren", "toren")
    asked_club("Wacht", "wacht")
    with pytest.raises(StepError, match=words):
        ask(**values)
    assert AskedClub.objects.count() == 1
    assert not Message.objects.exists()


def test_terms_that_were_signed_anew_are_read_anew_and_other_settings_matter_not():
    old = let_sign_up()
    SignUp.objects.create(
        mode="open", most_clubs=4, terms=old.terms, signed_by="H", signed_at=old.signed_at
    )
    ask(terms=old.pk)
    let_sign_up()
    with pytest.raises(StepError, match="terms have changed"):
        ask(terms=old.pk)


def test_an_address_gets_few_links_and_the_site_sends_so_many_a_day():
    let_sign_up()
    for _n in range(LINKS_OF_ADDRESS):
        ask()
    with pytest.raises(StepError, match="So many links went to this address"):
        ask()
    Message.objects.bulk_create(
        Message(
            key=key_of(MessageKind.SIGN_UP, "other", n), kind=MessageKind.SIGN_UP, language="en"
        )
        for n in range(LINKS_A_DAY - LINKS_OF_ADDRESS)
    )
    with pytest.raises(StepError, match="So many asked for a club today"):
        ask(email="other@example.org")
    Message.objects.update(made_at=timezone.now() - timedelta(hours=25))
    ask(email="other@example.org")


def test_what_was_never_confirmed_goes_after_two_days_and_its_link_is_over():
    let_sign_up()
    asked = ask()
    waits = asked_club("Wacht", "wacht")
    AskedClub.objects.update(at=timezone.now() - AskedClub.KEPT - timedelta(seconds=1))
    assert asked_by(token_of(asked)) is None
    assert asked_by(token_of(waits)) == waits
    with pytest.raises(StepError, match="This link is over"):
        ask(email="other@example.org") and confirm_club(asked, slug="pion")
    assert {one.slug for one in AskedClub.objects.all()} == {"wacht", "pion"}


@pytest.mark.parametrize("token", ["", "1", "1:x", "x:y", "²:x"])
def test_a_guessed_link_is_none(token):
    asked_club()
    assert asked_by(token) is None


# Founding -------------------------------------------------------------------------------------


def test_it_is_founded_with_a_press_and_its_founder_owns_it():
    let_sign_up()
    club = confirm_club(ask(), slug="pionnen")
    assert (club.name, club.slug, club.country) == ("De Pion", "pionnen", "NL")
    assert club.time_zone == "Europe/Amsterdam"
    owner = club.memberships.get()
    assert (owner.role, owner.is_pending, owner.user.name) == (Role.OWNER, False, "Petra")
    assert not owner.user.has_usable_password()
    assert not AskedClub.objects.exists()
    lines = TrailEntry.objects.filter(club=club).order_by("pk")
    assert [line.action for line in lines] == ["found_club", "accept_terms"]
    assert trail_text(lines[1]).startswith("The terms of this site, signed on 20")


def test_somebody_with_an_account_owns_it_with_that_one():
    let_sign_up()
    petra = make_user("Petra")
    club = confirm_club(ask(), slug="pion")
    assert club.memberships.get().user == petra
    assert User.objects.count() == 1


def test_where_each_is_approved_it_waits_and_who_runs_the_site_hears_once_a_day():
    let_sign_up("approved")
    make_user("Piet")
    User.objects.filter(pk=make_user("Staf").pk).update(is_staff=True)
    for number in range(2):
        asked = ask(slug=f"pion{number}", email=f"p{number}@example.org")
        assert confirm_club(asked, slug=asked.slug) is None
    assert not Club.objects.exists()
    (message,) = Message.objects.filter(kind=MessageKind.SIGN_UP_WAITS)
    assert message.user.name == "Staf"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("De T0ren", "iets"),
        ("DE-TOREN", "iets"),
        ("Iets", "tor-en"),
        ("VVacht", "x"),
    ],
)
def test_what_looks_like_another_one_waits_even_on_an_open_site(name, slug):
    let_sign_up()
    make_club("De Toren", "toren")
    asked_club("Wacht", "wacht")
    assert confirm_club(ask(name=name, slug=slug), slug=slug) is None
    assert AskedClub.objects.get(slug=slug).approved_at is None


def test_so_does_the_second_club_of_one_owner():
    let_sign_up()
    make_membership(make_club(), make_user("Petra"), Role.OWNER)
    assert confirm_club(ask(), slug="pion") is None
    assert AskedClub.objects.get().approved_at is None


def test_one_address_waits_once():
    let_sign_up("approved")
    first, second = ask(), ask(slug="tweede")
    confirm_club(first, slug="pion")
    with pytest.raises(StepError, match="waits already"):
        confirm_club(second, slug="tweede")


def test_pressed_twice_is_founded_once():
    let_sign_up("approved")
    asked = ask()
    assert confirm_club(asked, slug="pion") is None
    assert confirm_club(asked, slug="anders") is None
    assert AskedClub.objects.get().slug == "pion"
    approve_club(asked, by=None)
    for again in (approve_club, let_club_in, decline_club):
        with pytest.raises(StepError, match="Somebody was first"):
            again(asked, by=None)
    assert Club.objects.count() == 1


def test_an_address_that_was_taken_meanwhile_is_chosen_anew():
    let_sign_up()
    asked = ask()
    make_club("Anders", "pion")
    with pytest.raises(StepError, match="already a club"):
        confirm_club(asked, slug="pion")
    assert confirm_club(asked, slug="pion2").slug == "pion2"


def test_one_that_was_taken_while_it_waited_is_made_from_the_name():
    asked = asked_club()
    make_club("Anders", "pion")
    assert approve_club(asked, by=None).slug == "de-pion"


def test_beyond_the_number_of_clubs_they_wait_first_come_first():
    let_sign_up(most_clubs=1)
    make_club()
    for number in range(3):
        asked = ask(name=f"Q{number}q", slug=f"q{number}q", email=f"q{number}@example.org")
        assert confirm_club(asked, slug=asked.slug) is None
    let_club_in(AskedClub.objects.get(slug="q2q"), by=None)
    found_as_room_comes()
    assert {club.slug for club in Club.objects.all()} == {"toren", "q2q"}
    let_sign_up(most_clubs=3)
    sweep()
    assert {club.slug for club in Club.objects.all()} == {"toren", "q2q", "q0q"}


def test_while_it_is_off_nobody_comes_in_by_themselves(settings):
    asked_club(approved_at=timezone.now())
    settings.SENDS_EMAIL = False
    found_as_room_comes()
    assert not Club.objects.exists()


def test_who_approves_is_in_the_log_of_the_club():
    staff = make_user("Staf")
    club = approve_club(asked_club(), by=staff)
    line = TrailEntry.objects.get(club=club, action="found_club")
    assert line.by == staff


def test_what_is_declined_or_taken_back_leaves_no_row():
    decline_club(asked_club(), line="  Geen schaak.  ", by=None)
    message = Message.objects.get()
    assert message.facts == {"club": "De Pion", "line": "Geen schaak."}
    assert message.address == "pion@example.org"
    take_back_club(asked := asked_club("Twee", "twee"))
    take_back_club(asked)
    assert not AskedClub.objects.exists()
    with pytest.raises(StepError, match="too long"):
        decline_club(asked_club("Drie", "drie"), line="x" * 501, by=None)
