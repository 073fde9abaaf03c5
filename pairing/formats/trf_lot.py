"""Which colour did the lot give, when a TRF file does not say it? Round 1 shows it."""

from collections.abc import Mapping
from dataclasses import replace

from pairing.core.system import PairingSystem
from pairing.core.types import Evening, Round, Snapshot
from pairing.formats.trf_players import Row
from pairing.registry import make_rules

_COLOURS = ("white", "black")


def shown_lot(system: PairingSystem, snapshot: Snapshot, rows: Mapping[int, Row]) -> str | None:
    """What the lot must have been for the highest who was paired in round 1 to have their colour.

    So TRF26 has it (152). None: the file shows nothing, or what `system` takes without being told.
    """
    rules = make_rules(system, snapshot.options)
    usual = getattr(rules.options, "initial_colour", None)
    first = next(snapshot.record(), None)
    if usual is None or first is None:
        return None
    for player in sorted(snapshot.players, key=lambda player: player.start):
        cell = rows[int(player.id)].cells.get(1)
        if cell is None or not cell.colour:
            continue
        present = first.round.seated()
        players = tuple(entrant for entrant in snapshot.players if entrant.id in present)
        first_round = Round(present=tuple(entrant.id for entrant in players))
        evening = Evening(first.tempo, (first_round,))
        before = replace(snapshot, players=players, forbidden_pairs=(), evenings=(evening,))
        pair = rules.colours(before, player.id, str(cell.opponent))
        if (pair.white == player.id) == (cell.colour == "w"):
            return None
        return next(colour for colour in _COLOURS if colour != usual)
    return None
