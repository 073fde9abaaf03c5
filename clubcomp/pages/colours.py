"""The colours of two players so far, under each other; games left out are summed up."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing.core.explanation import ColourHistory
from pairing.core.types import Colour

#: How many games of two players are shown: the last ones, and the one that decided the colours. Of
#: earlier games at most this many are written as letters; more are counted.
MOST_GAMES, MOST_LETTERS = 10, 8


class ColourCell(NamedTuple):
    """A game of a player so far, by its colour; None for a round without a game.

    `is_before` cells fill the row of a player with fewer games than the opponent. A cell with
    `left_out` stands for several rounds, and sums them up.
    """

    colour: Colour | None
    is_before: bool = False
    is_deciding: bool = False
    left_out: str = ""


class Colours(NamedTuple):
    """The colours of both players so far: a row for each, with the share of White if it decided."""

    title: str
    rows: list[tuple[Colour, list[ColourCell], str]]


def colours_so_far(history: ColourHistory, first: Colour) -> Colours | None:
    """The games of both players in rows of equal length, the latest last; `first` is the first row.

    None if neither player has had a colour yet.
    """
    if not {*"wb"} & {*history.white, *history.black}:
        return None
    title = _("Colours so far, the last game last")
    if history.is_overall:
        title = _("Colours so far in all tempos, the last game last")
    columns = _columns(max(len(history.white), len(history.black)), history.deciding)
    games_of = {Colour.WHITE: history.white, Colour.BLACK: history.black}
    rows = []
    for side in (first, first.opposite):
        games = games_of[side]
        cells = [_cell(games, column, history.deciding) for column in columns]
        rows.append((side, cells, _share(games) if history.is_counted else ""))
    return Colours(title, rows)


def _columns(longest: int, deciding: int | None) -> list[range]:
    """The columns from left to right, numbered from the right: single columns that are shown, and
    ranges of columns that are left out together."""
    is_old = deciding is not None and deciding > MOST_GAMES
    shown = {*range(1, min(longest, MOST_GAMES - is_old) + 1), deciding}
    columns: list[range] = []
    for column in range(longest, 0, -1):
        if column in shown or column + 1 in shown or not columns:
            columns.append(range(column, column + 1))
        else:
            columns[-1] = range(column, columns[-1].stop)
    return columns


def _cell(games: str, columns: range, deciding: int | None) -> ColourCell:
    """A game by its column from the right, or the games of several columns in one cell."""
    if len(columns) > 1:
        words = _left_out(games, columns)
        return ColourCell(None, is_before=not words, left_out=words)
    column = columns.start
    letter = games[-column] if column <= len(games) else " "
    colours = {"w": Colour.WHITE, "b": Colour.BLACK}
    return ColourCell(colours.get(letter), is_before=letter == " ", is_deciding=column == deciding)


def _left_out(games: str, columns: range) -> str:
    """The games of the columns left out, in short: "7 earlier: w b b"."""
    rounds = [games[-column] for column in reversed(columns) if column <= len(games)]
    had = [letter for letter in rounds if letter in "wb"]
    facts: dict[str, object] = {"count": len(rounds), "white": had.count("w")}
    facts["black"] = had.count("b")
    if not rounds:
        return ""
    if not had:
        return _("%(count)s earlier: no game") % facts
    if len(had) > MOST_LETTERS:
        return _("%(count)s earlier: white %(white)s times, black %(black)s times") % facts
    signs = {"w": pgettext("white, abbreviated", "w"), "b": pgettext("black, abbreviated", "b")}
    facts["colours"] = " ".join(signs[letter] for letter in had)
    return _("%(count)s earlier: %(colours)s") % facts


def _share(games: str) -> str:
    """How many of the games were with white: the share that was compared."""
    facts = {"white": games.count("w"), "games": len(games.replace("-", ""))}
    return _("%(white)s of %(games)s with white") % facts
