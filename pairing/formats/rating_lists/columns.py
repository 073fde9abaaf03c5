"""Lists whose fields are in fixed columns: FIDE's of every year, the EGD's and the FFG's."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from pairing.core.titles import official
from pairing.formats.rating_lists.listed import ListedPlayer, ListRead, ListRefused, Wanted
from pairing.formats.rating_lists.tables import rating_in, sex_of, year_in

#: FIDE's headings, which have moved over the years, some without a blank between them.
_HEAD = re.compile(
    r"ID[ _]NUMBER|NAME|WTIT|OTIT|TITL?E?|FED|COUNTRY|SEX|FOA|SRTNG|SGM|SK|RRTNG|RGM|RK|BRTNG"
    r"|BGM|BK|[A-Z]{3}\d\d|GAMES|GMS|K(?= |$)|B-DAY|BORN|FLAG"
)
_FIELDS = {
    "ID NUMBER": "number",
    "ID_NUMBER": "number",
    "NAME": "name",
    "FED": "federation",
    "COUNTRY": "federation",
    "SEX": "sex",
    "TIT": "title",
    "TITL": "title",
    "TITLE": "title",
    "WTIT": "women",
    "SRTNG": "rating",
    "RRTNG": "rapid",
    "BRTNG": "blitz",
    "B-DAY": "birth",
    "BORN": "birth",
    "FLAG": "flag",
}
_MONTH = re.compile(r"[A-Z]{3}\d\d")
_EGD = re.compile(
    r"\s*(\d{8})\s+(\S.*?)\s+([A-Z]{2})\s+(\S{1,4})\s+(\d{1,2}[kdp])\s+"
    r"(?:(?:--|\d{1,2}[kdp])\s+)?(-?\d{1,4})(?=\s|$)"
)
_EGD_DATE = re.compile(r"\((\d{1,2} [A-Z][a-z]{2} \d{4})\)")
_FFG_DATE = re.compile(r"#Echelle au (\d{1,2})/(\d{1,2})/(\d{4})")
Reader = Callable[[Iterable[bytes], ListRead, Wanted | None], Iterator[ListedPlayer]]


def read_fide(
    lines: Iterable[bytes], read: ListRead, wanted: Wanted | None
) -> Iterator[ListedPlayer]:
    """FIDE's list: combined, of one tempo (whose heading has the month), or from before 2012."""
    source = enumerate(lines, start=1)
    columns, read.date = _columns(next(source)[1].decode("latin-1").rstrip())
    at_number, at_name = columns["number"], columns["name"]
    for line, data in source:
        number = data[at_number].strip().decode("latin-1")
        if not number:
            continue
        name = data[at_name].strip().decode("latin-1")
        if wanted and not wanted.has(number, "", name):
            read.rows += 1
            continue
        cells = {field: data[cut].strip().decode("latin-1") for field, cut in columns.items()}
        try:
            yield _of_fide(line, number, name, cells)
        except ListRefused as refused:
            read.problems.append(refused)


def _columns(head: str) -> tuple[dict[str, slice], str]:
    """The columns of each field, by its heading, and the date if a heading is a month."""
    headings = list(_HEAD.finditer(head.upper()))
    starts = [match.start() for match in headings]
    ends = [*starts[1:], starts[-1] + 8] if starts else []
    columns: dict[str, slice] = {}
    date = ""
    for match, start, end in zip(headings, starts, ends, strict=True):
        name = match.group()
        if _MONTH.fullmatch(name) and name not in ("TIT", "FED"):
            columns["rating"], date = slice(start, end), _month(name)
        elif field := _FIELDS.get(name):
            columns.setdefault(field, slice(start, end))
    if not {"number", "name", "rating"} <= columns.keys():
        raise ListRefused("no_heads", 1)
    return columns, date


def _month(text: str) -> str:
    try:
        return datetime.strptime(text.title(), "%b%y").strftime("%Y-%m-01")
    except ValueError:
        return ""


def _of_fide(line: int, number: str, name: str, cells: dict[str, str]) -> ListedPlayer:
    if not (number.isascii() and number.isdecimal()):
        raise ListRefused("not_a_number", line, text=number[:40])
    flag = cells.get("flag", "").lower()
    title = official(cells.get("title", "")) or official(cells.get("women", ""))
    return ListedPlayer(
        line,
        number,
        name,
        title if len(title) <= 3 else "",
        rating_in(cells["rating"], line),
        year_in(cells.get("birth", ""), line),
        cells.get("federation", "")[:3],
        sex_of(cells.get("sex", "")) or ("w" if "w" in flag else ""),
        rating_in(cells.get("rapid", ""), line),
        rating_in(cells.get("blitz", ""), line),
        remark="inactive" if "i" in flag else "",
    )


def read_egd(
    lines: Iterable[bytes], read: ListRead, wanted: Wanted | None
) -> Iterator[ListedPlayer]:
    """The EGD's list of all players. Its names are surname and given name, without a comma.

    A rating below 0 (weaker than 20k by a hundred points each) becomes None.
    """
    for line, data in enumerate(lines, start=1):
        text = data.decode("iso-8859-15").rstrip()
        if not read.date and (date := _EGD_DATE.search(text)):
            read.date = _day(date[1], "%d %b %Y")
        match = _EGD.match(text)
        if not match or "(undefined)" in match[2] or "Anonymous" in match[2]:
            continue
        number, name = match[1], _with_comma(match[2])
        if wanted and not wanted.has(number, "", name):
            read.rows += 1
            continue
        rating = int(match[6])
        yield ListedPlayer(line, number, name, rating=rating if 0 < rating <= 4000 else None)


def read_ffg(
    lines: Iterable[bytes], read: ListRead, wanted: Wanted | None
) -> Iterator[ListedPlayer]:
    """The French go federation's scale: name, rating, status, licence, club, country."""
    for line, data in enumerate(lines, start=1):
        text = data.decode("latin-1").rstrip("\r\n")
        if date := _FFG_DATE.match(text):
            read.date = f"{date[3]}-{int(date[2]):02}-{int(date[1]):02}"
        if text.startswith("#") or not text.strip():
            continue
        number, name = text[46:53].strip(), _with_comma(" ".join(text[:38].split()))
        rating = text[38:43].strip().removeprefix("+")
        if not number.isdecimal() or not name:
            read.problems.append(ListRefused("not_a_number", line, text=number[:40]))
            continue
        if wanted and not wanted.has(number, "", name):
            read.rows += 1
            continue
        is_known = rating.isdecimal() and 0 < int(rating) <= 4000
        yield ListedPlayer(line, number, name, rating=int(rating) if is_known else None)


def _with_comma(name: str) -> str:
    """ "Horn (Senior) Gert" as "Horn (Senior), Gert": the given name is the last word."""
    surname, _blank, given = name.rpartition(" ")
    return f"{surname}, {given}" if surname else given


def _day(text: str, form: str) -> str:
    try:
        return datetime.strptime(text, form).strftime("%Y-%m-%d")
    except ValueError:
        return ""


READERS: dict[str, Reader] = {"fide": read_fide, "egd": read_egd, "ffg": read_ffg}
