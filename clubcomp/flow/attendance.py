"""Step 1 of the evening: who is there, and for which games?

Attendance is the plan. What counts is the record that publishing a pairing makes of it: to
leave or to come changes the games still to be paired, never one that was played.
"""

from dataclasses import dataclass
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.start_order import place_for, unused_key
from clubcomp.flow.errors import StepError
from clubcomp.flow.fresh import entry_now, evening_now
from clubcomp.flow.namesakes import tell_apart
from clubcomp.flow.pairings import renew_proposal, who_would_be_free
from clubcomp.flow.rounds import evening_facts, round_name
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import (
    Attendance,
    Competition,
    Entry,
    Evening,
    Game,
    Player,
    Round,
    Unpaired,
    User,
)
from pairing.core.types import Reason
from pairing.registry import get_system

Status = Attendance.Status

#: Byes that are asked for, or given by the leader, before a round is paired.
BYES_ON_REQUEST = (Status.HALF_POINT_BYE, Status.FULL_POINT_BYE)


class Plan(NamedTuple):
    """What one player does on an evening; without a row it is the default."""

    status: str = Status.EXPECTED
    from_game: int = 1
    until_game: int | None = None
    note: str = ""

    @classmethod
    def of(cls, row: Attendance | None) -> "Plan":
        """The plan that a row holds."""
        if row is None:
            return cls()
        return cls(row.status, row.from_game, row.until_game, row.note)

    def covers(self, game: int) -> bool:
        """Whether game number `game` lies between the first and the last one."""
        return self.from_game <= game and (self.until_game is None or game <= self.until_game)

    def is_present_in(self, game: int) -> bool:
        """Whether the player is there for game number `game`."""
        return self.status == Status.PRESENT and self.covers(game)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One player on the attendance sheet.

    `state` is the word for it: "present", "later" or "left" (present, but not in the next
    game), "expected", "occasional" (comes now and then, nothing heard), "absent", "external",
    "no_notice", "exempt", "half_point_bye" or "full_point_bye".
    """

    entry: Entry
    evening: Evening
    status: str
    from_game: int
    until_game: int | None
    note: str
    is_occasional: bool
    is_present_next: bool
    is_expected_next: bool
    state: str

    @property
    def is_present(self) -> bool:
        """Whether the player is marked present, for whichever games."""
        return self.status == Status.PRESENT


@dataclass(frozen=True, slots=True)
class AttendanceSheet:
    """Everybody who belongs to an evening, by name, seen before game `next_game`.

    `expected_count` counts those who are or should be there in that game. `bye` is who would
    be free in it if nobody else came, with `bye_reasons`; None when the number is even.
    """

    rows: list[SheetRow]
    next_game: int
    present_count: int
    expected_count: int
    bye: Entry | None
    bye_reasons: tuple[Reason, ...]

    @property
    def is_odd(self) -> bool:
        """Whether somebody is going to be free."""
        return self.present_count % 2 == 1


def expects_everybody(competition: Competition) -> bool:
    """Whether who entered is expected each time, also a member who otherwise comes now and then.

    So it is where the number of rounds is fixed: one enters for all of them.
    """
    return get_system(competition.system).abilities.needs_round_count


def sheet(evening: Evening) -> AttendanceSheet:
    """The attendance sheet. The queries are the same whatever the number of players."""
    on_record = Round.objects.on_record().filter(evening=evening).count()
    next_game = min(on_record + 1, evening.games)
    planned = {row.entry_id: row for row in Attendance.objects.filter(evening=evening)}
    entries = Entry.objects.filter(competition=evening.competition).select_related("player")
    rows = [
        _sheet_row(evening, entry, planned.get(entry.pk), next_game)
        for entry in entries.order_by("player__sort_key", "pk")
        if entry.belongs_to(evening.number)
    ]
    present = sum(row.is_present_next for row in rows)
    awaited = sum(row.is_expected_next for row in rows)
    bye = None
    if present % 2 and not evening.is_closed:
        bye = _who_is_free(evening, next_game)
    by_key = {row.entry.key: row.entry for row in rows}
    return AttendanceSheet(
        rows=rows,
        next_game=next_game,
        present_count=present,
        expected_count=present + awaited,
        bye=by_key.get(bye.player) if bye else None,
        bye_reasons=bye.reasons if bye else (),
    )


def _sheet_row(evening: Evening, entry: Entry, row: Attendance | None, next_game: int) -> SheetRow:
    plan = Plan.of(row)
    is_occasional = entry.player.is_occasional and not expects_everybody(evening.competition)
    state = str(plan.status)
    if plan.status == Status.PRESENT and not plan.covers(next_game):
        state = "later" if plan.from_game > next_game else "left"
    elif plan.status in BYES_ON_REQUEST and not plan.covers(next_game):
        state = "absent"
    elif row is None and is_occasional:
        state = "occasional"
    return SheetRow(
        entry=entry,
        evening=evening,
        **plan._asdict(),
        is_occasional=is_occasional,
        is_present_next=plan.is_present_in(next_game),
        is_expected_next=state == "expected" and plan.covers(next_game),
        state=state,
    )


def _who_is_free(evening: Evening, game: int):
    """Who would be free in a game: paired once for each version of the competition."""
    competition = evening.competition
    key = f"free:{competition.pk}:{competition.version}:{evening.pk}:{game}"
    return cache.get_or_set(key, lambda: who_would_be_free(evening, game))


@all_or_nothing
def mark_present(evening: Evening, entry: Entry, *, present: bool, by: User | None) -> None:
    """Somebody is here, or not after all; `present` is what it shall be, so twice is once.

    Who comes in after games were paired is present from the next one; who had left is back.
    Taking it back keeps what was announced: from which game, until which.
    """
    with step_on(evening.competition, "mark_present", by=by) as step:
        evening = evening_now(step, evening)
        entry = entry_now(step, entry)
        row = Attendance.objects.filter(evening=evening, entry=entry).first()
        plan = Plan.of(row)
        if present:
            wanted = _here_now(evening, entry, plan)
        elif plan.status == Status.PRESENT:
            wanted = plan._replace(status=Status.EXPECTED)
        else:
            return
        _write(step, evening, entry, row, wanted)
        if wanted == Plan():
            # As before the first tap: one who comes now and then is not expected after all.
            Attendance.objects.filter(evening=evening, entry=entry).delete()


def _here_now(evening: Evening, entry: Entry, plan: Plan) -> Plan:
    """The plan of one who turns up now."""
    wanted = plan._replace(status=Status.PRESENT)
    on_record = Round.objects.on_record().filter(evening=evening)
    next_game = on_record.count() + 1
    if wanted.until_game is not None and wanted.until_game < next_game:
        wanted = wanted._replace(until_game=None)
    if wanted.from_game < next_game and plan.status != Status.PRESENT:
        played = Game.objects.filter(Q(white=entry) | Q(black=entry), round__in=on_record)
        free = Unpaired.objects.filter(round__in=on_record, entry=entry, kind=Unpaired.Kind.BYE)
        if not played.exists() and not free.exists():
            wanted = wanted._replace(from_game=next_game)
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
    by: User | None,
) -> None:
    """What a player does this evening: comes later, leaves early, plays elsewhere, is away."""
    with step_on(evening.competition, "plan_attendance", by=by) as step:
        evening = evening_now(step, evening)
        entry = entry_now(step, entry)
        row = Attendance.objects.filter(evening=evening, entry=entry).first()
        _check_span(evening, from_game, until_game)
        _check_bye(step, status)
        if len(note) > 200:
            raise StepError(_("The note is too long: at most 200 letters."))
        _write(step, evening, entry, row, Plan(Status(status), from_game, until_game, note.strip()))


@all_or_nothing
def add_guest(
    evening: Evening,
    *,
    name: str,
    rating: int | None,
    from_game: int = 1,
    until_game: int | None = None,
    by: User | None,
) -> Entry:
    """Somebody from outside plays along, in the start order where his rating puts him."""
    with step_on(evening.competition, "add_guest", holds_club=True, by=by) as step:
        evening = evening_now(step, evening)
        _check_not_closed(evening)
        _check_span(evening, from_game, until_game)
        name = name.strip()
        if not name or len(name) > 200:
            raise StepError(_("A guest needs a name, of at most 200 letters."))
        if rating is not None and not 0 <= rating <= 4000:
            raise StepError(_("A rating lies between 0 and 4000."))
        competition = step.competition
        tonight = Entry.objects.filter(
            competition=competition, guest=True, joined=evening.number, player__name=name
        )
        if tonight.exists():
            raise StepError(_("%(guest)s plays along already.") % {"guest": name})
        player = Player.objects.create(
            club=competition.club, name=name, rating=rating, is_member=False
        )
        tell_apart(competition.club, player)
        entry = Entry.objects.create(
            competition=competition,
            player=player,
            key=unused_key(competition, player),
            start=place_for(competition, player),
            rating=rating,
            joined=evening.number,
            guest=True,
        )
        plan = Plan(Status.PRESENT, from_game, until_game)
        Attendance.objects.create(evening=evening, entry=entry, changed_by=by, **plan._asdict())
        step.note(evening=evening, facts={"player": str(player), "rating": rating})
        renew_proposal(step, evening)
        return entry


def _write(
    step: Step, evening: Evening, entry: Entry, row: Attendance | None, wanted: Plan
) -> None:
    """Make a plan the player's; nothing happens when it already is."""
    _check_not_closed(evening)
    before = Plan.of(row)
    says_nothing_new = (
        row is not None or not entry.player.is_occasional or expects_everybody(evening.competition)
    )
    if wanted == before and says_nothing_new:
        return
    if not entry.belongs_to(evening.number):
        raise StepError(
            _("%(player)s does not belong to the competition on this evening.") % {"player": entry}
        )
    _check_not_playing(evening, entry, wanted)
    row = row or Attendance(evening=evening, entry=entry)
    row.status, row.from_game, row.until_game, row.note = wanted
    row.changed_by = step.by
    row.save()
    step.note(
        evening=evening,
        facts={"player": str(entry), **evening_facts(evening)},
        before=before._asdict(),
        after=wanted._asdict(),
    )
    renew_proposal(step, evening)


def _check_not_closed(evening: Evening) -> None:
    if evening.is_closed:
        raise StepError(
            _("This evening is closed. Who was there can still be corrected, with a reason.")
        )


def _check_span(evening: Evening, from_game: int, until_game: int | None) -> None:
    """The first and the last game have to be games of the evening, in that order."""
    last = evening.games if until_game is None else until_game
    if not 1 <= from_game <= last <= evening.games:
        raise StepError(
            _("From %(first)s until %(last)s: the evening has %(count)s.")
            % {
                "first": round_name(evening, from_game),
                "last": round_name(evening, last),
                "count": evening.games,
            }
        )


def _check_bye(step: Step, status: str) -> None:
    system = get_system(step.competition.system)
    if status in BYES_ON_REQUEST and not system.abilities.has_half_point_byes:
        raise StepError(
            _("Under %(system)s nobody gets a bye on request. Sign the player off instead.")
            % {"system": system.label}
        )


def _check_not_playing(evening: Evening, entry: Entry, wanted: Plan) -> None:
    """Nobody is away from a game that he is playing."""
    playing = Game.objects.still_playing().filter(
        Q(white=entry) | Q(black=entry), round__evening=evening
    )
    for game in playing.with_round():
        if not wanted.is_present_in(game.round.number):
            raise StepError(
                _(
                    "%(player)s is playing %(game)s, on board %(board)s. Enter the result"
                    " first, or withdraw the pairing."
                )
                % {
                    "player": entry,
                    "game": round_name(evening, game.round.number),
                    "board": game.board,
                }
            )
