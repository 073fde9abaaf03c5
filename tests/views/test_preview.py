"""The picture that a messenger shows of a link: what it says, and of what it shows nothing."""

import io
import re

import pytest
from PIL import Image

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Club, Competition
from pairing.core.types import Result
from tests import make
from tests.views.public import TUESDAYS, reader, season

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    competition = season(7)
    Club.objects.update(country="GB")
    return competition


def picture(address, client=None):
    """The picture, and the words that its file has beside it."""
    answer = (client or reader()).get(address)
    assert answer.status_code == 200, answer.status_code
    assert answer["Content-Type"] == "image/png"
    image = Image.open(io.BytesIO(answer.content))
    image.load()
    return image.convert("RGB"), image.text["Description"].split("\n")


def shown_by(address):
    """Which picture a page names for messengers."""
    page = reader().get(address).content.decode()
    return re.search(r'property="og:image" content="([^"]+)"', page)[1]


def test_it_tells_the_first_three_and_while_an_evening_is_on_its_boards(competition):
    image, said = picture("/toren/intern/preview.png")
    assert image.size == (1200, 630)
    assert said[:3] == ["Toren", "Interne competitie", "The standings after Tuesday 10 November"]
    assert [line[0] for line in said[3:]] == ["1", "2", "3"]
    evening = make.make_evening(competition, date=TUESDAYS[2], present=6)
    publish_next(evening, after=0, by=None)
    _image, said = picture("/toren/intern/preview.png")
    assert said[2].startswith("Tuesday 17 November")
    assert len(said[3:]) == 3
    assert all(" – " in board for board in said[3:])


def test_a_result_stands_on_it_as_soon_as_it_is_entered(competition):
    evening = make.make_evening(competition, date=TUESDAYS[2], present=6)
    publish_next(evening, after=0, by=None)
    before, _said = picture("/toren/intern/preview.png")
    make.finish_round(evening.rounds.get(), Result.WHITE_WINS)
    after, said = picture("/toren/intern/preview.png")
    assert said[3].endswith(" 1-0")
    assert before.tobytes() != after.tobytes()


def test_a_club_has_one_of_its_own_also_without_a_competition(competition):
    _image, said = picture("/toren/preview.png")
    assert said[0] == "Toren"
    assert said[1] == "Interne competitie · The standings after Tuesday 10 November"
    make.make_club("Dame & Co", "dame")
    assert picture("/dame/preview.png")[1] == ["Dame & Co"]


def test_names_are_those_that_strangers_read(competition):
    Club.objects.update(names_shown="hidden", version=9)
    hidden, said = picture("/toren/intern/preview.png")
    assert "Adema" not in "".join(said)
    assert len(said) == 6
    Club.objects.update(names_shown="full", version=10)
    whole, said = picture("/toren/intern/preview.png")
    assert hidden.tobytes() != whole.tobytes()
    assert any(re.search("Adema|Bakker|Cornelis|Dekker", line) for line in said[3:])


def test_every_page_for_everybody_names_the_picture_of_its_competition(competition):
    own = "http://testserver/toren/intern/preview.png"
    pages = ("tonight/", "standings/", "players/adema/", "evenings/1/games/1/boards/1/")
    assert {shown_by(f"/toren/intern/{page}") for page in pages} == {own}
    assert shown_by("/toren/calendar/") == "http://testserver/toren/preview.png"


@pytest.mark.parametrize("audience", ["members", "link"])
def test_of_what_not_everybody_may_read_there_is_no_picture_but_the_icon(competition, audience):
    Competition.objects.update(audience=audience)
    assert reader().get("/toren/intern/preview.png").status_code == 403
    refused = reader().get("/toren/intern/standings/").content.decode()
    assert "preview.png" not in refused
    assert picture("/toren/preview.png")[1] == ["Toren"]
    Club.objects.update(audience=audience, version=9)
    assert reader().get("/toren/preview.png").status_code == 403
    assert "preview.png" not in reader().get("/toren/").content.decode()


def test_a_name_that_is_too_long_or_has_lines_ends_within_the_picture(competition):
    Competition.objects.update(name="Wij spelen " * 18, version=99)
    Club.objects.update(name="Een\nclub " * 20, version=9)
    image, _said = picture("/toren/intern/preview.png")
    margin = image.crop((1200 - 60, 0, 1200, 630))
    assert margin.getcolors() == [(60 * 630, (255, 255, 255))]
