"""Who is left to be paired beside the leader's boards? And why can they not be paired?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pairing.core.system import CannotPair
from pairing.core.types import Fact, Game, PlayerId, Round, Snapshot


class Identified(Protocol):
    """A player; nothing but the id is needed here."""

    @property
    def id(self) -> PlayerId: ...


State = TypeVar("State", bound=Identified)


@dataclass(frozen=True, slots=True)
class LeftToPair(Generic[State]):
    """`present`: everybody who takes part, `players`: who is to be paired, both in the order that
    they were in.

    `lapsed_bye`: the leader named them for the bye, but the number is even.
    """

    present: list[State]
    players: list[State]
    fixed: tuple[Game, ...]
    named_bye: State | None
    lapsed_bye: State | None


def left_to_pair(players: Sequence[State], round_: Round) -> LeftToPair[State]:
    """Those of the players who take part, are on no fixed board, and have no bye from the
    leader."""
    ids = round_.taking_part()
    present = [player for player in players if player.id in ids]
    seated = round_.seated()
    left = [player for player in present if player.id not in seated]
    named = next((player for player in left if player.id == round_.bye), None)
    if named is not None and len(left) % 2 == 0:
        return LeftToPair(present, left, round_.games, None, named)
    left = [player for player in left if player is not named]
    return LeftToPair(present, left, round_.games, named, None)


def no_pairing(
    snapshot: Snapshot,
    article: str,
    ids: Sequence[PlayerId],
    opponents: Sequence[int],
    may_get_bye: Iterable[int],
) -> CannotPair:
    """No pairing within the absolute rules: who is left, who may meet nobody, who may have the bye.

    By seat: `ids`, whom each may meet (a set of seats), who `may_get_bye`.
    """
    players: list[Fact] = list(ids)
    stuck: list[Fact] = [
        player for player, others in zip(ids, opponents, strict=True) if not others
    ]
    forbidden: list[Fact] = [[*pair] for pair in snapshot.forbidden_pairs if {*pair} <= {*ids}]
    facts: dict[str, Fact] = {"players": players, "stuck": stuck, "forbidden": forbidden}
    if len(ids) % 2:
        facts["may_have_bye"] = [ids[seat] for seat in may_get_bye]
    return CannotPair("no_pairing", article, facts)
