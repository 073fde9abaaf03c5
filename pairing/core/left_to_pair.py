"""Who is left to be paired beside the leader's boards? And why can they not be paired?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pairing.core.system import CannotPair, WhoIsLeft
from pairing.core.types import Fact, Game, PlayerId, Round, Snapshot
from pairing.matching.perfect import bits


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


def too_hard(article: str, left: WhoIsLeft) -> CannotPair:
    """The search for the pairing by this article was given up, among those at hand."""
    players: list[Fact] = [left.ids[seat] for seat in left.at_hand]
    return CannotPair("too_hard", article, {"players": players}, left)


def no_pairing(snapshot: Snapshot, article: str, left: WhoIsLeft) -> CannotPair:
    """No pairing within the absolute rules: who is left, who may meet nobody, who may have the
    bye."""
    ids = left.ids
    players: list[Fact] = list(ids)
    stuck: list[Fact] = [
        player for player, others in zip(ids, left.may_meet, strict=True) if not others
    ]
    forbidden: list[Fact] = [[*pair] for pair in snapshot.forbidden_pairs if {*pair} <= {*ids}]
    facts: dict[str, Fact] = {"players": players, "stuck": stuck, "forbidden": forbidden}
    if len(ids) % 2:
        facts["may_have_bye"] = [ids[seat] for seat in bits(left.may_get_bye)]
    return CannotPair("no_pairing", article, facts, left)
