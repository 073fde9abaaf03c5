"""The season on one sheet: what stands on it, and whom it names."""

import io

import pytest
from PIL import Image

from clubcomp.flow.evenings import close_evening
from clubcomp.models import Club, Competition, Player
from pairing.core.types import Result
from tests import make
from tests.views.leader import Leader
from tests.views.public import TUESDAYS, address, reader, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    """Three evenings, in which White won every game; Adema has the highest rating."""
    competition = make.make_competition(8)
    Club.objects.update(country="GB")  # pictures speak the language of the club
    for tuesday in TUESDAYS[:3]:
        evening = make.make_evening(competition, "long", date=tuesday)
        make.play_game(evening, Result.WHITE_WINS)
        close_evening(evening, by=None)
    return competition


def page(competition, rest="", client=None):
    shown = (client or reader()).get(address(competition, f"season-report/poster/{rest}"))
    assert shown.status_code == 200
    return shown


def picture(competition, rest="", client=None):
    answer = (client or reader()).get(address(competition, f"season-report/poster.png{rest}"))
    assert answer["Content-Type"] == "image/png"
    image = Image.open(io.BytesIO(answer.content))
    assert image.size == (1240, 1754)
    return image.text["Description"]


def test_it_has_podium_race_upset_streaks_and_attendance_and_so_has_the_picture(competition):
    shown, said = page(competition).content.decode(), words(page(competition))
    assert shown.count('class="step"') == 3
    assert shown.count('<path class="way"') == 7
    for title in ("Upset of the season", "Most wins in a row", "The title race", "8 at most"):
        assert title in said
    assert "Tue 3 November: 8 players" in said
    told = picture(competition)
    assert "Upset of the season: " in told
    assert " higher" in told
    assert "1 " in told.split("\n")[4]
    report = reader().get(address(competition, "season-report/")).content.decode()
    assert address(competition, "season-report/poster/") in report


def test_a_member_too_sees_what_strangers_read_and_whole_names_only_when_asked_for(competition):
    Player.objects.filter(name="Adema").update(name="Adema, Anna")
    Club.objects.update(names_shown="initial", version=99)
    leader = Leader(competition.evenings.first()).client
    for client in (reader(), leader):
        assert "Anna A." in words(page(competition, client=client))
        assert "Adema" not in words(page(competition, client=client))
        assert "Adema" not in picture(competition, client=client)
    assert "for members" not in words(page(competition, client=leader))
    whole = words(page(competition, "?names=whole", leader))
    assert "Anna Adema" in whole
    assert "for members" in whole
    assert "Anna Adema" in picture(competition, "?names=whole", leader)
    for asked in (words(page(competition, "?names=whole")), picture(competition, "?names=whole")):
        assert "Adema" not in asked
        assert "for members" not in asked


def test_nobody_is_on_it_whose_name_is_hidden_or_who_is_forgotten(competition):
    first, second = Player.objects.filter(name__in=("Adema", "Bakker")).order_by("name")
    Player.objects.filter(pk=first.pk).update(shown_as="hidden")
    Player.objects.filter(pk=second.pk).update(name="Former member 18", is_forgotten=True)
    Club.objects.update(version=99)
    Competition.objects.update(version=99)
    for said in (words(page(competition)), picture(competition)):
        for name in ("Adema", "Bakker", "Former member", f"Member {first.pk}"):
            assert name not in said


def test_of_a_competition_that_strangers_may_not_read_there_is_none(competition):
    Competition.objects.update(audience="members")
    for rest in ("poster/", "poster.png"):
        answer = reader().get(address(competition, f"season-report/{rest}"))
        assert answer.status_code == 403
        assert b"Adema" not in answer.content
