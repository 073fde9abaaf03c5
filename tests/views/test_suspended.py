"""The pages of a club that is suspended: nobody sees them, nothing is sent, nothing is lost."""

import zipfile
from io import BytesIO

import pytest
from django.urls import reverse

from clubcomp.flow.accounts.deputies import deputy_token, name_deputy
from clubcomp.flow.errors import StepError
from clubcomp.flow.hosting.suspending import resume_club, suspend_club
from clubcomp.flow.messages import enqueue, to_player
from clubcomp.flow.results import record_result
from clubcomp.models import Club, Game, Message, MessageKind, TrailEntry
from clubcomp.record.replica import PageSubject, version_of
from clubcomp.running.sending.queue import send_due
from pairing.core.types import Result
from tests import make
from tests.attempts import attempts
from tests.views.site_map import ADDRESSES
from tests.views.test_access import VISITORS, WITHOUT_ACCOUNT
from tests.views.two_clubs import tried
from tests.views.visitor import Visitor, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

WHY = "The bill of last year is open."
CLOSED = "This club’s pages are closed by who keeps the site"
OF_CLUB = [name for name, address in ADDRESSES.items() if "club" in address.arguments]
#: What its owners see meanwhile.
FOR_OWNERS = {"archive", "end-club"}


def suspended(club, by=None):
    return suspend_club(club, why=WHY, by=by)


def seen(clubs, visitor, name, **headers):
    headers = {"accept-language": "en"} | headers
    return clubs.client(visitor).get(clubs.url(name), headers=headers)


@pytest.mark.parametrize("name", OF_CLUB)
def test_no_page_of_a_suspended_club_says_anything_to_anybody(clubs, name):
    with tried(), attempts() as attempt:
        suspended(clubs.club)
        for visitor in ("anonymous", "holder", "leader", "owner", "staff"):
            with attempt(visitor):
                answer = seen(clubs, visitor, name)
                if name in FOR_OWNERS and visitor in ("owner", *WITHOUT_ACCOUNT):
                    continue
                assert answer.status_code == 403
                assert "no-store" in answer["Cache-Control"]
                assert answer["X-Robots-Tag"] == "noindex"
                if name.startswith("api-"):
                    assert answer.json() == {"status": 403, "error": f"{CLOSED}."}
                    continue
                assert CLOSED in text(answer)
                names = clubs.club.players.values_list("name", flat=True)
                told = [word for word in ("De Toren", *names) if word in text(answer)]
                assert told == (["De Toren"] if visitor == "owner" else [])
                assert (WHY in text(answer)) is (visitor == "owner")


@pytest.mark.parametrize("name", ["results", "member", "my-name", "club-settings", "archive"])
def test_nothing_that_is_pressed_there_is_done(clubs, name):
    with tried():
        suspended(clubs.club)
        lines = TrailEntry.objects.count()
        for visitor in VISITORS:
            if (name, visitor) != ("archive", "owner"):
                answer = clubs.client(visitor).post(clubs.step_url(name), clubs.data(name))
                assert answer.status_code in (302, 403)
        assert TrailEntry.objects.count() == lines


def test_its_owner_takes_the_archive_and_others_are_asked_to_sign_in_or_refused(clubs):
    with tried():
        suspended(clubs.club)
        archive = seen(clubs, "owner", "archive")
        assert "people.json" in zipfile.ZipFile(BytesIO(archive.content)).namelist()
        for visitor in WITHOUT_ACCOUNT:
            answer = seen(clubs, visitor, "archive")
            assert answer.url == f"/sign-in/?next={clubs.url('archive')}"


@pytest.mark.parametrize("name", ["tonight", "standings", "club", "feed", "api-standings"])
def test_a_page_that_is_kept_goes_at_once_and_comes_back_as_it_was(clubs, name):
    with tried():
        client, url = clubs.client("anonymous"), clubs.url(name)
        before = client.get(url)
        known = {"if-none-match": before["ETag"]}
        assert client.get(url, headers=known).status_code == 304
        suspended(clubs.club)
        for _again in range(2):
            assert client.get(url, headers=known).status_code == 403
        resume_club(clubs.club, by=None)
        assert client.get(url, headers=known).status_code in (200, 304)


def test_a_screen_that_follows_is_told_as_well(clubs):
    with tried():
        clubs.competition.refresh_from_db()
        url = f"{clubs.url('tonight')}?version={clubs.competition.version}"
        polls = {"hx-request": "true"}
        for visitor in VISITORS:
            assert clubs.client(visitor).get(url, headers=polls).status_code == 204
        suspended(clubs.club)
        assert not version_of(PageSubject("toren", "intern")).is_open
        for visitor in VISITORS:
            assert clubs.client(visitor).get(url, headers=polls).status_code == 403


def test_lists_of_clubs_leave_it_out_but_for_its_own_people(clubs):
    with tried():
        Club.objects.update(is_findable=True)
        suspended(clubs.club)
        for address in ("/?search=toren", "/api/v1/clubs/", "/sitemap.xml"):
            assert "oren/" not in text(clubs.client("anonymous").get(address))
        for visitor, is_there in (("member", True), ("stranger", False)):
            home = text(clubs.client(visitor).get("/", {"search": "toren"}))
            assert ('href="/toren/"' in home) is is_there
        assert "/toren/" not in text(clubs.client("leader").get("/")).replace('href="/toren/"', "")


def test_the_link_of_a_deputy_signs_in_no_more(clubs):
    with tried():
        evening = clubs.competition.evenings.get(number=2)
        deputy = name_deputy(evening, name="Invaller", by=None)
        link = reverse("deputy", args=[deputy.pk, deputy_token(deputy)])
        suspended(clubs.club)
        answer = clubs.client("anonymous").get(link, follow=True)
        assert answer.status_code == 403
        assert "Invaller" not in text(answer)


def test_nothing_is_sent_and_nothing_is_sent_later(settings, mailoutbox):
    settings.SENDS_EMAIL = True
    club = make.make_club("Noord", "noord")
    player = make.make_player(club, "Vries, Anna de", email="anna@example.org")
    suspended(player.club)
    enqueue([to_player(MessageKind.LINK, player, "one")])
    send_due()
    resume_club(player.club, by=None)
    send_due()
    assert (mailoutbox, Message.objects.count()) == ([], 0)
    enqueue([to_player(MessageKind.LINK, player, "two")])
    send_due()
    assert len(mailoutbox) == 1


def test_a_result_that_is_under_way_is_kept(clubs):
    """The leader's tap was let in before, and comes through after."""
    with tried():
        games = Game.objects.with_round().filter(round__evening__competition=clubs.playing)
        game = games.get(board=1)
        suspended(clubs.club)
        record_result(game, result=Result.WHITE_WINS, seen=game.result, by=None)
        game.refresh_from_db()
        assert game.result == str(Result.WHITE_WINS)


def test_the_reason_is_asked_for_and_said_anew():
    club = make.make_club("Noord", "noord")
    for wrong in ("", "  ", "x" * 501, "a\u202eb"):
        with pytest.raises(StepError):
            suspend_club(club, why=wrong, by=None)
    first = suspended(club)
    again = suspend_club(club, why="Another one.", by=None)
    assert (again.suspended_at, again.suspended_why) == (first.suspended_at, "Another one.")
    suspend_club(club, why="Another one.", by=None)
    resume_club(club, by=None)
    resume_club(club, by=None)
    assert [*club.trail.values_list("action", "reason")] == [
        ("resume_club", ""),
        ("suspend_club", "Another one."),
        ("suspend_club", WHY),
    ]


def test_only_owners_read_in_the_log_why():
    club = make.make_club("Noord", "noord")
    resume_club(suspended(club), by=None)
    for role in ("member", "leader", "owner"):
        reader = Visitor(role, club=club, name=f"one-{role}")
        assert (WHY in text(reader.see("trail"))) is (role == "owner")
