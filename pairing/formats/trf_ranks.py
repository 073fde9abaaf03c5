"""Which ranks are written in a TRF file, and by which of FIDE's tie-breaks?

The ranks are those of the competition's own standing. Systems of FIDE break ties as C.07 does. In
others, a tie-break for which FIDE has another rule is not called by FIDE's name: C.07, 16 counts
rounds without a game otherwise than the KNSB does (2.3, see `pairing.core.tiebreaks`), and C.07, 6
lets the direct encounter decide where not all have met, and again among players still level, which
the KNSB's 7.5d does not. Averages of ratings leave out opponents without one, and C.07
wants a rating for them: where a player met one, they are not called by FIDE's names either.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby

from pairing.core.points_table import NoGame
from pairing.core.standing import StandingRow
from pairing.core.types import OVERALL, PlayerId, Result, Round, Snapshot
from pairing.registry import get_system, rules_of

#: The names of our tie-breaks in C.07; any other is not one of FIDE's.
CODES: Mapping[str, str] = {
    "resistance_points": "BH",
    "resistance_points_cut_1": "BH/C1",
    "resistance_points_median": "BH/M1",
    "resistance_points_fore": "FB",
    "opponents_resistance": "AOB",
    "sonneborn_berger": "SB",
    "direct_encounter": "DE",
    "wins": "WON",
    "rounds_won": "WIN",
    "black_games": "BPG",
    "black_wins": "BWG",
    "rounds_elected": "REP",
    "average_rating": "ARO",
    "performance": "TPR",
    "rating": "RTNG",
    "progressive": "PS",
    "koya": "KS",
}
#: Tie-breaks for which opponents need a rating, and those that count a round without a game
#: differently from FIDE.
_BY_RATINGS = frozenset(("average_rating", "performance"))
_BY_OPPONENTS = frozenset(
    name for name, code in CODES.items() if code[:2] in ("BH", "FB", "AO", "SB")
)


def standing(snapshot: Snapshot) -> Sequence[StandingRow]:
    """The competition's own table, in which an open game is a draw if the file makes it one."""
    if get_system(snapshot.system).reported:
        return rules_of(snapshot).standings(snapshot, OVERALL)
    evenings = tuple(
        replace(evening, rounds=tuple(map(_with_draws, evening.rounds)))
        for evening in snapshot.evenings
    )
    return rules_of(snapshot).standings(replace(snapshot, evenings=evenings), OVERALL)


def fide_codes(snapshot: Snapshot, rows: Sequence[StandingRow]) -> list[str]:
    """FIDE's names of the tie-breaks, up to the first that FIDE lacks, or defines differently."""
    names = list(rows[0].workings) if rows else []
    codes = []
    is_fide = get_system(snapshot.system).no_game is not NoGame.DRAW
    players = {player.id for player in snapshot.players}
    everybody_played = is_fide or all(
        players == frozenset().union(*_met(recorded.round)) for recorded in snapshot.record()
    )
    unrated = {player.id for player in snapshot.players if not player.rating}
    met_unrated = any(
        unrated & pair for recorded in snapshot.record() for pair in _met(recorded.round)
    )
    for index, name in enumerate(names):
        if name == "rating" and unrated:
            break
        if name in _BY_RATINGS and met_unrated:
            break
        if name not in CODES or (name in _BY_OPPONENTS and not everybody_played):
            break
        if name == "average_rating" and any(row.tiebreaks[name].denominator > 1 for row in rows):
            break  # FIDE rounds it (C.07, 10.1)
        if name == "direct_encounter" and not (
            is_fide or _encounters_decide_at_once(snapshot, rows, names[:index])
        ):
            break
        codes.append(CODES[name] + (_limit(snapshot) if name == "koya" else ""))
    return codes


def _limit(snapshot: Snapshot) -> str:
    """C.07, 14.5: how far the limit of Koya lies from half, in half points: "/L+1"."""
    limit = rules_of(snapshot).options.koya_limit
    return f"/L{limit:+d}" if limit else ""


def _with_draws(round_: Round) -> Round:
    games = tuple(
        game if game.result.is_finished else replace(game, result=Result.DRAW)
        for game in round_.games
    )
    return replace(round_, games=games)


def _met(round_: Round) -> list[frozenset[PlayerId]]:
    return [frozenset(game.players) for game in round_.games if not game.result.is_forfeit]


def _encounters_decide_at_once(
    snapshot: Snapshot, rows: Sequence[StandingRow], before: Sequence[str]
) -> bool:
    """Whether all players who are level by points and the tie-breaks `before` have met each other,
    and those who are still level then have drawn."""
    met = {pair for recorded in snapshot.record() for pair in _met(recorded.round)}
    won = {
        frozenset(game.players)
        for recorded in snapshot.record()
        for game in recorded.round.games
        if game.result in (Result.WHITE_WINS, Result.BLACK_WINS)
    }

    def value(row: StandingRow) -> tuple[object, ...]:
        return (row.points, *(row.tiebreaks[name] for name in before))

    for _, level in groupby(rows, key=value):
        for row, rival in combinations(level, 2):
            pair = frozenset((row.player, rival.player))
            stay = row.tiebreaks["direct_encounter"] == rival.tiebreaks["direct_encounter"]
            if pair not in met or (stay and pair in won):
                return False
    return True
