"""Step 3 of the evening: the results."""

from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRefresh

from clubcomp.doors.requests import EveningRequest, SignedInEveningRequest
from clubcomp.flow import results as flow
from clubcomp.flow.checks import first_unordered
from clubcomp.flow.errors import LookAgain, ResultConflict, StepError
from clubcomp.flow.pairings import counting
from clubcomp.flow.pairings.left_out import LeftOut
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.rows_now import must_be_seated_so
from clubcomp.forms.results import CorrectionForm, MoreForm, NextForm, RecordForm
from clubcomp.models import Game, Round, User
from clubcomp.pages.boards import Board, board_of
from clubcomp.pages.corrections import consequences_of
from clubcomp.pages.pairings import expected_without
from clubcomp.pages.progress import RESULTS, Progress
from clubcomp.pages.results import (
    boards_on_screen,
    boards_to_enter,
    sheet_page,
    version_of,
    who_plays,
)
from clubcomp.views.access import Action, View, club_page
from clubcomp.views.leading import (
    address,
    flash,
    lead_page,
    pressed_on,
    redirect_to,
    refused_to,
    see_other,
)
from clubcomp.views.pairings import get_round, say_published
from pairing.core.results import Result

PUT_OFF = {
    Game.PutOff.ADJOURNED: _("Board %(board)s is adjourned."),
    Game.PutOff.POSTPONED: _("Board %(board)s is postponed."),
}


def takes_stored_results(view: View) -> View:
    """A view that also takes results that a device stored without a connection (`kept`).

    A refusal is answered with its sentence (422). `by` is the account that was signed in when
    the result was entered: nothing is entered in somebody else's name (409).
    """

    @wraps(view)
    def sent(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if "kept" not in request.POST:
            return view(request, **kwargs)
        if request.POST.get("by") != str(request.user.pk):
            return HttpResponse(status=409)
        try:
            return view(request, **kwargs)
        except StepError as refusal:
            return HttpResponse(str(refusal), status=422, content_type="text/plain; charset=utf-8")

    return sent


@club_page(Action.ENTER_RESULTS)
def sheet(request: SignedInEveningRequest) -> HttpResponse:
    """The boards of the game that is being played, or of the last one."""
    progress = Progress(request.evening)
    if progress.last:
        return results_page(request, progress, progress.last)
    return lead_page(request, "results/none.html", step=RESULTS, progress=progress)


@club_page(Action.ENTER_RESULTS)
def sheet_of(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """The boards of one game of the evening.

    A page that polls sends the `version` that it shows. If nothing changed the answer is empty, and
    otherwise it has the rows that changed.
    """
    version = request.GET.get("version")
    if version is not None and version == version_of(request.competition):
        return HttpResponse(status=204)
    progress = Progress(request.evening)
    round_ = progress.on_record(number) or get_round(request, number)
    if version is None:
        return results_page(request, progress, round_)
    on_screen = request.GET.getlist("shown")
    boards = boards_to_enter(round_, progress)
    if len(on_screen) != len(boards):
        # A board was added or taken back, so rows cannot be replaced one by one.
        return HttpResponseClientRefresh()
    boards, changed = boards_on_screen(boards, on_screen)
    template = "results/_changed.html"
    return results_page(request, progress, round_, template, boards=boards, changed=changed)


@pressed_on("results", Action.ENTER_RESULTS)
@takes_stored_results
def record(request: SignedInEveningRequest, *, number: int, board: int) -> HttpResponse:
    """Enter a result in one tap; tapping it again clears it, for the person who entered it."""
    game = pressed_game(request, number, board)
    form = RecordForm(request.POST)
    if not form.is_valid():
        return see_other(request, "results-of", number)
    result, conflicting = form.cleaned_data.pop("result"), ""
    before = form.cleaned_data["seen"]
    try:
        if result.value != form.cleaned_data["seen"]:
            game = flow.record_result(game, result=result, by=request.user, **form.cleaned_data)
        elif may_clear(request.user, get_game(request, number, board)):
            game = flow.clear_result(game, by=request.user, **form.cleaned_data)
        else:
            words = _("Somebody else entered this result. Save, and it is empty again.")
            flash(request, str(words))
            more_of = address(request, "result-more", number, board)
            return redirect_to(request, f"{more_of}?act={MoreForm.CLEAR}")
    except ResultConflict as conflict:
        game, conflicting = conflict.game, str(conflict.wanted)
    except StepError:
        get_game(request, number, board)  # if another game is there now, say that instead
        raise
    return recorded_page(request, game, conflicting, before=before)


def may_clear(user: User, game: Game) -> bool:
    """Whether a second tap by `user` clears a board: they entered its result, or it has none."""
    return game.entered_by_id == user.pk or not game.is_decided


def recorded_page(
    request: EveningRequest, game: Game, conflicting: str, *, before: str
) -> HttpResponse:
    """The row after a tap, with a question if another device had entered something else.

    `before` is the result that stood there: the press that takes the tap back enters it again.
    """
    round_, number = game.round, game.board
    if not (request.htmx or conflicting):
        return see_other(request, "results-of", round_.number, part=f"board-{number}")
    request.evening.pairings = round_.evening.pairings
    progress = Progress(request.evening)
    boards = boards_to_enter(round_, progress, asked={number: conflicting})
    if not request.htmx:
        return results_page(request, progress, round_, boards=boards)
    tapped = next(row for row in boards if row.number == number)
    context = sheet_page(round_, progress, boards) | {"board": tapped, "changed": [tapped]}
    is_first = before == Result.UNFINISHED.value
    context["undo"] = game.result if is_first else before
    template = "results/_recorded.html"
    return lead_page(request, template, step=RESULTS, progress=progress, **context)


def results_page(
    request: EveningRequest,
    progress: Progress,
    round_: Round,
    template: str = "results/sheet.html",
    *,
    boards: list[Board] | None = None,
    **context: Any,
) -> HttpResponse:
    """The results of a round: the whole page, or the rows that changed."""
    context |= sheet_page(round_, progress, boards or boards_to_enter(round_, progress))
    context |= who_plays(round_, progress)
    context["now"] = timezone.now()
    return lead_page(request, template, step=RESULTS, progress=progress, **context)


@pressed_on("results", Action.ENTER_RESULTS)
def let_count(request: SignedInEveningRequest, *, number: int, board: int) -> HttpResponse:
    """Let a game of a cup count in the other competition, once nothing there prevents it."""
    counting.let_count(get_game(request, number, board), by=request.user)
    return see_other(request, "results-of", number, part=f"board-{board}")


@club_page(Action.ENTER_RESULTS)
def more(request: SignedInEveningRequest, *, number: int, board: int) -> HttpResponse:
    """The rarer results: a forfeit, an adjourned game, clearing somebody else's result."""
    game = get_game(request, number, board)
    form = MoreForm(request.POST or None, game=game, act=request.GET.get("act"))
    if request.method == "POST" and form.is_valid():
        act, seen = form.cleaned_data["act"], form.cleaned_data["seen"]
        if act == MoreForm.CLEAR:
            flow.clear_result(game, seen=seen, by=request.user)
        elif act in Game.PutOff.values:
            on = form.cleaned_data["played_on"]
            flow.put_off(game, kind=act, played_on=on, seen=seen, by=request.user)
            flash(request, PUT_OFF[act] % {"board": board})
        elif act == MoreForm.DATE:
            flow.date_game(game, played_on=form.cleaned_data["played_on"], by=request.user)
        else:
            flow.record_result(game, result=form.result, seen=seen, by=request.user)
        return see_other(request, "results-of", number, part=f"board-{board}")
    context: dict[str, Any] = {"game": game, "form": form}
    context["board"] = board_of(game, request.competition.game)
    is_helper = request.deputy is not None and request.deputy.is_helper
    is_playing = request.evening.is_open and not (game.is_decided or game.put_off)
    context["may_drop_out"] = is_playing and not is_helper
    return lead_page(request, "results/more.html", step=RESULTS, **context)


@club_page(Action.LEAD_EVENING)
def correct(request: SignedInEveningRequest, *, number: int, board: int) -> HttpResponse:
    """Correct a result; first show what that changes."""
    game = get_game(request, number, board)
    chosen = request.POST or (request.GET if "result" in request.GET else None)
    form = CorrectionForm(chosen, game=game)
    refused_to(request, "correct-result", number, board)
    is_chosen = form.is_bound and form.is_valid()
    if request.method == "POST" and is_chosen and form.has_reason:
        flow.correct_result(game, by=request.user, **form.correction)
        flash(request, form.what_is_corrected % {"board": board})
        return see_other(request, "results-of", number, part=f"board-{board}")
    seated = board_of(game, request.competition.game)
    context: dict[str, Any] = {"game": game, "board": seated, "form": form}
    if is_chosen:
        everybody = "everybody" in request.GET
        context |= consequences_of(game, **form.becomes, everybody=everybody)
    return lead_page(request, "results/correct.html", step=RESULTS, **context)


@pressed_on("results", Action.LEAD_EVENING)
def next_game(request: SignedInEveningRequest) -> None:
    """Pair and publish the next game in one press; `after` is the number of the game before it."""
    form = NextForm(request.POST)
    if form.is_valid():
        try:
            round_ = publish_next(request.evening, by=request.user, **form.cleaned_data)
        except LeftOut:
            refused_to(request, "attendance")
            raise
        except LookAgain:  # it cannot be paired: there are ways out
            refused_to(request, "pairing")
            raise
        say_published(request, round_, without=expected_without(round_))


def pressed_game(request: EveningRequest, number: int, board: int) -> Game:
    """The game that a form names; the step checks whether it is still on that board."""
    try:
        game, white, black = map(int, request.POST.get("game", "").split("-"))
    except ValueError:
        return get_game(request, number, board)
    refused_to(request, "results-of", number)
    round_ = Round(evening=request.evening, number=number)
    return Game(pk=game, round=round_, board=board, white_id=white, black_id=black)


def get_game(request: EveningRequest, number: int, board: int) -> Game:
    """A board of a round on record; 404 without one.

    StepError if a form names another game than the one that is on the board now.
    """
    refused_to(request, "results")
    games = Game.objects.with_round().filter(round__evening=request.evening, board=board)
    if request.method == "GET":  # steps read the players themselves
        games = games.select_related("white__player", "black__player", "entered_by")
    game = first_unordered(games.filter(round__number=number))
    if game is None:
        get_round(request, number)
        raise Http404
    game.round.evening = request.evening
    refused_to(request, "results-of", number)
    if request.method == "POST":
        must_be_seated_so(game, request.POST.get("game", ""))
    return game
