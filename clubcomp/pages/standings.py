"""The table of a standing: its columns, and the values in them."""

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
from clubcomp.pages.glyphs import sparkline, squares
from clubcomp.pages.live import digest
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
    """A column of a `StandingRow` as a column of its `StandingLine`."""
    return replace(column, value=lambda line: column.value(line.row))


def _credits(line: StandingLine) -> tuple[int, int] | None:
    """How many absence credits are used, and how many are left; guests have none."""
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
#: Columns that a table has only if a player has a value in them.
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


#: With more tie-breaks than this, not even a tablet has room for the season.
MOST_BESIDE_A_SEASON = 4

#: The columns of the small table of a group.
OF_SMALL = ("place", "name", "points")
#: The columns that only the table of a category has; and those that it does not have.
OF_SHADOWS, NOT_OF_SHADOWS = ("overall",), ("change", "season")


def _group_columns(
    competition: Competition,
    scope: Scope,
    lines: Sequence[StandingLine],
    *,
    is_shadow: bool,
    is_split: bool = False,
) -> list[Column]:
    """The columns with each player's group; in the standing that decides it, "B ↑ A" for a change.

    None without groups. A file has two columns for the two groups. `is_split`: each group has a
    table of its own, with the arrow only.
    """
    if not any(line.row.group for line in lines):
        return []
    decides = _decides(competition, scope, is_shadow=is_shadow)
    changes = changing_group(competition, lines) if decides else {}

    def goes_to(line: StandingLine) -> str:
        group = changes.get(line.entry.pk)
        return f"{'↑' if group < line.row.group else '↓'} {group}" if group else ""

    def with_arrow(line: StandingLine) -> str:
        return f"{line.row.group} {goes_to(line)}"

    for_people = (PAGE, PRINT)
    return [
        Column("goes_to", _("Goes to"), goes_to, for_people if changes else ())
        if is_split
        else Column("group", _("Group"), with_arrow, for_people),
        Column("group", _("Group"), lambda line: line.row.group, (FILE,)),
        Column("goes_to", _("Goes to"), lambda line: changes.get(line.entry.pk, ""), (FILE,)),
    ]


def _decides(competition: Competition, scope: Scope, *, is_shadow: bool) -> bool:
    """Whether this is the standing that decides who changes group."""
    return divided(scope.key)[0] == decisive_scope(competition) and not is_shadow


class StandingCell(NamedTuple):
    """A value under its column; `text` is enough for most kinds of column."""

    column: Column
    value: Any

    @property
    def text(self) -> str:
        """The value in words; "" without a value."""
        if self.column.kind == "percent":
            return percent(self.value)
        return "" if self.value is None else str(self.value)


@dataclass(frozen=True)
class StandingsRow:
    """A line of the standing: the columns and the values in them; `position` counts all rows,
    guests included.

    On a page also the outcomes of the last games, and the places over the season.
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
    def reached(self) -> list[str]:
        """How far a player came in a cup: one text or none."""
        return [cell.value for cell in self.cells if cell.column.kind == "said" and cell.value]

    @property
    def tie_breaks(self) -> list[StandingCell]:
        """The cells of the tie-breaks, first to last."""
        return [cell for cell in self.cells if cell.column.kind == "tie_break"]

    @cached_property
    def digest(self) -> str:
        """A digest of what the row shows."""
        line = self.line
        facts = (line.entry.rating, line.is_withdrawn, line.row.decided)
        return digest(self.position, *facts, self.outcomes, self.places, *map(str, self.values))


@dataclass(frozen=True)
class StandingTable:
    """The columns that a standing has on a medium, and its rows."""

    columns: list[Column]
    rows: list[StandingsRow]
    #: The players level at the edge of their group, in the standing that decides who changes.
    level: list[EdgePlaces] = field(default_factory=list)

    @property
    def tie_breaks(self) -> list[Column]:
        """The columns of the tie-breaks, first to last."""
        return [column for column in self.columns if column.kind == "tie_break"]

    @property
    def decided(self) -> list[tuple[list[Entry], str]]:
        """The ties that were decided by hand: the players in their order, and why."""
        return decided_in([row.line for row in self.rows])

    @property
    def has_shared_places(self) -> bool:
        """Whether two rows have the same place."""
        places = [row.line.place for row in self.rows if row.line.place]
        return len(set(places)) < len(places)


def struck_in(competition: Competition, after: After | None = None) -> list[Entry]:
    """The players whose games count for nothing in a standing, in the order of entry."""
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
    """The standing for a medium, with the columns that system and scope have.

    A page is `after` a round, or (None) of now. `is_shadow`: it is the table of a category.
    `is_small`: the tables of groups stand beside each other, with places, names and points only.
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
        columns = [
            replace(column, width=width) if column.kind == "season" else column
            for column in columns
        ]
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
    """The values of a column, line by line."""
    values = map(column.value, lines)
    if column.kind == "said":
        say = Sentences(competition.system)
        return (say.sentence(value) if value else "" for value in values)
    if column.kind == "points":
        return (counted(value, competition) for value in values)
    return map(cache(credited), values) if column.kind == "credits" else values


def may_share_places(competition: Competition) -> bool:
    """Whether level players would share places if the start number did not decide last, in a system
    in which it usually does not."""
    declared = fields(competition.pairing_system.options)
    usual: dict[str, Any] = {option.name: option.default for option in declared}
    usual |= competition.pairing_system.advised
    chosen = getattr(competition.rules.options, "tie_breaks", ())
    return "lot" in chosen and "lot" not in usual.get("tie_breaks", ())


# For a spreadsheet ------------------------------------------------------------------------


def standings_table(
    competition: Competition, scope: Scope, after: After | None, category: Category | None = None
) -> FileTable:
    """The standing after a round (None: now), of all players or of a category; tie-breaks are last.

    Points are the points that the pages show, as the players of the game count them: exactly, and
    as a decimal number.
    """
    lines = standings_of(competition, scope.key, after)
    if category:
        lines = shadow_of(lines, competition, category)
    tie_breaks = map(_tie_break, lines[0].row.workings if lines else ())
    left_out: tuple[str, ...] = () if category else OF_SHADOWS
    of_groups = _group_columns(competition, scope, lines, is_shadow=category is not None)
    left_out = left_out if competition.abilities.knocks_out else (*left_out, "said")
    columns = [
        column
        for column in (*COLUMNS, *of_groups)
        if FILE in column.media and column.kind not in left_out
    ]
    columns += tie_breaks
    moment = "-".join(map(str, after or ()))
    parts = (competition.slug, scope.name and scope.key, str(category or ""), moment)
    return FileTable(
        slugify("-".join(filter(None, parts))),
        {
            f"tiebreak_{column.key}" if column.kind == "tie_break" else column.key: column.head
            for column in columns
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
