"""What must a pairing system offer? Its contract, its abilities and its failures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

from pairing.core.standing import Drift, RanksAfter, StandingRow, Statement
from pairing.core.types import OVERALL, Fact, Pair, PlayerId, Problem, Proposal, Snapshot


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a system can and cannot do. Pages ask these, never the system's key.

    `uses_tempos`: pairing and standing run per tempo, a round is "game n of the evening".
    `needs_round_count`: the number of rounds is fixed beforehand. `repeats`: whether two
    players may meet again ("window": after some games; "never"). `open_is_draw`: the article
    by which a game that is not finished counts as a draw for the next pairing; "": it counts
    for nothing yet. `pairing_stands`: the article by which a published pairing is changed only
    where it breaks an absolute rule; "": the leader may change it. `start_numbers`: where they
    come from: "rating" (also of who comes later), "order" (the system's own order before round 1;
    who comes later is numbered behind) or "lot" (drawn before round 1).
    """

    uses_tempos: bool = False
    needs_round_count: bool = False
    may_join_late: bool = True
    has_value_numbers: bool = False
    has_absence_credits: bool = False
    has_half_point_byes: bool = False
    repeats: str = "never"
    open_is_draw: str = ""
    pairing_stands: str = ""
    start_numbers: str = "rating"


class CannotPair(Exception):
    """No legal pairing exists, or nobody is there: for the organiser, never a bug.

    `code` and `facts` become a sentence that says why and what can be done
    (`pairing.sentences`); `article` is the part of the rules that says so.
    """

    def __init__(self, code: str, article: str = "", facts: Mapping[str, Fact] | None = None):
        super().__init__(code)
        self.code = code
        self.article = article
        self.facts: dict[str, Fact] = dict(facts or {})


class BadOptions(ValueError):
    """An option that the system does not know or a value it refuses; `name` says which."""

    def __init__(self, name: str, code: str, facts: Mapping[str, Fact] | None = None):
        super().__init__(f"{name}: {code}")
        self.name = name
        self.code = code
        self.facts: dict[str, Fact] = dict(facts or {})


class PairingSystem(Protocol):
    """A pairing system. Every method is pure: same input, same answer, on every machine.

    A system inherits from this class, so that it has `progress`, `drift`, `pairing_points` and
    `legality` even if it adds nothing to them.
    """

    key: str
    label: str
    source: str
    games: frozenset[str]
    options: type[Any]
    abilities: Abilities
    #: Where a competition that starts on the site had better differ from the defaults.
    advised: Mapping[str, object] = MappingProxyType({})

    def pair(self, snapshot: Snapshot, options: Any) -> Proposal:
        """Pair the snapshot's last round (it has `present`); CannotPair when impossible."""
        ...

    def order(self, snapshot: Snapshot, options: Any) -> Sequence[PlayerId]:
        """All players in the order the system would pair its next round by."""
        ...

    def colours(self, snapshot: Snapshot, options: Any, a: PlayerId, b: PlayerId) -> Pair:
        """The pair of `a` and `b` as the system would colour it now, with its reasons.

        For a pair that the leader makes by hand; whether they may meet is not asked here.
        """
        ...

    def standings(self, snapshot: Snapshot, options: Any, scope: str) -> Sequence[StandingRow]:
        """The standing of a scope (a tempo's id or `OVERALL`) over the rounds on record."""
        ...

    def statement(
        self, snapshot: Snapshot, options: Any, player: PlayerId, scope: str
    ) -> Statement:
        """Where the player's points of that standing come from; sums to them exactly."""
        ...

    def progress(self, snapshot: Snapshot, options: Any, scope: str) -> Sequence[RanksAfter]:
        """Everybody's place after each round of the scope, in order of play.

        Here: the standing of each shorter snapshot. A system that can do it in one pass
        replaces this.
        """
        ranks = []
        for place in snapshot.record():
            if scope not in (OVERALL, place.tempo):
                continue
            rows = self.standings(snapshot.after(place.evening, place.number), options, scope)
            ranks.append(
                RanksAfter(
                    place.evening,
                    place.number,
                    place.tempo,
                    place.date,
                    {row.player: row.rank for row in rows},
                )
            )
        return ranks

    def drift(
        self,
        snapshot: Snapshot,
        options: Any,
        player: PlayerId,
        scope: str,
        since: tuple[int, int],
    ) -> Drift | None:
        """What recalculation since round `since` (evening, number) did to points earned by then.

        Number 0 is "before that evening's first round", as in `Snapshot.after`. None in a
        system whose points, once earned, stay what they are.
        """
        return None

    def pairing_points(self, snapshot: Snapshot, options: Any) -> Mapping[PlayerId, Fraction]:
        """The points that the next round is paired by: players with as many are one group.

        A game that is not finished counts as it does for the pairing. Here: empty, as in a
        system that does not pair by groups of equal points.
        """
        return {}

    def legality(self, snapshot: Snapshot, options: Any, proposal: Proposal) -> Sequence[Problem]:
        """What the system's own rules say against a proposal, hand-made or its own.

        Here: nothing beyond what `pairing.core.invariants` asks of every proposal.
        """
        return ()
