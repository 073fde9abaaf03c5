"""How is a competition written as a TRF file: a new one, or again the one that was read?

A file that was read is compared with the competition as it is now. A line that is still true stays
as it is, byte for byte, and so does whatever a competition cannot hold: remarks, teams,
federations, days of birth. In other lines only the changed columns are replaced.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest

from pairing.core.types import Player, Snapshot
from pairing.formats.errors import Warn, in_silence
from pairing.formats.trf import TrfFile
from pairing.formats.trf_event import HEAD
from pairing.formats.trf_people import NATIONAL, national_number
from pairing.formats.trf_players import Row, in_start_order, read_row
from pairing.formats.trf_report import (
    WAITING,
    Edition,
    Purpose,
    Report,
    cell_column,
    numbers_of,
    option,
    points,
)
from pairing.formats.trf_settings import ROUND_WIDTH, ROUNDS_LIMIT, ByeLine, Forbidden, Settings
from pairing.formats.trf_text import LATIN_1, Line, encoded, split_lines
from pairing.registry import rules_of

#: A column and its content.
Column = tuple[int, str]
#: The setting of each line; the lines of one setting change together.
_SETTINGS = {
    **HEAD,
    **dict.fromkeys(("XXR", "142"), "rounds"),
    **dict.fromkeys(("XXC", "152"), "order"),
    **dict.fromkeys(("BBU", "162", "XXS"), "bye"),
    **dict.fromkeys(("202", "212"), "tie_breaks"),
    "222": "time_code",
    **dict.fromkeys(("XXA", "250"), "virtual"),
}
#: Lines that are renewed where the file has them, and never added.
_ONLY_WHERE_SAID = ("players", "rated", "tie_breaks")


def write_trf(
    snapshot: Snapshot,
    edition: Edition = "16",
    source: TrfFile | None = None,
    *,
    purpose: Purpose = "pairing",
    remarks: Sequence[str] = (),
    warn: Warn = in_silence,
) -> bytes:
    """The competition as a TRF file: a new one (lines ended by LF), or `source` again.

    A new one is Latin-1, which most programs expect of a TRF, or UTF-8 if a name has letters that
    Latin-1 lacks: the definition names no encoding.

    The pairing numbers are the players' ids if all are numbers up to 9999, else their start
    numbers. Of `source` every line that is still true stays; lines that it lacked are of `edition`.
    What the format cannot hold (clubs, evenings, boards, ...) is left out; a game that is not
    finished is written as a draw, a name of more than 33 characters is cut, and `warn` is called.
    The `remarks` (lines "###") come last. A file of 2016 has the whole head (062-092 too) for
    `purpose` "rating", and no rating report is written while a game is open. TrfError: a pairing
    number does not fit, a board is fixed in the round to be paired, or a game is open.
    """
    if source is not None:
        report = Report(snapshot, warn, _numbers_again(snapshot, source), purpose)
        text = _Rewritten(report, source, edition).text()
        known = {line.rstrip(" ") for line, _end in split_lines(text)}
        if new := [remark for remark in remarks if remark not in known]:
            text = "\n".join([text.removesuffix("\n"), *new, ""])
        return encoded(text, source.encoding)
    lines = [*Report(snapshot, warn, purpose=purpose).lines(edition), *remarks]
    return encoded("".join(f"{line}\n" for line in lines), LATIN_1)


def _numbers_again(snapshot: Snapshot, file: TrfFile) -> dict[str, int]:
    """The pairing numbers in the file: by id if ids are numbers, else by start number."""
    numbers = numbers_of(snapshot)
    if all(player.id == str(numbers[player.id]) for player in snapshot.players):
        return numbers
    before = {player.start: int(player.id) for player in file.snapshot.players}
    highest = max([*before.values(), *numbers.values()], default=0)
    for player in snapshot.players:
        number = before.get(player.start, player.start)
        if player.start not in before and number in before.values():
            highest += 1
            number = highest
        numbers[player.id] = number
    return numbers


class _Rewritten:
    """The file once more. `old` is what it said, `new` what it will say; `before` and `now` are the
    players by pairing number."""

    def __init__(self, new: Report, file: TrfFile, edition: Edition) -> None:
        self.old, self.new, self.edition = Report(file.snapshot), new, edition
        self.old.purpose = new.purpose
        self.before = {self.old.number[player.id]: player for player in self.old.players}
        self.now = {new.number[player.id]: player for player in new.players}
        self.lines = [
            (Line(number, text.rstrip(" ")), text, end)
            for number, (text, end) in enumerate(split_lines(file.text), start=1)
        ]
        settings = new.settings(edition)
        self.standing_changed = _standing(self.old) != _standing(new)
        self.changed = frozenset(self._changed_settings())
        #: Changed settings and forbidden pairs that no line of the file has yet.
        self.settings = {name: lines for name, lines in settings.items() if name in self.changed}
        self.forbidden = {
            frozenset((new.number[player], new.number[opponent])): line
            for (player, opponent), line in zip(
                new.snapshot.forbidden_pairs, settings["forbidden"], strict=True
            )
        }
        self.never = frozenset(self.forbidden)
        dates = enumerate(zip_longest(self.old.dates(), new.dates(), fillvalue=""), start=1)
        self.dates = {round_: now for round_, (was, now) in dates if was != now}
        #: The byes in lines 240, by player and round.
        self.byes: dict[tuple[int, int], str] = {}
        self.writers = {
            "132": self._dates_again,
            "240": self._byes_again,
            "XXZ": self._absent_again,
            "XXP": self._forbidden_again,
            "260": self._forbidden_again,
            **dict.fromkeys(NATIONAL, self._at_home_again),
        }

    def text(self) -> str:
        """All lines; those that the file lacked stand before and after the players'."""
        written = [self._again(line, text) for line, text, _ in self.lines]
        indexes = [index for index, (line, _, _) in enumerate(self.lines) if line.tag == "001"]
        # The rows come last: they need not repeat a line 240.
        for index, rows in zip(indexes, self._rows(indexes), strict=True):
            written[index] = rows
        written[indexes[0]] = [*self._new_settings(), *written[indexes[0]]]
        written[indexes[-1]] += self._new_byes()
        usual = next((end for _, _, end in self.lines if end), "\n")
        ended = (
            f"{text}{end or usual}"
            for texts, (_, _, end) in zip(written, self.lines, strict=True)
            for text in texts
        )
        return "".join(ended).removesuffix(usual if written[-1] else "")

    # Settings

    def _changed_settings(self) -> Iterator[str]:
        """The names of the settings that are no longer what they were."""
        old, new = self.old.snapshot, self.new.snapshot
        if self.old.bye != self.new.bye:
            yield "bye"
        start = {number: player.start for number, player in self.now.items()}
        lots = {option(snapshot, "initial_colour") for snapshot in (old, new)}
        if len(lots) > 1 or self._start_as_read() != start:
            yield "order"
        was, now = (report.settings(self.edition) for report in (self.old, self.new))
        names = (*HEAD.values(), "rounds", "time_code", "virtual")
        yield from (name for name in names if was.get(name) != now.get(name))
        if self.standing_changed:
            yield "tie_breaks"

    def _start_as_read(self) -> dict[int, int]:
        """The start order that the file would give to the present players."""
        order = Settings(in_silence)
        for line, _, _ in self.lines:
            if line.tag == "XXC":
                order.read(line)
        numbers = [read_row(line).number for line, _, _ in self.lines if line.tag == "001"]
        numbers = [number for number in numbers if number in self.now]
        numbers += [number for number in self.now if number not in self.before]
        players = [replace(self.now[number], start=number) for number in numbers]
        in_order = in_start_order(players, order.order)
        return {self.new.number[player.id]: player.start for player in in_order}

    def _new_settings(self) -> Iterator[str]:
        """The lines of changed settings that no line of the file has."""
        for name, lines in self.settings.items():
            if name not in _ONLY_WHERE_SAID:
                yield from lines
        if self.dates and not any(line.tag == "132" for line, _, _ in self.lines):
            yield from self.new.settings(self.edition)["dates"]
        yield from self.forbidden.values()

    # Lines

    def _again(self, line: Line, text: str) -> list[str]:
        """A line as it was, or as it is now; not for the players' lines."""
        setting = _SETTINGS.get(line.tag)
        if setting in self.changed:
            return self.settings.pop(setting, [])
        write = self.writers.get(line.tag)
        now = write(line) if write else line.text
        return [text] if now == line.text else [now] if now else []

    def _dates_again(self, line: Line) -> str:
        """132, with the days that have changed."""
        columns = ((cell_column(round_), date) for round_, date in self.dates.items())
        return line.with_texts((column, date.ljust(ROUND_WIDTH)) for column, date in columns).text

    def _byes_again(self, line: Line) -> str:
        """240, with the byes that are still true and those of later rounds."""
        before = _settings_in(line).byes
        still = [bye for bye in before if self._is_still_bye(bye)]
        self.byes |= {(bye.player, bye.round): bye.kind for bye in still}
        start = f"240 {before[0].kind} {before[0].round:>03}"
        return _with_fewer(line, start, len(before), [bye.player for bye in still])

    def _is_still_bye(self, bye: ByeLine) -> bool:
        player = self.now.get(bye.player)
        rounds = rules_of(self.new.snapshot).round_count(len(self.now))
        if player is None or bye.round > (rounds or ROUNDS_LIMIT):
            return False
        cells = self.new.cells[player.id]
        return bye.round > len(cells) or cells[bye.round - 1][-1] == bye.kind

    def _absent_again(self, line: Line) -> str:
        """XXZ, with the players who are still away in the same next round."""
        before = [number for _, number in _settings_in(line).absent]
        still = [number for number in before if self._is_still_away(number)]
        return _with_fewer(line, "XXZ", len(before), still)

    def _is_still_away(self, number: int) -> bool:
        if number not in self.now or self.old.next != self.new.next:
            return False
        return not self.new.has_next or bool(self.new.next_bye(self.now[number].id))

    def _forbidden_again(self, line: Line) -> str:
        """XXP and 260, unless a pair of the line may meet now."""
        pairs = _settings_in(line).forbidden
        if not all(self._is_still_forbidden(pair) for pair in pairs):
            return ""
        for pair in pairs:
            if pair.first <= self.new.next <= pair.last:
                self.forbidden.pop(frozenset(pair.pair), None)
        return line.text

    def _is_still_forbidden(self, pair: Forbidden) -> bool:
        if not all(number in self.now for number in pair.pair):
            return False
        is_now = pair.first <= self.new.next <= pair.last
        return not is_now or frozenset(pair.pair) in self.never

    # Players

    def _at_home_again(self, line: Line) -> str:
        """A national line, with its changes; it is removed with its player."""
        number = national_number(line)
        player = self.now.get(number or 0)
        if number is None or player is None or number not in self.before:
            return line.text if number is None else ""
        issuer = NATIONAL[line.tag]
        was = self.old.at_home(self.before[number], issuer)
        now = self.new.at_home(player, issuer)
        return line.with_texts(_changed(was, now)).text

    def _rows(self, indexes: list[int]) -> list[list[str]]:
        """The players' lines at each index of the file that has one."""
        rows: list[list[str]] = []
        start: dict[str, int] = {}
        for line, text, _ in (self.lines[index] for index in indexes):
            row = read_row(line)
            if (player := self.now.get(row.number)) is None:
                rows.append([])
                continue
            now = self._row_again(row, player)
            rows.append([text if now == line.text else now])
            start[rows[-1][0]] = player.start
        for number, player in self.now.items():
            if number not in self.before:
                rows[-1].append(self.new.row(player, self.edition))
                start[rows[-1][-1]] = player.start
        if "order" not in self.changed or not self.new.has_own_order:
            return rows
        # The order of the lines says the start order.
        in_order = sorted(start, key=start.__getitem__)
        count = len(indexes) - 1
        firsts = [[text] for text in in_order[:count]]
        return [*firsts, *([] for _ in range(count - len(firsts))), in_order[count:]]

    def _row_again(self, row: Row, player: Player) -> str:
        """001, with its changes: the player's facts, points and rank, a round."""
        before = self.before[row.number]
        changes = _changed(self.old.identity(before), self.new.identity(player))
        if self.standing_changed:
            half_points, rank = self.new.half_points[player.id], self.new.ranks[player.id]
            if row.points != Fraction(half_points, 2):
                changes.append((81, points(half_points)))
            word = row.line.word(86, 89)
            if word is None or word.text != str(rank):
                changes.append((86, f"{rank:>4}"))
        return row.line.with_texts([*changes, *self._changed_cells(row, before, player)]).text

    def _changed_cells(self, row: Row, before: Player, player: Player) -> Iterator[Column]:
        """The changed cells of the player's rounds, except those that a line 240 has."""
        cells = zip_longest(self.old.cells[before.id], self.new.cells[player.id], fillvalue=WAITING)
        for round_, (was, now) in enumerate(cells, start=1):
            is_next = round_ == self.new.next
            if is_next and not self.new.has_next and round_ == self.old.next:
                continue  # it is not known yet who comes: the cell stays
            if was == now and not (is_next and round_ < self.old.next):
                continue  # in a round that was taken back a blank is no longer an absence
            waits = is_next and self.new.has_bye_lines(self.edition) and now[-1] in "FHZ"
            if waits or self.byes.get((row.number, round_)) == now[-1]:
                now = WAITING
            yield cell_column(round_), now

    def _new_byes(self) -> list[str]:
        """Lines for players who miss the round to be paired, if the file does not have them."""
        if not self.new.has_bye_lines(self.edition):
            return []
        round_ = self.new.next
        is_same_round = self.old.has_next and self.old.next == round_
        lines = []
        for number, player in sorted(self.now.items()):
            kind = self.new.next_bye(player.id)
            before = self.before.get(number)
            was = self.old.next_bye(before.id) if before and is_same_round else ""
            if kind and kind != was and (number, round_) not in self.byes:
                lines.append(self.new.bye_to_come(kind, player.id))
        return lines


def _settings_in(line: Line) -> Settings:
    """The settings in one line, which the reader has accepted before."""
    settings = Settings(in_silence)
    settings.read(line)
    return settings


def _changed(before: Sequence[Column], now: Sequence[Column]) -> list[Column]:
    return [column for was, column in zip(before, now, strict=True) if was != column]


def _with_fewer(line: Line, start: str, before: int, numbers: list[int]) -> str:
    """A line that lists players, without those who are gone; "" when none is left."""
    if len(numbers) == before:
        return line.text
    return start + "".join(f" {number:>4}" for number in numbers) if numbers else ""


def _standing(report: Report) -> dict[int, tuple[int, int, int]]:
    """Points, those of the round to be paired, and rank, by pairing number."""
    return {
        report.number[player]: (half_points, report.ahead[player], report.ranks[player])
        for player, half_points in report.half_points.items()
    }
