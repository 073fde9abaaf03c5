"""The options of a club's own Keizer, found out from the table of its old program."""

import json

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.competition import change_options
from clubcomp.flow.errors import StepError
from clubcomp.flow.old_tables import search_options
from clubcomp.forms.old_table import OldTableForm
from clubcomp.pages.old_table import found_page
from clubcomp.requests import SignedInCompetitionRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show


@club_page(Action.LEAD)
def old_table(request: SignedInCompetitionRequest) -> HttpResponse:
    """Paste the table, see what was found; one press more takes the options over."""
    competition = request.competition
    if request.POST.get("act") == "take":
        request.refused_to = request.path
        change_options(competition, options=_sent(request), by=request.user)
        words = _("The options that were found are kept. Compare the table once more.")
        return done(request, words, "standings", competition.slug)
    gone = {key: request.POST.get(f"name-{key}", key) for key in request.POST.getlist("gone")}
    form = OldTableForm(request.POST or None, gone=gone)
    context = {"form": form, "gone": gone}
    if form.is_valid():
        left_out = form.cleaned_data.get("left_out", [])
        with refusals_in(form):
            searched = search_options(competition, form.cleaned_data["text"], left_out)
            named = (*searched.found.finding.gone, *gone)
            gone = {key: searched.names[key] for key in named if key in searched.names}
            context = {
                "form": OldTableForm(request.POST, gone=gone),
                "gone": gone,
                "page": found_page(searched),
                "is_own": searched.is_own,
            }
    return show(request, "competitions/old_table.html", "competition", **context)


def _sent(request: SignedInCompetitionRequest) -> dict[str, object]:
    """The options as the page has sent them."""
    try:
        options = json.loads(request.POST.get("options", ""))
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise StepError(_("These are no options. Search once more."))
    return options
