"""What a club shows of itself: the page to change it, and its pictures."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page

from clubcomp.doors.requests import ClubRequest, SignedInClubRequest
from clubcomp.flow.errors import StepError
from clubcomp.flow.nameplate.nameplate import change_nameplate, undo_pictures
from clubcomp.flow.nameplate.replaced import replaced_in
from clubcomp.forms.nameplate import NameplateForm
from clubcomp.models import ClubPicture, Upload
from clubcomp.pages.canvas import initial_png
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show

#: A drawing is shown, and does nothing else, wherever it is opened.
POLICY = "default-src 'none'; sandbox"


@club_page(Action.OWN)
def change(request: SignedInClubRequest) -> HttpResponse:
    """Change the crest, the colour and the lines of the club."""
    if request.POST.get("act") == "undo":
        try:
            undo_pictures(request.club, by=request.user)
        except StepError as error:
            messages.error(request, str(error))
            return redirect("nameplate", request.club.slug)
        return done(request, _("What was there before is back."), "nameplate")
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = NameplateForm(*sent, club=request.club)
    if carried_out(request, form, change_nameplate, request.club):
        return done(request, _("Kept. It shows on every page."), "nameplate")
    undo = replaced_in(request.club, replaced_by=request.user)
    return show(request, "clubs/nameplate.html", "members", form=form, undo=undo)


@club_page(Action.SEE)
@conditional_page
def show_picture(request: ClubRequest, *, picture: str) -> HttpResponse:
    """A picture of the club; one that was replaced is not there any more.

    Its address changes with the picture, so a browser that has it need not ask again. Only the
    browser keeps it (`private`): no page names it any more once it is replaced or the club is
    closed. It is kept for a day, not for a year: a photo that was removed because somebody is in it
    is gone everywhere by the time it cannot be put back. Where not everybody may read, the browser
    asks each time whether it still may show it.
    """
    club = request.club
    if not club.icon and picture == club.app_icon:
        return HttpResponse(initial_png(club), content_type="image/png")
    row = ClubPicture.objects.filter(club=club, name=picture).first()
    if row is None:
        raise Http404
    response = HttpResponse(bytes(row.data), content_type=row.content_type)
    response["Content-Security-Policy"] = POLICY
    kept = Upload.KEPT if request.is_for_strangers else timedelta(0)
    patch_cache_control(
        response, private=True, max_age=int(kept.total_seconds()), must_revalidate=True
    )
    return response
