"""Do the places in a TRF file follow from its results and the tie-breaks that it names?

A file of 2026 names its tie-breaks (212); one of 2016 does not, and then its places can be compared
with points only. Players who are level in all that is known may stand in any order.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

from pairing.core.system import BadOptions, CannotPair
from pairing.core.types import PlayerId, Snapshot
from pairing.formats.trf_ranks import CODES, standing
from pairing.formats.trf_text import Line, decoded, read_lines
from pairing.registry import get_system, make_rules

#: Our names of FIDE's tie-breaks; points decide before all of them, start numbers after.
_NAMES: Mapping[str, str] = {code: name for name, code in CODES.items()}
#: A Koya tie-break whose limit is this many half points away from half of the points.
_KOYA = re.compile(r"KS/L([+-]\d{1,2})", re.ASCII)
_POINTS, _NUMBERS = "PTS", frozenset(("TPN", "RND"))


@dataclass(frozen=True, slots=True)
class WrongPlace:
    """A place in the file that does not follow: the player's lies from `first` to `last`."""

    player: PlayerId
    written: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Places:
    """The outcome: the tie-breaks by FIDE's names, those unknown here, and the wrong places.
    `in_file`: the file gives places at all."""

    tie_breaks: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    wrong: tuple[WrongPlace, ...] = ()
    in_file: bool = False


def places_in(data: bytes, snapshot: Snapshot) -> Places:
    """Check the places in a file against its results; `snapshot` is what was read from it.

    The first tie-break that is unknown here and all after it are left out, and named.
    """
    lines = read_lines(decoded(data)[0])
    written = _written(lines)
    if not written:
        return Places()
    named = _tie_breaks(lines)
    known = []
    limit = 0
    for code in named:
        koya = _KOYA.fullmatch(code)
        if code not in _NAMES and not koya:
            break
        limit = int(koya[1]) if koya else limit
        known.append(code)
    unknown = tuple(code for code in named[len(known) :] if code not in _NUMBERS)
    ranked = _with_tie_breaks(snapshot, [_NAMES.get(code, "koya") for code in known], limit)
    if ranked is None:
        return Places(in_file=True, unknown=tuple(named))
    try:
        rows = [row for row in standing(ranked) if row.is_placed]
    except CannotPair:
        return Places(in_file=True, unknown=tuple(named))
    level = [row.rank for row in rows]
    wrong = tuple(
        WrongPlace(row.player, rank, row.rank, row.rank + level.count(row.rank) - 1)
        for row in rows
        if (rank := written.get(row.player))
        and not row.rank <= rank <= row.rank + level.count(row.rank) - 1
    )
    return Places(tuple(known), unknown, wrong, in_file=True)


def _written(lines: Sequence[Line]) -> dict[PlayerId, int]:
    """The place of each player in the file; empty if the file has none, or the same for all."""
    places = {}
    for line in lines:
        number, rank = line.at(5, 8).strip(), line.at(86, 89).strip()
        if line.tag == "001" and number.isdecimal() and rank.isdecimal() and int(rank):
            places[str(int(number))] = int(rank)
    return places if len({*places.values()}) > 1 else {}


def _tie_breaks(lines: Sequence[Line]) -> list[str]:
    """The tie-breaks after the points, by FIDE's names: of line 212, or else 202."""
    for tag in ("212", "202"):
        for line in lines:
            if line.tag == tag:
                codes = [code.strip() for code in line.text[4:].split(",") if code.strip()]
                return [code for code in codes if code != _POINTS]
    return []


def _with_tie_breaks(snapshot: Snapshot, names: Sequence[str], koya: int) -> Snapshot | None:
    """The competition with these tie-breaks; None where its system does not offer them."""
    system = get_system(snapshot.system)
    if not any(option.name == "tie_breaks" for option in fields(system.options)):
        return None
    limit = {"koya_limit": koya} if koya else {}
    options = {**snapshot.options, "tie_breaks": [*names], **limit}
    try:
        make_rules(system, options)
    except BadOptions:
        return None
    return replace(snapshot, options=options)
