"""How did the players come to their places? Only reads.

The players who rose or fell in the last round, and past whom; all places so far, and how the last
games ended.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from clubcomp.flow.standings import (
    After,
    Place,
    cached_rows,
    cached_snapshot,
    places_after,
    places_in,
    record_of,
    round_before,
    rows_of,
)
from clubcomp.models import Competition, Entry
from pairing.core.types import Colour, Game, PlayerId, Result, RoundOnRecord

#: How many of a player's last games are shown.
LAST = 5
_WORDS = {None: "", Fraction(1): "won", Fraction(1, 2): "drawn", Fraction(0): "lost"}
#: How a game ended for White and for Black; "" while it is open.
OUTCOMES = {
    result: tuple(_WORDS[Result.score(result, colour)] for colour in Colour) for result in Result
}


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A player who rose or fell in the last round, what they did in it, and the players whom they
    passed or who passed them.

    `outcome`: "won", "drawn", "lost", "open", "adjourned", "postponed", an `Unplayed`, or "away"
    (does not belong to that evening). `opponent_value` is the opponent's present value number.
    """

    entry: Entry
    place_then: int
    place_now: int
    outcome: str
    opponent: Entry | None
    opponent_value: int | None
    passed: tuple[Entry, ...]

    @property
    def change(self) -> int:
        """How many ranks up; negative is down."""
        return self.place_then - self.place_now


def changes_of(
    competition: Competition, scope: str, after: After | None = None
) -> list[PlaceChange]:
    """The players who changed places in the last round (or in round `after`), the greatest change
    first."""
    before = round_before(competition, scope, after)
    if before is None:
        return []
    entries = cached_rows(competition).by_key
    now = rows_of(competition, scope, after)
    places, places_then = (places_in(competition, scope, moment) for moment in (after, before))
    stayed = {
        player: (places_then[player], place)
        for player, place in places.items()
        if player in places_then and places_then[player][0] == place[0]
    }
    values = {row.player: row.value_number for row in now}
    last = record_of(cached_snapshot(competition, after), scope)[-1]
    games = {player: game for game in last.round.games for player in game.players}
    put_off = _put_off(competition, last)
    changes = []
    for row in now:
        player = row.player
        if player not in stayed or stayed[player][0] == stayed[player][1]:
            continue
        (_group, place_then), (_group, place_now) = stayed[player]
        outcome, opponent = _what_happened(last, games.get(player), entries[player], put_off)
        changes.append(
            PlaceChange(
                entry=entries[player],
                place_then=place_then,
                place_now=place_now,
                outcome=outcome,
                opponent=entries.get(opponent) if opponent else None,
                opponent_value=values.get(opponent) if opponent else None,
                passed=_passed(player, stayed, entries),
            )
        )
    return sorted(changes, key=lambda change: (-abs(change.change), change.place_now))


def _passed(
    player: PlayerId,
    places: Mapping[PlayerId, tuple[Place, Place]],
    entries: Mapping[PlayerId, Entry],
) -> tuple[Entry, ...]:
    """The players of the group whom a player who rose has passed, or who passed one who fell.

    `places` are those before and now, best first, of all who stayed in their group: a player of
    another group was and is on the same side of the player.
    """
    then, now = places[player]
    if now < then:
        passed = [key for key, (was, is_) in places.items() if was < then and is_ > now]
    else:
        passed = [key for key, (was, is_) in places.items() if was >= then and is_ <= now]
    return tuple([entries[key] for key in passed if key != player])


def _what_happened(
    recorded: RoundOnRecord, game: Game | None, entry: Entry, put_off: Mapping[PlayerId, str]
) -> tuple[str, PlayerId | None]:
    """The outcome of a round for a player (as in `PlaceChange`), and the opponent if any."""
    player = entry.key
    if game is not None:
        outcome = OUTCOMES[game.result][player == game.black]
        return outcome or put_off.get(player, "open"), game.opponent(player)
    if player in recorded.round.unplayed:
        return recorded.round.unplayed[player], None
    return "absent" if entry.belongs_to(recorded.evening) else "away", None


def _put_off(competition: Competition, recorded: RoundOnRecord) -> dict[PlayerId, str]:
    """The players whose game of a round was put off, and how; a snapshot only knows it is open."""
    if all(game.result.is_finished for game in recorded.round.games):
        return {}
    rows = cached_rows(competition)
    evening = next(row for row in rows.evenings(competition) if row.number == recorded.evening)
    round_ = next(row for row in rows.rounds_of(evening) if row.number == recorded.number)
    games = [game for game in rows.games_of(round_) if game.put_off and not game.is_decided]
    return {entry.key: game.put_off for game in games for entry in (game.white, game.black)}


def last_outcomes(
    competition: Competition, scope: str, after: After | None
) -> dict[PlayerId, tuple[str, ...]]:
    """How each player's last games ended, the latest at the end; a forfeit counts."""
    outcomes: dict[PlayerId, list[str]] = defaultdict(list)
    for recorded in record_of(cached_snapshot(competition, after), scope):
        for game in recorded.round.games:
            for_white, for_black = OUTCOMES[game.result]
            if for_white:
                outcomes[game.white].append(for_white)
                outcomes[game.black].append(for_black)
    return {player: tuple(ended[-LAST:]) for player, ended in outcomes.items()}


def places_of_all(
    competition: Competition, scope: str, after: After | None
) -> dict[PlayerId, list[int]]:
    """Each member's places so far, after every round, or with tempos after every evening."""
    uses_tempos = competition.abilities.uses_tempos
    moments = {
        moment.evening if uses_tempos else (moment.evening, moment.number): moment.ranks
        for moment in places_after(competition, scope)
        if after is None or (moment.evening, moment.number) <= after
    }.values()
    players = {player for ranks in moments for player in ranks}
    return {player: [ranks[player] for ranks in moments if player in ranks] for player in players}
