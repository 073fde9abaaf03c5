"""Which number does each evening keep for ever?"""

from importlib import import_module

import pytest
from django.apps import apps

from clubcomp.flow.evenings import remove_evening
from clubcomp.models import Evening
from tests.make import make_competition, make_evening

pytestmark = pytest.mark.django_db


def test_the_migration_leaves_every_evening_the_number_of_its_addresses():
    competition = make_competition(4)
    empty = make_competition(4, club=competition.club, slug="leeg")
    for _number in range(3):
        make_evening(competition, is_open=False)
    Evening.objects.filter(number=1).update(serial=70)
    competition.last_serial = 0
    competition.save()
    migration = import_module("clubcomp.migrations.0008_serials_of_evenings")
    migration.number_serials(apps, None)
    assert list(Evening.objects.order_by("number").values_list("serial", flat=True)) == [1, 2, 3]
    competition.refresh_from_db()
    empty.refresh_from_db()
    assert (competition.last_serial, empty.last_serial) == (3, 0)


def test_an_evening_put_in_between_leaves_the_others_their_numbers():
    competition = make_competition(4)
    first, second = (make_evening(competition, is_open=False) for _number in range(2))
    remove_evening(first, by=None)
    second.refresh_from_db()
    third = make_evening(competition, is_open=False)
    assert [(one.number, one.serial) for one in (second, third)] == [(1, 2), (2, 3)]
