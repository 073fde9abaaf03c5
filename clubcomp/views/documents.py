"""How does a whole competition come in, and go out again?"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubcomp.flow import documents as flow
from clubcomp.flow.errors import StepError
from clubcomp.forms.documents import DocumentForm, ImportForm, compact
from clubcomp.views.access import Action, club_page
from clubcomp.views.refused import refusals_in
from pairing import sentences
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
def import_document(request: HttpRequest) -> HttpResponse:
    """A document is looked at first; only the second press brings it in."""
    form = DocumentForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.document
        try:
            preview = flow.preview_import(request.club, data)
        except (DocumentError, StepError) as error:
            why = error if isinstance(error, StepError) else sentences.error(error)
            refused = _("Nothing was imported. %(why)s") % {"why": why}
            form.add_error("file" if form.cleaned_data.get("file") else "text", refused)
        else:
            return looked_at(request, data, preview)
    return render(request, "documents/import.html", {"form": form})


def looked_at(request: HttpRequest, data: bytes, preview: flow.ImportPreview) -> HttpResponse:
    """What the document would bring, with its doubts as questions; at last it comes in."""
    is_last = request.POST.get("act") == "import"
    form = ImportForm(request.POST if is_last else None, preview=preview)
    if is_last and form.is_valid():
        names = {name: form.cleaned_data[name] for name in ("name", "slug")}
        with refusals_in(form):
            competition = flow.import_document(
                request.club, data, matches=form.matches, by=request.user, **names
            )
            said = _("“%(competition)s” is imported.") % {"competition": competition}
            messages.success(request, said)
            return redirect("competition", request.club.slug, competition.slug)
    snapshot = preview.snapshot
    rounds = [place.round for place in snapshot.record()]
    context = {"form": form, "preview": preview, "text": compact(data), "rounds": len(rounds)}
    context["games"] = sum(len(one.games) for one in rounds)
    context["system"] = get_system(snapshot.system).label
    return render(request, "documents/preview.html", context)
