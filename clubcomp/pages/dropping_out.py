"""The seat of a player who drops out, and the objections to the player who would step in."""

from dataclasses import dataclass

from clubcomp.flow.attendance.dropping_out import Instead, LastSeat, seat_of, stepping_in
from clubcomp.flow.errors import StepError
from clubcomp.models import Entry, Evening
from clubcomp.pages.boards import Objection, objections_of
from clubcomp.pages.explanations import SentencesOf


@dataclass(frozen=True)
class DropOutPage:
    """The page about a player who drops out.

    `board` is the board of the free player and the opponent, White first; `objections` speak
    against it, and `cannot` is why no such board is possible.
    """

    seat: LastSeat
    board: tuple[Entry, Entry] | None = None
    objections: tuple[Objection, ...] = ()
    may_step_in: bool = True
    cannot: str = ""

    @classmethod
    def of(cls, evening: Evening, entry: Entry) -> "DropOutPage":
        """The page as things stand now."""
        seat = seat_of(evening, entry)
        if not (seat.game and seat.free and Instead.STEP_IN in seat.choices(evening.competition)):
            return cls(seat)
        say = SentencesOf(evening.competition, to_leader=True).of(seat.round)
        try:
            pair, problems = stepping_in(seat)
        except StepError as refusal:
            return cls(seat, may_step_in=False, cannot=str(refusal))
        is_allowed = all(problem.severity != "error" for problem in problems)
        players = {entry.key: entry for entry in (seat.free, seat.opponent) if entry}
        board = players[pair.white], players[pair.black]
        return cls(seat, board, tuple(objections_of(say, problems)), is_allowed)
