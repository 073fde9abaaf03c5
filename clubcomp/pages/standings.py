"""What does a standing look like: which columns has it, and what stands in them?"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubcomp.flow.standings import (
    After,
    StandingLine,
    cached_rows,
    cached_snapshot,
    decided_in,
    decisive_scope,
    standings_of,
)
from clubcomp.flow.tables.place_changes import last_outcomes, places_of_all
from clubcomp.flow.tables.promotion import (
    EdgePlaces,
    changing_group,
    level_at_edges,
)
from clubcomp.flow.tables.shadow_tables import shadow_of
from clubcomp.models import Category, Competition, Entry
from clubcomp.pages.live import digest
from clubcomp.pages.marks import sparkline, squares
from clubcomp.pages.scopes import Scope
from clubcomp.pages.spreadsheets import Cell as FileCell
from clubcomp.pages.spreadsheets import FileTable, decimal
from clubcomp.words.standings import credited
from clubcomp.words.tie_breaks import WHOLE
from clubcomp.words.values import counted, percent
from pairing.core.groups import divided
from pairing.formats.form import written_number
from pairing.sentences import Sentences
from pairing.sentences.columns import FILE, LINE, NUMBERS, PAGE, PRINT, Column
from pairing.sentences.tie_breaks import NAMES, SHORT


def _of_row(column: Column) -> Column:
    """The column of a row as one of a line, which has its row."""
    return replace(column, value=lambda line: column.value(line.row))


def _credits(line: StandingLine) -> tuple[int, int] | None:
    """How many absence credits are used, and left; guests have none."""
    used, left = line.row.credits_used, line.row.credits_left
    return None if used is None or left is None or line.entry.guest else (used, left)


RATING = Column(
    "rating",
    _("Rating"),
    lambda line: line.entry.rating or None,
    (PAGE, PRINT),
    width="wide",
    needs=lambda abilities: not abilities.has_value_numbers,
)
CREDITED = Column(
    "", _("Credited"), _credits, (PAGE, LINE), kind="credits", width="widest", is_alone=True
)
DECIDED = Column("decided", _("Tie decided by hand"), lambda line: line.row.decided, (FILE,))
#: Only where somebody has one.
OF_SOME = (RATING, CREDITED, DECIDED)
#: Every column in the order of a file. Elsewhere the points come last, before the tie-breaks.
COLUMNS = (
    Column(
        "place",
        pgettext_lazy("place, abbreviated", "Pl."),
        lambda line: line.place,
        (PAGE, PRINT, FILE),
        kind="place",
    ),
    Column(
        "overall_place",
        _("Place among all"),
        lambda line: line.overall,
        (PAGE, LINE, PRINT, FILE),
        short=_("Of all"),
        kind="overall",
    ),
    Column(
        "", _("Change of place"), lambda line: line.change, (PAGE,), kind="change", width="wide"
    ),
    Column("name", _("Name"), lambda line: line.entry, (PAGE, PRINT, FILE), kind="name"),
    Column("guest", _("Guest"), lambda line: line.entry.guest or None, (FILE,)),
    RATING,
    *map(_of_row, NUMBERS),
    CREDITED,
    Column(
        "reached",
        pgettext_lazy("in a cup", "Reached"),
        lambda line: line.row.said,
        (PAGE, PRINT, FILE),
        kind="said",
        needs=attrgetter("knocks_out"),
    ),
    Column("", _("Season"), lambda _line: None, (PAGE,), kind="season"),
    DECIDED,
)


#: Beside more tie-breaks than that a tablet has no room for the season either.
MOST_BESIDE_A_SEASON = 4

#: What the small table of a group has.
OF_SMALL = ("place", "name", "points")
#: What only the table of a category has; and what is about places among all.
OF_SHADOWS, NOT_OF_SHADOWS = ("overall",), ("change", "season")


def _group_columns(
    competition: Competition,
    scope: Scope,
    lines: Sequence[StandingLine],
    *,
    is_shadow: bool,
    is_split: bool = False,
) -> list[Column]:
    """Who is in which group; in the standing that decides it, "B ↑ A" where somebody changes.

    None without groups. A file has the two apart. `is_split`: each group has a table of its own,
    which has only the arrow, where somebody changes.
    """
    if not any(line.row.group for line in lines):
        return []
    decides = _decides(competition, scope, is_shadow=is_shadow)
    changes = changing_group(competition, lines) if decides else {}

    def goes_to(line: StandingLine) -> str:
        to = changes.get(line.entry.pk)
        return f"{'↑' if to < line.row.group else '↓'} {to}" if to else ""

    seen = (PAGE, PRINT)
    return [
        Column("goes_to", _("Goes to"), goes_to, seen if changes else ())
        if is_split
        else Column("group", _("Group"), lambda one: f"{one.row.group} {goes_to(one)}", seen),
        Column("group", _("Group"), lambda line: line.row.group, (FILE,)),
        Column("goes_to", _("Goes to"), lambda line: changes.get(line.entry.pk, ""), (FILE,)),
    ]


def _decides(competition: Competition, scope: Scope, *, is_shadow: bool) -> bool:
    """Whether it is the standing that says who changes group."""
    return divided(scope.key)[0] == decisive_scope(competition) and not is_shadow


class StandingCell(NamedTuple):
    """A value under its column; `text` where no more than that is to be drawn."""

    column: Column
    value: Any

    @property
    def text(self) -> str:
        """The value in words; nothing where there is none."""
        if self.column.kind == "percent":
            return percent(self.value)
        return "" if self.value is None else str(self.value)


@dataclass(frozen=True)
class StandingsRow:
    """A line of the standing: the columns and what stands in them; `position` counts all rows,
    guests included.

    On a page also how the last games ended, and the places over the season.
    """

    position: int
    line: StandingLine
    columns: Sequence[Column]
    values: Sequence[Any]
    outcomes: tuple[str, ...] = ()
    places: Sequence[int] = ()

    @property
    def cells(self) -> list[StandingCell]:
        """Each value under its column."""
        return list(map(StandingCell, self.columns, self.values))

    @property
    def squares(self) -> str:
        """The path of the squares of the last games."""
        return squares(self.outcomes)

    @property
    def line_of_places(self) -> str:
        """The path of the line of the places."""
        return sparkline(self.places)

    @property
    def said(self) -> list[str]:
        """What is reached, of a cup: one text or none."""
        return [cell.value for cell in self.cells if cell.column.kind == "said" and cell.value]

    @property
    def tie_breaks(self) -> list[StandingCell]:
        """The cells of the tie-breaks, first to last."""
        return [cell for cell in self.cells if cell.column.kind == "tie_break"]

    @cached_property
    def digest(self) -> str:
        """What the row shows, as a digest."""
        line = self.line
        said = (line.entry.rating, line.is_withdrawn, line.row.decided)
        return digest(self.position, *said, self.outcomes, self.places, *map(str, self.values))


@dataclass(frozen=True)
class StandingTable:
    """The columns that a standing has on a medium, and its rows."""

    columns: list[Column]
    rows: list[StandingsRow]
    #: Who share the place at the edge of their group, in the standing that decides who changes.
    level: list[EdgePlaces] = field(default_factory=list)

    @property
    def tie_breaks(self) -> list[Column]:
        """The columns of the tie-breaks, first to last."""
        return [column for column in self.columns if column.kind == "tie_break"]

    @property
    def decided(self) -> list[tuple[list[Entry], str]]:
        """The ties that were decided by hand: who, in their order, and why."""
        return decided_in([row.line for row in self.rows])

    @property
    def has_shared_places(self) -> bool:
        """Whether two rows have the same place."""
        places = [row.line.place for row in self.rows if row.line.place]
        return len(set(places)) < len(places)


def struck_in(competition: Competition, after: After | None = None) -> list[Entry]:
    """Whose games count for nothing in a standing, as they entered."""
    struck = competition.rules.struck(cached_snapshot(competition, after))
    entries = cached_rows(competition).by_key.items() if struck else ()
    return [entry for key, entry in entries if key in struck]


def table_of(
    lines: list[StandingLine],
    competition: Competition,
    scope: Scope,
    medium: str = PAGE,
    after: After | None = None,
    *,
    is_shadow: bool = False,
    is_small: bool = False,
) -> StandingTable:
    """The standing for a medium, with the columns that system and scope have; a page is `after`
    a round, or of now. `is_shadow`: it is the table of a category. `is_small`: the tables of groups
    stand beside each other, with no more than places, names and points.
    """
    is_page = medium == PAGE and bool(lines)
    decides = _decides(competition, scope, is_shadow=is_shadow)
    outcomes = last_outcomes(competition, scope.key, after) if is_page else {}
    places = places_of_all(competition, scope.key, after) if is_page else {}
    has_line = any(len(known) > 1 for known in places.values())
    tie_breaks = list(lines[0].row.workings) if lines else []
    abilities = competition.abilities
    columns = [
        column
        for column in COLUMNS
        if medium in column.media
        and column.kind not in (NOT_OF_SHADOWS if is_shadow else OF_SHADOWS)
        and (column.needs is None or column.needs(abilities))
        and not (column.is_alone and tie_breaks and medium == PAGE)
        and (column.kind != "season" or has_line)
        and (column not in OF_SOME or any(map(column.value, lines)))
    ]
    is_split = is_small or bool(scope.group)
    of_groups = _group_columns(competition, scope, lines, is_shadow=is_shadow, is_split=is_split)
    if is_small:
        columns, tie_breaks = [column for column in columns if column.kind in OF_SMALL], []
    columns[2:2] = [column for column in of_groups if medium in column.media]
    if tie_breaks or of_groups or abilities.knocks_out:  # then a phone has no room for the season
        width = "widest" if len(tie_breaks) > MOST_BESIDE_A_SEASON else "wide"
        columns = [replace(one, width=width) if one.kind == "season" else one for one in columns]
    columns.sort(key=lambda column: column.key == "points")
    columns += [_tie_break(key) for key in tie_breaks]
    values = zip(*(_values(column, lines, competition) for column in columns), strict=True)
    return StandingTable(
        columns,
        [
            StandingsRow(
                position,
                line,
                columns,
                of_line,
                outcomes.get(line.entry.key, ()),
                places.get(line.entry.key, ()),
            )
            for position, (line, of_line) in enumerate(zip(lines, values, strict=True), start=1)
        ],
        level_at_edges(competition, lines) if decides else [],
    )


def _tie_break(key: str) -> Column:
    def value(line: StandingLine) -> Any:
        return line.row.workings[key]

    return Column(key, NAMES[key], value, short=SHORT[key], kind="tie_break", width="wide")


def _values(
    column: Column, lines: Iterable[StandingLine], competition: Competition
) -> Iterator[Any]:
    """What stands in a column, line by line."""
    values = map(column.value, lines)
    if column.kind == "said":
        say = Sentences(competition.system)
        return (say.sentence(value) if value else "" for value in values)
    if column.kind == "points":
        return (counted(value, competition) for value in values)
    return map(cache(credited), values) if column.kind == "credits" else values


def may_share_places(competition: Competition) -> bool:
    """Whether level players would share places, did not the start number decide last in a system in
    which it usually does not."""
    declared = fields(competition.pairing_system.options)
    usual: dict[str, Any] = {option.name: option.default for option in declared}
    usual |= competition.pairing_system.advised
    chosen = getattr(competition.rules.options, "tie_breaks", ())
    return "lot" in chosen and "lot" not in usual.get("tie_breaks", ())


# For a spreadsheet ------------------------------------------------------------------------


def standings_table(
    competition: Competition, scope: Scope, after: After | None, category: Category | None = None
) -> FileTable:
    """The standing after a round (None: now), of all or of a category; what decides between equals
    stands at the end.

    Points are what the pages show, as the players of the game count them: exactly, and as a
    decimal number.
    """
    lines = standings_of(competition, scope.key, after)
    if category:
        lines = shadow_of(lines, competition, category)
    tie_breaks = map(_tie_break, lines[0].row.workings if lines else ())
    left_out = () if category else OF_SHADOWS
    has_reached = competition.abilities.knocks_out
    of_groups = _group_columns(competition, scope, lines, is_shadow=category is not None)
    columns = [
        one
        for one in (*COLUMNS, *of_groups)
        if FILE in one.media and one.kind not in left_out and (has_reached or one.kind != "said")
    ]
    columns += tie_breaks
    moment = "-".join(map(str, after or ()))
    named = (competition.slug, scope.name and scope.key, str(category or ""), moment)
    return FileTable(
        slugify("-".join(filter(None, named))),
        {
            f"tiebreak_{one.key}" if one.kind == "tie_break" else one.key: one.head
            for one in columns
        },
        [[_file_cell(column, line, competition) for column in columns] for line in lines],
    )


def _file_cell(column: Column, line: StandingLine, competition: Competition) -> FileCell:
    value = column.value(line)
    if column.kind == "said":
        (value,) = _values(column, [line], competition)
    if value is None:
        return ""
    if column.kind == "percent":
        return decimal(value * 100)
    if column.kind == "tie_break":
        is_whole = column.key in WHOLE
        return decimal(value.value if is_whole else counted(value.value, competition))
    if column.kind in ("points", "decimal"):
        points = counted(value, competition)
        return written_number(points) if column.kind == "points" else decimal(points)
    return value if isinstance(value, int) else str(value)
