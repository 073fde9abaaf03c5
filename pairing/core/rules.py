"""What does a system answer about a competition with its options, in groups or not?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pairing.core.amounts import AbsenceKind
from pairing.core.apart import kept_apart
from pairing.core.beside_games import GroupMove
from pairing.core.decided_ties import as_decided
from pairing.core.groups import Group, divided, groups_of, rounds_played, together
from pairing.core.system import Abilities, CannotPair, PairingSystem, ScheduledRound, ranks_after
from pairing.core.types import Fact, Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.matching import budget

if TYPE_CHECKING:  # who only pairs loads neither
    from pairing.core.explanation import Explanation
    from pairing.core.standing import Drift, Prospect, RanksAfter, StandingRow, Statement
    from pairing.core.tie import Tie

Asked = TypeVar("Asked")

#: Where the schedule is fixed: why one group may have no game while others have.
SITS_OUT = frozenset({"no_round_left", "all_gone", "too_few"})


class Rules(NamedTuple):
    """A system with its options bound; each method is the system's of the same name.

    Of a competition in groups the system is asked group by group (`core.groups`).
    """

    system: PairingSystem
    options: Any

    @property
    def abilities(self) -> Abilities:
        return self.system.abilities

    @property
    def start_numbers(self) -> str:
        return self.system.numbered_by(self.options)

    @property
    def draws_rounds(self) -> bool:
        return self.system.draws_rounds(self.options)

    def groups(self, snapshot: Snapshot) -> list[Group]:
        """The groups, each as a competition of its own."""
        abilities = self.abilities
        whole = abilities.knows_groups
        return groups_of(snapshot, drops_empty=abilities.schedule_is_fixed, whole=whole)

    def _of(self, snapshot: Snapshot, player: PlayerId) -> Snapshot:
        """The group that a player is in."""
        return next(group for group in self.groups(snapshot) if player in group.members).snapshot

    def _to_pair(
        self, snapshot: Snapshot, ask: Callable[[Snapshot, Any], Asked]
    ) -> dict[str, Asked]:
        """What the system says of the round to be paired in each group that takes part in it.

        CannotPair says in which group.
        """
        groups = self.groups(snapshot)
        if len(groups) == 1:
            return {"": ask(groups[0].snapshot, self.options)}
        if whole := snapshot.to_pair():
            for game in whole.round.games:
                must_be_of_one_group(groups, *game.players)
        answers: dict[str, Asked] = {}
        refused: CannotPair | None = None
        for group in groups:
            to_pair = group.snapshot.to_pair()
            if to_pair and not to_pair.round.taking_part():
                continue
            try:
                answers[group.name] = ask(group.snapshot, self.options)
            except CannotPair as error:
                error.facts["group"] = group.name
                if not (self.abilities.schedule_is_fixed and error.code in SITS_OUT):
                    raise
                refused = error
        if refused and not answers:
            raise refused
        return answers or {"": ask(snapshot, self.options)}

    @property
    def kinds(self) -> Mapping[str, AbsenceKind]:
        return self.system.kinds(self.options)

    def prospects(self, snapshot: Snapshot, player: PlayerId, evening: int) -> Sequence[Prospect]:
        return self.system.prospects(snapshot, self.options, player, evening)

    def check_move(self, player: PlayerId, move: GroupMove) -> None:
        self.system.check_move(self.options, player, move)

    def restricted_lot(self, snapshot: Snapshot, drawn: Sequence[PlayerId]) -> Sequence[PlayerId]:
        return [
            player
            for group in self.groups(snapshot)
            for player in self.system.restricted_lot(
                group.snapshot,
                self.options,
                [entrant for entrant in drawn if entrant in group.members],
            )
        ]

    def late_meetings(self, snapshot: Snapshot, given: Sequence[PlayerId]) -> tuple[int, bool]:
        """Of all groups together."""
        of_groups = [
            self.system.late_meetings(
                group.snapshot, self.options, [one for one in given if one in group.members]
            )
            for group in self.groups(snapshot)
        ]
        return sum(found for found, _least in of_groups), all(least for _found, least in of_groups)

    def schedule(self, snapshot: Snapshot) -> Sequence[ScheduledRound]:
        """By group and number; each round is numbered among all rounds of the competition."""
        played = sum(1 for _ in snapshot.record())
        rounds = []
        for group in self.groups(snapshot):
            own = rounds_played(snapshot, group) if group.name else [*range(1, played + 1)]
            for scheduled in self.system.schedule(group.snapshot, self.options):
                behind = scheduled.number - len(own)
                number = own[scheduled.number - 1] if behind <= 0 else played + behind
                rounds.append(scheduled._replace(number=number, group=group.name))
        return rounds

    def ties(self, snapshot: Snapshot) -> Sequence[Tie]:
        return self.system.ties(snapshot, self.options)

    def idle(self, snapshot: Snapshot) -> Collection[PlayerId]:
        return self.system.idle(snapshot, self.options)

    def out(self, snapshot: Snapshot) -> Collection[PlayerId]:
        return self.system.out(snapshot, self.options)

    def struck(self, snapshot: Snapshot) -> Collection[PlayerId]:
        """Nobody before somebody has left."""
        if all(player.left is None for player in snapshot.players):
            return frozenset()
        groups, options = self.groups(snapshot), self.options
        return {
            player for group in groups for player in self.system.struck(group.snapshot, options)
        }

    def withdrawn(self, snapshot: Snapshot) -> set[PlayerId]:
        """Who left before the last round on record, or before one that is still to come.

        Nobody where players come and go by the evening, or go out by their results.
        """
        record = [*snapshot.record()]
        if not record or self.abilities.uses_tempos or self.abilities.knocks_out:
            return set()
        is_over = len(record) == self.round_count(len(snapshot.players))
        last = record[-1].evening - is_over
        members = (player for player in snapshot.players if not player.guest)
        return {player.id for player in members if player.left is not None and player.left <= last}

    def round_count(self, players: int) -> int | None:
        return self.system.round_count(self.options, players)

    def pair(self, snapshot: Snapshot) -> Proposal:
        if snapshot.apart:
            return kept_apart(snapshot, self._pair)[1]
        return self._pair(snapshot)

    def _pair(self, snapshot: Snapshot) -> Proposal:
        """All groups have the limit of work together."""
        with budget.shared():
            return together(self._to_pair(snapshot, self.system.pair).values())

    def _apart(self, snapshot: Snapshot) -> Snapshot:
        """The round to be paired, in which who shall be kept apart may not meet, if possible."""
        return kept_apart(snapshot, self._pair)[0] if snapshot.apart else snapshot

    def bye(self, snapshot: Snapshot) -> PlayerId | None:
        """The bye of the first group that has one."""
        return next(iter(self.byes(snapshot)), None)

    def byes(self, snapshot: Snapshot) -> list[PlayerId]:
        """The bye of each group."""
        return [*filter(None, self._to_pair(self._apart(snapshot), self.system.bye).values())]

    def order(self, snapshot: Snapshot) -> Sequence[PlayerId]:
        """Group by group."""
        return [
            player
            for group in self.groups(snapshot)
            for player in self.system.order(group.snapshot, self.options)
            if player in group.members
        ]

    def colours(self, snapshot: Snapshot, a: PlayerId, b: PlayerId) -> Pair:
        must_be_of_one_group(self.groups(snapshot), a, b)
        return self.system.colours(self._of(snapshot, a), self.options, a, b)

    def standings(self, snapshot: Snapshot, scope: str) -> Sequence[StandingRow]:
        """Group after group, the highest first; only those who are in a group now have a row in
        it."""
        scope, only = divided(scope)
        rows = self._standings(snapshot, scope, only)
        return as_decided(snapshot, scope, rows) if snapshot.ties else rows

    def _standings(self, snapshot: Snapshot, scope: str, only: str) -> Sequence[StandingRow]:
        groups = self.groups(snapshot)
        if len(groups) == 1:
            return self.system.standings(snapshot, self.options, scope)
        rows = [
            replace(row, group=group.name)
            for group in groups
            if only in ("", group.name)
            for row in self.system.standings(group.snapshot, self.options, scope)
            if row.player in group.members or self.abilities.knows_groups
        ]
        from pairing.core.tiebreaks import shared_places

        places = shared_places((row.group, row.rank) for row in rows)
        return [replace(row, rank=place) for row, place in zip(rows, places, strict=True)]

    def statement(self, snapshot: Snapshot, player: PlayerId, scope: str) -> Statement:
        (statement,) = self.statements(snapshot, [player], scope)
        return statement

    def statements(
        self, snapshot: Snapshot, players: Iterable[PlayerId], scope: str
    ) -> list[Statement]:
        players, scope = [*players], divided(scope)[0]
        statements = {
            statement.player: statement
            for group in self.groups(snapshot)
            if (members := [player for player in players if player in group.members])
            for statement in self.system.statements(group.snapshot, self.options, members, scope)
        }
        return [statements[player] for player in players]

    def progress(self, snapshot: Snapshot, scope: str) -> Sequence[RanksAfter]:
        whole, _only = divided(scope)
        groups = self.groups(snapshot)
        if len(groups) == 1 and not snapshot.ties:
            return self.system.progress(snapshot, self.options, whole)
        return ranks_after(snapshot, whole, lambda then: self.standings(then, scope))

    def drift(
        self, snapshot: Snapshot, player: PlayerId, scope: str, since: tuple[int, int]
    ) -> Drift | None:
        group, scope = self._of(snapshot, player), divided(scope)[0]
        return self.system.drift(group, self.options, player, scope, since)

    def pairing_points(self, snapshot: Snapshot) -> Mapping[PlayerId, Fraction]:
        return {
            player: points
            for group in self.groups(snapshot)
            for player, points in self.system.pairing_points(group.snapshot, self.options).items()
            if player in group.members
        }

    def explain(self, snapshot: Snapshot) -> Explanation:
        explanations = self._to_pair(self._apart(snapshot), self.system.explain)
        if "" in explanations:
            return explanations[""]
        from pairing.core.explanation import GroupsExplained

        return GroupsExplained(explanations)

    def legality(self, snapshot: Snapshot, proposal: Proposal) -> Sequence[Problem]:
        return [
            problem
            for group in self.groups(snapshot)
            if (own := group.proposed(proposal)).pairs or own.byes or not group.name
            for problem in self.system.legality(group.snapshot, self.options, own)
        ]


def must_pair_somebody(proposal: Proposal) -> Proposal:
    """CannotPair for a proposal without a board and a bye: older editions refuse no empty round."""
    if not (proposal.pairs or proposal.bye):
        raise CannotPair("too_few", "", {"players": []})
    return proposal


def must_be_of_one_group(groups: Iterable[Group], white: PlayerId, black: PlayerId) -> None:
    """CannotPair unless two are in the same group."""
    of = {player: group.name for group in groups for player in group.members}
    if of.get(white) != of.get(black):
        facts: dict[str, Fact] = {"white": white, "black": black}
        raise CannotPair("other_group", "", facts | {"groups": [of.get(white), of.get(black)]})
