"""A cup, paired here by the steps: two rounds and what was played again of them."""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta

from clubcomp.demo.evening import STARTS_AT, DemoEvening
from clubcomp.flow.attendance import mark_present, sheet
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.flow.evenings import plan_evening
from clubcomp.models import Club, Evening, Game, User
from pairing.core.types import Result

NAME, SLUG, PLAYERS, SEED = "Bekercompetitie", "beker", 12, 24
TEMPO = {"key": "standard"}
WEEK = timedelta(weeks=1)
#: Of an evening: the first, a rapid and a blitz one.
GAMES = 3
OPTIONS = {"seeds": 4, "third_place": True, "plate": True}


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play it up to today; yields what comes next, for the terminal."""
    yield "Playing two rounds of a cup ..."
    rated = club.players.filter(is_member=True, rating__isnull=False).order_by("-rating", "pk")
    competition = start_competition(
        club,
        name=NAME,
        slug=SLUG,
        system="knockout",
        options=OPTIONS,
        tempos=[TEMPO],
        players=list(rated[: 2 * PLAYERS : 2]),
        by=by,
    )
    draw_lots(competition, seed=SEED, by=by)
    first = today - 5 * WEEK + timedelta(days=2)
    for week in (0, 3):
        _play_evening(DemoEvening(competition, first + week * WEEK, by, games=GAMES))
    for week in (6, 9):
        plan_evening(
            competition,
            tempo=competition.tempos.get(),
            date=first + week * WEEK,
            games=GAMES,
            starts_at=STARTS_AT,
            by=by,
        )


def _play_evening(evening: DemoEvening) -> None:
    """Who is still in plays a round, and those who are level play again."""
    for row in sheet(evening.evening).rows:
        mark_present(evening.evening, row.entry, present=True, by=evening.by)
    evening.play_on()
    while _goes_on(evening.evening):
        evening.play_on()
    evening.close()


def _goes_on(evening: Evening) -> bool:
    """Whether a game of the last round was drawn, and there is another round."""
    drawn = Game.objects.filter(round__evening=evening, result=str(Result.DRAW))
    played = evening.rounds.count()
    return played < GAMES and drawn.filter(round__number=played).exists()
