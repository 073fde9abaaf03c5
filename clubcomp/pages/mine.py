"""What does a player want to know at once? The last meeting, their place, the next evening."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from clubcomp.flow.plans import plan_now
from clubcomp.flow.standings import cached_rows, standings_of
from clubcomp.models import Competition, Entry, Evening, Game
from clubcomp.pages.boards import Board
from clubcomp.pages.rounds import RoundOnRecord
from clubcomp.pages.schedule import to_come
from pairing.core.types import Colour, Result


@dataclass(frozen=True)
class Meeting:
    """The last game of the visitor against their opponent: when, with which colour, how it ended.

    `score` is None while the game is open. `is_reversed`: now the colours are the other way round.
    """

    evening: Evening
    day: date | None
    colour: Colour
    score: Fraction | None
    is_reversed: bool

    @property
    def outcome(self) -> str:
        """The code of how it ended: "won", "drawn", "lost" or "open"."""
        if self.score is None:
            return "open"
        return "won" if self.score == 1 else "drawn" if self.score else "lost"


def mine_of(
    competition: Competition, entry: Entry, shown: RoundOnRecord | None, *, is_own: bool
) -> dict[str, Any]:
    """What a page that knows its reader says beside their board: no query beyond the rows.

    `shown` is the round that the page shows, if there is one. For who is this player (`is_own`),
    and did not only say so, also whether they come next time: a few queries.
    """
    evenings = cached_rows(competition).evenings(competition)
    on_page = shown.evening.pk if shown else None
    coming = [one for one in evenings if not one.is_closed and one.pk != on_page]
    tempo = shown.evening.tempo.key if shown else coming[0].tempo.key if coming else ""
    lines = standings_of(competition, tempo) if tempo else []
    board = shown.my_board if shown else None
    following = next(iter(coming), None) if competition.is_running else None
    return {
        "my_line": next((line for line in lines if line.entry.pk == entry.pk), None),
        "next_evening": following,
        "next_rounds": [
            one
            for one in to_come(competition, entry)
            if one.evening is not None and one.evening == following
        ],
        "my_plan": plan_now(following, entry) if is_own and following else None,
        "meeting": last_meeting(competition, shown, board) if shown and board else None,
    }


def last_meeting(competition: Competition, shown: RoundOnRecord, board: Board) -> Meeting | None:
    """The last game that the two at the visitor's board played before; a forfeit is none."""
    rows, two = cached_rows(competition), {board.white.pk, board.black and board.black.pk}
    found = {
        round_: (white, Result.parse(result), played_on)
        for round_, white, black, result, played_on in rows.values(
            Game, "round_id", "white_id", "black_id", "result", "played_on"
        )
        if {white, black} == two and not Result.parse(result).is_forfeit
    }
    before = (shown.evening.number, shown.round.number)
    for evening in reversed(rows.evenings(competition) if found else []):
        for round_ in reversed(rows.rounds_of(evening)):
            if round_.pk in found and (evening.number, round_.number) < before:
                white, result, played_on = found[round_.pk]
                mine = board.visitor and board.visitor.pk
                colour = Colour.WHITE if white == mine else Colour.BLACK
                day = date.fromisoformat(played_on) if played_on else evening.date
                score = Result.score(result, colour)
                return Meeting(evening, day, colour, score, colour is not board.visitor_colour)
    return None
