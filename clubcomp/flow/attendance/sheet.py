"""Which players are or were there in each game, and what does the attendance sheet show?

The past is on record: which players had a board or the bye, and which missed a round. The games to
come are in the plans. Attendance, the next pairing, closing and corrections all ask here.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.cache import cache
from django.db.models import Value

from clubcomp.flow.pairings.proposal import who_would_have_bye
from clubcomp.flow.pairings.turns import PairingBusy
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Attendance, Competition, Entry, Evening, Game, Round
from clubcomp.models.plans import COMING, Plan, plans_of
from clubcomp.record.snapshots import snapshot_of
from pairing.core.types import PlayerId
from pairing.core.unplayed import Unplayed

Status = Attendance.Status


@dataclass(frozen=True, slots=True)
class OnRecord:
    """An evening's rounds on record, and the entries that sat in them, by number of the round.

    `boards`: those who had a board; `byes`: the bye; `no_shows`: those who lost theirs by forfeit.
    """

    rounds: tuple[Round, ...]
    boards: Mapping[int, frozenset[int]]
    byes: Mapping[int, frozenset[int]]
    no_shows: Mapping[int, frozenset[int]]

    @classmethod
    def of(cls, evening: Evening, rows: Rows) -> "OnRecord":
        """As it is in the `rows` of the competition."""
        rounds = tuple(rows.rounds_of(evening))
        boards, byes, no_shows = {}, {}, {}
        for round_ in rounds:
            games = rows.games_of(round_)
            seated = {key for game in games for key in (game.white_id, game.black_id)}
            boards[round_.number] = frozenset(seated)
            no_shows[round_.number] = frozenset().union(*(game.no_shows for game in games))
            unpaired = rows.unpaired_of(round_)
            free = {row.entry_id for row in unpaired if row.kind == Unplayed.BYE}
            byes[round_.number] = frozenset(free)
        return cls(rounds, boards, byes, no_shows)

    def seats(self, number: int) -> frozenset[int]:
        """The entries with a board or the bye in a round, played or not."""
        return self.boards.get(number, frozenset()) | self.byes.get(number, frozenset())

    def were_there(self, number: int) -> frozenset[int]:
        """The same without those who lost by forfeit."""
        return self.seats(number) - self.no_shows.get(number, frozenset())

    def has_sat(self, entry: Entry, elsewhen: Collection[int] = ()) -> bool:
        """Whether a player had a board or the bye in any round except those in `elsewhen`, whose
        games were played on another day."""
        numbers = (round_.number for round_ in self.rounds if round_.number not in elsewhen)
        return any(entry.pk in self.seats(number) for number in numbers)

    def missed_by(self, entry: Entry) -> list[Round]:
        """The rounds in which a player had no board and no bye."""
        return [row for row in self.rounds if entry.pk not in self.seats(row.number)]

    def byes_of(self, entry: Entry) -> list[Round]:
        """The rounds in which a player had the bye."""
        return [row for row in self.rounds if entry.pk in self.byes[row.number]]


def was_there_before(
    record: OnRecord, entry: Entry, plan: Plan, number: int, elsewhen: Mapping[int, bool]
) -> bool:
    """Whether a player was there in the round before; `elsewhen` has those played another day."""
    has_sat = entry.pk in record.were_there(number - 1) and number - 1 not in elsewhen
    return has_sat or (number > 1 and plan.is_present_in(number - 1))


def on_another_day(evening: Evening, rows: Rows | None = None) -> dict[int, dict[int, bool]]:
    """The games of an evening that are played on another day, by entry and number.

    True: it was played ahead; False: it was made up later. One query, or none where the
    competition's `rows` have no such day.
    """
    if rows and not rows.has_other_days(evening):
        return {}
    # Only added boards: players who adjourned a game were present on the evening.
    caught_up = Game.objects.filter(
        round__evening=evening, added__isnull=False, played_on__isnull=False
    ).values_list(Value(False), "round__number", "white", "black")
    ahead = evening.games_ahead.values_list(Value(True), "number", "white", "black")
    by_entry: dict[int, dict[int, bool]] = {}
    for is_ahead, number, *players in sorted(caught_up.order_by().union(ahead.order_by())):
        for entry in players:
            by_entry.setdefault(entry, {})[number] = is_ahead
    return by_entry


def is_occasional(competition: Competition, entry: Entry) -> bool:
    """Whether the player is only expected when announced.

    Where the number of rounds is fixed no player is occasional: they enter for all of them.
    """
    abilities = competition.abilities
    is_for_all = abilities.needs_round_count or abilities.schedule_is_fixed
    return entry.player.is_occasional and not is_for_all


def is_asked(competition: Competition, entry: Entry, plan: Plan) -> bool:
    """Whether nobody knows if the player comes: they are occasional, and have said nothing."""
    return plan == Plan(in_games=plan.in_games) and is_occasional(competition, entry)


def who_belongs(evening: Evening, plans: Mapping[int, Plan]) -> list[Entry]:
    """The players of an evening by name; guests only if they have a plan. One query."""
    entries = Entry.objects.filter(competition=evening.competition_id).select_related("player")
    return belonging(evening, entries.order_by("player__sort_key", "pk"), plans)


def belonging(evening: Evening, entries: Iterable[Entry], plans: Mapping[int, Plan]) -> list[Entry]:
    """The players who belong to an evening; in a cup, those who were still in it before."""
    out = _out_before(evening)
    return [
        entry
        for entry in entries
        if entry.belongs_to(evening.number)
        and (not entry.guest or entry.pk in plans)
        and entry.key not in out
    ]


def _out_before(evening: Evening) -> Collection[str]:
    """The keys of players with nothing left to play before an evening; one query, for a cup."""
    competition = evening.competition
    if not competition.abilities.knocks_out:
        return ()
    before = snapshot_of(competition, with_proposal=False).after(evening.number, 0)
    return competition.rules.out(before) if any(before.record()) else ()


def state_in(competition: Competition, entry: Entry, plan: Plan, game: int) -> str:
    """The word for a player's state in a game.

    "present", "later" or "left" (present, but not in that game), "expected", "occasional"
    (comes now and then, nothing heard), or an `Unplayed`.
    """
    if game in dict(plan.in_games):
        return str(plan.in_game(game))
    if plan.status == Status.PRESENT and not plan.covers(game):
        return "later" if plan.from_game > game else "left"
    if is_asked(competition, entry, plan):
        return "occasional"
    return str(plan.status)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One player on the attendance sheet.

    `state` is the word (`state_in`) for `game`: the next one, or the nearest that the player does
    not play on another day; "another_day" when there is none. `has_sat`: they had a board or the
    bye on this evening. `is_left_out`: they were there in the game before the next one, and nobody
    said that they have left. `is_for_one_game`: the state is for that game only. `in_games` are the
    games from it on with another status than the rest of the evening, `elsewhen` those from the
    next one on that are played on another day: (game, was it ahead?).
    """

    entry: Entry
    evening: Evening
    plan: Plan
    game: int | None
    is_present_next: bool
    is_expected_next: bool
    has_sat: bool
    is_left_out: bool
    is_for_one_game: bool
    state: str
    in_games: tuple[tuple[int, str], ...]
    elsewhen: tuple[tuple[int, bool], ...]

    @property
    def group(self) -> str:
        """The group that the player is in on that evening."""
        return self.entry.group_on(self.evening.number)

    @property
    def comes(self) -> bool:
        """Whether the player was, is or should be there, for a part at least."""
        return self.state in ("present", "later", "left", "expected")

    def comes_to(self, game: int) -> bool:
        """Whether the player is or should be there for a game, and does not play it another day."""
        state = state_in(self.evening.competition, self.entry, self.plan, game)
        is_there = game in dict(self.plan.in_games) or self.plan.covers(game)
        return state in COMING and is_there and game not in dict(self.elsewhen)

    @property
    def is_here(self) -> bool:
        """Whether a tap takes presence back, also for a player who does not play the very next
        game."""
        return self.state == Status.PRESENT


@dataclass(frozen=True, slots=True)
class AttendanceSheet:
    """The players of an evening, by name, before game `next_game`; `plans` by primary key.

    `expected_count` counts those who are or should be there in that game. `byes` are those who
    would get the bye, one in each group, if nobody else came; none where the number is even.
    """

    rows: list[SheetRow]
    plans: Mapping[int, Plan]
    next_game: int
    present_count: int
    expected_count: int
    byes: list[Entry]

    @property
    def left_out(self) -> list[SheetRow]:
        """The players who were there in the game before, of whom nobody said where they are now."""
        return [row for row in self.rows if row.is_left_out]

    @property
    def bye(self) -> Entry | None:
        """The bye of the first group that has one."""
        return next(iter(self.byes), None)

    @property
    def odd_groups(self) -> list[str]:
        """The groups with an odd number present; [""] where there are no groups."""
        counts = Counter(row.group for row in self.rows if row.is_present_next)
        return sorted(group for group, count in counts.items() if count % 2)

    @property
    def is_odd(self) -> bool:
        """Whether somebody is going to get the bye."""
        return bool(self.odd_groups)


def sheet(evening: Evening, rounds: Sequence[Round] | None = None) -> AttendanceSheet:
    """The attendance sheet; as many queries for any number of players. `rounds`: the evening's."""
    rounds = list(evening.rounds.all()) if rounds is None else rounds
    next_game = min(sum(round_.is_on_record for round_ in rounds) + 1, evening.games)
    plans, stored = plans_of(evening), Rows(evening.competition)
    rows = rows_of(evening, stored, plans, next_game)
    present = sum(row.is_present_next for row in rows)
    expected = present + sum(row.is_expected_next for row in rows)
    seen = AttendanceSheet(rows, plans, next_game, present, expected, [])
    if evening.is_closed or not seen.is_odd:
        return seen
    free = _who_has_bye(evening, next_game, rounds, stored, plans)
    by_key = {row.entry.key: row.entry for row in rows}
    return replace(seen, byes=[by_key[key] for key in free if key in by_key])


def rows_of(
    evening: Evening, stored: Rows, plans: Mapping[int, Plan], next_game: int
) -> list[SheetRow]:
    """The rows of the sheet before game `next_game`; `stored` are those of the competition."""
    elsewhen, none, record = on_another_day(evening, stored), Plan(), OnRecord.of(evening, stored)
    return [
        _sheet_row(record, evening, entry, plans.get(entry.pk, none), next_game, elsewhen)
        for entry in belonging(evening, stored.by_name, plans)
    ]


def _sheet_row(
    record: OnRecord,
    evening: Evening,
    entry: Entry,
    plan: Plan,
    next_game: int,
    of_all: Mapping[int, Mapping[int, bool]],
) -> SheetRow:
    elsewhen = of_all.get(entry.pk, {})
    game = _own_game(evening, plan, next_game, elsewhen)
    since = min(next_game, game or next_game)
    state = state_in(evening.competition, entry, plan, game) if game else "another_day"
    return SheetRow(
        entry=entry,
        evening=evening,
        plan=plan,
        game=game,
        is_present_next=game == next_game and state == "present",
        is_expected_next=game == next_game and state == "expected" and plan.covers(game),
        has_sat=record.has_sat(entry, elsewhen),
        is_left_out=next_game == len(record.rounds) + 1
        and next_game not in elsewhen
        and was_there_before(record, entry, plan, next_game, elsewhen)
        and not (plan.is_present_in(next_game) or plan.says_why_not(next_game)),
        is_for_one_game=any(
            number == game and status != Status.PRESENT for number, status in plan.in_games
        ),
        state=state,
        in_games=tuple(
            (number, status)
            for number, status in plan.in_games
            if number >= since and number not in elsewhen and status != Status.PRESENT
        ),
        elsewhen=tuple(item for item in sorted(elsewhen.items()) if item[0] >= next_game),
    )


def _own_game(
    evening: Evening, plan: Plan, next_game: int, elsewhen: Mapping[int, bool]
) -> int | None:
    """The game that a row is about: the next, or the nearest that is not on another day."""
    if next_game not in elsewhen:
        return next_game
    later = range(next_game + 1, evening.games + 1)
    earlier = range(next_game - 1, 0, -1)
    candidates = [
        *(game for game in later if plan.status not in COMING or not _has_left(plan, game)),
        *(game for game in earlier if plan.status not in COMING or plan.covers(game)),
    ]
    return next((game for game in candidates if game not in elsewhen), None)


def _has_left(plan: Plan, game: int) -> bool:
    return plan.until_game is not None and plan.until_game < game


def _who_has_bye(
    evening: Evening, game: int, rounds: Sequence[Round], stored: Rows, plans: Mapping[int, Plan]
) -> Sequence[PlayerId]:
    """The players who would get the bye, cached by version; none while another pairing is made."""
    key = f"free:{evening.competition_id}:{evening.competition.version}:{evening.pk}:{game}"
    try:
        free = cache.get_or_set(
            key, lambda: who_would_have_bye(evening, game, rounds, stored, plans)
        )
    except PairingBusy:
        return ()
    return free or ()
