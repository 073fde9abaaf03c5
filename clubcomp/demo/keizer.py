"""A club year by a Keizer regulation of the club's own: two periods, four kinds of absence."""

from collections.abc import Iterator, Mapping
from datetime import date as Date
from datetime import timedelta

from clubcomp.demo.evening import WEEK, DemoEvening, begin, plan_ahead, strongest
from clubcomp.flow.absences.notice import played_elsewhere, record_elsewhere
from clubcomp.flow.competitions.periods import begin_period, border_of
from clubcomp.models import Club, Competition, User

NAME, SLUG, PLAYERS = "Clubjaar", "clubjaar", 10
KINDS = [
    {
        "key": "absent",
        "name": "Met bericht",
        "tiers": [{"times": 3, "amount": "1/2"}],
        "per": "period",
        "then": "late",
    },
    {"key": "external", "tiers": [{"amount": 0}], "win": 1, "draw": "2/3", "loss": "1/3"},
    {"key": "late", "name": "Te laat afgemeld", "tiers": [{"times": 2, "amount": "1/6"}]},
    {"key": "duty", "name": "Bardienst", "tiers": [{"amount": "2/3"}]},
]
OPTIONS = {
    "values": {"first": 40},
    "absences": {"kinds": KINDS},
    "periods": {"starts": [1, 4], "points": "anew"},
    "meeting": {"gap": 2, "times_in_period": 1},
    "standing": {"ties": ["games", "wins"]},
}
#: For each evening played who is away, by their index in the start order, and how.
AWAY: list[Mapping[int, str]] = [
    {3: "absent", 8: ":duty"},
    {1: "external", 6: "absent"},
    {3: "absent", 9: ":late", 5: "no_notice"},
    {2: ":duty", 7: "absent"},
    {1: "external", 3: "absent", 4: "external"},
]
#: The results of those who play elsewhere, in turn.
ELSEWHERE = ("1", "1/2", "0")
FIRST_OF_SECOND = 4


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play it up to today; yields lines of progress, for the terminal."""
    yield "Playing a club year of two periods ..."
    players = strongest(club)[PLAYERS : 2 * PLAYERS]
    tempos = [{"key": "standard", "name": "Lange partij"}]
    competition = begin(club, NAME, SLUG, "keizer", players, by, options=OPTIONS, tempos=tempos)
    first = today - 6 * WEEK + timedelta(days=3)
    outcomes = iter(ELSEWHERE)
    for number, away in enumerate(AWAY, start=1):
        if number == FIRST_OF_SECOND:
            _begin_the_second(competition, by)
        evening = DemoEvening(competition, first + (number - 1) * WEEK, by)
        entries = list(competition.entries.select_related("player").order_by("start"))
        for index, kind in away.items():
            evening.plan(entries[index].player.name, kind)
        evening.play({})
        results = {entry.key: next(outcomes) for entry in played_elsewhere(evening.evening)}
        record_elsewhere(evening.evening, results, by=by)
    for week in (0, 1):
        plan_ahead(competition, today + (week + 1) * WEEK, by)


def _begin_the_second(competition: Competition, by: User) -> None:
    """Confirm, as the leader does, how the second period begins by the regulation."""
    competition.refresh_from_db()
    if border := border_of(competition):
        begin_period(competition, border.period.number, seen=border.seen, by=by)
