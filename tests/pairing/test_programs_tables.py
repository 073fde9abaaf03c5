"""Tables, workbooks and PGN as a competition; and `convert`, which writes it in another form."""

import io
import json
import zipfile
from xml.sax.saxutils import escape

import pytest
import xlsxwriter

from pairing.commands import run
from pairing.commands.file_command import Stop
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document
from pairing.formats.errors import DocumentError
from pairing.formats.pgn import write_pgn
from pairing.formats.programs.tables import of_text
from pairing.sentences import error
from tests.pairing.test_programs import by_name, read, said
from tests.programs import FILES, games_pasted

START_LIST = """\
No.\t\tName\tFideID\tFED\tRtg
1\tGM\tVan den Toren, Jan\t1000001\tNED\t2693
2\t\tØstergård, Åse\t1000003\tDEN\t2100
3\t\tDe Vries, Pieter\t\tNED\t0
4\tWCM\tDi Rossi, Anna-Maria\t\tITA\t1890"""
ROUND = """\
Round 1 on 2026/10/05 at 19:30
Bo.\tNo.\t\tName\tRtg\tPts.\tResult\tPts.\t\tName\tRtg\tNo.
1\t1\tGM\tVan den Toren, Jan\t2693\t0\t1 - 0\t0\t\tØstergård, Åse\t2100\t2
2\t3\t\tDe Vries, Pieter\t0\t0\t- - +\t0\tWCM\tDi Rossi, Anna-Maria\t1890\t4"""
CROSS_TABLE = """\
Rk.\tName\tRtg\tFED\t1.Rd\t2.Rd\t3.Rd\tPts.\tTB1
1\tAmurru\t1891\tNED\t2w1\t3b½\t4w1\t2,5\t4
2\tInanna\t1668\tNED\t1b0\t4w1\t3b1\t2\t3
3\tHelena\t1816\tNED\t4w1\t1w½\t2w0\t1,5\t3
4\tAchill\t1154\tNED\t3b0\t2b0\t1b0\t0\t2"""


def xlsx(**sheets):
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        for name, text in sheets.items():
            sheet = book.add_worksheet(name)
            for number, line in enumerate(text.splitlines()):
                for place, cell in enumerate(line.split("\t")):
                    sheet.write(number, place, float(cell) if cell.isdigit() else cell)
    return data.getvalue()


def ods(**sheets):
    """A workbook as LibreOffice writes it, with no more than has to be there."""
    tables = "".join(
        f'<table:table table:name="{name}">'
        + "".join(
            "<table:table-row>"
            + "".join(
                '<table:table-cell office:value-type="string"><text:p>'
                f"{escape(cell)}</text:p></table:table-cell>"
                for cell in line.split("\t")
            )
            + "</table:table-row>"
            for line in text.splitlines()
        )
        + "</table:table>"
        for name, text in sheets.items()
    )
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet>{tables}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr(
            "META-INF/manifest.xml",
            "<manifest:manifest"
            ' xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return data.getvalue()


def web_page(**sheets):
    """A page as a browser saves it: what is over a table, and the table."""
    parts = []
    for text in sheets.values():
        for line in text.splitlines():
            cells = "".join(f"<td>{escape(cell)}</td>" for cell in line.split("\t"))
            parts.append(f"<tr>{cells}</tr>" if "\t" in line else f"</table><h2>{line}</h2><table>")
    body = f"<table>{''.join(parts)}</table>"
    return f"<!DOCTYPE html><html><head><title>x</title></head><body>{body}</body></html>".encode()


#: None: the text itself.
WRITERS = [xlsx, ods, web_page, None]


@pytest.mark.parametrize("write", WRITERS, ids=["xlsx", "ods", "page", "text"])
def test_the_pages_of_chess_results_come_in_as_a_workbook_or_pasted(write):
    texts = {"Spelers": START_LIST, "Ronde": ROUND}
    data = write(**texts) if write else "\n".join(texts.values()).encode()
    snapshot, told = read(data)
    first = snapshot.players[0]
    assert (first.name, first.title, first.rating) == ("Van den Toren, Jan", "GM", 2693)
    assert (first.number_of("FIDE"), first.federation) == ("1000001", "NED")
    assert len(snapshot.players) == 4
    [evening] = snapshot.evenings
    assert evening.date == "2026-10-05"
    assert [game.result for game in evening.rounds[0].games] == [
        Result.WHITE_WINS,
        Result.BLACK_WINS_FORFEIT,
    ]
    assert "Bo." in said(told)


@pytest.mark.parametrize("write", WRITERS, ids=["xlsx", "ods", "page", "text"])
def test_a_cross_table_comes_in_with_its_points(write):
    snapshot, told = read(write(Stand=CROSS_TABLE) if write else CROSS_TABLE.encode())
    assert [player.rating for player in snapshot.players] == [1891, 1816, 1668, 1154]
    assert {name: float(points) for name, points in by_name(snapshot).items()} == {
        "Amurru": 2.5,
        "Inanna": 2,
        "Helena": 1.5,
        "Achill": 0,
    }
    assert len(snapshot.evenings) == 3
    assert not any(one.code == "points_differ" for one in told)
    assert "TB1" in said(told)
    other = CROSS_TABLE.replace("\t2,5\t", "\t3\t")
    [differs] = [one for one in read(other.encode())[1] if one.code == "points_differ"]
    assert differs.facts == {"player": "Amurru", "found": "3", "ours": "5/2"}


@pytest.mark.parametrize("name", [*games_pasted()])
def test_what_of_a_table_is_not_used_is_named(name):
    text = games_pasted()[name]
    if name.startswith(("F ", "PGN")):
        return
    words = said(read(f"{text.rstrip()}\nBazinga 4711\n".encode())[1])
    assert "Bazinga 4711" in words


def test_of_a_workbook_the_sheet_and_the_line_are_named():
    told = read(xlsx(Eerste="Stand\nVoorjaar", Tweede=f"{CROSS_TABLE}\nBazinga\t4711\tx"))[1]
    assert "Tweede 6" in said(told)


def test_the_heads_of_our_own_pgn_come_in_again():
    snapshot, _told = read((FILES / "keizerforclubs-as-pasted.txt").read_bytes())
    again, told = read(write_pgn(snapshot).encode())
    games = [
        [(game.result.value) for game in evening.rounds[0].games if not game.result.is_forfeit]
        for evening in snapshot.evenings
    ]
    assert [[game.result.value for game in e.rounds[0].games] for e in again.evenings] == games
    assert "Site" in said(told)


def test_who_came_later_and_who_left_is_read_of_a_table():
    text = """5-9-2026;Jan;Piet;1-0
12-9-2026;Jan;Klaas;1-0
;Piet;gestopt
5-9-2026;Klaas;nog geen lid"""
    players = {player.name: player for player in read(text.encode())[0].players}
    assert (players["Piet"].left, players["Klaas"].joined) == (1, 2)


def test_convert_writes_a_document_and_names_what_is_not_used(capsysbinary, tmp_path):
    assert run(["convert", str(FILES / "keizerforclubs-test.s3db")]) == 0
    written = capsysbinary.readouterr()
    assert read_document(written.out).options["values"]["first"] == 10
    assert b"RatingWDelta" in written.err
    output = tmp_path / "out.json"
    file = str(FILES / "tornelo-keizer.trf")
    assert run(["convert", file, "--output", str(output)]) == 0
    document = json.loads(output.read_text())
    assert (document["name"], document["system"]) == ("tornelo-keizer", "fide-dutch")
    assert document["evenings"][0]["date"] == "2022-12-20"


@pytest.mark.parametrize(
    ("end", "begin"),
    [(".trf", "012 \nXXR 5\n"), (".trf", "XXR 5\n"), (".h9", "; EV[]\n; RO[5]\n")],
)
def test_convert_says_how_it_calls_a_competition_and_players_without_a_name(
    end, begin, capsys, tmp_path
):
    path = tmp_path / f"bokaal{end}"
    player = "001 {number:>4}      {name:<33} 1500                             0.0    1"
    lines = [player.format(number=1, name=""), player.format(number=2, name="Bea")]
    if end == ".h9":
        lines = ["1 - - 1k NL Club", "2 Bakker Bea 2k NL Club"]
    path.write_text(begin + "\n".join(lines) + "\n")
    assert run(["convert", str(path)]) == 0
    written = capsys.readouterr()
    document = json.loads(written.out)
    assert (document["name"], document["players"][0]["name"]) == ("bokaal", "1")
    assert f"{path}: the file does not name the competition; here it is “bokaal”" in written.err
    number = begin.count("\n") + 1
    assert f"no name (lines {number}): the player's number stands for it" in written.err


@pytest.mark.parametrize(
    ("to", "begin"), [("trf16", b"012 "), ("trf26", b"012 "), ("pgn", b"[Event "), ("h9", b"; EV[")]
)
def test_convert_writes_other_forms(to, begin, capsysbinary):
    file = FILES / ("opengotha-swiss.xml" if to == "h9" else "sevilla-report-14-players.json")
    assert run(["convert", str(file), "--to", to]) == 0
    assert capsysbinary.readouterr().out.startswith(begin)


@pytest.mark.parametrize(
    ("to", "begin", "named"),
    [("ecf", b"#EVENT DETAILS", b"#MINUTES FOR GAME=90"), ("dsb", b"\xef\xbb\xbfTurnier;", b"90")],
)
def test_convert_writes_reports_for_federations_and_says_what_they_ask(
    to, begin, named, capsysbinary
):
    file = str(FILES / "sevilla-report-14-players.json")
    assert run(["convert", file, "--to", to, "--minutes", "90"]) == 0
    written = capsysbinary.readouterr().out
    assert written.startswith(begin)
    assert named in written
    assert b"Speler" in written
    assert _status(["convert", file, "--to", to]) == 3


def test_convert_writes_the_games_as_a_table_and_refuses_what_has_none(tmp_path, capsysbinary):
    file = str(FILES / "sevilla-report-14-players.json")
    assert run(["convert", file, "--to", "table"]) == 0
    assert b"Speler" in capsysbinary.readouterr().out
    path = tmp_path / "list.csv"
    path.write_text("Naam;Rating\nJan;1500\nPiet;1400\n")
    assert _status(["convert", str(path), "--to", "table"]) == 3


def test_standings_takes_the_same_files(capsys):
    assert run(["standings", str(FILES / "sevilla-report-14-players.json")]) == 0
    table = capsys.readouterr().out
    assert "Speler 07" in table
    file = str(FILES / "sevilla-report-14-players.json")
    assert run(["standings", file, "--system", "fide-dutch", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 14


def test_convert_ends_with_the_usual_status(tmp_path):
    path = tmp_path / "x.sev"
    path.write_bytes(b"\x00\x01")
    for arguments, status in (([str(path)], 3), ([str(tmp_path / "none.json")], 5)):
        assert _status(["convert", *arguments]) == status


def _status(arguments):
    try:
        return run(arguments)
    except Stop as stop:
        return stop.status


def test_reasons_that_a_swiss_does_not_know_are_kept_as_absences():
    snapshot, told = read(b"Ronde 1\nJan;Piet;1-0\nKlaas;extern;\nKees;bye\nBart;bye", "attacalc")
    kinds = set(snapshot.evenings[0].rounds[0].unplayed.values())
    assert kinds == {Unplayed.EXTERNAL, Unplayed.BYE}
    assert any(one.code == "kind_changed" for one in told)


def test_samples_of_several_tables_are_refused_with_what_to_do():
    with pytest.raises(DocumentError) as refusal:
        read((FILES / "paste-samples.txt").read_bytes())
    assert refusal.value.code == "several_tables"
    assert "one table at a time" in error(refusal.value)


def test_a_table_whose_columns_change_once_is_one_competition():
    rows = ("Ronde;Wit;Zwart;Uitslag", "1;Jan;Piet;1-0", "Ronde;Wit;Rating;Zwart;Rating;Uitslag")
    snapshot, _told = read("\n".join((*rows, "2;Piet;1500;Jan;1600;0-1")).encode())
    assert len(snapshot.evenings) == 2


TWO_LANGUAGES = "Ronde;Wit;Zwart;Uitslag\n1;An;Bo;1-0\nRound;White;Black;Result\n2;Bo;An;0-1\n"
OTHER_COLUMNS = (
    "Datum;Wit;Zwart;Uitslag\n5-10-2026;An;Bo;1-0\n\nRonde 2\nWit;Zwart;Uitslag\nBo;An;0-1\n"
)


@pytest.mark.parametrize(
    "text",
    [TWO_LANGUAGES, OTHER_COLUMNS, f"{CROSS_TABLE}\nRonde;Wit;Zwart;Uitslag\n4;An;Bo;1-0\n"],
)
def test_two_tables_with_other_headings_do_not_come_in_as_one(text):
    with pytest.raises(DocumentError) as refusal:
        of_text(text)
    assert (refusal.value.code, refusal.value.facts["count"]) == ("several_tables", 2)


def test_rounds_under_the_same_headings_are_one_competition_whatever_stands_beside_them():
    text = "Ronde 1\nWit;Zwart;Uitslag\nAn;Bo;1-0\nRonde 2\nWit;Zwart;Uitslag;Zaal\nBo;An;0-1;2\n"
    assert [*of_text(text).rounds] == [1, 2]


#: A text as somebody has it, and its rounds with day, games and who had none.
AS_PEOPLE_HAVE_THEM = {
    "a heading of chess-results": (
        "Ronde 3 op 2026/10/12 om 19:30\n"
        "Br.\tNr.\t\tWit\tElo\tPtn.\tResultaat\tPtn.\t\tZwart\tElo\tNr.\n"
        "1\t1\t\tAn\t1500\t1\t1 - 0\t0\t\tBo\t1400\t2\n",
        "3 2026-10-12 An-Bo 1-0",
    ),
    "German, with two columns called Name": (
        "Runde 2 am 2026/10/05 um 19:30\n"
        "Br.\tNr.\tName\tErgebnis\tName\tNr.\n1\t1\tAn\t1 - 0\tBo\t2\n",
        "2 2026-10-05 An-Bo 1-0",
    ),
    "forfeits": (
        "Ronde 1\nAn;Bo;+ - -\nCo;Di;- - +\nEd;Fo;0:1 kl.\n",
        "1  An-Bo 1-0F, Co-Di 0-1F, Ed-Fo 0-1F",
    ),
    "years of two digits and months in words": (
        "5-10-26;An;Bo;1-0\n6 okt 2026;An;Co;1-0\nma 12 oktober 2026;Bo;Co;1-0\n",
        "1 2026-10-05 An-Bo 1-0; 2 2026-10-06 An-Co 1-0; 3 2026-10-12 Bo-Co 1-0",
    ),
    "a date over its lines": ("5-10-2026\nAn\tBo\t1-0\n", "1 2026-10-05 An-Bo 1-0"),
    "words of absence": (
        "Ronde 1\nAn;Bo;1-0\nCo;afwezig met bericht\nDi;bond\n"
        "Ed;Abs with msg\nFo;Pairing alloc bye\nGe;AMB\n",
        "1  An-Bo 1-0, Co absent, Di external, Ed absent, Fo bye, Ge absent",
    ),
    "Sevilla's round": (
        "Ronde 4, 19-10-2026\nNr;Wit;-;Zwart;Uitslag\n1;An;-;Bo;1-0\n",
        "4 2026-10-19 An-Bo 1-0",
    ),
    "games still to be played": (
        "Ronde 1\nWit;Zwart;Uitslag\nAn;Bo;afgebroken\nCo;Di;...\nEd;Fo;\n",
        "1  An-Bo *, Co-Di *, Ed-Fo *",
    ),
    "ratings in the names": (
        "Ronde 1\nInanna (1668) - Helena (1816) 1-0\n",
        "1  Inanna-Helena 1-0",
    ),
    "columns of players with a colour": (
        "Ronde;Bord;Speler wit;Rating;Speler zwart;Rating;Uitslag\n1;1;An;1500;Bo;1400;1-0\n",
        "1  An-Bo 1-0",
    ),
    "a result in two columns": (
        "Datum;Wit;Zwart;W;Z\n5-10-2026;An;Bo;1;0\n",
        "1 2026-10-05 An-Bo 1-0",
    ),
}


@pytest.mark.parametrize("kind", AS_PEOPLE_HAVE_THEM)
def test_tables_as_people_have_them_are_understood(kind):
    text, expected = AS_PEOPLE_HAVE_THEM[kind]
    found = of_text(text)
    names = {key: player.name for key, player in found.players.items()}
    told = []
    for number, round_ in sorted(found.rounds.items()):
        lines = [f"{names[w]}-{names[b]} {result.value}" for w, b, result in round_.games]
        lines += [f"{names[player]} {how.value}" for player, how in round_.unplayed.items()]
        told.append(f"{number} {round_.date} {', '.join(lines)}")
    assert "; ".join(told) == expected
