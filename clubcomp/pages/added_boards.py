"""The preview of a board that is added to a published pairing, or of a game played ahead."""

from typing import Any

from clubcomp.flow.corrections import preview_added_board
from clubcomp.flow.pairings.adding import BoardPreview
from clubcomp.flow.pairings.ahead import AheadPreview
from clubcomp.models import Evening, Round
from clubcomp.pages.boards import Board, objections_of
from clubcomp.pages.corrections import shown_preview
from clubcomp.pages.explanations import SentencesOf
from pairing.core.types import Result
from pairing.sentences import Sentences


def board_to_add(
    round_: Round, preview: BoardPreview, result: Result, *, everybody: bool
) -> dict[str, Any]:
    """A board for a published pairing, and what it changes in the standings.

    `everybody`: list all players whose row changes, and not only a few.
    """
    competition = round_.evening.competition
    for game in preview.meet_again:
        game.round.evening.competition = competition
    say = SentencesOf(competition, to_leader=True).of(round_)
    page = _previewed(say, preview, result, number=preview.board)
    page["stands_article"] = competition.abilities.pairing_stands
    if result.is_finished or preview.gives_up:
        changes = preview_added_board(
            round_, white=preview.white, black=preview.black, result=result
        )
        page |= shown_preview(competition, changes, everybody=everybody)
    return page


def ahead_to_add(evening: Evening, preview: AheadPreview, result: Result) -> dict[str, Any]:
    """A game that was played before its evening."""
    return _previewed(SentencesOf(evening.competition, to_leader=True).of(), preview, result)


def _previewed(
    say: Sentences,
    preview: BoardPreview | AheadPreview,
    result: Result,
    *,
    number: int | None = None,
) -> dict[str, Any]:
    return {
        "looked_at": preview,
        "board": Board(number, preview.white, preview.black, say.words.game),
        "objections": objections_of(say, preview.problems),
        "may_be": not any(problem.severity == "error" for problem in preview.problems),
        "result": result,
    }
