"""What is each player's state in one game of an evening?"""

from collections.abc import Collection, Iterable, Mapping

from clubcomp.models import Attendance, Competition, Entry, Evening
from clubcomp.models.plans import Plan
from clubcomp.record.snapshots import snapshot_of

Status = Attendance.Status


def is_occasional(competition: Competition, entry: Entry) -> bool:
    """Whether the player is only expected when announced.

    Nobody is where the number of rounds is fixed: players enter for all of them.
    """
    abilities = competition.abilities
    is_for_all = abilities.needs_round_count or abilities.schedule_is_fixed
    return entry.player.is_occasional and not is_for_all


def is_asked(competition: Competition, entry: Entry, plan: Plan) -> bool:
    """Whether nobody knows if the player comes: now and then, and nothing was heard."""
    return plan == Plan(in_games=plan.in_games) and is_occasional(competition, entry)


def who_belongs(evening: Evening, plans: Mapping[int, Plan]) -> list[Entry]:
    """The players of an evening by name; guests only if they have a plan.

    One query.
    """
    entries = Entry.objects.filter(competition=evening.competition_id).select_related("player")
    return belonging(evening, entries.order_by("player__sort_key", "pk"), plans)


def belonging(evening: Evening, entries: Iterable[Entry], plans: Mapping[int, Plan]) -> list[Entry]:
    """Those of the players who belong to an evening; of a cup those who were still in before it."""
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
