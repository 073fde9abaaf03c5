"""Is a competition running, finished or archived, and what must come before the next stage?"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing, raise_version, step_on
from clubcomp.models import Competition, Game, Round, User

Stage = Competition.Stage


@all_or_nothing
def move_competition(
    competition: Competition, *, to: str, seen: str, by: User | None
) -> Competition:
    """Move a competition to the next stage, or back to the one before; nothing else changes.

    `seen` is the stage that the page showed: a second press moves nothing.
    """
    with step_on(
        competition, "move_competition", holds_club=True, at_any_stage=True, by=by
    ) as step:
        now = step.competition
        before, after = Stage(now.stage), Stage(to)
        if before == after or before != seen:
            return now
        stages = list(Stage)
        if abs(stages.index(before) - stages.index(after)) != 1:
            raise StepError(_("First it is finished, then it is archived, and back the same way."))
        if before == Stage.RUNNING and (left := obstacle_to_finishing(now)):
            raise StepError(left)
        now.stage = after
        now.save(update_fields=["stage"])
        facts = {"competition": now.name}
        step.note(facts=facts, before={"stage": before.value}, after={"stage": after.value})
        # Pages that list the competitions of clubs go by the club's version alone.
        raise_version(now.club_id)
        return now


def obstacle_to_finishing(competition: Competition) -> str:
    """What the leader has to do before the competition can be finished; "" for nothing."""
    if evening := competition.evenings.opened().first():
        return _("An evening is still open (number %(number)s). Close it first.") % {
            "number": evening.number
        }
    if left := Game.objects.open_in(competition).count():
        return ngettext(
            "%(count)s game has no result yet. Enter it first, or take the board back.",
            "%(count)s games have no result yet. Enter them first, or take the boards back.",
            left,
        ) % {"count": left}
    if Round.objects.proposed().filter(evening__competition=competition).exists():
        return _("A round is proposed and not published. Publish or discard it first.")
    return ""
