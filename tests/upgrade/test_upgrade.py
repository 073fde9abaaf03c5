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


#: Since 1.2 places count within a group, and those who came equally far in a cup share one.
RENUMBERED = re.compile(r"/\w+/(groepen|beker)/(standings|places|players)/$")


def documents_in_parts():
    """What each round was paired from, as releases before 1.2 kept it: in parts, by version."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT competition_id, place, since, until, text FROM clubcomp_recordpart")
        parts = sorted(cursor.fetchall())
        cursor.execute(
            "SELECT one.id, competition_id, record_version, to_pair FROM clubcomp_round one"
            " JOIN clubcomp_evening evening ON evening.id = one.evening_id"
        )
        rounds = cursor.fetchall()
    return {
        pk: "".join(
            text or to_pair
            for of, _place, since, until, text in parts
            if version and of == competition and since <= version < (until or version + 1)
        )
        for pk, competition, version, to_pair in rounds
    }


def paired_from(release):
    """What each round was paired from, as this release kept it."""
    return documents_in_parts() if release == "before-1.2" else Round.objects.documents()


def said_by(release):
    return json.loads(lzma.decompress((HERE / release / "said.json.xz").read_bytes()))


@pytest.fixture(scope="module", params=RELEASES)
def upgraded(request, django_db_setup, django_db_blocker):
    """What a release said of its database, and what is said of it now after the upgrade."""
    with django_db_blocker.unblock(), scratch_database():
        restore(request.param)
        then = said_by(request.param) | {"paired from": paired_from(request.param)}
        migrate()
        yield then, say_everything() | {"paired from": Round.objects.documents()}


def without_last_lots(document):
    """0057 named the start number, which had decided in silence, as the last tie-break."""
    document = re.sub(r'\n *"options": \{\n *"tie_breaks": \[[^]]*"lot"\n *\]\n *\},', "", document)
    document = re.sub(r',\n *"tie_breaks": \[\n *"lot"\n *\]', "", document)
    return re.sub(r',\n *"lot"(\n *\])', r"\1", document)


def test_its_documents_are_the_same_to_the_byte(upgraded):
    then, now = upgraded
    documents = {place: without_last_lots(one) for place, one in now["documents"].items()}
    assert list(documents) == list(then["documents"])
    for place, document in then["documents"].items():
        document = without_last_lots(document)
        lines = difflib.unified_diff(
            document.splitlines(), documents[place].splitlines(), lineterm="", n=1
        )
        assert "\n".join(lines) == "", place
        assert documents[place] == document, place


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
        if (lost := lost_rows(address, rows, rows_now(address, now["pages"])))
        and lost != lost_guests(lost)
    }
    assert missing == {}
    assert sum(map(len, then["pages"].values())) > 1000


def lost_guests(lost):
    """Guests without a game: since 1.2 they stand only in the tables of tempos that they played."""
    return [row for row in lost if row[0] == "Greetje Gast" and "0" in row]


def rows_now(address, pages):
    """What a page says now; since 1.2 what a phone has no room for stands at another address."""
    rows = pages.get(address) or rows_of(address)
    if "/standings/" not in address and "/cross-table/" not in address:
        return rows
    # One player's row of both pages, by the name.
    whole = {}
    for row in [*rows, *rows_of(f"{address}?columns=all")]:
        name = next((value for value in row if not is_number(value)), "")
        whole.setdefault(name, []).extend(row)
    return [*whole.values()]


def is_number(value):
    return re.fullmatch(r"[0-9½]+(?:[-/:.,][0-9½]+)*", value) is not None


def lost_rows(address, then, now):
    """The rows whose values are gone, but for those that are drawn since 1.2.

    A board says its result once, and not why; how often two met is squares.
    """
    if address.endswith("/groepen/places/"):
        return []  # each group has a page of its own
    if RENUMBERED.match(address):
        there = {value for row in now for value in row}
        return [row for row in then if not there.issuperset(names_in(row))]
    if address.endswith("/calendar/"):
        # By months since 1.2: the year is in their headings, and a row says nothing twice.
        known = [set(row) for row in now]
        return [row for row in then if not any({*row} - YEARS <= one for one in known)]
    if "/evenings/" in address:
        boards = [board_of(row) for row in then if RESULT & set(row)]
        return missing_rows(boards, now)
    if "/players/" in address:
        then = [row for row in then if is_number(row[0]) or len(row) not in (4, 5)]
    return missing_rows(then, now)


YEARS = {str(year) for year in range(2020, 2040)}
RESULT = {"1-0", "0-1", "½-½"}


def names_in(row):
    return [value for value in row if not is_number(value)]


def board_of(row):
    """The two players of a board, and its result."""
    return [*names_in(row)[:2], next(value for value in row if value in RESULT)]


def test_the_dump_holds_what_upgrades_go_wrong_on(upgraded):
    then, _now = upgraded
    calendars = then["calendars"].values()
    assert any(first > number for one in calendars for number, *_others, first in one)
    assert any(status == "open" for one in calendars for *_others, status, _first in one)
    assert sum(bool(mark) for people in then["apart"].values() for _name, mark in people) >= 4
