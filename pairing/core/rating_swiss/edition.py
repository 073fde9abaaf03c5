"""In what do the editions differ? Mild preferences, the bye, the first colours, articles."""

from dataclasses import dataclass

from pairing.core.history import Deed


@dataclass(frozen=True, slots=True)
class Steps:
    """The articles of C by what they do, where the editions number them differently.

    `drop_b6_down`, `drop_b5_down`: downfloats no longer counted; `drop_up`: upfloats. `raise_x`:
    one more clash of colours. `open_above`: another pairing of the bracket above. `last`: the
    last bracket and the one above it. `fewer`: one pair less. `lot`: who has not played yet.
    """

    drop_b6_down: str
    drop_b5_down: str
    drop_up: str
    raise_x: str
    open_above: str
    last: str
    fewer: str
    lot: str


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition says that the other does not.

    `reverses_mild`: A8's last sentence, mild preferences may be reversed to make x smaller.
    `bars_bye`: with what points without playing one may not have the bye any more (B1).
    `lot_by_place`: in round 1 the place in S1 decides who gets the colour of the lot, else the
    pairing number.
    """

    steps: Steps
    reverses_mild: bool
    bars_bye: frozenset[Deed]
    lot_by_place: bool
