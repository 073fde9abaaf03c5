"""Who stands where, and why? Only reads: nothing here changes anything.

Results are cached by the competition's version, so a page costs no query when nothing has
changed, and one when something has. Not for use within a step, where the version is not yet final.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from typing import TypeVar, cast

from django.core.cache import cache

from clubcomp.inside_django.rows import Rows
from clubcomp.models import Competition, Entry, Evening
from clubcomp.record.snapshots import as_on, snapshot_from
from pairing.core.groups import divided
from pairing.core.rules import Rules
from pairing.core.standing import Drift, RanksAfter, StandingRow, Statement
from pairing.core.tie import Tie
from pairing.core.types import OVERALL, PlayerId, Result, RoundOnRecord, Snapshot
from pairing.registry import rules_of

Computed = TypeVar("Computed")

#: A round, by the number of the evening and its number on that evening.
After = tuple[int, int]
#: A group, "" without groups, and the place in it.
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One player in a standing. `place` is the rank among members, None for a guest; `change` how
    many ranks higher than before the last round. In the table of a category `overall` is the rank.
    In groups all these are ranks in the player's own group, also where all groups are together.
    `is_withdrawn`: there were rounds after the player's last evening, or some are still to come.
    """

    entry: Entry
    row: StandingRow
    place: int | None
    change: int | None
    overall: int | None = None
    is_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round on record, with its boards, and how many of them and of the rounds before are open.

    `serial` identifies its evening in addresses, `evening` is the number in order of play.
    `count` is its number among the rounds that the standing rests on, from 1.
    """

    evening: int
    serial: int
    number: int
    tempo: str
    date: str
    boards: int
    open_boards: int
    count: int

    @property
    def round_key(self) -> After:
        """The number of its evening, and its own on that evening."""
        return self.evening, self.number


def standings_of(
    competition: Competition, scope: str, after: After | None = None, *, everybody: bool = False
) -> list[StandingLine]:
    """The standing of a tempo (its key) or of all (`OVERALL`), now or after an earlier round.

    Guests are only in those of tempos that they played, unless `everybody` is. KeyError: no tempo.
    """
    is_whole, entries = everybody or divided(scope)[0] == OVERALL, cached_rows(competition).by_key
    rows, places = rows_of(competition, scope, after), places_in(competition, scope, after)
    places_then: Mapping[PlayerId, Place] = {}
    if before := round_before(competition, scope, after):
        places_then = places_in(competition, scope, before)
    gone = _computed(competition, "withdrawn", lambda rules, now: rules.withdrawn(now), after)
    return [
        StandingLine(
            entries[key],
            row,
            places[key][1] if key in places else None,
            change_of(places_then.get(key), places.get(key)),
            is_withdrawn=key in gone,
        )
        for row in rows
        if (key := row.player) in entries
        and (is_whole or not entries[key].guest or row.games or row.byes or row.external)
    ]


def decided_in(lines: Sequence[StandingLine]) -> list[tuple[list[Entry], str]]:
    """The ties of a standing that were decided by hand: the players in their order, and why."""
    if not any(line.row.decided for line in lines):
        return []
    ties = groupby(lines, key=lambda line: (line.row.decided, line.row.points, line.row.group))
    return [([line.entry for line in level], why[0]) for why, level in ties if why[0]]


def decisive_scope(competition: Competition) -> str:
    """The scope of the final standings: all tempos together."""
    tempos = list(cached_rows(competition).tempos.values())
    return OVERALL if len(tempos) > 1 else tempos[0].key


def rounds_of(competition: Competition, scope: str) -> list[RoundLine]:
    """The rounds on record that a standing rests on, in order of play."""

    def compute(_rules: Rules, snapshot: Snapshot) -> list[RoundLine]:
        serials = dict(cached_rows(competition).values(Evening, "number", "serial"))
        rounds = record_of(snapshot, scope)
        results = ([game.result for game in recorded.round.games] for recorded in rounds)
        still_open = accumulate(row.count(Result.UNFINISHED) for row in results)
        return [
            RoundLine(
                recorded.evening,
                serials[recorded.evening],
                recorded.number,
                recorded.tempo,
                recorded.date,
                len(recorded.round.games),
                open_boards,
                count,
            )
            for count, (recorded, open_boards) in enumerate(zip(rounds, still_open, strict=True), 1)
        ]

    return _computed(competition, f"rounds:{scope}", compute)


def statement_of(
    competition: Competition, entry: Entry, scope: str, after: After | None = None
) -> Statement:
    """Where a player's points come from; the players in it are keys (`entries.by_key()`)."""
    name = f"statement:{entry.key}:{scope}"
    return _computed(
        competition, name, lambda rules, now: rules.statement(now, entry.key, scope), after
    )


def drift_of(
    competition: Competition, entry: Entry, scope: str, since: After | None = None
) -> Drift | None:
    """What later recalculation did to a player's points on record after round `since`.

    `since` is by default the last round before the latest evening of the scope. None: there
    is no earlier evening, or points stay what they are in this system, or the options were changed
    since.
    """
    if since is None:
        rounds = rounds_of(competition, scope)
        earlier = [line for line in rounds if line.evening < rounds[-1].evening]
        if not earlier:
            return None
        since = earlier[-1].round_key

    if cached_snapshot(competition, since).options != cached_snapshot(competition).options:
        return None
    name = f"drift:{entry.key}:{scope}:{since[0]}.{since[1]}"
    return _computed(
        competition, name, lambda rules, now: rules.drift(now, entry.key, scope, since)
    )


def progress_of(competition: Competition, entry: Entry, scope: str) -> dict[After, int]:
    """A player's place after each round since they joined; members only, empty for a guest."""
    return {
        (after.evening, after.number): after.ranks[entry.key]
        for after in places_after(competition, scope)
        if entry.key in after.ranks
    }


def places_after(competition: Competition, scope: str) -> list[RanksAfter]:
    """The places of the members after each round, from the evening on which each joined.

    Those before the last round are cached for as long as nothing before it changes: a result of
    tonight changes no place of last week.
    """

    def compute(rules: Rules, snapshot: Snapshot) -> list[RanksAfter]:
        joined = {player.id: player.joined for player in snapshot.players if not player.guest}

        def of_members(ranks: Iterable[RanksAfter]) -> list[RanksAfter]:
            return [replace(after, ranks=_ranks_of_members(after, joined)) for after in ranks]

        def until_last() -> list[RanksAfter]:
            return of_members(rules.progress(snapshot, scope))[:-1]

        record = record_of(snapshot, scope)
        if competition.earlier_options:
            return of_members(_places_as_published(competition, scope, record))
        before = round_before(competition, scope, None)
        if before is None:
            return of_members(rules.progress(snapshot, scope))
        places = _cached_by_record(
            competition, f"places:{scope}", snapshot.after(*before), until_last
        )
        return places + of_members(_places_as_published(competition, scope, record[-1:]))

    return _computed(competition, f"places:{scope}", compute)


def _places_as_published(
    competition: Competition, scope: str, rounds: Iterable[RoundOnRecord]
) -> list[RanksAfter]:
    """The places after each of some rounds, each under the options that held then."""
    made = []
    for round_ in rounds:
        rows = rows_of(competition, scope, round_.round_key)
        ranks = {row.player: row.rank for row in rows}
        groups = {row.player: row.group for row in rows if row.group}
        named = (round_.evening, round_.number, round_.tempo, round_.date)
        made.append(RanksAfter(*named, ranks, groups))
    return made


def _ranks_of_members(after: RanksAfter, joined: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    """The places in their groups of the members who had joined by then, without guests."""
    members = sorted(joined.keys() & after.ranks.keys(), key=after.ranks.__getitem__)
    known = ((player, after.groups.get(player, ""), after.ranks[player]) for player in members)
    return {
        player: rank
        for player, (_group, rank) in in_groups(known).items()
        if joined[player] <= after.evening
    }


def places_in(competition: Competition, scope: str, after: After | None) -> dict[PlayerId, Place]:
    """The places in a standing, each in a group; guests, and who played too little, have none."""

    def compute(_rules: Rules, _snapshot: Snapshot) -> dict[PlayerId, Place]:
        rows, entries = rows_of(competition, scope, after), cached_rows(competition).by_key
        known = (row for row in rows if row.is_placed and row.player in entries)
        known = (row for row in known if not entries[row.player].guest)
        return in_groups((row.player, row.group, row.rank) for row in known)

    return _computed(competition, f"ranks:{scope}", compute, after)


def in_groups(players: Iterable[tuple[PlayerId, str, int]]) -> dict[PlayerId, Place]:
    """The places of some players among themselves, from 1 in each group.

    `players` have their group and their rank among all, in the order of those ranks.
    """
    before: dict[str, list[int]] = defaultdict(list)
    places = {}
    for player, group, rank in players:
        places[player] = group, 1 + bisect_left(before[group], rank)
        before[group].append(rank)
    return places


def change_of(then: Place | None, now: Place | None) -> int | None:
    """How many places up; None without a place then or now, or in another group now."""
    return then[1] - now[1] if then and now and then[0] == now[0] else None


def round_before(competition: Competition, scope: str, after: After | None) -> After | None:
    """The last round but one of a scope, of those up to `after`."""
    rounds = [line.round_key for line in rounds_of(competition, scope)]
    earlier = [key for key in rounds if after is None or key <= after]
    return earlier[-2] if len(earlier) > 1 else None


def record_of(snapshot: Snapshot, scope: str) -> list[RoundOnRecord]:
    """The rounds that a standing rests on, in order of play."""
    whole, _only = divided(scope)
    return [round_ for round_ in snapshot.record() if whole in (OVERALL, round_.tempo)]


def ties_of(competition: Competition) -> list[Tie]:
    """Every tie of a cup. CannotPair: too_many."""
    return _computed(competition, "ties", lambda rules, now: list(rules.ties(now)))


def rows_of(competition: Competition, scope: str, after: After | None) -> list[StandingRow]:
    return _computed(
        competition, f"rows:{scope}", lambda rules, now: list(rules.standings(now, scope)), after
    )


def _computed(
    competition: Competition,
    name: str,
    compute: Callable[[Rules, Snapshot], Computed],
    after: After | None = None,
) -> Computed:
    """A computation on the record, cached until the competition's version rises."""
    moment = f"{after[0]}.{after[1]}" if after else "now"

    def make() -> Computed:
        snapshot = cached_snapshot(competition, after)

        def compute_now() -> Computed:
            is_now = snapshot.options == competition.options
            return compute(competition.rules if is_now else rules_of(snapshot), snapshot)

        is_earlier = (
            after and record_of(cached_snapshot(competition), OVERALL)[-1].round_key > after
        )
        return (
            _cached_by_record(competition, name, snapshot, compute_now)
            if is_earlier
            else compute_now()
        )

    return _cached_by_version(competition, f"{name}:{moment}", make)


def _cached_by_record(
    competition: Competition, name: str, then: Snapshot, make: Callable[[], Computed]
) -> Computed:
    """Something about an earlier moment, cached for as long as nothing until then changes.

    So after a result of tonight last week is not counted again. Under each name only the latest
    moment asked for is kept.
    """
    key = f"earlier:{competition.pk}:{name}"
    snapshot, made = cache.get(key, (None, None))
    if snapshot != then:
        made = make()
        cache.set(key, (then, made))
    return cast(Computed, made)


def cached_snapshot(competition: Competition, after: After | None = None) -> Snapshot:
    """The record now or after a round, cached by the competition's version."""

    def make() -> Snapshot:
        return snapshot_from(cached_rows(competition), competition)

    snapshot = _cached_by_version(competition, "snapshot", make)
    snapshot = snapshot.after(*after) if after else snapshot
    return as_published(snapshot, competition)


def as_published(snapshot: Snapshot, competition: Competition) -> Snapshot:
    """A record under the options that held on its last evening, as its standings were published."""
    if not competition.earlier_options:
        return snapshot
    last = max((round_.evening for round_ in snapshot.record()), default=1)
    return as_on(snapshot, competition, last)


def cached_rows(competition: Competition) -> Rows:
    """The rows of the competition, cached by its version. One query."""
    return _cached_by_version(competition, "rows", lambda: Rows(competition))


def _cached_by_version(
    competition: Competition, name: str, make: Callable[[], Computed]
) -> Computed:
    """Something about this version of a competition, cached until the version rises."""
    key = f"competition:{competition.pk}"
    version, kept = cache.get(key, (0, {}))
    if version != competition.version:
        kept = {}
        cache.set(key, (competition.version, kept))
    if name not in kept:
        kept[name] = make()
    made: Computed = kept[name]
    return made
