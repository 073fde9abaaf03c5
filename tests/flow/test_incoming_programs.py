"""The files of other programs come into a club, with the points that the files give."""

import io
import json
from fractions import Fraction

import pytest
import xlsxwriter

from clubcomp.flow.documents.documents import import_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.standings import standings_of
from clubcomp.models import Game, Round
from pairing import sentences
from pairing.core.types import OVERALL
from pairing.formats.errors import DocumentError
from pairing.formats.programs import apart
from tests.make import make_club
from tests.pairing.test_programs_tables import CROSS_TABLE, xlsx
from tests.programs import FILES

pytestmark = pytest.mark.django_db

#: The file, how many players, rounds and games.
HELD = {
    "sevilla-report-14-players.json": (14, 2, 14),
    "keizerforclubs-test.s3db": (9, 5, 18),
    "opengotha-swiss.xml": (32, 7, 112),
    "sharly-papi-export.json": (16, 5, 40),
    "keizerforclubs-as-pasted.txt": (9, 5, 18),
    "tornelo-keizer.trf": (10, 3, 15),
    "lichess-swiss.trf": (13, 10, 56),
    "opengotha-ties-leave-place-blank.h9": (14, 5, 35),
    "opengotha-no-ties.h9": (7, 4, 9),
    "dutch_2025_C5.trf": (6, 3, 6),
    "keizerforclubs-as-document.json": (9, 5, 18),
}


@pytest.mark.parametrize("file", HELD)
def test_a_file_of_another_program_comes_in_whole(file):
    incoming = read_incoming((FILES / file).read_bytes(), file_name=file)
    competition = import_document(make_club(), incoming, name="Overgenomen", by=None)
    players, rounds, games = HELD[file]
    assert competition.entries.count() == players
    assert (Round.objects.count(), Game.objects.count()) == (rounds, games)


def test_the_points_on_the_site_are_those_of_the_report():
    data = (FILES / "sevilla-report-14-players.json").read_bytes()
    competition = import_document(make_club(), read_incoming(data), by=None)
    last = json.loads(data)["GroupReport"][0]["Ranking"][-1]["Player"]
    theirs = sorted(Fraction(row["Score"]) for row in last)
    assert sorted(line.row.points for line in standings_of(competition, OVERALL)) == theirs


@pytest.mark.parametrize(
    ("file", "held"),
    [("sevilla-report-14-players.json", 2), ("keizerforclubs-test.s3db", None)],
)
def test_how_many_rounds_there_will_be_is_asked_where_the_system_has_a_number(file, held):
    assert read_incoming((FILES / file).read_bytes()).rounds == held


def test_a_competition_goes_on_with_the_rounds_that_were_answered():
    data = (FILES / "sevilla-report-14-players.json").read_bytes()
    with pytest.raises(DocumentError) as refusal:
        read_incoming(data, rounds=1)
    assert refusal.value.code == "too_many_rounds"
    competition = import_document(make_club(), read_incoming(data, rounds=7), by=None)
    assert competition.options["rounds"] == 7


def test_a_number_of_rounds_that_the_file_has_is_not_asked():
    for file in ("opengotha-swiss.xml", "sharly-papi-export.json"):
        assert read_incoming((FILES / file).read_bytes()).rounds is None


def test_places_of_a_sevilla_report_are_parted_by_the_usual_tie_breaks():
    """The file has 1, 2, 3, 4; its first two have the same in all that it counts."""
    incoming = read_incoming((FILES / "sevilla-report-14-players.json").read_bytes())
    competition = import_document(make_club(), incoming, by=None)
    assert [line.place for line in standings_of(competition, OVERALL)][:4] == [1, 1, 3, 4]
    assert "tie_breaks_not_there" in {one.code for one in incoming.warnings}


def test_what_is_not_used_is_among_the_remarks():
    incoming = read_incoming((FILES / "keizerforclubs-test.s3db").read_bytes())
    words = " ".join(map(sentences.trf_warning, incoming.warnings))
    for named in ("RatingWDelta", "75 %", "Verdandi"):
        assert named in words


def test_a_file_that_only_its_program_reads_is_named_with_the_way_out():
    with pytest.raises(DocumentError) as refusal:
        read_incoming(b"\x00\x12Sevilla", file_name="club.SEV")
    assert "Export the report" in sentences.error(refusal.value)
    with pytest.raises(StepError, match="neither"):
        read_incoming(b"\x00\x12")


def test_a_workbook_that_would_fill_the_memory_is_stopped():
    """A cell in the last row and column of a sheet, so that all between them is made."""
    far = xlsx(Stand=CROSS_TABLE, Ver="x")
    assert read_incoming(far).snapshot.players
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Ver")
        sheet.write(0, 0, "x")
        sheet.write(1_048_575, 16_383, "x")
    with pytest.raises(DocumentError) as refusal:
        read_incoming(data.getvalue())
    assert refusal.value.code == "too_much_work"


def test_a_reader_that_never_ends_is_stopped(monkeypatch):
    monkeypatch.setattr(apart, "PATIENCE", 0)
    with pytest.raises(DocumentError) as refusal:
        read_incoming((FILES / "opengotha-swiss.xml").read_bytes())
    assert refusal.value.code == "too_much_work"


def test_a_table_in_eight_bits_asks_for_its_letters():
    table = "Ronde 1\nWit;Zwart;Uitslag\nÇağla Şen;İpek Öz;1-0\nUğur Taş;Ege Çınar;0-1\n"
    asked = read_incoming(table.encode("cp1254"))
    assert asked.kind == "table"
    assert "cp1254" in asked.code_pages
    chosen = read_incoming(table.encode("cp1254"), code_page="cp1254")
    assert {player.name for player in chosen.snapshot.players} == {
        *("Çağla Şen", "İpek Öz", "Uğur Taş", "Ege Çınar"),
    }
    assert not read_incoming(table.encode()).code_page
