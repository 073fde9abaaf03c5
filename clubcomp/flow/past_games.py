"""What do the games say that somebody pasted, of evenings before the club used this program?

A line is a game: the date or the number of the evening, white, black, the result. From a
spreadsheet the columns may come in any order under headings; without them they stand in this one,
in go with black first. The parts of a result stand in the order of the two names.
A date or number that is not repeated holds for the lines below it, also where it stands alone over
a table of its own. Nothing is stored here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from difflib import get_close_matches

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import in_words
from clubcomp.flow.pasted_text import MOST_LETTERS, cells_in, date_in, lines_in, short
from clubcomp.flow.reread import must_belong
from clubcomp.models import Competition, Entry, Evening, Tempo
from clubcomp.names import Name, may_be_same, parse_name, search_key
from pairing.core.types import Colour, Result
from pairing.core.unplayed import Unplayed
from pairing.sentences.game_words import named_first
from pairing.sentences.words import capitalised

DATE, ROUND, WHITE, BLACK, RESULT, FORFEIT = "date", "round", "white", "black", "result", "forfeit"
#: What columns are called, in the languages of the site, as `search_key` writes it.
_HEADS = {
    DATE: "datum|date|tarih|speeldatum|dag",
    ROUND: "ronde|round|tur|partij|game|oyun",
    WHITE: "wit|white|beyaz|witspeler",
    BLACK: "zwart|black|siyah|zwartspeler",
    RESULT: "uitslag|result|resultaat|sonuc|score",
    FORFEIT: "forfeit|reglementair|hukmen",
}
_COLUMN = {word: kind for kind, words in _HEADS.items() for word in words.split("|")}
#: What stands in the place of the opponent of somebody who had none, as `search_key` writes it.
_KINDS = {
    Unplayed.BYE: "vrij|bye|bay|vrije ronde|oneven|vrijgeloot",
    Unplayed.EXTERNAL: "extern|external|teamwedstrijd|team match|takim maci",
    Unplayed.NO_NOTICE: "zonder bericht|zonder afbericht|without notice|no notice|habersiz",
    Unplayed.ABSENT: "afwezig|afgemeld|met bericht|absent|away|yok|gelmedi",
}
_KIND = {word: kind for kind, words in _KINDS.items() for word in words.split("|")}
#: A line over the games of a round.
_ROUND = re.compile(
    r"(?:ronde|round|tur|avond|evening|akşam)\s+(\d{1,3})|(\d{1,3})\.\s*(?:ronde|tur|akşam)",
    re.IGNORECASE | re.ASCII,
)
_DASHES = str.maketrans("‐‑‒–—−:", "-------")
_HALVES = re.compile(r"1/2|0?[.,]5")
_BY_FORFEIT = re.compile(r"\(?(reglementair|regl?|forfeit|ff?|r)\.?\)?$")
_SCORES = {
    "1-0": Result.WHITE_WINS,
    "½-½": Result.DRAW,
    "½": Result.DRAW,
    "jigo": Result.DRAW,
    "0-1": Result.BLACK_WINS,
}
_DRAUGHTS = {"2-0": Result.WHITE_WINS, "1-1": Result.DRAW, "0-2": Result.BLACK_WINS}
#: What a spreadsheet makes of 1-1, in the languages of the site.
_NEW_YEAR = re.compile(r"0?1-(jan|oca|ocak|0?1)\.?(-(\d\d)?\d\d)?")
_FORFEITS = {
    Result.WHITE_WINS: Result.WHITE_WINS_FORFEIT,
    Result.BLACK_WINS: Result.BLACK_WINS_FORFEIT,
}


@dataclass(frozen=True, slots=True)
class PastGame:
    """A line of the text: a game, or a player without one (`kind`, `black` None).

    `problem` says why the line is not understood; "" if it is.
    """

    line: int
    text: str
    white: Entry | None = None
    black: Entry | None = None
    result: Result | None = None
    kind: Unplayed | None = None
    problem: str = ""

    @property
    def players(self) -> list[Entry]:
        """Who is on this line."""
        return [entry for entry in (self.white, self.black) if entry]


@dataclass(slots=True)
class PastEvening:
    """An evening of the text; `evening` is the one in the calendar, None when it has none yet.

    `rounds` are its lines, by the number that the text gives the round. `is_refused`: it has games.
    """

    date: Date | None
    evening: Evening | None
    rounds: dict[int, list[PastGame]] = field(default_factory=dict)
    is_refused: bool = False

    def place(self) -> tuple[Date, int]:
        """Where it comes in the order of play."""
        return self.date or Date.max, self.evening.number if self.evening else 0

    @property
    def lines(self) -> list[PastGame]:
        """The lines of all its rounds, in order of play."""
        return [line for _number, lines in sorted(self.rounds.items()) for line in lines]


@dataclass(frozen=True, slots=True)
class PastGames:
    """Everything that the text says: evenings in order of play, and lines not understood.

    `black_first`: that is how the game names two players.
    """

    evenings: list[PastEvening]
    broken: list[PastGame]
    black_first: bool = False

    @property
    def count(self) -> int:
        """How many games there are."""
        return sum(line.result is not None for one in self.evenings for line in one.lines)


def read_past_games(tempo: Tempo, text: str) -> PastGames:
    """What the text says of evenings in a tempo. StepError when it is too long, or has no lines."""
    if len(text) > MOST_LETTERS:
        raise StepError(_("That is more text than a season. Paste it in parts."))
    rows = [(number, line, cells_in(line)) for number, line in lines_in(text)]
    black_first = named_first(tempo.competition.game) is Colour.BLACK
    columns = [DATE, *((BLACK, WHITE) if black_first else (WHITE, BLACK)), RESULT]
    heads: dict[int, list[str]] = {}
    for number, _line, cells in rows:
        kinds = [_COLUMN.get(search_key(cell), "") for cell in cells]
        # A game of Mr Wit and Mr Zwart has a result; a heading has none.
        has_result = any(result_in(cell, tempo.competition.game) for cell in cells)
        if WHITE in kinds and BLACK in kinds and not has_result:
            heads[number] = kinds
    reader = _Reader(tempo)
    titles = min(heads, default=0)
    for number, line, cells in rows:
        if number in heads:
            columns = heads[number]
        elif not reader.says_when(cells) and number > titles:
            reader.black_first = columns.index(BLACK) < columns.index(WHITE)
            by_kind = dict(zip(reversed(columns), reversed(_as_long(cells, columns)), strict=True))
            reader.read(number, short(line), by_kind)
    if not (reader.evenings or reader.broken):
        raise StepError(_("There is no game in it."))
    read = (past for past in reader.evenings.values() if past.lines)
    evenings = sorted(read, key=PastEvening.place)
    return PastGames(evenings, reader.broken, black_first)


def _as_long(cells: Sequence[str], columns: Sequence[str]) -> list[str]:
    return [*cells, *[""] * len(columns)][: len(columns)]


class _Reader:
    """Reads lines one after another; what it has understood so far is in `evenings`."""

    def __init__(self, tempo: Tempo):
        competition, self.tempo = tempo.competition, tempo
        self.game, self.black_first = competition.game, False
        entries = competition.entries.select_related("player", "competition")
        self.entries = [(search_key(str(entry.player.parts)), entry) for entry in entries]
        calendar = competition.evenings.order_by("number").select_related("tempo")
        self.calendar = list(calendar.prefetch_related("rounds"))
        self.evenings: dict[Date | Evening, PastEvening] = {}
        self.broken: list[PastGame] = []
        self.date, self.round = "", ""

    def says_when(self, cells: Sequence[str]) -> bool:
        """Take a line over the games of a round, "Ronde 2" or its date, for what follows."""
        written = [cell for cell in cells if cell]
        round_ = _ROUND.fullmatch(written[0]) if len(written) == 1 else None
        if round_:
            self.round = round_[1] or round_[2]
        elif len(written) == 1 and date_in(written[0]):
            self.date = written[0]
        else:
            return False
        return True

    def read(self, number: int, text: str, cells: Mapping[str, str]) -> None:
        """Read a line under its columns."""
        self.date = cells.get(DATE) or self.date
        self.round = cells.get(ROUND) or self.round
        if not any(cells.get(kind) for kind in (WHITE, BLACK, RESULT)):
            return  # a line that only says when
        try:
            past, round_ = self._evening()
            if past.is_refused:
                return  # its first line says why
            game = self._game(number, text, cells)
            if past.evening:
                must_belong(past.evening, *game.players)
            for entry in game.players:
                if any(entry in other.players for other in round_):
                    words = _("%(player)s stands on two lines of this round.")
                    raise StepError(words, player=entry)
            round_.append(game)
        except StepError as error:
            self.broken.append(PastGame(number, text, problem=str(error)))

    def _evening(self) -> tuple[PastEvening, list[PastGame]]:
        """The evening and the lines of the round to which the line belongs."""
        number = int(self.round) if self.round.isascii() and self.round.isdigit() else 0
        if self.round and not number:
            raise StepError(_("“%(text)s” is not the number of a round."), text=short(self.round))
        day = date_in(self.date) if self.date else None
        if self.date and not day:
            words = _("“%(text)s” is not a date, such as 31-12-2026.")
            raise StepError(words, text=short(self.date))
        if day and day > timezone.localdate():
            raise StepError(_("%(date)s has yet to come."), date=date_format(day))
        if not day and not number:
            raise StepError(_("There is no date or number of a round."))
        evening = self._planned(day, number)
        key = evening or day or Date.max
        if key not in self.evenings:
            self.evenings[key] = PastEvening(evening.date if evening else day, evening)
            if evening and evening.rounds.all():
                self.evenings[key].is_refused = True
                words = _("%(evening)s has games already.")
                raise StepError(words, evening=capitalised(in_words(evening)))
        past = self.evenings[key]
        return past, past.rounds.setdefault(number, [])

    def _planned(self, day: Date | None, number: int) -> Evening | None:
        """The evening of the calendar that is meant; None for a new one on its date."""
        if not day:
            if number > len(self.calendar):
                words = _("The calendar has no evening %(number)s. Plan it, or give the date.")
                raise StepError(words, number=number)
            return self.calendar[number - 1]
        same = (one for one in self.calendar if (one.date, one.tempo) == (day, self.tempo))
        return next(same, None)

    def _game(self, number: int, text: str, cells: Mapping[str, str]) -> PastGame:
        names = [cells.get(WHITE, ""), cells.get(BLACK, "")]
        kinds = [_KIND.get(search_key(name)) for name in names]
        if alone := next((kind for kind in kinds if kind), None):
            name = names[kinds.index(None)] if None in kinds else ""
            return PastGame(number, text, self._player(name), kind=alone)
        white, black = map(self._player, names)
        if white == black:
            raise StepError(_("%(player)s stands here twice."), player=white)
        written, forfeit = cells.get(RESULT, ""), cells.get(FORFEIT, "")
        result = result_in(written, self.game, forfeit, black_first=self.black_first)
        if result is None:
            words = _("“%(text)s” is not a result, such as %(example)s.")
            example = "2-0, 1-1" if self.game == Competition.GameKind.DRAUGHTS else "1-0, ½-½"
            raise StepError(words, text=short(written), example=f"{example}, 0-1F")
        return PastGame(number, text, white, black, result)

    def _player(self, written: str) -> Entry:
        """Who in the competition is meant; StepError when that is not certain."""
        name, key = parse_name(written), search_key(str(parse_name(written)))
        likely = [entry for known, entry in self.entries if known == key]
        likely = likely or [entry for _key, entry in self.entries if _may_be(key, name, entry)]
        if len(likely) == 1:
            return likely[0]
        if len(likely) > 1:
            words = _("“%(name)s” may be %(one)s or %(other)s: write more of the name.")
            facts = {"name": short(written), "one": likely[0], "other": likely[1]}
            raise StepError(words, **facts)
        if not key:
            raise StepError(_("There is no name on this line."))
        known = dict(self.entries)
        if close := get_close_matches(key, known, n=1, cutoff=0.75):
            words = _("“%(name)s” is not in this competition. Is it %(player)s?")
            raise StepError(words, name=short(written), player=known[close[0]])
        raise StepError(_("“%(name)s” is not in this competition."), name=short(written))


def _may_be(key: str, name: Name, entry: Entry) -> bool:
    """Whether a name may be a player's: with an initial, or the surname only."""
    parts = entry.player.parts
    surnames = (parts.surname, f"{parts.prefix} {parts.surname}")
    return may_be_same(name, parts) or key in map(search_key, surnames)


def result_in(
    text: str, game: str, forfeit: str = "", *, black_first: bool = False
) -> Result | None:
    """A result as people write it: "1-0", "½", "0,5-0,5", "2–0", "0-1R"; None if it is none.

    In draughts a win counts 2, and 1-1 is a draw. A `forfeit` column says so beside the result.
    `black_first`: its parts stand in the order of the names, as in go.
    """
    written = text.lower().translate(_DASHES).replace(" ", "")
    score = _BY_FORFEIT.sub("", written)
    is_forfeit = score != written or forfeit.lower() not in ("", "0", "false", "nee", "no")
    score = _HALVES.sub("½", score)
    if black_first:
        score = "-".join(reversed(score.split("-")))
    if is_forfeit and score == "0-0":
        return Result.BOTH_LOSE_FORFEIT
    scores = _SCORES
    if game == Competition.GameKind.DRAUGHTS:
        scores, score = _SCORES | _DRAUGHTS, _NEW_YEAR.sub("1-1", score)
    result = scores.get(score)
    return _FORFEITS.get(result) if result and is_forfeit else result
