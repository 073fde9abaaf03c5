"""A club moves to another installation by its archive: what is the same there, and what stays."""

import pytest
from django.core.cache import caches
from django.test import override_settings

from clubcomp.doors.links import PERSONAL, club_token, token_of
from clubcomp.flow.accounts.invitations import take_invitation
from clubcomp.flow.archives.reading import import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.hosting.ending import ask_end
from clubcomp.flow.hosting.suspending import suspend_club
from clubcomp.flow.webhook import change_webhook
from clubcomp.models import Club, Deputy, Message, User, Webhook, Wish
from tests.upgrade.database import migrate, scratch_database
from tests.views.two_clubs import TwoClubs, undone

pytestmark = pytest.mark.django_db
PAGES = (
    "club competition standings cross-table players start-list calendar evening rules seal"
    " api-club api-competition api-evening api-standings api-players"
).split()


def pages_of(clubs):
    """What a stranger reads, without the version and what follows from it."""
    for kept in caches.all():
        kept.clear()
    answers = {name: clubs.client("anonymous").get(clubs.url(name)) for name in PAGES}
    return {name: (answer.status_code, answer.content) for name, answer in answers.items()}


@pytest.fixture(scope="module")
def moved(django_db_setup, django_db_blocker):
    """Two sites: the old one as it was, and the club on the new one, which was empty."""
    with django_db_blocker.unblock():
        with undone():
            clubs = TwoClubs()
            change_webhook(clubs.club, address="https://uit.example/", news=["results"], by=None)
            clubs.client("anonymous").get(clubs.url("seal"))  # the first time, it is made
            pages = pages_of(clubs)
            links = token_of(clubs.holder, PERSONAL), club_token(clubs.club)
            ask_end(clubs.club, name="De Toren", by=None)
            suspend_club(clubs.club, why="It moves.", by=None)
            archive = export_club(clubs.club)
        with scratch_database(), override_settings(SECRET_KEY="another one"):
            migrate()
            yield clubs, pages, links, archive, import_club(archive, by=None)


def test_it_is_the_same_there_to_the_byte_and_open(moved):
    clubs, pages, _links, archive, club = moved
    assert Club.objects.get() == club
    assert (club.slug, club.suspended_at, club.ends_on) == ("toren", None, None)
    assert export_club(club) == archive
    there = pages_of(clubs)
    assert [name for name in PAGES if there[name][0] != 200] == []
    assert [name for name in PAGES if name.startswith("api") and there[name] != pages[name]] == []


def test_what_is_of_the_old_site_alone_stays_there(moved):
    clubs, _pages, (personal, of_club), _archive, club = moved
    for model in (Webhook, Wish, Deputy, Message):
        assert not model.objects.exists()
    assert not club.has_webhook
    for page in (f"/toren/me/{personal}/", f"/toren/link/{of_club}/"):
        assert clubs.client("anonymous").get(page).status_code in (404, 410)


def test_its_people_are_invited_and_choose_a_password(moved):
    club = moved[-1]
    roles = club.memberships.select_related("user")
    assert roles.count() == 5
    assert all(role.is_pending and not role.user.has_usable_password() for role in roles)
    owner = roles.get(user__email="owner@example.org")
    take_invitation(owner, by=owner.user)
    assert User.objects.get(pk=owner.user_id).memberships.in_force().exists()
