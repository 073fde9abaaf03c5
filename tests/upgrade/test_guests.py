"""A guest of 1.0 belonged to the competition for ever; now to the evenings that were his."""

from importlib import import_module

import pytest
from django.apps import apps

from clubcomp.flow.evenings import close_evening
from clubcomp.flow.guests import add_guest
from clubcomp.models import Entry
from tests.make import make_competition, make_evening, play_game

pytestmark = pytest.mark.django_db
upgrade = import_module("clubcomp.migrations.0018_guests_of_their_evenings")


def test_a_guest_gets_the_last_evening_on_record_and_members_stay():
    competition = make_competition(5)
    for number in (1, 2):
        evening = make_evening(competition, "long", present=5)
        if number == 1:
            tom = add_guest(evening, name="Tom", rating=1500, by=None)
        play_game(evening)
        close_evening(evening, by=None)
    Entry.objects.filter(pk=tom.pk).update(left=None)
    upgrade.end_with_the_last_evening(apps, None)
    assert Entry.objects.get(pk=tom.pk).left == 1
    assert Entry.objects.filter(guest=False).exclude(left=None).count() == 0


def test_a_guest_who_is_announced_tonight_belongs_to_tonight():
    competition = make_competition(5)
    tom = add_guest(make_evening(competition, "long"), name="Tom", rating=1500, by=None)
    Entry.objects.filter(pk=tom.pk).update(left=None)
    upgrade.end_with_the_last_evening(apps, None)
    assert Entry.objects.get(pk=tom.pk).left == 1
