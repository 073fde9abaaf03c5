"""Who is left to be paired beside what the leader has fixed? And why, if nobody can be?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pairing.core.brackets_told import SwissField
from pairing.core.system import CannotPair
from pairing.core.types import Fact, Game, PlayerId, Round, Snapshot


class Identified(Protocol):
    """A player of whom only this is asked here."""

    @property
    def id(self) -> PlayerId: ...


Card = TypeVar("Card", bound=Identified)


@dataclass(frozen=True, slots=True)
class LeftToPair(Generic[Card]):
    """`there`: everybody who takes part, `cards`: who is to be paired, both in the order given.

    `lapsed_bye` was named for the bye in vain: the number is even.
    """

    there: list[Card]
    cards: list[Card]
    fixed: tuple[Game, ...]
    named_bye: Card | None
    lapsed_bye: Card | None


def left_to_pair(cards: Sequence[Card], round_: Round) -> LeftToPair[Card]:
    """Who of these is there and on no fixed board, without a bye that the leader named."""
    present = round_.who_is_there()
    there = [card for card in cards if card.id in present]
    seated = {game.white for game in round_.games} | {game.black for game in round_.games}
    left = [card for card in there if card.id not in seated]
    named = next((card for card in left if card.id == round_.bye), None)
    if named is not None and len(left) % 2 == 0:
        return LeftToPair(there, left, round_.games, None, named)
    return LeftToPair(
        there, [card for card in left if card is not named], round_.games, named, None
    )


def no_pairing(field: SwissField, snapshot: Snapshot, article: str) -> CannotPair:
    """No pairing within B1 and B2: who is left, who may meet nobody, who may have the bye."""
    ids = [card.id for card in field.cards]
    players: list[Fact] = list(ids)
    stuck: list[Fact] = [
        player for player, others in zip(ids, field.may_meet, strict=True) if not others
    ]
    forbidden: list[Fact] = [
        [one, other] for one, other in snapshot.forbidden_pairs if one in ids and other in ids
    ]
    facts: dict[str, Fact] = {"players": players, "stuck": stuck, "forbidden": forbidden}
    if len(ids) % 2:
        facts["may_have_bye"] = [
            player for seat, player in enumerate(ids) if field.may_be_free >> seat & 1
        ]
    return CannotPair("no_pairing", article, facts)


def with_bye(may_meet: Sequence[int], may_have_bye: int) -> list[int]:
    """Who may meet whom, with a seat more for the bye if the number is odd."""
    size = len(may_meet)
    if size % 2 == 0:
        return list(may_meet)
    return [row | (may_have_bye >> seat & 1) << size for seat, row in enumerate(may_meet)] + [
        may_have_bye
    ]
