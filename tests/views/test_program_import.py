"""A file of another program through the import page: what is asked, and what is said of it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubcomp.flow.incoming.files import systems_of
from clubcomp.models import Competition
from tests.programs import FILES
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

SEVILLA = "sevilla-report-14-players.json"


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def upload(leader, file):
    """Choose a file on the import page and look at it."""
    chosen = SimpleUploadedFile(file, (FILES / file).read_bytes())
    return leader.fill_in("import", file=chosen)


def bring_in(leader, looked, **answers):
    """The second press, with what the page carried."""
    given = {"act": "import", "upload": looked.context["upload"], "name": "Zomer"}
    return leader.fill_in("import", **given | answers)


def test_a_season_that_runs_is_asked_how_many_rounds_it_has(leader):
    looked = upload(leader, SEVILLA)
    assert "How many rounds will there be?" in text(looked)
    assert "The file does not say; it holds 2." in text(looked)
    assert "By which system is it paired?" not in text(looked)
    assert "the tie-breaks that are usual in this system" in text(looked)
    assert "The points of all 14 players here are equal to those in the file." in text(looked)
    assert "choose them in the options afterwards" not in text(looked)
    assert "Something is not right yet" in text(bring_in(leader, looked))
    assert "in a competition of 1 rounds" in text(bring_in(leader, looked, rounds="1"))
    assert bring_in(leader, looked, rounds="9").status_code == 302
    assert Competition.objects.get().options["rounds"] == 9


def test_games_without_colours_are_one_line_and_go_has_its_usual_system_first(leader):
    said = text(upload(leader, "opengotha-ties-leave-place-blank.h9"))
    assert said.count("no colours") == 1
    assert "35 games have no colours in the file" in said
    assert systems_of("h9")[0] == "knsb-resistance"
