"""Players enter the results of their own games, and leaders confirm them."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.requests import OwnEveningRequest, SignedInEveningRequest
from clubcomp.flow import claims as flow
from clubcomp.flow.rows_now import must_be_seated_so
from clubcomp.forms.results import OwnResultForm
from clubcomp.models import Game
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import SeeOther, flash, pressed_on
from pairing.core.types import Result


@club_page(Action.TAKE_PART)
def own_result(request: OwnEveningRequest, *, number: int, board: int) -> HttpResponse:
    """Enter the result of my own game in one tap, or take it back."""
    request.refused_to = reverse("me", args=[request.club.slug])
    games = Game.objects.with_round().select_related("white__player", "black__player")
    games = games.filter(round__evening=request.evening, round__number=number)
    game = games.filter(board=board).first()
    if game is None or request.me.pk not in (game.white.player_id, game.black.player_id):
        raise Http404
    form = OwnResultForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect(request.refused_to)
    game.round.evening = request.evening
    must_be_seated_so(game, form.cleaned_data["game"])
    if form.cleaned_data["act"]:
        flow.take_claim_back(game, by=request.me)
    else:
        result = Result.parse(form.cleaned_data["result"] or Result.UNFINISHED.value)
        flow.claim_result(game, result=result, by=request.me)
    if not form.cleaned_data["tonight"]:
        return SeeOther(request.refused_to)
    return SeeOther(reverse("tonight", args=[request.club.slug, request.competition.slug]))


@pressed_on("results", Action.ENTER_RESULTS)
def confirm(request: SignedInEveningRequest) -> None:
    """Confirm every result on the page that one player entered and the other did not dispute."""
    seen = request.POST.getlist("claim")
    confirmed = flow.confirm_claims(request.evening, seen=seen, by=request.user)
    words = ngettext(
        "%(count)s result is confirmed.", "%(count)s results are confirmed.", len(confirmed)
    )
    flash(
        request,
        words % {"count": len(confirmed)} if confirmed else _("Nothing was left to confirm."),
    )
