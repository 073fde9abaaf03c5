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


def test_a_place_is_given_as_the_cause_of_a_drift_only_where_it_moved_the_same_way():
    """Counted anew from the two standings: the place among members, and the value beside it."""
    other_causes = 0
    for number, (snapshot, rules, _proposal) in enumerate(rounds_of("attacalc")):
        rounds = [(place.evening, place.number) for place in snapshot.record()]
        if not rounds:
            continue
        since = Random(number).choice(rounds)
        then, now = (placed(rules, one) for one in (snapshot.after(*since), snapshot))
        for player in then:
            for line in rules.drift(snapshot, player, "all", since).lines:
                (place_then, value_then), (place_now, value_now) = (
                    table[line.opponent or player] for table in (then, now)
                )
                assert (line.rank_then, line.rank_now) == (place_then, place_now)
                rose, gained = place_now < place_then, line.value_now > line.value_then
                is_cause = place_then != place_now and rose == gained
                assert line.follows_place == is_cause
                if (line.value_then, line.value_now) == (value_then, value_now):
                    other_causes += not is_cause
    assert other_causes  # a guest above, or another number of players


def placed(rules, snapshot):
    """The place of each player among members, and the value beside it."""
    guests = {player.id for player in snapshot.players if player.guest}
    rows = rules.standings(snapshot, "all")
    return {
        row.player: (
            1 + sum(one.player not in guests for one in rows[:at]),
            row.value_number,
        )
        for at, row in enumerate(rows)
    }
