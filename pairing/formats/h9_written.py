"""How is a competition written as a European go tournament file? See `pairing.formats.h9`."""

import re
from collections.abc import Iterator
from fractions import Fraction

from pairing.core.history import History
from pairing.core.points_table import Table, read_table
from pairing.core.tiebreaks import working
from pairing.core.types import Colour, Fact, Game, Player, PlayerId, Round, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.formats.errors import TrfError
from pairing.formats.h9 import NO_CLUB, NO_COUNTRY, NOTHING
from pairing.formats.trf_text import NUMBER_LIMIT

_GRADE = re.compile(r"([1-9]?\d)[ -]?([kdp])", re.IGNORECASE | re.ASCII)
_GAP = re.compile(r"[\s_]+")
_HALF_POINT = 1
_BYE = 2
#: By half points.
_SIGNS = "-=+"


def write_h9(snapshot: Snapshot) -> bytes:
    """The competition as a new file (UTF-8, lines ended by LF), players by their start numbers.

    Scores are points, resistance points and Sonneborn-Berger. TrfError: a board is fixed in the
    round to be paired, or a start number above 9999.
    """
    return "".join(f"{line}\n" for line in _Written(snapshot).lines()).encode()


class _Written:
    def __init__(self, snapshot: Snapshot):
        self.snapshot = snapshot
        self.number = {player.id: player.start for player in snapshot.players}
        if max(self.number.values(), default=0) > NUMBER_LIMIT:
            raise TrfError(0, 0, "number_too_high", {"limit": NUMBER_LIMIT})
        self.rounds = [recorded.round for recorded in snapshot.record()]
        # Who chose fewer rounds than had been played then wants no more of them.
        self.count = max(int(str(snapshot.options.get("rounds", 0))), len(self.rounds))
        to_pair = snapshot.to_pair() if len(self.rounds) < self.count else None
        self.next = round_ = to_pair.round if to_pair else Round()
        everybody = {player.id for player in snapshot.players}
        self.says_who_is_there = round_.present is not None and (
            round_.bye is not None or round_.taking_part() != everybody
        )
        for game in round_.games:
            facts: dict[str, Fact] = {"white": game.white, "black": game.black}
            raise TrfError(0, 0, "fixed_board", {**facts, "round": len(self.rounds) + 1})

    def lines(self) -> Iterator[str]:
        """The heads, and a line for each player."""
        snapshot = self.snapshot
        yield f"; EV[{snapshot.name}]"
        if re.fullmatch(r"[A-Z]{2}", snapshot.country):
            yield f"; PC[{snapshot.country},]"
        days = [evening.date for evening in snapshot.evenings if evening.date]
        if days:
            yield f"; DT[{days[0]},{days[-1]}]"
        if self.count:
            yield f"; RO[{self.count}]"
        yield f"; RP[{len(self.rounds)}]"
        yield ";"
        yield "; Pl Name                           Rk Co Club   Pt   WP    SB"
        history = History(snapshot, _BYE, _HALF_POINT)
        table = read_table(snapshot.players, history)
        for player in sorted(snapshot.players, key=lambda player: player.start):
            yield self._row(player, table)

    def _row(self, player: Player, table: Table) -> str:
        grade = _GRADE.match(player.grade)
        rank = f"{grade[1]}{grade[2].lower()}" if grade else NOTHING
        country = self.snapshot.country
        country = country if re.fullmatch(r"[A-Z]{2}", country) else NO_COUNTRY
        scores = (
            table.points[player.id],
            working(table, "resistance_points", player.id, ()).value,
            working(table, "sonneborn_berger", player.id, ()).value,
        )
        points, wp, sb = (_decimals(score) for score in scores)
        at_egd = player.number_of("EGD")
        pin = f" |{at_egd}" if re.fullmatch(r"\d{8}", at_egd) else ""
        name = " ".join(_names(player.name, self.number[player.id]))
        fixed = (
            f"{self.number[player.id]:>4} {name:<30} {rank:>3} {country} "
            f"{_joined(player.club) or NO_CLUB:<4} {points:>4} {wp:>4} {sb:>5}"
        )
        return fixed + "".join(f" {cell:>7}" for cell in self._cells(player.id)) + pin

    def _cells(self, player: PlayerId) -> list[str]:
        """What the player did in each round, and whether they are there for the next one."""
        cells = [self._cell(player, round_) for round_ in self.rounds]
        if self.says_who_is_there:
            is_waiting = player in self.next.taking_part() and player not in self.next.byes
            cells.append("0=" if is_waiting else self._cell(player, self.next))
        return cells

    def _cell(self, player: PlayerId, round_: Round) -> str:
        for game in round_.games:
            if player in game.players:
                return self._of_game(player, game)
        kind = round_.unplayed.get(player, Unplayed.ABSENT)
        points = Fraction(_BYE, 2) if kind is Unplayed.BYE else kind.points or 0
        return f"0{_SIGNS[int(2 * points)]}"

    def _of_game(self, player: PlayerId, game: Game) -> str:
        colour = game.colour(player)
        score = game.result.score(colour)
        sign = "?" if score is None else _SIGNS[int(2 * score)]
        kind = "!" if game.result.is_forfeit else "/"
        letter = "b" if colour is Colour.BLACK else "w"
        return f"{self.number[game.opponent(player)]}{sign}{kind}{letter}"


def _names(name: str, number: int) -> tuple[str, str]:
    """Surname and first name, each one word: "van_der_Beek", "Quinten"."""
    surname, comma, first = name.partition(",")
    if not comma:
        words = name.split()
        # "van der" and the like belong to the surname.
        start = next((n for n, word in enumerate(words) if n and word[0].islower()), len(words) - 1)
        surname, first = " ".join(words[start:]), " ".join(words[: max(start, 0)])
    surname, first = _joined(surname), _joined(first)
    return (surname or first or str(number), (first if surname else "") or NOTHING)


def _joined(text: str) -> str:
    """A text as one word."""
    word = _GAP.sub("_", text.strip(" ,_\t")).strip("_,")
    return "" if word == NOTHING else word


def _decimals(score: Fraction) -> str:
    """Quarters as decimals: "2", "1.5", "0.75"."""
    whole, rest = divmod(score, 1)
    return f"{whole}{('', '.25', '.5', '.75')[int(4 * rest)]}"
