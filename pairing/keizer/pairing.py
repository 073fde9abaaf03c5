"""Who plays whom in the next game of the evening? Rules 2.4, in their order.

`read_start` has points 1 to 3, and `attempts` point 5: which complete pairing do the rules find
first? Its players are numbered from 0 in ORDER, among those to be paired. `Roster` says who may
meet whom; a run or the search makes the matches. Only a search passes anybody over.

CannotPair, with its facts:

  indeling.2  nobody_present   tempo
  indeling.5  no_pairing       players (ids to be paired), forbidden ([[id, id]] among them), stuck
                               (ids that may meet nobody), may_have_bye (ids; of an odd number),
                               fixed ([[id, id]]; where the leader fixed boards)
  indeling.5  too_hard         players (ids to be paired)
  telling     value_negative   players, first_value, value_step, last_value (negative),
                               needed_first_value: the remedy
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from pairing.core.system import CannotPair, WhoIsLeft, too_hard
from pairing.core.types import (
    OVERALL,
    Fact,
    LeftToPair,
    Pair,
    Player,
    PlayerId,
    Proposal,
    Snapshot,
    Tempo,
    left_to_pair,
)
from pairing.keizer.options import Options
from pairing.keizer.record import (
    History,
    Record,
    breaks_colour_criterion,
    read_history,
    read_record,
    white_and_rule,
)
from pairing.keizer.standings import table_after
from pairing.matching.budget import TooMuchWork, bounded
from pairing.matching.perfect import Choice, bits, first_perfect_matching, perfect_matching

Direction = Literal["top", "bottom", "search"]

#: The six attempts with one n, in this order: direction, colour criterion on.
SIX: tuple[tuple[Direction, bool], ...] = (
    ("top", True),
    ("bottom", True),
    ("top", False),
    ("bottom", False),
    ("search", True),
    ("search", False),
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attempt that succeeded: `number` from 1, over all values of n that were tried."""

    number: int
    direction: Direction
    colour: bool
    n: int
    n0: int


@dataclass(frozen=True, slots=True)
class Roster:
    """Who may meet whom among the players to be paired, by number.

    `since[p][o]`: the fewest own games ago, of either, that they met; 0: never, or longer ago
    than matters. `leanings` are their colours (`History.leaning`); `forbidden` holds pairs both
    ways round.
    """

    since: Sequence[Counter[int]]
    leanings: Sequence[int]
    forbidden: frozenset[tuple[int, int]]

    def graph(self, n: int, colour: bool, reverse: bool = False) -> list[int]:
        """MAY as bit sets, in ORDER or in ORDER reversed: everybody whom no rule bars."""
        size = len(self.leanings)
        seats = range(size - 1, -1, -1) if reverse else range(size)
        leaning = dict.fromkeys(self.leanings, 0)
        for seat, own in zip(seats, self.leanings, strict=True):
            leaning[own] |= 1 << seat
        clashing = {
            own: sum(
                players
                for other, players in leaning.items()
                if colour and breaks_colour_criterion(own, other)
            )
            for own in leaning
        }
        graph = [0] * size
        everybody = (1 << size) - 1
        for seat, own, met in zip(seats, self.leanings, self.since, strict=True):
            barred = clashing[own] | 1 << seat
            for other, ago in met.items():
                if ago <= n:
                    barred |= 1 << seats[other]
            graph[seat] = everybody & ~barred
        for player, other in self.forbidden:
            graph[seats[player]] &= ~(1 << seats[other])
        return graph


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an attempt ended. It succeeded unless it is `hopeless` (no complete pairing exists, so it
    was not made) or players are `stuck`: they may meet nobody who is left after its matches."""

    attempt: Attempt
    matches: list[Choice]
    stuck: tuple[int, ...] = ()
    hopeless: bool = False


def attempts(roster: Roster, last_n: int) -> Iterator[Outcome]:
    """The attempts in their order, until one succeeds or all have failed.

    With nobody left to pair the first one succeeds, without matches.
    """
    size = len(roster.leanings)
    n0 = max(min(last_n, size - 1), 0)
    for n in range(n0, -1, -1):
        graphs = {colour: roster.graph(n, colour) for colour in (True, False)}
        completable = {colour for colour in graphs if perfect_matching(graphs[colour]) is not None}
        for step, (direction, colour) in enumerate(SIX, start=1):
            attempt = Attempt(len(SIX) * (n0 - n) + step, direction, colour, n, n0)
            if colour not in completable:
                outcome = Outcome(attempt, [], hopeless=True)
            elif direction == "search":
                outcome = Outcome(attempt, first_perfect_matching(graphs[colour]) or [])
            elif direction == "bottom":
                matches, stuck = _run(roster.graph(n, colour, reverse=True))
                outcome = Outcome(attempt, *_mirrored(matches, stuck, size))
            else:
                matches, stuck = _run(graphs[colour])
                outcome = Outcome(attempt, matches, stuck)
            yield outcome
            if not outcome.hopeless and not outcome.stuck:
                return


def _run(graph: list[int]) -> tuple[list[Choice], tuple[int, ...]]:
    """RUN over the players in the order S of the graph's numbers: its matches, and who is stuck; if
    nobody is, it succeeds."""
    left = (1 << len(graph)) - 1
    matches: list[Choice] = []
    # A match takes at most two choices from anybody, so anyone who has many is not asked again
    # before they can have fewer than three.
    to_ask: list[list[int]] = [[*range(len(graph))], *([] for _ in graph)]
    while left:
        few: list[tuple[int, int]] = []
        for player in to_ask[len(matches)]:
            if not left >> player & 1:
                continue
            choices = (graph[player] & left).bit_count()
            if choices == 0:
                return matches, tuple(stuck for stuck in bits(left) if not graph[stuck] & left)
            if choices < 3:
                few.append((choices, player))
            ask_again = len(matches) + max(1, (choices - 1) // 2)
            if ask_again < len(to_ask):
                to_ask[ask_again].append(player)
        # The check is made after each match, so not before the first.
        first = (left & -left).bit_length() - 1
        player = min(few)[1] if few and matches else first
        listed = graph[player] & left
        opponent = (listed & -listed).bit_length() - 1
        matches.append(Choice(player, opponent, ()))
        left &= ~(1 << player | 1 << opponent)
    return matches, ()


def _mirrored(
    matches: list[Choice], stuck: tuple[int, ...], size: int
) -> tuple[list[Choice], tuple[int, ...]]:
    """Matches made in ORDER reversed, with players by their number in ORDER again."""
    last = size - 1
    turned = [
        match._replace(player=last - match.player, opponent=last - match.opponent)
        for match in matches
    ]
    return turned, tuple(last - player for player in stuck)


@dataclass(frozen=True, slots=True)
class Position:
    """The tempo to be paired with everybody's history, value numbers and rank.

    `order` lists player numbers in ORDER; `ranks[p]` is p's rank in it, from 1.
    """

    record: Record
    tempo: Tempo
    history: History
    values: list[int]
    order: list[int]
    ranks: dict[int, int]

    def id(self, player: int) -> PlayerId:
        """The id of a player number."""
        return self.record.players[player].id


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over everything recorded so far, this evening's earlier games included.

    Its tempo is that of the round to be paired, else of the last evening, else the first one.
    """
    record = read_record(snapshot, options)
    last = snapshot.to_pair() or next(reversed(snapshot.evenings), None)
    tempo = snapshot.tempo(last.tempo) if last else snapshot.tempos[0]
    table, _ = table_after(record, options, tempo.id)
    overall, _ = table_after(record, options, OVERALL)
    # Points of one table share a denominator, so the integers compare as the points do;
    # players are numbered by start order and the sort is stable.
    order = sorted(
        range(len(record.players)),
        key=lambda player: (-table.scaled_points[player], -overall.scaled_points[player]),
    )
    ranks = {player: rank for rank, player in enumerate(order, start=1)}
    history = read_history(record, record.tempo_index[tempo.id])
    return Position(record, tempo, history, table.values, order, ranks)


@dataclass(frozen=True, slots=True)
class Start:
    """What is settled before anybody chooses an opponent, by player number.

    `candidates` could have the bye: those without a fixed board and a named bye. `to_pair`: those
    left when the bye is out too, in ORDER; the roster's numbers refer to it.
    """

    position: Position
    left: LeftToPair[Player]
    bye: int | None
    candidates: list[int]
    to_pair: list[int]
    roster: Roster

    @property
    def bye_id(self) -> PlayerId | None:
        """The id of the player with the bye."""
        return None if self.bye is None else self.position.id(self.bye)

    def check_possible(self) -> None:
        """CannotPair `no_pairing` when there is no complete pairing, whatever gives way."""
        if perfect_matching(self.roster.graph(0, colour=False)) is None:
            raise _no_pairing(self)


@dataclass(frozen=True, slots=True)
class Decision(Start):
    """A pairing with all that decided it; explanations read this. Matches are of seats too."""

    matches: list[Choice]
    attempt: Attempt


def decide(snapshot: Snapshot, options: Options) -> Decision:
    """Pair the snapshot's last round. CannotPair: `nobody_present`, `no_pairing`, `too_hard` and
    `value_negative`; ValueError when the snapshot has no round to be paired."""
    start = read_start(snapshot, options)
    position, to_pair, roster = start.position, start.to_pair, start.roster
    try:
        with bounded():
            *_, last = attempts(roster, position.tempo.last_n)
    except TooMuchWork:
        start.check_possible()
        ids, graph = [position.id(player) for player in to_pair], roster.graph(0, colour=False)
        left = WhoIsLeft(ids, graph, 0, range(len(to_pair)))
        raise too_hard("indeling.5", left) from None
    if last.hopeless:
        raise _no_pairing(start)
    settled = {known.name: getattr(start, known.name) for known in fields(start)}
    return Decision(**settled, matches=last.matches, attempt=last.attempt)


def proposed(decision: Decision) -> Proposal:
    """The proposal; boards by the rank of the higher of the two (indeling.7), colours by 2.3."""
    position = decision.position
    number, ranks = position.record.index, position.ranks
    pairs = [Pair(game.white, game.black, fixed=game.fixed) for game in decision.left.fixed]
    for match in decision.matches:
        a, b = decision.to_pair[match.player], decision.to_pair[match.opponent]
        white, _rule = white_and_rule(position.history, position.values, a, b)
        pairs.append(Pair(position.id(white), position.id(b if white == a else a)))
    pairs.sort(key=lambda pair: min(ranks[number[pair.white]], ranks[number[pair.black]]))
    return Proposal(tuple(pairs), decision.bye_id)


def read_start(snapshot: Snapshot, options: Options) -> Start:
    """Rules 2.4, points 1 to 3. CannotPair: `nobody_present`, `value_negative`."""
    round_ = snapshot.must_pair()
    position = read_position(snapshot, options)
    players, index = position.record.players, position.record.index
    # 5a: what the leader has fixed comes out first, a named bye only from an odd number.
    left = left_to_pair([players[player] for player in position.order], round_.round)
    if not left.present:
        raise CannotPair("nobody_present", "indeling.2", {"tempo": position.tempo.id})
    candidates = [index[player.id] for player in left.players]
    bye = None if left.named_bye is None else index[left.named_bye.id]
    if len(candidates) % 2:
        # The fewest byes in the tempo; among these the last in ORDER.
        bye = min(reversed(candidates), key=position.history.byes.__getitem__)
    to_pair = [player for player in candidates if player != bye]
    return Start(position, left, bye, candidates, to_pair, _roster(snapshot, position, to_pair))


def _roster(snapshot: Snapshot, position: Position, to_pair: list[int]) -> Roster:
    """Who may meet whom, by number among those to be paired."""
    history = position.history
    seats = {player: seat for seat, player in enumerate(to_pair)}
    since: list[Counter[int]] = [Counter() for _ in to_pair]
    for player, seat in seats.items():
        # Only the last meeting with each counts: the first one seen going back. With a
        # window of n games nothing before the last n matters.
        recent = history.opponents[player][: -position.tempo.last_n - 1 : -1]
        for ago, opponent in enumerate(recent, start=1):
            opposite = seats.get(opponent)
            if opposite is not None and not 0 < since[seat][opposite] <= ago:
                since[seat][opposite] = since[opposite][seat] = ago
    pairs = {
        (seats.get(position.record.index[a]), seats.get(position.record.index[b]))
        for a, b in snapshot.forbidden_pairs
    }
    forbidden = {(a, b) for a, b in pairs if a is not None and b is not None}
    return Roster(
        since=since,
        leanings=[history.leaning(player) for player in to_pair],
        forbidden=frozenset(forbidden | {(b, a) for a, b in forbidden}),
    )


def _no_pairing(start: Start) -> CannotPair:
    """Only forbidden pairs can do this: which ones, and who has nobody left."""
    ids: list[Fact] = [start.position.id(player) for player in start.to_pair]
    forbidden: list[Fact] = [[ids[a], ids[b]] for a, b in sorted(start.roster.forbidden) if a < b]
    opponents = start.roster.graph(0, colour=False)
    stuck: list[Fact] = [ids[seat] for seat, others in enumerate(opponents) if not others]
    facts: dict[str, Fact] = {"players": ids, "forbidden": forbidden, "stuck": stuck}
    if start.bye in start.candidates:
        facts["may_have_bye"] = [start.position.id(player) for player in start.candidates]
    if start.left.fixed:
        facts["fixed"] = [[*game.players] for game in start.left.fixed]
    return CannotPair("no_pairing", "indeling.5", facts, _with_any_bye(start))


def _with_any_bye(start: Start) -> WhoIsLeft:
    """Who is left, for ways out: whoever may meet, and the bye that another may have in need.

    A named bye is out of it.
    """
    ids = [start.position.id(player) for player in start.candidates]
    everybody = (1 << len(ids)) - 1
    bye = 1 << start.candidates.index(start.bye) if start.bye in start.candidates else 0
    return WhoIsLeft(ids, [everybody & ~(1 << seat) for seat in range(len(ids))], bye)
