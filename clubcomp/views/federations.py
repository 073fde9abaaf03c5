"""What does a federation get of a competition, and what does the report still lack?"""

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubcomp.flow import federations as flow
from clubcomp.flow.downloads import export_trf
from clubcomp.flow.standings import rounds_of
from clubcomp.forms.federations import EventForm
from clubcomp.pages.spreadsheets import attachment
from clubcomp.requests import SignedInCompetitionRequest
from clubcomp.snapshots import event_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show
from pairing.core.types import OVERALL
from pairing.formats.trf_report import Edition, Purpose
from pairing.formats.trf_text import decoded

EDITIONS: dict[str, Edition] = {"16": "16", "26": "26"}
PURPOSES: dict[str, Purpose] = {"pairing": "pairing", "rating": "rating"}


@club_page(Action.LEAD)
def federations(request: SignedInCompetitionRequest) -> HttpResponse:
    """The files for federations and other programs, and the form of their head."""
    competition = request.competition
    why_not = flow.why_no_report(competition)
    form = EventForm(request.POST or None, event=event_of(competition))
    if not why_not and form.is_valid():
        with refusals_in(form):
            flow.change_event(competition, form.event, by=request.user)
            return done(request, _("The report is changed."), "federations", competition.slug)
    return show(
        request,
        "downloads/federations.html",
        "competition",
        why_not=why_not,
        form=form,
        is_rated=flow.is_rated(competition),
        lacking=flow.lacking(competition),
        is_latin_1=flow.fits_latin_1(competition),
        original="" if why_not else flow.edition_of_original(competition),
    )


@club_page(Action.LEAD)
def trf(request: SignedInCompetitionRequest) -> HttpResponse:
    """The competition as a TRF file, `?edition=16` or `26`, `?for=pairing` or `rating`."""
    competition = request.competition
    edition = EDITIONS.get(request.GET.get("edition", "16"))
    purpose = PURPOSES.get(request.GET.get("for", "pairing"))
    if edition is None or purpose is None:
        raise Http404
    request.refused_to = reverse("federations", args=[request.club.slug, competition.slug])
    data = export_trf(competition, edition, purpose)
    rounds = len(rounds_of(competition, OVERALL))
    name = f"{competition.slug}-{rounds}-{purpose}-trf{edition}.trf"
    charset = decoded(data)[1].removesuffix("-sig")
    return attachment(data, name, f"text/plain; charset={charset}")
