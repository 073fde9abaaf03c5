"""A competition by a club's own regulation, and a form of options, for tests of every page."""

import datetime

from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.evenings import close_evening
from clubcomp.models import Club, Competition, Player
from pairing.forms import OptionsForm
from pairing.registry import get_system
from tests.make import KINDS, make_evening, play_game

FIRST = datetime.date(2024, 9, 6)


def own_rules_competition(club: Club, players: list[Player]) -> Competition:
    """ "eigen": an evening that is over, on which Gerritsen played elsewhere."""
    competition = start_competition(
        club,
        name="Eigen",
        slug="eigen",
        system="keizer",
        options={"absences": {"kinds": KINDS}},
        tempos=[{"key": "standard"}],
        players=players,
        by=None,
    )
    evening = make_evening(competition, "standard", present=6, date=FIRST)
    away = competition.entries.get(key="gerritsen")
    plan_attendance(evening, away, status="external", by=None)
    play_game(evening)
    close_evening(evening, by=None)
    later = FIRST + datetime.timedelta(weeks=1)
    make_evening(competition, "standard", date=later, is_open=False)
    return competition


def options_as_shown() -> dict[str, str]:
    """The form of a system's options as a browser sends it back."""
    form = OptionsForm(system=get_system("attacalc"), written={"first_value": 30})
    shown = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in shown.items()}
