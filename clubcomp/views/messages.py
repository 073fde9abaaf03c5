"""Messages by e-mail and notification: what members want, and how the club sends them."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt

from clubcomp.doors.requests import ClubRequest, OwnClubRequest, SignedInClubRequest, takes_workers
from clubcomp.flow import wishes as flow
from clubcomp.flow.messages import (
    Receivers,
    ask_for_own_link,
    change_messages,
    receivers_of,
    send_links,
    send_test,
)
from clubcomp.forms.messages import ClubMessagesForm, WishesForm
from clubcomp.models import Channel, Club, Player
from clubcomp.pages.messages import queue_of
from clubcomp.running.sending.push import public_key
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, number_in, show
from clubcomp.views.by_code import shortened
from clubcomp.views.pace import link_by_mail
from pairing.sentences.words import listed


@club_page(Action.TAKE_PART)
def wishes(request: OwnClubRequest) -> HttpResponse:
    """Which messages I want; none by default."""
    channels = channels_for(request)
    form = WishesForm(request.POST or None, player=request.me, channels=channels)
    if form.is_valid():
        flow.choose(request.me, form.chosen_kinds, language=form.cleaned_data["language"])
        return done(request, _("Your wishes are kept."), "my-messages")
    context = {
        "form": form,
        "address": shortened(request.me.email),
        "devices": request.me.devices.all(),
        "push_key": public_key() if Channel.PUSH in channels else "",
    }
    return show(request, "me/messages.html", "me", **context)


def channels_for(request: OwnClubRequest) -> list[str]:
    """The channels by which messages can reach this player.

    Browsers accept notifications only from https, or from their own computer.
    """
    can_mail = settings.SENDS_EMAIL and request.me.email
    offered = {Channel.EMAIL: can_mail, Channel.PUSH: takes_workers(request)}
    return [channel.value for channel, can in offered.items() if can]


@club_page(Action.TAKE_PART)
def device(request: OwnClubRequest) -> HttpResponse:
    """Let this browser take notifications, or remove a device."""
    request.refused_to = reverse("my-messages", args=[request.club.slug])
    if "subscription" in request.POST:
        flow.add_device(request.me, request.POST["subscription"])
        words = _("This device takes notifications now; the first is on its way.")
        messages.success(request, words)
    elif removed := number_in(request.POST.get("remove", "")):
        request.me.devices.filter(pk=removed).delete()
        messages.success(request, _("That device takes no notifications any more."))
    return redirect(request.refused_to)


@club_page(Action.COME_IN)
@csrf_exempt
def stop(request: ClubRequest, *, token: str) -> HttpResponse:
    """Unsubscribe: one press, which a mail program can make by itself.

    A GET changes nothing. There is no CSRF token, since the address itself gives the right.
    """
    wish = flow.wish_of_token(request.club, token)
    if wish is None:
        raise Http404
    is_stopped = request.method == "POST"
    if is_stopped:
        flow.stop(wish, everything=request.POST.get("act") == "everything")
    return show(request, "me/stop.html", "", wish=wish, is_stopped=is_stopped)


@club_page(Action.COME_IN)
@csrf_exempt
def ask_link(request: ClubRequest) -> HttpResponse:
    """Send my personal link to an address that the club knows; any other gets the same answer."""
    return link_by_mail(
        request, "me/ask_link.html", lambda email: ask_for_own_link(request.club, email)
    )


@club_page(Action.OWN)
def of_club(request: SignedInClubRequest) -> HttpResponse:
    """How the club sends messages, and which of them wait or failed; send oneself a test."""
    if request.POST.get("act") == "test" and settings.SENDS_EMAIL:
        send_test(request.club, request.user)
        words = _("A test message is on its way to %(email)s.") % {"email": request.user.email}
        return done(request, words, "club-messages")
    # A copy, because the form changes its instance and the step compares.
    form = ClubMessagesForm(request.POST or None, instance=Club.objects.get(pk=request.club.pk))
    if carried_out(request, form, change_messages, request.club):
        return done(request, _("The club’s messages are changed."), "club-messages")
    queue, server = queue_of(request.club), settings.EMAIL_HOST or settings.EMAIL_BACKEND
    context = {"form": form, "queue": queue, "server": server, "site": settings.SITE_URL}
    return show(request, "people/messages.html", "members", **context)


@club_page(Action.LEAD)
def send(request: SignedInClubRequest) -> HttpResponse:
    """Send one member their personal link, or, after a question, all members theirs."""
    club, number = request.club, number_in(request.POST.get("player", ""))
    back = ("member-link", club.slug, number) if number else ("member-links", club.slug)
    if not settings.SENDS_EMAIL:
        return redirect(*back)
    players = club.players.filter(**({"pk": number} if number else {"is_member": True}))
    if request.method != "POST":
        receivers = receivers_of(club, players)
        return show(request, "members/send_links.html", "members", receivers=receivers)
    request.refused_to = reverse(back[0], args=back[1:])
    sent = send_links(club, players, by=request.user)
    count = len(sent.reached)
    words = ngettext("%(count)s link is on its way.", "%(count)s links are on their way.", count)
    words %= {"count": count}
    if left_out := [f"{player} ({why})" for why, player in _left_out(sent)]:
        words = " ".join((words, _("Not sent: %(players)s.") % {"players": listed(left_out)}))
    messages.success(request, words)
    return redirect(*back)


def _left_out(sent: Receivers) -> Iterator[tuple[str, Player]]:
    """The players who were not sent the link, each with the reason in front."""
    yield from ((_("no address"), player) for player in sent.without_address)
    yield from ((_("a link was sent just now"), player) for player in sent.just_now)
