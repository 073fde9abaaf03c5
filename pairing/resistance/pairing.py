"""Who plays whom in the next round? 2.1, 4.1 and 4.2, around the boards that the leader fixed."""

from collections.abc import Iterator
from dataclasses import dataclass

from pairing.core.boards import Board, Boards
from pairing.core.system import CannotPair, no_pairing, too_hard
from pairing.core.types import LeftToPair, Snapshot, left_to_pair
from pairing.matching.budget import TooMuchWork, bounded
from pairing.matching.perfect import bits, perfect_matching
from pairing.resistance.colours import white_of
from pairing.resistance.options import Options
from pairing.resistance.position import PlayerState, Position, read_position
from pairing.resistance.roster import Roster, read_roster
from pairing.resistance.score_group import ScoreGroup


@dataclass(frozen=True, slots=True)
class Decision:
    """A pairing with all that decided it, for the explanations.

    `roster`: the players not on fixed boards nor with a named bye; seats and groups refer to it.
    `groups`: every score group with its waiting room and pairs.
    """

    position: Position
    left: LeftToPair[PlayerState]
    roster: Roster
    groups: list[ScoreGroup]


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """Pair the snapshot's last round.

    CannotPair: `no_round_left`, `nobody_present`, `no_pairing`, `too_hard`. ValueError when the
    snapshot has no round to be paired.
    """
    position = read_position(snapshot, options)
    left = left_to_pair(position.players, position.to_pair(snapshot, "5"))
    if not left.present:
        raise CannotPair("nobody_present", "4.1")

    roster = read_roster(
        left.players,
        snapshot.forbidden_pairs,
        opens_by_twos=position.round == 1 and options.first_round == "5.2",
    )
    if perfect_matching(roster.graph, sum(roster.groups) | roster.nobody) is None:
        raise no_pairing(snapshot, "4.8", roster.left())
    with bounded():
        groups = _groups(roster, snapshot)
    return Decision(position, left, roster, groups)


def _groups(roster: Roster, snapshot: Snapshot) -> list[ScoreGroup]:
    """4.1, 4.2: from the highest group down; players who wait go to the next one."""
    below = sum(roster.groups)
    moved_down = 0
    settled = []
    for number, residents in enumerate(roster.groups, start=1):
        below &= ~residents
        following = roster.groups[number] if below else 0
        group = ScoreGroup(roster, residents, moved_down, below, following)
        try:
            can_be_paired = group.choose()
        except TooMuchWork:
            near = [*bits(group.members | group.following)]
            raise too_hard("4.4", roster.left(near)) from None
        if not can_be_paired:
            raise no_pairing(snapshot, "4.8", roster.left())
        settled.append(group)
        moved_down = group.waiting_room
    return settled


class ResistanceBoards(Boards[PlayerState]):
    """The boards of a decision, with the colours of 6."""

    decision: Decision

    def paired(self) -> Iterator[Board[PlayerState]]:
        """The pairs of all groups."""
        players = self.decision.roster.players
        for group in self.decision.groups:
            for choice in group.choices:
                higher, lower = players[choice.player], players[choice.opponent]
                yield Board(higher, lower, white_of(higher, lower, self.options.first_named))

    def order(self, board: Board[PlayerState]) -> tuple[int, ...]:
        """By the rank of the higher player."""
        return (self.rank[board.higher.id],)

    @property
    def bye(self) -> PlayerState | None:
        """The player left over in the last group."""
        groups = self.decision.groups
        for seat in bits(groups[-1].waiting_room) if groups else ():
            return self.decision.roster.players[seat]
        return None
