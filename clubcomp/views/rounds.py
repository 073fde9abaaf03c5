"""The games of tonight and of every evening before, and the report of an evening."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from clubcomp.doors.requests import (
    CompetitionRequest,
    EveningRequest,
    is_embedded,
    minute_shown,
    polled,
)
from clubcomp.flow.documents.evening_report import report_of
from clubcomp.flow.pairings.ahead import games_ahead
from clubcomp.flow.pairings.seals import kept_seal
from clubcomp.flow.standings import cached_rows, rounds_of
from clubcomp.models import Evening, Round
from clubcomp.pages.forecast import expected_count
from clubcomp.pages.live import Live, digest
from clubcomp.pages.mine import mine_of
from clubcomp.pages.own_result import OwnResult
from clubcomp.pages.progress import CLOSE
from clubcomp.pages.report_text import language_of, report_text
from clubcomp.pages.rounds import (
    RoundOnRecord,
    current_evening,
    last_round,
    rounds_on_record,
    tonights_evening,
)
from clubcomp.pages.seals import seal_on_page
from clubcomp.pages.spreadsheets import attachment
from clubcomp.views.access import Action, club_page
from clubcomp.views.leading import page_of_evening
from clubcomp.views.visitor import Visitor, visitor_of
from pairing.core.types import OVERALL


@club_page(Action.SEE, framed=True)
def tonight(request: CompetitionRequest) -> HttpResponse:
    """My board and all boards of the game that is being played; or when the next one is."""
    evening = tonights_evening(request.competition)
    is_to_come = bool(evening and evening.is_planned and evening.date == timezone.localdate())
    is_on = is_to_come or bool(evening and evening.is_open)
    visitor = visitor_of(request)
    round_ = last_round(request.competition, evening, visitor.entry) if evening else None
    context: dict[str, Any] = {} if round_ else _nothing_yet(request, evening)
    if evening and evening.is_closed:
        context["following"] = current_evening(request.competition)
    if visitor.entry:
        is_own = not visitor.is_chosen
        context |= mine_of(request.competition, visitor.entry, round_, is_own=is_own)
    context["own"] = OwnResult.of(request.competition, round_, request.me)
    templates = ("embedded", "embedded") if is_embedded(request) else ("tonight", "_changes")
    context["section"] = "tonight"
    return boards_page(request, visitor, evening, round_, templates, is_on=is_on, **context)


def boards_page(
    request: CompetitionRequest,
    visitor: Visitor,
    evening: Evening | None,
    round_: RoundOnRecord | None,
    templates: tuple[str, str],
    *,
    is_on: bool,
    **context: Any,
) -> HttpResponse:
    """The boards of a round; a page that polls gets the rows that changed.

    `templates` are that of the page and that of the changed rows.
    """
    rows = round_.rows if round_ else []
    shape = digest(
        visitor.key,
        (evening.pk, evening.status, evening.games) if evening else None,
        (round_.round.number, len(rows), round_.is_over) if round_ else None,
        round_.my_board.digest if round_ and round_.my_board else None,
        own.digest if (own := context.get("own")) else None,
    )
    live = Live(
        request.competition.version,
        polled(request),
        shape=shape,
        digests=[board.digest for board in rows],
        is_on=is_on,
    )
    context |= {"evening": evening, "shown": round_, "visitor": visitor, "live": live}
    context["changed"] = [board for board in rows if live.is_new(board.digest)]
    context["now"] = minute_shown(request)
    template = f"rounds/{templates[live.is_poll]}.html"
    response = render(request, template, context, status=live.status)
    return visitor.remember(request, response)


def _nothing_yet(request: CompetitionRequest, evening: Evening | None) -> dict[str, Any]:
    """Before the first round of an evening: how many are expected, and which round was the last."""
    played = rounds_of(request.competition, OVERALL)
    return {
        "expected": expected_count(evening) if evening else 0,
        "last": played[-1] if played else None,
    }


@club_page(Action.SEE)
def evening_record(request: EveningRequest) -> HttpResponse:
    """All games of one evening."""
    evening = request.evening
    rows = cached_rows(request.competition)
    rounds = rows.rounds_of(evening)
    visitor = visitor_of(request)
    context = {
        "section": "calendar",
        "evening": evening,
        "rounds": rounds_on_record(request.competition, rounds, visitor.entry),
        "expected": expected_count(evening) if not rounds else 0,
        "ahead": games_ahead(evening),
        **_neighbours(rows.column(Evening, "serial"), evening.serial),
    }
    return visitor.remember(request, render(request, "rounds/evening.html", context))


@club_page(Action.SEE)
def pairings(request: EveningRequest, *, number: int) -> HttpResponse:
    """The boards of one game of any evening; while the evening is open the page polls."""
    evening = request.evening
    rounds = cached_rows(request.competition).rounds_of(evening)
    round_ = next((round_ for round_ in rounds if round_.number == number), None)
    if round_ is None:
        raise Http404
    visitor = visitor_of(request)
    on_record = rounds_on_record(request.competition, [round_], visitor.entry)[0]
    places = [(line.serial, line.number) for line in rounds_of(request.competition, OVERALL)]
    context = {"section": "calendar", **_neighbours(places, (evening.serial, number))}
    context["seal"] = seal_on_page(request.competition, round_, kept_seal(round_))
    templates, is_on = ("round", "_round_changes"), evening.is_open
    return boards_page(request, visitor, evening, on_record, templates, is_on=is_on, **context)


def round_or_404(request: EveningRequest, number: int) -> Round:
    """A round on record of the request's evening."""
    round_ = request.evening.rounds.on_record().filter(number=number).first()
    if round_ is None:
        raise Http404
    return round_


def _neighbours(ordered: list[Any], key: Any) -> dict[str, Any]:
    """What comes before and after a key in the order of play."""
    if key not in ordered:
        return {}
    at = ordered.index(key)
    return {
        "previous": ordered[at - 1] if at else None,
        "next": ordered[at + 1] if at + 1 < len(ordered) else None,
    }


#: The height of the text field of a report, in lines.
HIGHEST = 24


@club_page(Action.SEE)
def evening_report(request: EveningRequest) -> HttpResponse:
    """The report of an evening; `?format=txt` as a file."""
    text = report_text(report_of(request.evening))
    if request.GET.get("format") == "txt":
        name = f"{request.competition.slug}-{request.evening.number}.txt"
        return attachment(text, name, "text/plain; charset=utf-8")
    rows = min(HIGHEST, text.count("\n") + 1)
    context = {"text": text, "language": language_of(request.club), "rows": rows}
    return page_of_evening(request, "rounds/report.html", "calendar", step=CLOSE, **context)
