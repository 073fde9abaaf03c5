"""How was a player away: with notice, without, elsewhere for the club, not invited, or with a bye?

Corrections to the record of published rounds, also on a closed evening.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.attendance.sheet import OnRecord, belonging
from clubcomp.flow.checks import checked_reason
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rows_now import entry_now, evening_now, must_belong
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Attendance, Competition, Entry, Evening, Round, Unpaired, User
from clubcomp.models.plans import plans_of
from clubcomp.models.rounds import ELSEWHERE
from clubcomp.models.unplayed import stored, unplayed
from pairing.core.amounts import AbsenceKind
from pairing.core.unplayed import Unplayed


def absence_kinds(competition: Competition) -> set[str]:
    """The ways of being without a board in a competition, its own kinds of absence included."""
    knows_byes = competition.abilities.has_byes_on_request
    kinds = {kind for kind in Unplayed if knows_byes or not kind.is_on_request}
    return {*kinds, *competition.own_kinds}


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
    """Correct how a player was away in game `number`, or in all games that they missed (None).

    `kind` is one of the competition's `absence_kinds`. Players who played were not away, and a bye
    can only be corrected in one game. `seen` is the `notice_digest` of what the page showed.
    """
    with step_on(evening.competition, "correct_notice", by=by) as step:
        if _correct(step, evening, entry, number, kind, reason, seen):
            renew_proposal(step)


@all_or_nothing
def count_without_notice(
    evening: Evening,
    players: Iterable[Entry],
    *,
    kind: str = Unplayed.NO_NOTICE,
    reason: str,
    by: User | None,
) -> None:
    """Note that several players never came and gave no notice: all of them, or nobody. `kind` may
    be one of the competition's own."""
    with step_on(evening.competition, "correct_notice", by=by) as step:
        changed = [_correct(step, evening, player, None, kind, reason) for player in players]
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
    """Correct one player's absence and write the trail; returns whether that changed it."""
    evening, entry = evening_now(step, evening), entry_now(step, entry)
    if kind not in absence_kinds(step.competition):
        raise StepError(_("Choose how the player was away."))
    reason = checked_reason(reason)
    must_belong(evening, entry)
    missed = missed_rounds(evening, entry, number)
    if kind == Unplayed.BYE:
        _check_bye(missed, entry, number)
    before = _kinds_in(missed, entry)
    changed = [round_ for round_ in missed if before[round_.number] != kind]
    if not changed:
        return False
    if seen and seen != _digest(before):
        words = _(
            "Somebody else put right meanwhile how %(player)s was away. Nothing was changed."
            " Look again at what the correction changes."
        )
        raise StepError(words, player=entry)
    rows = Unpaired.objects.filter(entry=entry, round__in=changed)
    is_away = not unplayed(kind).was_there and kind != Unplayed.EXEMPT
    results = dict(rows.exclude(result="").values_list("round_id", "result")) if is_away else {}
    rows.delete()
    Unpaired.objects.bulk_create(
        Unpaired(round=round_, entry=entry, kind=kind, result=results.get(round_.pk, ""))
        for round_ in changed
        if kind != Unplayed.ABSENT or round_.pk in results
    )
    if number is None:
        _correct_plan(evening, entry, kind, step.by)
    step.note(
        evening=evening,
        facts={"player": str(entry)} | _numbers(changed),
        before={"kinds": [before[round_.number] for round_ in changed]},
        after={"kind": kind},
        reason=reason,
    )
    return True


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A player who was away in a round on record, under a kind that pays by result elsewhere."""

    round: Round
    entry: Entry
    kind: str
    result: str

    @property
    def key(self) -> str:
        """The name of its field in a form."""
        return f"{self.round.number}-{self.entry.key}"


def played_elsewhere(evening: Evening) -> list[Elsewhere]:
    """The players who were away and earn by the result elsewhere, round by round."""
    competition = evening.competition
    kinds = {stored(key): kind for key, kind in competition.rules.kinds.items()}
    paid = {key for key, kind in kinds.items() if _pays_by_result(kind, kinds)}
    if not paid:
        return []
    rows = Rows(competition)
    record, plans = OnRecord.of(evening, rows), plans_of(evening)
    members = belonging(evening, rows.by_name, plans)
    elsewhere = []
    for round_ in record.rounds:
        away = {row.entry_id: row for row in rows.unpaired_of(round_)}
        for entry in members:
            row = away.get(entry.pk)
            kind = row.kind if row else str(Unplayed.ABSENT)
            if kind in paid and entry.pk not in record.seats(round_.number):
                elsewhere.append(Elsewhere(round_, entry, kind, row.result if row else ""))
    return elsewhere


def _pays_by_result(kind: AbsenceKind | None, kinds: Mapping[str, AbsenceKind]) -> bool:
    """Whether a kind, or one that it turns into, earns by the result elsewhere."""
    while kind is not None:
        if kind.pays_by_result:
            return True
        kind = kinds.get(stored(kind.then)) if kind.then else None
    return False


@all_or_nothing
def record_elsewhere(evening: Evening, results: Mapping[str, str], *, by: User | None) -> int:
    """Record results elsewhere, by `Elsewhere.key`: "1", "1/2", "0", or "" if unknown. All or none;
    returns how many changed."""
    with step_on(evening.competition, "record_elsewhere", by=by) as step:
        evening = evening_now(step, evening)
        known = {away.key: away for away in played_elsewhere(evening)}
        changed = 0
        for key, result in results.items():
            away = known.get(key)
            if away is None or result not in ("", *ELSEWHERE):
                words = _("Somebody else put right meanwhile who was away. Look at the page again.")
                raise StepError(words)
            if away.result == result:
                continue
            changed += 1
            of: dict[str, Any] = {"round": away.round, "entry": away.entry}
            if away.kind == Unplayed.ABSENT and not result:
                Unpaired.objects.filter(**of).delete()
            else:
                values = {"kind": away.kind, "result": result}
                Unpaired.objects.update_or_create(**of, defaults=values)
            step.note(
                evening=evening,
                facts={"player": str(away.entry), **away.round.facts},
                before={"elsewhere": away.result},
                after={"elsewhere": result},
            )
        if changed:
            renew_proposal(step)
        return changed


def notice_digest(evening: Evening, entry: Entry, number: int | None) -> str:
    """The digest of how a player was away; StepError if they missed nothing."""
    return _digest(_kinds_in(missed_rounds(evening, entry, number), entry))


def _kinds_in(rounds: list[Round], entry: Entry) -> dict[int, str]:
    """How a player was away in each of these rounds, by its number on the evening."""
    rows = Unpaired.objects.filter(entry=entry, round__in=rounds)
    kinds = dict(rows.values_list("round_id", "kind"))
    return {round_.number: kinds.get(round_.pk, Unplayed.ABSENT) for round_ in rounds}


def _digest(kinds: dict[int, str]) -> str:
    return " ".join(f"{number}:{kind}" for number, kind in kinds.items())


def _numbers(rounds: list[Round]) -> dict[str, Any]:
    """The numbers of several rounds, for the trail."""
    facts = [round_.facts for round_ in rounds]
    return {f"{name}s": [fact[name] for fact in facts] for name in facts[0]}


def _check_bye(missed: list[Round], entry: Entry, number: int | None) -> None:
    """StepError unless the player can have had the bye: in one round, where nobody else had it."""
    if number is None:
        raise StepError(_("Choose in which one %(player)s had the bye."), player=entry)
    byes = Unpaired.objects.filter(round__in=missed, kind=Unplayed.BYE)
    other_byes = byes.exclude(entry=entry).select_related("entry__player")
    evening = missed[0].evening
    if bye := next((row for row in other_byes if row.entry.plays_with(entry, evening)), None):
        words = _("%(other)s has the bye. First correct that %(other)s had no bye.")
        raise StepError(words, other=bye.entry)


def missed_rounds(evening: Evening, entry: Entry, number: int | None) -> list[Round]:
    """The rounds on record that the player missed; one in which they had the bye only if asked for.

    StepError when there are none.
    """
    record = OnRecord.of(evening, Rows(evening.competition))
    missed, byes = record.missed_by(entry), record.byes_of(entry)
    if number is not None:
        missed = [round_ for round_ in missed + byes if round_.number == number]
    elif byes and not missed:
        words = _("%(player)s has the bye in %(game)s. Choose that one if that is wrong.")
        raise StepError(words, player=entry, game=evening.round_name(byes[0].number))
    if not missed:
        raise StepError(
            _("%(player)s missed no game of this evening that is on record."), player=entry
        )
    return missed


def _correct_plan(evening: Evening, entry: Entry, kind: str, by: User | None) -> None:
    """Correct the attendance sheet as well, unless the player was marked present."""
    plans = Attendance.objects.filter(evening=evening, entry=entry)
    if plans.filter(status=Attendance.Status.PRESENT).exists():
        return
    Attendance.objects.update_or_create(
        evening=evening, entry=entry, defaults={"status": kind, "changed_by": by}
    )
