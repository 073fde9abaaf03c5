"""A step that shows less waits until no cache in front of the site has a copy."""

import pytest
from django.utils import timezone

from clubcomp.flow import copies
from clubcomp.flow.competitions.competition import remove_competition
from clubcomp.flow.errors import TooBusy
from clubcomp.flow.forgetting import forget_person
from clubcomp.flow.members import add_member, change_member, remove_member
from clubcomp.flow.readers import set_shown_name, show_club_to, show_competition_to
from clubcomp.kept_pages import COPY
from clubcomp.models import Club, Player
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)
SHOWN_TO = {"audience": "members", "names_shown": "full"}
SHOW_LESS = {
    "club": lambda one: show_club_to(one.club, **SHOWN_TO, by=None),
    "competition": lambda one: show_competition_to(one, **SHOWN_TO, by=None),
    "wish": lambda one: set_shown_name(one.entries.first().player, "initial", by=None),
    "birth": lambda one: change_member(one.entries.first().player, birth_year=2018, by=None),
    "forgetting": lambda one: forget_person(one.entries.first().player, by=None),
    "removing": lambda one: remove_competition(one, by=None),
    "leaving": lambda one: remove_member(make.make_player(one.club, "Guest"), by=None),
}


@pytest.fixture
def club(monkeypatch, settings):
    """A club; what there is while a step waits is noted."""
    settings.FRONT_CACHE = True
    club = make.make_competition(4).club
    club.waits = []

    def wait(seconds):
        now = Club.objects.get(pk=club.pk)
        club.waits.append((seconds, now.version, now.no_copies_until > timezone.now()))

    monkeypatch.setattr(copies, "sleep", wait)
    return club


@pytest.mark.parametrize("step", SHOW_LESS)
def test_nothing_is_changed_before_the_copies_are_over(club, step):
    version = Club.objects.get(pk=club.pk).version
    SHOW_LESS[step](club.competitions.get())
    assert club.waits == [(copies.PATIENCE, version, True)]
    assert Club.objects.get(pk=club.pk).version > version
    assert copies.PATIENCE > COPY


def test_where_nothing_less_is_shown_or_no_cache_is_there_nobody_waits(club, settings):
    player = add_member(club, name="Nieuw", by=None)
    change_member(player, rating=1500, by=None)
    show_club_to(club, audience="everybody", names_shown="full", by=None)
    settings.FRONT_CACHE = False
    forget_person(player, by=None)
    assert club.waits == []


def test_not_all_threads_of_a_process_wait(club, monkeypatch):
    monkeypatch.setattr(copies, "_places_to_wait", copies.BoundedSemaphore(1))

    def press_meanwhile(_seconds):
        with pytest.raises(TooBusy):
            show_club_to(club, **SHOWN_TO, by=None)

    monkeypatch.setattr(copies, "sleep", press_meanwhile)
    forget_person(Player.objects.first(), by=None)
    assert Club.objects.get(pk=club.pk).audience == "everybody"
