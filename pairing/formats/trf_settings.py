"""What do the lines of a TRF file say that are about the whole competition?

Those of TRF16 (012-132), of TRF26 (142-299), JaVaFo's (XX.) and bbpPairings' (BB.).
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from pairing.formats.errors import TrfWarning, Warn
from pairing.formats.nodes import clipped
from pairing.formats.trf_event import TAGS, EventLines
from pairing.formats.trf_text import NUMBER_LIMIT, Line, Word, iso_date, numbers, split_lines
from pairing.formats.unused import Unused

ROUNDS_LIMIT = 99
#: Where the columns of the first round start, and how far the rounds are apart.
FIRST_ROUND, ROUND_WIDTH = 92, 10

_HALF = Fraction(1, 2)
#: Codes of points of 162, BB., XXS and 299, with their only worth; None: the bye's can be chosen.
_WORTH: Mapping[str, Mapping[str, Fraction | int | None]] = {
    "162": {"W": 1, "D": _HALF, "L": 0, "A": 0, "P": None, "X": _HALF},
    "BB": {"W": 1, "D": _HALF, "L": 0, "Z": 0, "F": 0, "U": None},
    "XXS": {
        **dict.fromkeys(("W", "WW", "BW", "FW", "FPB"), 1),
        **dict.fromkeys(("D", "WD", "BD", "HPB"), _HALF),
        **dict.fromkeys(("WL", "BL", "FL", "ZPB"), 0),
        "PAB": None,
    },
    "299": {"W": 1, "D": _HALF, "L": 0, "F": 1, "H": _HALF, "Z": 0, "+": 1, "-": 0, "": 0},
}
_WINS = ("W", "WW", "BW")
_CODE_AND_POINTS = re.compile(r"([A-Za-z])\s*([0-9.]+)(?=\s|$)", re.ASCII)
_DATE = re.compile(r"(?:19|20)?(?P<y>\d\d)/(?P<m>\d\d)/(?P<d>\d\d)", re.ASCII)
#: Lines of virtual points, which count only for pairing.
ACCELERATIONS = ("XXA", "250")
#: Lines that are ignored with a warning.
IGNORED = ("013",)
#: Lines of TRF26 that only a team competition has; codes of 192 that name one.
OF_TEAMS = ("300", "310", "320", "330", "352", "362", "801", "802")
_OF_2026 = (
    *("142", "152", "162", "172", "182", "192", "202", "212", "222"),
    *("240", "250", "260", "299"),
)
_TEAM_CODE = re.compile(r"TEAM|SCHILLER|SCHEVENINGEN", re.IGNORECASE)
#: Lines that do not matter to a pairing; all except counts that agree with the players are named as
#: not used.
SILENT = re.compile(r"0[2-9]2|1[012]2|1[789]2|2[0-3]2|###|DAT|[A-Z]{3} +\d", re.ASCII)
#: Lines with one word: anything after it is not used.
_OF_ONE_WORD = ("142", "152", "XXR", *(f"BB{kind}" for kind in "WDLZFU"))


class ByeLine(NamedTuple):
    """A player to whom a line 240 gives a bye (H, F) or an absence (Z) in a round."""

    word: Word
    player: int
    round: int
    kind: str


class Forbidden(NamedTuple):
    """Two players who may not be paired from round `first` to round `last`."""

    words: tuple[Word, Word]
    pair: tuple[int, int]
    first: int = 1
    last: int = ROUNDS_LIMIT


@dataclass
class Settings:
    """The settings in the lines read so far. `order`: what decides the start order; `bye`: its
    worth.

    `played`: how many rounds are over, if a line other than the players' says so.
    `may_count_nothing`: a bye may be worth no point, as in a round robin. `rounds_tag`: the line
    for the number of rounds. A file with an acceleration is refused unless it is read
    `without_acceleration`, or for a system that `knows_acceleration`: `virtual` are the half points
    by player and round.
    """

    warn: Warn
    without_acceleration: bool = True
    knows_acceleration: bool = False
    may_count_nothing: bool = False
    is_accelerated: bool = False
    virtual: dict[tuple[int, int], tuple[Word, int]] = field(default_factory=dict)
    name: str = ""
    rounds: int | None = None
    rounds_tag: str = "XXR, 142"
    played: int | None = None
    colour: str | None = None
    order: str = "number"
    bye: Fraction | None = None
    dates: dict[int, str] = field(default_factory=dict)
    absent: list[tuple[Word, int]] = field(default_factory=list)
    byes: list[ByeLine] = field(default_factory=list)
    forbidden: list[Forbidden] = field(default_factory=list)
    event: EventLines = field(default_factory=EventLines)
    unused: Unused = field(default_factory=Unused)
    silent: list[Line] = field(default_factory=list)
    _lines: dict[str, tuple[Line, Hashable]] = field(default_factory=dict)

    def read(self, line: Line) -> None:
        """Read one more line; TrfError if it cannot be understood or contradicts an earlier one."""
        if reader := _READERS.get(line.tag):
            reader(self, line)
            for word in line.words()[1:] if line.tag in _OF_ONE_WORD else ():
                self.unused.note(word.text, line.number)
        elif is_acceleration(line):
            self._accelerate(line)
        elif line.tag in IGNORED:
            self.warn(TrfWarning(line.number, 1, "line_ignored", {"tag": line.tag}))
        elif SILENT.match(line.text):
            self.silent.append(line)
        elif line.text.strip():
            facts = {"text": clipped(line.text.strip())}
            self.warn(TrfWarning(line.number, 1, "unknown_line", {**facts}))

    def tell_unused(self, players: int) -> None:
        """Warn of lines that are not used, in a file of so many `players`."""
        for line in self.silent:
            text = line.text[4:].strip()
            # How many players, how many of them rated, and no team.
            is_count = line.tag in ("062", "072") and text.split(" ")[0] == str(players)
            is_count = is_count or (line.tag in ("072", "082") and text in ("", "0"))
            if text and not is_count:
                self.unused.note(line.tag, line.number)
        self.unused.tell(self.warn)

    def _accelerate(self, line: Line) -> None:
        """Take a line of an acceleration. Without its points the pairing is not what the arbiter
        expects."""
        if self.knows_acceleration:
            self.is_accelerated = True
            if line.tag == "XXA":
                self._read_virtual(line)
            elif line.tag == "250":
                self._read_virtual_range(line)
            return
        if not self.without_acceleration:
            line.refuse(1, "accelerated", tag=line.tag)
        if not self.is_accelerated:
            self.warn(TrfWarning(line.number, 1, "acceleration_ignored", {"tag": line.tag}))
        self.is_accelerated = True

    def _read_virtual(self, line: Line) -> None:
        """XXA: a player's virtual points, round by round."""
        words = line.words()
        if not words:
            line.refuse(5, "missing", what="XXA")
        player = words[0].integer(1, NUMBER_LIMIT)
        for round_, word in enumerate(words[1:], start=1):
            self._take_virtual(word, range(player, player + 1), range(round_, round_ + 1))

    def _read_virtual_range(self, line: Line) -> None:
        """250: the virtual points of some players in some rounds."""
        columns = ((10, 13), (15, 17), (19, 21), (23, 26), (28, 31))
        words = [line.word(first, last) for first, last in columns]
        points, *bounds = (word for word in words if word is not None)
        if len(bounds) < 4:
            line.refuse(10, "missing", what="250")
        first, last, low, high = (word.integer(1, NUMBER_LIMIT) for word in bounds)
        if last > ROUNDS_LIMIT:
            bounds[1].refuse("out_of_range", low=1, high=ROUNDS_LIMIT, value=last)
        self._take_virtual(points, range(low, high + 1), range(first, last + 1))

    def _take_virtual(self, word: Word, players: range, rounds: range) -> None:
        """Keep virtual points, which are whole or half ones, none below 0."""
        half_points = 2 * word.points()
        if half_points < 0 or half_points.denominator != 1:
            word.refuse("not_points", text=clipped(word.text))
        for player in players:
            for round_ in rounds:
                self.virtual[player, round_] = word, int(half_points)

    def once(self, what: str, line: Line, column: int, value: str | int | Fraction) -> None:
        """Refuse a second value of `what` that differs from the first."""
        first, before = self._lines.setdefault(what, (line, value))
        if before != value:
            line.refuse(
                column, "said_otherwise", found=str(value), before=str(before), first=first.number
            )

    def read_name(self, line: Line) -> None:
        """012: the competition's name."""
        self.name = line.sentence(5, max(5, len(line.text)))
        self.once("name", line, 5, self.name)

    def read_rounds(self, line: Line) -> None:
        """XXR, 142: how many rounds there will be."""
        words = line.words()
        if not words:
            line.refuse(5, "missing", what="rounds")
        self.rounds = words[0].integer(1, ROUNDS_LIMIT)
        self.once("rounds", line, words[0].column, self.rounds)

    def read_configuration(self, line: Line) -> None:
        """XXC: the lot, and what decides the start order."""
        for word in line.words():
            choice = word.choice("WHITE1", "BLACK1", "RANK", "RATING").lower()
            if choice in ("rank", "rating"):
                self.order = choice
                self.once("order", line, word.column, choice)
            else:
                self._set_colour(word, choice.removesuffix("1"))

    def read_colour(self, line: Line) -> None:
        """152: the lot."""
        word = line.word(5, max(5, len(line.text)))
        if word is None:
            line.refuse(5, "missing", what="W, B")
        self._set_colour(word, {"W": "white", "B": "black"}[word.choice("W", "B")])

    def _set_colour(self, word: Word, colour: str) -> None:
        self.colour = colour
        self.once("colour", word.line, word.column, colour)

    def read_worths(self, line: Line) -> None:
        """162: the worth of results, as "W 3.0    D 1.0"."""
        column = 4
        for match in _CODE_AND_POINTS.finditer(line.text, 3):
            line.check_blank(range(column, match.start() + 1))
            code = Word(line, match.start(1) + 1, match.group(1))
            self._worth("162", code, Word(line, match.start(2) + 1, match.group(2)))
            column = match.end() + 1
        line.check_blank(range(column, len(line.text) + 1))

    def read_worth(self, line: Line) -> None:
        """BBW and the like: the worth of one kind of result."""
        words = line.words()
        if not words:
            line.refuse(5, "missing", what=line.tag)
        self._worth("BB", Word(line, 3, line.tag[2]), words[0])

    def read_equations(self, line: Line) -> None:
        """XXS: "W=3 D=1"."""
        for word in line.words():
            code, _, points = word.text.partition("=")
            self._worth(
                "XXS",
                Word(line, word.column, code),
                Word(line, word.column + len(code) + 1, points),
            )

    def _worth(self, kind: str, code: Word, points: Word) -> None:
        """Check what a result is worth: only the bye's worth may be chosen."""
        what = code.choice(*_WORTH[kind])
        worth, usual = points.points(), _WORTH[kind][what]
        if usual is None:
            if worth not in (1, _HALF) and (worth or not self.may_count_nothing):
                points.refuse("bye_worth", points=str(worth))
            self.bye = worth
            self.once("bye", code.line, points.column, worth)
        elif worth != usual and what in _WINS:
            points.refuse("win_worth", points=str(worth))
        elif worth != usual:
            points.refuse("points_not_kept", what=what, points=str(worth), usual=str(usual))

    def read_abnormal(self, line: Line) -> None:
        """299: points outside the rules; they can be kept only if they make no difference."""
        kind = line.at(5, 5).strip()
        word = line.word(8, 11)
        if word is not None and word.points():
            word.refuse("points_not_kept", what=kind or "299", points=word.text, usual="0")
        word = line.word(13, 18)
        if word is not None:
            self._worth("299", Word(line, 5, kind), word)

    def read_dates(self, line: Line) -> None:
        """132: the day of each round."""
        starts = range(FIRST_ROUND, len(line.text) + 1, ROUND_WIDTH)
        days = [iso_date(word.text, _DATE) for word in line.words()]
        if "\t" in line.text and days and all(days):
            # Tornelo puts tabs between the tag and the days, so that they stand in no column.
            self.dates |= dict(enumerate(days[:ROUNDS_LIMIT], start=1))
            return
        for round_, column in enumerate(starts, start=1):
            text = line.at(column, column + ROUND_WIDTH - 1).strip()
            if not text:
                continue
            if written := iso_date(text, _DATE):
                self.dates[round_] = written
            else:
                self.warn(TrfWarning(line.number, column, "bad_date", {"text": clipped(text)}))

    def read_event(self, line: Line) -> None:
        """022-122: place, days, arbiters and more of the event."""
        text = clipped(line.text[4:].strip())
        if code := self.event.read(line):
            self.warn(TrfWarning(line.number, 5, code, {"text": text}))
        elif (
            line.tag != "112" and text and self._lines.setdefault(line.tag, (line, text))[1] != text
        ):
            self.unused.note(f"{line.tag} {text}", line.number)

    def read_absent(self, line: Line) -> None:
        """XXZ: the players absent in the next round."""
        self.absent += numbers(line.words())

    def read_byes(self, line: Line) -> None:
        """240: the players with a bye or an absence in a round."""
        words = line.words()
        if len(words) < 3:
            line.refuse(5, "missing", what="F, H, Z")
        kind, round_ = words[0].choice("F", "H", "Z"), words[1].integer(1, ROUNDS_LIMIT)
        self.byes += [ByeLine(word, player, round_, kind) for word, player in numbers(words[2:])]

    def read_forbidden(self, line: Line) -> None:
        """XXP: no two players of the list may meet."""
        self._forbid(line, line.words(), 1, ROUNDS_LIMIT)

    def read_forbidden_rounds(self, line: Line) -> None:
        """260: the same, from one round to another."""
        first, last = line.word(5, 7), line.word(9, 11)
        self._forbid(
            line,
            line.words(after=11),
            first.integer(1, 999) if first else 1,
            last.integer(1, 999) if last else ROUNDS_LIMIT,
        )

    def _forbid(self, line: Line, words: list[Word], first: int, last: int) -> None:
        players = [*numbers(words)]
        if len(players) < 2:
            line.refuse(5, "not_two")
        for (word, player), (opponents_word, opponent) in combinations(players, 2):
            if player == opponent:
                opponents_word.refuse("against_himself", player=str(player))
            words_of_pair = (word, opponents_word)
            self.forbidden.append(Forbidden(words_of_pair, (player, opponent), first, last))


def is_acceleration(line: Line) -> bool:
    """Whether the line says that some players are paired with more points than they have."""
    is_named = line.tag == "192" and line.text.rstrip().upper().endswith("_BAKU")
    return is_named or line.tag in ACCELERATIONS


def check_no_teams(lines: Sequence[Line]) -> None:
    """TrfError when the file holds a competition of teams; called before anything else is read.

    Lines 013 alone do not: many programs write the clubs of single players that way.
    """
    named = [line for line in lines if line.tag == "013"]
    for line in lines:
        text = line.text[4:].strip()
        if (
            line.tag in OF_TEAMS
            or (line.tag == "192" and _TEAM_CODE.search(text))
            or (line.tag == "082" and named and text.isdigit() and int(text))
        ):
            line.refuse(1, "team_competition", tag=line.tag)


def is_of_2026(text: str) -> bool:
    """Whether a file has a line that only TRF26 has."""
    return any(line[:3] in _OF_2026 for line, _ in split_lines(text))


_READERS: Mapping[str, Callable[[Settings, Line], None]] = {
    "012": Settings.read_name,
    "132": Settings.read_dates,
    "142": Settings.read_rounds,
    "152": Settings.read_colour,
    "162": Settings.read_worths,
    "240": Settings.read_byes,
    "260": Settings.read_forbidden_rounds,
    "299": Settings.read_abnormal,
    **dict.fromkeys(TAGS, Settings.read_event),
    "XXR": Settings.read_rounds,
    "XXC": Settings.read_configuration,
    "XXS": Settings.read_equations,
    "XXZ": Settings.read_absent,
    "XXP": Settings.read_forbidden,
    **{f"BB{kind}": Settings.read_worth for kind in _WORTH["BB"]},
}
