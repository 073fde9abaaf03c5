"""A competition by a club's own regulation, for the dump."""

import json

from clubcomp.flow.absences.taking_part import set_habits
from clubcomp.flow.competitions.competition import change_options
from clubcomp.models import Club, User
from tests.make import import_file

#: By a club's own regulation: points by hand and at the start, lots, results elsewhere, kinds.
OWN_RULES = {
    "format": "clubcomp-competition",
    "version": 2,
    "name": "Eigen reglement",
    "system": "keizer",
    "options": {
        "absences": {
            "kinds": [
                {"key": "external", "tiers": [{"amount": 0}], "win": 1},
                {"key": "duty", "name": "Bardienst", "tiers": [{"amount": "2/3"}]},
            ]
        },
        "meeting": {"order": "lot"},
    },
    "tempos": [{"id": "standard"}],
    "players": [
        {"id": "a", "name": "Lot, Lea", "start_points": {"points": "5/2", "until": 2}},
        *({"id": one, "name": f"Lot, {one.upper()}"} for one in "bcdef"),
    ],
    "extra": [{"player": "b", "evening": 1, "points": 1, "reason": "Opgave opgelost"}],
    "evenings": [
        {
            "tempo": "standard",
            "rounds": [
                {
                    "games": [{"white": "a", "black": "b", "result": "1-0"}],
                    "external": ["c"],
                    "away": {"duty": ["d"]},
                    "away_results": {"c": "1"},
                    "drawn": ["b", "a"],
                }
            ],
        },
        {
            "tempo": "standard",
            "rounds": [
                {
                    "games": [],
                    "external": ["e"],
                    "away": {"duty": ["f"]},
                    "away_results": {"e": "0"},
                    "drawn": ["d", "c", "b", "a"],
                    "present": ["a", "b", "c", "d"],
                }
            ],
        },
    ],
}


def make_own_rules(club: Club, by: User) -> None:
    """The competition, with other options from its second evening on."""
    competition = import_file(club, json.dumps(OWN_RULES), by=by)
    options = {**competition.options, "bye": {"who": "highest"}}
    change_options(competition, options=options, since=2, by=by)
    usually = competition.entries.get(key="a")
    set_habits(usually, [competition.tempos.get()], kind=":duty", by=usually.player)
