"""A member's own page."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from clubcomp.flow.absences.taking_part import closes_at, evenings_of, why_not_by_oneself
from clubcomp.flow.attendance.marks import plan_now
from clubcomp.flow.attendance.odd_games import Turnout, expected_at
from clubcomp.flow.attendance.sheet import is_asked
from clubcomp.flow.standings import cached_rows, standings_of
from clubcomp.flow.tables.place_changes import last_outcomes
from clubcomp.models import Club, Entry, Evening, Player, TrailEntry
from clubcomp.models.plans import COMING, Plan
from clubcomp.pages.glyphs import squares
from clubcomp.pages.mine import LastMeeting, last_meeting, why_no_board
from clubcomp.pages.own_result import OwnResult
from clubcomp.pages.rounds import RoundOnRecord, last_round
from clubcomp.pages.schedule import Upcoming, to_come
from clubcomp.pages.scopes import scope_or_404, scopes_of
from clubcomp.words.attendance import own_receipt
from clubcomp.words.standings import PictureKind, first_picture
from clubcomp.words.values import Few, few
from pairing.core.unplayed import Unplayed

#: How many evenings and how many lines of the log are shown.
EVENINGS, WORDS = 6, 10


class MyGame(NamedTuple):
    """The last round of an evening that is open, and my part in it.

    `own` is my board while I may enter its result, `meeting` my last game against this opponent,
    and `no_board` why I have no board.
    """

    shown: RoundOnRecord
    own: OwnResult | None
    meeting: LastMeeting | None
    no_board: str


@dataclass(frozen=True)
class MyEvening:
    """An evening to come, and what I do there.

    `refusal`: why only the leader can change my plan now. `without_me`: how many of my group come,
    if I am a reserve who can help. `to_come`: my rounds in a fixed schedule. `said_of`: the former
    day of the evening, if it was moved after I had said whether I come.
    """

    entry: Entry
    evening: Evening
    plan: Plan
    refusal: str
    game: MyGame | None
    without_me: Turnout | None
    to_come: Sequence[Upcoming]
    said_of: Date | None

    @property
    def comes(self) -> bool:
        """Whether I come, at least for a part."""
        return self.plan.status in COMING

    @property
    def is_asked(self) -> bool:
        """Whether I have to say if I come, since I am an occasional player."""
        return is_asked(self.evening.competition, self.entry, self.plan)

    @property
    def says_yes(self) -> bool:
        """Whether I said that I come, and am not merely expected."""
        return self.comes and self.plan.is_said and not self.is_asked

    @property
    def says_no(self) -> bool:
        """Whether I do not come, not even as a reserve."""
        return not (self.comes or self.is_asked or self.plan.is_reserve)

    @property
    def receipt(self) -> str:
        """The words in the pressed button: for which games I come, or when I said so."""
        return own_receipt(self.plan, self.evening)

    @property
    def is_plain(self) -> bool:
        """Whether the buttons say it all: the pressed one, or none if I am simply expected."""
        plan = self.plan
        is_odd = plan.is_reserve or plan.is_habit or plan.away_until or self.said_of or plan.note
        is_usual = self.comes or plan.status == Unplayed.ABSENT
        is_mine = bool(plan.own_at) or not plan.is_said
        return is_usual and is_mine and not (is_odd or self.is_asked or self.refusal)

    @property
    def closes_at(self) -> datetime | None:
        """Until when I can say so myself; None: until I am paired."""
        return closes_at(self.evening)


def my_evening(evening: Evening, entry: Entry, *, shows_seat: bool = False) -> MyEvening:
    """An evening as the player of this entry sees it; `shows_seat`: on a page with their seat."""
    game = _my_game(evening, entry)
    plan, without_me = plan_now(evening, entry), None
    is_waiting = plan.is_reserve and plan.status not in COMING
    if is_waiting and not why_not_by_oneself(evening, entry, at_any_time=True):
        without_me = expected_at(evening).of(entry.group_on(evening.number))
    is_seated = game is not None and bool(game.shown.my_board or game.shown.my_bye)
    refusal = why_not_by_oneself(evening, entry, names_seat=not (shows_seat and is_seated))
    rounds = [round_ for round_ in to_come(evening.competition, entry) if round_.evening == evening]
    then = Moves([evening.pk]).day_of(evening, plan.own_at) if plan.own_at else evening.date
    said_of = then if then != evening.date else None
    return MyEvening(entry, evening, plan, refusal, game, without_me, rounds, said_of)


def _my_game(evening: Evening, entry: Entry) -> MyGame | None:
    if not evening.is_open:
        return None
    # The entry from the cached rows has the same player object as the boards.
    visitor = cached_rows(evening.competition).entries.get(entry.pk, entry)
    shown = last_round(evening.competition, evening, visitor)
    if shown is None:
        return None
    own = OwnResult.of(evening.competition, shown, entry.player)
    if shown.my_board:
        return MyGame(shown, own, last_meeting(evening.competition, shown, shown.my_board), "")
    return MyGame(shown, own, None, why_no_board(shown, entry, is_own=True))


def my_next_evenings(player: Player) -> Few[MyEvening]:
    """A player's next evenings in all competitions; on one day, those being played first."""
    coming = evenings_of(player)
    coming.sort(key=lambda pair: (pair[0].date or Date.max, not pair[0].is_open))
    return few(coming, EVENINGS).made(lambda pair: my_evening(pair[0], pair[1], shows_seat=True))


class MySeason(NamedTuple):
    """My entry in a competition; if it is running, also my place and how my last games ended."""

    entry: Entry
    place: int | None = None
    outcomes: tuple[str, ...] = ()

    @property
    def squares(self) -> str:
        """The path of the squares of these games."""
        return squares(self.outcomes)


def my_seasons(player: Player) -> list[MySeason]:
    """The competitions of a player, the newest first. A query for each that is running."""
    entries = player.entries.select_related("competition__club").order_by("-pk")
    return [
        _season(entry) if entry.competition.is_running else MySeason(entry) for entry in entries
    ]


def _season(entry: Entry) -> MySeason:
    competition = entry.competition
    scope = scope_or_404(competition, scopes_of(competition), "").key
    lines = standings_of(competition, scope, everybody=True)
    place = next((line.place for line in lines if line.entry.pk == entry.pk), None)
    if first_picture(competition) is PictureKind.CUP:
        place = None  # in a cup nobody has a place before it is over
    return MySeason(entry, place, last_outcomes(competition, scope, None).get(entry.key, ()))


class Chip(NamedTuple):
    """Days away that take one press: the next "evening", or the rest of the "week"."""

    what: str
    first: Date
    last: Date


def away_chips(player: Player) -> list[Chip]:
    """The player's next evening that has not begun, if any, and the rest of this week."""
    today = timezone.localdate()
    planned = (evening for evening, _entry in evenings_of(player) if not evening.is_open)
    days = [evening.date for evening in planned if evening.date]
    coming = [day for day in days if day >= today]
    chips = [Chip("evening", min(coming), min(coming))] if coming else []
    return [*chips, Chip("week", today, today + timedelta(days=6 - today.weekday()))]


class OwnWord(NamedTuple):
    """A line of the log that the player wrote, and the day of its evening at that time."""

    line: TrailEntry
    day: Date | None


def own_words(club: Club, player: Player, actions: Collection[str] = ()) -> Few[OwnWord]:
    """The player's own last lines of the log, of these steps or of all."""
    own = TrailEntry.objects.filter(club=club, by_player=player)
    if actions:
        own = own.filter(action__in=actions)
    lines = few(own.select_related("competition", "evening").order_by("-pk"), WORDS)
    moves = Moves({line.evening_id for line in lines if line.evening_id})
    return lines.made(
        lambda line: OwnWord(line, moves.day_of(line.evening, line.at) if line.evening else None)
    )


class Moves:
    """When evenings were moved to another day, from the log. One query."""

    def __init__(self, evenings: Collection[int]):
        changed = TrailEntry.objects.filter(evening__in=evenings, action="change_evening")
        lines = changed.order_by("pk").values_list("evening", "at", "before__date", "after__date")
        self._moves = [move for move in lines if move[2] != move[3]]

    def day_of(self, evening: Evening, at: datetime) -> Date | None:
        """The day on which the evening was planned at that time."""
        for moved, when, before, _after in self._moves:
            if moved == evening.pk and when > at:
                return Date.fromisoformat(before) if before else None
        return evening.date
