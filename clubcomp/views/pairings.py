"""Step 2 of the evening: the pairing, from proposal to publishing and withdrawing."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.requests import EveningRequest, SignedInEveningRequest
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.errors import NeedsConfirmation, StepError, Unpairable
from clubcomp.flow.pairings import proposing, swapping
from clubcomp.flow.pairings.proposing import (
    discard_proposal,
    fix_board,
    propose_round,
    release_board,
)
from clubcomp.flow.pairings.publishing import publish_round, record_digest, withdraw_round
from clubcomp.flow.pairings.swapping import swap_players
from clubcomp.flow.pairings.ways_out import take_way_out
from clubcomp.forms.pairings import (
    ByeForm,
    NumberForm,
    PairForm,
    PublishForm,
    SwapForm,
    WayOutForm,
)
from clubcomp.models import Entry, Round
from clubcomp.pages.not_paired import in_advance_page
from clubcomp.pages.pairings import MEET, NEXT_STEPS, Look, proposal_page, published_page
from clubcomp.pages.progress import PAIRING, RESULTS, Progress
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import address, flash, lead_page, pressed_on, refused_to, see_other
from clubcomp.words.values import clock
from pairing.sentences.words import capitalised, listed

#: How many players a message names at most; of more it gives the number.
MOST_NAMED = 6


@club_page(Action.LEAD_EVENING)
def proposal(request: SignedInEveningRequest) -> HttpResponse:
    """The proposal, or the published pairing, or how to make a proposal; a POST makes one."""
    refused_to(request, "pairing")
    if request.method == "POST":
        form = NumberForm(request.POST)
        if not form.is_valid():
            raise StepError(_("This page is too old: it does not say which game. Load it again."))
        try:
            propose_round(request.evening, by=request.user, **form.cleaned_data)
        except Unpairable as refused:
            request.refused_to = f"{address(request, 'pairing')}?{urlencode({'why': refused.code})}"
            raise
        return see_other(request, "pairing")
    progress = Progress(request.evening)
    if progress.proposed:
        return pairing_page(request, progress, progress.proposed, Look())
    if progress.last:
        return pairing_page(request, progress, progress.last, Look())
    context = {"awaits_draw": request.competition.awaits_draw(), "next_step": next_step(request)}
    return lead_page(request, "pairings/none.html", step=PAIRING, progress=progress, **context)


def pairing_page(
    request: EveningRequest, progress: Progress, round_: Round, look: Look
) -> HttpResponse:
    """The page of a proposal or a published pairing, and what the leader looks at in it."""
    if round_.is_proposed:
        name, context = "proposal", proposal_page(round_, look)
    else:
        name, context = "published", published_page(progress, round_, look)
    template = f"pairings/{name}.html"
    context["next_step"] = next_step(request)
    return lead_page(request, template, step=PAIRING, progress=progress, **context)


def next_step(request: EveningRequest) -> str:
    """What to do where the round could not be paired, for the code that the address names."""
    return NEXT_STEPS.get(request.GET.get("why", ""), "")


@club_page(Action.LEAD_EVENING)
def swap(request: SignedInEveningRequest) -> HttpResponse:
    """Swap two players: choose the first, then the second, see what that breaks, give a reason."""
    refused_to(request, "pairing")
    progress = Progress(request.evening)
    form = SwapForm(request.POST or request.GET, competition=request.competition)
    player, partner, reason = form.chosen
    if not progress.proposed or (player is None and form.opened is None):
        return see_other(request, "pairing")
    if request.method == "POST" and player and partner:
        request.refused_to = request.get_full_path()
        swap_players(
            progress.proposed, (player, partner), reason=reason, seen=form.digest, by=request.user
        )
        flash(request, _("The swap is fixed, the rest is paired around it."))
        return see_other(request, "pairing")
    look = Look(player, partner, form.looks_at, form.opened)
    return pairing_page(request, progress, progress.proposed, look)


@pressed_on("pairing", Action.LEAD_EVENING)
def fix(request: SignedInEveningRequest) -> None:
    """Fix a board: two players meet because the leader says so; a missing reason is asked for."""
    form = PairForm(request.POST, competition=request.competition)
    round_, (white, black, reason) = proposed_round(request), form.chosen
    if round_ and white and black:
        if not reason:
            look = {"one": white.key, "other": black.key, "act": MEET}
            request.refused_to = f"{address(request, 'swap')}?{urlencode(look)}"
        fixed = fix_board(
            round_, white=white, black=black, reason=reason, seen=form.digest, by=request.user
        )
        flash(
            request,
            _("The board is fixed. The rest cannot be paired yet.")
            if "cannot" in fixed.proposal
            else _("The board is fixed, the rest is paired around it."),
        )


@pressed_on("pairing", Action.LEAD_EVENING)
def way_out(request: SignedInEveningRequest) -> None:
    """Take a way out of a round that cannot be paired: its boards become the leader's."""
    round_, form = proposed_round(request), WayOutForm(request.POST)
    if round_ and form.is_valid():
        taken = take_way_out(round_, by=request.user, **form.cleaned_data)
        flash(
            request,
            _("That is fixed. Something else cannot be paired yet.")
            if "cannot" in taken.proposal
            else _("That is fixed, in your name. The rest is paired around it."),
        )


@pressed_on("pairing", Action.LEAD_EVENING)
def release(request: SignedInEveningRequest) -> None:
    """Release a fixed board: the system pairs these two again."""
    form = PairForm(request.POST, competition=request.competition)
    round_, (white, black, _reason) = proposed_round(request), form.chosen
    if round_ and white and black:
        release_board(round_, white=white, black=black, seen=form.digest, by=request.user)
        flash(request, _("The board is released, everything is paired anew."))


@pressed_on("pairing", Action.LEAD)
def forbid(request: SignedInEveningRequest) -> None:
    """Forbid a pair: these two are not paired any more, tonight and later."""
    white, black, reason = PairForm(request.POST, competition=request.competition).chosen
    if white and black:
        forbid_pair(request.competition, white, black, reason=reason, by=request.user)
        words = _("%(one)s and %(other)s are not paired any more.")
        flash(request, words % {"one": white, "other": black})


@pressed_on("pairing", Action.LEAD_EVENING)
def name_bye(request: SignedInEveningRequest) -> None:
    """The leader names who gets the bye, or lets the system decide again."""
    round_ = proposed_round(request)
    form = ByeForm(request.POST, competition=request.competition)
    if round_ and form.is_valid():
        is_named = not form.cleaned_data.pop("is_left")
        proposing.name_bye(round_, is_named=is_named, by=request.user, **form.cleaned_data)
        flash(request, _("The bye is changed, the rest is paired around it."))


@pressed_on("pairing", Action.LEAD_EVENING)
def discard(request: SignedInEveningRequest) -> None:
    """Throw the proposal away, with everything that was fixed in it."""
    if round_ := proposed_round(request):
        discard_proposal(round_, seen=request.POST.get("seen", ""), by=request.user)
        words = _("The proposal for %(game)s is thrown away.")
        flash(request, words % {"game": request.evening.round_name(round_.number)})


@pressed_on("pairing", Action.LEAD_EVENING)
def publish(request: SignedInEveningRequest) -> HttpResponse:
    """Publish the proposal that the page showed (`seen`); a second press says that it was done."""
    form = PublishForm(request.POST)
    if not form.is_valid():
        raise Http404
    number, seen = form.cleaned_data["number"], form.cleaned_data["seen"]
    try:
        round_ = publish_round(
            Round(evening=request.evening, number=number), seen=seen, by=request.user
        )
    except StepError:
        get_object_or_404(request.evening.rounds, number=number)
        raise
    say_published(request, round_)
    return see_other(request, "results")


def say_published(request: EveningRequest, round_: Round, *, without: Sequence[Entry] = ()) -> None:
    """Say "Game 1 published at 19:58.", with a link to undo it, and the players who were expected
    but are not in it, where no proposal said so."""
    words = _("%(game)s published at %(at)s.") % {
        "game": capitalised(round_.evening.round_name(round_.number)),
        "at": clock(round_.published_at),
    }
    if without:
        words = f"{words} {awaited_words(without)}"
    flash(request, words, undo=address(request, "withdraw", round_.number))


def awaited_words(players: Sequence[Entry]) -> str:
    """The players who are expected and not here yet: by name, or their number."""
    if len(players) <= MOST_NAMED:
        words = _("Expected, and not marked present: %(players)s.")
        return words % {"players": listed(players)}
    words = ngettext(
        "%(number)s player is expected and not here yet.",
        "%(number)s players are expected and not here yet.",
        len(players),
    )
    return words % {"number": len(players)}


@club_page(Action.LEAD_EVENING)
def withdraw(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """Withdraw a published pairing; first show what is lost, and how it can come back."""
    refused_to(request, "pairing")
    round_ = get_round(request, number)
    refused_to(request, "withdraw", number)
    boards = [game for game in round_.boards if game.is_decided or game.put_off]
    if request.method == "POST":
        give_up = request.POST.get("give_up_results") == "1"
        try:
            seen = request.POST.get("seen", "")
            withdraw_round(round_, give_up_results=give_up, seen=seen, by=request.user)
        except NeedsConfirmation as asks:
            boards = asks.boards
        else:
            words = _("%(game)s is withdrawn; it is a proposal again.")
            flash(request, words % {"game": capitalised(round_.evening.round_name(round_.number))})
            return see_other(request, "pairing")
    progress = Progress(request.evening)
    context = {"round": round_, "boards": boards, "seen": record_digest(round_)}
    context["later"] = progress.last if progress.last and progress.last.number > number else None
    template = "pairings/withdraw.html"
    return lead_page(request, template, step=PAIRING, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def in_advance(request: SignedInEveningRequest) -> HttpResponse:
    """What is certain of the next game, whatever the results of the open games."""
    progress = Progress(request.evening)
    context = in_advance_page(progress) if progress.has_next else {"advance": None}
    return lead_page(
        request, "pairings/in_advance.html", step=RESULTS, progress=progress, **context
    )


@club_page(Action.LEAD_EVENING)
def swap_published(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """Swap two players of a published pairing, on boards without a result."""
    refused_to(request, "pairing")
    round_ = get_round(request, number)
    form = SwapForm(request.POST or request.GET, competition=request.competition)
    player, partner, reason = form.chosen
    if request.method == "POST" and player and partner:
        request.refused_to = request.get_full_path()
        swapping.swap_published(
            round_, (player, partner), reason=reason, seen=form.digest, by=request.user
        )
        flash(request, _("The players have changed places."))
        return see_other(request, "pairing")
    progress = Progress(request.evening)
    return pairing_page(request, progress, round_, Look(player, partner, board=form.opened))


def proposed_round(request: EveningRequest) -> Round | None:
    """The proposal of the evening, if there is one."""
    return request.evening.rounds.proposed().first()


def get_round(request: EveningRequest, number: int) -> Round:
    """The round on record with this number on the evening of the address; 404 without one.

    StepError for a form of a round that has become a proposal again.
    """
    round_ = get_object_or_404(request.evening.rounds, number=number)
    if round_.is_proposed and request.method == "POST":
        raise StepError(_("This pairing has been withdrawn already. Nothing was changed."))
    if round_.is_proposed:
        raise Http404
    return round_
