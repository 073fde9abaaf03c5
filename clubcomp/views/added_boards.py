"""One more board in a published pairing, and a game ahead: looked at, made, and taken back."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from clubcomp.flow import pairings as flow
from clubcomp.flow.corrections import preview_added_board
from clubcomp.flow.rounds import round_name
from clubcomp.forms.evenings import ReasonForm
from clubcomp.forms.pairings import AheadForm, BoardForm
from clubcomp.models import Round
from clubcomp.views.access import Action, club_page
from clubcomp.views.corrections import shown_preview
from clubcomp.views.explanations import Tellers
from clubcomp.views.leading import address, lead_page, refused_to, say, see_other
from clubcomp.views.pair_rows import Objection
from clubcomp.views.pairings import get_round
from clubcomp.views.progress import PAIRING
from clubcomp.views.results import get_game
from pairing.core.types import Result
from pairing.registry import get_system


@club_page(Action.LEAD_EVENING)
def add(request: HttpRequest, *, number: int) -> HttpResponse:
    """Choose two, see what the board would be, say why: then it is there."""
    round_ = get_round(request, number)
    refused_to(request, "add-board", number)
    is_over = flow.is_over(round_)
    chosen = request.POST or (request.GET if "one" in request.GET else None)
    here = flow.without_game(round_)
    seated = round_.games.values_list("white", "black")
    form = BoardForm(
        chosen,
        evening=request.evening,
        taken={pk for pair in seated for pk in pair},
        is_over=is_over,
        here=here.players,
    )
    context: dict[str, Any] = {"round": round_, "form": form, "is_over": is_over}
    if form.is_bound and form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        looked_at = flow.preview_board(round_, one=one, other=other, white=form.chosen_white)
        result = form.result(looked_at.white)
        if request.method == "POST":
            return _added(request, round_, form, looked_at, result)
        context |= _looked_at(request, round_, looked_at, result)
    else:
        context["here"] = here.players
    return lead_page(request, "pairings/add_board.html", step=PAIRING, **context)


def _added(
    request: HttpRequest,
    round_: Round,
    form: BoardForm,
    looked_at: flow.BoardPreview,
    result: Result,
) -> HttpResponse:
    """Make the board that was looked at, and say how to undo it."""
    request.step_page = request.get_full_path()
    game = flow.add_board(
        round_,
        one=looked_at.white,
        other=looked_at.black,
        white=looked_at.white,
        result=result,
        played_on=form.cleaned_data["played_on"],
        reason=form.cleaned_data["reason"],
        by=request.user,
    )
    words = _("Board %(board)s is added: %(white)s – %(black)s.") % {
        "board": game.board,
        "white": game.white,
        "black": game.black,
    }
    undo = address(request, "take-board-back", round_.number, game.board)
    say(request, format_html('{} <a href="{}">{}</a>', words, undo, _("Undo")))
    return see_other(request, "results-of", round_.number, part=f"board-{game.board}")


def _looked_at(
    request: HttpRequest, round_: Round, looked_at: flow.BoardPreview, result: Result
) -> dict[str, Any]:
    """What the page says of a board before it is made."""
    tell = Tellers(request.competition, to_leader=True).of(round_)
    found = [Objection(tell.problem(one), one.article) for one in looked_at.problems]
    for game in looked_at.meet_again:
        game.round.evening.competition = request.competition
    context: dict[str, Any] = {
        "looked_at": looked_at,
        "objections": found,
        "may_be": not any(one.severity == "error" for one in looked_at.problems),
        "result": result,
        "stands_article": get_system(request.competition.system).abilities.pairing_stands,
    }
    if result.is_finished or looked_at.gives_up:
        preview = preview_added_board(
            round_, white=looked_at.white, black=looked_at.black, result=result
        )
        everybody = "everybody" in request.GET
        context |= shown_preview(request.competition, preview, everybody=everybody)
    return context


@club_page(Action.LEAD_EVENING)
def take_back(request: HttpRequest, *, number: int, board: int) -> HttpResponse:
    """A board that was added goes again; first what is lost by it."""
    game = get_game(request, number, board)
    refused_to(request, "take-board-back", number, board)
    needs_reason = game.is_decided or flow.is_over(game.round)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    form.fields["reason"].required = needs_reason
    if request.method == "POST" and form.is_valid():
        flow.take_board_back(game, reason=form.cleaned_data["reason"], by=request.user)
        say(request, _("Board %(board)s is taken back.") % {"board": board})
        return see_other(request, "results-of", number)
    context = {"game": game, "form": form, "needs_reason": needs_reason}
    return lead_page(request, "pairings/take_board_back.html", step=PAIRING, **context)


@club_page(Action.LEAD_EVENING)
def ahead(request: HttpRequest) -> HttpResponse:
    """The games of an evening that were played before it: enter one, or take one back."""
    refused_to(request, "games-ahead")
    evening = request.evening
    waiting = list(flow.games_ahead(evening))
    if "take" in request.POST:
        game = next((one for one in waiting if str(one.pk) == request.POST["take"]), None)
        if game is not None:
            game.evening = evening
            flow.take_ahead_back(game, by=request.user)
            say(request, _("The game played ahead is taken back."))
        return see_other(request, "games-ahead")
    on_record = evening.rounds.on_record().count()
    numbers = [] if evening.is_closed else range(on_record + 1, evening.games + 1)
    chosen = request.POST or (request.GET if "one" in request.GET else None)
    today = {"played_on": timezone.localdate()}
    form = AheadForm(chosen, evening=evening, numbers=numbers, initial=today)
    context: dict[str, Any] = {"form": form, "waiting": waiting, "numbers": numbers}
    if form.is_bound and form.is_valid():
        said = {name: form.cleaned_data[name] for name in ("number", "one", "other")}
        looked_at = flow.preview_ahead(evening, white=form.chosen_white, **said)
        result = form.result(looked_at.white)
        if request.method == "POST":
            return _played_ahead(request, form, looked_at, result)
        tell = Tellers(request.competition, to_leader=True).of()
        context |= {
            "looked_at": looked_at,
            "objections": [Objection(tell.problem(one), one.article) for one in looked_at.problems],
            "may_be": not any(one.severity == "error" for one in looked_at.problems),
            "result": result,
        }
    return lead_page(request, "pairings/ahead.html", step=PAIRING, **context)


def _played_ahead(
    request: HttpRequest, form: AheadForm, looked_at: flow.AheadPreview, result: Result
) -> HttpResponse:
    """Enter the game ahead that was looked at."""
    request.step_page = request.get_full_path()
    names = ("number", "one", "other", "played_on", "reason")
    said = {name: form.cleaned_data[name] for name in names}
    flow.play_ahead(request.evening, white=looked_at.white, result=result, by=request.user, **said)
    words = _("Entered: %(white)s – %(black)s. It counts from when %(game)s is published.") % {
        "game": round_name(request.evening, form.cleaned_data["number"]),
        "white": looked_at.white,
        "black": looked_at.black,
    }
    say(request, words)
    return see_other(request, "games-ahead")
