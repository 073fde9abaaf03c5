"""Step 1 of the evening: who is there, and for which games?

Attendance is the plan. Publishing a pairing makes the record from it: coming or leaving changes
the games still to be paired, never one that was played.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.cache import cache

from clubcomp.flow.attendance.missed import OnRecord
from clubcomp.flow.attendance.plans import check_bye, check_kind, check_span, plan_now, write_plan
from clubcomp.flow.attendance.presence import belonging, state_in
from clubcomp.flow.checks import check_note
from clubcomp.flow.pairings.left_out import was_there_before
from clubcomp.flow.pairings.proposal import who_would_have_bye
from clubcomp.flow.pairings.seated import on_another_day
from clubcomp.flow.pairings.turns import PairingBusy
from clubcomp.flow.reread import entry_now, evening_with_pairings
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Attendance, Entry, Evening, Round, User
from clubcomp.models.plans import COMING, Plan, plans_of
from pairing.core.types import PlayerId
from pairing.core.unplayed import Unplayed

Status = Attendance.Status


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One player on the attendance sheet.

    `state` is the word (`presence.state_in`) for `game`: the next one, or the nearest that the
    player does not play on another day; "another_day" when there is none. `has_sat`: they had a
    board or the bye on this evening. `is_left_out`: they were there in the game before the next
    one, and nobody said that they are not there any more. `is_for_one_game`: in that one only.
    `in_games` are the games from it on with another status than the rest of the evening,
    `elsewhen` those from the next one on that are played on another day: (game, was it ahead?).
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
        """Whether the player is or should be there for a game, which is not played another day."""
        state = state_in(self.evening.competition, self.entry, self.plan, game)
        is_there = game in dict(self.plan.in_games) or self.plan.covers(game)
        return state in COMING and is_there and game not in dict(self.elsewhen)

    @property
    def is_here(self) -> bool:
        """Whether a tap takes it back, also of a player who does not play the very next game."""
        return self.state == Status.PRESENT


@dataclass(frozen=True, slots=True)
class AttendanceSheet:
    """The players of an evening, by name, before game `next_game`; `plans` by primary key.

    `expected_count` counts those who are or should be there in that game. `byes` are those who
    would get the bye, one a group, if nobody else came; none where the number is even.
    """

    rows: list[SheetRow]
    plans: Mapping[int, Plan]
    next_game: int
    present_count: int
    expected_count: int
    byes: list[Entry]

    @property
    def left_out(self) -> list[SheetRow]:
        """Who was there in the game before, and of whom nobody said where they are now."""
        return [row for row in self.rows if row.is_left_out]

    @property
    def bye(self) -> Entry | None:
        """That of the first group with one."""
        return next(iter(self.byes), None)

    @property
    def odd_groups(self) -> list[str]:
        """The groups of which an odd number is there; [""] where there are no groups."""
        there = Counter(row.group for row in self.rows if row.is_present_next)
        return sorted(group for group, count in there.items() if count % 2)

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
    """Who would get the bye in a game, paired once for each version; nobody while another pairs."""
    key = f"free:{evening.competition_id}:{evening.competition.version}:{evening.pk}:{game}"
    try:
        free = cache.get_or_set(
            key, lambda: who_would_have_bye(evening, game, rounds, stored, plans)
        )
    except PairingBusy:
        return ()
    return free or ()


@all_or_nothing
def mark_present(evening: Evening, entry: Entry, *, present: bool, by: User | None) -> Evening:
    """Mark a player `present` or not; the same twice is once. The evening as it is now.

    Players who come after games were paired are present from the next one; those who had left
    are back. Taking it back keeps the announced first and last game.
    """
    with step_on(evening.competition, "mark_present", by=by) as step:
        evening = evening_with_pairings(step, evening)
        entry = entry_now(step, entry)
        plan = plan_now(evening, entry)
        if present:
            wanted = here_now(evening, entry, plan)
        elif plan.status == Status.PRESENT:
            wanted = not_after_all(entry, plan)
        else:
            return evening
        write_plan(step, evening, entry, plan, wanted)
        return evening


def not_after_all(entry: Entry, plan: Plan) -> Plan:
    """The plan of a player who is not here after all, as before the first tap.

    Players who come now and then are not expected, and those on holiday are away. Guests are
    only here because they were announced.
    """
    wanted = plan._replace(status=Status.EXPECTED)
    if wanted == Plan(in_games=plan.in_games, is_said=True) and not entry.guest:
        return wanted._replace(is_said=False)
    return wanted


def here_now(evening: Evening, entry: Entry, plan: Plan, record: OnRecord | None = None) -> Plan:
    """The plan of a player who turns up now; `record` is the evening's, if the caller has it."""
    on_record = [round_ for round_ in evening.pairings if round_.is_on_record]
    next_game = len(on_record) + 1
    others = tuple(item for item in plan.in_games if item[0] != next_game)
    if plan.away_until or plan.is_habit:
        plan = Plan()
    # Who stayed away as a reserve is here now as anybody else.
    is_reserve = plan.is_reserve and plan.status in COMING
    wanted = plan._replace(status=Status.PRESENT, in_games=others, is_said=True)
    wanted = wanted._replace(is_reserve=is_reserve)
    if wanted.until_game is not None and wanted.until_game < next_game:
        wanted = wanted._replace(until_game=None)
    if wanted.from_game < next_game and plan.status != Status.PRESENT:
        record = record or OnRecord.of(evening, Rows(evening.competition))
        elsewhen = on_another_day(evening).get(entry.pk, {})
        if not any(
            entry.pk in record.seats(row.number) for row in on_record if row.number not in elsewhen
        ):
            # After the last pairing there is no game to come in for: "from the last one".
            wanted = wanted._replace(from_game=min(next_game, evening.games))
    return wanted


@all_or_nothing
def plan_attendance(
    evening: Evening,
    entry: Entry,
    *,
    status: str,
    from_game: int = 1,
    until_game: int | None = None,
    note: str = "",
    is_reserve: bool = False,
    keep: Iterable[int] | None = None,
    by: User | None,
) -> Plan:
    """Store what a player does this evening: comes later, leaves early, plays elsewhere, is away.

    `is_reserve`: who is away would come if the number is odd.

    A player expected or present is away outside `from_game` to `until_game`. Another status
    holds for those games only. Earlier announcements for single games stay for the games in
    `keep` (None: all of them).
    """
    with step_on(evening.competition, "plan_attendance", by=by) as step:
        evening = evening_with_pairings(step, evening)
        entry = entry_now(step, entry)
        check_span(evening, from_game, until_game)
        check_bye(step, status)
        check_kind(step, status)
        check_note(note)
        before = plan = plan_now(evening, entry)
        if keep is not None:
            present = (game for game, planned in plan.in_games if planned == Status.PRESENT)
            keep = {*keep, *present}
            in_games = tuple(item for item in plan.in_games if item[0] in keep)
            plan = plan._replace(in_games=in_games)
        announced = Plan(status, from_game, until_game, note.strip(), is_said=True)
        announced = announced._replace(is_reserve=is_reserve)
        wanted = with_announced(plan, announced, games=evening.games)
        write_plan(step, evening, entry, before, wanted)
        return wanted


def with_announced(plan: Plan, announced: Plan, *, games: int) -> Plan:
    """A plan changed by an announcement for the whole evening of `games` or for some of them."""
    if announced.status in COMING:
        return _from_first(announced._replace(in_games=plan.in_games), games)
    first, last = announced.from_game, announced.until_game or games
    if (first, last) == (1, games):
        return announced._replace(from_game=1, until_game=None)
    others = tuple(item for item in plan.in_games if not announced.covers(item[0]))
    rest = plan._replace(note=announced.note, in_games=others)
    rest = rest._replace(is_said=plan.is_said or announced.note not in ("", plan.note))
    if announced.status == Unplayed.ABSENT and plan.status in COMING:
        # To come later or to leave early holds also when the evening gets another game.
        if announced.until_game is None and plan.from_game < first:
            return rest._replace(until_game=min(plan.until_game or games, first - 1), is_said=True)
        if first == 1 and last < (plan.until_game or games):
            return rest._replace(from_game=max(plan.from_game, last + 1), is_said=True)
    covered = [(game, str(announced.status)) for game in range(first, last + 1)]
    return _from_first(rest._replace(in_games=tuple(sorted([*others, *covered]))), games)


def _from_first(plan: Plan, games: int) -> Plan:
    """A plan that begins with the first game for which the player comes.

    Who comes from game 2, and is signed off in game 2, comes from game 3; away from every game of
    theirs is away.
    """
    if plan.status not in COMING:
        return plan
    off = {game for game, status in plan.in_games if status == Unplayed.ABSENT}
    first = plan.from_game
    while first in off:
        first += 1
    if first == plan.from_game:
        return plan
    others = (item for item in plan.in_games if item[0] not in off or item[0] > first)
    plan = plan._replace(in_games=tuple(others), is_said=True)
    if first > (plan.until_game or games):
        return plan._replace(status=Unplayed.ABSENT.value, from_game=1, until_game=None)
    return plan._replace(from_game=first)
