"""What do pasted games say, from evenings before the club used this program?

How the lines are written is for `pairing.formats.programs.game_lines`; here they get the players
and evenings of a competition. Whatever is not used is named. Nothing here is stored.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date as Date
from difflib import get_close_matches

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubcomp.doors.names import search_key
from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import in_words
from clubcomp.flow.people.who_is import People, Person, Source
from clubcomp.flow.rows_now import must_belong
from clubcomp.models import Competition, Entry, Evening, Tempo
from clubcomp.models.unplayed import stored
from pairing.core.types import Colour, Result
from pairing.core.unplayed import LEFT, NOT_YET, Unplayed
from pairing.formats.pasted_text import MOST_LETTERS, date_in, short
from pairing.formats.programs.game_lines import GameLine, read_game_lines
from pairing.formats.programs.game_words import result_in
from pairing.sentences.words import capitalised, named_first

#: The most words that the page asks about at once.
MOST_WORDS = 30
#: What such a word may mean.
MEANINGS = (
    Unplayed.ABSENT,
    Unplayed.NO_NOTICE,
    Unplayed.EXTERNAL,
    Unplayed.BYE,
    Unplayed.HALF_POINT_BYE,
    LEFT,
    NOT_YET,
)


@dataclass(frozen=True, slots=True)
class PastGame:
    """A line of the text: a game, or a player without one (`kind`, `black` None).

    `kind` is as rows have it, or LEFT or NOT_YET; `elsewhere` is how it went there, where that
    counts. `problem` says why the line is not understood; "" if it is. `unused` are the parts of it
    that are not used.
    """

    line: int
    text: str
    white: Entry | None = None
    black: Entry | None = None
    result: Result | None = None
    kind: str = ""
    elsewhere: str = ""
    problem: str = ""
    unused: str = ""

    @property
    def players(self) -> list[Entry]:
        """The players on this line."""
        return [entry for entry in (self.white, self.black) if entry]


@dataclass(slots=True)
class PastEvening:
    """An evening of the text; `evening` is the one in the calendar, None when it has none yet.

    `rounds` are its lines, by the number that the text gives the round.
    """

    date: Date | None
    evening: Evening | None
    rounds: dict[int, list[PastGame]] = field(default_factory=dict)

    def order(self) -> tuple[Date, int]:
        """The key by which evenings sort in the order of play."""
        return self.date or Date.max, self.evening.number if self.evening else 0

    @property
    def players(self) -> set[Entry]:
        """The players named on it."""
        return {player for line in self.lines for player in line.players}

    @property
    def lines(self) -> list[PastGame]:
        """The lines of all its rounds, in order of play."""
        return [line for _number, lines in sorted(self.rounds.items()) for line in lines]


@dataclass(frozen=True, slots=True)
class PastGames:
    """Everything that the text says: evenings in order of play, and lines not understood.

    `black_first`: that is how the game names two players. `titles` are lines that say nothing,
    `columns` the headings of columns that are not used. `words` stand in the place of an opponent
    and are no name: the page asks once what each of them means.
    """

    evenings: list[PastEvening]
    broken: list[PastGame]
    black_first: bool = False
    titles: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many games there are."""
        return sum(line.result is not None for past in self.evenings for line in past.lines)

    @property
    def unused(self) -> list[PastGame]:
        """Lines with something that is not used."""
        return [line for past in self.evenings for line in past.lines if line.unused]

    @property
    def no_more(self) -> list[Entry]:
        """Players who are named, but not on the last evening: they may have left."""
        return self._missing(self.evenings[::-1])

    @property
    def not_before(self) -> list[Entry]:
        """Players who are named, but not on the first evening: they may have come later."""
        return self._missing(self.evenings)

    def _missing(self, evenings: list[PastEvening]) -> list[Entry]:
        """Players who are named on a later one of these evenings, and not on the first."""
        settled = {
            player
            for past in self.evenings
            for line in past.lines
            for player in line.players
            if line.kind in (LEFT, NOT_YET)
        }
        named = {player for past in evenings for player in past.players} - settled
        first = evenings[0].players if evenings else set()
        return sorted(named - first, key=str)


def read_past_games(
    tempo: Tempo, text: str, meanings: Mapping[str, str] | None = None
) -> PastGames:
    """What the text says of evenings in a tempo. StepError when it is too long, or has no lines.

    `meanings` says which kind of absence each word that was asked about stands for.
    """
    if len(text) > MOST_LETTERS:
        raise StepError(_("That is more text than a season. Paste it in parts."))
    game = tempo.competition.game
    black_first = named_first(game) is Colour.BLACK
    pasted = read_game_lines(text, game, black_first=black_first)
    reader = _Reader(tempo, meanings or {})
    for line in pasted.lines:
        reader.read(line)
    if not (reader.evenings or reader.broken):
        raise StepError(_("There is no game in it."))
    read = (past for past in reader.evenings.values() if past.lines)
    evenings = sorted(read, key=PastEvening.order)
    titles = [
        _("line %(number)s: %(text)s") % {"number": number, "text": short(title)}
        for number, title in pasted.unused
    ]
    words = [*reader.words]
    return PastGames(evenings, reader.broken, black_first, titles, pasted.columns, words)


class _Reader:
    """Reads lines one after another; what it has understood so far is in `evenings`."""

    def __init__(self, tempo: Tempo, meanings: Mapping[str, str]):
        competition, self.tempo = tempo.competition, tempo
        named = {search_key(name): kind for kind, name in competition.kind_names.items()}
        self.meanings = named | {**meanings}
        kinds = competition.rules.kinds.values()
        self.paid = {stored(kind.key) for kind in kinds if kind.pays_by_result}
        self.words: dict[str, None] = {}
        self.game = competition.game
        entries = competition.entries.select_related("player", "competition")
        people = [(entry, Person(entry.player.name)) for entry in entries]
        self.people = People(people)
        self.names = {person.keys[0]: entry for entry, person in people}
        calendar = competition.evenings.order_by("number").select_related("tempo")
        self.calendar = list(calendar.prefetch_related("rounds"))
        self.evenings: dict[Date | Evening, PastEvening] = {}
        self.broken: list[PastGame] = []

    def read(self, line: GameLine) -> None:
        """Read a line into `evenings`, or into `broken` if it is not understood."""
        text = short(line.text)
        try:
            past, round_ = self._evening(line)
            for game in self._games(line, text):
                if past.evening and game.kind not in (LEFT, NOT_YET):
                    must_belong(past.evening, *game.players)
                for entry in game.players:
                    if any(entry in earlier.players for earlier in round_):
                        words = _("%(player)s stands on two lines of this round.")
                        raise StepError(words, player=entry)
                round_.append(game)
        except StepError as error:
            self.broken.append(PastGame(line.number, text, problem=str(error)))

    def _evening(self, line: GameLine) -> tuple[PastEvening, list[PastGame]]:
        """The evening and the lines of the round to which the line belongs."""
        if not (line.white or line.black or line.result):
            raise StepError(_("This line is not understood: a game has two names and a result."))
        number = int(line.round) if line.round.isascii() and line.round.isdigit() else 0
        if line.round and not number:
            raise StepError(_("“%(text)s” is not the number of a round."), text=short(line.round))
        day = date_in(line.date, as_played=True) if line.date else None
        if line.date and not day:
            words = _("“%(text)s” is not a date, such as 31-12-2026.")
            raise StepError(words, text=short(line.date))
        if day and day > timezone.localdate():
            raise StepError(_("%(date)s has yet to come."), date=date_format(day))
        if not day and not number:
            raise StepError(_("There is no date or number of a round."))
        evening = self._planned(day, number)
        key = evening or day or Date.max
        past = self.evenings.setdefault(key, PastEvening(evening.date if evening else day, evening))
        if evening and evening.rounds.all():
            words = _("%(evening)s has games already.")
            raise StepError(words, evening=capitalised(in_words(evening)))
        return past, past.rounds.setdefault(number, [])

    def _planned(self, day: Date | None, number: int) -> Evening | None:
        """The evening of the calendar that is meant; None for a new one on its date."""
        if not day:
            if number > len(self.calendar):
                words = _("The calendar has no evening %(number)s. Plan it, or give the date.")
                raise StepError(words, number=number)
            return self.calendar[number - 1]
        planned = (past for past in self.calendar if (past.date, past.tempo) == (day, self.tempo))
        return next(planned, None)

    def _games(self, line: GameLine, text: str) -> list[PastGame]:
        if line.kind:
            alone = self._players(line.white) if line.is_list else [self._player(line.white)]
            return [self._away(line, text, player, line.kind) for player in alone]
        white = self._player(line.white)
        try:
            black = self._player(line.black)
        except StepError as error:
            word = search_key(line.black)
            if not word or len(word.split()) > 3 or (line.result and not line.black.islower()):
                raise
            # No name, but perhaps why the player had no game: the page asks the leader.
            if word in self.words or len(self.words) < MOST_WORDS:
                self.words[word] = None
            if kind := self.meanings.get(word):
                unused = ", ".join(filter(None, (line.unused, line.result)))
                return [self._away(replace(line, unused=unused), text, white, kind)]
            words = _("%(problem)s If it is a reason to have no game, say below what it means.")
            raise StepError(words, problem=error) from error
        if white == black:
            raise StepError(_("%(player)s stands here twice."), player=white)
        result = result_in(line.result, self.game, line.forfeit, black_first=line.black_first)
        if result is None:
            words = _("“%(text)s” is not a result, such as %(example)s.")
            example = "2-0, 1-1" if self.game == Competition.GameKind.DRAUGHTS else "1-0, ½-½"
            raise StepError(words, text=short(line.result), example=f"{example}, 0-1F")
        return [PastGame(line.number, text, white, black, result, unused=line.unused)]

    def _away(self, line: GameLine, text: str, player: Entry, kind: str) -> PastGame:
        """A player without a game, with the result elsewhere where that earns something."""
        result = result_in(line.result, self.game) if line.result and kind in self.paid else None
        score = result.score(Colour.WHITE) if result else None
        if score is None:
            return PastGame(line.number, text, player, kind=kind, unused=line.unused)
        unused = ", ".join(part for part in line.unused.split(", ") if part != line.result)
        return PastGame(line.number, text, player, kind=kind, elsewhere=str(score), unused=unused)

    def _players(self, written: str) -> list[Entry]:
        """The players of a list of names: "Jan de Vries", "Jansen, Piet", "Jan, Piet"."""
        names = [name for name in written.split(";") if name.strip()]
        try:
            return [self._player(name.strip()) for name in names]
        except StepError:
            apart = [name.strip() for name in re.split(r"[;,]|\s(?:en|and|ve|und|et)\s", written)]
            if len(names) > 1 or len(apart) < 2:
                raise
            return [self._player(name) for name in apart if name]

    def _player(self, written: str) -> Entry:
        """The player of the competition who is meant; StepError when that is not certain."""
        person = Person(written)
        answer = self.people.who_is(person, Source.CLOSED)
        if answer.sure:
            return answer.sure
        if answer.candidates:
            first, second, *_more = answer.candidates
            words = _("“%(name)s” may be %(one)s or %(other)s: write more of the name.")
            raise StepError(words, name=short(written), one=first, other=second)
        whole = person.keys[0]
        if not whole:
            raise StepError(_("There is no name on this line."))
        if close := get_close_matches(whole, self.names, n=1, cutoff=0.75):
            words = _("“%(name)s” is not in this competition. Is it %(player)s?")
            raise StepError(words, name=short(written), player=self.names[close[0]])
        raise StepError(_("“%(name)s” is not in this competition."), name=short(written))
