"""Step 1 of the evening: the players who are there, and for which games.

Attendance is the plan, stored here. Publishing a pairing makes the record from it: coming or
leaving changes the games still to be paired, never one that was played.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.attendance.sheet import OnRecord, is_occasional, on_another_day
from clubcomp.flow.checks import check_note
from clubcomp.flow.errors import Seated, StepError
from clubcomp.flow.pairings.proposing import renew
from clubcomp.flow.rows_now import entry_now, evening_with_pairings, must_belong
from clubcomp.flow.step import Step, account_of, all_or_nothing, step_on
from clubcomp.inside_django.rows import Rows
from clubcomp.models import (
    Attendance,
    Away,
    Competition,
    Doer,
    Entry,
    Evening,
    Game,
    GameAttendance,
    Habit,
    Round,
    Unpaired,
    User,
)
from clubcomp.models.plans import COMING, Plan, plans_of
from clubcomp.models.unplayed import OWN, stored
from pairing.core.amounts import AbsenceKind
from pairing.core.unplayed import BYES_ON_REQUEST, Unplayed
from pairing.sentences.articles import system_name

Status = Attendance.Status


@all_or_nothing
def mark_present(evening: Evening, entry: Entry, *, present: bool, by: User | None) -> Evening:
    """Mark a player `present` or not; returns the evening as it is now. Idempotent.

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

    Occasional players are not expected, and players on holiday are away. Guests are only here
    because they were announced.
    """
    wanted = plan._replace(status=Status.EXPECTED)
    if wanted == Plan(in_games=plan.in_games, is_said=True) and not entry.guest:
        return wanted._replace(is_said=False)
    return wanted


def here_now(evening: Evening, entry: Entry, plan: Plan, record: OnRecord | None = None) -> Plan:
    """The plan of a player who turns up now; `record` is the evening's, if the caller has it."""
    on_record = [round_ for round_ in evening.pairings if round_.is_on_record]
    next_game = len(on_record) + 1
    other_games = tuple(item for item in plan.in_games if item[0] != next_game)
    if plan.away_until or plan.is_habit:
        plan = Plan()
    # A reserve who stayed away is here now like anybody else.
    is_reserve = plan.is_reserve and plan.status in COMING
    wanted = plan._replace(status=Status.PRESENT, in_games=other_games, is_said=True)
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

    `is_reserve`: the player is away, but would come if the number is odd.

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
    other_games = tuple(item for item in plan.in_games if not announced.covers(item[0]))
    rest = plan._replace(note=announced.note, in_games=other_games)
    rest = rest._replace(is_said=plan.is_said or announced.note not in ("", plan.note))
    if announced.status == Unplayed.ABSENT and plan.status in COMING:
        # Coming later or leaving early still holds when the evening gets another game.
        if announced.until_game is None and plan.from_game < first:
            return rest._replace(until_game=min(plan.until_game or games, first - 1), is_said=True)
        if first == 1 and last < (plan.until_game or games):
            return rest._replace(from_game=max(plan.from_game, last + 1), is_said=True)
    covered = [(game, str(announced.status)) for game in range(first, last + 1)]
    return _from_first(rest._replace(in_games=tuple(sorted([*other_games, *covered]))), games)


def _from_first(plan: Plan, games: int) -> Plan:
    """A plan that begins with the first game for which the player comes.

    A player who comes from game 2 and is signed off for it comes from game 3; one who is signed off
    for every game is away.
    """
    if plan.status not in COMING:
        return plan
    off = {game for game, status in plan.in_games if status == Unplayed.ABSENT}
    first = plan.from_game
    while first in off:
        first += 1
    if first == plan.from_game:
        return plan
    kept = (item for item in plan.in_games if item[0] not in off or item[0] > first)
    plan = plan._replace(in_games=tuple(kept), is_said=True)
    if first > (plan.until_game or games):
        return plan._replace(status=Unplayed.ABSENT.value, from_game=1, until_game=None)
    return plan._replace(from_game=first)


# What may a plan be, and how is it stored? -----------------------------------------------


def plan_now(evening: Evening, entry: Entry) -> Plan:
    """The plan of one player for an evening."""
    return plans_of(evening).get(entry.pk, Plan())


def write_plan(
    step: Step, evening: Evening, entry: Entry, before: Plan, wanted: Plan, *, is_own: bool = False
) -> None:
    """Store a player's plan, with the trail, unless it is the same.

    `is_own`: the player says it, which is worth storing even where it was expected anyway.
    """
    must_not_be_closed(evening)
    is_same = wanted._replace(is_said=before.is_said, own_at=before.own_at) == before
    says_more = wanted.is_said != before.is_said and (
        is_own or before.own_at or entry.guest or is_occasional(step.competition, entry)
    )
    if is_same and not says_more and not (is_own and wanted.is_said and before.own_at is None):
        return
    must_belong(evening, entry)
    must_not_be_playing(evening, entry, wanted)
    store_plan(evening, entry, wanted, before=before, is_own=is_own, by=step.by)
    # Once nothing is said, holidays and habits apply again.
    plans = None if wanted.is_said else plans_of(evening)
    after = wanted if plans is None else plans.get(entry.pk, Plan())
    step.note(
        evening=evening,
        facts={"player": str(entry), **evening.facts},
        before=before.as_facts(),
        after=after.as_facts(),
    )
    if proposed := evening.proposed:
        renew(step, proposed, plans)


@all_or_nothing
def store_plan(
    evening: Evening,
    entry: Entry,
    plan: Plan,
    *,
    before: Plan | None = None,
    is_own: bool = False,
    by: Doer,
) -> None:
    """Store a plan for an evening and for single games of it; `before` is what it is now."""
    if plan.is_said:
        names = ("status", "from_game", "until_game", "note", "is_reserve")
        values = {name: getattr(plan, name) for name in names}
        values |= {"is_own": is_own, "changed_by": account_of(by)}
        Attendance.objects.bulk_create(
            [Attendance(evening=evening, entry=entry, **values)],
            update_conflicts=True,
            unique_fields=["evening", "entry"],
            update_fields=[*values, "changed_at"],
        )
    else:
        Attendance.objects.filter(evening=evening, entry=entry).delete()
    if before is not None and before.in_games == plan.in_games:
        return
    games = GameAttendance.objects.filter(evening=evening, entry=entry)
    games.exclude(game__in=dict(plan.in_games)).delete()
    for game, status in plan.in_games:
        GameAttendance.objects.update_or_create(
            evening=evening, entry=entry, game=game, defaults={"status": status}
        )


def must_not_be_closed(evening: Evening) -> None:
    if evening.is_closed:
        raise StepError(
            _("This evening is closed. Who was there can still be corrected, with a reason.")
        )


def check_span(evening: Evening, from_game: int, until_game: int | None) -> None:
    """StepError unless the first and the last game are games of the evening, in that order."""
    last = evening.games if until_game is None else until_game
    if not 1 <= from_game <= last <= evening.games:
        raise StepError(
            _("From %(first)s until %(last)s: the evening has %(count)s."),
            first=evening.round_name(from_game),
            last=evening.round_name(last),
            count=evening.games,
        )


def check_bye(step: Step, status: str) -> None:
    system = step.competition.pairing_system
    if status in BYES_ON_REQUEST and not system.abilities.has_byes_on_request:
        words = _("Under %(system)s nobody gets a bye on request. Sign the player off instead.")
        raise StepError(words, system=system_name(system.key))


def check_kind(step: Step, status: str) -> None:
    """StepError for an own kind of absence that the competition no longer has."""
    if status.startswith(OWN) and status not in step.competition.own_kinds:
        raise StepError(_("The regulation no longer has that kind of absence. Choose another one."))


def must_be_unused(competition: Competition, kind: AbsenceKind) -> None:
    """StepError when an absence is noted under a kind that is about to be removed."""
    name, of = stored(kind.key), {"evening__competition": competition}
    days = Away.objects.filter(kind=name, player__entries__competition=competition)
    rows = [
        Unpaired.objects.filter(kind=name, round__evening__competition=competition),
        Attendance.objects.filter(status=name, **of),
        GameAttendance.objects.filter(status=name, **of),
        days.filter(last__gte=localdate()),
        Habit.objects.filter(kind=name, tempo__competition=competition),
    ]
    if count := sum(absences.count() for absences in rows):
        words = ngettext(
            "“%(kind)s” stays: %(count)s absence is noted under it. Correct that first.",
            "“%(kind)s” stays: %(count)s absences are noted under it. Correct these first.",
            count,
        )
        raise StepError(words, kind=kind.name or kind.key, count=count)


def must_not_be_playing(evening: Evening, entry: Entry, wanted: Plan) -> None:
    """Seated when the plan takes a player away from a game that they are playing, or from the last
    game, in which they have the bye."""
    if all(wanted.is_present_in(game) for game in range(1, evening.games + 1)):
        return
    _must_not_have_bye(evening, entry, wanted)
    if not any(round_.status == Round.Status.PUBLISHED for round_ in evening.pairings):
        return
    playing = Game.objects.still_playing().filter(
        Q(white=entry) | Q(black=entry), round__evening=evening
    )
    for game in playing.with_round():
        if not wanted.is_present_in(game.round.number):
            raise Seated(
                _("%(player)s is playing %(game)s, on board %(board)s. Say first what happened."),
                player=entry,
                game=evening.round_name(game.round.number),
                board=game.board,
            )


def _must_not_have_bye(evening: Evening, entry: Entry, wanted: Plan) -> None:
    last = next((round_ for round_ in reversed(evening.pairings) if round_.is_on_record), None)
    abilities = evening.competition.abilities
    is_settled = abilities.schedule_is_fixed or abilities.knocks_out
    if last is None or is_settled or wanted.is_present_in(last.number):
        return
    byes = Unpaired.objects.filter(round=last, entry=entry, kind=Unplayed.BYE)
    if byes.exists():
        words = _("%(player)s has the bye in %(game)s. Say first what happened.")
        raise Seated(words, player=entry, game=evening.round_name(last.number))
