"""Was somebody away with notice, without, elsewhere for the club, not invited, or there and free?

Put right on the record of rounds that were published, on a closed evening as well.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.fresh import entry_now, evening_now
from clubcomp.flow.given import given_reason
from clubcomp.flow.pairings import renew_proposal
from clubcomp.flow.rounds import round_facts
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Attendance, Competition, Entry, Evening, Game, Round, Unpaired, User
from pairing.registry import get_system

#: How one can be away. "absent" is with notice, and has no row in the record.
ABSENT = "absent"
KINDS = (ABSENT, Unpaired.Kind.NO_NOTICE, Unpaired.Kind.EXTERNAL, Unpaired.Kind.EXEMPT)
#: And where the system knows byes on request.
BYES = (Unpaired.Kind.HALF_POINT_BYE, Unpaired.Kind.FULL_POINT_BYE)


def kinds_of(competition: Competition) -> tuple[str, ...]:
    """How one can be without a board under the competition's system."""
    knows_byes = get_system(competition.system).abilities.has_half_point_byes
    return (*KINDS, *(BYES if knows_byes else ()), Unpaired.Kind.BYE)


@all_or_nothing
def correct_notice(
    evening: Evening,
    entry: Entry,
    *,
    number: int | None = None,
    kind: str,
    seen: str = "",
    reason: str,
    by: User | None,
) -> None:
    """How a player was away in game `number`, or in every game that he missed (None).

    `kind` is one of `kinds_of` the competition. Nobody who played was away; who had the bye
    was, or somebody else had it, only in a game that is named. `seen` is the `notice_mark` of
    what the page showed.
    """
    with step_on(evening.competition, "correct_notice", by=by) as step:
        if _correct(step, evening, entry, number, kind, reason, seen):
            renew_proposal(step)


@all_or_nothing
def correct_notices(
    evening: Evening, entries: Iterable[Entry], *, kind: str, reason: str, by: User | None
) -> None:
    """How several players were away in every game that they missed: all of them, or nobody."""
    with step_on(evening.competition, "correct_notice", by=by) as step:
        changed = [_correct(step, evening, entry, None, kind, reason) for entry in entries]
        if any(changed):
            renew_proposal(step)


def _correct(
    step: Step,
    evening: Evening,
    entry: Entry,
    number: int | None,
    kind: str,
    reason: str,
    seen: str = "",
) -> bool:
    """Put one player's absence right, with its line in the trail; whether that changed it."""
    evening, entry = evening_now(step, evening), entry_now(step, entry)
    if kind not in kinds_of(step.competition):
        raise StepError(_("Choose how the player was away."))
    reason = given_reason(reason)
    if not entry.belongs_to(evening.number):
        raise StepError(
            _("%(player)s does not belong to the competition on this evening.") % {"player": entry}
        )
    missed = missed_rounds(evening, entry, number)
    if kind == Unpaired.Kind.BYE:
        _check_bye(missed, entry, number)
    before = _kinds_in(missed, entry)
    changed = [round_ for round_ in missed if before[round_.number] != kind]
    if not changed:
        return False
    if seen and seen != _mark(before):
        raise StepError(
            _(
                "Somebody else put right meanwhile how %(player)s was away. Nothing was changed."
                " Look again at what the correction changes."
            )
            % {"player": entry}
        )
    Unpaired.objects.filter(entry=entry, round__in=changed).delete()
    if kind != ABSENT:
        Unpaired.objects.bulk_create(
            Unpaired(round=round_, entry=entry, kind=kind) for round_ in changed
        )
    if number is None:
        _correct_plan(evening, entry, kind, step.by)
    step.note(
        evening=evening,
        facts={"player": str(entry)} | _which(evening, changed),
        before={"kinds": [before[round_.number] for round_ in changed]},
        after={"kind": kind},
        reason=reason,
    )
    return True


def notice_mark(evening: Evening, entry: Entry, number: int | None) -> str:
    """How a player was away, as a page shows it; StepError when he missed nothing."""
    return _mark(_kinds_in(missed_rounds(evening, entry, number), entry))


def _kinds_in(rounds: list[Round], entry: Entry) -> dict[int, str]:
    """How a player was away in each of some rounds, by its number on the evening."""
    rows = Unpaired.objects.filter(entry=entry, round__in=rounds)
    kinds = dict(rows.values_list("round_id", "kind"))
    return {round_.number: kinds.get(round_.pk, ABSENT) for round_ in rounds}


def _mark(kinds: dict[int, str]) -> str:
    return " ".join(f"{number}:{kind}" for number, kind in kinds.items())


def _which(evening: Evening, rounds: list[Round]) -> dict[str, Any]:
    """The numbers of several rounds, for the trail."""
    each = [round_facts(evening, round_.number) for round_ in rounds]
    numbers = {"games": [one["game"] for one in each]}
    return numbers | ({"rounds": [one["round"] for one in each]} if "round" in each[0] else {})


def _check_bye(missed: list[Round], entry: Entry, number: int | None) -> None:
    """StepError unless the player can have been free: in one round, in which nobody else was."""
    if number is None:
        raise StepError(_("Choose in which one %(player)s was free.") % {"player": entry})
    others = Unpaired.objects.filter(round__in=missed, kind=Unpaired.Kind.BYE)
    other = others.exclude(entry=entry).select_related("entry__player").first()
    if other is not None:
        raise StepError(
            _("%(other)s has the bye. First put right that %(other)s was not free.")
            % {"other": other.entry}
        )


def missed_rounds(evening: Evening, entry: Entry, number: int | None) -> list[Round]:
    """The rounds on record that the player was away from, the one where he was free by number.

    StepError when there are none.
    """
    rounds = Round.objects.on_record().filter(evening=evening).order_by("number")
    if number is not None:
        rounds = rounds.filter(number=number)
    played = Game.objects.filter(Q(white=entry) | Q(black=entry), round__in=rounds)
    missed = rounds.exclude(pk__in=played.values("round"))
    if number is None:
        free = Unpaired.objects.filter(entry=entry, round__in=rounds, kind=Unpaired.Kind.BYE)
        missed = missed.exclude(pk__in=free.values("round"))
    missed = list(missed)
    if not missed:
        raise StepError(
            _("%(player)s missed no game of this evening that is on record.") % {"player": entry}
        )
    return missed


def _correct_plan(evening: Evening, entry: Entry, kind: str, by: User | None) -> None:
    """Let the attendance sheet say the same of one who was not there at all."""
    plans = Attendance.objects.filter(evening=evening, entry=entry)
    if plans.filter(status=Attendance.Status.PRESENT).exists():
        return
    Attendance.objects.update_or_create(
        evening=evening, entry=entry, defaults={"status": kind, "changed_by": by}
    )
