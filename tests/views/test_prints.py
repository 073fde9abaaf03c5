"""What is put on paper: every sheet has all that its reader looks for, and nobody is missing."""

import re
from html.parser import HTMLParser

import pytest
import segno

from clubcomp.flow.standings import standings_of
from clubcomp.models import Audience, Club, Game
from clubcomp.models.clubs import IMPRINT_LENGTH
from pairing.core.types import OVERALL
from tests.make import make_club, make_competition, make_evening, play_game
from tests.views.leader import Leader, text
from tests.views.public import address, reader, season, words
from tests.views.swiss import make_swiss, play_round
from tests.views.two_clubs import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def swiss(django_db_setup, django_db_blocker):
    """Nineteen players, two rounds played and one being played: nine boards and a bye."""
    with django_db_blocker.unblock(), undone():
        competition = make_swiss(19, rounds=2)
        play_round(competition, is_over=False)
        yield competition


def sheet(competition, name, *, of="evenings/3/games/1/"):
    return reader().get(address(competition, f"{of}print/{name}"))


def games(competition):
    found = Game.objects.filter(round__evening__competition=competition, round__evening__number=3)
    return list(found.order_by("board").select_related("white__player", "black__player"))


class Cells(HTMLParser):
    """The cells of the body of a table, row by row."""

    def __init__(self):
        super().__init__()
        self.rows, self.is_in = [], False

    def handle_starttag(self, tag, attrs):
        if tag == "tbody":
            self.is_in = True
        elif self.is_in and tag == "tr":
            self.rows.append([])
        elif self.is_in and tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.is_in = self.is_in and tag != "tbody"

    def handle_data(self, data):
        if self.is_in and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def rows(response):
    parser = Cells()
    parser.feed(response.content.decode())
    return [[" ".join(cell.split()) for cell in row] for row in parser.rows]


def test_by_board_every_game_has_a_line_and_the_bye_is_last(swiss):
    found = rows(sheet(swiss, "boards/"))
    assert [(row[0], row[1], row[3]) for row in found[:-1]] == [
        (str(game.board), str(game.white), str(game.black)) for game in games(swiss)
    ]
    assert found[-1][0] == "bye"
    assert "round 3" in words(sheet(swiss, "boards/"))


def test_by_name_everybody_finds_board_colour_and_opponent_by_his_surname(swiss):
    found = rows(sheet(swiss, "names/"))
    assert len(found) == 19
    assert [row[0] for row in found] == sorted(row[0] for row in found)
    for game in games(swiss):
        assert [str(game.white), str(game.board), "white", str(game.black)] in found
        assert [str(game.black), str(game.board), "black", str(game.white)] in found
    assert [row[2] for row in found].count("bye") == 1


def test_the_list_for_the_door_has_everybody_once(swiss):
    said = words(sheet(swiss, "door/"))
    for entry in swiss.entries.all():
        assert len(re.findall(rf"\b{entry}\b", said)) == 1


def test_there_is_a_slip_for_each_board_eight_on_a_page(swiss):
    page = sheet(swiss, "slips/").content.decode()
    assert [part.count('class="slip"') for part in page.split('class="slips"')[1:]] == [8, 1]
    assert page.count('class="tick-box"') == 3 * 9
    for game in games(swiss):
        assert f"Board {game.board}<" in page
        assert page.count(str(game.white)) >= 1


def test_the_standing_has_every_tie_break_and_what_its_name_means(swiss):
    page = sheet(swiss, "standings/", of="")
    found = rows(page)
    lines = standings_of(swiss, OVERALL)
    assert [row[1] for row in found] == [str(line.entry) for line in lines]
    assert {len(row) for row in found} == {8 + 5}
    assert "SB, Sonneborn-Berger" in words(page)
    assert "After round 1" in words(sheet(swiss, "standings/?after=1.1", of=""))


def test_the_start_list_is_in_order_of_numbers(swiss):
    found = rows(sheet(swiss, "start-list/", of=""))
    assert [row[0] for row in found] == [str(number) for number in range(1, 20)]
    assert found[0][2:] == ["Adema", "2000"]


def test_a_wide_cross_table_comes_in_parts_on_paper_that_lies():
    competition = season(30, slug="other")
    page = sheet(competition, "cross-table/", of="")
    body = page.content.decode()
    assert body.count("<table") == 2
    assert len(rows(page)) == 60
    assert "css/landscape.css" in body


@pytest.mark.parametrize("where", ["evenings/3/games/1/print/photo/", "print/photo/"])
def test_there_is_no_other_sheet(swiss, where):
    assert reader().get(address(swiss, where)).status_code == 404


def test_the_way_to_print_stands_on_the_pages_that_are_printed(swiss):
    client = reader()
    for page, way in (
        ("evenings/3/games/1/", "evenings/3/games/1/print/boards/"),
        ("standings/", "print/standings/"),
        ("cross-table/", "print/cross-table/"),
    ):
        assert f'href="{address(swiss, way)}' in client.get(address(swiss, page)).content.decode()


def test_there_is_a_card_for_everybody_at_a_board_eight_on_a_sheet(swiss):
    page = sheet(swiss, "cards/").content.decode()
    assert [part.count('class="card"') for part in page.split('class="slips"')[1:]] == [8, 8, 2]
    said = words(sheet(swiss, "cards/"))
    for game in games(swiss):
        for player, colour in ((game.white, "white"), (game.black, "black")):
            assert f"{swiss.club.name} {player} Board {game.board} {colour} {swiss}" in said


def test_a_score_sheet_has_the_heads_of_its_game_filled_in_once_for_either_player(swiss):
    pages = sheet(swiss, "score-sheets/").content.decode().split('class="slips scores"')[1:]
    assert len(pages) == len(games(swiss))
    for page, game in zip(pages, games(swiss), strict=True):
        assert page.count("<tbody>") == 2
        assert f"copy of {game.white}" in page
        assert f"copy of {game.black}" in page
        assert "1-0" not in page
        assert re.findall(r'<th scope="row">(\d+)</th>', page)[-1] == "60"
        assert f"{swiss}, round 3" in page


@pytest.mark.parametrize(
    ("game", "ticks", "first"),
    [
        ("chess", ["1-0", "½-½", "0-1"], "White"),
        ("draughts", ["2-0", "1-1", "0-2"], "White"),
        ("go", ["1-0", "jigo", "0-1"], "Black"),
    ],
)
def test_a_slip_and_a_list_speak_the_language_of_the_game(game, ticks, first):
    competition = make_swiss(4, rounds=0, slug="other", game=game)
    play_round(competition, is_over=False)
    slips = sheet(competition, "slips/", of="evenings/1/games/1/").content.decode()
    shown = re.findall(r'class="tick-box"></span> ([^<]+)<', slips)
    assert shown == ticks * 2
    heads = re.findall(r"Signed, (White|Black)", slips)
    moves = words(sheet(competition, "score-sheets/", of="evenings/1/games/1/"))
    assert re.search(r"Move (White|Black)", moves)[1] == first
    boards = words(sheet(competition, "boards/", of="evenings/1/games/1/"))
    assert heads[0] == first
    assert boards.index(f"{first}") < boards.index("Black" if first == "White" else "White")


def squares(page):
    """The path of the QR code of an address, and nothing else of it."""
    code = segno.make(page, micro=False).svg_inline(omitsize=True, light="#fff")
    return re.findall(r' d="([^"]+)"', code)[-1]


@pytest.mark.parametrize("page", ["", "hall/", "evenings/3/games/1/print/door/"])
def test_a_code_leads_from_a_screen_and_from_paper_to_the_page_of_the_evening(swiss, page):
    shown = reader().get(address(swiss, page)).content.decode()
    assert squares(f"http://testserver{address(swiss, 'tonight/')}") in shown


@pytest.mark.parametrize(("players", "is_tight"), [(32, False), (35, True), (41, False)])
def test_a_last_sheet_of_a_few_rows_is_avoided(players, is_tight):
    competition = make_swiss(players, rounds=1, slug="other")
    html = reader().get(address(competition, "print/standings/")).content.decode()
    assert ("tight" in html) == is_tight


@pytest.mark.parametrize("sheet", ["standings", "start-list", "cross-table", "season-report"])
def test_a_sheet_has_its_style_and_stands_in_the_page_once(swiss, sheet):
    html = reader().get(address(swiss, f"print/{sheet}/")).content.decode()
    head, body = html.split("</head>")
    assert "css/clubcomp" in head
    assert "<table" not in head
    assert body.count("<main") == 1


def test_each_sheet_says_what_it_is_about_and_no_link_to_another_page(swiss):
    for page in ("print/standings/", "cross-table/", "places/"):
        told = foot(reader().get(address(swiss, page)))
        assert told.startswith(f"{swiss.club.name} · {swiss}. After round ")
    report = reader().get(address(swiss, "print/season-report/")).content.decode()
    assert re.search(rf'data-sheet="{swiss.club.name}\s+· {swiss}"', report)
    table = reader().get(address(swiss, "cross-table/")).content.decode()
    assert re.search(r'<p class="unprinted">\s*<a href="[^"]*print/cross-table', table)


def foot(response):
    """What stands at the foot of each sheet."""
    return " ".join(re.search(r'data-sheet="([^"]*)"', response.content.decode()).group(1).split())


SHEETS = [
    "standings/",
    "print/standings/",
    "cross-table/",
    "evenings/1/games/1/print/boards/",
    "evenings/1/games/1/print/score-sheets/",
    "season-report/poster/",
]


def competition_of(**said):
    """Of a club that says this of itself, after one game."""
    club = make_club("De Zaal", "zaal")
    Club.objects.filter(pk=club.pk).update(**said)
    club.refresh_from_db()
    competition = make_competition(4, club=club)
    play_game(make_evening(competition))
    return competition


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_ends_with_where_the_club_is_and_whom_to_ask(sheet):
    links = ["https://www.example.com/club", "https://example.org/"]
    competition = competition_of(place="Dorpsstraat 1", contact="Ada, 06 12345678", links=links)
    told = foot(reader().get(address(competition, sheet)))
    assert told.endswith(" · Dorpsstraat 1 · Ada, 06 12345678 · example.com · example.org")


def test_what_has_no_room_at_the_foot_of_a_sheet_is_left_out_whole():
    competition = competition_of(place="A" * (IMPRINT_LENGTH + 1), contact="Ada")
    assert foot(reader().get(address(competition, "print/standings/"))).endswith(" · Ada")
    assert competition.club.imprint == "Ada"


def test_who_may_not_read_the_club_reads_on_no_sheet_where_it_is():
    competition = competition_of(place="Dorpsstraat 1", audience=Audience.MEMBERS)
    competition.audience = Audience.EVERYBODY
    competition.save()
    shown = reader().get(address(competition, "print/standings/"))
    assert shown.status_code == 200
    assert "Dorpsstraat" not in shown.content.decode()


def test_a_slip_has_a_code_for_each_of_the_two(swiss):
    shown = sheet(swiss, "slips/").content.decode()
    for entry in (games(swiss)[0].white, games(swiss)[0].black):
        own = f"http://testserver{address(swiss, 'tonight/')}?player={entry.key}"
        assert squares(own) in shown
        assert f"QR code of the board of {entry}" in shown
        assert f"{entry}, you play" in words(reader().get(own))


def test_who_leads_finds_the_steps_of_the_evening_above_a_print_and_the_report(client):
    leader = Leader(make_evening(make_competition(4, club=make_club(slug="lead"))))
    play_game(leader.evening)
    for page in (("print-round", 1, "boards"), ("evening-report",)):
        assert "Steps of the evening" in text(leader.see(*page))
        seen = client.get(leader.address(*page), headers={"accept-language": "en"})
        assert "Steps of the evening" not in text(seen)
