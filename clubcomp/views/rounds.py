"""Which games are there, tonight and on any evening before?"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from clubcomp.flow.pairings import games_ahead
from clubcomp.flow.standings import rounds_of, standings_of
from clubcomp.models import Competition, Entry, Evening, Round
from clubcomp.views.access import Action, club_page
from clubcomp.views.expected import expected_count
from clubcomp.views.live import Live, followed, mark, not_modified_by_version
from clubcomp.views.shown_rounds import ShownRound, shown_rounds
from clubcomp.views.visitor import visitor_of
from pairing.core.types import OVERALL


@followed
@club_page(Action.SEE)
@not_modified_by_version
def tonight(request: HttpRequest) -> HttpResponse:
    """My board and all boards of the game that is being played; else when the next one is."""
    evening = current_evening(request.competition)
    is_on = bool(evening and (evening.is_open or evening.date == timezone.localdate()))
    visitor = visitor_of(request)
    shown = last_round(request.competition, evening, visitor.entry) if evening else None
    live = live_of(request, evening, shown, is_on=is_on, me=visitor.key)
    context = {
        "section": "tonight",
        "evening": evening,
        "shown": shown,
        "visitor": visitor,
        "now": timezone.now(),
        "live": live,
        **(_mine(request, shown, live) if shown else _nothing_yet(request, evening)),
    }
    name = "_changes" if live.is_poll else "tonight"
    response = render(request, f"rounds/{name}.html", context, status=live.status)
    return visitor.remember(request, response)


def current_evening(competition: Competition) -> Evening | None:
    """The evening that is being played, else the next one; None when none is planned."""
    evenings = competition.evenings.select_related("tempo")
    return evenings.opened().first() or evenings.upcoming().first()


def last_round(
    competition: Competition, evening: Evening, me: Entry | None = None
) -> ShownRound | None:
    """The last round on record of an evening."""
    round_ = evening.rounds.on_record().order_by("number").last()
    if round_ is None:
        return None
    round_.evening = evening
    return shown_rounds(competition, [round_], me)[0]


def live_of(
    request: HttpRequest, evening: Evening | None, shown: ShownRound | None, *, is_on: bool, me: str
) -> Live:
    """What the page of tonight shows, row by row."""
    rows = [*shown.boards, *([shown.bye] if shown.bye else [])] if shown else []
    shape = mark(
        me,
        (evening.pk, evening.status, evening.games) if evening else None,
        (shown.round.number, len(rows), shown.is_over) if shown else None,
        shown.my_board.mark if shown and shown.my_board else None,
    )
    return Live(request, shape=shape, marks=[row.mark for row in rows], is_on=is_on)


def _mine(request: HttpRequest, shown: ShownRound, live: Live) -> dict[str, Any]:
    """Where the visitor's opponent stands, and which rows his screen does not show so yet."""
    new: dict[str, Any] = {
        "changed": [board for board in shown.boards if live.is_new(board.mark)],
        "has_new_bye": shown.bye and live.is_new(shown.bye.mark),
    }
    if shown.my_board:
        opponent = shown.my_board.opponent
        lines = standings_of(request.competition, shown.evening.tempo.key)
        new["line"] = next((line for line in lines if line.entry.pk == opponent.pk), None)
    return new


def _nothing_yet(request: HttpRequest, evening: Evening | None) -> dict[str, Any]:
    """How many are expected, and which evening was the last."""
    played = rounds_of(request.competition, OVERALL)
    return {
        "expected": expected_count(evening) if evening else 0,
        "last": played[-1] if played else None,
    }


@club_page(Action.SEE)
@not_modified_by_version
def evening_record(request: HttpRequest) -> HttpResponse:
    """All games of one evening."""
    evening = request.evening
    rounds = list(evening.rounds.on_record().order_by("number"))
    for round_ in rounds:
        round_.evening = evening
    visitor = visitor_of(request)
    numbers = list(request.competition.evenings.values_list("number", flat=True))
    context = {
        "section": "calendar",
        "evening": evening,
        "rounds": shown_rounds(request.competition, rounds, visitor.entry),
        "expected": expected_count(evening) if not rounds else 0,
        "ahead": games_ahead(evening),
        **_neighbours(numbers, evening.number),
    }
    return visitor.remember(request, render(request, "rounds/evening.html", context))


@followed
@club_page(Action.SEE)
@not_modified_by_version
def pairings(request: HttpRequest, *, number: int) -> HttpResponse:
    """The boards of one game, of any evening; while it is played the page follows."""
    evening = request.evening
    round_ = round_or_404(request, number)
    visitor = visitor_of(request)
    shown = shown_rounds(request.competition, [round_], visitor.entry, again=True)[0]
    live = live_of(request, evening, shown, is_on=evening.is_open, me=visitor.key)
    places = [(line.evening, line.number) for line in rounds_of(request.competition, OVERALL)]
    context = {
        "section": "calendar",
        "evening": evening,
        "shown": shown,
        "visitor": visitor,
        "now": timezone.now(),
        "live": live,
        "changed": [board for board in shown.boards if live.is_new(board.mark)],
        "has_new_bye": shown.bye and live.is_new(shown.bye.mark),
        **_neighbours(places, (evening.number, number)),
    }
    name = "_round_changes" if live.is_poll else "round"
    response = render(request, f"rounds/{name}.html", context, status=live.status)
    return visitor.remember(request, response)


def round_or_404(request: HttpRequest, number: int) -> Round:
    """A round on record of the request's evening."""
    round_ = request.evening.rounds.on_record().filter(number=number).first()
    if round_ is None:
        raise Http404
    round_.evening = request.evening
    return round_


def _neighbours(places: list[Any], place: Any) -> dict[str, Any]:
    """What comes before and after a place in the order of play."""
    if place not in places:
        return {}
    at = places.index(place)
    return {
        "previous": places[at - 1] if at else None,
        "next": places[at + 1] if at + 1 < len(places) else None,
    }
