"""Three Swiss competitions, paired here by the steps: one on rating in its fourth round, an open by
FIDE's rules, one in go.

The first has a late entrant, a bye, a half-point bye, a forfeit and a game put off to another
day; the open a category and prizes; the last its lots, and two rounds on one day.
"""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta

from clubcomp.demo.evening import NOT_YET, WEEK, DemoEvening, begin, games_of, plan_ahead, strongest
from clubcomp.flow.competitions.categories import add_category
from clubcomp.flow.competitions.entries import add_entry
from clubcomp.flow.competitions.prizes import add_prizes
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.flow.results import put_off
from clubcomp.models import Club, Competition, Game, User
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed

NAME, SLUG, ROUNDS, PLAYERS = "Zomertoernooi", "zomertoernooi", 7, 24
OPEN_NAME, OPEN_SLUG, OPEN_ROUNDS, BELOW = "Weekendopen", "open", 5, 1900
GO_NAME, GO_SLUG, GO_ROUNDS, GO_PLAYERS, SEED = "Go-competitie", "go", 5, 16, 2026
TIE_BREAKS = ["resistance_points", "sonneborn_berger", "direct_encounter"]


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play them up to today; yields lines of progress, for the terminal."""
    yield "Playing three rounds of a Swiss competition ..."
    _on_rating(club, today, by)
    yield "Playing two rounds of an open ..."
    _open(club, today, by)
    yield "Playing two rounds of go ..."
    _go(club, today, by)


def _on_rating(club: Club, today: Date, by: User) -> None:
    """23 players, from round 2 on 24; round 4 is in a few days."""
    *players, late = strongest(club)[:PLAYERS]
    options = {"rounds": ROUNDS, "tie_breaks": TIE_BREAKS}
    competition = begin(club, NAME, SLUG, "knsb-rating", players, by, options=options)
    first = today - 3 * WEEK + timedelta(days=3)
    DemoEvening(competition, first, by).play({})
    add_entry(competition, late, by=by)
    DemoEvening(competition, first + WEEK, by).play({4: Result.WHITE_WINS_FORFEIT})
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
        plan_ahead(competition, first + week * WEEK, by)


def _open(club: Club, today: Date, by: User) -> None:
    """Two weekends by FIDE's rules, one of them to come, with prizes for all and for the weaker."""
    options = {"rounds": OPEN_ROUNDS, "tie_breaks": TIE_BREAKS}
    players = strongest(club)[1:PLAYERS:2]
    competition = begin(club, OPEN_NAME, OPEN_SLUG, "fide-dutch", players, by, options=options)
    weaker = add_category(
        competition, name=f"Tot {BELOW}", rating_until=BELOW - 1, is_public=True, by=by
    )
    for category in (None, weaker):
        add_prizes(competition, place=1, until=2, category=category, by=by)
    first = today - timedelta(days=5)
    DemoEvening(competition, first, by, games=2).play({}, {})
    plan_ahead(competition, first + 2 * WEEK, by, games=2)
    plan_ahead(competition, first + 2 * WEEK + timedelta(days=1), by)


def _go(club: Club, today: Date, by: User) -> None:
    """Sixteen players by lot: two rounds on the first day, the others to come."""
    players, go = strongest(club)[:GO_PLAYERS], Competition.GameKind.GO
    options = {"rounds": GO_ROUNDS}
    competition = begin(
        club, GO_NAME, GO_SLUG, "knsb-resistance", players, by, options=options, game=go
    )
    draw_lots(competition, seed=SEED, by=by)
    DemoEvening(competition, today - WEEK, by, games=2).play({}, {})
    plan_ahead(competition, today + WEEK, by, games=2)
    plan_ahead(competition, today + 2 * WEEK, by)
