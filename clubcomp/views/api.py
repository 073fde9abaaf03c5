"""The public pages for programs: read-only JSON under /api/v1/.

django-ninja writes the answers and describes them (OpenAPI). As for pages, `club_page` decides who
may read what, and finds what the address names. Errors are JSON too, with a sentence
(`views.errors`).
"""

from collections.abc import Callable, Iterator
from functools import cache, wraps
from inspect import signature
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import ResolverMatch, URLPattern, path, reverse
from ninja import NinjaAPI, Schema
from ninja.errors import ValidationError
from ninja.params.functions import Path
from ninja.utils import contribute_operation_args

from clubcomp.doors.names import names_as_written
from clubcomp.doors.requests import ClubRequest, CompetitionRequest, EveningRequest, competitions_of
from clubcomp.flow.standings import cached_rows, rounds_of
from clubcomp.models import Club, entry_at
from clubcomp.pages import api_answers as answers
from clubcomp.pages import api_schema as schema
from clubcomp.pages.scopes import (
    after_or_404,
    categories_for,
    category_or_404,
    scope_or_404,
    scopes_of,
    standings_scopes,
)
from clubcomp.views import errors
from clubcomp.views.access import Action, club_page, site_page

ROOT = "/api/v1/"
READS = ("GET", "HEAD")
DESCRIPTION = """Everything that a club's pages say to who reads them without signing in. Answers
are for every site (CORS), say when they changed (ETag), and only ever gain fields."""
api = NinjaAPI(
    title="Clubcomp",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
Answer = TypeVar("Answer", bound=Callable[..., Schema])
#: The parts of an address that `club_page` looks up and puts on the request.
LOOKED_UP = {"club": str, "competition": str, "evening": int}
CLUB = "clubs/{slug:club}/"
COMPETITION = f"{CLUB}competitions/{{slug:competition}}/"
EVENING = f"{COMPETITION}evenings/{{int:evening}}/"


def operation(address: str, name: str) -> Callable[[Answer], Answer]:
    """A view that is an operation of the API; its annotation is the schema of its answer.

    The parts of the address in `LOOKED_UP` are described, but not passed to the view.
    """

    def decorate(view: Answer) -> Answer:
        @wraps(view)
        def described(request: HttpRequest, **values: Any) -> Schema:
            asked = {key: values[key] for key in values.keys() - LOOKED_UP.keys()}
            with names_as_written():
                return view(request, **asked)

        for word in LOOKED_UP:
            if f":{word}}}" in address:
                contribute_operation_args(described, word, LOOKED_UP[word], Path(...))
        api.get(address, response=signature(view).return_annotation, url_name=name)(described)
        return view

    return decorate


@operation("clubs/", "api-clubs")
def clubs(request: HttpRequest) -> schema.Clubs:
    """The clubs of the site."""
    return answers.clubs_answer(Club.objects.not_suspended().order_by("name", "pk"))


@operation(CLUB, "api-club")
def club(request: ClubRequest) -> schema.Club:
    """A club and its competitions."""
    return answers.club_answer(request.club, competitions_of(request))


@operation(COMPETITION, "api-competition")
def competition(request: CompetitionRequest) -> schema.Competition:
    """A competition: its tempos, and what there are standings of."""
    categories = categories_for(request.competition, request.reader)
    return answers.competition_answer(request.competition, categories)


@operation(f"{COMPETITION}evenings/", "api-evenings")
def evenings(request: CompetitionRequest) -> schema.Calendar:
    """The evenings of a competition, in order of play."""
    return answers.calendar_answer(request.competition)


@operation(EVENING, "api-evening")
def evening(request: EveningRequest) -> schema.Evening:
    """An evening with its rounds, boards and results."""
    return answers.evening_answer(request.evening)


@operation(f"{EVENING}games/{{int:number}}/", "api-round")
def one_round(request: EveningRequest, number: int) -> schema.Round:
    """A round of an evening: its boards and results."""
    rounds = answers.evening_answer(request.evening).rounds
    for round_ in rounds:
        if round_.game == number:
            return round_
    raise Http404


@operation(f"{COMPETITION}standings/", "api-standings")
def standings(request: CompetitionRequest, after: str = "", category: str = "") -> schema.Standings:
    """The standing of the tempo that was played last; after=1.2: after game 2 of evening 1."""
    return standings_of(request, "", after, category)


@operation(f"{COMPETITION}standings/{{str:scope}}/", "api-standings-of")
def standings_of(
    request: CompetitionRequest, scope: str, after: str = "", category: str = ""
) -> schema.Standings:
    """The standing of a tempo, or of all; after=1.2: after game 2 of evening 1."""
    chosen = scope_or_404(request.competition, standings_scopes(request.competition), scope)
    moment = after_or_404(rounds_of(request.competition, chosen.key), after)
    categories = categories_for(request.competition, request.reader)
    shadow = category_or_404(categories, category)
    return answers.standings_answer(request.competition, chosen, moment, shadow)


@operation(f"{COMPETITION}cross-table/{{str:scope}}/", "api-cross-table")
def cross_table(request: CompetitionRequest, scope: str, after: str = "") -> schema.CrossTable:
    """Who met whom; after=1.2: after game 2 of evening 1."""
    chosen = scope_or_404(request.competition, standings_scopes(request.competition), scope)
    moment = after_or_404(rounds_of(request.competition, chosen.key), after)
    return answers.cross_table_answer(request.competition, chosen, moment)


@operation(f"{COMPETITION}players/", "api-players")
def players(request: CompetitionRequest) -> schema.Players:
    """The players of a competition, by start number."""
    return answers.players_answer(request.competition)


@operation(f"{COMPETITION}players/{{str:player}}/", "api-player")
def player(request: CompetitionRequest, player: str, scope: str = "") -> schema.Statement:
    """Where a player's points come from, in a tempo (scope) or in that of the last evening."""
    competition = request.competition
    entry = entry_at(cached_rows(competition).entries.values(), player)
    if entry is None:
        raise Http404
    chosen = scope_or_404(competition, scopes_of(competition), scope)
    return answers.statement_answer(competition, entry, chosen)


# The addresses -------------------------------------------------------------------------------


@cache
def openapi() -> dict[str, Any]:
    """The OpenAPI description of all addresses, with their errors."""
    described: dict[str, Any] = api.get_openapi_schema(path_prefix=f"{settings.SITE_PATH}{ROOT}")
    problem = {"$ref": "#/components/schemas/Problem"}
    described["components"]["schemas"]["Problem"] = schema.Problem.model_json_schema()
    for methods in described["paths"].values():
        for status, words in (("403", "Not for who asks."), ("404", "There is no such thing.")):
            content = {"application/json": {"schema": problem}}
            methods["get"]["responses"][status] = {"description": words, "content": content}
    return described


def start() -> dict[str, str]:
    """Where a program begins that knows nothing but the address of the API."""
    named = ("clubs", "api-clubs"), ("description", "api-description")
    return {word: reverse(name) for word, name in named} | {"version": api.version}


def for_programs(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """GET and HEAD only, readable from every site. The view gets all parts of its address."""

    @wraps(view)
    def answer(request: HttpRequest, **_not_looked_up: Any) -> HttpResponse:
        if request.method not in READS:
            return errors.only_reads(request)
        request.method = "GET"  # the server leaves out the body for HEAD
        response = view(request, **cast(ResolverMatch, request.resolver_match).kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        return response

    answer.csrf_exempt = True  # type: ignore[attr-defined]
    return answer


def paths() -> Iterator[URLPattern]:
    """The addresses under /api/v1/."""
    for pattern in api.urls[0]:
        if isinstance(pattern, URLPattern) and pattern.name != "api-root":
            view = for_programs(pattern.callback)
            is_of_club = "club" in pattern.pattern.converters
            page = club_page(Action.SEE)(view) if is_of_club else site_page(view)
            yield path(str(pattern.pattern), page, name=pattern.name)
    description = for_programs(lambda _request: JsonResponse(openapi()))
    yield path("openapi.json", site_page(description), name="api-description")
    yield path(
        "", site_page(for_programs(lambda _request: JsonResponse(start()))), name="api-start"
    )


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return errors.not_found(request, error)


@api.exception_handler(ValidationError)
def _bad_request(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return errors.bad_request(request, error)
