"""A member's own page, and the personal link that opens it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from clubcomp.doors import links
from clubcomp.doors.readers import OWN_LINK, remember
from clubcomp.doors.requests import ClubRequest, OwnClubRequest
from clubcomp.doors.sign_in import network_of
from clubcomp.flow.accounts.links import count_wrong_link, renew_link
from clubcomp.flow.accounts.readers import set_shown_name
from clubcomp.forms.readers import OwnNameForm
from clubcomp.pages.consents import own_consents
from clubcomp.pages.me import my_next_evenings, my_seasons, own_words
from clubcomp.pages.open_games import my_open_games
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, number_in, refusals_in, show


@club_page(Action.COME_IN)
def open_link(request: ClubRequest, *, token: str) -> HttpResponse:
    """Let the browser hold the link. Nothing else changes, because messengers open links too."""
    player = links.player_of(request.club, token)
    if player is None:
        return not_shared(wrong_link(request))
    response = redirect("me", request.club.slug)
    remember(request, response, request.club, player)
    return not_shared(response)


def wrong_link(request: ClubRequest, template: str = "me/wrong_link.html") -> HttpResponse:
    """A link of no player: what to do, or after too many of them when to try again."""
    # The page must not repeat the address, which may be a valid link of another club.
    request.path = request.path_info = reverse("me", args=[request.club.slug])
    wait = count_wrong_link(request.club, network_of(request))
    if not wait:
        return render(request, template, status=404)
    response = render(request, "me/too_many.html", {"minutes": wait // 60}, status=429)
    response["Retry-After"] = str(wait)
    return response


def not_shared(response: HttpResponse) -> HttpResponse:
    """A response whose address no other page, cache or search engine gets to know.

    Its forms say which site they stand on: with "no-referrer" a browser would not name
    their site, and they would be refused.
    """
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


@club_page(Action.TAKE_PART)
def page(request: OwnClubRequest) -> HttpResponse:
    """My next evenings and whether I come, my competitions, and what I said last."""
    asks = request.club.asks_consent
    context = {
        "unanswered": own_consents(request.me).unanswered if asks else 0,
        "evenings": my_next_evenings(request.me),
        "open_games": my_open_games(request.me),
        "seasons": my_seasons(request.me),
        "holidays": request.me.away.filter(last__gte=timezone.localdate()),
        "own_words": own_words(request.club, request.me),
    }
    return show(request, "me/page.html", "me", **context)


@club_page(Action.TAKE_PART)
def settings(request: OwnClubRequest) -> HttpResponse:
    """Everything that a player sets once: link, messages, name, devices, own calendar."""
    token = links.token_of(request.me, links.CALENDAR)
    return show(request, "me/settings.html", "me", calendar_token=token)


@club_page(Action.TAKE_PART)
def name(request: OwnClubRequest) -> HttpResponse:
    """What strangers read of my name."""
    initial = {"shown_as": request.me.shown_as}
    form = OwnNameForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        with refusals_in(form):
            set_shown_name(request.me, form.cleaned_data["shown_as"], by=request.me)
            return redirect("me", request.club.slug)
    return show(request, "me/name.html", "me", form=form)


@club_page(Action.TAKE_PART)
def link(request: OwnClubRequest) -> HttpResponse:
    """My own link, for another device; renew it, or let this device forget it."""
    act = request.POST.get("act")
    if act == "forget":
        response = redirect("club", request.club.slug)
        OWN_LINK.delete(response, request.club)
        return response
    if act == "renew":
        seen = number_in(request.POST.get("seen", ""))
        player = renew_link(request.me, seen=seen, by=request.me)
        words = _("You have a new link. The one of before works no more.")
        renewed = done(request, words, "my-link")
        if request.is_by_link:
            remember(request, renewed, request.club, player)
        return renewed
    address = links.link_of(request, request.me, request.club)
    return not_shared(show(request, "me/link.html", "me", link=address, player=request.me))
