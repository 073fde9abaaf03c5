"""Who is still in, and which place has everybody else reached? 5."""

from dataclasses import replace

from pairing.core.reason import Reason
from pairing.core.standing import StandingRow
from pairing.core.swiss_standings import standing_rows
from pairing.core.tie import Ending, Part, Tie, TieKey
from pairing.core.tiebreaks import shared_places
from pairing.core.types import PlayerId, Snapshot
from pairing.knockout.options import Options
from pairing.knockout.position import Position, read_position
from pairing.reasons import knockout as reasons


def rows_of(snapshot: Snapshot, options: Options, scope: str) -> list[StandingRow]:
    """5.1: the winner, then players still in, then the others by the round in which they went out;
    players who reached as much share a place."""
    position = read_position(snapshot, options)
    # The last tie of each player in the cup.
    last: dict[PlayerId, Tie] = {}
    for tie in position.ties.values():
        if tie.key.part is Part.CUP:
            last |= {player: tie for player in tie.players if player}
    third = position.ties.get(TieKey(Part.THIRD, 1, 1))

    def level(row: StandingRow) -> tuple[int, int, int]:
        player, tie = row.player, last.get(row.player)
        if tie is None:
            return 1, 0, 0
        is_lost = tie.is_decided and tie.winner != player
        state = 2 if is_lost or player in position.gone else int(not tie.is_decided)
        beside = 1
        if third is not None and player in third.players and third.is_decided:
            beside = 0 if third.winner == player else 2
        return state, -tie.key.round, beside

    rows = sorted(
        standing_rows(snapshot, options, scope),
        key=lambda row: (*level(row), position.number[row.player]),
    )
    return [
        replace(row, rank=rank, said=_achievement(position, row.player, last.get(row.player)))
        for row, rank in zip(rows, shared_places(map(level, rows)), strict=True)
    ]


def _achievement(position: Position, player: PlayerId, tie: Tie | None) -> Reason | None:
    """5.1: how far the player came in the cup, or in the game for place three or the plate."""
    if tie is None:
        return None
    third = position.ties.get(TieKey(Part.THIRD, 1, 1))
    if third is not None and third.winner is not None and player in third.players:
        return reasons.Place("5.1", 3 if third.winner == player else 4)
    plate = position.ties.get(TieKey(Part.PLATE, position.shape.rounds_of(Part.PLATE), 1))
    if plate and plate.winner == player and plate.ending is not Ending.ALONE:
        return reasons.WonPlate("5.1")
    stage = stage_of(tie)
    if not tie.is_decided:
        return reasons.LeftCup("5.1") if player in position.gone else reasons.StillIn("5.1", stage)
    if tie.winner == player:
        return reasons.Place("5.1", 1)
    if tie.to_final == 0 and tie.winner is not None:
        return reasons.Place("5.1", 2)
    return reasons.OutIn("5.1", stage)


def stage_of(tie: Tie) -> reasons.Stage:
    """The round of a tie, as it is called."""
    return reasons.Stage("1.2", tie.key.part, tie.key.round, tie.to_final)


def further_game(tie: Tie) -> reasons.FurtherGame | None:
    """Why a tie with games on record has one more, and which; None if none is due."""
    if not (tie.due and tie.games):
        return None
    article = {"second": "3.1", "lot": "3.3"}.get(tie.due, "3.2")
    return reasons.FurtherGame(article, str(tie.due), len(tie.games))
