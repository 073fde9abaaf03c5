"""The log by day and minute, results entered in one go together, and what can be undone."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.order_of_play import may_reopen
from clubcomp.models import Club, Evening, Game, TrailEntry, User
from clubcomp.words.trail_words import round_in_words
from pairing.core.results import Result
from pairing.sentences.words import capitalised

#: Results of adjacent boards that follow each other within this time are one act.
AT_ONCE = timedelta(minutes=1)
PUBLISHED = ("publish_round", "publish_next")


class Undo(NamedTuple):
    """How to undo a line: a form with these fields, or (None) a page that asks first."""

    address: str
    fields: dict[str, str] | None = None


class TrailLine(NamedTuple):
    """A line, and the way to undo it if there is one."""

    line: TrailEntry
    undo: Undo | None


@dataclass
class TrailSentence:
    """The lines that make one sentence: a single line, or the results of boards in a row."""

    lines: list[TrailLine]

    @property
    def words(self) -> str:
        """The sentence for several results; "" for a single line, which has its own words."""
        if len(self.lines) == 1:
            return ""
        facts = self.lines[0].line.facts
        boards = sorted(entered.line.facts["board"] for entered in self.lines)
        named = {"game": round_in_words(facts["game"], facts.get("round"))}
        words = _("%(game)s, boards %(first)s to %(last)s were entered.")
        return capitalised(words % (named | {"first": boards[0], "last": boards[-1]}))

    def goes_on_with(self, line: TrailEntry) -> bool:
        """Whether the line before is of the same act: the first result of an adjacent board."""
        later = self.lines[-1].line
        if not (_is_first_result(later) and _is_first_result(line)):
            return False
        is_of_game = later.facts["game"] == line.facts["game"]
        boards = {entered.line.facts["board"] for entered in self.lines}
        is_beside = line.facts["board"] in (min(boards) - 1, max(boards) + 1)
        return is_of_game and is_beside and abs(later.at - line.at) <= AT_ONCE


@dataclass
class TrailMoment:
    """The acts of a person within a minute, in one competition or evening; `line` is the newest."""

    line: TrailEntry
    acts: list[TrailSentence] = field(default_factory=list)

    def add(self, earlier: TrailLine) -> bool:
        """Take up the line before, if it belongs to this moment."""
        if _who_and_where(earlier.line) != _who_and_where(self.line):
            return False
        if self.acts and self.acts[-1].goes_on_with(earlier.line):
            self.acts[-1].lines.append(earlier)
            return True
        if _minute(earlier.line) != _minute(self.line):
            return False
        self.acts.append(TrailSentence([earlier]))
        return True


class TrailDay(NamedTuple):
    """A day of the log, newest moment first."""

    date: date
    moments: list[TrailMoment]


def days_of(lines: Iterable[TrailEntry], undos: dict[int, Undo]) -> list[TrailDay]:
    """Lines, newest first, by day and moment; `undos` are by the primary key of the line."""
    days = []
    for day, of_day in groupby(lines, key=lambda line: timezone.localtime(line.at).date()):
        moments: list[TrailMoment] = []
        for line in of_day:
            with_undo = TrailLine(line, undos.get(line.pk))
            if not (moments and moments[-1].add(with_undo)):
                moments.append(TrailMoment(line, [TrailSentence([with_undo])]))
        days.append(TrailDay(day, moments))
    return days


def _who_and_where(line: TrailEntry) -> tuple[Any, ...]:
    return line.by_name, line.by_player_id, line.competition_id, line.evening_id


def _minute(line: TrailEntry) -> Any:
    return line.at.replace(second=0, microsecond=0)


def _is_first_result(line: TrailEntry) -> bool:
    """Whether a board without a result got one, in the usual way."""
    was, facts = (line.before or {}).get("result"), line.facts
    is_whole = isinstance(facts.get("board"), int) and "game" in facts
    is_usual = line.action == "record_result" and not line.reason
    return is_usual and is_whole and was == Result.UNFINISHED.value


# What can be undone --------------------------------------------------------------------------


@dataclass
class Undoing:
    """The lines of a club's log that a leader can undo: the newest line of each kind in an evening
    that is open, and the last closing, if that evening may be opened again."""

    club: Club
    user: User
    is_owner: bool

    def of(self, lines: Iterable[TrailEntry]) -> dict[int, Undo]:
        """How to undo, by the primary key of the line. One query, and two more for a closing."""
        inside = [(line, line.evening) for line in lines if line.evening]
        games = self._games({evening.pk for _line, evening in inside if evening.is_open})
        undos: dict[int, Undo] = {}
        seen = set[object]()
        for line, evening in inside:
            subject = self._subject(line)
            if subject and subject not in seen:
                seen.add(subject)
                if undo := self._undo(line, evening, games.get(evening.pk, {})):
                    undos[line.pk] = undo
        return undos

    def _games(self, evenings: set[int]) -> dict[int, dict[tuple[int, int], Game]]:
        """The games of evenings, by evening, and then by round and board."""
        by_evening: dict[int, dict[tuple[int, int], Game]] = {}
        games = Game.objects.filter(round__evening__in=evenings).select_related("round")
        for game in games.defer("round__paired_from"):
            by_evening.setdefault(game.round.evening_id, {})[_at(game)] = game
        return by_evening

    def _subject(self, line: TrailEntry) -> object:
        """The subject of a line, of which only the newest line can be undone; None: no line."""
        if line.action == "close_evening":
            return line.action
        if line.action in PUBLISHED or line.action == "open_evening":
            return line.evening_id, "begins"
        board = line.facts.get("game"), line.facts.get("board")
        return (line.evening_id, *board) if line.action == "record_result" else None

    def _undo(
        self, line: TrailEntry, evening: Evening, games: dict[tuple[int, int], Game]
    ) -> Undo | None:
        last = max((number for number, _board in games), default=0)
        if line.action == "close_evening":
            may = evening.is_closed and may_reopen(evening, is_owner=self.is_owner)
            return Undo(self._address("reopen", evening)) if may else None
        if not evening.is_open:
            return None
        if line.action == "open_evening":
            return Undo(self._address("undo-opening", evening), {}) if not last else None
        if line.facts.get("game") != last:
            return None
        if line.action in PUBLISHED:
            return Undo(self._address("withdraw", evening, last))
        game = games.get((last, line.facts.get("board", 0)))
        return self._of_result(line, evening, game) if game and not line.reason else None

    def _of_result(self, line: TrailEntry, evening: Evening, game: Game) -> Undo | None:
        """How to enter the result of before again, if the result of the line still stands."""
        before, after = line.before or {}, line.after or {}
        if game.result != after.get("result"):
            return None
        is_first = before.get("result") == Result.UNFINISHED.value
        if is_first and game.entered_by_id != self.user.pk:
            # Another person's result is cleared on the page that says who entered it.
            return Undo(f"{self._address('result-more', evening, *_at(game))}?act=clear")
        result = game.result if is_first else before.get("result", "")
        fields = {"seen": game.result, "game": game.seating, "state": game.state, "result": result}
        return Undo(self._address("record-result", evening, *_at(game)), fields)

    def _address(self, name: str, evening: Evening, *args: object) -> str:
        slugs = self.club.slug, evening.competition.slug, evening.serial
        return reverse(name, args=[*slugs, *args])


def _at(game: Game) -> tuple[int, int]:
    return game.round.number, game.board
