"""What players want to know first: their place, the next evening, the last meeting."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from clubcomp.flow.attendance.marks import plan_now
from clubcomp.flow.standings import cached_rows, cached_snapshot, standings_of
from clubcomp.models import Competition, Entry, Evening, Game
from clubcomp.models.plans import COMING
from clubcomp.pages.boards import Board
from clubcomp.pages.bracket import why_it_waits
from clubcomp.pages.rounds import RoundOnRecord
from clubcomp.pages.schedule import to_come
from clubcomp.words.attendance import no_board_words
from clubcomp.words.unplayed import OUT
from pairing.core.types import Colour, Result
from pairing.core.unplayed import Unplayed


@dataclass(frozen=True)
class LastMeeting:
    """The visitor's last game against their opponent: when, with which colour, how it ended.

    `score` is None while the game is open. `is_reversed`: this time the colours are swapped.
    """

    evening: Evening
    day: date | None
    colour: Colour
    score: Fraction | None
    is_reversed: bool

    @property
    def outcome(self) -> str:
        """How the game ended: "won", "drawn", "lost" or "open"."""
        if self.score is None:
            return "open"
        return "won" if self.score == 1 else "drawn" if self.score else "lost"


def mine_of(
    competition: Competition, entry: Entry, on_page: RoundOnRecord | None, *, is_own: bool
) -> dict[str, Any]:
    """The template context of a reader besides their board. No query besides the cached rows.

    `on_page` is the round on the page, if any. If the reader is certain to be this player
    (`is_own`), it also says whether they come next time, which takes a few queries.
    """
    evenings = cached_rows(competition).evenings(competition)
    shown_pk = on_page.evening.pk if on_page else None
    coming = [evening for evening in evenings if not evening.is_closed and evening.pk != shown_pk]
    tempo = on_page.evening.tempo.key if on_page else coming[0].tempo.key if coming else ""
    lines = standings_of(competition, tempo) if tempo else []
    board = on_page.my_board if on_page else None
    following = next(iter(coming), None) if competition.is_running else None
    plan = plan_now(following, entry) if is_own and following else None
    return {
        "my_line": next((line for line in lines if line.entry.pk == entry.pk), None),
        "next_evening": following,
        "next_rounds": [
            round_
            for round_ in to_come(competition, entry)
            if round_.evening is not None and round_.evening == following
        ],
        "my_plan": plan,
        "stays_away": plan is not None and plan.status not in COMING,
        "meeting": last_meeting(competition, on_page, board) if on_page and board else None,
        "no_board": why_no_board(on_page, entry, is_own=is_own) if on_page else "",
    }


def why_no_board(shown: RoundOnRecord, entry: Entry, *, is_own: bool) -> str:
    """Why the player has neither a board nor the bye in the game; "" if they have one.

    A query if the reader is certain to be the player (`is_own`); others read only "absent".
    """
    if shown.my_board or shown.my_bye:
        return ""
    evening = shown.evening
    kind = next((row.kind for row in shown.on_request if row.entry == entry), "")
    if entry in shown.elsewhere:
        kind = Unplayed.EXTERNAL
    elif _is_out(evening.competition, entry):
        kind = OUT
    plan = plan_now(evening, entry) if is_own and evening.is_open else None
    waits = why_it_waits(evening.competition, entry)
    return no_board_words(kind, plan, evening, shown.round.number, entry, waits)


def _is_out(competition: Competition, entry: Entry) -> bool:
    """Whether the player is out of a cup, with no game left to play."""
    is_cup = competition.abilities.knocks_out
    return is_cup and entry.key in competition.rules.out(cached_snapshot(competition))


def last_meeting(
    competition: Competition, on_page: RoundOnRecord, board: Board
) -> LastMeeting | None:
    """The last earlier game of the two players at the visitor's board; forfeits do not count."""
    rows, pair = cached_rows(competition), {board.white.pk, board.black and board.black.pk}
    games = {
        round_: (white, Result.parse(result), played_on)
        for round_, white, black, result, played_on in rows.values(
            Game, "round_id", "white_id", "black_id", "result", "played_on"
        )
        if {white, black} == pair and not Result.parse(result).is_forfeit
    }
    before = (on_page.evening.number, on_page.round.number)
    for evening in reversed(rows.evenings(competition) if games else []):
        for round_ in reversed(rows.rounds_of(evening)):
            if round_.pk in games and (evening.number, round_.number) < before:
                white, result, played_on = games[round_.pk]
                is_white = board.visitor and white == board.visitor.pk
                colour = Colour.WHITE if is_white else Colour.BLACK
                day = date.fromisoformat(played_on) if played_on else evening.date
                score = Result.score(result, colour)
                return LastMeeting(evening, day, colour, score, colour is not board.visitor_colour)
    return None
