"""An owner ends a club: takes its archive, asks for it to be deleted, or calls that off."""

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInClubRequest
from clubcomp.doors.sessions import is_proved
from clubcomp.flow.hosting.ending import NOTICE, ask_end, call_end_off
from clubcomp.forms.clubs import EndForm
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show
from clubcomp.views.operator import refuse_in_demo


@club_page(Action.OWN, while_suspended=True)
def end(request: SignedInClubRequest) -> HttpResponse:
    """What goes and when, and the form that asks for it; it asks for the password first."""
    refuse_in_demo()
    if not is_proved(request):
        return redirect_to_login(request.get_full_path(), reverse("prove"))
    club, request.refused_to = request.club, request.path
    if request.POST.get("act") == "off":
        call_end_off(club, by=request.user)
        return done(request, _("%(club)s stays.") % {"club": club}, "end-club")
    form = EndForm(request.POST or None)
    if carried_out(request, form, ask_end, club):
        return done(request, _("It is asked for. Until that day all goes on."), "end-club")
    context = {"form": form, "days": NOTICE.days, "sends_email": settings.SENDS_EMAIL}
    return show(request, "clubs/end.html", "members", **context)
