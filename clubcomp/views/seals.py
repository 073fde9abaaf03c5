"""The seal of a round, which says whether it is what its system pairs, and its input."""

from django.http import HttpResponse

from clubcomp.doors.requests import EveningRequest, SignedInEveningRequest
from clubcomp.flow.pairings.seals import document_of, seal_of
from clubcomp.pages.seals import seal_on_page
from clubcomp.pages.spreadsheets import attachment
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show
from clubcomp.views.rounds import round_or_404


@club_page(Action.SEE)
def seal(request: EveningRequest, *, number: int) -> HttpResponse:
    """The seal of a round; the round is paired again when somebody first asks for it."""
    round_ = round_or_404(request, number)
    on_page = seal_on_page(request.competition, round_, seal_of(round_))
    context = {"evening": request.evening, "round": round_, "seal": on_page}
    return show(request, "rounds/seal.html", "calendar", **context)


@club_page(Action.LEAD)
def paired_from(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """The document that the round was paired from.

    For leaders only: it says who was absent without notice, and holds secret forbidden pairs.
    """
    text = document_of(round_or_404(request, number))
    name = f"{request.competition.slug}-{request.evening.serial}-{number}.json"
    return attachment(text, name, "application/json; charset=utf-8")
