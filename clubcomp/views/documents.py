"""How does a whole competition come in, and go out again?"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.flow import documents as flow
from clubcomp.flow.errors import StepError
from clubcomp.flow.uploads import keep_upload, kept_upload
from clubcomp.forms.documents import DocumentForm, ImportForm
from clubcomp.views.access import Action, club_page, takes_file
from pairing import sentences
from pairing.core.types import ISSUERS, Round
from pairing.formats.document import DocumentError
from pairing.registry import get_system


@club_page(Action.LEAD)
def export(request: HttpRequest) -> HttpResponse:
    """The competition as a document, to be kept or taken along."""
    text = flow.export_document(request.competition)
    name = f"{request.competition.slug}.json"
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@club_page(Action.LEAD)
@takes_file
def import_document(request: HttpRequest) -> HttpResponse:
    """A document or TRF file is looked at first; only the second press brings it in."""
    form = DocumentForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data.get("upload")
        try:
            kept = upload and kept_upload(request.club, upload, user=request.user)
            data = kept or form.document
            preview = flow.preview_import(request.club, data, issuer=_issuer(request))
        except (DocumentError, StepError) as error:
            refused = _("Nothing was imported. %(why)s") % {"why": _why(error)}
            form.add_error("text" if form.cleaned_data.get("text") else "file", refused)
        else:
            return looked_at(request, data, preview, upload)
    return render(request, "documents/import.html", {"form": form})


def looked_at(
    request: HttpRequest, data: bytes, preview: flow.ImportPreview, upload: int | None
) -> HttpResponse:
    """What the file would bring, with its doubts as questions; at last it comes in.

    `upload` is its number when it is kept already.
    """
    is_last = request.POST.get("act") == "import"
    issuer = _issuer(request)
    typed = request.POST.dict() if request.POST.get("act") == "look" else {}
    form = ImportForm(request.POST if is_last else None, preview=preview, typed=typed)
    if is_last and form.is_valid():
        try:
            competition = flow.import_document(
                request.club,
                data,
                matches=form.matches,
                issuer=issuer,
                by=request.user,
                **form.chosen,
            )
        except (DocumentError, StepError) as error:
            form.add_error(None, _why(error))
        else:
            said = _("“%(competition)s” is imported.") % {"competition": competition}
            messages.success(request, said)
            return redirect("competition", request.club.slug, competition.slug)
    snapshot = preview.snapshot
    rounds = [place.round for place in snapshot.record()]
    context = {"form": form, "preview": preview}
    context["upload"] = upload or keep_upload(request.club, data, user=request.user).pk
    context |= _counts(rounds) | {"to_pair": snapshot.to_pair()}
    context["system"] = "" if preview.incoming.is_report else get_system(snapshot.system).label
    context["warnings"] = [sentences.trf_warning(one) for one in preview.incoming.warnings]
    return render(request, "documents/preview.html", context)


def _issuer(request: HttpRequest) -> str:
    """Who gave the numbers that the file does not say it of; "" while nobody has answered."""
    issuer = request.POST.get("issuer", "")
    return issuer if issuer in ISSUERS else ""


def _counts(rounds: list[Round]) -> dict[str, int]:
    byes = ((one.bye,) if one.bye else () for one in rounds)
    on_request = (len(one.half_point_byes) + len(one.full_point_byes) for one in rounds)
    games = [game for one in rounds for game in one.games]
    return {
        "rounds": len(rounds),
        "games": len(games),
        "forfeits": sum(game.result.is_forfeit for game in games),
        "byes": sum(map(len, byes)) + sum(on_request),
    }


def _why(error: DocumentError | StepError) -> str:
    return str(error) if isinstance(error, StepError) else sentences.error(error)
