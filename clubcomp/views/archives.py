"""A whole club as one file: to download, and to import."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.doors.requests import SignedInClubRequest, SignedInRequest
from clubcomp.flow.archives.reading import import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.forms.clubs import ArchiveForm
from clubcomp.pages.spreadsheets import attachment
from clubcomp.views.access import Action, club_page, staff_page
from clubcomp.views.answers import carried_out


@club_page(Action.OWN, while_suspended=True)
def archive(request: SignedInClubRequest) -> HttpResponse:
    """The archive of the club, to download."""
    return attachment(export_club(request.club), f"{request.club.slug}.zip", "application/zip")


@partial(staff_page, takes_file=True)
def bring_in(request: SignedInRequest) -> HttpResponse:
    """Import a club from its archive."""
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if club := carried_out(request, form, import_club):
        messages.success(request, _("%(club)s is here. Its people are invited.") % {"club": club})
        return redirect("people", club.slug)
    return render(request, "clubs/import.html", {"form": form})
