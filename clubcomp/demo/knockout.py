"""A cup, paired here by the steps: two rounds and what was played again of them.

Its games count in a competition that plays on the same evenings, with half of its players.
"""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta

from clubcomp.demo.evening import WEEK, DemoEvening, begin, plan_ahead, strongest
from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.competition import change_competition
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.models import Club, Evening, Game, User
from pairing.core.types import Result

NAME, SLUG, PLAYERS, SEED = "Bekercompetitie", "beker", 12, 24
OTHER_NAME, OTHER_SLUG = "Laddercompetitie", "ladder"
TEMPO = {"key": "standard", "name": "Lange partij"}
#: The games of an evening: the first, a rapid and a blitz one.
GAMES = 3
OPTIONS = {"seeds": 4, "third_place": True, "plate": True}


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play it up to today; yields what comes next, for the terminal."""
    yield "Playing two rounds of a cup ..."
    players = strongest(club)[: 2 * PLAYERS]
    other = begin(club, OTHER_NAME, OTHER_SLUG, "attacalc", players, by, tempos=[TEMPO])
    cup = begin(club, NAME, SLUG, "knockout", players[::2], by, options=OPTIONS)
    change_competition(cup, name=NAME, slug=SLUG, counts_in=other, by=by)
    draw_lots(cup, seed=SEED, by=by)
    first = today - 5 * WEEK + timedelta(days=2)
    for week in (0, 3):
        day = first + week * WEEK
        of_cup = DemoEvening(cup, day, by, games=GAMES)
        _play_evening(of_cup, DemoEvening(other, day, by))
    for week in (6, 9):
        plan_ahead(cup, first + week * WEEK, by, games=GAMES)
        plan_ahead(other, first + week * WEEK, by)


def _play_evening(evening: DemoEvening, other: DemoEvening) -> None:
    """Who is still in plays a round, the others elsewhere, and those who are level play again."""
    for row in sheet(evening.evening).rows:
        mark_present(evening.evening, row.entry, present=True, by=evening.by)
    round_ = evening.publish()
    other.mark_the_others_present()
    other.play_on()
    evening.enter(round_)
    while _goes_on(evening.evening):
        evening.play_on()
    for one in (evening, other):
        one.close()


def _goes_on(evening: Evening) -> bool:
    """Whether a game of the last round was drawn, and there is another round."""
    drawn = Game.objects.filter(round__evening=evening, result=str(Result.DRAW))
    played = evening.rounds.count()
    return played < GAMES and drawn.filter(round__number=played).exists()
