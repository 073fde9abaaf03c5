"""A database that an earlier release left is brought up to date, and still says the same."""

import difflib
import json
import lzma
import re

import pytest
from django.db import connection

from clubcomp.models import Round
from tests.upgrade.database import HERE, migrate, restore, scratch_database
from tests.upgrade.said import missing_rows, rows_of, say_everything

RELEASES = sorted(path.parent.name for path in HERE.glob("*/said.json.xz"))
#: Names told apart and first rounds came with 0003 and 0004, which left them empty.
BEFORE_BOTH = """
    ALTER TABLE clubcomp_player DROP COLUMN apart;
    ALTER TABLE clubcomp_evening DROP COLUMN first_round;
    DELETE FROM django_migrations WHERE app = 'clubcomp' AND name >= '0003';
"""

#: The own value's row names the place as the standing shows it: since 1.1 without the guests.
PLACES_WITHOUT_GUESTS = {
    "/scheef/intern/players/ali-demir-2/": [["7", "13"]],
    "/scheef/intern/players/ans-t-hooft/": [["8", "12"]],
    "/scheef/intern/players/daan-van-t-veer-de-boer/": [["9", "11"]],
    "/scheef/intern/players/isil-ozturk/": [["5", "15"]],
    "/scheef/intern/players/jan-jansen/": [["11", "9"]],
}


def said_by(release):
    return json.loads(lzma.decompress((HERE / release / "said.json.xz").read_bytes()))


@pytest.fixture(scope="module", params=[*RELEASES, "1.0 before 0003"])
def upgraded(request, django_db_setup, django_db_blocker):
    """What a release said of its database, and what is said of it now after the upgrade."""
    release, *older = request.param.split(" before ")
    with django_db_blocker.unblock(), scratch_database():
        restore(release)
        if older:
            with connection.cursor() as cursor:
                cursor.execute(BEFORE_BOTH)
        then = said_by(release) | {"paired from": stored_with_rounds()}
        migrate()
        yield then, say_everything() | {"paired from": Round.objects.documents()}


def stored_with_rounds():
    """What each round was paired from, as releases until 1.2 kept it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, paired_from FROM clubcomp_round")
        return dict(cursor.fetchall())


def without_ends_of_guests(document):
    """0018 gave each guest of 1.0 his last evening, which no guest had before."""
    return re.sub(r',\n *"left": \d+(,\n *"guest": true)', r"\1", document)


def test_its_documents_are_the_same_to_the_byte(upgraded):
    then, now = upgraded
    now = {"documents": {at: without_ends_of_guests(one) for at, one in now["documents"].items()}}
    assert list(now["documents"]) == list(then["documents"])
    for place, document in then["documents"].items():
        lines = difflib.unified_diff(
            document.splitlines(), now["documents"][place].splitlines(), lineterm="", n=1
        )
        assert "\n".join(lines) == "", place
        assert now["documents"][place] == document, place


def test_its_rounds_were_paired_from_the_same_to_the_byte(upgraded):
    then, now = upgraded
    assert now["paired from"] == then["paired from"]
    assert sum(bool(text) for text in now["paired from"].values()) > 10


def test_its_calendars_have_the_same_rounds(upgraded):
    then, now = upgraded
    assert now["calendars"] == then["calendars"]


def test_players_of_one_name_are_told_apart_by_the_same(upgraded):
    then, now = upgraded
    assert now["apart"] == then["apart"]


def test_its_pages_have_the_same_values_at_the_same_addresses(upgraded):
    """A row that lost a value on purpose: take that page's row out of the comparison, and why."""
    then, now = upgraded
    missing = {
        address: lost
        for address, rows in then["pages"].items()
        if (lost := lost_rows(address, rows, now["pages"].get(address) or rows_of(address)))
    }
    assert missing == PLACES_WITHOUT_GUESTS
    assert sum(map(len, then["pages"].values())) > 1000


def lost_rows(address, then, now):
    """The rows whose values are gone, but for those of the half line why on boards.

    It ended the rows of a round, with places and scores in it; since 1.2 its page has the answer.
    """
    missing = missing_rows(then, now)
    if "/evenings/" not in address:
        return missing
    # A row ends on the number of its board now: "Why? (board 3)". Who has the bye stands alone.
    whole = [row for one in now for row in (one, one[:-1]) if len(row) > 1]
    boards = [row for row in missing if len(row) > 2]
    return [row for row in boards if not any(row[: len(one)] == one for one in whole)]


def test_the_dump_holds_what_upgrades_go_wrong_on(upgraded):
    then, _now = upgraded
    calendars = then["calendars"].values()
    assert any(first > number for one in calendars for number, *_others, first in one)
    assert any(status == "open" for one in calendars for *_others, status, _first in one)
    assert sum(bool(mark) for people in then["apart"].values() for _name, mark in people) >= 4
