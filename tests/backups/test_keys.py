"""The key that signed what members hold comes back with a backup, and never in a site in use."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubcomp.doors.links import token_of
from clubcomp.running.backups.made import backups_in, key_beside
from clubcomp.running.backups.making import make_backup
from clubcomp.running.local_key import local_key
from tests.make import make_club, make_players
from tests.upgrade.database import migrate, scratch_database


@pytest.fixture
def members_link(django_db_setup, django_db_blocker, settings, tmp_path):
    """A backup of one data folder whose key signed a member's link, and that link.

    The site is then another one, started in a folder of its own.
    """

    def use(folder):
        settings.KEY_FILE = tmp_path / folder / "secret-key"
        settings.SECRET_KEY = local_key(settings.KEY_FILE)

    with django_db_blocker.unblock():
        with scratch_database():
            migrate()
            use("first")
            (member,) = make_players(make_club("Toren", "toren"), 1)
            backup = make_backup(tmp_path / "usb" / "one.backup", why="asked")
            link = reverse("open-link", args=["toren", token_of(member)])
        with scratch_database():
            use("second")
            yield backup.file, link, use


def answers(link):
    return Client().get(link).status_code == 302


def test_a_members_link_answers_where_the_backup_was_restored(members_link, settings, capsys):
    file, link, use = members_link
    call_command("restore", str(file))
    assert "personal links of before go on working" in capsys.readouterr().out
    assert not answers(link)  # the program that restored ends here
    use("second")
    assert answers(link)
    assert settings.KEY_FILE.stat().st_mode & 0o777 == 0o600
    assert key_beside(file).stat().st_mode & 0o777 == 0o600


def test_a_site_in_use_keeps_its_key_and_says_how_to_change_it(members_link, settings, capsys):
    file, link, use = members_link
    settings.BACKUP_DIR = file.parent / "aside"
    migrate()
    make_club("Eigen", "eigen")
    call_command("restore", str(file), replace=True)
    said = capsys.readouterr().out
    assert f"once {key_beside(file)} is copied to {settings.KEY_FILE}" in said
    use("second")
    assert not answers(link)
    (aside,) = backups_in(settings.BACKUP_DIR)
    assert key_beside(aside.file).read_text() == settings.SECRET_KEY


def test_a_key_of_the_environment_is_neither_kept_nor_replaced(members_link, settings, capsys):
    file, link, _use = members_link
    settings.KEY_FILE, settings.SECRET_KEY = None, "given"
    call_command("restore", str(file))
    assert "SECRET_KEY is given by the environment" in capsys.readouterr().out
    assert not answers(link)
    made = make_backup(file.with_name("two.backup"), why="asked")
    assert not key_beside(made.file).exists()


def test_a_backup_without_its_key_says_so(members_link, settings, capsys):
    file, link, use = members_link
    key_beside(file).unlink()
    call_command("restore", str(file))
    assert "No key lies beside the backup" in capsys.readouterr().out
    use("second")
    assert not answers(link)
