"""Whole clubs whose members never meet: waiting rooms so large that nobody tries set after set."""

from dataclasses import replace

from pairing.core.system import CannotPair
from pairing.core.types import Proposal
from pairing.registry import get_system
from pairing.resistance import score_group
from tests.attempts import every
from tests.pairing.swiss_tournaments import CALM, Tournament

SYSTEM = get_system("knsb-resistance")


def competition(seed, size, rounds):
    """A competition of two or three clubs; nobody meets a member of his own."""
    made = Tournament(seed, size, rounds, CALM, SYSTEM.key)
    clubs = 2 + seed % 2
    club = {player.id: made.random.randrange(clubs) for player in made.snapshot.players}
    ids = list(club)
    forbidden = tuple(
        (one, other)
        for number, one in enumerate(ids)
        for other in ids[number + 1 :]
        if club[one] == club[other]
    )
    made.snapshot = replace(made.snapshot, forbidden_pairs=forbidden)
    return made


def paired(snapshot, options):
    """The pairing, or None where there is none."""
    try:
        return SYSTEM.pair(snapshot, options)
    except CannotPair:
        return None


@every("seed", range(40))
def test_the_least_crossing_finds_what_trying_finds(seed, monkeypatch):
    made = competition(seed, 8 + seed % 9, 5)
    for snapshot in made.before_each_round():
        monkeypatch.setattr(score_group, "_FEW", 10**9)
        tried = paired(snapshot, made.options)
        monkeypatch.setattr(score_group, "_FEW", -1)
        assert paired(snapshot, made.options) == tried


def test_a_large_field_of_clubs_is_paired_at_all():
    """Trying one by one would take longer than the universe has."""
    found = [
        paired(snapshot, made.options)
        for made in (competition(seed, 80, 5) for seed in (1, 3, 5))
        for snapshot in made.before_each_round()
    ]
    assert any(isinstance(one, Proposal) for one in found)
