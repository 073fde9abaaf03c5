"""Who is forgotten plays no longer, and is offered nowhere."""

import pytest

from clubcomp.flow.people.forgetting import forget_person
from clubcomp.forms.clubs import RoleForm
from clubcomp.forms.competitions import AddEntriesForm
from clubcomp.models import Entry, Player, Round, TrailEntry
from tests.views.two_clubs import tried

pytestmark = pytest.mark.django_db


def test_who_is_forgotten_plays_no_longer_and_is_offered_nowhere(clubs):
    with tried():
        played = Round.objects.on_record().filter(evening__competition__stage="running")
        player = Player.objects.filter(
            club=clubs.club,
            membership=None,
            entries__left=None,
            entries__competition__evenings__rounds__in=played,
        ).first()
        entries = Entry.objects.filter(player=player, competition__stage="running")
        assert player
        assert entries.filter(left=None).exists()
        page = clubs.client("owner").get(f"/{clubs.club.slug}/members/{player.pk}/forget/")
        assert page.status_code == 200
        name = str(forget_person(player, by=None))
        assert entries.exists()
        assert not entries.filter(left=None).exists()
        for entry in entries.select_related("competition"):
            later = entry.competition.evenings.filter(number__gt=entry.left)
            assert not Round.objects.on_record().filter(evening__in=later).exists()
        left = TrailEntry.objects.filter(action="change_entry", facts__player=name)
        assert left.count() == entries.count()
        without = list(clubs.club.competitions.exclude(entries__player=player))
        for competition in without:
            assert player not in AddEntriesForm(competition=competition).not_entered
        assert without
        offered = [str(key) for key, _ in RoleForm(club=clubs.club).fields["player"].choices]
        assert str(player.pk) not in offered
