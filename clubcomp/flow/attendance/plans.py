"""How is stored what a player does on an evening, and what may it be?"""

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.attendance.presence import is_occasional
from clubcomp.flow.errors import Seated, StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.reread import must_belong
from clubcomp.flow.rounds import evening_facts, round_name
from clubcomp.flow.step import Step, account_of, all_or_nothing
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
)
from clubcomp.models.plans import Plan, plans_of
from clubcomp.models.unplayed import OWN, stored
from pairing.core.amounts import AbsenceKind
from pairing.core.unplayed import BYES_ON_REQUEST, Unplayed
from pairing.sentences.articles import system_name


def plan_now(evening: Evening, entry: Entry) -> Plan:
    """The plan of one player for an evening."""
    return plans_of(evening).get(entry.pk, Plan())


def write_plan(
    step: Step, evening: Evening, entry: Entry, before: Plan, wanted: Plan, *, is_own: bool = False
) -> None:
    """Store a player's plan, with the trail, unless it is the same.

    `is_own`: the player says it; that is worth storing also where it was expected anyway.
    """
    check_not_closed(evening)
    is_same = wanted._replace(is_said=before.is_said, own_at=before.own_at) == before
    says_more = wanted.is_said != before.is_said and (
        is_own or before.own_at or entry.guest or is_occasional(step.competition, entry)
    )
    if is_same and not says_more and not (is_own and wanted.is_said and before.own_at is None):
        return
    must_belong(evening, entry)
    check_not_playing(evening, entry, wanted)
    store_plan(evening, entry, wanted, before=before, is_own=is_own, by=step.by)
    # Where nothing is said any more, holidays and habits hold again.
    plans = None if wanted.is_said else plans_of(evening)
    after = wanted if plans is None else plans.get(entry.pk, Plan())
    step.note(
        evening=evening,
        facts={"player": str(entry), **evening_facts(evening)},
        before=before.as_facts(),
        after=after.as_facts(),
    )
    renew_proposal(step, evening, plans)


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


def check_not_closed(evening: Evening) -> None:
    if evening.is_closed:
        raise StepError(
            _("This evening is closed. Who was there can still be corrected, with a reason.")
        )


def check_span(evening: Evening, from_game: int, until_game: int | None) -> None:
    """The first and the last game have to be games of the evening, in that order."""
    last = evening.games if until_game is None else until_game
    if not 1 <= from_game <= last <= evening.games:
        raise StepError(
            _("From %(first)s until %(last)s: the evening has %(count)s."),
            first=round_name(evening, from_game),
            last=round_name(evening, last),
            count=evening.games,
        )


def check_bye(step: Step, status: str) -> None:
    system = step.competition.pairing_system
    if status in BYES_ON_REQUEST and not system.abilities.has_byes_on_request:
        words = _("Under %(system)s nobody gets a bye on request. Sign the player off instead.")
        raise StepError(words, system=system_name(system.key))


def check_kind(step: Step, status: str) -> None:
    """A kind of absence of its own is one that the competition has now."""
    if status.startswith(OWN) and status not in step.competition.own_kinds:
        raise StepError(_("The regulation no longer has that kind of absence. Choose another one."))


def must_be_unused(competition: Competition, kind: AbsenceKind) -> None:
    """StepError when somebody is noted under a kind of absence that goes out of the regulation."""
    name, of = stored(kind.key), {"evening__competition": competition}
    days = Away.objects.filter(kind=name, player__entries__competition=competition)
    rows = [
        Unpaired.objects.filter(kind=name, round__evening__competition=competition),
        Attendance.objects.filter(status=name, **of),
        GameAttendance.objects.filter(status=name, **of),
        days.filter(last__gte=localdate()),
        Habit.objects.filter(kind=name, tempo__competition=competition),
    ]
    if count := sum(some.count() for some in rows):
        words = ngettext(
            "“%(kind)s” stays: %(count)s absence is noted under it. Correct that first.",
            "“%(kind)s” stays: %(count)s absences are noted under it. Correct these first.",
            count,
        )
        raise StepError(words, kind=kind.name or kind.key, count=count)


def check_not_playing(evening: Evening, entry: Entry, wanted: Plan) -> None:
    """Seated when the plan has a player away from a game that they are playing, or from the last
    one, in which they have the bye."""
    if all(wanted.is_present_in(game) for game in range(1, evening.games + 1)):
        return
    _check_not_free(evening, entry, wanted)
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
                game=round_name(evening, game.round.number),
                board=game.board,
            )


def _check_not_free(evening: Evening, entry: Entry, wanted: Plan) -> None:
    last = next((one for one in reversed(evening.pairings) if one.is_on_record), None)
    abilities = evening.competition.abilities
    is_settled = abilities.schedule_is_fixed or abilities.knocks_out
    if last is None or is_settled or wanted.is_present_in(last.number):
        return
    byes = Unpaired.objects.filter(round=last, entry=entry, kind=Unplayed.BYE)
    if byes.exists():
        words = _("%(player)s has the bye in %(game)s. Say first what happened.")
        raise Seated(words, player=entry, game=round_name(evening, last.number))
