"""Why this game, this bye, this whole round? The answers of a page, with what they rest on."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from clubcomp.flow.reasons import against_game, reasons_of_bye, reasons_of_game, reasons_of_round
from clubcomp.models import Competition, Entry, Game, Membership, Role, Round, Unpaired
from clubcomp.pages.boards import board_of
from clubcomp.pages.colours_so_far import RoundBefore, colours_so_far
from clubcomp.pages.explanations import (
    Answer,
    Article,
    Tellers,
    answer_of,
    answers_of,
    others_of,
    that_matter,
    whole_answer,
)
from clubcomp.pages.progress import boards_of, bye_row
from pairing.core.types import Colour, Reason
from pairing.registry import get_system
from pairing.sentences import Teller

RANK_FACTS = {Colour.WHITE: "white_place", Colour.BLACK: "black_place"}


def why_game(tellers: Tellers, round_: Round, game: Game, visitor: Entry | None) -> dict[str, Any]:
    """Why these two, why now, why these colours, and why nobody else."""
    competition = tellers.competition
    reasons = that_matter(reasons_of_game(competition, game))
    tell = tellers.of(round_)
    others = others_of(tellers, tell, reasons)
    facts = _facts(reasons, "places")
    ranks = {colour: facts[name] for colour, name in RANK_FACTS.items() if name in facts}
    return {
        "game": game,
        "answers": answers_of(tell, reasons),
        "against": _against(competition, game, tell),
        "before": _colours(game, tell),
        "others": others,
        "nobody_nearer": not any(one.candidates for one in others),
        "board": replace(board_of(game, competition.game), visitor=visitor, ranks=ranks),
        **_whole_page(competition, round_, tell, is_known=bool(reasons)),
    }


def why_bye(tellers: Tellers, round_: Round, row: Unpaired) -> dict[str, Any]:
    """Why this player has no opponent in a round."""
    reasons = that_matter(reasons_of_bye(tellers.competition, row))
    tell = tellers.of(round_)
    others = others_of(tellers, tell, reasons)
    return {
        "free": row.entry,
        "answer": answer_of(tell, reasons),
        "others": [one for one in others if one.candidates],
        **_whole_page(tellers.competition, round_, tell, is_known=bool(reasons)),
    }


def why_round(tellers: Tellers, round_: Round) -> dict[str, Any]:
    """Every board of a round with its explanation, and the bye with its own."""
    competition = tellers.competition
    games = boards_of(round_)
    reasons = reasons_of_round(competition, games)
    tell = tellers.of(round_)
    bye = bye_row(round_)
    answers = [whole_answer(tell, that_matter(of_board)) for of_board in reasons]
    return {
        "boards": list(zip(games, answers, strict=True)),
        "free": bye and bye.entry,
        "answer": bye and whole_answer(tell, that_matter(reasons_of_bye(competition, bye))),
        **_whole_page(competition, round_, tell, is_known=any(reasons)),
    }


def _whole_page(
    competition: Competition, round_: Round, tell: Teller, *, is_known: bool
) -> dict[str, Any]:
    """What all pages say: which game, by which system, whether why is known, whom to ask."""
    leaders = Membership.objects.filter(club=competition.club_id, role=Role.LEADER)
    return {
        "section": "tonight" if round_.evening.is_open else "calendar",
        "evening": round_.evening,
        "round": round_,
        "system": tell.system,
        "is_known": is_known,
        "is_imported": round_.paired_by == Round.PairedBy.ELSEWHERE,
        "is_by_hand": round_.paired_by == Round.PairedBy.HAND,
        "leaders": [str(one.user) for one in leaders.select_related("user").order_by("pk")],
    }


def _against(competition: Competition, game: Game, tell: Teller) -> Answer | None:
    """What the rules say against a board that the leader made; None for any other."""
    if not game.fixed:
        return None
    problems = against_game(competition, game)
    articles = dict.fromkeys(problem.article for problem in problems if problem.article)
    return Answer(
        [tell.problem(problem) for problem in problems],
        [Article.of(tell, article) for article in articles],
    )


def _colours(game: Game, tell: Teller) -> list[RoundBefore]:
    """The colours of both so far, where they run from round to round and not per tempo."""
    return [] if get_system(tell.system).abilities.uses_tempos else colours_so_far(game)


def _facts(reasons: Iterable[Reason], code: str) -> Mapping[str, Any]:
    """The facts of the first reason with this code."""
    return next((reason.facts for reason in reasons if reason.code == code), {})
