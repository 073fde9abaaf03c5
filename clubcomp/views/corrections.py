"""What does the page of a correction show: the board, and who is touched by it?"""

from dataclasses import dataclass
from typing import Any

from clubcomp.flow.results import CorrectionPreview, StandingChange, preview_correction
from clubcomp.models import Entry, Game
from pairing.core.types import Colour, Result

#: So many players are named when nobody changes place.
MOST_UNMOVED = 4


@dataclass(frozen=True)
class Side:
    """One of the two players: colour and result now and then."""

    player: Entry
    colour: Colour
    result: str
    becomes_colour: Colour
    becomes: Result


@dataclass(frozen=True)
class ChangeLine:
    """What happens to one player in the standing; `rise` is more than 0 when he goes up."""

    change: StandingChange

    @property
    def rise(self) -> int | None:
        """How many places he wins."""
        now, then = self.change.place_now, self.change.place_then
        return None if now is None or then is None else now - then


def sides_of(game: Game, result: Result, swap_colours: bool) -> list[Side]:
    """Both players of a board as they are and as the correction makes them."""
    sides = []
    for player, colour in ((game.white, Colour.WHITE), (game.black, Colour.BLACK)):
        becomes = colour.opposite if swap_colours else colour
        sides.append(Side(player, colour, game.result, becomes, result))
    return sides


def lines_of(preview: CorrectionPreview, *, everybody: bool) -> list[ChangeLine]:
    """Who is shown: those who change place; without any a few; or `everybody` who changes."""
    changes = preview.changes
    if not everybody:
        changes = preview.moved or changes[:MOST_UNMOVED]
    return [ChangeLine(change) for change in changes]


def consequences_of(
    game: Game, *, result: Result, swap_colours: bool, everybody: bool
) -> dict[str, Any]:
    """What the page shows of a correction before it is made."""
    preview = preview_correction(game, result=result, swap_colours=swap_colours)
    lines = lines_of(preview, everybody=everybody)
    return {
        "preview": preview,
        "sides": sides_of(game, result, swap_colours),
        "lines": lines,
        "more_count": len(preview.changes) - len(lines),
    }
