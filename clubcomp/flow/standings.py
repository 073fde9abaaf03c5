"""Who stands where, and why? Only reads: nothing here changes anything.

What the system works out is kept by the competition's version, so a page that nothing has
changed costs one query for the players. To be called outside a step: within one the version
is not yet certain.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.core.cache import cache

from clubcomp.models import Competition, Entry, Evening, Game
from clubcomp.snapshots import snapshot_of
from pairing.core.standing import Drift, RanksAfter, StandingRow, Statement
from pairing.core.system import PairingSystem
from pairing.core.types import OVERALL, PlayerId, Result, RoundOnRecord, Snapshot
from pairing.registry import get_system, make_options

#: The place of a round: number of the evening, number on that evening.
After = tuple[int, int]


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One player in a standing. `place` counts members only and is None for a guest.

    `change`: how many places higher than after the round before; None after the first round.
    """

    entry: Entry
    row: StandingRow
    place: int | None
    change: int | None


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round on record: its place, its boards, and how many of them are still open.

    `serial` is its evening's in addresses, while `evening` is that one's place in the order.
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


@dataclass(frozen=True, slots=True)
class PlaceAfter:
    """A player's place after one round."""

    evening: int
    number: int
    tempo: str
    date: str
    place: int


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """Who rose or fell in the last round, what he did in it, and whom he passed or who him.

    `what`: "won", "drawn", "lost", "open", "adjourned", "postponed", "bye", "half_point_bye",
    "full_point_bye", "external", "no_notice", "exempt", "absent" or "away" (does not belong to
    that evening). `points` is what he has more, or less, than before; `opponent_value` the
    opponent's present value number.
    """

    entry: Entry
    place_then: int
    place_now: int
    what: str
    opponent: Entry | None
    opponent_value: int | None
    points: Fraction
    passed: tuple[Entry, ...]

    @property
    def change(self) -> int:
        """How many places up; negative is down."""
        return self.place_then - self.place_now


def entries_by_key(competition: Competition) -> dict[PlayerId, Entry]:
    """The players of a competition by the key that snapshots know them by. One query."""
    entries = Entry.objects.filter(competition=competition).select_related("player")
    return {entry.key: entry for entry in entries}


def standings_of(
    competition: Competition, scope: str, after: After | None = None
) -> list[StandingLine]:
    """The standing of a tempo (its key) or of all (`OVERALL`), now or after an earlier round.

    KeyError: there is no such tempo.
    """
    entries = entries_by_key(competition)
    rows = _rows(competition, scope, after)
    places = _places([row.player for row in rows], entries)
    places_then: Mapping[PlayerId, int] = {}
    before = _round_before(competition, scope, after)
    if before:
        earlier = _rows(competition, scope, before)
        places_then = _places([row.player for row in earlier], entries)
    return [
        StandingLine(
            entry=entries[row.player],
            row=row,
            place=places.get(row.player),
            change=(
                places_then[row.player] - places[row.player]
                if row.player in places and row.player in places_then
                else None
            ),
        )
        for row in rows
        if row.player in entries
    ]


def rounds_of(competition: Competition, scope: str) -> list[RoundLine]:
    """The rounds on record that a standing rests on, in order of play."""

    def compute(_system: PairingSystem, snapshot: Snapshot, _options: Any) -> list[RoundLine]:
        evenings = Evening.objects.filter(competition=competition)
        serials = dict(evenings.values_list("number", "serial"))
        return [
            RoundLine(
                place.evening,
                serials[place.evening],
                place.number,
                place.tempo,
                place.date,
                len(place.round.games),
                sum(not game.result.is_finished for game in place.round.games),
                count,
            )
            for count, place in enumerate(record_of(snapshot, scope), start=1)
        ]

    return _computed(competition, f"rounds:{scope}", compute)


def statement_of(
    competition: Competition, entry: Entry, scope: str, after: After | None = None
) -> Statement:
    """Where a player's points come from; the players in it are keys (`entries_by_key`)."""

    def compute(system: PairingSystem, snapshot: Snapshot, options: Any) -> Statement:
        return system.statement(snapshot, options, entry.key, scope)

    return _computed(competition, f"statement:{entry.key}:{scope}", compute, after)


def drift_of(
    competition: Competition, entry: Entry, scope: str, since: After | None = None
) -> Drift | None:
    """What later recalculation did to a player's points on record after round `since`.

    `since` is by default the last round before the latest evening of the scope. None: there
    is no earlier evening, or points stay what they are in this system.
    """
    if since is None:
        rounds = rounds_of(competition, scope)
        earlier = [line for line in rounds if line.evening < rounds[-1].evening]
        if not earlier:
            return None
        since = (earlier[-1].evening, earlier[-1].number)

    def compute(system: PairingSystem, snapshot: Snapshot, options: Any) -> Drift | None:
        return system.drift(snapshot, options, entry.key, scope, since)

    return _computed(competition, f"drift:{entry.key}:{scope}:{since[0]}.{since[1]}", compute)


def progress_of(competition: Competition, entry: Entry, scope: str) -> list[PlaceAfter]:
    """A player's place after each round since he joined; members only, empty for a guest."""
    return [
        PlaceAfter(after.evening, after.number, after.tempo, after.date, after.ranks[entry.key])
        for after in places_after(competition, scope)
        if entry.key in after.ranks
    ]


def places_after(competition: Competition, scope: str) -> list[RanksAfter]:
    """The places of the members after each round, from the evening on which each joined."""

    def compute(system: PairingSystem, snapshot: Snapshot, options: Any) -> list[RanksAfter]:
        joined = {player.id: player.joined for player in snapshot.players if not player.guest}
        return [
            replace(after, ranks=_ranks_of_members(after, joined))
            for after in system.progress(snapshot, options, scope)
        ]

    found: list[RanksAfter] = _computed(competition, f"places:{scope}", compute)
    return found


def _ranks_of_members(after: RanksAfter, joined: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    """The members' places without the guests between them, of those who were in it by then."""
    order = sorted((player for player in after.ranks if player in joined), key=after.ranks.get)
    return {
        player: place
        for place, player in enumerate(order, start=1)
        if joined[player] <= after.evening
    }


def changes_of(
    competition: Competition, scope: str, after: After | None = None
) -> list[PlaceChange]:
    """Who changed places in the last round (or in round `after`), the greatest change first."""
    before = _round_before(competition, scope, after)
    if before is None:
        return []
    entries = entries_by_key(competition)
    now, then = (_rows(competition, scope, moment) for moment in (after, before))
    places = _places([row.player for row in now], entries)
    places_then = _places([row.player for row in then], entries)
    points_then = {row.player: row.points for row in then}
    values = {row.player: row.value_number for row in now}
    last = record_of(kept_snapshot(competition, after), scope)[-1]
    put_off = _put_off(competition, last)
    changes = []
    for row in now:
        player = row.player
        if player not in places_then or places[player] == places_then[player]:
            continue
        what, opponent = _what_happened(last, player, entries[player])
        if what == "open":
            what = put_off.get(player) or what
        changes.append(
            PlaceChange(
                entry=entries[player],
                place_then=places_then[player],
                place_now=places[player],
                what=what,
                opponent=entries.get(opponent) if opponent else None,
                opponent_value=values.get(opponent) if opponent else None,
                points=row.points - points_then[player],
                passed=_passed(player, places_then, places, entries),
            )
        )
    return sorted(changes, key=lambda change: (-abs(change.change), change.place_now))


def _passed(
    player: PlayerId,
    then: Mapping[PlayerId, int],
    now: Mapping[PlayerId, int],
    entries: Mapping[PlayerId, Entry],
) -> tuple[Entry, ...]:
    """Whom a player who rose has passed, or who passed one who fell; highest place first."""
    rose = now[player] < then[player]
    others = [
        other
        for other in now
        if other != player
        and other in then
        and (then[other] < then[player]) == rose
        and (now[other] > now[player]) == rose
    ]
    return tuple(entries[other] for other in sorted(others, key=now.__getitem__))


_POINTS_OF_RESULT = {Fraction(1): "won", Fraction(1, 2): "drawn", Fraction(0): "lost", None: "open"}


def _what_happened(
    place: RoundOnRecord, player: PlayerId, entry: Entry
) -> tuple[str, PlayerId | None]:
    """What a player did in a round, and against whom."""
    round_ = place.round
    for game in round_.games:
        if player in (game.white, game.black):
            score = Result.score(game.result, game.colour(player))
            return _POINTS_OF_RESULT[score], game.opponent(player)
    if round_.bye == player:
        return "bye", None
    for what, players in (
        ("external", round_.external),
        ("no_notice", round_.no_notice),
        ("exempt", round_.exempt),
        ("half_point_bye", round_.half_point_byes),
        ("full_point_bye", round_.full_point_byes),
    ):
        if player in players:
            return what, None
    return "absent" if entry.belongs_to(place.evening) else "away", None


def _put_off(competition: Competition, place: RoundOnRecord) -> dict[PlayerId, str]:
    """Whose game of a round was put off, and how; a snapshot knows only that it is open."""
    if all(game.result.is_finished for game in place.round.games):
        return {}
    games = Game.objects.open_in(competition).exclude(put_off=Game.PutOff.NO)
    there = games.filter(round__evening__number=place.evening, round__number=place.number)
    return {one.key: game.put_off for game in there for one in (game.white, game.black)}


def _places(order: list[PlayerId], entries: Mapping[PlayerId, Entry]) -> dict[PlayerId, int]:
    """The places of the members in an order; guests are not numbered."""
    members = [key for key in order if key in entries and not entries[key].guest]
    return {key: place for place, key in enumerate(members, start=1)}


def _round_before(competition: Competition, scope: str, after: After | None) -> After | None:
    """The last but one round of a scope, of those up to `after`."""
    places = [(line.evening, line.number) for line in rounds_of(competition, scope)]
    earlier = [place for place in places if after is None or place <= after]
    return earlier[-2] if len(earlier) > 1 else None


def record_of(snapshot: Snapshot, scope: str) -> list[RoundOnRecord]:
    """The rounds that a standing rests on, in order of play."""
    return [place for place in snapshot.record() if scope in (OVERALL, place.tempo)]


def _rows(competition: Competition, scope: str, after: After | None) -> list[StandingRow]:
    def compute(system: PairingSystem, snapshot: Snapshot, options: Any) -> list[StandingRow]:
        return list(system.standings(snapshot, options, scope))

    return _computed(competition, f"rows:{scope}", compute, after)


def _computed(
    competition: Competition,
    what: str,
    compute: Callable[[PairingSystem, Snapshot, Any], Any],
    after: After | None = None,
) -> Any:
    """What the system makes of the competition, kept until its version rises."""
    moment = f"{after[0]}.{after[1]}" if after else "now"
    key = f"standings:{competition.pk}:{competition.version}:{what}:{moment}"
    kept = cache.get(key)
    if kept is None:
        system = get_system(competition.system)
        snapshot = kept_snapshot(competition, after)
        kept = (compute(system, snapshot, make_options(system, snapshot.options)),)
        cache.set(key, kept)
    return kept[0]


def kept_snapshot(competition: Competition, after: After | None = None) -> Snapshot:
    """The record as it is now or was after a round, kept by the competition's version.

    The cache makes a new one of every reading, so the competition at hand holds on to it.
    """
    key = f"snapshot:{competition.pk}:{competition.version}"
    held, snapshot = getattr(competition, "held_snapshot", ("", None))
    if held != key:
        snapshot = cache.get_or_set(key, lambda: snapshot_of(competition, with_proposal=False))
        competition.held_snapshot = key, snapshot
    return snapshot.after(*after) if after else snapshot
