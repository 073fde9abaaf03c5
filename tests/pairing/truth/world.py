"""What does the record say? Read off a snapshot by the tests' own means, for any system."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pairing.core.types import Colour, PlayerId, Result


class Played(NamedTuple):
    """What somebody did in a round in which they had a board."""

    opponent: PlayerId
    colour: Colour
    result: Result


@dataclass
class World:
    """A round to be paired with what was paired. A system's own world says what is True there.

    Rounds are numbered from 1 through all evenings.
    """

    snapshot: object
    proposal: object

    #: Whether a game decided by forfeit is a meeting and has a colour.
    forfeits_count = False
    #: Whether the last round in which the colours of two differed can decide theirs.
    last_difference_decides = True

    @cached_property
    def round(self):
        """The round to be paired."""
        return self.snapshot.to_pair().round

    @cached_property
    def players(self):
        """Everybody of the competition, by id."""
        return {player.id: player for player in self.snapshot.players}

    @cached_property
    def taking_part(self):
        """Who takes part: there, or on a fixed board, or named for the bye; not who is away."""
        boards = {one for game in self.round.games for one in (game.white, game.black)}
        named = {one for one, how in self.round.unplayed.items() if how.value == "bye"}
        away = {one for one, how in self.round.unplayed.items() if how.value != "bye"}
        return (set(self.round.present) | named) - away | boards

    @cached_property
    def rounds(self):
        """For each round on record: what everybody with a board did."""
        found = []
        for place in self.snapshot.record():
            boards = {}
            for game in place.round.games:
                boards[game.white] = Played(game.black, Colour.WHITE, game.result)
                boards[game.black] = Played(game.white, Colour.BLACK, game.result)
            found.append(boards)
        return found

    def counts(self, played):
        """Whether it is a meeting and a colour."""
        return self.forfeits_count or not played.result.value.endswith("F")

    def met_in(self, one, other):
        """The rounds in which two met."""
        return [
            number
            for number, boards in enumerate(self.rounds, start=1)
            if one in boards and boards[one].opponent == other and self.counts(boards[one])
        ]

    def colours(self, player):
        """What they had in each round: "w", "b", or "-" where they had no game."""
        had = (boards.get(player) for boards in self.rounds)
        return "".join(one.colour.value[0] if one and self.counts(one) else "-" for one in had)

    def is_forbidden(self, one, other):
        """Whether the leader never wants the two paired."""
        return {one, other} in [set(pair) for pair in self.snapshot.forbidden_pairs]

    @cached_property
    def opponents(self):
        """Who plays whom in the round that was paired, both ways."""
        pairs = [(pair.white, pair.black) for pair in self.proposal.pairs]
        return dict(pairs) | {black: white for white, black in pairs}

    @cached_property
    def fixed(self):
        """Who plays whom by the leader's hand, both ways."""
        pairs = [(game.white, game.black) for game in self.round.games]
        return dict(pairs) | {black: white for white, black in pairs}

    @cached_property
    def named_bye(self):
        """Whom the leader named for the bye; it may lapse."""
        return next((one for one, how in self.round.unplayed.items() if how.value == "bye"), None)

    @property
    def bye(self):
        """Who has the bye of the round that was paired."""
        return self.proposal.bye

    def points(self, player):
        """The points by which the round is paired."""
        raise NotImplementedError

    def wish(self, player):
        """The colour they should have, "white", "black" or None, and how strongly, from 0 to 3."""
        return None, 0

    def floats(self, player):
        """ "down", "up" or "" in the round before last, and in the last one."""
        return "", ""

    def may_have_bye(self, player):
        """Whether points without playing do not bar them from the bye."""
        raise NotImplementedError
