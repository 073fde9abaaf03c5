"""How is a competition written as a European go tournament file? See `pairing.formats.h9`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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


#: The number of moves for which the database counts the seconds.
_MOVES = 45
#: The classes: the least adjusted minutes, then the least minutes without and with seconds.
_CLASSES = (("A", 75, 60, 45), ("B", 50, 40, 30), ("C", 30, 25, 20))
_UNRATED = "X"
_LONGEST_CLUB, _LONGEST_NAME = 4, 30
#: Countries as FIDE writes them, and in two letters.
_COUNTRIES = dict(
    pair.split(":")
    for pair in """AND:AD ARM:AM AUT:AT AZE:AZ BEL:BE BIH:BA BLR:BY BUL:BG CHN:CN CRO:HR CYP:CY
    CZE:CZ DEN:DK ESP:ES EST:EE FIN:FI FRA:FR GEO:GE GER:DE GRE:GR HUN:HU IRL:IE ISL:IS ISR:IL
    ITA:IT JPN:JP KAZ:KZ KOR:KR LAT:LV LTU:LT LUX:LU MDA:MD MKD:MK MNE:ME NED:NL NOR:NO POL:PL
    POR:PT ROU:RO RUS:RU SLO:SI SRB:RS SUI:CH SVK:SK SWE:SE TPE:TW TUR:TR UKR:UA USA:US""".split()
)


@dataclass(frozen=True, slots=True)
class EgdEvent:
    """What the European Go Database asks besides the games: minutes each, seconds for a move."""

    minutes: int
    seconds: int = 0

    @property
    def adjusted(self) -> Fraction:
        """The minutes, and the seconds of 45 moves in minutes."""
        return self.minutes + Fraction(_MOVES * self.seconds, 60)

    @property
    def rating_class(self) -> str:
        """The class: A, B, C, or X, which is not rated."""
        for name, adjusted, alone, with_seconds in _CLASSES:
            basic = with_seconds if self.seconds else alone
            if self.adjusted >= adjusted and self.minutes >= basic:
                return name
        return _UNRATED


def write_h9(snapshot: Snapshot, egd: EgdEvent | None = None) -> bytes:
    """The competition as a new file (UTF-8, lines ended by LF), players by their start numbers.

    Scores are points, resistance points and Sonneborn-Berger. A report for the database (`egd`) has
    the players by their places, their own countries and clubs in four letters, and the headers that
    it reads instead of ours. TrfError: a board is fixed in the round to be paired, or a start
    number above 9999.
    """
    return "".join(f"{line}\n" for line in _Written(snapshot, egd).lines()).encode()


class _Written:
    def __init__(self, snapshot: Snapshot, egd: EgdEvent | None):
        self.snapshot = snapshot
        self.egd = egd
        self.number = {player.id: player.start for player in snapshot.players}
        if max(self.number.values(), default=0) > NUMBER_LIMIT:
            raise TrfError(0, 0, "number_too_high", {"limit": NUMBER_LIMIT})
        self.rounds = [recorded.round for recorded in snapshot.record()]
        # With fewer rounds chosen than were played, no more rounds are wanted.
        self.count = max(int(str(snapshot.options.get("rounds", 0))), len(self.rounds))
        to_pair = snapshot.to_pair() if len(self.rounds) < self.count else None
        self.next = round_ = to_pair.round if to_pair else Round()
        everybody = {player.id for player in snapshot.players}
        self.says_present = round_.present is not None and (
            round_.bye is not None or round_.taking_part() != everybody
        )
        for game in round_.games:
            facts: dict[str, Fact] = {"white": game.white, "black": game.black}
            raise TrfError(0, 0, "fixed_board", {**facts, "round": len(self.rounds) + 1})

    def lines(self) -> Iterator[str]:
        """The headers, and a line for each player."""
        snapshot = self.snapshot
        town = snapshot.event.place if self.egd else ""
        if self.egd:
            yield f"; CL[{self.egd.rating_class}]"
        yield f"; EV[{snapshot.name}]"
        if country := self._country(""):
            yield f"; PC[{country},{f' {town}' if town else ''}]"
        days = [evening.date for evening in snapshot.evenings if evening.date]
        if days:
            yield f"; DT[{days[0]},{days[-1]}]"
        if self.egd:
            yield "; HA[h9]"  # no game has a handicap
            yield f"; TM[{_decimals(self.egd.adjusted)}]"
        else:
            if self.count:
                yield f"; RO[{self.count}]"
            yield f"; RP[{len(self.rounds)}]"
        yield ";"
        yield "; Pl Name                           Rk Co Club   Pt   WP    SB"
        history = History(snapshot, _BYE, _HALF_POINT)
        table = read_table(snapshot.players, history)
        scores = {player.id: self._scores(player.id, table) for player in snapshot.players}
        in_order = sorted(snapshot.players, key=lambda player: player.start)
        if self.egd:
            in_order.sort(key=lambda player: scores[player.id], reverse=True)
            self.number = {player.id: rank for rank, player in enumerate(in_order, start=1)}
        for player in in_order:
            yield self._row(player, scores[player.id])

    def _scores(self, player: PlayerId, table: Table) -> tuple[Fraction, ...]:
        return (
            Fraction(table.points[player]),
            Fraction(working(table, "resistance_points", player, ()).value),
            Fraction(working(table, "sonneborn_berger", player, ()).value),
        )

    def _country(self, federation: str) -> str:
        """The country of a player, or of the competition: two letters, or ""."""
        country = _COUNTRIES.get(federation) if self.egd else None
        country = country or self.snapshot.country
        return country if re.fullmatch(r"[A-Z]{2}", country) else ""

    def _row(self, player: Player, scores: Iterable[Fraction]) -> str:
        grade = _GRADE.match(player.grade)
        rank = f"{grade[1]}{grade[2].lower()}" if grade else NOTHING
        country = self._country(player.federation) or NO_COUNTRY
        points, wp, sb = map(_decimals, scores)
        at_egd = player.number_of("EGD")
        pin = f" |{at_egd}" if re.fullmatch(r"\d{8}", at_egd) else ""
        name = " ".join(_names(player.name, self.number[player.id]))
        club = _joined(player.club)
        if self.egd:
            name, club = name[:_LONGEST_NAME], club[:_LONGEST_CLUB].strip("_")
        fixed = (
            f"{self.number[player.id]:>4} {name:<30} {rank:>3} {country} "
            f"{club or NO_CLUB:<4} {points:>4} {wp:>4} {sb:>5}"
        )
        return fixed + "".join(f" {cell:>7}" for cell in self._cells(player.id)) + pin

    def _cells(self, player: PlayerId) -> list[str]:
        """The player's cell for each round, and whether they are present for the next one."""
        cells = [self._cell(player, round_) for round_ in self.rounds]
        if self.says_present:
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
