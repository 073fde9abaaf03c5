"""What comes of a search for the options of an old table."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from pairing.core.types import PlayerId
from pairing.old_table.earned import OldRow
from pairing.own_keizer.options import Options


class Hint(NamedTuple):
    """What a part of an amount would have to be for one player alone to be equal."""

    key: str
    part: str
    number: Fraction


class Rest(NamedTuple):
    """Somebody whose points, or values, are others here. `met`: whom of those left out."""

    player: PlayerId
    theirs: OldRow
    ours: OldRow
    hints: tuple[Hint, ...]
    met: tuple[PlayerId, ...] = ()


class Undecided(NamedTuple):
    """An option that may as well be another: `others` show the same table, as documents write."""

    option: str
    chosen: Any
    others: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a search. `options` are None where no options make most players equal.

    `gone` are those who played, and have no points in the old table or no line; `alone` are changed
    amounts that one player tells of; `untold` what nothing on record tells anything about.
    `is_whole`: whether all was tried that is.
    """

    options: Options | None
    equal: tuple[PlayerId, ...]
    rest: tuple[Rest, ...]
    gone: tuple[PlayerId, ...]
    alone: tuple[str, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    untold: tuple[str, ...] = ()
    tried: int = 0
    is_whole: bool = True

    @property
    def is_equal(self) -> bool:
        """Whether everybody in the old table is equal."""
        return self.options is not None and not self.rest
