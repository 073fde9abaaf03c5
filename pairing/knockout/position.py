"""How far is every tie? Read from the games on record: 1.3-1.5, 3.5, 4."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from pairing.core.system import CannotPair
from pairing.core.tie import Ending, Part, Tie, TieGame, TieKey
from pairing.core.types import PlayerId, Snapshot
from pairing.knockout.bracket import LARGEST, Shape, meeting, numbers_by_leaf
from pairing.knockout.options import Options
from pairing.knockout.ties import verdict_on

#: A player of a tie, or None for nobody, and whether this is known already.
_Seat = tuple[PlayerId | None, bool]
_Games = Mapping[TieKey, Sequence[TieGame]]


@dataclass(frozen=True)
class Position:
    """The bracket as it stands. `ids` is by number, from 0; players `gone` left the competition."""

    snapshot: Snapshot
    options: Options
    ids: tuple[PlayerId, ...]
    shape: Shape
    gone: frozenset[PlayerId]

    @cached_property
    def number(self) -> Mapping[PlayerId, int]:
        """The number of each player, from 1."""
        return {player: number for number, player in enumerate(self.ids, start=1)}

    @cached_property
    def by_leaf(self) -> tuple[PlayerId | None, ...]:
        """The player on each leaf of the bracket, from the top; None: nobody."""
        count = len(self.ids)
        numbers = numbers_by_leaf(self.shape.size)
        return tuple(self.ids[number - 1] if number <= count else None for number in numbers)

    @cached_property
    def leaf(self) -> Mapping[PlayerId, int]:
        """The leaf of each player, from 0."""
        return {player: leaf for leaf, player in enumerate(self.by_leaf) if player}

    @cached_property
    def ties(self) -> Mapping[TieKey, Tie]:
        """Every tie, each after those on which it depends."""
        games: dict[TieKey, list[TieGame]] = defaultdict(list)
        is_more_than_cup = self.shape.rounds_of(Part.THIRD) or self.shape.rounds_of(Part.PLATE)
        for recorded in self.snapshot.record():
            lost = _lost(self._read(games, frozenset())) if is_more_than_cup else {}
            for game in sorted(recorded.round.games, key=lambda game: game.board):
                played = TieGame(recorded.evening, recorded.number, game)
                games[self._key_of(*game.players, lost)].append(played)
        return self._read(games, self.gone)

    @cached_property
    def due(self) -> list[Tie]:
        """1.5: the ties with a game in the next round: those that have begun; if there are none,
        those of the first round of the cup with a game to play, and all outside the cup."""
        due = [tie for tie in self.ties.values() if tie.due]
        if begun := [tie for tie in due if tie.games]:
            return begun
        rounds = [tie.key.round for tie in due if tie.key.part is Part.CUP]
        first = min(rounds, default=0)
        return [tie for tie in due if tie.key.part is not Part.CUP or tie.key.round == first]

    @cached_property
    def still_in(self) -> frozenset[PlayerId]:
        """The players with a tie to play, now or later."""
        undecided = (tie.players for tie in self.ties.values() if not tie.is_decided)
        return frozenset(filter(None, chain.from_iterable(undecided))) - self.gone

    def meeting(self, player: PlayerId, opponent: PlayerId) -> TieKey:
        """The tie in which two meet, met, or would have met."""
        for tie in self.ties.values():
            if {player, opponent} == {*tie.players}:
                return tie.key
        return self._key_of(player, opponent, _lost(self.ties))

    def _key_of(self, player: PlayerId, opponent: PlayerId, lost: Mapping[PlayerId, int]) -> TieKey:
        """The tie that a game of the two belongs to; players who `lost` in the cup (by round) may
        meet in another part."""
        shape, leaves = self.shape, (self.leaf[player], self.leaf[opponent])
        if player in lost and opponent in lost:
            if shape.rounds_of(Part.THIRD) and lost[player] == lost[opponent] == shape.rounds - 1:
                return TieKey(Part.THIRD, 1, 1)
            # Of two neighbours only one can be in the plate.
            upper, lower = (leaf >> 1 for leaf in leaves)
            if shape.rounds_of(Part.PLATE) and upper != lower:
                return meeting(Part.PLATE, upper, lower)
        return meeting(Part.CUP, *leaves)

    def _read(self, games: _Games, gone: frozenset[PlayerId]) -> dict[TieKey, Tie]:
        ties: dict[TieKey, Tie] = {}
        for key in self.shape.every_tie():
            upper, lower = self._seats(key, ties)
            players, is_known = (upper[0], lower[0]), (upper[1], lower[1])
            if played := games.get(key, ()):
                # The two who played had come through, even if a result was corrected since (1.4).
                white, black = sorted(played[-1].game.players, key=self.leaf.__getitem__)
                players, is_known = (white, black), (True, True)
                played = [each for each in played if {*each.game.players} == {white, black}]
            tie = Tie(key, self.shape.rounds_of(key.part), players, is_known, tuple(played))
            ties[key] = self._decided(tie, games, gone)
        return ties

    def _seats(self, key: TieKey, ties: Mapping[TieKey, Tie]) -> tuple[_Seat, _Seat]:
        """The two seats of a tie, by the ties decided before it."""
        upper, lower = 2 * key.number - 1, 2 * key.number
        if key.part is Part.THIRD:
            semi = self.shape.rounds - 1
            return _loser(ties[TieKey(Part.CUP, semi, 1)]), _loser(ties[TieKey(Part.CUP, semi, 2)])
        if key.round > 1:
            first, second = (
                ties[TieKey(key.part, key.round - 1, number)] for number in (upper, lower)
            )
            return (first.winner, first.is_decided), (second.winner, second.is_decided)
        if key.part is Part.PLATE:
            return self._in_plate(upper, ties), self._in_plate(lower, ties)
        return (self.by_leaf[upper - 1], True), (self.by_leaf[lower - 1], True)

    def _in_plate(self, number: int, ties: Mapping[TieKey, Tie]) -> _Seat:
        """4.2: the loser of tie `number` of round 1, or the player who had a bye there and lost
        the next tie."""
        first = ties[TieKey(Part.CUP, 1, number)]
        if first.ending is not Ending.ALONE:
            return _loser(first)
        if self.shape.rounds_of(Part.THIRD) and self.shape.rounds == 3:
            return None, True  # the losers play for place three
        second = ties[TieKey(Part.CUP, 2, (number + 1) // 2)]
        player, is_known = _loser(second)
        return (player if player == first.winner else None), is_known

    def _decided(self, tie: Tie, games: _Games, gone: frozenset[PlayerId]) -> Tie:
        """The tie with its winner and its ending, as far as they are known."""
        upper, lower = tie.players
        if not all(tie.is_known):
            return tie
        if upper is None or lower is None:
            alone = upper or lower
            has_won = alone not in gone or tie.to_final > 0
            return replace(tie, winner=alone if has_won else None, ending=Ending.ALONE)
        verdict = verdict_on([played.game for played in tie.games], self.options)
        winner, ending = verdict.winner, verdict.ending
        key = replace(tie.key, round=tie.key.round + 1, number=(tie.key.number + 1) // 2)
        if later := games.get(key):
            players = later[-1].game.players
            went_on = next((player for player in players if player in tie.players), winner)
            if went_on != winner:
                winner, ending = went_on, Ending.WENT_ON
        if ending is Ending.OPEN and gone.intersection(tie.players):
            winner = next((player for player in tie.players if player not in gone), None)
            ending = Ending.LEFT
        due = verdict.next if ending is Ending.OPEN and verdict.next else ""
        return replace(tie, winner=winner, ending=ending, due=due)


def _loser(tie: Tie) -> _Seat:
    return tie.loser, tie.is_decided


def _lost(ties: Mapping[TieKey, Tie]) -> dict[PlayerId, int]:
    """The round of the cup in which each loser was beaten."""
    cup = (tie for tie in ties.values() if tie.key.part is Part.CUP)
    return {tie.loser: tie.key.round for tie in cup if tie.loser is not None}


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The numbers are the start order. CannotPair: too_many."""
    in_order = sorted(snapshot.players, key=lambda player: player.start)
    if len(in_order) > LARGEST:
        raise CannotPair("too_many", "1.2", {"players": len(in_order), "most": LARGEST})
    to_pair = snapshot.to_pair()
    evenings = [recorded.evening for recorded in snapshot.record()]
    evening = to_pair.evening if to_pair else max(evenings, default=0) + 1
    return Position(
        snapshot,
        options,
        tuple(player.id for player in in_order),
        Shape(len(in_order), options.third_place, options.plate),
        frozenset(player.id for player in in_order if player.has_left(evening)),
    )
