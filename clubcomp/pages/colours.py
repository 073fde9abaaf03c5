"""The colours of two players so far, under each other; what is left out says what it was."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing.core.explanation import ColourHistory
from pairing.core.types import Colour

#: How many games of two players are shown: the last ones, and the one that decided the colours.
#: Of those before no more than so many letters are written; more are counted.
MOST_GAMES, MOST_LETTERS = 10, 8


class ColourCell(NamedTuple):
    """A game of a player so far, by its colour; None for a round without one.

    `is_before` cells fill the row of a player with fewer games than the other. A cell with
    `left_out` stands for the rounds that have none of their own, and says which those are.
    """

    colour: Colour | None
    is_before: bool = False
    is_deciding: bool = False
    left_out: str = ""


class Colours(NamedTuple):
    """The colours of both so far: a row for each, with their share where shares decided."""

    title: str
    rows: list[tuple[Colour, list[ColourCell], str]]


def colours_so_far(history: ColourHistory, first: Colour) -> Colours | None:
    """The games of both as equally long rows, the latest last, `first` in front.

    None if neither of them has had a colour yet.
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
    """The columns from left to right, by their number from the right: those that are shown one by
    one, and those that are left out together."""
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
    """A game by its column from the right, or the games that several columns leave out."""
    if len(columns) > 1:
        words = _left_out(games, columns)
        return ColourCell(None, is_before=not words, left_out=words)
    column = columns.start
    letter = games[-column] if column <= len(games) else " "
    colours = {"w": Colour.WHITE, "b": Colour.BLACK}
    return ColourCell(colours.get(letter), is_before=letter == " ", is_deciding=column == deciding)


def _left_out(games: str, columns: range) -> str:
    """What the columns that are left out would have said: "7 earlier: w b b"."""
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
    """How many of the games were with white, which is what was compared."""
    facts = {"white": games.count("w"), "games": len(games.replace("-", ""))}
    return _("%(white)s of %(games)s with white") % facts
