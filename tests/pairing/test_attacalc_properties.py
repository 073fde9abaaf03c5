"""What is true of every competition of AttaCalc, whatever happened in it?

What must hold of every system is asked in `test_every_system`.
"""

from random import Random

from tests.pairing.swiss_tournaments import proposals_of, rounds_of


def scopes_of(snapshot):
    """Every standing there is."""
    return ["all", *(tempo.id for tempo in snapshot.tempos)]


def test_boards_come_in_the_order_of_the_higher_of_the_two():
    for snapshot, rules, proposal in proposals_of("attacalc"):
        order = rules.order(snapshot)
        higher = [min(order.index(pair.white), order.index(pair.black)) for pair in proposal.pairs]
        assert higher == sorted(higher)


def test_an_entry_of_a_statement_is_a_part_of_a_value_number_with_its_weight():
    for snapshot, rules, _proposal in rounds_of("attacalc")[::3]:
        for scope in scopes_of(snapshot):
            for row in rules.standings(snapshot, scope):
                for line in rules.statement(snapshot, row.player, scope).lines:
                    for entry in line.entries:
                        full = entry.fraction * entry.worth * entry.weight
                        assert entry.points == (full if entry.credited else 0)


def test_points_then_and_drift_and_what_came_since_are_the_points_now():
    for number, (snapshot, rules, _proposal) in enumerate(rounds_of("attacalc")[::3]):
        rounds = [(place.evening, place.number) for place in snapshot.record()]
        if not rounds:
            continue
        since = Random(number).choice(rounds)
        for scope in scopes_of(snapshot):
            then = {
                row.player: row.points for row in rules.standings(snapshot.after(*since), scope)
            }
            for row in rules.standings(snapshot, scope):
                drift = rules.drift(snapshot, row.player, scope, since)
                assert drift.points == sum(line.points for line in drift.lines)
                assert drift.points_then == then[row.player]
                lines = rules.statement(snapshot, row.player, scope).lines
                if any(line.code == "averaged" for line in lines):
                    continue
                earned_since = sum(
                    entry.points
                    for line in lines
                    for entry in line.entries
                    if (entry.evening, entry.number) > since
                )
                assert drift.points_then + drift.points + earned_since == row.points
