"""Two Swiss competitions, paired here by the steps: one on rating in its fourth round, one in go.

The first has a late entrant, a bye, a half-point bye, a forfeit and a game put off to another
day; the second its lots, and two rounds on one day.
"""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta

from clubcomp.demo.evening import NOT_YET, STARTS_AT, DemoEvening, games_of
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.entries import add_entry
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.flow.evenings import plan_evening
from clubcomp.flow.results import put_off
from clubcomp.models import Club, Competition, Game, Player, User
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed

NAME, SLUG, ROUNDS, PLAYERS = "Zomertoernooi", "zomertoernooi", 7, 24
GO_NAME, GO_SLUG, GO_ROUNDS, GO_PLAYERS, SEED = "Go-competitie", "go", 5, 16, 2026
TEMPO = {"key": "standard"}
TIE_BREAKS = ["resistance_points", "sonneborn_berger", "direct_encounter"]
WEEK = timedelta(weeks=1)


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play both up to today; yields what comes next, for the terminal."""
    yield "Playing three rounds of a Swiss competition ..."
    _on_rating(club, today, by)
    yield "Playing two rounds of go ..."
    _go(club, today, by)


def _on_rating(club: Club, today: Date, by: User) -> None:
    """23 players, from round 2 on 24; round 4 is in a few days."""
    *players, late = _strongest(club, PLAYERS)
    competition = start_competition(
        club,
        name=NAME,
        slug=SLUG,
        system="knsb-rating",
        options={"rounds": ROUNDS, "tie_breaks": TIE_BREAKS},
        tempos=[TEMPO],
        players=players,
        by=by,
    )
    first = today - 3 * WEEK + timedelta(days=3)
    _round(DemoEvening(competition, first, by))
    add_entry(competition, late, by=by)
    _round(DemoEvening(competition, first + WEEK, by), {4: Result.WHITE_WINS_FORFEIT})
    third = DemoEvening(competition, first + 2 * WEEK, by)
    third.plan(players[5].name, Unplayed.HALF_POINT_BYE, note="Bruiloft")
    third.mark_the_others_present()
    round_ = third.publish()
    later = games_of(round_).get(board=3)
    day = third.date + timedelta(days=5)
    put_off(later, kind=Game.PutOff.POSTPONED, played_on=day, seen=NOT_YET, by=by)
    third.enter(round_)
    third.close()
    for week in range(3, ROUNDS):
        _plan(competition, first + week * WEEK, by)


def _go(club: Club, today: Date, by: User) -> None:
    """Sixteen players by lot: two rounds on the first day, the others to come."""
    competition = start_competition(
        club,
        name=GO_NAME,
        slug=GO_SLUG,
        system="knsb-resistance",
        game=Competition.GameKind.GO,
        options={"rounds": GO_ROUNDS},
        tempos=[TEMPO],
        players=_strongest(club, GO_PLAYERS),
        by=by,
    )
    draw_lots(competition, seed=SEED, by=by)
    day = DemoEvening(competition, today - WEEK, by, games=2)
    day.mark_the_others_present()
    day.play_on()
    day.play_on()
    day.close()
    _plan(competition, today + WEEK, by, rounds=2)
    _plan(competition, today + 2 * WEEK, by)


def _strongest(club: Club, count: int) -> list[Player]:
    """So many members with the highest ratings."""
    rated = club.players.filter(is_member=True, rating__isnull=False)
    return list(rated.order_by("-rating", "pk")[:count])


def _round(evening: DemoEvening, known: dict[int, Result] | None = None) -> None:
    """An evening of one round with everybody there."""
    evening.mark_the_others_present()
    evening.play_on(known or {})
    evening.close()


def _plan(competition: Competition, date: Date, by: User, *, rounds: int = 1) -> None:
    tempo = competition.tempos.get()
    plan_evening(competition, tempo=tempo, date=date, games=rounds, starts_at=STARTS_AT, by=by)
