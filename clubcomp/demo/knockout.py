"""A cup, paired here by the steps: two rounds, with the games played again after a draw.

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
LADDER_NAME, LADDER_SLUG = "Laddercompetitie", "ladder"
TEMPO = {"key": "standard", "name": "Lange partij"}
#: The games of an evening: the first, a rapid and a blitz one.
GAMES = 3
OPTIONS = {"seeds": 4, "third_place": True, "plate": True}


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play it up to today; yields lines of progress, for the terminal."""
    yield "Playing two rounds of a cup ..."
    players = strongest(club)[: 2 * PLAYERS]
    ladder = begin(club, LADDER_NAME, LADDER_SLUG, "attacalc", players, by, tempos=[TEMPO])
    cup = begin(club, NAME, SLUG, "knockout", players[::2], by, options=OPTIONS)
    change_competition(cup, name=NAME, slug=SLUG, counts_in=ladder, by=by)
    draw_lots(cup, seed=SEED, by=by)
    first = today - 5 * WEEK + timedelta(days=2)
    for week in (0, 3):
        day = first + week * WEEK
        of_cup = DemoEvening(cup, day, by, games=GAMES)
        _play_evening(of_cup, DemoEvening(ladder, day, by))
    for week in (6, 9):
        plan_ahead(cup, first + week * WEEK, by, games=GAMES)
        plan_ahead(ladder, first + week * WEEK, by)


def _play_evening(of_cup: DemoEvening, of_ladder: DemoEvening) -> None:
    """Players still in the cup play a round, and again after a draw; the others play the ladder."""
    for row in sheet(of_cup.evening).rows:
        mark_present(of_cup.evening, row.entry, present=True, by=of_cup.by)
    round_ = of_cup.publish()
    of_ladder.mark_the_others_present()
    of_ladder.play_on()
    of_cup.enter(round_)
    while _goes_on(of_cup.evening):
        of_cup.play_on()
    for evening in (of_cup, of_ladder):
        evening.close()


def _goes_on(evening: Evening) -> bool:
    """Whether a game of the last round was drawn, and there is another round."""
    drawn = Game.objects.filter(round__evening=evening, result=str(Result.DRAW))
    played = evening.rounds.count()
    return played < GAMES and drawn.filter(round__number=played).exists()
