"""Where does everybody stand in a Swiss system, and where do the points come from?

Points, then tie-breaks.
"""

from fractions import Fraction
from typing import Protocol

from pairing.core.history import Deed, Entry, read_history
from pairing.core.standing import StandingRow, Statement, StatementEntry, StatementLine
from pairing.core.tiebreaks import Table, TieBreak, Working, rank, read_table
from pairing.core.types import OVERALL, Colour, Game, PlayerId, Round, Snapshot


class Options(Protocol):
    """What a standing asks of a system's options."""

    @property
    def bye_half_points(self) -> int: ...

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]: ...


_ORDER = (
    "won",
    "drawn",
    "lost",
    "bye",
    "full_point_bye",
    "half_point_bye",
    "external",
    "absent",
    "no_notice",
    "open",
)


def standing_rows(
    snapshot: Snapshot, options: Options, scope: str, unfinished_half_points: int = 0
) -> list[StandingRow]:
    """The standing over the rounds on record; KeyError: no such tempo (there is one)."""
    table = _table(snapshot, options, scope, unfinished_half_points)
    return [
        _row(table, snapshot, place, player, workings)
        for place, (player, workings) in enumerate(rank(table, options.tie_breaks), start=1)
    ]


def _table(snapshot: Snapshot, options: Options, scope: str, unfinished_half_points: int) -> Table:
    if scope != OVERALL:
        snapshot.tempo(scope)
    history = read_history(snapshot, options.bye_half_points, unfinished_half_points)
    return read_table(snapshot.players, history)


def _row(
    table: Table,
    snapshot: Snapshot,
    place: int,
    player: PlayerId,
    workings: dict[str, Working],
) -> StandingRow:
    entries = table.entries(player)
    won, drawn, lost = (
        sum(
            entry.half_points == half_points
            and entry.deed in (Deed.PLAYED, Deed.WON_BY_FORFEIT, Deed.LOST_BY_FORFEIT)
            for entry in entries
        )
        for half_points in (2, 1, 0)
    )
    colours = table.history.colours(player)
    external = sum(player in place.round.external for place in table.history.rounds)
    exempt = sum(player in place.round.exempt for place in table.history.rounds)
    byes = (Deed.BYE, Deed.HALF_POINT_BYE, Deed.FULL_POINT_BYE)
    absent = sum(entry.deed is Deed.ABSENT for entry in entries)
    return StandingRow(
        rank=place,
        player=player,
        points=table.points[player],
        games=len(entries) - absent - sum(entry.deed in byes for entry in entries),
        wins=won,
        draws=drawn,
        losses=lost,
        white_share=(
            Fraction(sum(colour is Colour.WHITE for colour in colours), len(colours))
            if colours
            else None
        ),
        byes=sum(entry.deed is Deed.BYE for entry in entries),
        external=external,
        missed=absent - external - exempt,
        workings=workings,
    )


def statement_of(
    snapshot: Snapshot,
    options: Options,
    player: PlayerId,
    scope: str,
    unfinished_half_points: int = 0,
) -> Statement:
    """Every round that earned something or could have; sums to the points of the standing.

    KeyError when there is no such player or tempo.
    """
    table = _table(snapshot, options, scope, unfinished_half_points)
    found: dict[str, list[StatementEntry]] = {code: [] for code in _ORDER}
    for place, entry in zip(table.history.rounds, table.entries(player), strict=True):
        code = _code(entry, place.round, player)
        if code is None:
            continue
        points = Fraction(entry.half_points, 2)
        played = _game(place.round, player)
        found[code].append(
            StatementEntry(
                place.evening,
                place.number,
                points,
                opponent=entry.opponent,
                colour=entry.colour,
                result=played.result if played else None,
            )
        )
    lines = tuple(
        StatementLine(code, sum((one.points for one in entries), Fraction(0)), tuple(entries))
        for code, entries in found.items()
        if entries
    )
    return Statement(player, scope, table.points[player], lines)


def _game(round_: Round, player: PlayerId) -> Game | None:
    return next((game for game in round_.games if player in (game.white, game.black)), None)


_BYES = {
    Deed.BYE: "bye",
    Deed.HALF_POINT_BYE: "half_point_bye",
    Deed.FULL_POINT_BYE: "full_point_bye",
    Deed.UNFINISHED: "open",
}


def _code(entry: Entry, round_: Round, player: PlayerId) -> str | None:
    """The line that a round belongs to; None for somebody who was exempt."""
    if entry.deed in _BYES:
        return _BYES[entry.deed]
    if entry.deed is not Deed.ABSENT:
        return ("lost", "drawn", "won")[entry.half_points]
    if player in round_.exempt:
        return None
    if player in round_.external:
        return "external"
    return "no_notice" if player in round_.no_notice else "absent"
