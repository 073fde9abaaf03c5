"""Is a proposal sound? Asked of every one, engine-made or hand-made, before it is stored.

Codes of errors: `nothing_to_pair`; `missing`, `twice`, `not_present` (player); `no_bye`,
`bye_though_even` (present: how many are there); `forbidden` (white, black); `fixed_changed`
(white, black, text: the leader's board that is not kept). What a system's own rules say is
asked of the system (`legality`).
"""

from collections import Counter
from typing import Any

from pairing.core.system import PairingSystem
from pairing.core.types import Fact, Problem, Proposal, Snapshot


def problems(
    snapshot: Snapshot,
    proposal: Proposal,
    system: PairingSystem | None = None,
    options: Any = None,
) -> list[Problem]:
    """Everything wrong with `proposal` for the snapshot's round to be paired; [] if sound.

    With `system` and its `options` also what its rules rule out, as warnings or errors.
    """
    place = snapshot.to_pair()
    if place is None:
        return [Problem("error", "nothing_to_pair")]
    there = place.round.who_is_there()
    found: list[Problem] = []

    seats: Counter[str] = Counter()
    for pair in proposal.pairs:
        seats[pair.white] += 1
        seats[pair.black] += 1
    if proposal.bye is not None:
        seats[proposal.bye.player] += 1
    found += [
        Problem("error", "twice", {"player": player})
        for player, times in seats.items()
        if times > 1
    ]
    found += [
        Problem("error", "not_present", {"player": player})
        for player in seats
        if player not in there
    ]
    found += [
        Problem("error", "missing", {"player": player}) for player in sorted(there - seats.keys())
    ]

    is_odd = len(there) % 2 == 1
    if is_odd and proposal.bye is None:
        found.append(Problem("error", "no_bye", {"present": len(there)}))
    if not is_odd and proposal.bye is not None:
        facts: dict[str, Fact] = {"present": len(there), "player": proposal.bye.player}
        found.append(Problem("error", "bye_though_even", facts))

    forbidden = {frozenset(pair) for pair in snapshot.forbidden_pairs}
    found += [
        Problem("error", "forbidden", {"white": pair.white, "black": pair.black})
        for pair in proposal.pairs
        if frozenset((pair.white, pair.black)) in forbidden
    ]
    made = {(pair.white, pair.black) for pair in proposal.pairs}
    found += [
        Problem(
            "error",
            "fixed_changed",
            {"white": game.white, "black": game.black, "text": game.fixed},
        )
        for game in place.round.games
        if (game.white, game.black) not in made
    ]
    if system is not None and not any(problem.code == "not_present" for problem in found):
        found += system.legality(snapshot, options, proposal)
    return found
