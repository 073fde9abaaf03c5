"""Step 2 of the evening: who plays whom?"""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.errors import NeedsConfirmation, StepError
from clubcomp.flow.pairings import proposing, swapping
from clubcomp.flow.pairings.proposing import (
    discard_proposal,
    fix_board,
    propose_round,
    release_board,
)
from clubcomp.flow.pairings.publishing import publish_round, record_mark, withdraw_round
from clubcomp.flow.pairings.swapping import swap_players
from clubcomp.flow.rounds import round_name
from clubcomp.forms.pairings import ByeForm, NumberForm, PairForm, PublishForm, SwapForm
from clubcomp.models import Round
from clubcomp.pages.pairings import MEET, Look, proposal_page, published_page
from clubcomp.pages.progress import PAIRING, Progress
from clubcomp.requests import EveningRequest, SignedInEveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import address, lead_page, pressed_on, refused_to, say, see_other
from clubcomp.words.evenings import clock
from pairing.sentences.words import capitalised


@club_page(Action.LEAD_EVENING)
def proposal(request: SignedInEveningRequest) -> HttpResponse:
    """The proposal, else the pairing that was published, else how to make one: a POST."""
    refused_to(request, "pairing")
    if request.method == "POST":
        form = NumberForm(request.POST)
        if not form.is_valid():
            raise StepError(_("This page is too old: it does not say which game. Load it again."))
        propose_round(request.evening, by=request.user, **form.cleaned_data)
        return see_other(request, "pairing")
    progress = Progress(request.evening)
    if progress.proposed:
        return proposal_looked_at(request, progress, progress.proposed, Look())
    if progress.last:
        return published_looked_at(request, progress, progress.last, Look())
    return lead_page(request, "pairings/none.html", step=PAIRING, progress=progress)


def proposal_looked_at(
    request: EveningRequest, progress: Progress, round_: Round, look: Look
) -> HttpResponse:
    """A proposal, and what of it is looked at."""
    context = proposal_page(round_, look)
    return lead_page(request, "pairings/proposal.html", step=PAIRING, progress=progress, **context)


def published_looked_at(
    request: EveningRequest, progress: Progress, round_: Round, look: Look
) -> HttpResponse:
    """A pairing on record, and what of it is looked at."""
    context = published_page(progress, round_, look)
    return lead_page(request, "pairings/published.html", step=PAIRING, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def swap(request: SignedInEveningRequest) -> HttpResponse:
    """Two players change places: choose the one, then the other, see what breaks, say why."""
    refused_to(request, "pairing")
    progress = Progress(request.evening)
    form = SwapForm(request.POST or request.GET, competition=request.competition)
    one, other, reason = form.chosen
    if not progress.proposed or (one is None and form.opened is None):
        return see_other(request, "pairing")
    if request.method == "POST" and one and other:
        request.refused_to = request.get_full_path()
        swap_players(
            progress.proposed,
            one=one,
            other=other,
            reason=reason,
            seen=form.digest,
            by=request.user,
        )
        say(request, _("The swap is fixed, the rest is paired around it."))
        return see_other(request, "pairing")
    look = Look(one, other, form.looks_at, form.opened)
    return proposal_looked_at(request, progress, progress.proposed, look)


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def fix(request: SignedInEveningRequest) -> HttpResponse:
    """Two players meet, because the leader says so; without a reason the look is there again."""
    round_, form = changed_by_pair(request)
    white, black, reason = form.chosen
    if round_ and white and black:
        if not reason:
            look = {"one": white.key, "other": black.key, "act": MEET}
            request.refused_to = f"{address(request, 'swap')}?{urlencode(look)}"
        fixed = fix_board(
            round_, white=white, black=black, reason=reason, seen=form.digest, by=request.user
        )
        if "cannot" in fixed.proposal:
            say(request, _("The board is fixed. The rest is still too hard."))
        else:
            say(request, _("The board is fixed, the rest is paired around it."))
    return see_other(request, "pairing")


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def release(request: SignedInEveningRequest) -> HttpResponse:
    """A board that was fixed is left to the system again."""
    round_, form = changed_by_pair(request)
    white, black, _reason = form.chosen
    if round_ and white and black:
        release_board(round_, white=white, black=black, seen=form.digest, by=request.user)
        say(request, _("The board is released, everything is paired anew."))
    return see_other(request, "pairing")


@club_page(Action.LEAD)
@pressed_on("pairing")
def forbid(request: SignedInEveningRequest) -> HttpResponse:
    """Two players are never paired, tonight and later."""
    _round, form = changed_by_pair(request)
    one, other, reason = form.chosen
    if one and other:
        forbid_pair(request.competition, one, other, reason=reason, by=request.user)
        said = _("%(one)s and %(other)s are not paired any more.") % {"one": one, "other": other}
        say(request, said)
    return see_other(request, "pairing")


def changed_by_pair(request: EveningRequest) -> tuple[Round | None, PairForm]:
    """The proposal of the evening and the pair that was sent with the button."""
    round_ = proposed_round(request)
    return round_, PairForm(request.POST, competition=request.competition)


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def name_bye(request: SignedInEveningRequest) -> HttpResponse:
    """The leader says who is free, or that the system decides again."""
    round_ = proposed_round(request)
    form = ByeForm(request.POST, competition=request.competition)
    if round_ and form.is_valid():
        is_named = not form.cleaned_data.pop("is_left")
        proposing.name_bye(round_, is_named=is_named, by=request.user, **form.cleaned_data)
        say(request, _("The bye is changed, the rest is paired around it."))
    return see_other(request, "pairing")


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def discard(request: SignedInEveningRequest) -> HttpResponse:
    """Throw the proposal away, with what was fixed in it."""
    round_ = proposed_round(request)
    if round_:
        discard_proposal(round_, seen=request.POST.get("seen", ""), by=request.user)
        said = _("The proposal for %(game)s is thrown away.") % {
            "game": round_name(request.evening, round_.number)
        }
        say(request, said)
    return see_other(request, "pairing")


@club_page(Action.LEAD_EVENING)
@pressed_on("pairing")
def publish(request: SignedInEveningRequest) -> HttpResponse:
    """Make the proposal that was `seen` the pairing; a second press says it was done."""
    form = PublishForm(request.POST)
    if not form.is_valid():
        raise Http404
    number, seen = form.cleaned_data["number"], form.cleaned_data["seen"]
    shown = Round(evening=request.evening, number=number)
    try:
        round_ = publish_round(shown, seen=seen, by=request.user)
    except StepError:
        get_object_or_404(request.evening.rounds, number=number)
        raise
    say_published(request, round_)
    return see_other(request, "results")


def say_published(request: EveningRequest, round_: Round) -> None:
    """ "Game 1 published at 19:58", with the way to undo it."""
    said = {
        "game": capitalised(round_name(request.evening, round_.number)),
        "at": clock(round_.published_at),
    }
    undo = address(request, "withdraw", round_.number)
    words = _("%(game)s published at %(at)s.") % said
    say(request, format_html('{} <a href="{}">{}</a>', words, undo, _("Undo")))


@club_page(Action.LEAD_EVENING)
def withdraw(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """Take a published pairing back; first what is lost by it, and how it comes back."""
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
            said = _("%(game)s is withdrawn; it is a proposal again.") % {
                "game": capitalised(round_name(request.evening, number))
            }
            say(request, said)
            return see_other(request, "pairing")
    progress = Progress(request.evening)
    context = {"round": round_, "boards": boards, "seen": record_mark(round_)}
    context["later"] = progress.last if progress.last and progress.last.number > number else None
    template = "pairings/withdraw.html"
    return lead_page(request, template, step=PAIRING, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def swap_published(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """Two players of a published pairing change places, on boards without a result."""
    refused_to(request, "pairing")
    round_ = get_round(request, number)
    form = SwapForm(request.POST or request.GET, competition=request.competition)
    one, other, reason = form.chosen
    if request.method == "POST" and one and other:
        request.refused_to = request.get_full_path()
        swapping.swap_published(
            round_, one=one, other=other, reason=reason, seen=form.digest, by=request.user
        )
        say(request, _("The players have changed places."))
        return see_other(request, "pairing")
    progress = Progress(request.evening)
    look = Look(one, other, board=form.opened)
    return published_looked_at(request, progress, round_, look)


def proposed_round(request: EveningRequest) -> Round | None:
    """The proposal of the evening, if there is one."""
    return request.evening.rounds.proposed().first()


def get_round(request: EveningRequest, number: int) -> Round:
    """The round on record with this number on the evening of the address; 404 without one.

    Of one that is a proposal again a form, which is older than that, says so.
    """
    round_ = get_object_or_404(request.evening.rounds, number=number)
    if round_.is_proposed and request.method == "POST":
        raise StepError(_("This pairing has been withdrawn already. Nothing was changed."))
    if round_.is_proposed:
        raise Http404
    return round_
