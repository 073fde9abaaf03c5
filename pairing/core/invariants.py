"""Is a proposal sound? Asked of every one, engine-made or hand-made, before it is stored.

Codes of errors: `nothing_to_pair`; `missing`, `twice`, `not_present` (player); `no_bye`,
`bye_though_even` (present: how many are there); `forbidden`, `other_group` (white, black);
`fixed_changed` (white, black, text: the leader's board that is not kept). What a system's own rules
say is asked of the system (`legality`).

Where the schedule is fixed, everybody in the schedule has a seat, also players who are away, on a
board that is not played now; so it does not matter how many are there. Players with nothing to play
in the round have no seat, there or not. Forbidden pairs meet like all others.
"""

from collections import Counter

from pairing.core.groups import groups_of
from pairing.core.rules import Rules
from pairing.core.types import Fact, Problem, Proposal, Snapshot


def problems(snapshot: Snapshot, proposal: Proposal, rules: Rules | None = None) -> list[Problem]:
    """Everything wrong with `proposal` for the snapshot's round to be paired; [] if sound.

    With `rules` also what they rule out, as warnings or errors. Each group is checked by itself;
    where the schedule is fixed a group may have no game, since it may be finished.
    """
    is_scheduled = rules is not None and rules.abilities.schedule_is_fixed
    groups = groups_of(snapshot, drops_empty=is_scheduled)
    if len(groups) == 1:
        return _problems(snapshot, proposal, rules)
    of = {player: group.name for group in groups for player in group.members}
    wrong = [
        Problem("error", "other_group", {"white": pair.white, "black": pair.black})
        for pair in proposal.pairs
        if of.get(pair.white) != of.get(pair.black)
    ]
    for group in groups:
        of_group = group.proposed(proposal)
        if of_group.pairs or of_group.byes or not is_scheduled:
            wrong += _problems(group.snapshot, of_group, rules)
    return wrong


def _problems(snapshot: Snapshot, proposal: Proposal, rules: Rules | None) -> list[Problem]:
    recorded = snapshot.to_pair()
    if recorded is None:
        return [Problem("error", "nothing_to_pair")]
    taking_part = recorded.round.taking_part()
    is_scheduled = rules is not None and rules.abilities.schedule_is_fixed
    away = {player for pair in proposal.pairs if pair.result for player in (pair.white, pair.black)}
    idle = {*rules.idle(snapshot)} if rules and rules.abilities.knocks_out else set()
    errors: list[Problem] = []

    seats: Counter[str] = Counter()
    for pair in proposal.pairs:
        seats[pair.white] += 1
        seats[pair.black] += 1
    if proposal.bye is not None:
        seats[proposal.bye] += 1
    errors += [
        Problem("error", "twice", {"player": player})
        for player, times in seats.items()
        if times > 1
    ]
    errors += [
        Problem("error", "not_present", {"player": player})
        for player in seats
        if player not in taking_part and not (is_scheduled and player in away)
    ]
    errors += [
        Problem("error", "missing", {"player": player})
        for player in sorted(taking_part - seats.keys() - idle)
    ]

    is_odd = len(taking_part) % 2 == 1
    if is_odd and proposal.bye is None and not is_scheduled:
        errors.append(Problem("error", "no_bye", {"present": len(taking_part)}))
    if not is_odd and proposal.bye is not None and not is_scheduled:
        facts: dict[str, Fact] = {"present": len(taking_part), "player": proposal.bye}
        errors.append(Problem("error", "bye_though_even", facts))

    forbidden = {frozenset(pair) for pair in snapshot.forbidden_pairs}
    errors += [
        Problem("error", "forbidden", {"white": pair.white, "black": pair.black})
        for pair in proposal.pairs
        if frozenset((pair.white, pair.black)) in forbidden and not is_scheduled
    ]
    seated = {(pair.white, pair.black) for pair in proposal.pairs}
    errors += [
        Problem(
            "error", "fixed_changed", {"white": game.white, "black": game.black, "text": game.fixed}
        )
        for game in recorded.round.games
        if game.players not in seated
    ]
    if rules is not None and not any(problem.code == "not_present" for problem in errors):
        errors += rules.legality(snapshot, proposal)
    return errors
