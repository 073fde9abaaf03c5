"""Two competitions of a season do not bear one name."""

from datetime import timedelta

import pytest
from django.db import IntegrityError

from clubcomp.flow.competitions.competition import change_competition
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.models import Competition
from clubcomp.models.competitions import distinct_names
from tests.make import import_file, make_club, make_competition

pytestmark = pytest.mark.django_db


def test_a_new_competition_a_rename_and_an_import_need_a_name_of_their_own():
    club = make_club()
    first = make_competition(2, club=club)
    second = make_competition(2, club=club, slug="zomer")
    with pytest.raises(StepError, match="can be told apart"):
        change_competition(second, name=" interne COMPETITIE ", slug="zomer", by=None)
    document = export_document(first).encode()
    with pytest.raises(StepError, match="can be told apart"):
        import_file(club, document)
    assert import_file(club, document, name="Intern 2027").name == "Intern 2027"
    change_competition(first, name="interne competitie", slug="intern", by=None)
    assert Competition.objects.get(pk=first.pk).name == "interne competitie"
    elsewhere = make_competition(2, club=make_club("De Dame", "dame"))
    assert elsewhere.name == "Interne competitie"


def test_another_season_may_have_the_name_again_and_the_row_itself_refuses_it_twice():
    club = make_club()
    first = make_competition(2, club=club)
    second = make_competition(2, club=club, slug="zomer")
    later = first.season.last + timedelta(days=1)
    change_competition(second, name="Interne Competitie", slug="zomer", season=later, by=None)
    second.refresh_from_db()
    assert second.season.first == later
    assert set(distinct_names([first, second]).values()) == {
        f"Interne competitie, {first.season}",
        f"Interne Competitie, {second.season}",
    }
    with pytest.raises(StepError, match=f"The season {first.season} has a competition"):
        change_competition(
            second, name=second.name, slug="zomer", season=first.season.first, by=None
        )
    with pytest.raises(IntegrityError):
        Competition.objects.filter(pk=second.pk).update(season=first.season)
