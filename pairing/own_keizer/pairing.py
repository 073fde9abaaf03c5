"""Who plays whom in the next game of the evening? Article 6, in its order.

CannotPair, with its facts:

  6.1  not_drawn       players (ids of those present who are not in the order that was drawn)
  6.2  nobody_present  tempo
  6.6  no_pairing      players (ids to be paired), forbidden ([[id, id]] among them)
"""

from dataclasses import dataclass, fields
from functools import cached_property
from math import lcm

from pairing.core.system import CannotPair
from pairing.core.types import (
    OVERALL,
    Colour,
    Fact,
    LeftToPair,
    Pair,
    Player,
    PlayerId,
    Proposal,
    Snapshot,
    left_to_pair,
)
from pairing.matching.perfect import (
    Choice,
    bits,
    first_perfect_matching,
    left_over,
    perfect_matching,
    who_can_be_left,
)
from pairing.own_keizer.colours import Past, white_and_rule
from pairing.own_keizer.limits import Roster, degrees_of, read_roster
from pairing.own_keizer.options import Options
from pairing.own_keizer.ranking import ranked
from pairing.own_keizer.record import Record, RecordedRound
from pairing.own_keizer.standings import Standings


class Position:
    """A group and the tempo to be paired: everybody's past in it, and their order.

    Its tempo is that of the round to be paired, else of the last evening, else the first one.
    `order` lists the players of the group in ORDER; `ranks[p]` is p's rank in it, from 1.
    """

    def __init__(self, snapshot: Snapshot, options: Options, standings: Standings, group: str):
        self.options, self.standings, self.group = options, standings, group
        self.record: Record = standings.record
        last = snapshot.to_pair()
        evening = last.evening if last else max(len(snapshot.evenings), 1)
        self.tempo = snapshot.evenings[evening - 1].tempo if snapshot.evenings else ""
        self.tempo = self.tempo or snapshot.tempos[0].id
        self.evening, self.period = evening, options.period_of(evening)
        self.rounds: list[RecordedRound] = self.record.rounds_of(self.tempo)
        #: The number of the round to be paired among those of the tempo, of the season.
        self.number = len(self.rounds) + 1
        #: The first of them in this period.
        self.period_begins = 1 + sum(one.period < self.period for one in self.rounds)
        self._drawn = last.round.drawn if last and options.meeting.order == "lot" else ()
        self.order = self._order()
        self.ranks = {player: rank for rank, player in enumerate(self.order, start=1)}

    def id(self, player: int) -> PlayerId:
        """The id of a player number."""
        return self.record.players[player].id

    @cached_property
    def pasts(self) -> list[Past]:
        """What everybody played in the tempo."""
        pasts = [Past() for _ in self.record.players]
        for round_ in self.rounds:
            for white, black, *_ in round_.games:
                for player, opponent, colour in ((white, black, "w"), (black, white, "b")):
                    past = pasts[player]
                    past.opponents.append(opponent)
                    past.colours.append(colour)
                    past.met.setdefault(opponent, []).append(round_.in_tempo)
        return pasts

    def paired_points(self) -> tuple[list[int], int]:
        """The points that the order is by, over one denominator."""
        table, _ties, _tally = self.standings.table(self.tempo, self.period, self.group)
        start = [player.start_points for player in self.record.players]
        counting = [
            one.points if one and (one.until is None or self.evening <= one.until) else 0
            for one in start
        ]
        if not any(counting):
            return [*table.scaled], table.denominator
        common = lcm(table.denominator, *(part.denominator for part in counting))
        factor = common // table.denominator
        scaled = [
            points * factor + int(part * common)
            for points, part in zip(table.scaled, counting, strict=True)
        ]
        return scaled, common

    def _order(self) -> list[int]:
        """ORDER (article 6.1)."""
        standings = self.standings
        table, ties, _tally = standings.table(self.tempo, self.period, self.group)
        overall, _ties, _tally = standings.table(OVERALL, self.period, self.group)
        start = standings.start_order(self.tempo, self.period, self.group)
        in_all, breakers = overall.scaled, ties.breakers()
        paired, _denominator = self.paired_points()
        # Where both are one table equals are equal in all too, unless start points made them so.
        if in_all is not table.scaled or paired != table.scaled:
            breakers.append(lambda equals: [in_all[one] for one in equals])
        order = ranked(start, paired, breakers)
        if self._drawn:
            drawn = [self.record.index[player] for player in self._drawn]
            there = {*order}
            drawn = [player for player in drawn if player in there]
            order = drawn + [player for player in order if player not in {*drawn}]
        return order

    def white_and_rule(self, a: int, b: int) -> tuple[int, int, str]:
        """White, black and the rule of article 7.1 that says so."""
        if self.ranks[a] > self.ranks[b]:
            a, b = b, a
        colour, rule = white_and_rule(self.pasts[a], self.pasts[b], b, self.options)
        return (a, b, rule) if colour is Colour.WHITE else (b, a, rule)

    def byes(self, player: int) -> int:
        """What article 6.3 counts of somebody for the bye."""
        how, per = self.options.bye.fewest, self.options.bye.per
        if how == "none":
            return 0
        count = 0
        for round_ in self.rounds:
            if per == "period" and round_.period != self.period:
                continue
            if player in round_.byes:
                count += 1
            elif how == "unplayed":
                away = round_.away.get(player)
                count += away is not None and away.is_member
        return count

    def debt(self, player: int) -> int:
        """How many byes somebody owes (article 6.4)."""
        return self.record.debts[self.record.tempo_index[self.tempo]][player]


def read_positions(snapshot: Snapshot, options: Options) -> list[Position]:
    """A position for each group; for the one that the snapshot is seen by alone."""
    standings = Standings(snapshot, options)
    groups = [snapshot.seen_by] if snapshot.seen_by else standings.groups
    return [Position(snapshot, options, standings, group) for group in groups]


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position of the group that the snapshot is seen by; of the first, where it is whole."""
    return read_positions(snapshot, options)[0]


@dataclass(frozen=True, slots=True)
class Start:
    """What is settled before anybody is paired, by player number.

    `candidates` could have the bye, in the order of article 6.3; `passed` are those before the one
    who has it, without whom the others could not be paired. `to_pair`: those left when the bye is
    out too, in ORDER; the roster's numbers refer to it.
    """

    position: Position
    left: LeftToPair[Player]
    bye: int | None
    candidates: list[int]
    passed: list[int]
    to_pair: list[int]
    opponents: list[int]
    forbidden: list[tuple[int, int]]

    def check_possible(self) -> None:
        """CannotPair `no_pairing` when there is no complete pairing, whatever gives way."""
        if perfect_matching(self.opponents) is None:
            raise _no_pairing(self.position, self.to_pair, self.forbidden)

    def over_without(self, player: int) -> tuple[PlayerId, ...]:
        """Who would stay over, for all that gives way, were this one free and not who is."""
        there = [one for one in (*self.to_pair, self.bye) if one not in (None, player)]
        graph = _opponents(there, self.forbidden)
        left = left_over(graph, (1 << len(there)) - 1)
        return tuple(self.position.id(there[seat]) for seat in bits(left))

    @property
    def bye_id(self) -> PlayerId | None:
        """The id of the player with the bye."""
        return None if self.bye is None else self.position.id(self.bye)


@dataclass(frozen=True, slots=True)
class Decision(Start):
    """A pairing with all that decided it; explanations read this. Matches are of seats."""

    roster: Roster
    degrees: dict[str, int]
    graph: list[int]
    matches: list[Choice]


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """Pair the snapshot's last round. CannotPair; ValueError: it has no round to be paired."""
    start = read_start(snapshot, options)
    position = start.position
    roster = read_roster(
        position.pasts,
        start.to_pair,
        start.opponents,
        options,
        position.number,
        position.period_begins,
    )
    degrees = degrees_of(roster, options.meeting.importance)
    if degrees is None:
        raise _no_pairing(start.position, start.to_pair, start.forbidden)
    graph = roster.graph(degrees)
    settled = {known.name: getattr(start, known.name) for known in fields(start)}
    matches = first_perfect_matching(graph) or []
    return Decision(**settled, roster=roster, degrees=degrees, graph=graph, matches=matches)


def read_start(snapshot: Snapshot, options: Options) -> Start:
    """Articles 6.1 to 6.3. CannotPair: `not_drawn`, `nobody_present`, `no_pairing`."""
    round_ = snapshot.must_pair().round
    position = read_position(snapshot, options)
    players, index = position.record.players, position.record.index
    if options.meeting.order == "lot":
        drawn = {*round_.drawn}
        missing: list[Fact] = [
            player.id for player in players if player.id in {*(round_.present or ())} - drawn
        ]
        if missing:
            raise CannotPair("not_drawn", "6.1", {"players": missing})
    left = left_to_pair([players[player] for player in position.order], round_)
    if not left.present:
        raise CannotPair("nobody_present", "6.2", {"tempo": position.tempo})
    free = [index[player.id] for player in left.players]
    pairs = [(index[a], index[b]) for a, b in snapshot.forbidden_pairs]
    bye = None if left.named_bye is None else index[left.named_bye.id]
    passed: list[int] = []
    candidates: list[int] = []
    if len(free) % 2:
        candidates = _candidates(position, free)
        able = _who_can_have_it(free, pairs)
        bye = next((player for player in candidates if player in able), None)
        if bye is None:
            raise _no_pairing(position, free, pairs)
        passed = candidates[: candidates.index(bye)]
    to_pair = [player for player in free if player != bye]
    opponents = _opponents(to_pair, pairs)
    return Start(position, left, bye, candidates, passed, to_pair, opponents, pairs)


def _candidates(position: Position, free: list[int]) -> list[int]:
    """Who could have the bye, in the order of article 6.3."""
    last_first = free[::-1] if position.options.bye.who == "lowest" else free
    if position.options.bye.fewest == "none" and not any(map(position.debt, free)):
        return last_first
    return sorted(
        last_first,
        key=lambda player: (0, 0) if position.debt(player) else (1, position.byes(player)),
    )


def _who_can_have_it(free: list[int], pairs: list[tuple[int, int]]) -> set[int]:
    """Without whom the others can be paired, by forbidden pairs alone."""
    there = {*free}
    if not any(a in there and b in there for a, b in pairs):
        return there
    able, _mate = who_can_be_left(_opponents(free, pairs))
    return {player for seat, player in enumerate(free) if able >> seat & 1}


def _opponents(to_pair: list[int], pairs: list[tuple[int, int]]) -> list[int]:
    """Whom each may meet by forbidden pairs alone, as sets of seats."""
    seats = {player: seat for seat, player in enumerate(to_pair)}
    everybody = (1 << len(to_pair)) - 1
    opponents = [everybody & ~(1 << seat) for seat in range(len(to_pair))]
    for a, b in pairs:
        if a in seats and b in seats:
            opponents[seats[a]] &= ~(1 << seats[b])
            opponents[seats[b]] &= ~(1 << seats[a])
    return opponents


def proposed(decision: Decision) -> Proposal:
    """The proposal; boards by the rank of the higher of the two (6.8), colours by 7.1."""
    position = decision.position
    number, ranks = position.record.index, position.ranks
    pairs = [Pair(game.white, game.black, fixed=game.fixed) for game in decision.left.fixed]
    for match in decision.matches:
        a, b = decision.to_pair[match.player], decision.to_pair[match.opponent]
        white, black, _rule = position.white_and_rule(a, b)
        pairs.append(Pair(position.id(white), position.id(black)))
    pairs.sort(key=lambda pair: min(ranks[number[pair.white]], ranks[number[pair.black]]))
    return Proposal(tuple(pairs), decision.bye_id)


def _no_pairing(position: Position, to_pair: list[int], pairs: list[tuple[int, int]]) -> CannotPair:
    """Only forbidden pairs can do this: which ones."""
    there = {*to_pair}
    players: list[Fact] = [position.id(player) for player in to_pair]
    forbidden: list[Fact] = [
        [position.id(a), position.id(b)] for a, b in pairs if a in there and b in there
    ]
    return CannotPair("no_pairing", "6.6", {"players": players, "forbidden": forbidden})
