"""Rows of tables that a page has by the hundreds, made in Python.

A template for each would cost more than the rest of the page. Available in every template without
loading. Everything returned is escaped.
"""

import html
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from clubcomp.models import Entry
from clubcomp.templatetags.everywhere import address, addresses, change, points, tie_break_value
from clubcomp.words.standings import ChangesInWords
from clubcomp.words.tie_breaks import tie_break_text, working_text
from clubcomp.words.values import as_date, day, display_name, percent, scored
from pairing.sentences.words import points_text

register = template.Library()

#: How many rows a phone shows, and how many above and below the reader's; the rest on request.
FIRST, NEAR = 12, 5


@register.simple_tag(takes_context=True)
def standing_rows(context: template.Context, rows: Iterable[Any], *, oob: bool = False) -> str:
    """Rows of the standing; `oob`: for the answer to a page that polls."""
    drawing = _Drawing(context, is_new=oob)
    return mark_safe("".join(map(drawing.row, rows)))  # noqa: S308


@register.simple_tag(takes_context=True)
def first_hidden(context: template.Context, rows: Iterable[Any]) -> int | None:
    """The first row that a phone shows only on request; a link to it shows all rows."""
    if context.get("is_grouped") or not _is_by_place(context):
        return None
    seen = _seen(rows, context["me"])
    return next((row.position for row in rows if row.position not in seen), None)


def _is_by_place(context: template.Context) -> bool:
    """Whether the table is whole and in its own order, so that a phone shows the first rows."""
    sorting = context.get("sorting")
    return not context.get("asked") and (sorting is None or bool(sorting.is_usual))


def _seen(rows: Any, me: str) -> set[int]:
    """The rows that a phone shows at once."""
    mine = next((row.position for row in rows if row.line.entry.key == me), None)
    near = range(mine - NEAR, mine + NEAR + 1) if mine else range(0)
    first = FIRST if len(rows) > FIRST + NEAR else len(rows)
    return {*range(first + 1), *near}


class _Drawing:
    """Draws the rows of one page; words that many rows share are translated once."""

    def __init__(self, context: template.Context, *, is_new: bool):
        request, all_rows = context["request"], context["rows"]
        self.competition, self.me = request.competition, context["me"]
        self.scope = context["scope"].played
        slugs, self.is_new = (request.club.slug, request.competition.slug), is_new
        self.address = partial(addresses(), "player-in", *slugs)
        self.change, self.points, self.percent = cache(change), cache(points), cache(percent)
        self.outcomes = cache(partial(_squares, _outcome_words()))
        self.you = f' <b class="you">{html.escape(gettext("you"))}</b>'
        self.by_hand = f' <span class="small">{html.escape(gettext("by hand"))}</span>'
        self.withdrawn = f' <span class="small">{html.escape(gettext("withdrawn"))}</span>'
        self.new = f' <b class="new">{html.escape(gettext("new"))}</b>' if is_new else ""
        columns = all_rows[0].columns if all_rows else []
        self.cells = [self.renderer_of(column) for column in columns]
        self.says_below = any(column.kind in ("said", "tie_break") for column in columns)
        # The small tables of groups are short enough for a phone.
        is_whole = context.get("is_grouped") or not _is_by_place(context)
        self.seen = {row.position for row in all_rows} if is_whole else _seen(all_rows, self.me)

    def row(self, row: Any) -> str:
        """A row with its cells."""
        cells = "".join([draw(row, value) for draw, value in zip(self.cells, row.values)])  # noqa: B905
        rest = "" if row.position in self.seen else "rest"
        mine = "me" if row.line.entry.key == self.me else "fresh" if self.is_new else ""
        look = f' class="{mine or rest}"' if mine or rest else ""
        swap = ' hx-swap-oob="true"' if self.is_new else ""
        return f'<tr id="line-{row.position}"{swap}{look}>{cells}</tr>'

    def renderer_of(self, column: Any) -> Callable[[Any, Any], str]:
        """The function that draws the cells of a column."""
        look = f"{column.width} right".strip()
        match column.kind:
            case "name":
                return self.name
            case "place":
                return self.place
            case "change":
                return lambda _row, value: f'<td class="wide">{self.change(value)}</td>'
            case "points":
                return lambda _row, value: f'<td class="right">{self.points(value)}</td>'
            case "said":
                return lambda _row, value: f'<td class="wide">{html.escape(value)}</td>'
            case "percent":
                return lambda _row, value: f'<td class="{look}">{self.percent(value)}</td>'
            case "season":
                words = html.escape(gettext("from place %(first)s to %(last)s"))
                return lambda row, _value: (
                    f'<td class="{column.width} season">{_season(row, words)}</td>'
                )
            case "tie_break":
                return lambda _row, value: (
                    '<td class="wide right tied">'
                    f"{_working(value, column.key, self.competition)}</td>"
                )
        written = cache(lambda value: "" if value is None else html.escape(str(value)))
        return lambda _row, value: f'<td class="{look}">{written(value)}</td>'

    def place(self, row: Any, value: int | None) -> str:
        """The place; on a phone with its change below it."""
        if not value:
            return '<td class="place"></td>'
        risen = row.line.change
        moved = f' <span class="fold">{self.change(risen)}</span>' if risen else ""
        return f'<th scope="row" class="place">{value}{moved}</th>'

    def name(self, row: Any, entry: Entry) -> str:
        """The player of a row, and the outcomes of the last games; on a phone also how far they
        came in a cup, and the tie-breaks."""
        to = html.escape(self.address(entry.address, self.scope))
        me = ' id="me"' if entry.key == self.me else ""
        name = f'<a{me} href="{to}">{html.escape(display_name(entry))}</a>'
        name += (self.you if me else "") + self.new
        name += self.withdrawn if row.line.is_withdrawn else ""
        name += self.by_hand if row.line.row.decided else ""
        below = self.phone_details(row) if self.says_below else ""
        outcomes = self.outcomes(row.outcomes, row.squares)
        return f'<td>{name} <span class="form">{outcomes}{below}</span></td>'

    def phone_details(self, row: Any) -> str:
        """What a phone has below the name instead of in columns."""
        details = " ".join([*row.reached, *map(self.tie_break, row.tie_breaks)])
        return f'<span class="fold">{html.escape(details)}</span>' if details else ""

    def tie_break(self, cell: Any) -> str:
        """A tie-break for a phone, with its short name."""
        value = tie_break_text(cell.value.value, cell.column.key, self.competition)
        return f"{cell.column.short} {value}"


@register.simple_tag
def outcome_squares(games: Any) -> str:
    """How `games` ended, as squares: they have `outcomes`, and a path of `squares`."""
    return mark_safe(_squares(_outcome_words(), games.outcomes, games.squares))  # noqa: S308 - escaped


def _outcome_words() -> dict[str, str]:
    return {"won": gettext("won"), "drawn": gettext("drawn"), "lost": gettext("lost")}


def _squares(words: Mapping[str, str], outcomes: tuple[str, ...], path: str) -> str:
    """Squares, and the words for readers who cannot see them."""
    if not outcomes:
        return ""
    label = html.escape(", ".join(map(words.__getitem__, outcomes)))
    return (
        f'<svg class="marks" width="{13 * len(outcomes)}" height="12" role="img"'
        f' aria-label="{label}"><path d="{path}"/></svg>'
    )


@register.simple_tag(takes_context=True)
def evening_links(context: template.Context, lines: Iterable[Any], last: Any) -> str:
    """Links to the standing after each evening, the latest first; years have hundreds of them."""
    request = context["request"]
    slugs = (request.club.slug, request.competition.slug)
    page = address("standings-of", *slugs, context["scope"].key)
    links = []
    for line in reversed(list(lines)):
        words = day(as_date(line.date), "short")
        words = words or gettext("Evening %(number)s") % {"number": line.evening}
        current = ' aria-current="true"' if line.evening == last.evening else ""
        to = html.escape(f"{page}?after={line.serial}.{line.number}{context.get('narrowed', '')}")
        links.append(f'<li><a href="{to}"{current}>{html.escape(words)}</a></li>')
    return mark_safe("".join(links))  # noqa: S308 - escaped


def _season(row: Any, words: str) -> str:
    """The line of a player's places; `words` are for readers who cannot see it."""
    if not (line := row.line_of_places):
        return ""
    label = words % {"first": row.places[0], "last": row.places[-1]}
    path = f'<path d="{line}"/>'
    return f'<svg class="spark" role="img" aria-label="{label}">{path}</svg>'


@register.simple_tag
def place_changes(changes: Iterable[Any]) -> str:
    """The players who changed places, a paragraph each."""
    esc, drawn_change, words = html.escape, cache(change), ChangesInWords()
    paragraphs = [
        f"<p><b>{drawn_change(moved.change)} {esc(display_name(moved.entry))}</b><br>"
        f"{esc(words.happened(moved) + ' ' + (words.passing(moved) if moved.passed else ''))}</p>"
        for moved in changes
    ]
    return mark_safe("".join(paragraphs))  # noqa: S308 - escaped


def _working(working: Any, key: str, competition: Any) -> SafeString:
    """A tie-break's value, which opens to its working."""
    value = conditional_escape(tie_break_value(working.value, key, competition))
    text = working_text(working, key, competition)
    if not text:
        return value
    opened = '<details class="working"><summary> {}</summary><span>{}</span></details>'
    return format_html(opened, value, text)


@register.simple_tag
def meeting_cells(cells: Iterable[Any], competition: Any) -> SafeString:
    """A player's score against each opponent, in the cross table; None is the player's own cell."""
    return mark_safe("".join(_meetings(cell, competition) for cell in cells))  # noqa: S308 - numbers


def _meetings(cell: Any, competition: Any) -> str:
    if cell is None:
        return '<td class="self"></td>'
    if not cell.games:
        return "<td></td>"
    several = f" <small>({cell.games})</small>" if cell.games > 1 else ""
    score = points_text(scored(cell.score, competition))
    if cell.is_struck:
        struck = gettext("counts for nobody")
        score = f'[{score}]<span class="visually-hidden"> {struck}</span>'
    return f"<td>{score}{several}</td>"


@register.filter
def place_cells(places: Iterable[int | None]) -> SafeString:
    """A row of places, in one piece, since years of evenings have tens of thousands of them."""
    cells = [f'<td class="right">{place or "–"}</td>' for place in places]
    return mark_safe("".join(cells))  # noqa: S308 - numbers
