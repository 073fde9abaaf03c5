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
from collections.abc import Iterator

from pairing.core.groups import groups_of
from pairing.core.rules import Rules
from pairing.core.types import Fact, Problem, Proposal, Snapshot


def problems(snapshot: Snapshot, proposal: Proposal, rules: Rules | None = None) -> list[Problem]:
    """Everything wrong with `proposal` for the snapshot's round to be paired; [] if sound.

    With `rules` also what they rule out, as warnings or errors. Each group is checked by itself;
    where the schedule is fixed a group may have no game, since it may be finished.
    """
    is_scheduled = rules is not None and rules.abilities.schedule_is_fixed
    whole = rules is not None and rules.abilities.knows_groups
    groups = groups_of(snapshot, drops_empty=is_scheduled, whole=whole)
    if len(groups) == 1:
        return _problems(snapshot, proposal, rules)
    of = {player: group.name for group in groups for player in group.members}
    wrong = [
        _error("other_group", white=pair.white, black=pair.black)
        for pair in proposal.pairs
        if of.get(pair.white) != of.get(pair.black)
    ]
    for group in groups:
        of_group = group.proposed(proposal)
        if of_group.pairs or of_group.byes or not is_scheduled:
            wrong += _problems(group.snapshot, of_group, rules)
    return wrong


def _problems(snapshot: Snapshot, proposal: Proposal, rules: Rules | None) -> list[Problem]:
    errors = [*_errors(snapshot, proposal, rules)]
    if rules is None or {"nothing_to_pair", "not_present"} & {problem.code for problem in errors}:
        return errors
    return [*errors, *rules.legality(snapshot, proposal)]


def _errors(snapshot: Snapshot, proposal: Proposal, rules: Rules | None) -> Iterator[Problem]:
    recorded = snapshot.to_pair()
    if recorded is None:
        yield _error("nothing_to_pair")
        return
    present = recorded.round.taking_part()
    is_scheduled = rules is not None and rules.abilities.schedule_is_fixed
    away = {player for pair in proposal.pairs if pair.result for player in (pair.white, pair.black)}
    idle = {*rules.idle(snapshot)} if rules and rules.abilities.knocks_out else set()
    seats = Counter(player for pair in proposal.pairs for player in (pair.white, pair.black))
    if proposal.bye is not None:
        seats[proposal.bye] += 1
    for player, times in seats.items():
        if times > 1:
            yield _error("twice", player=player)
    for player in seats:
        if player not in present and not (is_scheduled and player in away):
            yield _error("not_present", player=player)
    for player in sorted(present - seats.keys() - idle):
        yield _error("missing", player=player)
    if not is_scheduled:
        is_odd = len(present) % 2 == 1
        if is_odd and proposal.bye is None:
            yield _error("no_bye", present=len(present))
        if not is_odd and proposal.bye is not None:
            yield _error("bye_though_even", present=len(present), player=proposal.bye)
        forbidden = {frozenset(pair) for pair in snapshot.forbidden_pairs}
        for pair in proposal.pairs:
            if frozenset((pair.white, pair.black)) in forbidden:
                yield _error("forbidden", white=pair.white, black=pair.black)
    seated = {(pair.white, pair.black) for pair in proposal.pairs}
    for game in recorded.round.games:
        if game.players not in seated:
            yield _error("fixed_changed", white=game.white, black=game.black, text=game.fixed)


def _error(code: str, **facts: Fact) -> Problem:
    return Problem("error", code, facts)
