"""Which program wrote a file? Its content shows it, whatever its name."""

import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from pairing.formats.errors import DocumentError

if TYPE_CHECKING:
    from pairing.formats.programs.contents import Contents

DOCUMENT, TRF, H9 = "document", "trf", "h9"
SEVILLA, KEIZER_FOR_CLUBS, OPENGOTHA = "sevilla", "keizer-for-clubs", "opengotha"
PAPI, WORKBOOK, TABLE, WEB_PAGE = "papi", "workbook", "table", "web-page"
#: The files that are read here: a module of this folder and the function in it.
READERS = {
    SEVILLA: ("sevilla", "read_sevilla"),
    KEIZER_FOR_CLUBS: ("keizer_for_clubs", "read_keizer_for_clubs"),
    OPENGOTHA: ("opengotha", "read_opengotha"),
    PAPI: ("papi", "read_papi"),
    WORKBOOK: ("workbook", "read_workbook"),
    TABLE: ("tables", "read_table"),
    WEB_PAGE: ("web_page", "read_web_page"),
}
#: Files that are known but not read, by their beginning or name: the code of the way out.
_BEGIN = {
    b"\x00\x01\x00\x00Standard Jet DB": "access_database",
    b"\x00\x01\x00\x00Standard ACE DB": "access_database",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "old_office_file",
    b"\x93\xff\x89\x44": "swiss_manager_file",
    b"%PDF-": "pdf_file",
    b"\x89PNG\r\n": "picture",
    b"\xff\xd8\xff": "picture",
    b"GIF8": "picture",
}
_SUFFIXES = {
    ".sev": "sevilla_file",
    ".swt": "swiss_chess_file",
    ".tunx": "swiss_manager_file",
    ".tun": "swiss_manager_file",
    ".papi": "access_database",
    ".mdb": "access_database",
    ".xls": "old_office_file",
    ".pdf": "pdf_file",
    ".heic": "picture",
    ".webp": "picture",
}
WAYS_OUT = frozenset({*_BEGIN.values(), *_SUFFIXES.values()})
#: How a database of SQLite begins.
SQLITE = b"SQLite format 3\0"
_START = 4000
#: The beginnings of rating lists, which hold no competition: FIDE's, DWZ, KNSB, EGD.
_RATING_LISTS = (b"ID Number", b"ID,VKZ", b"Relatienummer;", b"Pin ", b"ECF_code")
_WEB_PAGE = re.compile(rb"<(!doctype html|html)\b", re.IGNORECASE)
_PGN_TAG = re.compile(rb'\[\w+ +"')
#: The line of a player (001), or another that only TRF has.
_TRF_LINE = re.compile(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?(?:001 |0[1-9]2 |XX[A-Z] )")
#: A header of the European go tournament file, or a player's line: number, name, grade.
_H9_LINE = re.compile(
    rb"(?:^|[\r\n])(?:; *(?:EV|CL)\[| *\d{1,4} +[^\s\d]\S* +\S+ +(?:[1-9]?\d[kdpKDP]|-) )"
)


def kind_of(data: bytes, *, refuse_others: bool = True) -> str:
    """The kind of a file; "" if it is not known. DocumentError if it is known but not read.

    XML of an unknown program is refused as such if `refuse_others`.
    """
    for begin, code in _BEGIN.items():
        if data.startswith(begin):
            raise DocumentError("", code)
    if data.startswith(SQLITE):
        return KEIZER_FOR_CLUBS
    if data.startswith(b"PK\x03\x04"):
        return WORKBOOK
    start = data[:_START].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{"):
        if b'"GroupReport"' in data:
            return SEVILLA
        is_papi = b'"players"' in data and b'"variables"' in data and b'"format"' not in start
        return PAPI if is_papi else DOCUMENT
    if start.startswith(b"[") and not _PGN_TAG.match(start):
        return DOCUMENT  # refused there, as JSON of another kind
    if start.startswith(b"<"):
        if b"<Tournament" in data and b"<Player" in data:
            return OPENGOTHA
        if b"<playerslist>" in data[:_START]:
            raise DocumentError("", "rating_list")
        if _WEB_PAGE.match(start):
            return WEB_PAGE if b"<tr" in data.lower() else ""
        if refuse_others:
            raise DocumentError("", "unknown_xml")
    if _TRF_LINE.search(data):
        return TRF
    if _H9_LINE.search(data):
        return H9
    if any(start.startswith(head) for head in _RATING_LISTS):
        raise DocumentError("", "rating_list")
    if b"\0" in data[:_START]:
        return ""
    from pairing.formats.programs.tables import is_table

    return TABLE if is_table(data) else ""


def refuse_by_name(suffix: str) -> None:
    """DocumentError with the way out, if the suffix is that of a known program's own file."""
    if code := _SUFFIXES.get(suffix.lower()):
        raise DocumentError("", code)


def reader_of(kind: str) -> "Callable[[bytes], Contents]":
    """The reader of a kind of file of another program."""
    module, function = READERS[kind]
    reader: Callable[[bytes], Contents] = getattr(
        import_module(f"{__package__}.{module}"), function
    )
    return reader
