"""A query whose SQL is written once: does it answer what Django would, every time?"""

import pytest
from django.db import connection
from django.db.models import F, FilteredRelation, Q, QuerySet
from django.test.utils import CaptureQueriesContext

from clubcomp.models import Competition, Entry, Role
from clubcomp.models.written import row_written_once, written_once
from clubcomp.replica import REPLICA, reading
from tests.make import make_club, make_competition, make_membership, make_user

pytestmark = pytest.mark.django_db


@written_once
def entries_of(competition: int, key: str | None) -> QuerySet[Entry]:
    rows = Entry.objects.filter(competition=competition).select_related("player").order_by("pk")
    return rows.filter(key=key) if key else rows.annotate(doubled=F("start") * 2)


@row_written_once
def competition_with_role(slug: str, user: int) -> QuerySet[Competition]:
    in_force = Q(club__memberships__user=user)
    role = FilteredRelation("club__memberships", condition=in_force)
    return Competition.objects.filter(slug=slug).annotate(role=role).select_related("role")


def test_it_answers_for_the_arguments_of_each_call_in_one_query():
    club = make_club()
    few, many = (make_competition(count, club=club, slug=f"c{count}") for count in (2, 5))
    for competition in (few, many, few):
        with CaptureQueriesContext(connection) as queries:
            entries = entries_of(competition.pk, None)
            assert [entry.player.name for entry in entries]
        assert len(queries) == 1
        assert entries == list(competition.entries.order_by("pk"))
        assert all(entry.doubled == 2 * entry.start for entry in entries)


def test_an_argument_that_is_none_may_change_the_question():
    competition = make_competition(3)
    one = competition.entries.first()
    assert len(entries_of(competition.pk, None)) == 3
    assert entries_of(competition.pk, one.key) == [one]
    assert entries_of(competition.pk, "nobody'; DROP TABLE clubcomp_entry; --") == []
    assert len(entries_of(competition.pk, None)) == 3


def test_each_row_is_its_own():
    competition = make_competition(1)
    (first,), (second,) = (entries_of(competition.pk, None) for _ in range(2))
    first.key = "other"
    assert second.key != "other"


def test_a_joined_row_depends_on_an_argument_too():
    club = make_club()
    make_competition(0, club=club, slug="autumn")
    leader, stranger = make_user("Greetje Postma", email="a@b.nl"), make_user("X", email="x@b.nl")
    make_membership(club, leader, Role.LEADER)
    for user, role in ((leader, Role.LEADER), (stranger, None), (leader, Role.LEADER)):
        found = competition_with_role("autumn", user.pk)
        assert getattr(getattr(found, "role", None), "role", None) == role
    assert competition_with_role("spring", leader.pk) is None


def test_it_asks_the_database_that_is_read_now():
    competition = make_competition(1)
    assert entries_of(competition.pk, None)
    with reading(REPLICA), pytest.raises(Exception, match="replica"):
        entries_of(competition.pk, None)
