"""The front pages of a club and of a competition: what is on this week."""

from collections.abc import Iterable, Sequence
from datetime import date as Date
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Case, Q, Value, When
from django.utils import timezone

from clubcomp.flow.rounds import number_of_rounds
from clubcomp.flow.standings import StandingLine, cached_rows, rounds_of, standings_of
from clubcomp.models import Club, Competition, Entry, Evening, Round, Season
from clubcomp.pages.boards import Board
from clubcomp.pages.bracket import winner_of
from clubcomp.pages.cup import MOST_TIES, Reached, cup_of, how_far
from clubcomp.pages.forecast import who_is_expected
from clubcomp.pages.members import without_their_link
from clubcomp.pages.mine import mine_of
from clubcomp.pages.pictures import picture_of
from clubcomp.pages.rounds import RoundOnRecord, last_round, rounds_on_record
from clubcomp.pages.scopes import Scope, last_round_key, scope_or_404, scopes_of, standings_scopes
from clubcomp.pages.stories import story_of
from clubcomp.words.standings import PictureKind, first_picture
from clubcomp.words.values import Few, few

AGENDA, TOP = 4, 5
#: The boards of another competition's last results.
BOARDS = 4
#: The places on the podium.
FIRST = 3


class OfSeason(NamedTuple):
    """The competitions of a season; `is_past`: it is over, and not the latest season."""

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
    """The order of evenings with those being played first: open, and not before their day.

    An evening may be opened days ahead, to take attendance; until its day it waits for its turn.
    """
    begun = Q(date=None) | Q(date__lte=timezone.localdate())
    return Case(When(begun, status=Evening.Status.OPEN, then=Value(0)), default=Value(1))


def coming_evenings(of: Sequence[Competition]) -> list[Evening]:
    """The evenings to come of these competitions, those being played first.

    They come from the cached rows, which pages with these evenings need anyway. Competitions get
    their `largest_group` with them, since the names of evenings depend on the number of rounds.
    """
    for competition in of:
        if competition.abilities.schedule_is_fixed:
            competition.largest_group = cached_rows(competition).largest_group
    coming = [
        evening
        for competition in of
        if competition.is_running
        for evening in cached_rows(competition).evenings_to_play(competition)
    ]
    newest_first = {row.pk: at for at, row in enumerate(sorted(of, key=_made, reverse=True))}
    today = timezone.localdate()

    def when(evening: Evening) -> tuple[bool, Date, int, int]:
        is_played = evening.is_open and (evening.date is None or evening.date <= today)
        order = newest_first[evening.competition_id], evening.number
        return (not is_played, evening.date or Date.max, *order)

    return sorted(coming, key=when)


def _made(competition: Competition) -> tuple[datetime, int]:
    return competition.made_at, competition.pk


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
    """The first steps in a new competition; `uninvited`: how many players have no link yet."""

    players: int
    evenings: int
    uninvited: int
    awaits_draw: bool

    @property
    def next(self) -> str:
        """Which of the steps comes next."""
        if not self.players:
            return "players"
        if self.awaits_draw:
            return "draw"
        return "invitations" if self.evenings else "evenings"


def first_steps_of(competition: Competition) -> FirstSteps | None:
    """The first steps, for a leader; None once all are done, or an evening was opened."""
    rows = cached_rows(competition)
    evenings = rows.evenings(competition)
    players = {entry.player_id for entry in rows.entries.values()}
    if not competition.is_running or any(not evening.is_planned for evening in evenings):
        return None
    has_both = players and evenings
    uninvited = len(players & without_their_link(competition.club)) if has_both else len(players)
    awaits_draw = competition.awaits_draw()
    if has_both and not uninvited and not awaits_draw:
        return None
    return FirstSteps(len(players), len(evenings), uninvited, awaits_draw)


class Top(NamedTuple):
    """The first places of some standings, and the player who leads or has won the cup.

    A cup has `reached` instead of lines: how far each player came.
    """

    scope: Scope
    lines: list[StandingLine]
    winner: Entry | None
    reached: Sequence[Reached] = ()


def tops_of(competition: Competition) -> list[Top]:
    """The first three of each standing of a competition, overall first; or of each group."""
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


class Results(NamedTuple):
    """The last round with results of a competition, and its first boards."""

    competition: Competition
    shown: RoundOnRecord
    boards: Few[Board]


def last_results(competitions: Iterable[Competition]) -> Results | None:
    """The last results among these competitions, by day."""
    days = [(_last_day(competition), competition) for competition in competitions]
    played = [(day, competition) for day, competition in days if day]
    for _day, competition in sorted(played, key=itemgetter(0), reverse=True):
        rows = cached_rows(competition)
        for evening in reversed(rows.evenings(competition)):
            for round_ in reversed(rows.rounds_of(evening)):
                (shown,) = rounds_on_record(competition, [round_])
                if shown.has_results:
                    return Results(competition, shown, few(shown.boards, BOARDS))
    return None


def _last_day(competition: Competition) -> str:
    """The day (ISO) of its last evening with a round on record; "" without such an evening, and "0"
    if its day is not known."""
    rows = cached_rows(competition)
    rounds = rows.values(Round, "evening_id", "status")
    played = {evening for evening, status in rounds if status != Round.Status.PROPOSED}
    days = rows.values(Evening, "id", "date")
    return max((day or "0" for pk, day in days if pk in played), default="")


def front_of(
    competition: Competition,
    coming: list[Evening],
    visitor: Entry | None,
    *,
    is_own: bool,
    is_inside: bool = False,
) -> dict[str, Any]:
    """The current evening, the last results and the top of the standings of a competition.

    `coming` are evenings still to be played, also of other competitions. People of the club
    (`is_inside`) read who is expected; other readers how many.
    """
    evening = next((row for row in coming if row.competition_id == competition.pk), None)
    evenings = reversed(cached_rows(competition).evenings(competition))
    played = (last_round(competition, evening, visitor) for evening in evenings)
    last = next(filter(None, played), None)
    scope = scope_or_404(competition, scopes_of(competition), "")
    awaits_boards = evening and not (evening.is_open and last and last.evening == evening)
    expected = who_is_expected(evening) if evening and awaits_boards else []
    mine = mine_of(competition, visitor, last, is_own=is_own) if visitor else {}
    is_cup = competition.abilities.knocks_out  # its bracket comes first, and says so itself
    return (
        mine
        | {
            "evening": evening,
            "expected": len(expected),
            "who_comes": expected if is_inside else [],
            "shown": last,
            "leads": "" if is_cup or not evening else story_of(competition, says_how_far=False),
            "is_played_out": not evening and last is not None and _is_last(competition, last),
            "scope": scope,
        }
        | _picture(competition, scope, last, visitor)
    )


def _picture(
    competition: Competition, scope: Scope, last: RoundOnRecord | None, visitor: Entry | None
) -> dict[str, object]:
    """The first picture of the standings, small; a cup has one as soon as it is drawn."""
    kind = first_picture(competition)
    if kind is PictureKind.CUP:
        return {"picture": kind, **cup_of(competition, MOST_TIES)}
    lines = standings_of(competition, scope.key) if last else []
    after, me = (
        last_round_key(rounds_of(competition, scope.key)),
        visitor.address if visitor else "",
    )
    shown = picture_of(competition, scope.key, lines, after, me)
    has_own_form = "parts" in shown or "score_groups" in shown
    has_podium = not has_own_form and kind is not PictureKind.GROUPS
    podium = few([line for line in lines if line.place], FIRST) if has_podium else []
    return shown | {"top": [] if has_own_form else _top(lines), "podium": podium}


def _is_last(competition: Competition, last: RoundOnRecord) -> bool:
    """Whether no round comes after this one: all have been played, or the cup is decided."""
    if competition.abilities.knocks_out:
        return winner_of(competition) is not None
    count = number_of_rounds(competition)
    return count is not None and last.evening.first_round + last.round.number > count
