"""Step 2 of the evening: who plays whom?"""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubcomp.flow import pairings as flow
from clubcomp.flow.competitions import forbid_pair
from clubcomp.flow.errors import NeedsConfirmation, StepError
from clubcomp.flow.rounds import round_name
from clubcomp.forms.pairings import ByeForm, NumberForm, PairForm, PublishForm, SwapForm
from clubcomp.models import Competition, Entry, Game, GameAhead, Round
from clubcomp.templatetags.club import clock
from clubcomp.views.access import Action, club_page
from clubcomp.views.explanations import Tellers
from clubcomp.views.leading import address, lead_page, pressed_on, refused_to, say, see_other
from clubcomp.views.not_paired import by_reason
from clubcomp.views.pair_rows import (
    PairRow,
    in_groups,
    proposed_rows,
    published_rows,
    rows_with_change,
)
from clubcomp.views.progress import PAIRING, Progress, boards_of, bye_row, not_here, offered_board
from pairing.registry import get_system
from pairing.sentences import Teller


@club_page(Action.LEAD_EVENING)
def proposal(request: HttpRequest) -> HttpResponse:
    """The proposal, else the pairing that was published, else how to make one: a POST."""
    refused_to(request, "pairing")
    if request.method == "POST":
        form = NumberForm(request.POST)
        if not form.is_valid():
            raise StepError(_("This page is too old: it does not say which game. Load it again."))
        flow.propose_round(request.evening, by=request.user, **form.cleaned_data)
        return see_other(request, "pairing")
    progress = Progress.of(request.evening)
    if progress.proposed:
        return proposal_page(request, progress, progress.proposed)
    if progress.last:
        return published_page(request, progress, progress.last)
    return lead_page(request, "pairings/none.html", step=PAIRING, progress=progress)


def proposal_page(
    request: HttpRequest,
    progress: Progress,
    round_: Round,
    one: Entry | None = None,
    other: Entry | None = None,
    act: str = "",
    board: int | None = None,
) -> HttpResponse:
    """A proposal; with a `board` one of it opened, with `one` a place in it to be taken.

    With `other` or an `act` what changes.
    """
    teller = Tellers(request.competition, to_leader=True).of(round_)
    shown = flow.proposal_boards(round_)
    rows = in_groups(proposed_rows(shown, teller), flow.points_of(round_))
    chosen, one = opened(rows, one, board)
    context = {"round": round_, "shown": shown, "mark": flow.proposal_mark(round_)}
    context |= {"rows": rows, "one": one, "other": other, "act": act, "chosen": chosen}
    context |= counted_as_draws(request.competition)
    context["not_paired"] = [] if shown.cannot else by_reason(flow.who_is_not_paired(round_))
    context["meet_ahead"] = meet_ahead(round_, rows)
    if chosen and (other or act == SwapForm.FREE):
        swapped = [] if act else [one, other]
        context |= previewed(rows, preview_of(round_, one, other, act), swapped, teller)
    return lead_page(request, "pairings/proposal.html", step=PAIRING, progress=progress, **context)


def meet_ahead(round_: Round, rows: list[PairRow]) -> list[GameAhead]:
    """The games that two who are paired have played ahead for a round of another evening."""
    pairs = {frozenset(player.key for player in row.players) for row in rows}
    waiting = flow.waiting_ahead(round_.evening.competition).exclude(evening=round_.evening)
    waiting = waiting.select_related("evening__tempo", "white__player", "black__player")
    found = [game for game in waiting if game.players in pairs]
    for game in found:
        game.evening.competition = round_.evening.competition
    return found


def opened(
    rows: list[PairRow], one: Entry | None, board: int | None
) -> tuple[PairRow | None, Entry | None]:
    """The row that is opened, and whose place in it is taken: who is alone there is asked not."""
    if one is None and board is not None:
        chosen = next((row for row in rows if (row.number or 0) == board), None)
        is_alone = chosen is not None and chosen.black is None
        return chosen, chosen.white if chosen and is_alone else None
    return next((row for row in rows if row.seats(one)), None), one


def preview_of(round_: Round, one: Entry, other: Entry | None, act: str) -> flow.SwapPreview:
    """What a change of a proposal that is looked at would do."""
    if act == SwapForm.FREE or other is None:
        return flow.preview_bye(round_, player=one)
    preview = flow.preview_pair if act == SwapForm.MEET else flow.preview_swap
    return preview(round_, one=one, other=other)


def counted_as_draws(competition: Competition) -> dict[str, Any]:
    """The games that are not finished, where the system counts them as draws, and its article."""
    article = get_system(competition.system).abilities.open_is_draw
    games = list(Game.objects.open_in(competition)) if article else []
    for game in games:
        game.round.evening.competition = competition
    return {"open_games": games, "open_article": article}


def previewed(
    rows: list[PairRow], preview: flow.SwapPreview, swapped: list[Entry], teller: Teller
) -> dict[str, Any]:
    """The rows as a change makes them, and what goes and comes by it."""
    rows = rows_with_change(rows, preview, swapped, teller)
    after = [row for row in rows if row.mark in ("swap", "new")]
    before = proposed_rows(preview.before, teller)
    return {"rows": rows, "preview": {"before": before, "after": after}}


def published_page(
    request: HttpRequest,
    progress: Progress,
    round_: Round,
    one: Entry | None = None,
    other: Entry | None = None,
    board: int | None = None,
) -> HttpResponse:
    """A pairing on record, and a swap in it while it is the last one."""
    games, free = boards_of(round_), bye_row(round_)
    teller = Tellers(request.competition, to_leader=True).of(round_)
    rows = in_groups(published_rows(games, free, teller), flow.points_of(round_))
    chosen, one = opened(rows, one, board)
    may_swap = request.evening.is_open and any(not row.has_result for row in rows if row.number)
    mark = flow.pairing_mark(round_.number, flow.of_record(games, free))
    context = {"round": round_, "rows": rows, "may_swap": may_swap, "mark": mark}
    context |= {
        "offered": offered_board(progress),
        "not_here": not_here(round_),
        "added": list(filter(flow.may_be_taken_back, games)),
    }
    context |= {"one": one, "other": other, "chosen": chosen}
    context["stands_article"] = get_system(request.competition.system).abilities.pairing_stands
    if chosen and other:
        preview = flow.preview_swap_published(round_, one=one, other=other)
        context |= previewed(rows, preview, [one, other], teller)
    return lead_page(request, "pairings/published.html", step=PAIRING, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def swap(request: HttpRequest) -> HttpResponse:
    """Two players change places: choose the one, then the other, see what breaks, say why."""
    refused_to(request, "pairing")
    progress = Progress.of(request.evening)
    form = SwapForm(request.POST or request.GET, competition=request.competition)
    one, other, reason = form.chosen
    if not progress.proposed or (one is None and form.opened is None):
        return see_other(request, "pairing")
    if request.method == "POST" and one and other:
        request.step_page = request.get_full_path()
        swapped = {"one": one, "other": other, "reason": reason, "seen": form.mark}
        flow.swap_players(progress.proposed, by=request.user, **swapped)
        say(request, _("The swap is fixed, the rest is paired around it."))
        return see_other(request, "pairing")
    looks_at = (one, other, form.looks_at, form.opened)
    return proposal_page(request, progress, progress.proposed, *looks_at)


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def fix(request: HttpRequest) -> HttpResponse:
    """Two players meet, because the leader says so; without a reason the look is there again."""
    round_, form = changed_by_pair(request)
    white, black, reason = form.chosen
    if round_ and white and black:
        if not reason:
            look = {"one": white.key, "other": black.key, "act": SwapForm.MEET}
            request.step_page = f"{address(request, 'swap')}?{urlencode(look)}"
        pair = {"white": white, "black": black, "reason": reason}
        fixed = flow.fix_board(round_, **pair, seen=form.mark, by=request.user)
        if "cannot" in fixed.proposal:
            say(request, _("The board is fixed. The rest is still too hard."))
        else:
            say(request, _("The board is fixed, the rest is paired around it."))
    return see_other(request, "pairing")


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def release(request: HttpRequest) -> HttpResponse:
    """A board that was fixed is left to the system again."""
    round_, form = changed_by_pair(request)
    white, black, _reason = form.chosen
    if round_ and white and black:
        flow.release_board(round_, white=white, black=black, seen=form.mark, by=request.user)
        say(request, _("The board is released, everything is paired anew."))
    return see_other(request, "pairing")


@club_page(Action.LEAD)
@pressed_on("pairing")
def forbid(request: HttpRequest) -> HttpResponse:
    """Two players are never paired, tonight and later."""
    _round, form = changed_by_pair(request)
    one, other, reason = form.chosen
    if one and other:
        forbid_pair(request.competition, one, other, reason=reason, by=request.user)
        said = _("%(one)s and %(other)s are not paired any more.") % {"one": one, "other": other}
        say(request, said)
    return see_other(request, "pairing")


def changed_by_pair(request: HttpRequest) -> tuple[Round | None, PairForm]:
    """The proposal of the evening and the pair that was sent with the button."""
    round_ = proposed_round(request)
    return round_, PairForm(request.POST, competition=request.competition)


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def name_bye(request: HttpRequest) -> HttpResponse:
    """The leader says who is free; without a player the system decides again."""
    round_ = proposed_round(request)
    form = ByeForm(request.POST, competition=request.competition)
    if round_ and form.is_valid():
        flow.name_bye(round_, by=request.user, **form.cleaned_data)
        say(request, _("The bye is changed, the rest is paired around it."))
    return see_other(request, "pairing")


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def discard(request: HttpRequest) -> HttpResponse:
    """Throw the proposal away, with what was fixed in it."""
    round_ = proposed_round(request)
    if round_:
        flow.discard_proposal(round_, seen=request.POST.get("seen", ""), by=request.user)
        said = _("The proposal for %(game)s is thrown away.") % {
            "game": round_name(request.evening, round_.number)
        }
        say(request, said)
    return see_other(request, "pairing")


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def publish(request: HttpRequest) -> HttpResponse:
    """Make the proposal that was `seen` the pairing; a second press says it was done."""
    form = PublishForm(request.POST)
    if not form.is_valid():
        raise Http404
    rounds = Round.objects.filter(evening=request.evening)
    round_ = get_object_or_404(rounds, number=form.cleaned_data["number"])
    round_.evening = request.evening
    round_ = flow.publish_round(round_, seen=form.cleaned_data["seen"], by=request.user)
    say_published(request, round_)
    return see_other(request, "results")


def say_published(request: HttpRequest, round_: Round) -> None:
    """ "Game 1 published at 19:58", with the way to undo it."""
    said = {
        "game": capfirst(round_name(request.evening, round_.number)),
        "at": clock(round_.published_at),
    }
    undo = address(request, "withdraw", round_.number)
    words = _("%(game)s published at %(at)s.") % said
    say(request, format_html('{} <a href="{}">{}</a>', words, undo, _("Undo")))


@club_page(Action.LEAD_EVENING)
def withdraw(request: HttpRequest, *, number: int) -> HttpResponse:
    """Take a published pairing back; first what is lost by it, and how it comes back."""
    refused_to(request, "pairing")
    round_ = get_round(request, number)
    refused_to(request, "withdraw", number)
    boards = [game for game in boards_of(round_) if game.is_decided or game.put_off]
    if request.method == "POST":
        give_up = request.POST.get("give_up_results") == "1"
        try:
            seen = request.POST.get("seen", "")
            flow.withdraw_round(round_, give_up_results=give_up, seen=seen, by=request.user)
        except NeedsConfirmation as asks:
            boards = asks.boards
        else:
            said = _("%(game)s is withdrawn; it is a proposal again.") % {
                "game": capfirst(round_name(request.evening, number))
            }
            say(request, said)
            return see_other(request, "pairing")
    progress = Progress.of(request.evening)
    context = {"round": round_, "boards": boards, "mark": flow.record_mark(round_)}
    context["later"] = progress.last if progress.last and progress.last.number > number else None
    template = "pairings/withdraw.html"
    return lead_page(request, template, step=PAIRING, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def swap_published(request: HttpRequest, *, number: int) -> HttpResponse:
    """Two players of a published pairing change places, on boards without a result."""
    refused_to(request, "pairing")
    round_ = get_round(request, number)
    form = SwapForm(request.POST or request.GET, competition=request.competition)
    one, other, reason = form.chosen
    if request.method == "POST" and one and other:
        request.step_page = request.get_full_path()
        swapped = {"one": one, "other": other, "reason": reason, "seen": form.mark}
        flow.swap_published(round_, by=request.user, **swapped)
        say(request, _("The players have changed places."))
        return see_other(request, "pairing")
    progress = Progress.of(request.evening)
    return published_page(request, progress, round_, one, other, form.opened)


def proposed_round(request: HttpRequest) -> Round | None:
    """The proposal of the evening, if there is one."""
    round_ = Round.objects.proposed().filter(evening=request.evening).first()
    if round_:
        round_.evening = request.evening
    return round_


def get_round(request: HttpRequest, number: int) -> Round:
    """The round on record with this number on the evening of the address; 404 without one.

    Of one that is a proposal again a form, which is older than that, says so.
    """
    round_ = get_object_or_404(Round, evening=request.evening, number=number)
    if round_.is_proposed and request.method == "POST":
        raise StepError(_("This pairing has been withdrawn already. Nothing was changed."))
    if round_.is_proposed:
        raise Http404
    round_.evening = request.evening
    return round_
