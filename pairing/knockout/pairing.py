"""Which games are in the next round, and who has White? 1.5, 2, 3.4, 3.6."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pairing.core.scheduled_system import without_play
from pairing.core.system import CannotPair
from pairing.core.tie import Part, Tie, TieKey
from pairing.core.types import Fact, Pair, PlayerId, Proposal, Round, RoundOnRecord, Snapshot
from pairing.knockout.options import Options
from pairing.knockout.position import Position, read_position


class Coloured(NamedTuple):
    """A pair with its colours, the article that gives them, and the number of its tie."""

    pair: Pair
    article: str
    tie: int


class Colours:
    """The colours that a position gives: 2."""

    def __init__(self, position: Position):
        self.position = position

    @cached_property
    def balance(self) -> Counter[PlayerId]:
        """How many more games each player had with White than with Black."""
        balance: Counter[PlayerId] = Counter()
        for recorded in self.position.snapshot.record():
            for game in recorded.round.games:
                if game.result.is_finished and not game.result.is_forfeit:
                    balance[game.white] += 1
                    balance[game.black] -= 1
        return balance

    def of(self, player: PlayerId, opponent: PlayerId) -> Coloured:
        """The next game of two players, with its colours."""
        key = self.position.meeting(player, opponent)
        tie = self.position.ties.get(key)
        if tie is not None and {*tie.players} == {player, opponent} and tie.games:
            before = tie.games[-1].game
            return Coloured(Pair(before.black, before.white), "2.3", key.number)
        upper, lower = sorted((player, opponent), key=self.position.leaf.__getitem__)
        white, black = (upper, lower) if key.number % 2 else (lower, upper)
        if self.balance[white] == self.balance[black]:
            return Coloured(Pair(white, black), "2.2", key.number)
        if self.balance[white] > self.balance[black]:
            white, black = black, white
        return Coloured(Pair(white, black), "2.1", key.number)


@dataclass(frozen=True, slots=True)
class Decision:
    """The round to be paired: its ties in board order, and what becomes of each game."""

    position: Position
    colours: Colours
    recorded: RoundOnRecord
    ties: tuple[Tie, ...]
    proposal: Proposal


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """CannotPair: too_many, no_cup, still_open, no_round_left, too_few, not_due, no_bye_named."""
    recorded = snapshot.must_pair()
    position = read_position(snapshot, options)
    round_ = recorded.round
    _refuse_nothing_due(position)
    present = round_.taking_part()
    if len(present) < 2:
        raise CannotPair("too_few", "3.4", {"players": [*sorted(present)]})
    if round_.bye is not None:
        raise CannotPair("no_bye_named", "3.6", {"player": round_.bye})
    colours = Colours(position)
    by_leader = _by_leader(position, round_)
    pairs = []
    for tie in position.due:
        pair = by_leader.get(frozenset(tie.players))
        if pair is None:
            player, opponent = filter(None, tie.players)
            # 3.4: the result of the next game if one of the two is away.
            pair = colours.of(player, opponent).pair
            pair = replace(pair, result=without_play(pair, round_, options.away))
        pairs.append(pair)
    return Decision(position, colours, recorded, tuple(position.due), Proposal(tuple(pairs)))


def _refuse_nothing_due(position: Position) -> None:
    """CannotPair: no_cup, still_open, no_round_left."""
    if len(position.ids) < 2:
        raise CannotPair("no_cup", "1.2", {"players": len(position.ids)})
    if position.due:
        return
    open_: list[Fact] = [[*tie.players] for tie in position.ties.values() if not tie.is_decided]
    open_ = [players for players in open_ if isinstance(players, list) and None not in players]
    if open_:
        raise CannotPair("still_open", "1.5", {"ties": open_})
    final = position.ties[TieKey(Part.CUP, position.shape.rounds, 1)]
    raise CannotPair("no_round_left", "5.1", {"winner": final.winner})


def _by_leader(position: Position, round_: Round) -> dict[frozenset[PlayerId | None], Pair]:
    """3.6: the boards that the leader fixed, all of which are due."""
    due = {frozenset(tie.players) for tie in position.due}
    fixed: dict[frozenset[PlayerId | None], Pair] = {}
    for game in round_.games:
        players = frozenset[PlayerId | None](game.players)
        if players not in due:
            raise CannotPair("not_due", "3.6", {"white": game.white, "black": game.black})
        fixed[players] = Pair(game.white, game.black, game.fixed)
    return fixed
