"""What is taken along: standings and games as tables, PGN heads, TRF; and what nobody gets."""

import csv
import html
import io
import re
from decimal import Decimal
from fractions import Fraction

import pytest

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.competitions.groups import by_rating, in_groups, set_groups
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Player, Role
from clubcomp.pages.spreadsheets import FileTable, decimal, table_file
from pairing.core.types import OVERALL, Result
from pairing.formats.trf import read_trf
from tests import make
from tests.attempts import every
from tests.views.public import address, reader, season, words
from tests.views.swiss import TIE_BREAKS, make_swiss
from tests.views.visitor import Visitor

pytestmark = pytest.mark.django_db
openpyxl = pytest.importorskip("openpyxl", reason="`make test` installs it")


@pytest.fixture
def competition():
    return season()


def get(competition, rest):
    return reader().get(address(competition, f"downloads/{rest}"))


def from_csv(response):
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def points_in(rows):
    """Exact points, before which a file has the sign that they are a text."""
    return [Fraction(row["points"].removeprefix("'")) for row in rows]


def sheet_of(response):
    """The only sheet of a workbook."""
    return openpyxl.load_workbook(io.BytesIO(response.content)).active


def from_xlsx(response):
    """Its rows by the titles of the columns, which are for people, where CSV has keys."""
    head, *rows = sheet_of(response).iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_the_workbook_of_a_standing_has_exact_points_as_numbers_and_names_as_text(competition):
    found = from_xlsx(get(competition, "standings/?scope=long&format=xlsx"))
    lines = standings_of(competition, "long")
    assert [row["Name"] for row in found] == [str(line.entry) for line in lines]
    assert [Fraction(row["Points"]) for row in found] == [line.row.points for line in lines]
    decimals = [row["Points as a decimal number"] for row in found]
    assert all(isinstance(number, (int, float)) for number in decimals)
    assert [row["Pl."] for row in found] == list(range(1, 8))


def test_both_kinds_hold_the_same(competition):
    kinds = [get(competition, f"games/?format={kind}") for kind in ("csv", "xlsx")]
    one, other = from_csv(kinds[0]), from_xlsx(kinds[1])
    assert len(one) == 6
    assert [list(row.values()) for row in one] == [
        ["" if cell is None else str(cell) for cell in row.values()] for row in other
    ]


def test_a_workbook_speaks_the_readers_language_and_csv_that_of_programs(competition):
    entry = competition.entries.first()
    entry.guest = True
    entry.save()
    one, other = (
        reader().get(
            address(competition, f"downloads/standings/?format={kind}"),
            headers={"Accept-Language": "nl"},
        )
        for kind in ("csv", "xlsx")
    )
    one, other = from_csv(one), from_xlsx(other)
    assert [row["guest"] for row in one].count("yes") == 1
    assert [row["Gast"] for row in other].count("ja") == 1
    assert len(other[0]) == len(one[0]), "every column has a title of its own"


@pytest.mark.parametrize("scope", ["long", OVERALL])
def test_a_standing_after_an_earlier_round_is_the_one_of_then(competition, scope):
    response = get(competition, f"standings/?scope={scope}&after=1.1&format=csv")
    then = standings_of(competition, scope, (1, 1))
    found = from_csv(response)
    assert [row["name"] for row in found] == [str(line.entry) for line in then]
    assert points_in(found) == [line.row.points for line in then]
    assert f'"intern-{scope}-1-1.csv"' in response["Content-Disposition"]


@pytest.mark.parametrize("name", ["O'Brien", "O’Brien"])
def test_every_file_has_a_name_as_it_was_written(competition, name):
    player = competition.entries.first().player
    Player.objects.filter(pk=player.pk).update(name=f"{name}, Seán")
    Competition.objects.update(version=99)
    api = f"/api/v1/clubs/{competition.club.slug}/competitions/{competition.slug}"
    files = {
        "document": export_document(competition),
        "pgn": get(competition, "pgn/").content.decode(),
        "csv": str(from_csv(get(competition, "games/?format=csv"))),
        "standings": str(from_csv(get(competition, "standings/?scope=long&format=csv"))),
        "xlsx": str(from_xlsx(get(competition, "standings/?scope=long&format=xlsx"))),
        "page": reader().get(address(competition, "standings/?format=csv")).content.decode(),
        "api": str(reader().get(f"{api}/players/").json()),
        "feed": reader().get(address(competition, "feed.xml")).content.decode(),
    }
    for kind, file in files.items():
        assert set(re.findall("O.Brien", html.unescape(html.unescape(file)))) == {name}, kind
    assert "O’Brien" in reader().get(address(competition, "standings/")).content.decode()


@pytest.mark.parametrize("query", ["scope=none", "after=9.9", "after=x", "format=pdf"])
def test_what_there_is_not_is_not_found(competition, query):
    assert get(competition, f"standings/?{query}").status_code == 404


@every("kind", ["csv", "xlsx"])
@every("start", ["=1+1", "+31", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "－2"])
def test_nothing_that_was_typed_becomes_a_formula(start, kind):
    response = table_file(FileTable("x", {"name": "Name"}, [[start]]), kind)
    if kind == "csv":
        assert from_csv(response)[0]["name"] == f"'{start}"
    else:
        [cell] = list(sheet_of(response)["A"])[1:]
        assert cell.data_type == "s"
        assert cell.quotePrefix


@every(
    "text, cell",
    [
        ("59/10", "'59/10"),
        ("1-1", "'1-1"),
        ("3-12-26", "'3-12-26"),
        ("1.5", "'1.5"),
        ("1/2-1/2", "1/2-1/2"),
        ("2026-11-24", "2026-11-24"),
        ("De 3-5", "De 3-5"),
    ],
)
def test_nothing_but_a_date_becomes_one(text, cell):
    response = table_file(FileTable("x", {"points": "Points"}, [[text]]), "csv")
    assert from_csv(response) == [{"points": cell}]


def test_what_a_workbook_cannot_hold_is_left_out():
    [row] = from_xlsx(table_file(FileTable("x", {"name": "name"}, [["An\x0bna"]]), "xlsx"))
    assert row == {"name": "Anna"}


def test_numbers_are_rounded_only_where_decimals_do_not_end():
    given = [Fraction(1, 3), Fraction(57, 2), 0, 400, Fraction(-2, 3)]
    wanted = ["0.3333", "28.5", "0", "400", "-0.6667"]
    assert [decimal(number) for number in given] == [Decimal(number) for number in wanted]
    assert [str(decimal(number)) for number in given] == wanted


def test_the_games_are_there_in_order_of_play_with_their_scores(competition):
    evening = make.make_evening(competition, "blitz")
    round_ = publish_next(evening, after=0, by=None)
    games = list(round_.games.order_by("board"))
    for game, result in zip(games, (Result.DRAW, Result.BLACK_WINS_FORFEIT), strict=False):
        record_result(game, result=result, seen="*", by=None)
    found = from_csv(get(competition, "games/?format=csv"))
    assert [(row["evening"], row["board"]) for row in found] == [
        *(("1", board) for board in "123"),
        *(("2", board) for board in "123"),
        *(("3", board) for board in "123"),
    ]
    draw, forfeit, still_open = found[-3:]
    assert (draw["result"], draw["white_points"], draw["black_points"]) == ("1/2-1/2", "0.5", "0.5")
    assert (forfeit["result"], forfeit["forfeit"]) == ("0-1", "yes")
    assert (still_open["result"], still_open["white_points"]) == ("*", "")
    assert found[0]["date"] == "2026-11-03"
    first = competition.evenings.get(number=1).rounds.get().games.get(board=1)
    assert (found[0]["white"], found[0]["black"]) == (str(first.white), str(first.black))


def test_pgn_has_the_seven_tags_of_every_game_that_was_played(competition):
    player = make.entry(competition, "adema").player
    player.name = 'Anna "Ans" van der Adema'
    player.save()
    evening = make.make_evening(competition, "blitz")
    round_ = publish_next(evening, after=0, by=None)
    record_result(round_.games.first(), result=Result.WHITE_WINS_FORFEIT, seen="*", by=None)
    response = get(competition, "pgn/")
    assert response["Content-Disposition"] == 'attachment; filename="intern.pgn"'
    games = response.content.decode().split("\n\n[Event")
    tags = re.findall(r"^\[(\w+) ", response.content.decode(), re.MULTILINE)
    assert tags[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert len(tags) == 7 * len(games)
    assert len(games) == 3 + 3 + 2
    assert '[Date "2026.11.03"]' in games[0]
    assert '"Van der Adema, Anna \\"Ans\\""]' in response.content.decode()
    assert games[-1].rstrip().endswith("*")


def test_only_chess_has_pgn(competition):
    competition.game = "go"
    competition.save()
    assert "PGN" not in words(get(competition, ""))
    assert get(competition, "pgn/").status_code == 404


def test_an_attacalc_competition_says_why_it_has_no_trf(competition):
    leader = Visitor(club=competition.club)
    assert "for which it has no place" in words(leader.see("federations", competition.slug))
    answer = leader.see("trf", competition.slug)
    assert answer.status_code == 302
    assert "for which it has no place" in words(leader.client.get(answer.url))


@pytest.mark.parametrize("role", ["", Role.MEMBER])
def test_who_does_not_lead_is_offered_nothing_with_numbers_and_years(competition, role):
    page = Visitor(role, club=competition.club).see("downloads", competition.slug)
    assert "Competition document" not in words(page)
    assert "TRF" not in words(page)


def test_there_are_files_before_the_first_game():
    competition = make.make_competition(3)
    assert len(from_csv(get(competition, "standings/"))) == 3
    assert from_csv(get(competition, "games/")) == []
    assert get(competition, "pgn/").content == b""


def test_a_late_game_has_its_own_date(competition):
    evening = make.make_evening(competition)
    mark_present(evening, make.entry(competition, "adema"), present=True, by=None)
    game = make.play_game(evening).games.first()
    game.played_on = "2026-12-24"
    game.save()
    assert from_csv(get(competition, "games/"))[6]["date"] == "2026-12-24"


def test_a_swiss_competition_goes_out_as_both_reports_and_go_as_its_own():
    chess, go = make_swiss(), make_swiss(slug="buiten", game="go")
    for competition, game in ((chess, "chess"), (go, "go")):
        leader = Visitor(club=competition.club, name=game)
        offered = words(leader.see("downloads", competition.slug))
        assert "For federations: FIDE reports (TRF16, TRF26)" in offered
        assert ("European go report" in offered) is (game == "go")
        for edition in ("16", "26"):
            file = leader.see("trf", competition.slug, edition=edition)
            assert file["Content-Disposition"].endswith(f'"najaar-3-pairing-trf{edition}.trf"')
            read = read_trf(file.content, "knsb-rating").snapshot
            assert len(read.players) == 7
            assert len(list(read.record())) == 3
        assert leader.see("trf", competition.slug, edition="6").status_code == 404
        assert leader.see("h9", competition.slug).status_code == (200 if game == "go" else 302)


@pytest.mark.parametrize("game", ["chess", "go"])
def test_each_group_has_a_report_of_its_own(game):
    competition = make_swiss(rounds=0, count=8, game=game)
    set_groups(competition, in_groups(by_rating(competition), [5, 3]), by=None)
    make.play_game(make.make_evening(Competition.objects.get(), "standard"))
    leader = Visitor(club=competition.club)
    shown = words(leader.see("federations", competition.slug))
    assert "(TRF26) Group A" in shown
    assert "(TRF26) Group B" in shown
    for group, count in (("A", 5), ("B", 3)):
        file = leader.see("trf", competition.slug, group=group)
        name = f'"{competition.slug}-{group.lower()}-1-pairing-trf16.trf"'
        assert file["Content-Disposition"].endswith(name)
        read = read_trf(file.content, competition.system).snapshot
        assert (read.name, len(read.players)) == (f"{competition.name} {group}", count)
        (recorded,) = read.record()
        assert (len(recorded.round.games), len(recorded.round.byes)) == (count // 2, 1)
        assert leader.see("h9", competition.slug, group=group).status_code == (
            200 if game == "go" else 302
        )
    for unknown in ({}, {"group": "C"}):
        answer = leader.see("trf", competition.slug, **unknown)
        assert "A report holds one group" in words(leader.client.get(answer.url))


def test_the_standing_of_a_swiss_competition_has_its_tie_breaks():
    competition = make_swiss()
    response = get(competition, "standings/?after=2.1&format=csv")
    assert '"najaar-2-1.csv"' in response["Content-Disposition"]
    found = from_csv(response)
    assert [name for name in found[0] if "tie" in name] == [f"tiebreak_{n}" for n in TIE_BREAKS]
    lines = standings_of(competition, "standard", (2, 1))
    assert [row["tiebreak_wins"] for row in found] == [
        str(line.row.tiebreaks["wins"]) for line in lines
    ]
    assert "round 2" in words(get(competition, ""))


def test_a_standing_of_draughts_has_the_points_that_its_players_count():
    competition = make_swiss(game="draughts")
    found = from_csv(get(competition, "standings/"))
    lines = standings_of(competition, "standard")
    assert points_in(found) == [2 * line.row.points for line in lines]
    assert [row["tiebreak_wins"] for row in found] == [
        str(line.row.tiebreaks["wins"]) for line in lines
    ]


def test_games_of_draughts_have_the_points_and_in_a_workbook_the_results_of_their_players():
    competition = make_swiss(game="draughts")
    found = from_csv(get(competition, "games/?format=csv"))
    assert {(row["result"], row["white_points"], row["black_points"]) for row in found} == {
        *(("1-0", "2", "0"), ("1/2-1/2", "1", "1"), ("0-1", "0", "2"))
    }
    head, *rows = sheet_of(get(competition, "games/?format=xlsx")).iter_rows(values_only=True)
    assert {row[head.index("Result")] for row in rows} == {"2-0", "1-1", "0-2"}
