"""A Swiss competition for the tests of its pages: rounds played on evenings of one game."""

from datetime import date, timedelta

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import record_result
from clubcomp.models import Competition, Round
from pairing.core.types import Result
from tests import make

TIE_BREAKS = ["resistance_points_cut_1", "sonneborn_berger", "performance", "wins", "lot"]
FIRST_DAY = date(2026, 9, 1)
ENDINGS = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS_FORFEIT]


def make_swiss(
    count: int = 7,
    *,
    rounds: int = 3,
    slug: str = "toren",
    game: str = "chess",
    tie_breaks: list[str] = TIE_BREAKS,
) -> Competition:
    """A competition of thirteen rounds by `count` players, of which `rounds` have been played."""
    club = make.make_club(name=slug.title(), slug=slug)
    competition = start_competition(
        club,
        name="Najaar",
        slug="najaar",
        system="knsb-rating",
        game=game,
        options={"rounds": 13, "tie_breaks": tie_breaks},
        tempos=[{"key": "standard"}],
        players=make.make_players(club, count),
        by=None,
    )
    for _number in range(rounds):
        play_round(competition)
    return competition


def play_round(competition: Competition, *, is_over: bool = True) -> Round:
    """The next round, on an evening a week later; its boards end in different ways."""
    number = competition.evenings.count()
    day = FIRST_DAY + timedelta(weeks=number)
    evening = make.make_evening(competition, "standard", date=day)
    round_ = publish_next(evening, after=0, by=None)
    if is_over:
        for game in round_.games.order_by("board"):
            ending = ENDINGS[(game.board + number) % len(ENDINGS)]
            record_result(game, result=ending, seen="*", by=None)
        close_evening(evening, by=None)
    round_.refresh_from_db()
    return round_
