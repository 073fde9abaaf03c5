"""The picture that a messenger shows of a link: what it says, and of what it shows nothing."""

import datetime
import io
import re
from fractions import Fraction

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from PIL import Image

from clubcomp.flow.competitions.groups import by_rating, in_groups, set_groups
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Club, Competition
from clubcomp.pages import canvas
from clubcomp.words.values import day
from pairing.core.amounts import GLYPHS
from pairing.core.types import OVERALL, Result
from pairing.sentences.words import points_text, result_text
from tests import make
from tests.views.public import TUESDAYS, address, reader, season

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


def test_of_a_swiss_it_tells_who_stands_on_how_many_points():
    swiss = make.make_swiss(24)
    Club.objects.update(country="GB")
    for tuesday in TUESDAYS[:3]:
        evening = make.make_evening(swiss, "standard", date=tuesday)
        round_ = publish_next(evening, after=0, by=None)
        for game in round_.games.filter(board__lte=4):
            record_result(game, result=Result.DRAW, seen=str(Result.UNFINISHED), by=None)
        make.finish_round(round_)
        close_evening(evening, by=None)
    _image, said = picture(f"/toren/{swiss.slug}/preview.png")
    points, groups = {}, said[3:]
    for line in standings_of(swiss, OVERALL):
        points.setdefault(points_text(line.row.points), []).append(str(line.entry))
    assert len(points) > 3
    for group, (number, names) in zip(groups, points.items(), strict=False):
        if "lower" not in group:
            more = f" · and {len(names) - 3} more" if len(names) > 3 else ""
            assert group.strip() == f"{number} {' · '.join(names[:3])}{more}"
    lower = sum(map(len, list(points.values())[3:]))
    assert groups[3].strip() == f"and {lower} lower"


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


def test_of_a_round_robin_it_has_the_cross_table_and_of_a_keizer_season_the_race():
    club = make.make_club()
    round_robin, keizer = make.make_berger(8, club=club), make.make_competition(8, club=club)
    Club.objects.update(country="GB")
    for competition, tempo in ((round_robin, "standard"), (keizer, "long")):
        for _ in range(3):
            evening = make.make_evening(competition, tempo)
            make.play_game(evening)
            close_evening(evening, by=None)
    table, said = picture(address(round_robin, "preview.png"))
    assert [line.split()[0] for line in said[3:]] == [str(number) for number in range(1, 9)]
    shades = {colour for _count, colour in table.getcolors()}
    assert (243, 244, 246) in shades  # the diagonal
    race, said = picture(address(keizer, "preview.png"))
    lines = standings_of(keizer, OVERALL)[:7]
    assert [line.split(" ", 1)[1].rsplit(" ", 1)[0] for line in said[3:]] == [
        str(line.entry) for line in lines
    ]
    half = race.crop((64, 306, 600, 602))
    assert not is_empty(half)
    assert (243, 244, 246) not in {colour for _count, colour in race.getcolors()}


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


def is_empty(part):
    """Whether nothing is drawn in a part of the picture."""
    return part.getcolors() == [(part.width * part.height, (255, 255, 255))]


def test_a_name_that_is_too_long_or_has_lines_is_whole_and_within_the_picture(competition):
    Competition.objects.update(name=f"{'Wij spelen ' * 17}schaak", version=99)
    Club.objects.update(name="Een\nclub " * 20, version=9)
    image, _said = picture("/toren/intern/preview.png")
    assert is_empty(image.crop((1200 - 60, 0, 1200, 630)))
    shorter = Competition.objects.get().name[:-1]
    Competition.objects.update(name=shorter, version=100)
    other, _said = picture("/toren/intern/preview.png")
    assert image.tobytes() != other.tobytes()  # also the last letter of the longest name is there


@pytest.mark.parametrize("letter", ["W", "W ", "Wij schaken "])
@pytest.mark.parametrize("font", [("DejaVuSans", 34, 48), ("DejaVuSerif-Bold", 72, 104)])
def test_the_longest_name_has_room(font, letter):
    name, size, height = font
    text, size = (letter * 200)[:200].strip(), canvas.SMALLEST
    lines = canvas.broken(text, canvas.font_of(name, size), 1200 - 2 * 64)
    assert len(lines) * size * canvas.LEADING <= height
    assert "".join("".join(lines).split()) == "".join(text.split())


def signs():
    """Every sign that our own texts bring into a picture, in every language, and usual names."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            for text in TEXTS:
                yield from str(gettext(text))
            days = [datetime.date(2026, month, month) for month in range(1, 13)]
            for when in days:
                yield from day(when, "year")
            for part in (*GLYPHS, Fraction(157, 100), Fraction(-7, 3)):
                yield from points_text(part + 1234)
            for game in ("chess", "draughts", "go"):
                for result in Result:
                    yield from result_text(result, game)
    yield from "ÀÉÎÕÜàéîõüÇĞİŞçğışŁłŃńŘřŠšŽžØøÅåÆæŒœßẞĐđÞþŐőŰűȘșȚțẠạỄễΑΩαωЁёЖж’‘“”„–—…·"


TEXTS = (
    "%(evening)s, %(round)s: boards 1 to %(shown)s of %(boards)s",
    "The standings after %(evening)s",
    "%(player)s, group %(group)s",
    "and %(count)s more group",
    *("round %(number)s", "game %(number)s", "evening %(number)s"),
)


@pytest.mark.parametrize("name", [canvas.PLAIN, canvas.BOLD])
def test_every_sign_that_a_picture_may_hold_is_drawn(name):
    font = canvas.font_of(name, 38)
    nothing = bytes(font.getmask("\U0010fffe"))
    missing = {
        sign
        for sign in signs()
        if not sign.isspace() and bytes(font.getmask(sign)) in (b"", nothing)
    }
    assert missing == set()


@pytest.mark.parametrize(
    ("players", "groups", "said"),
    [
        (8, 2, ["1 A", "1 A", "1 B", "1 B"]),
        (9, 3, ["1 A", "1 B", "1 C"]),
        (10, 5, ["1 A", "1 B", "1 C", "and 2 more groups"]),
    ],
)
def test_groups_have_places_of_their_own_and_what_is_left_out_is_said(players, groups, said):
    competition = make.make_swiss(players)
    Club.objects.update(country="GB")
    set_groups(competition, in_groups(by_rating(competition), [groups]), by=None)
    evening = make.make_evening(competition, "standard", date=TUESDAYS[0])
    make.play_game(evening)
    close_evening(evening, by=None)
    make.make_evening(competition, "standard", date=TUESDAYS[1], is_open=False)
    _image, words = picture("/toren/zwitsers/preview.png")
    assert [
        re.sub(r"^(\d) .*, group (\w) .*", r"\1 \2", line).strip() for line in words[3:]
    ] == said


def test_of_more_boards_than_there_is_room_for_it_says_how_many(competition):
    played = make.make_swiss(12, club=competition.club)
    make.play_game(make.make_evening(played, "standard", date=TUESDAYS[2]))
    _image, said = picture("/toren/zwitsers/preview.png")
    assert said[2].endswith(": boards 1 to 4 of 6")
    assert len(said) == 3 + 4


@pytest.mark.parametrize("kind", ["make_competition", "make_berger", "make_swiss"])
def test_before_the_first_round_and_without_anybody_there_is_a_picture_too(kind):
    new = getattr(make, kind)(4)
    picture(address(new, "preview.png"))
    new.entries.all().delete()
    type(new).objects.update(version=100)
    picture(address(new, "preview.png"))
