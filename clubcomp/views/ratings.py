"""How does the federation's rating list come into the club?"""

import datetime

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow import ratings as flow
from clubcomp.flow.errors import StepError
from clubcomp.flow.rating_list import written_list
from clubcomp.forms.ratings import RatingListForm, RatingsForm
from clubcomp.requests import SignedInClubRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show
from clubcomp.words.trail_words import changes


@club_page(Action.LEAD, takes_file=True)
def rating_list(request: SignedInClubRequest) -> HttpResponse:
    """The list is looked at first; only the second press takes it over."""
    usual = {"date": timezone.localdate().replace(day=1)}
    form = RatingListForm(request.POST or None, request.FILES or None, initial=usual)
    if form.is_valid():
        data = form.content
        try:
            preview = flow.preview_ratings(request.club, data)
        except StepError as error:
            form.add_error("file", _("Nothing was taken over. %(why)s") % {"why": error})
        else:
            return looked_at(request, data, preview, form.cleaned_data["date"])
    return show(request, "members/ratings.html", "members", form=form)


def looked_at(
    request: SignedInClubRequest,
    data: bytes,
    preview: flow.RatingsPreview,
    date: datetime.date | None,
) -> HttpResponse:
    """What the list would change, with its doubts as questions; at last it is taken over."""
    is_last = request.POST.get("act") == "take"
    form = RatingsForm(request.POST if is_last else None, preview=preview)
    if is_last and form.is_valid():
        with refusals_in(form):
            seen = request.POST.get("seen", "")
            count = flow.take_ratings(
                request.club, data, date=date, seen=seen, by=request.user, **form.answers
            )
            words = ngettext(
                "The rating list is taken over for %(count)s player.",
                "The rating list is taken over for %(count)s players.",
                count,
            )
            return done(request, words % {"count": count}, "members")
    certain = [(match, changes(match.before, match.after)) for match in preview.certain]
    context = {"form": form, "preview": preview, "date": date, "certain": certain}
    context["text"] = written_list(preview.concerned)
    return show(request, "members/ratings_looked_at.html", "members", **context)
