"""Why this game, with these colours? Why is this player free? Why this whole round?"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubcomp.flow.reasons import against_game, reasons_of_bye, reasons_of_game, reasons_of_round
from clubcomp.models import Game, Membership, Role, Round
from clubcomp.views.access import Action, club_page
from clubcomp.views.colours_so_far import RoundBefore, colours_so_far
from clubcomp.views.explanations import (
    Answer,
    Article,
    Tellers,
    answer_of,
    answers_of,
    others_of,
    that_matter,
    whole_answer,
)
from clubcomp.views.live import not_modified_by_version
from clubcomp.views.progress import bye_row
from clubcomp.views.rounds import round_or_404
from clubcomp.views.visitor import visitor_of
from pairing.core.types import Reason
from pairing.registry import get_system
from pairing.sentences import Teller


@club_page(Action.SEE)
@not_modified_by_version
def this_pairing(request: HttpRequest, *, number: int, board: int) -> HttpResponse:
    """Why these two, why now, why these colours, and why nobody else."""
    round_ = round_or_404(request, number)
    games = Game.objects.select_related("white__player", "black__player")
    game = get_object_or_404(games, round=round_, board=board)
    game.round = round_
    reasons = that_matter(reasons_of_game(request.competition, game))
    tellers = Tellers(request.competition, to_leader=request.may_lead)
    tell = tellers.of(round_)
    others = others_of(tellers, tell, reasons)
    visitor = visitor_of(request)
    places = _facts(reasons, "places")
    context = {
        "game": game,
        "answers": answers_of(tell, reasons),
        "against": _against(request, game, tell),
        "before": _colours(game, tell),
        "others": others,
        "nobody_nearer": not any(one.candidates for one in others),
        "white_place": places.get("white_place"),
        "black_place": places.get("black_place"),
        "opponent": {game.white: game.black, game.black: game.white}.get(visitor.entry),
        "is_white": visitor.entry == game.white,
        "visitor": visitor,
        **_shared(request, round_, tell, is_known=bool(reasons)),
    }
    return visitor.remember(request, render(request, "why/pairing.html", context))


@club_page(Action.SEE)
@not_modified_by_version
def this_bye(request: HttpRequest, *, number: int) -> HttpResponse:
    """Why this player has no opponent in a game."""
    round_ = round_or_404(request, number)
    row = bye_row(round_)
    if row is None:
        raise Http404
    row.round = round_
    reasons = that_matter(reasons_of_bye(request.competition, row))
    tellers = Tellers(request.competition, to_leader=request.may_lead)
    tell = tellers.of(round_)
    others = others_of(tellers, tell, reasons)
    context = {
        "free": row.entry,
        "answer": answer_of(tell, reasons),
        "others": [one for one in others if one.candidates],
        **_shared(request, round_, tell, is_known=bool(reasons)),
    }
    return render(request, "why/bye.html", context)


@club_page(Action.SEE)
@not_modified_by_version
def this_round(request: HttpRequest, *, number: int) -> HttpResponse:
    """Every board of a round with its explanation, to show or to print."""
    round_ = round_or_404(request, number)
    games = list(round_.games.select_related("white__player", "black__player").order_by("board"))
    for game in games:
        game.round = round_
    reasons = reasons_of_round(request.competition, games)
    tell = Tellers(request.competition, to_leader=request.may_lead).of(round_)
    free = bye_row(round_)
    answer = None
    if free:
        free.round = round_
        answer = whole_answer(tell, that_matter(reasons_of_bye(request.competition, free)))
    context = {
        "boards": [
            (game, whole_answer(tell, that_matter(found)))
            for game, found in zip(games, reasons, strict=True)
        ],
        "free": free and free.entry,
        "answer": answer,
        **_shared(request, round_, tell, is_known=any(reasons)),
    }
    return render(request, "why/round.html", context)


def _shared(request: HttpRequest, round_: Round, tell: Teller, *, is_known: bool) -> dict[str, Any]:
    """What all pages say: which game, by which system, whether why is known, whom to ask."""
    leaders = Membership.objects.filter(club=request.club, role=Role.LEADER)
    return {
        "section": "tonight" if request.evening.is_open else "calendar",
        "evening": request.evening,
        "round": round_,
        "system": tell.system,
        "is_known": is_known,
        "is_imported": round_.paired_by == Round.PairedBy.ELSEWHERE,
        "is_by_hand": round_.paired_by == Round.PairedBy.HAND,
        "leaders": [str(one.user) for one in leaders.select_related("user").order_by("pk")],
    }


def _against(request: HttpRequest, game: Game, tell: Teller) -> Answer | None:
    """What the rules say against a board that the leader made; None for any other."""
    if not game.fixed:
        return None
    found = against_game(request.competition, game)
    articles = dict.fromkeys(one.article for one in found if one.article)
    return Answer([tell.problem(one) for one in found], [Article.of(tell, one) for one in articles])


def _colours(game: Game, tell: Teller) -> list[RoundBefore]:
    """The colours of both so far, where they run from round to round and not per tempo."""
    return [] if get_system(tell.system).abilities.uses_tempos else colours_so_far(game)


def _facts(reasons: Iterable[Reason], code: str) -> Mapping[str, Any]:
    """The facts of the first reason with this code."""
    return next((reason.facts for reason in reasons if reason.code == code), {})
