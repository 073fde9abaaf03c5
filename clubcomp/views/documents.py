"""How does a whole competition come in, and go out again?"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubcomp.flow import documents as flow
from clubcomp.flow.documents import keep_upload, kept_upload
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming_players import ImportPreview
from clubcomp.forms.documents import DocumentForm, ImportForm
from clubcomp.pages.documents import contents_of, refusal_of
from clubcomp.pages.spreadsheets import attachment
from clubcomp.requests import SignedInClubRequest, SignedInCompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done
from pairing.core.types import ISSUERS
from pairing.formats.document import DocumentError


@club_page(Action.LEAD)
def export(request: SignedInCompetitionRequest) -> HttpResponse:
    """The competition as a document, to be kept or taken along."""
    text = flow.export_document(request.competition)
    name = f"{request.competition.slug}.json"
    return attachment(text, name, "application/json; charset=utf-8")


@club_page(Action.LEAD, takes_file=True)
def import_document(request: SignedInClubRequest) -> HttpResponse:
    """A document or TRF file is looked at first; only the second press brings it in."""
    form = DocumentForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        upload = form.cleaned_data.get("upload")
        try:
            kept = upload and kept_upload(request.club, upload, user=request.user)
            data = kept or form.content
            preview = flow.preview_import(request.club, data, issuer=_issuer(request))
        except (DocumentError, StepError) as error:
            refused = _("Nothing was imported. %(why)s") % {"why": refusal_of(error)}
            form.add_error("text" if form.cleaned_data.get("text") else "file", refused)
        else:
            return looked_at(request, data, preview, upload)
    return render(request, "documents/import.html", {"form": form})


def looked_at(
    request: SignedInClubRequest, data: bytes, preview: ImportPreview, upload: int | None
) -> HttpResponse:
    """What the file would bring, with its doubts as questions; at last it comes in.

    `upload` is its number when it is kept already.
    """
    is_last = request.POST.get("act") == "import"
    typed = request.POST.dict() if request.POST.get("act") == "look" else {}
    form = ImportForm(request.POST if is_last else None, preview=preview, typed=typed)
    if is_last and form.is_valid():
        try:
            competition = flow.import_document(
                request.club,
                data,
                matches=form.matches,
                issuer=_issuer(request),
                by=request.user,
                **form.chosen,
            )
        except (DocumentError, StepError) as error:
            form.add_error(None, refusal_of(error))
        else:
            words = _("“%(competition)s” is imported.") % {"competition": competition}
            return done(request, words, "competition", competition.slug)
    upload = upload or keep_upload(request.club, data, user=request.user).pk
    context = {"form": form, "upload": upload, **contents_of(preview)}
    return render(request, "documents/preview.html", context)


def _issuer(request: HttpRequest) -> str:
    """Who gave the numbers that the file does not say it of; "" while nobody has answered."""
    issuer = request.POST.get("issuer", "")
    return issuer if issuer in ISSUERS else ""
