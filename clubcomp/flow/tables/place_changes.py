"""Who rose or fell in the last round, and past whom? Only reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from clubcomp.flow.standings import (
    After,
    Place,
    cached_rows,
    cached_snapshot,
    change_of,
    places_in,
    record_of,
    round_before,
    rows_of,
)
from clubcomp.models import Competition, Entry
from pairing.core.types import PlayerId, Result, RoundOnRecord

_OUTCOMES = {Fraction(1): "won", Fraction(1, 2): "drawn", Fraction(0): "lost"}


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """Who rose or fell in the last round, what they did in it, and whom they passed or who passed
    them.

    `outcome`: "won", "drawn", "lost", "open", "adjourned", "postponed", an `Unplayed`, or "away"
    (does not belong to that evening). `points` is what they have more, or less, than before;
    `opponent_value` the opponent's present value number.
    """

    entry: Entry
    place_then: int
    place_now: int
    outcome: str
    opponent: Entry | None
    opponent_value: int | None
    points: Fraction
    passed: tuple[Entry, ...]

    @property
    def change(self) -> int:
        """How many ranks up; negative is down."""
        return self.place_then - self.place_now


def changes_of(
    competition: Competition, scope: str, after: After | None = None
) -> list[PlaceChange]:
    """Who changed places in the last round (or in round `after`), the greatest change first."""
    before = round_before(competition, scope, after)
    if before is None:
        return []
    entries = cached_rows(competition).by_key
    now, then = (rows_of(competition, scope, moment) for moment in (after, before))
    places, places_then = (places_in(rows, entries) for rows in (now, then))
    points_then = {row.player: row.points for row in then}
    values = {row.player: row.value_number for row in now}
    last = record_of(cached_snapshot(competition, after), scope)[-1]
    put_off = _put_off(competition, last)
    changes = []
    for row in now:
        player = row.player
        if player not in places or not change_of(places_then.get(player), places[player]):
            continue
        outcome, opponent = _what_happened(last, player, entries[player], put_off)
        changes.append(
            PlaceChange(
                entry=entries[player],
                place_then=places_then.get(player, places[player])[1],
                place_now=places[player][1],
                outcome=outcome,
                opponent=entries.get(opponent) if opponent else None,
                opponent_value=values.get(opponent) if opponent else None,
                points=row.points - points_then[player],
                passed=_passed(player, places_then, places, entries),
            )
        )
    return sorted(changes, key=lambda change: (-abs(change.change), change.place_now))


def _passed(
    player: PlayerId,
    then: Mapping[PlayerId, Place],
    now: Mapping[PlayerId, Place],
    entries: Mapping[PlayerId, Entry],
) -> tuple[Entry, ...]:
    """Whom a player who rose has passed in the group, or who passed one who fell; best first."""
    rose = now[player] < then[player]
    # `now` is in the order of the ranks.
    return tuple(
        entries[other]
        for other in now
        if other != player
        and other in then
        and then[other][0] == now[other][0] == now[player][0]
        and (then[other] < then[player]) == rose
        and (now[other] > now[player]) == rose
    )


def _what_happened(
    place: RoundOnRecord, player: PlayerId, entry: Entry, put_off: Mapping[PlayerId, str]
) -> tuple[str, PlayerId | None]:
    """What a player did in a round, and against whom."""
    for game in place.round.games:
        if player in game.players:
            score = Result.score(game.result, game.colour(player))
            outcome = put_off.get(player, "open") if score is None else _OUTCOMES[score]
            return outcome, game.opponent(player)
    if player in place.round.unplayed:
        return place.round.unplayed[player], None
    return "absent" if entry.belongs_to(place.evening) else "away", None


def _put_off(competition: Competition, place: RoundOnRecord) -> dict[PlayerId, str]:
    """The players whose game of a round was put off, and how; a snapshot only knows it is open."""
    if all(game.result.is_finished for game in place.round.games):
        return {}
    rows = cached_rows(competition)
    evening = next(row for row in rows.evenings(competition) if row.number == place.evening)
    round_ = next(row for row in rows.rounds_of(evening) if row.number == place.number)
    games = [game for game in rows.games_of(round_) if game.put_off and not game.is_decided]
    return {entry.key: game.put_off for game in games for entry in (game.white, game.black)}
