"""The colours on a player's page are those that the standing's share of white counts."""

import pytest

from clubcomp.pages.seasons import GAME_LINES, Item, balance_of
from pairing.core.types import OVERALL
from pairing.random_competition import RoundCannotBePaired, Wishes, random_competition
from pairing.registry import get_system, rules_of, system_keys


@pytest.mark.parametrize("key", system_keys())
def test_the_balance_of_colours_is_the_share_of_the_standing_forfeits_or_not(key):
    system, forfeits = get_system(key), 0
    counts = system.abilities.has_value_numbers
    for seed in range(3):
        wishes = Wishes(players=9, rounds=5, seed=seed, forfeits=30, absences=10)
        try:
            snapshot = random_competition(system, wishes)
        except RoundCannotBePaired as stuck:
            snapshot = stuck.snapshot
        rules = rules_of(snapshot)
        for row in rules.standings(snapshot, OVERALL):
            lines = rules.statement(snapshot, row.player, OVERALL).lines
            games = [
                Item(line.code, entry, None, None)
                for line in lines
                if line.code in GAME_LINES
                for entry in line.entries
            ]
            forfeits += sum(game.is_forfeit for game in games)
            balance = balance_of(games, forfeits_count=counts)
            assert (balance.share if balance else None) == row.white_share
    assert forfeits
