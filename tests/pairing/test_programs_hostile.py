"""Files that are not read, and files that mean harm: refused in words, whatever is in them."""

import io
import sqlite3
import zipfile

import pytest
from django.utils.translation import override

from pairing.formats.errors import DocumentError
from pairing.formats.files import read_file
from pairing.formats.programs import spreadsheet
from pairing.sentences import error
from tests.pairing.test_programs import GOTHA, KFC, PAPI, SEVILLA, read
from tests.programs import FILES


@pytest.mark.parametrize(
    ("begin", "name", "word"),
    [
        (b"\x00\x01\x00\x00Standard Jet DB\x00", "x.papi", "Papi"),
        (b"\x00\x01\x00\x00Standard ACE DB\x00", "x.mdb", "Access"),
        (b"\x12\x34\x00Sevilla", "x.sev", "Sevilla"),
        (b"\x00\x00\x00\x01", "x.swt", "Swiss-Chess"),
        (b"\x93\xff\x89\x44", "x.tunx", "Swiss-Manager"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "x.xls", "XLSX"),
        (b"%PDF-1.7", "x.pdf", "PDF"),
        (b"<?xml version='1.0'?><playerslist><player/></playerslist>", "x.xml", "ratings"),
    ],
)
def test_what_is_not_read_is_named_with_the_way_out(begin, name, word, tmp_path):
    path = tmp_path / name
    path.write_bytes(begin)
    with pytest.raises(DocumentError) as refusal:
        read_file(path)
    assert word in error(refusal.value)


def refusal_of(data):
    with pytest.raises(DocumentError) as refusal:
        read(data)
    assert error(refusal.value)
    return refusal.value.code


def test_entities_deep_nesting_and_broken_files_are_refused_in_words():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><Tournament><Player name="&a;"/></Tournament>'
    assert refusal_of(bomb.encode()) == "has_entities"
    deep = "<Tournament><Player/>" + "<a>" * 100_000
    assert refusal_of(deep.encode()) == "too_deep"
    assert refusal_of(b"<Tournament><Player") == "xml_cut_off"
    assert refusal_of(b"<Tournament><Player></Tournament>") == "not_xml"
    for encoding in ("nonsense", "gb18030", "idna"):  # none, many bytes to a sign, no encoding
        head = f'<?xml version="1.0" encoding="{encoding}"?>'
        assert refusal_of(head.encode() + b"<Tournament><Player/></Tournament>") == "xml_encoding"
    nested = b'{"GroupReport": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    assert refusal_of(nested) == "too_deep"
    assert refusal_of(b'{"GroupReport": [' + b'{"a":' * 60 + b"1" + b"}" * 60 + b"]}") == "too_deep"
    assert refusal_of(b'{"GroupReport": [') == "not_json"
    assert refusal_of(b'{"GroupReport": []}') == "no_player"
    whole = (FILES / KFC).read_bytes()
    assert refusal_of(whole[:5000]) == "broken_database"
    assert refusal_of(whole[:100] + b"\xff" * (len(whole) - 100)) == "broken_database"


def test_a_database_is_only_read(tmp_path):
    path = tmp_path / "trap.s3db"
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE VIEW Player AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
        " SELECT id FROM n; CREATE TABLE Pairing (Rnd, board, PID_W, PID_B, Result);"
    )
    connection.close()
    assert refusal_of(path.read_bytes()) == "other_database"
    path.write_bytes((FILES / KFC).read_bytes())
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE more (n); ALTER TABLE Player ADD COLUMN x AS (zeroblob(100000000));"
    )
    connection.close()
    assert refusal_of(path.read_bytes()) == "broken_database"


@pytest.mark.parametrize(
    "data",
    [
        b"<Tournament><Player",
        b"<Tournament>\n <Player></Tournament>",
        b'<?xml version="1.0" encoding="nonsense"?><Tournament><Player/></Tournament>',
        b"PK\x03\x04" + b"9" * 1000,
        b"SQLite format 3\0" + b"\xff" * 1000,
    ],
)
def test_no_words_of_a_library_stand_in_a_refusal(data):
    """Neither in a fact: a sentence of ours says it all, in the language of who reads it."""
    with pytest.raises(DocumentError) as refusal:
        read(data)
    assert all(isinstance(fact, int) for fact in refusal.value.facts.values())
    english = error(refusal.value)
    with override("nl"):
        assert error(refusal.value) != english


@pytest.mark.parametrize("file", [SEVILLA, KFC, GOTHA, PAPI])
def test_a_file_that_is_cut_or_has_other_bytes_never_ends_in_a_traceback(file):
    data, said = (FILES / file).read_bytes(), set()
    for cut in range(1, 20):
        broken = bytearray(data)
        place = len(data) * cut // 20
        broken[place : place + 3] = b"\x00\xff9"
        for one in (bytes(broken), data[:place]):
            try:
                read(one)
            except DocumentError as refusal:
                said.add(error(refusal))
    assert "" not in said


def workbook(**parts):
    """A ZIP archive with these parts."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/"), text)
    return data.getvalue()


def test_a_workbook_is_counted_before_it_is_unpacked(monkeypatch):
    bomb = workbook(xl__workbook="0" * 20_000_000)
    monkeypatch.setattr(spreadsheet, "MOST_UNPACKED", 10_000_000)
    assert len(bomb) < 30_000
    assert refusal_of(bomb) == "too_large_unpacked"
    # A directory that says less than comes out.
    size = (20_000_000).to_bytes(4, "little")
    lying = bomb.replace(size, (1000).to_bytes(4, "little"))
    assert refusal_of(lying) in ("broken_archive", "too_large_unpacked")
    assert refusal_of(workbook(hello="world")) == "broken_archive"
    assert refusal_of(b"PK\x03\x04" + b"9" * 1000) == "broken_archive"
