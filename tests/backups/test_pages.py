"""The owner's page: when the last good one was made, in words when it is too long ago."""

from datetime import timedelta
from socket import gethostname

import pytest
from django.test import Client
from django.utils import timezone

from clubcomp import __version__
from clubcomp.doors.sessions import SINCE
from clubcomp.flow.clubs import change_club
from clubcomp.models import Club, LastBackup, Role, TrailEntry, User
from clubcomp.running.backups.keeping import make_and_keep, trouble
from clubcomp.running.backups.made import backups_in
from tests.backups.test_keeping import disk_is_full
from tests.make import PASSWORD, make_club, make_membership, make_user
from tests.upgrade.database import migrate, scratch_database


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    """A club with an owner, a leader, and who keeps the site."""
    with django_db_blocker.unblock(), scratch_database():
        migrate()
        club = make_club("Toren", "toren")
        people = {name: make_user(name.capitalize()) for name in ("owner", "leader", "staff")}
        make_membership(club, people["owner"], Role.OWNER)
        make_membership(club, people["leader"], Role.LEADER)
        User.objects.filter(pk=people["staff"].pk).update(is_staff=True)
        change_club(club, name="De Toren", slug="toren", by=people["owner"])
        yield people


@pytest.fixture
def folder(site, django_db_blocker, settings, tmp_path):
    """Where its backups are kept."""
    settings.BACKUP_DIR = tmp_path / "backups"
    with django_db_blocker.unblock():
        yield settings.BACKUP_DIR


@pytest.fixture
def visitor(site, folder):
    """A browser in which somebody is signed in."""

    def signed_in(name):
        client = Client(headers={"accept-language": "en"})
        client.force_login(site[name], "django.contrib.auth.backends.ModelBackend")
        return client

    return signed_in


def words(answer):
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def days_ago(number):
    TrailEntry.objects.update(at=timezone.now() - timedelta(days=number))


def test_the_button_makes_one_and_the_page_says_that_it_was_proved(visitor, folder):
    days_ago(0)
    owner = visitor("owner")
    assert "No backup was made yet." in words(owner.get("/backups/"))
    page = words(owner.post("/backups/", {"act": "make"}, follow=True))
    (made,) = backups_in(folder)
    assert made.why == "asked"
    assert "A backup is made, and it is good." in page
    assert "The last good backup is of" in page
    assert "Nothing was changed since." in page
    assert "every row is there" in page
    assert f"They lie in {folder}." in page  # the only club's owner keeps the site
    assert "the key that signed the members’ personal links" in page
    assert "asked for" in page
    assert "four weeks and twelve months the newest one is kept." in page
    assert "asked first if you gave it more than half an hour ago" in page
    assert 'id="download" data-file' in page
    assert f"This site runs on Clubcomp {__version__}." in page


def test_a_version_that_waits_for_a_restart_is_told_with_what_it_changes(visitor, monkeypatch):
    assert "is installed" not in words(visitor("owner").get("/backups/"))
    monkeypatch.setattr("clubcomp.views.backups.on_disk", lambda: "99.0.0")
    page = words(visitor("owner").get("/backups/"))
    assert f"Clubcomp 99.0.0 is installed. The site still runs on {__version__}:" in page
    assert '<div lang="en"> <h3>After the upgrade</h3> <ul class="bullets"> <li>' in page
    assert "`" not in page[page.index("<h3>After") :]


def test_changes_without_one_for_a_day_are_told_on_the_owners_pages(visitor, folder):
    days_ago(2)
    alarm = "What was changed here is in no backup."
    for address in ("/backups/", "/toren/", "/toren/people/", "/toren/members/"):
        assert alarm in words(visitor("owner").get(address)), address
    assert alarm in words(visitor("staff").get("/"))
    assert alarm not in words(visitor("leader").get("/toren/"))
    assert alarm not in words(Client().get("/toren/"))
    make_and_keep(why="asked")
    assert alarm not in words(visitor("owner").get("/toren/"))


def test_a_backup_that_fails_is_told(visitor, folder, monkeypatch):
    days_ago(0)
    folder.mkdir()
    monkeypatch.setattr("clubcomp.running.backups.making.write_rows", disk_is_full)
    page = words(visitor("owner").post("/backups/", {"act": "make"}, follow=True))
    assert "The backup was not made." in page
    assert "The last backup did not succeed." in page
    assert trouble().words.split(".")[0] in page
    assert "The last backup did not succeed." in words(visitor("owner").get("/toren/"))


def test_of_a_site_with_more_clubs_an_owner_has_nothing_of_the_machine(visitor, folder):
    made = make_and_keep(why="asked")
    other = make_club("Buiten", "buiten")
    try:
        page = words(visitor("owner").get("/backups/"))
        assert str(folder) not in page
        assert __version__ not in page
        assert "Download" not in page
        assert visitor("owner").post(f"/backups/{made.file.name}/").status_code == 403
        assert str(folder) in words(visitor("staff").get("/backups/"))
    finally:
        other.delete()


def test_who_keeps_the_site_takes_the_file_after_the_password_and_the_log_says_so(
    visitor, folder, site
):
    made = make_and_keep(why="asked")
    address = f"/backups/{made.file.name}/"
    for name in ("owner", "staff"):
        browser = visitor(name)
        session = browser.session
        session[SINCE] = 0  # the password was given long ago
        session.save()
        assert address in words(browser.get("/backups/"))
        asked = browser.post(address)
        assert (asked.status_code, asked.url) == (302, f"/account/prove/?next={address}")
        back = browser.post(asked.url, {"password": PASSWORD}, follow=True)
        assert "Now press “Download” once more." in words(back)
        answer = browser.post(address)
        assert answer.getvalue() == made.file.read_bytes()
        assert "attachment" in answer["Content-Disposition"]
        for other in ("..%2Fsecret-key", f"{made.file.name}.json", f"{made.file.name}.key", "no"):
            assert browser.post(f"/backups/{other}/").status_code == 404
        line = TrailEntry.objects.latest("pk")
        assert (line.action, line.by, line.facts) == (
            "take_backup",
            site[name],
            {"file": made.file.name},
        )
    assert visitor("leader").post(address).status_code == 403


def test_a_host_that_makes_none_knows_of_the_last_one_of_another(
    visitor, folder, settings, tmp_path, site
):
    days_ago(2)
    make_and_keep(why="asked")
    LastBackup.objects.update(host="north")
    settings.BACKUP_DIR = tmp_path / "of another host"
    page = words(visitor("owner").get("/backups/"))
    for said in ("The last good backup is of", "Nothing was changed since.", "machine north."):
        assert said in page, said
    for said in ("No backup was made yet.", "All backups lie in one place", "They lie in"):
        assert said not in page, said
    assert "in no backup" not in words(visitor("owner").get("/toren/"))
    change_club(Club.objects.get(), name="De Oude Toren", slug="toren", by=site["owner"])
    TrailEntry.objects.filter(pk=TrailEntry.objects.latest("pk").pk).update(
        at=timezone.now() + timedelta(minutes=1)
    )
    page = words(visitor("owner").get("/backups/"))
    assert "Nothing was changed since." not in page
    # Files say what is here, whatever the database was told of them.
    LastBackup.objects.update(host=gethostname())
    assert "No backup was made yet." in words(visitor("owner").get("/backups/"))


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (None, "All backups lie in one place"),
        ("second", "lies on the same disk"),
        ("nowhere", "The second place does not have it yet."),
    ],
)
def test_the_same_disk_is_no_backup(visitor, folder, settings, tmp_path, second, said):
    (tmp_path / "second").mkdir()
    settings.SECOND_BACKUP_DIR = second and tmp_path / second
    make_and_keep(why="asked")
    assert said in words(visitor("owner").get("/backups/"))
