"""Which colour did the lot give, when a TRF file does not say it? Round 1 shows it."""

from collections.abc import Mapping
from dataclasses import replace

from pairing.core.system import PairingSystem
from pairing.core.types import Evening, Round, Snapshot
from pairing.formats.trf_players import Row
from pairing.registry import make_options

_COLOURS = ("white", "black")


def shown_lot(system: PairingSystem, snapshot: Snapshot, rows: Mapping[int, Row]) -> str | None:
    """What the lot must have been for the highest who was paired in round 1 to have his colour.

    So TRF26 has it (152). None: the file shows nothing, or what `system` takes without being told.
    """
    options = make_options(system, snapshot.options)
    usual = getattr(options, "initial_colour", None)
    first = next(snapshot.record(), None)
    if usual is None or first is None:
        return None
    for player in sorted(snapshot.players, key=lambda player: player.start):
        cell = rows[int(player.id)].cells.get(1)
        if cell is None or not cell.colour:
            continue
        there = [one for game in first.round.games for one in (game.white, game.black)]
        opening = Round(present=tuple(there))
        players = tuple(one for one in snapshot.players if one.id in there)
        evening = Evening(first.tempo, (opening,))
        before = replace(snapshot, players=players, forbidden_pairs=(), evenings=(evening,))
        pair = system.colours(before, options, player.id, str(cell.opponent))
        if (pair.white == player.id) == (cell.colour == "w"):
            return None
        return next(colour for colour in _COLOURS if colour != usual)
    return None
