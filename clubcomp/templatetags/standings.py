"""How is a row of the standing drawn? There are many, so no template is asked for each cell."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django import template
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from clubcomp.templatetags.addresses import address
from clubcomp.templatetags.club import change, points, tie_break_value
from clubcomp.words.numbers import points_text
from clubcomp.words.players import display_name
from clubcomp.words.tie_breaks import tie_break_text, working_text

register = template.Library()


@register.simple_tag(takes_context=True)
def standing_rows(context: template.Context, rows: Iterable[Any], *, oob: bool = False) -> str:
    """Rows of the standing; with `oob` in an answer to a page that asks."""
    drawing = _Drawing(context)
    return mark_safe("".join(drawing.row(row, is_new=oob) for row in rows))  # noqa: S308


class _Drawing:
    """How rows of one page are drawn: what many have in common is put in words once."""

    def __init__(self, context: template.Context):
        self.request, self.scope, self.me = context["request"], context["scope"], context["me"]
        self.slugs = (self.request.club.slug, self.request.competition.slug)
        self.change, self.points, self.games = cache(change), cache(points), cache(_games)

    def row(self, row: Any, *, is_new: bool) -> str:
        """A row with its cells."""
        is_mine = row.line.entry.key == self.me
        cells = " ".join(self.cell(row, cell, is_mine, is_new) for cell in row.cells)
        look = ' class="me"' if is_mine else ' class="fresh"' if is_new else ""
        swap = ' hx-swap-oob="true"' if is_new else ""
        return f'<tr id="line-{row.position}"{swap}{look}>{cells}</tr>'

    def cell(self, row: Any, cell: Any, is_mine: bool, is_new: bool) -> str:
        """A cell by the kind of its column."""
        column, value = cell.column, cell.value
        match column.kind:
            case "name":
                return f"<td>{self.name(row, is_mine, is_new)}</td>"
            case "place" if value:
                risen = row.line.change
                moved = f' <span class="fold">{self.change(risen)}</span>' if risen else ""
                return f'<th scope="row" class="place">{value}{moved}</th>'
            case "place":
                return '<td class="place"></td>'
            case "change":
                return f'<td class="wide">{self.change(value)}</td>'
            case "points":
                return f'<td class="right">{self.points(value)}</td>'
            case "tie_break":
                working = _working(value, column.key, self.request.competition)
                return f'<td class="wide right tied">{working}</td>'
        return f'<td class="{column.width} right">{escape(cell.text)}</td>'

    def name(self, row: Any, is_mine: bool, is_new: bool) -> str:
        """Whose row it is, and below the name what a phone has no columns for."""
        line, entry = row.line, row.line.entry
        mine = f'<b class="you">{escape(gettext("you"))}</b> ' if is_mine else ""
        new = f'<b class="new">{escape(gettext("new"))}</b> ' if is_new else ""
        kind = "value" if line.row.value_number is not None else "rating" if entry.rating else ""
        facts = {"value": line.row.value_number, "rating": entry.rating, "games": line.row.games}
        below = escape(self.games(kind, line.row.games) % facts)
        ties = _workings(row, self.request.competition) if row.tie_breaks else ""
        to = escape(address("player-in", *self.slugs, entry.address, self.scope.key))
        name = f'<a href="{to}">{escape(display_name(entry))}</a>'
        return f'{name} {mine}{new}<span class="fold">{below}</span>{ties}'


def _games(kind: str, games: int) -> str:
    """How many games, with what else is known, which is still to be filled in."""
    match kind:
        case "value":
            return ngettext(
                "%(games)s game, value %(value)s", "%(games)s games, value %(value)s", games
            )
        case "rating":
            return ngettext(
                "rating %(rating)s, %(games)s game", "rating %(rating)s, %(games)s games", games
            )
    return ngettext("%(games)s game", "%(games)s games", games)


def _working(working: Any, key: str, competition: Any) -> SafeString:
    """A tie-break's value, which opens to what was added up."""
    value = conditional_escape(tie_break_value(working.value, key, competition))
    text = working_text(working, key, competition)
    if not text:
        return value
    opened = '<details class="working"><summary> {}</summary><span>{}</span></details>'
    return format_html(opened, value, text)


def _workings(row: Any, competition: Any) -> SafeString:
    """All tie-breaks of a player on a phone: one line that opens to what was added up."""
    values, workings = [], []
    for cell in row.tie_breaks:
        key, short = cell.column.key, cell.column.short
        value = tie_break_text(cell.value.value, key, competition)
        values.append(f"{short} {value}")
        if text := working_text(cell.value, key, competition):
            workings.append((short, text, value))
    return format_html(
        '<details class="fold workings"> <summary>{} </summary> {}</details>',
        ", ".join(values),
        format_html_join("", "<p>{}: {} = {}</p> ", workings),
    )


@register.simple_tag
def meeting_cells(cells: Iterable[Any]) -> SafeString:
    """What a player scored against each other, in the cross table; None is the player itself."""
    return mark_safe("".join(map(_meetings, cells)))  # noqa: S308 - numbers


def _meetings(cell: Any) -> str:
    if cell is None:
        return '<td class="self"></td>'
    if not cell.games:
        return "<td></td>"
    several = f" <small>({cell.games})</small>" if cell.games > 1 else ""
    return f"<td>{points_text(cell.score)}{several}</td>"
