"""The texts that rounds of earlier releases were paired from are divided, and come back whole."""

from importlib import import_module

import pytest
from django.apps import apps

from clubcomp.flow.attendance import mark_present
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.models import RecordPart, Round
from tests import make

pytestmark = pytest.mark.django_db
upgrade = import_module("clubcomp.migrations.0021_keep_what_is_new")


def test_texts_are_put_together_and_divided_again_to_the_byte():
    for slug in ("intern", "zomer"):
        club = make.make_club(slug, slug)
        competition = make.make_competition(6, club=club, slug=slug)
        for _evening in range(3):
            evening = make.make_evening(competition, "blitz")
            make.play_game(evening)
            make.play_game(evening)
            close_evening(evening, by=None)
        propose_round(make.make_evening(competition), by=None)
    rounds = Round.objects.order_by("pk")
    texts = rounds.documents()
    kept = RecordPart.objects.count()
    upgrade.put_together(apps, None)
    assert dict(rounds.values_list("pk", "to_pair")) == texts
    RecordPart.objects.all().delete()
    rounds.update(record_version=None, record_digest="")
    upgrade.divide(apps, None)
    assert rounds.documents() == texts
    assert RecordPart.objects.count() <= kept
    evening = Round.objects.proposed().first().evening
    digest = evening.rounds.get().record_digest
    mark_present(evening, evening.competition.entries.first(), present=False, by=None)
    assert evening.rounds.get().record_digest == digest
