"""How does a system see a competition in groups? Each group as a competition of its own.

A group is a snapshot with its own players, numbered from 1, and their games against each other: no
engine knows of groups. Players who moved in come last in the start order. What they earned before
counts as byes of as many points if they took it along, and otherwise not at all; the games stay
with the group in which they were played.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pairing.core.types import Player, PlayerId, Proposal, Result, Round, Snapshot
from pairing.core.unplayed import Unplayed

#: Between the scope of a standing and the group that it is of.
OF_GROUP = "@"
#: The byes that earn what a game did.
_AS_BYE = {kind.points: kind for kind in Unplayed if kind.is_on_request}

Pairs = tuple[tuple[PlayerId, PlayerId], ...]


class Group(NamedTuple):
    """A group as a competition of its own; its name is "" in a competition without groups.
    `members`: who is in it on the last evening with a round."""

    name: str
    snapshot: Snapshot
    members: frozenset[PlayerId]

    def proposed(self, proposal: Proposal) -> Proposal:
        """The pairs and byes of a proposal that are of this group."""
        pairs = (pair for pair in proposal.pairs if pair.white in self.members)
        return Proposal.of(pairs, (player for player in proposal.byes if player in self.members))


def scope_in(scope: str, group: str) -> str:
    """The scope of a standing of one group only; "": of all groups."""
    return f"{scope}{OF_GROUP}{group}" if group else scope


def divided(scope: str) -> tuple[str, str]:
    """A scope without its group, and the group, "" for all."""
    whole, _, group = scope.partition(OF_GROUP)
    return whole, group


def names_of(snapshot: Snapshot) -> list[str]:
    """All groups in order, also those that nobody is in any more; [""] where there are none."""
    if snapshot.seen_by:
        return [snapshot.seen_by]
    named = {player.group for player in snapshot.players}
    named |= {move.group for player in snapshot.players for move in player.moves}
    return sorted(named) or [""]


def groups_of(snapshot: Snapshot, *, drops_empty: bool, whole: bool = False) -> list[Group]:
    """The groups in order, each as a competition of its own; the whole competition where there are
    none. `drops_empty`: a round in which a group had no game is left out for that group. `whole`:
    the system knows of groups, so each is the whole competition as this group sees it: of the round
    to be paired only what is the group's own.
    """
    names, evenings = names_of(snapshot), enumerate(snapshot.evenings, start=1)
    now = max((number for number, evening in evenings if evening.rounds), default=1)
    if len(names) == 1:
        return [Group("", snapshot, frozenset(player.id for player in snapshot.players))]
    return [
        Group(
            name,
            _seen_by(snapshot, name) if whole else _alone(snapshot, name, drops_empty),
            frozenset(player.id for player in snapshot.players if player.group_on(now) == name),
        )
        for name in names
    ]


def _seen_by(snapshot: Snapshot, name: str) -> Snapshot:
    """The whole competition as a group sees it."""
    to_pair = snapshot.to_pair()
    if to_pair is None:
        return replace(snapshot, seen_by=name)
    own = {one.id for one in snapshot.players if one.group_on(to_pair.evening) == name}
    round_ = to_pair.round
    of_group = replace(
        round_,
        games=tuple(game for game in round_.games if game.white in own),
        unplayed={player: how for player, how in round_.unplayed.items() if player in own},
        away={player: kind for player, kind in round_.away.items() if player in own},
        present=tuple(player for player in round_.present or () if player in own),
    )
    evenings = [*snapshot.evenings]
    last = evenings[to_pair.evening - 1]
    evenings[to_pair.evening - 1] = replace(last, rounds=(*last.rounds[:-1], of_group))
    return replace(snapshot, evenings=tuple(evenings), seen_by=name)


def _alone(snapshot: Snapshot, name: str, drops_empty: bool) -> Snapshot:
    """One group as a competition of its own."""
    known = {
        player.id: player
        for player in snapshot.players
        if any(group == name for group, _first, _last in _stays(player))
    }
    seen = {player.id: _seen(player, name) for player in known.values()}
    in_order = sorted(known.values(), key=lambda player: (_first_in(player, name), player.start))
    numbers = {player.id: number for number, player in enumerate(in_order, start=1)}

    evenings = []
    for number, evening in enumerate(snapshot.evenings, start=1):
        rounds = [_round_in(round_, number, name, known, seen) for round_ in evening.rounds]
        if drops_empty:
            rounds = [round_ for round_ in rounds if round_.games or round_.present is not None]
        evenings.append(replace(evening, rounds=tuple(rounds)))
    points = snapshot.virtual_points.items()
    return replace(
        snapshot,
        players=tuple(replace(player, start=numbers[player.id]) for player in seen.values()),
        evenings=tuple(evenings),
        forbidden_pairs=_among(snapshot.forbidden_pairs, known),
        apart=_among(snapshot.apart, known),
        members_may_read=_among(snapshot.members_may_read, known),
        virtual_points={player: half_points for player, half_points in points if player in known},
    )


def _among(pairs: Pairs, known: Mapping[PlayerId, Player]) -> Pairs:
    return tuple(pair for pair in pairs if {*pair} <= known.keys())


def _stays(player: Player) -> Iterator[tuple[str, int, int | None]]:
    """The groups that somebody is or was in, with the first and the last evening of each."""
    first = player.joined
    for move in player.moves:
        yield move.group, first, move.until
        first = move.until + 1
    yield player.group, first, player.left


def _first_in(player: Player, name: str) -> int:
    """The evening on which they came into the group; 0 for whoever was in it from the beginning."""
    first, *_later = (at for at, stay in enumerate(_stays(player)) if stay[0] == name)
    return [*_stays(player)][first][1] if first else 0


def _seen(player: Player, name: str) -> Player:
    """The player as one group knows them: from which evening, and until which."""
    stays = [*_stays(player)]
    joined = next(
        first for group, first, _ in stays if group == name or _counts(player, first, name)
    )
    *_earlier, left = (last for group, _, last in stays if group == name)
    return replace(player, joined=joined, left=left, group="", moves=())


def _counts(player: Player, evening: int, name: str) -> bool:
    """Whether points earned in another group that evening count in this one too."""
    moves = [move for move in player.moves if evening <= move.until]
    into = [*(move.group for move in moves[1:]), player.group]
    for move, group in zip(moves, into, strict=False):
        if not move.is_kept:
            return False
        if group == name:
            return True
    return False


def _round_in(
    round_: Round,
    evening: int,
    name: str,
    known: Mapping[PlayerId, Player],
    seen: Mapping[PlayerId, Player],
) -> Round:
    """A round as one group has it."""
    members = {player for player, entrant in known.items() if entrant.group_on(evening) == name}
    unplayed = {player: how for player, how in round_.unplayed.items() if player in members}
    for player, entrant in known.items():
        if player not in members and seen[player].belongs_to(evening):
            earned = _earned(round_, player) if _counts(entrant, evening, name) else None
            unplayed[player] = _AS_BYE.get(earned, Unplayed.EXEMPT)
    present = round_.present
    return replace(
        round_,
        games=tuple(game for game in round_.games if {*game.players} <= members),
        unplayed=unplayed,
        present=present and tuple(player for player in present if player in members),
    )


def _earned(round_: Round, player: PlayerId) -> Fraction | None:
    """The points of somebody in a round; a bye is worth a point."""
    for game in round_.games:
        if player in game.players:
            return Result.score(game.result, game.colour(player))
    how = round_.unplayed.get(player, Unplayed.ABSENT)
    return Fraction(1) if how is Unplayed.BYE else how.points


def rounds_played(snapshot: Snapshot, group: Group) -> list[int]:
    """Which rounds on record (numbered from 1) have games of a group."""
    numbered = enumerate(snapshot.record(), start=1)
    own = {recorded.round_key for recorded in group.snapshot.record() if recorded.round.games}
    return [number for number, recorded in numbered if recorded.round_key in own]


def together(proposals: Iterable[Proposal]) -> Proposal:
    """The proposals of all groups as one, board after board."""
    proposals = [*proposals]
    return Proposal.of(
        (pair for proposal in proposals for pair in proposal.pairs),
        (player for proposal in proposals for player in proposal.byes),
    )
