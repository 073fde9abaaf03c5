"""The front pages of a club and of a competition: what is on this week."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Case, Q, QuerySet, Value, When
from django.utils import timezone

from clubcomp.flow.rounds import count_largest_groups, number_of_rounds
from clubcomp.flow.standings import StandingLine, cached_rows, rounds_of, standings_of
from clubcomp.models import Club, Competition, Entry, Evening, Season
from clubcomp.pages.bracket import winner_of
from clubcomp.pages.cup import MOST_TIES, Reached, cup_of, how_far
from clubcomp.pages.forecast import expected_count
from clubcomp.pages.mine import mine_of
from clubcomp.pages.pictures import picture_of
from clubcomp.pages.rounds import RoundOnRecord, last_round
from clubcomp.pages.scopes import Scope, last_place, scope_or_404, scopes_of, standings_scopes
from clubcomp.words.first_picture import PictureKind, first_picture
from clubcomp.words.lists import few

AGENDA, TOP = 4, 5
#: The places on the podium.
FIRST = 3


class OfSeason(NamedTuple):
    """The competitions of a season; `is_past`: it is over, and not the last one played."""

    season: Season
    competitions: list[Competition]
    is_past: bool


def by_season(competitions: Iterable[Competition]) -> list[OfSeason]:
    """These competitions by season, the last season first."""
    ordered = sorted(competitions, key=lambda row: (row.season.first, row.season_id), reverse=True)
    seasons = [(season, [*rows]) for season, rows in groupby(ordered, lambda row: row.season)]
    today = timezone.localdate()
    return [
        OfSeason(season, sorted(rows, key=lambda row: row.made_at), season.last < today and at > 0)
        for at, (season, rows) in enumerate(seasons)
    ]


def _played_first() -> Case:
    """The order of evenings by which those being played, open and not before their day, are first.

    One may be opened days ahead, to take attendance; until then it waits for its turn.
    """
    begun = Q(date=None) | Q(date__lte=timezone.localdate())
    return Case(When(begun, status=Evening.Status.OPEN, then=Value(0)), default=Value(1))


def coming_evenings(of: Sequence[Competition], most: int | None = None) -> list[Evening]:
    """The evenings to come of these competitions, those being played first; `most` at most."""
    evenings = Evening.objects.filter(competition__in=of).to_play()
    return _of(of, evenings.order_by(_played_first(), "date", "competition", "number")[:most])


def _of(competitions: Sequence[Competition], evenings: QuerySet[Evening]) -> list[Evening]:
    """The evenings with what their names need: tempo, and competition without another query."""
    by_pk, listed = {row.pk: row for row in competitions}, list(evenings.select_related("tempo"))
    for evening in listed:
        evening.competition = by_pk[evening.competition_id]
    count_largest_groups({evening.competition for evening in listed})
    return listed


def main_of(competitions: Sequence[Competition], coming: Sequence[Evening]) -> Competition | None:
    """The club's competition that is being played or comes next; else the latest."""
    if coming:
        return coming[0].competition
    return competitions[0] if competitions else None


def evenings_to_lead(clubs: Iterable[Club]) -> list[Evening]:
    """The open or next evening of every competition, those being played first. One query."""
    coming = Evening.objects.filter(competition__club__in=clubs).to_play()
    ordered = coming.order_by("competition_id", _played_first(), "date", "number")
    first = Evening.objects.filter(pk__in=ordered.distinct("competition_id").values("pk"))
    named = first.select_related("tempo", "competition__club")
    return [*named.order_by(_played_first(), "date")]


class FirstSteps(NamedTuple):
    """How many players and evenings a competition has, while it lacks one of them."""

    players: int
    evenings: int


def first_steps_of(competition: Competition) -> FirstSteps | None:
    """What comes first in a competition that runs; None once it has players and evenings."""
    rows = cached_rows(competition)
    steps = FirstSteps(len(rows.entries), len(list(rows.evenings(competition))))
    return steps if competition.is_running and not all(steps) else None


class Top(NamedTuple):
    """The first places of some standings, and who leads or has won the cup; of a cup `reached`
    says who came how far instead."""

    scope: Scope
    lines: list[StandingLine]
    winner: Entry | None
    reached: Sequence[Reached] = ()


def tops_of(competition: Competition) -> list[Top]:
    """The first three of each of a competition's standings, overall first; or of each group."""
    scopes = standings_scopes(competition)
    scopes = [scope for scope in scopes if scope.group] or scopes
    scopes.sort(key=lambda scope: not scope.is_overall)
    return [_top_of(competition, scope) for scope in scopes]


def _top_of(competition: Competition, scope: Scope) -> Top:
    if not rounds_of(competition, scope.key):
        return Top(scope, [], None)
    if first_picture(competition) is PictureKind.CUP:
        return Top(scope, [], winner_of(competition), how_far(competition))
    lines = few([line for line in standings_of(competition, scope.key) if line.place], FIRST)
    return Top(scope, lines, lines[0].entry if lines else None)


def _top(lines: Sequence[StandingLine]) -> list[StandingLine]:
    """The first five, or the first three of each group."""
    groups = dict.fromkeys(line.row.group for line in lines)
    if len(groups) < 2:
        return few(lines, TOP)
    return [
        line
        for group in groups
        for line in few([line for line in lines if line.row.group == group], FIRST)
    ]


def front_of(
    competition: Competition, coming: list[Evening], visitor: Entry | None, *, is_own: bool
) -> dict[str, Any]:
    """The current evening, the last results and the top of the standings of a competition.

    `coming` are evenings still to be played, also of other competitions.
    """
    evening = next((row for row in coming if row.competition_id == competition.pk), None)
    evenings = reversed(cached_rows(competition).evenings(competition))
    played = (last_round(competition, evening, visitor) for evening in evenings)
    last = next(filter(None, played), None)
    scope = scope_or_404(competition, scopes_of(competition), "")
    mine = mine_of(competition, visitor, last, is_own=is_own) if visitor else {}
    return (
        mine
        | {
            "evening": evening,
            "expected": expected_count(evening) if evening and not evening.is_open else 0,
            "shown": last,
            "first_steps": first_steps_of(competition),
            "is_played_out": not evening and last is not None and _is_last(competition, last),
            "scope": scope,
        }
        | _picture(competition, scope, last, visitor)
    )


def _picture(
    competition: Competition, scope: Scope, last: RoundOnRecord | None, visitor: Entry | None
) -> dict[str, object]:
    """The picture that comes first of it, small; a cup has one as soon as it is drawn."""
    kind = first_picture(competition)
    if kind is PictureKind.CUP:
        return {"picture": kind, **cup_of(competition, MOST_TIES)}
    lines = standings_of(competition, scope.key) if last else []
    after, me = last_place(rounds_of(competition, scope.key)), visitor.address if visitor else ""
    shown = picture_of(competition, scope.key, lines, after, me)
    has_other = "parts" in shown or "score_groups" in shown
    has_podium = not has_other and kind is not PictureKind.GROUPS
    podium = few([line for line in lines if line.place], FIRST) if has_podium else []
    return shown | {"top": [] if has_other else _top(lines), "podium": podium}


def _is_last(competition: Competition, last: RoundOnRecord) -> bool:
    """Whether no round comes after this one: all have been played, or the cup is decided."""
    if competition.abilities.knocks_out:
        return winner_of(competition) is not None
    count = number_of_rounds(competition)
    return count is not None and last.evening.first_round + last.round.number > count
