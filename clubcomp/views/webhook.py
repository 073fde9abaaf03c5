"""The owner's page about another program that gets the club's news."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.doors.readers import STRANGER
from clubcomp.doors.requests import SignedInClubRequest
from clubcomp.flow import webhook as flow
from clubcomp.forms.messages import WebhookForm
from clubcomp.models import Webhook
from clubcomp.pages.messages import answers_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show

#: In the session: the secret was made just now, and is shown once.
NEW_SECRET = "new secret"  # noqa: S105 -- no secret, a name


@club_page(Action.OWN)
def page(request: SignedInClubRequest) -> HttpResponse:
    """Which program gets which news, and its answers; try it, turn it off, renew the secret."""
    club, act = request.club, request.POST.get("act", "")
    webhook = Webhook.objects.filter(club=club).first()
    if act in ("test", "renew", "stop"):
        return _pressed(request, act)
    form = WebhookForm(request.POST or None, webhook=webhook)
    if carried_out(request, form, flow.change_webhook, club):
        request.session[NEW_SECRET] = webhook is None
        return done(request, _("Kept."), "webhook")
    is_new = request.method == "GET" and request.session.pop(NEW_SECRET, False)
    is_read = STRANGER.may_read(club)
    tells_from_here = webhook is None or flow.tells_from_here(webhook)
    context = {
        "form": form,
        "webhook": webhook,
        "secret": flow.secret_of(webhook) if webhook and is_new else "",
        "tells_from_here": tells_from_here,
        "is_public": settings.IS_PUBLIC,
        "is_read": is_read,
        "is_told": club.has_webhook and is_read and tells_from_here,
        "has_failed": webhook is not None and webhook.failures >= flow.MOST_FAILURES,
        "answers": answers_of(club) if webhook else [],
        "api": f"{settings.SITE_URL}{reverse('api-club', args=[club.slug])}",
    }
    return show(request, "people/webhook.html", "members", **context)


def _pressed(request: SignedInClubRequest, act: str) -> HttpResponse:
    """One of the buttons beside the form; a refusal is shown on the same page."""
    request.refused_to = reverse("webhook", args=[request.club.slug])
    if act == "test":
        flow.try_webhook(request.club)
        words = _("A test is on its way. Load the page again to see the answer.")
    elif act == "renew":
        flow.renew_webhook(request.club, by=request.user)
        request.session[NEW_SECRET] = True
        words = _("There is a new secret.")
    else:
        flow.stop_webhook(request.club, by=request.user)
        words = _("The program is told nothing any more.")
    messages.success(request, words)
    return redirect(request.refused_to)
