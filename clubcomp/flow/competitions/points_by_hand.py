"""Points that a leader gives by hand: as if earned on an evening, or to be paired with alone."""

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason, first_unordered
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rows_now import entry_now, evening_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Evening, GivenPoints, User
from pairing.formats.document_people import FINEST_POINTS, MOST_POINTS
from pairing.formats.form import written_number


@all_or_nothing
def give_points(
    competition: Competition,
    *,
    player: Entry,
    evening: Evening,
    points: Fraction,
    reason: str,
    by: User | None,
) -> GivenPoints:
    """Give a player points, or take some with a minus, as if earned on an evening."""
    with step_on(competition, "give_points", by=by) as step:
        _must_know_points(step)
        player, evening = entry_now(step, player), evening_now(step, evening)
        reason = checked_reason(reason)
        if not _checked(points):
            raise StepError(_("No points were given: write how many."))
        written = written_number(points)
        given = GivenPoints.objects.create(
            evening=evening, entry=player, points=str(points), reason=reason
        )
        facts = {"player": str(player), "points": written, "evening": evening.number}
        step.note(evening=evening, facts=facts, reason=reason)
        renew_proposal(step)
    return given


@all_or_nothing
def take_points_back(given: GivenPoints, *, by: User | None) -> None:
    """Let points that were given count no more."""
    with step_on(given.evening.competition, "take_points_back", by=by) as step:
        rows = GivenPoints.objects.select_related("entry__player", "evening")
        now = first_unordered(rows.filter(pk=given.pk, evening__competition=step.competition))
        if now is None:
            raise StepError(_("This was taken back meanwhile."))
        points = written_number(Fraction(now.points))
        facts = {"player": str(now.entry), "points": points, "evening": now.evening.number}
        now.delete()
        step.note(evening=now.evening, facts=facts, before={"reason": now.reason})
        renew_proposal(step)


@all_or_nothing
def set_start_points(
    competition: Competition,
    *,
    player: Entry,
    points: Fraction | None,
    until: int | None,
    by: User | None,
) -> Entry:
    """Pair a player with these points besides their own, until that evening; None: with no more."""
    with step_on(competition, "set_start_points", by=by) as step:
        _must_know_points(step)
        now = entry_now(step, player)
        before = _start(now)
        now.start_points = [str(_checked(points)), until] if points else []
        if step.note_change(before, _start(now), facts={"player": str(now)}):
            now.save(update_fields=["start_points"])
            renew_proposal(step)
    return now


def _start(entry: Entry) -> dict[str, Any]:
    points, until = entry.start_points or (None, None)
    written = written_number(Fraction(points)) if points else None
    return {"start_points": written, "start_points_until": until}


def _must_know_points(step: Step) -> None:
    if not step.competition.abilities.has_own_kinds:
        raise StepError(_("Under this system nobody is given points by hand."))


def _checked(points: Fraction) -> Fraction:
    """The points, if a document can hold them; StepError if not."""
    if abs(points) > MOST_POINTS or points.denominator > FINEST_POINTS:
        words = _("At most %(most)s points can be given, up or down.")
        raise StepError(words, most=MOST_POINTS)
    return points
