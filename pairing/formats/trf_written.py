"""How is a competition written as a TRF file, of 2016 or of 2026?

TRF16 has no line for the number of rounds, the lot and so on; those are written as JaVaFo and
bbpPairings know them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pairing.core.types import Game, Player, PlayerId, Result, Round, Snapshot
from pairing.formats.trf_errors import TrfWarning, Warn, in_silence
from pairing.formats.trf_settings import FIRST_ROUND, ROUNDS_LIMIT
from pairing.formats.trf_text import NUMBER_LIMIT

Edition = Literal["16", "26"]

#: What white and black have in their lines; an unfinished game has no code and is a draw.
_CODES = {
    Result.WHITE_WINS: "10",
    Result.DRAW: "==",
    Result.BLACK_WINS: "01",
    Result.UNFINISHED: "==",
    Result.WHITE_WINS_FORFEIT: "+-",
    Result.BLACK_WINS_FORFEIT: "-+",
    Result.BOTH_LOSE_FORFEIT: "--",
}
_HALF_POINTS = {"1": 2, "+": 2, "F": 2, "=": 1, "H": 1}
_THERE = " " * 8


def write_trf(snapshot: Snapshot, edition: Edition = "16", warn: Warn = in_silence) -> str:
    """The competition as a TRF file, lines ended by LF. ValueError: numbers above 9999.

    The pairing numbers are the players' ids if all are numbers up to 9999, else their start
    numbers. What the format has no place for (clubs, evenings, boards, dates of birth, ...) is
    left out, as are boards fixed in the round to be paired; a game that is not finished is
    written as a draw, and `warn` told so.
    """
    return "".join(f"{line.rstrip()}\n" for line in _Writer(snapshot, warn).lines(edition))


@dataclass
class _Writer:
    snapshot: Snapshot
    warn: Warn

    def __post_init__(self) -> None:
        players = self.snapshot.players
        has_numbers = all(_is_number(player.id) for player in players)
        self.number: dict[PlayerId, int] = {
            player.id: int(player.id) if has_numbers else player.start for player in players
        }
        if max(self.number.values(), default=0) > NUMBER_LIMIT:
            raise ValueError(f"a pairing number above {NUMBER_LIMIT} does not fit")
        self.half_points = 1 if self.snapshot.options.get("bye") in ("1/2", Fraction(1, 2)) else 2
        self.to_pair = self.snapshot.to_pair()
        self.rounds: list[Round] = [place.round for place in self.snapshot.record()]
        self.cells: dict[PlayerId, list[str]] = {player.id: [] for player in players}
        self.score: dict[PlayerId, int] = dict.fromkeys(self.cells, 0)
        for number, round_ in enumerate(self.rounds, start=1):
            self._fill(round_, number)

    def lines(self, edition: Edition) -> Iterator[str]:
        yield f"012 {self.snapshot.name}"
        dates = [evening.date for evening in self.snapshot.evenings for _ in evening.rounds]
        if any(dates):
            days = (date[2:].replace("-", "/").ljust(8) for date in dates)
            yield "132 ".ljust(FIRST_ROUND - 1) + "  ".join(days)
        yield from self._settings_16() if edition == "16" else self._settings_26()
        next_round = self._next_round()
        for one, kind in next_round.items():
            # TRF26 has lines 240 for byes to come, but none for the bye that somebody is given.
            in_row = kind and (edition == "16" or kind == "U")
            self.cells[one].append(f"0000 - {kind}" if in_row else _THERE)
        players = self.snapshot.players
        in_order = sorted(players, key=lambda player: (-self.score[player.id], player.start))
        rank = {player.id: place for place, player in enumerate(in_order, start=1)}
        for player in sorted(players, key=lambda player: player.start):
            yield self._row(player, rank[player.id])
        if edition == "26":
            yield from self._byes_26(next_round)

    def _settings_16(self) -> Iterator[str]:
        options = self.snapshot.options
        if "rounds" in options:
            yield f"XXR {options['rounds']}"
        words = [f"{options['initial_colour']}1"] if "initial_colour" in options else []
        if any(self.number[player.id] != player.start for player in self.snapshot.players):
            words.append("rank")
        if words:
            yield f"XXC {' '.join(words)}"
        if "bye" in options:
            yield f"BBU {_points(self.half_points)}"
        for one, other in self.snapshot.forbidden_pairs:
            yield f"XXP {self.number[one]} {self.number[other]}"

    def _settings_26(self) -> Iterator[str]:
        options = self.snapshot.options
        if "rounds" in options:
            yield f"142 {options['rounds']}"
        if "initial_colour" in options:
            yield f"152 {str(options['initial_colour'])[0].upper()}"
        if "bye" in options:
            yield f"162  P{_points(self.half_points)}"
        if any(self.number[player.id] != player.start for player in self.snapshot.players):
            yield "XXC rank"
        last = options.get("rounds", ROUNDS_LIMIT)
        for one, other in self.snapshot.forbidden_pairs:
            yield f"260 001 {last:>03} {self.number[one]:>4} {self.number[other]:>4}"

    def _byes_26(self, next_round: dict[PlayerId, str]) -> Iterator[str]:
        for kind in "FHZ":
            numbers = sorted(self.number[one] for one, what in next_round.items() if what == kind)
            for number in numbers:
                yield f"240 {kind} {len(self.rounds) + 1:>03} {number:>4}"

    def _fill(self, round_: Round, number: int) -> None:
        """A cell of everybody for a round on record; who is named nowhere was absent."""
        found = self._without_opponent(round_)
        for game in round_.games:
            found |= self._of_game(game)
            if game.result is Result.UNFINISHED:
                facts = {"white": game.white, "black": game.black}
                self.warn(TrfWarning(0, 0, "unfinished_as_draw", {**facts, "round": number}))
        for player, cells in self.cells.items():
            cells.append(found.get(player, "0000 - Z"))
            code = cells[-1][-1]
            self.score[player] += self.half_points if code == "U" else _HALF_POINTS.get(code, 0)

    def _without_opponent(self, round_: Round) -> dict[PlayerId, str]:
        found = dict.fromkeys(round_.half_point_byes, "0000 - H")
        found |= dict.fromkeys(round_.full_point_byes, "0000 - F")
        return found | ({round_.bye: "0000 - U"} if round_.bye is not None else {})

    def _of_game(self, game: Game) -> dict[PlayerId, str]:
        codes = _CODES[game.result]
        return {
            game.white: f"{self.number[game.black]:>4} w {codes[0]}",
            game.black: f"{self.number[game.white]:>4} b {codes[1]}",
        }

    def _next_round(self) -> dict[PlayerId, str]:
        """What everybody does in the round to be paired; "" for those who are there."""
        if self.to_pair is None:
            return {}
        round_ = self.to_pair.round
        named = {player: cell[-1] for player, cell in self._without_opponent(round_).items()}
        there = round_.who_is_there()
        return {player: named.get(player, "" if player in there else "Z") for player in self.cells}

    def _row(self, player: Player, rank: int) -> str:
        title = player.title if len(player.title) <= 3 else ""
        identity = player.federation_id if len(player.federation_id) <= 11 else ""
        sex = player.sex[:1].lower()
        rating = "" if player.rating is None else player.rating
        fixed = (
            f"001 {self.number[player.id]:>4} {sex:1}{title:>3} {player.name[:33]:<33} "
            f"{rating:>4} {'':3} {identity:>11} {player.birth_year or '':<10} "
            f"{_points(self.score[player.id])} {rank:>4}"
        )
        return "  ".join([fixed, *self.cells[player.id]])


def _is_number(player: PlayerId) -> bool:
    return player.isascii() and player.isdigit() and player[0] != "0" and len(player) <= 4


def _points(half_points: int) -> str:
    """Points in four columns: " 2.5"."""
    return f"{half_points // 2}.{half_points % 2 * 5}".rjust(4)
