"""What can the club's own site say of an evening? A text to be copied or downloaded."""

from django.http import HttpResponse

from clubcomp.flow.evening_report import report_of
from clubcomp.pages.report_text import language_of, report_text
from clubcomp.pages.spreadsheets import attachment
from clubcomp.requests import EveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import show

#: So many lines are seen at once.
HIGHEST = 24


@club_page(Action.SEE)
def evening_report(request: EveningRequest) -> HttpResponse:
    """The report of an evening; `?format=txt` as a file."""
    text = report_text(report_of(request.evening))
    if request.GET.get("format") == "txt":
        name = f"{request.competition.slug}-{request.evening.number}.txt"
        return attachment(text, name, "text/plain; charset=utf-8")
    context = {"evening": request.evening, "text": text, "language": language_of(request.club)}
    context["rows"] = min(HIGHEST, text.count("\n") + 1)
    return show(request, "rounds/report.html", "calendar", **context)
