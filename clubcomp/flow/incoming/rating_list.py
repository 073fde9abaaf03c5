"""What does a federation's rating list say, row by row, and what is wrong with it, in words?

Which lists there are and how they are read is in `pairing.formats.rating_lists`. Rows do occur
twice, and names repeat: the number decides.
"""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import IO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubcomp.doors.web_addresses import WebAddress, parsed_address
from clubcomp.flow.errors import StepError
from pairing.formats.rating_lists.listed import (
    ListedPlayer,
    ListRefused,
    Wanted,
    wanted_keys,
)
from pairing.formats.rating_lists.reading import MOST_BYTES, read_list

__all__ = ["MOST_BYTES", "ListedPlayer", "RatingList", "read_rating_list", "written_list"]

#: What is kept of rows that are sent back, under these headings ("kept" in the table of lists).
_KEPT = (
    "number",
    "name",
    "title",
    "rating",
    "rapid",
    "blitz",
    "birth",
    "federation",
    "sex",
    "fide",
)
WORDS = {
    "bad_zip": gettext_lazy("This zip cannot be opened."),
    "empty": gettext_lazy("There is no player in this list."),
    "encoding": gettext_lazy("the letters are written as “%(text)s”, which is not read here."),
    "entities": gettext_lazy("XML with definitions of its own is not read."),
    "name_length": gettext_lazy("a name has 1 to %(most)s letters."),
    "no_database": gettext_lazy("This database is not the list of the KBSB (players.sqlite)."),
    "no_heads": gettext_lazy(
        "here the names of the columns must stand, with a number, a name and a rating among them."
    ),
    "none_in_zip": gettext_lazy("None of the files in this zip is a rating list that is known."),
    "not_a_number": gettext_lazy("“%(text)s” is not a member number."),
    "not_a_rating": gettext_lazy("“%(text)s” is not a rating."),
    "not_a_text": gettext_lazy("the file is not a text (CSV), but something else."),
    "not_a_title": gettext_lazy("“%(text)s” is not a title."),
    "not_a_year": gettext_lazy("“%(text)s” is not a year of birth."),
    "not_xml": gettext_lazy("this is not FIDE’s list as XML."),
    "other_data": gettext_lazy("%(number)s stands on line %(first)s with other data."),
    "quotes": gettext_lazy("the quotes or the length of a cell are wrong (%(why)s)"),
    "several": gettext_lazy("This zip holds the lists of more than one federation."),
    "too_large": gettext_lazy("The file is larger than %(most)s MB."),
    "too_many": gettext_lazy("A rating list has at most %(most)s players."),
    "too_many_problems": gettext_lazy(
        "This is not a rating list: more than %(count)s rows are wrong. %(first)s"
    ),
    "too_much": gettext_lazy("Reading this file takes too much work."),
}
#: A worldwide list takes some seconds, so lists are read one at a time.
_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class RatingList:
    """The players of a list by number, and the rows that were passed over, as sentences.

    `issuer` is the federation of the numbers, "" where the list does not say; `date` is the list's,
    "" if unknown. `unused` are the headings of columns that are not used, and cells that stand
    under no heading; `sample` a name with letters beyond ASCII, to be looked at.
    """

    issuer: str = ""
    date: str = ""
    players: dict[str, ListedPlayer] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    rows: int = 0
    sample: str = ""


def list_address(written: str) -> WebAddress | None:
    """The address of a list that a site may fetch, with https; None for any other."""
    address = parsed_address(written)
    return address if address and address.scheme == "https" else None


def read_rating_list(
    source: bytes | IO[bytes],
    *,
    name: str = "",
    numbers: Iterable[str] = (),
    names: Iterable[str] | None = None,
    tempo: str | None = None,
) -> RatingList:
    """The list in a file; StepError, with the line, if it is not a rating list.

    Only rows that may be about a player with one of these `numbers` or `names` are kept; without
    `names` all are. `name` is that of the file, `tempo` the list's where its name does not say it.
    """
    wanted = None
    if names is not None:
        keys = frozenset(key for wanted_name in names for key in wanted_keys(wanted_name))
        wanted = Wanted(frozenset(numbers), keys)
    if not _one_at_a_time.acquire(timeout=20):
        raise StepError(_("Another rating list is being read. Try again in a moment."))
    try:
        file = io.BytesIO(source) if isinstance(source, bytes) else source
        read = read_list(file, name, wanted, tempo)
    except ListRefused as refused:
        raise StepError(_in_words(refused)) from refused
    finally:
        _one_at_a_time.release()
    return RatingList(
        read.issuer,
        read.date,
        read.players,
        [_in_words(problem) for problem in read.problems],
        read.unused,
        read.rows,
        read.sample,
    )


def written_list(players: Iterable[ListedPlayer]) -> str:
    """Some rows as a list of their own, for a form to send back."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerow([f"kept_{head}" for head in _KEPT])
    for player in players:
        values = (getattr(player, "birth_year" if head == "birth" else head) for head in _KEPT)
        writer.writerow(["" if value is None else value for value in values])
    return text.getvalue()


def _in_words(refused: ListRefused) -> str:
    facts = dict(refused.facts)
    if isinstance(first := facts.get("first"), ListRefused):
        facts["first"] = _in_words(first)
    words = str(WORDS[refused.code]) % facts
    return _at(refused.line, words) if refused.line else words


def _at(line: int, problem: str) -> str:
    return _("Line %(number)s: %(problem)s") % {"number": line, "problem": problem}
