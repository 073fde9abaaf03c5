"""Is a round what its system pairs? Its seal, and the file it was paired from."""

from django.http import HttpResponse

from clubcomp.flow.seals import document_of, seal_of
from clubcomp.pages.seals import seal_on_page
from clubcomp.pages.spreadsheets import attachment
from clubcomp.requests import EveningRequest, SignedInEveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show
from clubcomp.views.rounds import round_or_404


@club_page(Action.SEE)
def seal(request: EveningRequest, *, number: int) -> HttpResponse:
    """The round is paired again, the first time that somebody asks."""
    round_ = round_or_404(request, number)
    on_page = seal_on_page(request.competition, round_, seal_of(round_))
    context = {"evening": request.evening, "round": round_, "seal": on_page}
    return show(request, "rounds/seal.html", "calendar", **context)


@club_page(Action.LEAD)
def paired_from(request: SignedInEveningRequest, *, number: int) -> HttpResponse:
    """The document that the round was paired from.

    For who leads: it holds who was away without notice, and pairs that members may not read.
    """
    text = document_of(round_or_404(request, number))
    name = f"{request.competition.slug}-{request.evening.serial}-{number}.json"
    return attachment(text, name, "application/json; charset=utf-8")
