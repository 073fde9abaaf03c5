"""Boards added to a published pairing, and games played ahead: previewed, added, taken back."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInEveningRequest
from clubcomp.flow.pairings import adding
from clubcomp.flow.pairings import ahead as flow
from clubcomp.forms.evenings import ReasonForm
from clubcomp.forms.pairings import AheadForm, BoardForm
from clubcomp.models import Entry, GameAhead, Round
from clubcomp.pages.added_boards import ahead_to_add, board_to_add
from clubcomp.pages.progress import PAIRING
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import address, flash, lead_page, refused_to, see_other
from clubcomp.views.pairings import get_round
from clubcomp.views.results import get_game
from pairing.core.types import Result


@club_page(Action.LEAD_EVENING)
def add(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """Choose two players, look at the board that they would get, give a reason: it is added."""
    round_ = get_round(request, number)
    refused_to(request, "add-board", number)
    form = BoardForm(_chosen(request), round_=round_)
    page: dict[str, Any] = {"round": round_, "form": form}
    page |= {"is_over": form.is_over, "here": form.here}
    if form.is_valid():
        preview = adding.preview_board(round_, form.players, white=form.chosen_white)
        result = form.result(preview.white)
        if request.method == "POST":
            return _added(request, round_, form, preview.white, result)
        everybody = "everybody" in request.GET
        page |= board_to_add(round_, preview, result, everybody=everybody)
    return lead_page(request, "pairings/add_board.html", step=PAIRING, **page)


def _chosen(request: SignedInEveningRequest) -> QueryDict | None:
    """What was chosen for a board, to preview or to add it; None before anything was chosen."""
    return request.POST or (request.GET if "one" in request.GET else None)


def _added(
    request: SignedInEveningRequest, round_: Round, form: BoardForm, white: Entry, result: Result
) -> HttpResponse:
    """Add the board that was previewed, and offer to undo it."""
    request.refused_to = request.get_full_path()
    facts = form.cleaned("played_on", "reason") | {"white": white, "result": result}
    game = adding.add_board(round_, form.players, by=request.user, **facts)
    seated = {"board": game.board, "white": game.white, "black": game.black}
    words = _("Board %(board)s is added: %(white)s – %(black)s.") % seated
    flash(request, words, undo=address(request, "take-board-back", round_.number, game.board))
    return see_other(request, "results-of", round_.number, part=f"board-{game.board}")


@club_page(Action.LEAD_EVENING)
def take_back(request: SignedInEveningRequest, *, number: int, board: int) -> HttpResponse:
    """Take back a board that was added; first show what is lost by that."""
    game = get_game(request, number, board)
    refused_to(request, "take-board-back", number, board)
    needs_reason = game.is_decided or adding.is_over(game.round)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    form.fields["reason"].required = needs_reason
    if request.method == "POST" and form.is_valid():
        adding.take_board_back(game, reason=form.cleaned_data["reason"], by=request.user)
        flash(request, _("Board %(board)s is taken back.") % {"board": board})
        return see_other(request, "results-of", number)
    page: dict[str, Any] = {"game": game, "form": form, "needs_reason": needs_reason}
    return lead_page(request, "pairings/take_board_back.html", step=PAIRING, **page)


@club_page(Action.LEAD_EVENING)
def ahead(request: SignedInEveningRequest) -> HttpResponse:
    """Games of an evening that are played before it: enter one, or take one back."""
    refused_to(request, "games-ahead")
    evening = request.evening
    waiting = list(flow.games_ahead(evening))
    if "take" in request.POST:
        return _taken_back(request, waiting)
    form = AheadForm(_chosen(request), evening=evening)
    page: dict[str, Any] = {"form": form, "waiting": waiting, "numbers": form.numbers}
    if form.is_valid():
        which = form.cleaned("number") | {"white": form.chosen_white}
        preview = flow.preview_ahead(evening, form.players, **which)
        result = form.result(preview.white)
        if request.method == "POST":
            return _played_ahead(request, form, preview, result)
        page |= ahead_to_add(evening, preview, result)
    return lead_page(request, "pairings/ahead.html", step=PAIRING, **page)


def _taken_back(request: SignedInEveningRequest, waiting: list[GameAhead]) -> HttpResponse:
    """Take back the game ahead that the button belongs to, if it still waits."""
    game = next((game for game in waiting if str(game.pk) == request.POST["take"]), None)
    if game is not None:
        game.evening = request.evening
        flow.take_ahead_back(game, by=request.user)
        flash(request, _("The game played ahead is taken back."))
    return see_other(request, "games-ahead")


def _played_ahead(
    request: SignedInEveningRequest, form: AheadForm, preview: flow.AheadPreview, result: Result
) -> HttpResponse:
    """Enter the game ahead that was previewed."""
    request.refused_to = request.get_full_path()
    facts = form.cleaned("number", "played_on", "reason")
    facts |= {"white": preview.white, "result": result}
    flow.play_ahead(request.evening, form.players, by=request.user, **facts)
    words = _("Entered: %(white)s – %(black)s. It counts from when %(game)s is published.") % {
        "game": request.evening.round_name(facts["number"]),
        "white": preview.white,
        "black": preview.black,
    }
    flash(request, words)
    return see_other(request, "games-ahead")
