"""What does a TRF file hold about a competition? Its numbers, cells, scores, and settings.

TRF16 has no line for the number of rounds, the lot and so on; those are written as JaVaFo and
bbpPairings know them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Literal, NoReturn, TypeVar

from pairing.core.acceleration import virtual_points
from pairing.core.types import Fact, Game, Player, PlayerId, Result, Round, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.formats.errors import TrfError, TrfWarning, Warn, in_silence
from pairing.formats.trf_event import encoded_time_control, head_lines
from pairing.formats.trf_people import (
    CODES,
    FIDE,
    NAME_LIMIT,
    columns_of,
    national_issuer,
    rated_columns,
    rating_at_fide,
    rating_at_home,
)
from pairing.formats.trf_players import ENDINGS, HALF_POINTS, UNPLAYED
from pairing.formats.trf_ranks import fide_codes, standing
from pairing.formats.trf_settings import FIRST_ROUND, ROUND_WIDTH, ROUNDS_LIMIT
from pairing.formats.trf_text import NUMBER_LIMIT, Line
from pairing.registry import get_system, rules_of

T = TypeVar("T")
Edition = Literal["16", "26"]
#: What a file is for: another program's next pairing, or a federation's rating officer.
Purpose = Literal["pairing", "rating"]
#: The program that made the pairings (182).
PROGRAM = "Clubcomp"

#: The codes in White's and Black's lines; an unfinished game has none and is a draw or, in a fixed
#: schedule, left open.
_CODES = {result: codes for codes, result in ENDINGS.items()}
_OPEN = {False: ("=", "="), True: (" ", " ")}
_CELLS = {kind: f"0000 - {letter}" for letter, kind in UNPLAYED.items()}
#: The lines of the number of rounds, the worth of a bye and a forbidden pair.
_TAGS: Mapping[Edition, tuple[str, str, str]] = {
    "16": ("XXR", "BBU ", "XXP {} {}"),
    "26": ("142", "162  P", "260 001 {last:>03} {:>4} {:>4}"),
}
_NUMBER = re.compile(r"[1-9]\d{0,3}", re.ASCII)
#: The cell of a player who is present and has no opponent yet.
WAITING = " " * 8


class Report:
    """A competition in the words of a TRF file.

    By player: `number`, the pairing number; `cells`, one for each round on record and, if there is
    a round to be paired, one for the bye or absence in it; `half_points`, those of the rounds on
    record; `ahead`, those of the round to be paired; `ranks`, by the competition's own tie-breaks.
    TrfError: a number does not fit, a board is fixed in the round to be paired, a game of a rating
    report is open; `warn` is called for unfinished games and names that are too long.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        warn: Warn = in_silence,
        numbers: Mapping[PlayerId, int] | None = None,
        purpose: Purpose = "pairing",
    ) -> None:
        self.snapshot = snapshot
        self.system = get_system(snapshot.system)
        self.purpose = purpose
        self.warn = warn
        self.number = numbers or numbers_of(snapshot)
        self.players = sorted(snapshot.players, key=lambda player: player.start)
        if max(self.number.values(), default=0) > NUMBER_LIMIT:
            raise TrfError(0, 0, "number_too_high", {"limit": NUMBER_LIMIT})
        for player in self.players:
            if len(player.name) > NAME_LIMIT:
                long: dict[str, Fact] = {"name": player.name, "limit": NAME_LIMIT}
                warn(TrfWarning(0, 0, "name_cut", long))
        self.rounds = [recorded.round for recorded in snapshot.record()]
        self.bye = Fraction(getattr(rules_of(snapshot).options, "bye_half_points", 2), 2)
        self.cells: dict[PlayerId, list[str]] = {player.id: [] for player in snapshot.players}
        for number, round_ in enumerate(self.rounds, start=1):
            self._fill(round_, number)
        self.half_points = {player: self._sum(cells) for player, cells in self.cells.items()}
        rows = standing(snapshot)
        self.ranks = {row.player: row.rank for row in rows}
        self.tie_breaks = list(rows[0].workings) if rows else []
        self.fide_tie_breaks = fide_codes(snapshot, rows)
        self.count = rules_of(snapshot).round_count(len(self.players)) or 0
        recorded = snapshot.to_pair() if self.next <= (self.count or ROUNDS_LIMIT) else None
        self.has_next = recorded is not None and not self.open_from
        if recorded is not None and self.has_next:
            self._fill_next(recorded.round)
        for warning in self._left_out():
            warn(warning)
        self.ahead = {
            player: self._sum(cell for cell in cells[len(self.rounds) :] if cell[-1] != "U")
            for player, cells in self.cells.items()
        }

    @property
    def next(self) -> int:
        """The number of the round after those on record."""
        return len(self.rounds) + 1

    @property
    def has_own_order(self) -> bool:
        """Whether the start order differs from that of the pairing numbers."""
        return any(self.number[player.id] != player.start for player in self.players)

    def next_bye(self, player: PlayerId) -> str:
        """F, H or Z: why a player does not take part in the round to be paired; else ""."""
        return self.cells[player][-1][-1].strip(" U") if self.has_next else ""

    def has_bye_lines(self, edition: Edition) -> bool:
        """Whether lines 240 of TRF26 say who does not take part in the round to be paired.

        A file of 2016 has them too if no player waits: with a column for every player the round
        would be taken for one that is over.
        """
        all_cells = self.cells.values()
        waits = any(cells[-1] == WAITING for cells in all_cells) if self.has_next else True
        return edition == "26" or not waits

    def lines(self, edition: Edition) -> Iterator[str]:
        """All lines of a new file, without line ends."""
        for lines in self.settings(edition).values():
            yield from (line.rstrip(" ") for line in lines)
        for player in self.players:
            yield self.row(player, edition)
        if edition == "26":
            # The players' numbers and ratings at the national federation.
            issuer = self.national
            for player in self.players if self.has_national_lines else ():
                if player.number_of(issuer):
                    line = Line(0, f"{CODES[issuer]} {self.number[player.id]:>4}")
                    yield line.with_texts(self.at_home(player, issuer)).text
        if self.has_bye_lines(edition):
            # Players who do not take part in the round to be paired, a line each.
            for kind in "FHZ":
                for player in sorted(self.players, key=lambda player: self.number[player.id]):
                    if self.next_bye(player.id) == kind:
                        yield self.bye_to_come(kind, player.id)

    def row(self, player: Player, edition: Edition) -> str:
        """A player's line. Byes of the round to be paired may have lines of their own instead of a
        cell, except the pairing-allocated one."""
        columns = [*self.identity(player), (81, points(self.half_points[player.id]))]
        columns.append((86, f"{self.ranks[player.id]:>4}"))
        has_lines = self.has_bye_lines(edition)
        for round_, cell in enumerate(self.cells[player.id], start=1):
            waits = has_lines and round_ == self.next and cell[-1] in "FHZ"
            columns.append((cell_column(round_), WAITING if waits else cell))
        return Line(0, f"001 {self.number[player.id]:>4}").with_texts(columns).text

    def settings(self, edition: Edition) -> dict[str, list[str]]:
        """The lines about the competition, by the setting they are about."""
        options = self.snapshot.options
        rounds, bye, forbidden = _TAGS[edition]
        # With fewer rounds chosen than were played, no more rounds are wanted.
        count = self.count and max(self.count, len(self.rounds))
        last = count or ROUNDS_LIMIT
        is_full = edition == "26" or self.purpose == "rating"
        rated = sum(dict(self.identity(player))[49].strip(" 0") != "" for player in self.players)
        counts = {"players": str(len(self.players)), "rated": str(rated), "teams": "0"}
        kind = self.snapshot.event.type or (self.system.trf_type if is_full else "")
        return {
            **head_lines(self.snapshot, **(counts if is_full else {}), type=kind),
            "dates": self._dates(),
            "rounds": [f"{rounds} {count}"] if count else [],
            "order": [*self._start(edition)],
            "bye": [f"{bye}{points(int(2 * self.bye))}"] if "bye" in options else [],
            **(self._codes() if edition == "26" else {}),
            "virtual": [*self._virtual(edition)],
            "forbidden": [
                forbidden.format(self.number[player], self.number[opponent], last=last)
                for player, opponent in self.snapshot.forbidden_pairs
            ],
        }

    def _virtual(self, edition: Edition) -> Iterator[str]:
        """The virtual points of an acceleration: by player, or by points, round and players."""
        snapshot = self.snapshot
        rounds = int(str(snapshot.options.get("rounds", 0)))
        virtual = virtual_points(snapshot, rounds, str(option(snapshot, "acceleration")))
        if edition == "16":
            for player in self.players:
                if halves := virtual.get(player.id):
                    columns = " ".join(points(half) for half in halves)
                    yield f"XXA {self.number[player.id]:>4} {columns}"
            return
        by_number = sorted((self.number[player], halves) for player, halves in virtual.items())
        for (number, halves), last in _runs(by_number):
            for (start, half), end in _runs(list(enumerate(halves, start=1))):
                if half:
                    yield f"250      {points(half)} {start:>3} {end:>3} {number:>4} {last:>4}"

    def _codes(self) -> dict[str, list[str]]:
        """TRF26: the program, the system, the tie-breaks and the time control."""
        fide, rest = self.fide_tie_breaks, self.tie_breaks[len(self.fide_tie_breaks) :]
        broken_by = [f"202 {','.join(fide)}"] if fide else []
        if rest and rest[0] != "lot":
            broken_by += [f"212 {','.join(('PTS', *fide))}"] if fide else []
            own = ", ".join(self.tie_breaks).replace("_", " ")
            broken_by.append(f"### Ties are broken by: {own}")
        else:
            # The lot is the start order, that of the numbers; without it places are shared.
            last = ["TPN"] if rest and not self.has_own_order else []
            broken_by.append(f"212 {','.join(('PTS', *fide, *last))}")
        seeding = self.snapshot.seeding
        # Which rating decided the start order; only where there are national lines.
        methods = {FIDE: "FIDE", self.national: "NRO"}
        method = methods.get(seeding.list, "OTHER") if seeding else "FIDON"
        home = [f"172 {CODES[self.national]} {method}"] if self.has_national_lines else []
        time = encoded_time_control(self.snapshot.event.time_control)
        code = self.system.trf_code
        if option(self.snapshot, "cycles") == 2:
            code = code.replace("_ROUND", "_DOUBLEROUND")
        return {
            "home": home,
            "program": [f"182 {PROGRAM}"],
            "system": [f"192 {code}"],
            "tie_breaks": broken_by,
            "time_code": [f"222 {time}"] if time else [],
        }

    def dates(self) -> list[str]:
        """The date of every round as YY/MM/DD, "" if there is none."""
        return [
            evening.date[2:].replace("-", "/")
            for evening in self.snapshot.evenings
            for _ in evening.rounds
        ]

    def _dates(self) -> list[str]:
        if not any(dates := self.dates()):
            return []
        return ["132 ".ljust(FIRST_ROUND - 1) + "  ".join(date.ljust(8) for date in dates)]

    def _start(self, edition: Edition) -> Iterator[str]:
        """The lot and the start order."""
        lot = str(option(self.snapshot, "initial_colour") or "")
        if edition == "26" and lot:
            yield f"152 {lot[0].upper()}"
            lot = ""
        words = [*([f"{lot}1"] if lot else []), *(["rank"] if self.has_own_order else [])]
        if words:
            yield f"XXC {' '.join(words)}"

    def bye_to_come(self, kind: str, player: PlayerId) -> str:
        """TRF26: the line that takes a player out of the round to be paired."""
        return f"240 {kind} {self.next:>03} {self.number[player]:>4}"

    def identity(self, player: Player) -> Sequence[tuple[int, str]]:
        """The columns that identify a player, with their content. For a pairing the rating is the
        competition's; a rating report has FIDE's, or none."""
        is_report = self.purpose == "rating"
        seeding = self.snapshot.seeding
        return columns_of(player, rating_at_fide(player, seeding) if is_report else player.rating)

    @property
    def national(self) -> str:
        """The issuer of the file's national lines; "" for none."""
        if self.snapshot.game != "chess":
            return ""
        return national_issuer(self.players, self.snapshot.event.federation)

    @property
    def has_national_lines(self) -> bool:
        """Only in a rating report: for a pairing FIDE's column has the rating that counts."""
        return self.purpose == "rating" and bool(self.national)

    def at_home(self, player: Player, issuer: str) -> Sequence[tuple[int, str]]:
        """The columns of a player's national line, with their content."""
        rating = rating_at_home(player, issuer, self.snapshot.seeding)
        return rated_columns(player, issuer, rating)

    def _fill(self, round_: Round, number: int) -> None:
        """Add a cell for each player for a round on record; a player named nowhere was absent."""
        # In a round that has not begun a player without an opponent is not away.
        is_to_come = 0 < self.open_from <= number
        written = {} if is_to_come else self._without_opponent(round_)
        for game in round_.games:
            codes = _CODES[game.result]
            if not game.result.is_finished:
                codes = _OPEN[bool(self.system.reported)]
            written[game.white] = f"{self.number[game.black]:>4} w {codes[0]}"
            written[game.black] = f"{self.number[game.white]:>4} b {codes[1]}"
            if game.result is Result.UNFINISHED:
                if self.purpose == "rating":
                    self._refuse("game_open", game, number)
                if self.system.reported:
                    continue
                facts = {"white": game.white, "black": game.black}
                self.warn(TrfWarning(0, 0, "unfinished_as_draw", {**facts, "round": number}))
        for player, cells in self.cells.items():
            cells.append(written.get(player, WAITING if is_to_come else "0000 - Z"))

    def _fill_next(self, round_: Round) -> None:
        """The same for the round to be paired; players who are present wait."""
        for game in round_.games:
            self._refuse("fixed_board", game, self.next)
        named, present = self._without_opponent(round_), round_.taking_part()
        for player, cells in self.cells.items():
            cells.append(named.get(player, WAITING if player in present else "0000 - Z"))

    def _without_opponent(self, round_: Round) -> dict[PlayerId, str]:
        """The cells of players without an opponent; a bye worth nothing becomes an absence."""
        cells = _CELLS if self.bye else {**_CELLS, Unplayed.BYE: "0000 - Z"}
        return {player: cells[kind] for player, kind in round_.unplayed.items() if kind in cells}

    @property
    def open_from(self) -> int:
        """In a fixed schedule, the first of the last rounds on record without any result, which are
        read as rounds to come. 0 if there is none."""
        rounds = self.rounds if self.system.reported else []
        last = max(
            (
                n
                for n, past in enumerate(rounds, 1)
                if any(g.result.is_finished for g in past.games)
            ),
            default=0,
        )
        return last + 1 if last < len(rounds) else 0

    def _left_out(self) -> Iterator[TrfWarning]:
        """Warn about facts that the file cannot hold, and those that a reader takes differently."""
        kinds = {kind for round_ in self.rounds for kind in round_.unplayed.values()}
        if kinds - {*UNPLAYED.values()}:
            yield TrfWarning(0, 0, "kinds_left_out")
        if any(game.fixed for round_ in self.rounds for game in round_.games):
            yield TrfWarning(0, 0, "fixed_left_out")
        for player in self.players if self.system.reported else ():
            if player.left is not None:
                yield TrfWarning(0, 0, "leaving_left_out", {"name": player.name})
        shown = self.open_from or self.next
        is_twice = option(self.snapshot, "cycles") == 2
        if is_twice and not option(self.snapshot, "swap_last_two") and shown < self.count / 2:
            yield TrfWarning(0, 0, "order_left_out")
        if self.open_from:
            yield TrfWarning(0, 0, "rounds_open", {"round": self.open_from})

    def _refuse(self, code: str, game: Game, round_: int) -> NoReturn:
        """TrfError about a game, with the names of its players."""
        name = {player.id: player.name for player in self.players}
        facts: dict[str, Fact] = {"white": name[game.white], "black": name[game.black]}
        raise TrfError(0, 0, code, {**facts, "round": round_})

    def _sum(self, cells: Iterator[str] | Sequence[str]) -> int:
        bye = int(2 * self.bye)
        return sum(bye if cell[-1] == "U" else HALF_POINTS.get(cell[-1], 0) for cell in cells)


def _runs(items: list[tuple[int, T]]) -> list[tuple[tuple[int, T], int]]:
    """Runs of consecutive numbers with equal items: the first number with the item, and the
    last."""
    runs: list[tuple[tuple[int, T], int]] = []
    for number, item in items:
        if runs and runs[-1][1] == number - 1 and runs[-1][0][1] == item:
            runs[-1] = runs[-1][0], number
        else:
            runs.append(((number, item), number))
    return runs


def numbers_of(snapshot: Snapshot) -> dict[PlayerId, int]:
    """The pairing numbers: the ids if all are numbers up to 9999, else the start numbers."""
    players = snapshot.players
    has_numbers = all(_NUMBER.fullmatch(player.id) for player in players)
    return {player.id: int(player.id) if has_numbers else player.start for player in players}


def option(snapshot: Snapshot, name: str) -> object:
    """The value of an option, chosen or by default; None if the system has no such option."""
    if name in snapshot.options:
        return snapshot.options[name]
    defaults = {known.name: known.default for known in fields(get_system(snapshot.system).options)}
    default = defaults.get(name)
    return None if default is MISSING else default


def points(half_points: int) -> str:
    """Points in four columns: " 2.5"."""
    return f"{half_points // 2}.{half_points % 2 * 5}".rjust(4)


def cell_column(round_: int) -> int:
    """Where the cell of a round (from 1) starts."""
    return FIRST_ROUND + ROUND_WIDTH * (round_ - 1)
