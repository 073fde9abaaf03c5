"""What did everybody do in every round, and what does it earn? Articles 1 to 3 and 6.4.

Players are numbered by start order from 0, tempos by their order in the document. What a round
earns depends on the record alone: it is an amount, by its number in `Record.amounts`; only what
the amount is worth changes with the standing. A `Record` is made within one call and never kept.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pairing.core.amounts import Amount
from pairing.core.types import OVERALL, Player, PlayerId, Result, Round, Snapshot, Tempo
from pairing.own_keizer.kinds import Grants
from pairing.own_keizer.options import FORFEIT_LOSS, Options

#: Amounts that every regulation has, by their number.
NOTHING, WIN, DRAW, LOSS, FORFEIT_WIN, FORFEIT_LOST, BYE = range(7)
#: What a result earns White and Black; an unfinished game earns nothing yet.
ENDINGS: Mapping[Result, tuple[int, int]] = {
    Result.WHITE_WINS: (WIN, LOSS),
    Result.DRAW: (DRAW, DRAW),
    Result.BLACK_WINS: (LOSS, WIN),
    Result.UNFINISHED: (NOTHING, NOTHING),
    Result.WHITE_WINS_FORFEIT: (FORFEIT_WIN, FORFEIT_LOST),
    Result.BLACK_WINS_FORFEIT: (FORFEIT_LOST, FORFEIT_WIN),
    Result.BOTH_LOSE_FORFEIT: (FORFEIT_LOST, FORFEIT_LOST),
    Result.BOTH_LOSE: (LOSS, LOSS),
    Result.HALF_FOR_WHITE: (DRAW, LOSS),
    Result.HALF_FOR_BLACK: (LOSS, DRAW),
}
#: Those of a game that was played out.
PLAYED = (WIN, DRAW, LOSS)
_NO_AMOUNT = Amount()


class Away(NamedTuple):
    """Why somebody was away: the kind they were named under, the kind that the use was granted as
    ("": none), and the number of the amount. `is_member`: they belonged to the evening."""

    kind: str
    granted: str
    amount: int
    is_member: bool


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One round on record. A game is (white, black, ending for white, ending for black).

    `in_tempo` and `in_period` are its numbers among the rounds of its tempo, from 1: of the season
    and of its period. `byes`: whether each pays a debt. `away`: everybody without a game but those
    exempt, also before joining and after leaving where that is a kind.
    """

    evening: int
    number: int
    tempo: int
    date: str
    period: int
    in_tempo: int
    in_period: int
    games: tuple[tuple[int, int, int, int], ...]
    byes: Mapping[int, bool]
    away: Mapping[int, Away]

    @property
    def key(self) -> tuple[int, int]:
        """Evening and number within it, both from 1."""
        return self.evening, self.number

    def earned(self) -> Iterator[tuple[int, int, int]]:
        """(player, whose value beside the own one, number of the amount) of all that earns."""
        for white, black, for_white, for_black in self.games:
            if for_white:
                yield white, black, for_white
                yield black, white, for_black
        for player, is_paid in self.byes.items():
            if not is_paid:
                yield player, player, BYE
        for player, away in self.away.items():
            if away.amount:
                yield player, player, away.amount


@dataclass(frozen=True, slots=True)
class Record:
    """All rounds on record. `begun` are the evenings with rounds, the one to be paired included:
    number and tempo; `debts` is what each owes by tempo."""

    players: tuple[Player, ...]
    index: Mapping[PlayerId, int]
    tempos: tuple[Tempo, ...]
    tempo_index: Mapping[str, int]
    rounds: tuple[RecordedRound, ...]
    begun: tuple[tuple[int, int], ...]
    amounts: tuple[Amount, ...]
    debts: tuple[list[int], ...]
    #: Points given by hand: player, evening, tempo, points.
    extra: tuple[tuple[int, int, int, Fraction], ...]
    #: The uses of kinds of absence.
    grants: Grants
    _by_scope: dict[str, list[RecordedRound]] = field(default_factory=dict)

    def rounds_of(self, scope: str) -> list[RecordedRound]:
        """The rounds of a scope: one tempo's, or all for `OVERALL`; KeyError: no such tempo."""
        if scope not in self._by_scope:
            tempo = None if scope == OVERALL else self.tempo_index[scope]
            self._by_scope[scope] = [
                round_ for round_ in self.rounds if tempo in (None, round_.tempo)
            ]
        return self._by_scope[scope]

    def evening_of(self, scope: str) -> int:
        """The last evening with a round of the scope; without any the first."""
        tempo = None if scope == OVERALL else self.tempo_index[scope]
        return max((number for number, of in self.begun if tempo in (None, of)), default=1)


def read_record(snapshot: Snapshot, options: Options) -> Record:
    """The snapshot's record; one pass over its games."""
    players = tuple(sorted(snapshot.players, key=lambda player: player.start))
    index = {player.id: number for number, player in enumerate(players)}
    tempo_index = {tempo.id: number for number, tempo in enumerate(snapshot.tempos)}
    size, table = len(players), options.absences.table
    results = options.results
    won = results.win if results.forfeit_win is None else results.forfeit_win
    lost = results.loss if results.forfeit_loss is None else results.forfeit_loss
    amounts = [_NO_AMOUNT, results.win, results.draw, results.loss, won, lost, options.bye.amount]
    grants = Grants(table, amounts, [player.guest for player in players])
    owed, owes_forfeit = frozenset(options.bye.owed), FORFEIT_LOSS in options.bye.owed
    debts = tuple([0] * size for _ in snapshot.tempos)
    in_tempo, in_period = [0] * len(snapshot.tempos), [(-1, 0)] * len(snapshot.tempos)
    rounds: list[RecordedRound] = []
    begun: list[tuple[int, int]] = []
    for evening_number, evening in enumerate(snapshot.evenings, start=1):
        tempo, period = tempo_index[evening.tempo], options.period_of(evening_number)
        if evening.rounds:
            begun.append((evening_number, tempo))
        stay = [_stay(player, evening_number, options) for player in players]
        for number, round_ in enumerate(evening.rounds, start=1):
            if round_.present is not None:
                continue
            in_tempo[tempo] += 1
            before = in_period[tempo]
            in_period[tempo] = period, before[1] + 1 if before[0] == period else 1
            debt, games, seated = debts[tempo], [], set()
            for game in round_.games:
                white, black = index[game.white], index[game.black]
                endings = ENDINGS[game.result]
                games.append((white, black, *endings))
                seated |= {white, black}
                if owes_forfeit:
                    for player, ending in zip((white, black), endings, strict=True):
                        debt[player] += ending == FORFEIT_LOST
            byes = {}
            for player_id in round_.byes:
                player = index[player_id]
                byes[player] = debt[player] > 0
                debt[player] -= byes[player]
            named = _named(round_, index)
            where = (tempo, period, in_period[tempo][1], evening_number)
            away: dict[int, Away] = {}
            for player, belongs in enumerate(stay):
                if player in seated or player in byes:
                    continue
                kind = named.get(player, "absent") if belongs is None else belongs
                # Who is exempt has no kind, nor is a bye on request one.
                if kind not in table:
                    continue
                result = round_.away_results.get(players[player].id, "")
                granted, amount = grants.grant(kind, player, where, result)
                away[player] = Away(kind, granted, amount, belongs is None)
                if belongs is None and kind in owed:
                    debt[player] += 1
            rounds.append(
                RecordedRound(
                    evening=evening_number,
                    number=number,
                    tempo=tempo,
                    date=evening.date,
                    period=period,
                    in_tempo=in_tempo[tempo],
                    in_period=in_period[tempo][1],
                    games=tuple(games),
                    byes=byes,
                    away=away,
                )
            )
    return Record(
        players=players,
        index=index,
        tempos=snapshot.tempos,
        tempo_index=tempo_index,
        rounds=tuple(rounds),
        begun=tuple(begun),
        amounts=tuple(amounts),
        debts=debts,
        extra=tuple(
            (
                index[one.player],
                one.evening,
                tempo_index[snapshot.evenings[one.evening - 1].tempo],
                one.points,
            )
            for one in snapshot.extra
            if one.evening <= len(snapshot.evenings)
        ),
        grants=grants,
    )


def _stay(player: Player, evening: int, options: Options) -> str | None:
    """None: they belong to the evening. Else the kind that their rounds before joining and after
    leaving are; "": nothing."""
    if evening < player.joined:
        return options.absences.late_join or ""
    if player.has_left(evening):
        return options.absences.after_leaving or ""
    return None


def _named(round_: Round, index: Mapping[PlayerId, int]) -> dict[int, str]:
    """Who is named as away, and how."""
    named = {index[player]: str(kind) for player, kind in round_.unplayed.items()}
    return named | {index[player]: kind for player, kind in round_.away.items()}
