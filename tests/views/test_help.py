"""The help, for everybody and in three languages, with links into one's own club."""

import re

import pytest
from django.test import Client

from clubcomp.doors.slugs import SITE_WORDS
from clubcomp.models import Role
from tests.make import make_club, make_membership, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    """A browser in which the owner of a club is signed in."""
    user = make_user("Olga")
    make_membership(make_club("Toren", "toren"), user, Role.OWNER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def words(client):
    return " ".join(client.get("/help/").content.decode().split())


def test_everybody_reads_how_phones_get_in_and_what_to_do_when_the_laptop_broke():
    page = words(Client(headers={"accept-language": "en"}))
    assert "make club HOST=0.0.0.0" in page
    assert "make restore FILE=" in page
    assert "EMAIL_HOST=" in page
    for place in re.findall(r'href="#([a-z]+)"', page):
        assert f'id="{place}"' in page or place == "content"


def test_it_begins_with_what_a_member_can_do():
    page = words(Client(headers={"accept-language": "en"}))
    assert page.index("gives you a personal link") < page.index("So a club evening goes</h2>")


def test_it_leads_into_ones_own_club(owner):
    page = words(owner)
    links = re.findall(r'href="(/[^"#]*)"', page)
    assert {"/toren/members/", "/toren/members/links/", "/backups/", "/toren/messages/"} <= {*links}
    for link in {link for link in links if not link.startswith("/static/")}:
        assert owner.get(link, follow=True).status_code == 200, link


@pytest.mark.parametrize("page", ["/help/", "/account/", "/backups/"])
def test_a_page_of_the_site_leads_back_to_the_club(owner, page):
    assert "Back to Toren" in owner.get(page).content.decode()


def test_every_page_leads_to_it_and_no_club_has_its_address(owner):
    for page in ("/", "/sign-in/", "/toren/"):
        assert 'href="/help/"' in owner.get(page, follow=True).content.decode(), page
    assert "help" in SITE_WORDS


@pytest.mark.parametrize(
    ("language", "heading"),
    [("en", "Your own rules"), ("nl", "Eigen regels"), ("tr", "Kendi kurallarınız")],
)
def test_it_says_how_a_club_sets_its_own_rules(owner, language, heading):
    answer = owner.get("/help/", headers={"accept-language": language})
    page = answer.content.decode()
    assert f'<h2 id="rules">{heading}</h2>' in page
    assert "/toren/competitions/new/?system=keizer" in page
