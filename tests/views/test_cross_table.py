"""The cross table: who played whom, with which colour and result, after any round."""

import re

import pytest
from django.utils.html import strip_tags

from clubcomp.flow.standings import standings_of
from clubcomp.flow.tables.cross_table import player_by_player, round_by_round
from clubcomp.models import Game
from pairing.core.types import OVERALL, Colour, Result
from tests.views.public import TUESDAYS, address, play_evening, reader, season, words
from tests.views.swiss import make_swiss, play_round
from tests.views.two_clubs import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def swiss(django_db_setup, django_db_blocker):
    """Nine players, three rounds played and one being played."""
    with django_db_blocker.unblock(), undone():
        competition = make_swiss(9)
        play_round(competition, is_over=False)
        yield competition


def see(competition, rest=""):
    return reader().get(address(competition, f"cross-table/{rest}"))


def cells(response):
    """The cells of each row as text."""
    body = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    rows = body.split("<tr>")[1:]
    return [
        [
            " ".join(strip_tags(cell).split())
            for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
        ]
        for row in rows
    ]


def test_every_game_stands_in_both_rows_with_the_other_colour_and_the_rest_of_the_point(swiss):
    rows = round_by_round(swiss, OVERALL)
    for row in rows:
        for number, cell in enumerate(row.cells):
            if cell.kind != "game":
                continue
            other = rows[cell.number - 1].cells[number]
            assert (other.kind, other.number) == ("game", row.number)
            assert {cell.colour, other.colour} == set(Colour)
            assert cell.score is None or cell.score + other.score == 1


def test_the_cells_of_a_row_add_up_to_its_points(swiss):
    for row in round_by_round(swiss, OVERALL):
        earned = sum(cell.score or 0 for cell in row.cells)
        byes = sum(cell.kind == "bye" for cell in row.cells)
        assert earned + byes == row.line.row.points


def test_the_page_writes_number_colour_and_result(swiss):
    lines = standings_of(swiss, OVERALL)
    places = {line.entry.pk: place for place, line in enumerate(lines, start=1)}
    found = cells(see(swiss))
    assert [row[1] for row in found] == [str(line.entry) for line in lines]
    game = Game.objects.filter(round__evening__competition=swiss, result=str(Result.DRAW)).first()
    number = game.round.evening.number
    assert found[places[game.white_id] - 1][2 + number] == f"{places[game.black_id]}w white ½"
    assert found[places[game.black_id] - 1][2 + number] == f"{places[game.white_id]}b black ½"
    column = [row[2 + 4] for row in found]
    assert sum(cell.endswith("?") for cell in column) == 8
    assert column.count("bye") == 1
    assert any(cell.endswith("1 r") for row in found for cell in row)


def test_it_is_shown_after_any_round(swiss):
    page = see(swiss, "?after=2.1")
    assert "Najaar. After round 2, Tuesday 8 September 2026." in words(page)
    assert {len(row) for row in cells(page)} == {3 + 2 + 1}
    links = re.findall(r'href="([^"]+after=[^"]+)"[^>]*>\s*(\d+)\s*<', page.content.decode())
    assert [round_ for _link, round_ in links] == ["1", "2", "3", "4"]
    assert see(swiss, "?after=9.1").status_code == 404


def test_the_wide_table_scrolls_in_a_box_that_the_keyboard_reaches(swiss):
    page = see(swiss).content.decode()
    assert '<div class="scroll" role="region" aria-label="Cross table" tabindex="0">' in page


def test_where_people_meet_more_often_it_is_player_by_player():
    competition = season(6, slug="other")
    play_evening(competition, TUESDAYS[2], Result.WHITE_WINS, tempo="blitz", games=7)
    rows = player_by_player(competition, "blitz")
    for row in rows:
        assert row.cells[row.number - 1] is None
        for number, cell in enumerate(row.cells, start=1):
            if cell is not None:
                other = rows[number - 1].cells[row.number - 1]
                assert cell.games == other.games
                assert cell.score + other.score == cell.games
        assert sum(cell.games for cell in row.cells if cell) == row.line.row.games == 7
    found = cells(see(competition, "blitz/?columns=all"))
    assert len(found) == 6
    assert any(re.fullmatch(r"[\d½]+ \(\d\)", cell) for row in found for cell in row)
    # The longer tempo has its own, and what was not played in it is not there.
    assert not any(
        "(" in cell for row in cells(see(competition, "long/?columns=all")) for cell in row
    )


def test_who_met_whom_is_a_picture_with_the_table_behind_a_link():
    competition = season(6, slug="other")
    play_evening(competition, TUESDAYS[2], Result.WHITE_WINS)
    rows = player_by_player(competition, "long")
    page = see(competition, f"long/?all=1&player={rows[1].line.entry.key}").content.decode()
    drawn = {
        code: re.findall(r"M(\d+) (\d+)h", page.split(f'<path class="{code}" d="')[1].split('"')[0])
        for code in ("won", "drawn", "lost")
    }
    met = sum(bool(cell and cell.games) for row in rows for cell in row.cells)
    assert sum(map(len, drawn.values())) == met
    assert len(drawn["won"]) == len(drawn["lost"])
    # Who won against whom stands at the same place on both sides of the diagonal.
    corners = [corner for corners in drawn.values() for corner in corners]
    left, top = (min(int(corner[side]) for corner in corners) for side in (0, 1))
    turned = {(int(y) - top, int(x) - left) for x, y in drawn["lost"]}
    assert {(int(x) - left, int(y) - top) for x, y in drawn["won"]} == turned
    assert page.count('class="mine"') == 2
    assert "?columns=all&amp;after=3.1" in page
    assert "<table" not in page


def test_who_met_whom_has_twelve_names_at_once_and_each_square_leads_to_a_game():
    competition = season(14, slug="other")
    rows = player_by_player(competition, "long")
    page = see(competition, f"long/?player={rows[13].line.entry.key}").content.decode()
    grid = page.split('class="met-grid"')[1].split("</table>")[0]
    met = sum(bool(cell and cell.games) for row in rows[:12] for cell in row.cells[:12])
    squares = re.findall(r'<td><a href="([^"]*)" aria-label="(won|drawn|lost)">[■◧□]</a>', grid)
    assert len(squares) == met > 0
    assert grid.count('class="self"') == grid.count('scope="col"') == 12
    assert reader().get(squares[0][0]).status_code == 200
    assert "Number 1 to 12 of 14." in words(see(competition, "long/"))
    for begin in ("13", "3"):
        assert f'href="?from={begin}&amp;after=' in page, begin
    rest = see(competition, f"long/?player={rows[13].line.entry.key}&from=13").content.decode()
    assert rest.count('<tr class="me">') == 1
    assert rest.count('class="self"') == 2
    assert 'href="?from=1&amp;after=' in rest
    assert see(competition, "long/?from=no").status_code == 200


def test_in_the_grid_nobody_is_called_as_somebody_else():
    competition = season(4, slug="other")
    players = [entry.player for entry in competition.entries.order_by("pk")]
    written = (
        ("Smet, Jan de", "’58"),
        ("Smet, Jan de", "(1610)"),
        ("Vos, Jo", ""),
        ("Vos, Jan", ""),
    )
    for player, (name, apart) in zip(players, written, strict=True):
        player.name, player.apart = name, apart
        player.save()
    page = see(competition, "long/").content.decode()
    grid = page.split('class="met-grid"')[1].split("</table>")[0]
    for name in ("de Smet J. ’58", "de Smet J. (1610)", "Vos Jo", "Vos Jan"):
        assert grid.count(f">{name}<") == 2, name


def test_before_the_first_game_it_says_so():
    competition = make_swiss(4, rounds=0, slug="other")
    assert "No games yet." in words(see(competition))
