"""The players of a competition, one player's season, the start list and start numbers."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.readers import naming_for
from clubcomp.doors.requests import CompetitionRequest, SignedInCompetitionRequest, competitions_of
from clubcomp.flow.competitions import start_order as flow
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Entry, entry_at
from clubcomp.pages.club_rating import club_ratings
from clubcomp.pages.members import participants
from clubcomp.pages.schedule import to_come
from clubcomp.pages.scopes import scope_or_404, scopes_of
from clubcomp.pages.seasons import season_of
from clubcomp.pages.sorting import sorting_in
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, number_in, show
from clubcomp.views.visitor import visitor_of


@club_page(Action.SEE)
def everyone(request: CompetitionRequest) -> HttpResponse:
    """The players by surname, in the alphabet of the reader's language; `?search=` narrows, and
    `?sort=` has them in another order."""
    scope = scope_or_404(request.competition, scopes_of(request.competition), "")
    visitor = visitor_of(request)
    query = request.GET.get("search", "").strip()[:100]
    sorting = sorting_in(request.GET.get("sort", ""), "name")
    players = participants(request.competition, scope.key, query, sorting)
    context = {"section": "players", "scope": scope, "players": players, "asked": query}
    context["sorting"] = sorting
    context["me"] = visitor.key
    return visitor.remember(request, render(request, "players/everyone.html", context))


@club_page(Action.SEE)
def season(request: CompetitionRequest, *, player: str, scope: str = "") -> HttpResponse:
    """One player's season in a tempo or in all: points, places, colours, opponents, games."""
    competition = request.competition
    entries = cached_rows(competition).by_key
    entry = entry_at(entries.values(), player)
    if entry is None:
        raise Http404
    scopes = scopes_of(competition)
    chosen = scope_or_404(competition, scopes, scope)
    visitor = visitor_of(request)
    is_own = request.me is not None and request.me.pk == entry.player_id
    tells_why = request.may_lead or is_own
    context = {
        "section": "players",
        "scopes": scopes,
        "scope": chosen,
        "tempo_names": {scope.key: scope.name for scope in scopes},
        "is_me": visitor.key == entry.key,
        "to_come": to_come(competition, entry)[:1],
        "visitor": visitor,
        "club_ratings": club_ratings(
            competition,
            entry,
            scopes if chosen.is_overall else [chosen],
            lambda counted: _may_know_rating(request, entry, counted),
        ),
        **season_of(competition, entries, entry, chosen.key, tells_why=tells_why),
    }
    return visitor.remember(request, render(request, "players/season.html", context))


def _may_know_rating(request: CompetitionRequest, entry: Entry, counted: set[int]) -> bool:
    """Whether the reader may see all competitions that count in a rating, and sees as much of the
    player's name in each of them as here.
    """
    readable = {competition.pk: competition for competition in competitions_of(request)}
    if not counted <= readable.keys():
        return False
    competitions = [request.competition, *(readable[pk] for pk in counted)]
    names, player = naming_for(request.reader, request.club, competitions), entry.player
    return names is None or names.of(player.shown_as, player.birth_year) == player.how_shown


@club_page(Action.SEE)
def start_list(request: CompetitionRequest) -> HttpResponse:
    """Everybody by start number, with title and rating."""
    entries = request.competition.entries.select_related("player").order_by("start")
    context = {
        "entries": entries,
        "me": visitor_of(request).key,
        "has_ratings": any(entry.rating for entry in entries),
        "has_titles": any(entry.player.title for entry in entries),
        "start_numbers": request.competition.rules.start_numbers,
        "awaits_draw": request.competition.awaits_draw(),
    }
    context["is_otherwise"] = flow.asks_numbers(request.competition)
    context["numbers_until"] = request.competition.abilities.numbers_until
    context["frozen_by"] = flow.frozen_by(request.competition)
    return show(request, "competitions/start_list.html", "players", **context)


@club_page(Action.LEAD)
def start_numbers(request: SignedInCompetitionRequest) -> HttpResponse:
    """Who would get another number in the system's order; or draw lots, before round 1."""
    competition, act = request.competition, request.POST.get("act")
    request.refused_to = request.path
    if act == "number":
        flow.number_players(competition, seen=request.POST.get("seen", ""), by=request.user)
        return done(request, _("The start numbers are given."), "start-list", competition.slug)
    if act == "draw":
        flow.draw_lots(competition, seen=request.POST.get("seen"), by=request.user)
        words = drawn_words(*flow.late_meetings(competition))
        evening = number_in(request.POST.get("evening", ""))
        if competition.evenings.filter(serial=evening).exists():
            return done(request, words, "pairing", competition.slug, evening)
        has_schedule = competition.abilities.schedule_is_fixed or competition.abilities.knocks_out
        return done(request, words, "schedule" if has_schedule else "start-list", competition.slug)
    is_by_lot = competition.rules.start_numbers == "lot"
    frozen_by = flow.frozen_by(competition)
    changes = [] if is_by_lot or frozen_by else flow.new_numbers(competition)
    seen = flow.lots_digest(competition) if is_by_lot else flow.numbers_digest(changes)
    context = {"changes": changes, "is_by_lot": is_by_lot, "seen": seen}
    context |= {"has_begun": competition.has_begun(), "frozen_by": frozen_by}
    return show(request, "competitions/start_numbers.html", "competition", **context)


def drawn_words(meetings: int, is_least: bool) -> str:
    """Say that the lots are drawn, and how many pairs meet late all the same."""
    words = _("The lots are drawn.")
    if not meetings:
        return words
    left = ngettext(
        "In the last three rounds %(count)d pair meets that should not.",
        "In the last three rounds %(count)d pairs meet that should not.",
        meetings,
    ) % {"count": meetings}
    why = _("There must be so many.") if is_least else _("A draw with fewer may exist.")
    return f"{words} {left} {why}"
