"""Does what leans on the inside of Django do what Django does? To be run at each upgrade of it.

docs/contributing/inside-django.md says what to read.
"""

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.db.models import F, FilteredRelation, Q, QuerySet
from django.template import engines
from django.template.loaders import filesystem
from django.test.utils import CaptureQueriesContext

from clubcomp.inside_django.kept import ObjectCache, row_written_once, written_once
from clubcomp.inside_django.rows import _COLUMNS, Rows
from clubcomp.inside_django.template_loader import Loader
from clubcomp.models import Competition, Entry, Player, Role, Tempo
from clubcomp.record.replica import REPLICA, read_from
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
    with read_from(REPLICA), pytest.raises(Exception, match="replica"):
        entries_of(competition.pk, None)


def test_rows_made_from_json_are_as_django_reads_them():
    competition = make_competition(3)
    rows = Rows(competition)
    made = [(Entry, rows.entries), (Tempo, rows.tempos)]
    made += [(Player, {entry.player.pk: entry.player for entry in rows.entries.values()})]
    for model, of_key in made:
        for row in model.objects.filter(pk__in=of_key):
            other = of_key[row.pk]
            columns = _COLUMNS[model]
            assert [getattr(other, name) for name in columns] == [
                getattr(row, name) for name in columns
            ]
            row._state.fields_cache  # noqa: B018  # Django makes it when it is asked for
            assert vars(other._state).keys() | {"fields_cache"} == vars(row._state).keys()
            assert (other._state.adding, other._state.db) == (False, row._state.db)
            assert other == row
    entry = next(iter(rows.entries.values()))
    entry.key = "renamed"
    entry.save(update_fields=["key"])
    assert Entry.objects.get(pk=entry.pk).key == "renamed"


def test_a_column_that_is_not_among_the_rows_is_read_when_it_is_used():
    competition = make_competition(1)
    [entry] = Rows(competition).entries.values()
    left_out = {field.attname for field in Player._meta.concrete_fields} - {*_COLUMNS[Player]}
    assert left_out == entry.player.get_deferred_fields()
    for name in left_out:
        assert getattr(entry.player, name) == getattr(Player.objects.get(), name)


def test_the_cache_keeps_the_object_itself_and_forgets_as_djangos_does():
    ours, theirs = (
        kind("a test", {"OPTIONS": {"MAX_ENTRIES": 4}}) for kind in (ObjectCache, LocMemCache)
    )
    kept = object()
    ours.set("one", kept)
    assert ours.get("one") is kept
    for cache in (ours, theirs):
        cache.clear()
        said = [cache.add("a", 1), cache.add("a", 2), cache.get("a"), cache.get("b", "none")]
        cache.set("gone", 1, timeout=-1)
        said += [cache.get("gone"), cache.add("gone", 2), cache.delete("a"), cache.has_key("a")]
        for number in range(9):
            cache.set(str(number), number)
        said += [[number for number in range(9) if cache.get(str(number)) is not None]]
        cache.touch("8", timeout=-1)
        said += [cache.get("8"), cache.get_or_set("c", lambda: 3)]
        if cache is ours:
            first = said
    assert first == said


def test_a_template_is_read_as_djangos_loader_reads_it_without_indents():
    [engine] = [engine.engine for engine in engines.all() if hasattr(engine, "engine")]
    ours, theirs = (kind(engine) for kind in (Loader, filesystem.Loader))
    origin = next(theirs.get_template_sources("titled.html"))
    whole = theirs.get_contents(origin)
    lines = [line.strip() for line in whole.split("\n")]
    stripped = [line.strip() for line in ours.get_contents(origin).split("\n")]
    assert [line for line in stripped if line] == [line for line in lines if line]
    assert len(ours.get_contents(origin)) < len(whole)
