"""A round robin in two groups, paired here by the steps: three rounds played, a game postponed."""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta

from clubcomp.demo.evening import WEEK, DemoEvening, begin, plan_ahead, strongest
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.competitions.groups import by_rating, in_groups, set_groups
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.models import Club, User
from pairing.core.unplayed import Unplayed

NAME, SLUG, PLAYERS, ROUNDS, SEED = "Groepscompetitie", "groepen", 16, 7, 16
#: Its players are those of strength 25 to 40; the open has stronger ones.
FIRST = 24


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play it up to today; yields lines of progress, for the terminal."""
    yield "Playing three rounds of a round robin ..."
    players = list(strongest(club)[FIRST : FIRST + PLAYERS])
    competition = begin(club, NAME, SLUG, "berger", players, by)
    groups = in_groups(by_rating(competition), [2])
    set_groups(competition, groups, goes_up=1, goes_down=1, by=by)
    first, second = (competition.entries.get(player=player) for player in players[:2])
    forbid_pair(competition, first, second, reason="Broers", members_may_read=True, by=by)
    draw_lots(competition, seed=SEED, by=by)
    start = today - 3 * WEEK + timedelta(days=4)
    for week in range(3):
        evening = DemoEvening(competition, start + week * WEEK, by)
        if week == 1:
            evening.plan(players[3].name, Unplayed.ABSENT, note="Verkouden")
        evening.play({})
    for week in range(3, ROUNDS):
        plan_ahead(competition, start + week * WEEK, by)
