"""How is a bracket paired? A candidate is a way to do it; a settled bracket has one, or none."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from pairing.brackets.paired import Paired, Pairs
from pairing.matching.perfect import bits
from pairing.swiss.bracket import Bracket, Level
from pairing.swiss.halves import Halves


@dataclass(frozen=True, slots=True)
class Candidate(Paired):
    """A bracket paired at a level."""

    halves: Halves
    level: Level

    @property
    def key(self) -> tuple[object, ...]:
        """Orders the candidates of a level as the text comes across them."""
        chosen = tuple(player for player, _ in self.moved_down)
        return chosen, tuple(opponent for _, opponent in self.moved_down), self.halves.key


class Step(NamedTuple):
    """Something done for a bracket beyond pairing it, and by which article.

    Codes: "opened" (paired otherwise for the next bracket), "helped" (the one above was), "in_vain"
    (no other pairing was found), "merged" (a bracket was added, of this `score`),
    "one_group" (all treated as homogeneous), "lowered" (M1 was, though more might be possible).
    """

    code: str
    article: str
    score: int = 0


B = TypeVar("B", bound=Bracket)
C = TypeVar("C", bound=Candidate)


@dataclass(frozen=True, slots=True)
class Opening(Generic[B, C]):
    """A bracket was paired anew for the sake of the one below, of this `score`.

    `first`: the first candidate of the bracket, or of the same with fewer ways, that lets the one
    below be paired; `is_last`: completely. `others`: the seats of that one, without those who come
    from here. `pairs`, `in_s1`: as many, and as many of those who came down in S1, as it had
    before.
    """

    score: int
    is_last: bool
    others: int
    pairs: int
    in_s1: int
    first: Callable[[B], C | None]


@dataclass(frozen=True, slots=True)
class Settled(Generic[B, C]):
    """A bracket that is done. `score`: of its own players, in half points. `removed`: the seats
    that C1 moved down before. `candidate` None: nobody could be paired, all move down. `opening`:
    the last time that it was paired anew.
    """

    score: int
    bracket: B
    removed: tuple[int, ...]
    candidate: C | None
    steps: tuple[Step, ...] = ()
    opening: Opening[B, C] | None = None

    @property
    def pairs(self) -> Pairs:
        """Its pairs, by number in the bracket."""
        return self.candidate.pairs if self.candidate else ()

    @property
    def unpaired(self) -> tuple[int, ...]:
        """The seats that stayed unpaired here."""
        if self.candidate is None:
            return tuple(self.bracket.seats)
        return tuple(self.bracket.seats[player] for player in bits(self.candidate.unpaired))

    @property
    def lowest(self) -> int:
        """The seat of the lowest who was in it, C1 or not."""
        return max((*self.bracket.seats, *self.removed))

    @property
    def downfloaters(self) -> list[int]:
        """The seats that go to the next bracket."""
        return sorted((*self.removed, *self.unpaired))
