"""Asking the reserves to come when an odd number is expected, in half of the games or more.

The leader asks with a press. If the competition says so, the process that sends messages also asks
by itself: once each time the number of a group becomes odd, and nobody twice for the same evening.
When the number is even again, the players who were asked hear that they are not needed.
"""

from contextlib import suppress
from datetime import time, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.attendance.marks import must_not_be_closed
from clubcomp.flow.attendance.odd_games import expected_at
from clubcomp.flow.errors import StepError
from clubcomp.flow.rows_now import evening_now
from clubcomp.flow.seasons import ONE_DAY
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.flow.wishes import tell
from clubcomp.models import Doer, Evening, Message, MessageKind, Round, TrailEntry
from clubcomp.models.competitions import AskedAhead
from clubcomp.models.messages import MessageQuerySet
from pairing.core.system import BadOptions
from pairing.registry import UnknownSystem

#: How long the leader has to wait before asking again.
ONCE_IN = timedelta(minutes=30)
#: The hours between which players are asked automatically, so that nobody is woken up.
FIRST, LAST = time(9), time(22)


@all_or_nothing
def ask_reserves(evening: Evening, *, is_by_itself: bool = False, by: Doer) -> int:
    """Ask the players who stay away, but want to be asked, to help out; returns how many.

    `is_by_itself`: only while the number is odd, and only players who were not asked before.
    """
    with step_on(evening.competition, "ask_reserves", by=by) as step:
        evening = evening_now(step, evening)
        must_not_be_closed(evening)
        last = TrailEntry.objects.filter(evening=evening, action="ask_reserves").first()
        if last and last.at > timezone.now() - ONCE_IN and not is_by_itself:
            at = f"{timezone.localtime(last.at):%H:%M}"
            raise StepError(_("They were asked at %(time)s. Wait for an answer."), time=at)
        expected = expected_at(evening)
        groups = {row.group for row in expected.rows}
        if is_by_itself:
            groups = {group for group in groups if expected.of(group).wants_one} - _asked(evening)
            if not groups:
                return 0
        away = (row for row in expected.away if row.group in groups)
        who = Q(player__in=[row.entry.player_id for row in away])
        if is_by_itself:
            asked = _questions(evening).values_list("player", flat=True)
            who &= ~Q(player__in=list(asked))
        step.note(evening=evening, facts={"evening": evening.number, "groups": sorted(groups)})
        count = tell(step, MessageKind.RESERVE, who, {"evening": evening.pk})
        if not count:
            raise StepError(_("Of who does not come nobody wants to be asked."))
    return count


@all_or_nothing
def release_reserves(evening: Evening, *, by: Doer) -> None:
    """Tell the players who were asked and do not come that the number is even again."""
    with step_on(evening.competition, "release_reserves", by=by) as step:
        evening = evening_now(step, evening)
        expected = expected_at(evening)
        groups = {group for group in _asked(evening) if not expected.of(group).wants_one}
        if not groups:
            return
        step.note(evening=evening, facts={"evening": evening.number, "groups": sorted(groups)})
        sent = _questions(evening).exclude(sent_at=None).exclude(facts__has_key="is_over")
        away = {row.entry.player_id for row in expected.away if row.group in groups}
        waiting = away.intersection(sent.values_list("player", flat=True))
        tell(
            step,
            MessageKind.RESERVE,
            Q(player__in=waiting),
            {"evening": evening.pk, "is_over": True},
        )


def reserves_asked(evening: Evening) -> TrailEntry | None:
    """The log line that says when reserves were asked, unless they have been released since."""
    asked = TrailEntry.objects.filter(evening=evening, action="ask_reserves").first()
    return asked if asked and _asked(evening) else None


def _asked(evening: Evening) -> set[str]:
    """The groups that were asked and not released since."""
    actions = ("ask_reserves", "release_reserves")
    asked = set[str]()
    for line in TrailEntry.objects.filter(evening=evening, action__in=actions).order_by("pk"):
        groups = {*line.facts.get("groups", [""])}  # what was asked before 1.2 had no groups
        asked = asked | groups if line.action == "ask_reserves" else asked - groups
    return asked


def _questions(evening: Evening) -> MessageQuerySet:
    return Message.objects.filter(kind=MessageKind.RESERVE, facts__evening=evening.pk)


def ask_by_itself() -> None:
    """Ask or release reserves for the next evening of each competition that does so by itself."""
    today = timezone.localdate()
    days = today - ONE_DAY, today + (max(AskedAhead) + 1) * ONE_DAY
    evenings = Evening.objects.to_play().filter(
        competition__reserves_asked_ahead__isnull=False,
        competition__club__has_wishes=True,
        competition__club__suspended_at=None,
        date__range=days,
    )
    # Only the first evening of each competition.
    evenings = evenings.order_by("competition_id", "number").distinct("competition_id")
    for evening in evenings.select_related("competition__club"):
        # If there is nobody to ask, or a competition cannot be read, the others still go on.
        refused = suppress(StepError, UnknownSystem, BadOptions)
        with timezone.override(evening.competition.club.time_zone), refused:
            if _is_time_to_ask(evening):
                follow_forecast(evening)


def follow_forecast(evening: Evening) -> None:
    """Release the groups whose number is even again, then ask those whose number became odd.

    StepError if nobody can be asked.
    """
    release_reserves(evening, by=None)
    ask_reserves(evening, is_by_itself=True, by=None)


def _is_time_to_ask(evening: Evening) -> bool:
    """Whether it is near enough to the evening, in the daytime, and before the evening begins."""
    now, ahead = timezone.localtime(), evening.competition.reserves_asked_ahead
    is_today = evening.date == now.date()
    if evening.date is None or ahead is None or evening.competition.abilities.schedule_is_fixed:
        return False
    if is_today and evening.starts_at and now.time() >= evening.starts_at:
        return False
    is_near = timedelta() <= evening.date - now.date() <= ahead * ONE_DAY
    is_paired = Round.objects.on_record().filter(evening=evening).exists()
    return is_near and FIRST <= now.time() < LAST and not is_paired
