"""Who comes or does not come? Several players at once for an evening, and holidays.

A holiday (`Away`) belongs to the player: it counts on every evening of the club in those days,
also one planned later. An announcement for one evening overrides it.
"""

from collections.abc import Iterable, Sequence
from datetime import date as Date
from datetime import timedelta

from django.utils.translation import gettext as _

from clubcomp.flow.attendance.marks import (
    here_now,
    must_not_be_closed,
    must_not_be_playing,
    not_after_all,
    store_plan,
)
from clubcomp.flow.attendance.sheet import OnRecord, on_another_day, state_in, who_belongs
from clubcomp.flow.checks import check_note
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rows_now import evening_now
from clubcomp.flow.standings import cached_snapshot
from clubcomp.flow.step import (
    all_or_nothing,
    club_held,
    lock_entered,
    step_of,
    step_on,
    write_trail,
)
from clubcomp.inside_django.rows import Rows
from clubcomp.models import (
    Attendance,
    Away,
    Club,
    Competition,
    Doer,
    Entry,
    Evening,
    Player,
    Round,
    TrailEntry,
    User,
)
from clubcomp.models.plans import COMING, Plan, plans_of
from clubcomp.models.unplayed import AWAY, OWN, stored, unplayed
from pairing.core.standing import Prospect
from pairing.core.unplayed import Unplayed

Status = Attendance.Status

#: How several players can be away from an evening.
WAYS = tuple(kind for kind in Unplayed if not kind.is_bye)
#: Two years; anything longer is a slip of the pen.
LONGEST = timedelta(days=2 * 366)
ONE_DAY = timedelta(days=1)


@all_or_nothing
def say_for_several(
    evening: Evening,
    entries: Iterable[Entry],
    *,
    status: str | None,
    note: str | None = None,
    by: User | None,
) -> list[Entry]:
    """Several players do not come this evening, all for the same reason: all of them, or nobody.

    `status` None takes their absence back, `note` None leaves what was noted. Returns the players
    whose plan changed.
    """
    own = evening.competition.own_kinds
    if status is not None and status not in WAYS and status not in own:
        raise StepError(_("Choose why they do not come."))
    with step_on(evening.competition, "say_for_several", by=by) as step:
        evening = evening_now(step, evening)
        must_not_be_closed(evening)
        if status and not unplayed(status).is_known_ahead and not evening.is_open:
            raise StepError(
                _("That somebody stays away without notice is known when the evening has begun.")
            )
        plans = plans_of(evening)
        chosen = {entry.pk for entry in entries}
        before, changed = {}, []
        for entry in who_belongs(evening, plans):
            plan = plans.get(entry.pk, Plan())
            if entry.pk not in chosen or not _is_new(plan, status):
                continue
            if status is None:
                # Players on holiday come all the same, and so do guests.
                wanted = Plan(is_said=entry.guest or bool(plan.away_until) or plan.is_habit)
            else:
                wanted = Plan(status, is_said=True)
            kept = plan.note if plan.is_said else ""
            wanted = wanted._replace(note=kept if note is None else note)
            must_not_be_playing(evening, entry, wanted)
            store_plan(evening, entry, wanted, by=by)
            before[str(entry)] = str(plan.status)
            changed.append(entry)
        if changed:
            facts = {"players": [str(entry) for entry in changed]}
            after = {"status": str(status or Status.EXPECTED)}
            step.note(evening=evening, facts=facts, before=before, after=after)
            renew_proposal(step, evening)
        return changed


def _is_new(plan: Plan, status: str | None) -> bool:
    if status is None:
        return plan.status not in COMING
    return plan.status != status or bool(plan.away_until) or plan.is_habit


@all_or_nothing
def set_away(
    club: Club,
    players: Iterable[Player],
    *,
    first: Date,
    last: Date,
    kind: str | None = Unplayed.ABSENT,
    note: str = "",
    instead: Away | None = None,
    competition: Competition | None = None,
    by: Doer,
) -> list[Player]:
    """Players are away from `first` until `last`, both included; `kind` None: they come after all.

    It replaces earlier holidays in those days, the holiday `instead`, and "expected" for an
    evening; players marked present stay so, and so does the rest of a longer holiday.
    `competition`: where it was announced, for the trail. Returns the players it changed.
    """
    if last < first:
        raise StepError(_("The last day cannot be before the first one."))
    if last - first > LONGEST:
        raise StepError(_("That is longer than two years. Look at the year of the last day."))
    own = own_kinds_of(players) if kind and kind.startswith(OWN) else {}
    if kind is not None and kind not in dict(AWAY) and kind not in own:
        raise StepError(_("Choose why they do not come."))
    check_note(note)
    with club_held(club) as now:
        players = list(now.players.filter(pk__in=[player.pk for player in players]))
        if not players:
            raise StepError(_("Tick somebody."))
        affected = lock_entered(players)
        if instead is not None:
            Away.objects.filter(player__in=players, pk=instead.pk).delete()
        were_away = [player for player in players if _cut_holidays(player, first, last)]
        if kind is None:
            players = were_away
        else:
            _store_days(players, first, last, kind, note.strip())
        if players:
            facts = {"players": [*map(str, players)], "first": str(first), "last": str(last)}
            named = {"kind_name": own[kind]} if kind in own else {}
            after = {"status": str(kind)} | named if kind else None
            about = {"competition": competition, "facts": facts, "after": after}
            line = write_trail(now, "set_away" if kind else "end_away", by=by, **about)
            for entered in affected:
                entered.version += 1
                entered.save(update_fields=["version"])
                renew_proposal(step_of(entered, line.action, by))
        return players


def own_kinds_of(players: Iterable[Player]) -> dict[str, str]:
    """The kinds of absence that the players' competitions have of their own, by name; a name that
    several of them use comes once."""
    of_players = Competition.objects.filter(entries__player__in=players)
    running = of_players.filter(stage=Competition.Stage.RUNNING).select_related("club").distinct()
    kinds: dict[str, str] = {}
    for competition in running.order_by("pk"):
        for kind, name in competition.own_kinds.items():
            if name not in kinds.values():
                kinds.setdefault(kind, name)
    return kinds


def prospects_of(evening: Evening, entry: Entry) -> dict[str, Prospect]:
    """What staying away from an evening would earn a player as things stand, by kind as stored in
    rows; empty where the competition has no kinds of its own."""
    competition = evening.competition
    if not competition.abilities.has_own_kinds:
        return {}
    snapshot = cached_snapshot(competition)
    prospects = competition.rules.prospects(snapshot, entry.key, evening.number)
    return {stored(prospect.kind): prospect for prospect in prospects}


def _store_days(players: Sequence[Player], first: Date, last: Date, kind: str, note: str) -> None:
    """Store the days of a holiday; on their evenings the players are no longer expected."""
    for player in players:
        Away.objects.create(player=player, first=first, last=last, kind=kind, note=note)
    expected = Attendance.objects.filter(
        entry__player__in=players, status=Status.EXPECTED, evening__date__range=(first, last)
    )
    expected.exclude(evening__status=Evening.Status.CLOSED).delete()


def _cut_holidays(player: Player, first: Date, last: Date) -> bool:
    """Take some days out of a player's holidays; returns whether any was cut."""
    holidays = list(player.away.filter(first__lte=last, last__gte=first))
    for away in holidays:
        after = Away(player=player, first=last + ONE_DAY, last=away.last)
        after.kind, after.note = away.kind, away.note
        if away.first < first:
            player.away.filter(pk=away.pk).update(last=first - ONE_DAY)
        else:
            player.away.filter(pk=away.pk).delete()
        if after.first <= after.last:
            after.save()
    return bool(holidays)


@all_or_nothing
def mark_everybody(evening: Evening, *, by: User | None) -> list[Entry]:
    """Mark the players expected for the next game present; returns them.

    Players who play that game on another day are left as they are: they may come for the next one.
    """
    with step_on(evening.competition, "mark_everybody", by=by) as step:
        evening = evening_now(step, evening)
        must_not_be_closed(evening)
        game = min(Round.objects.on_record().filter(evening=evening).count() + 1, evening.games)
        plans, elsewhen, marked = plans_of(evening), on_another_day(evening), []
        record = OnRecord.of(evening, Rows(step.competition))
        for entry in who_belongs(evening, plans):
            plan = plans.get(entry.pk, Plan())
            state = state_in(step.competition, entry, plan, game)
            plays = plan.covers(game) and game not in elsewhen.get(entry.pk, {})
            if state == Attendance.Status.EXPECTED and plays:
                store_plan(evening, entry, here_now(evening, entry, plan, record), by=by)
                marked.append(entry)
        if marked:
            step.note(evening=evening, facts=_named(marked))
            renew_proposal(step, evening)
        return marked


@all_or_nothing
def take_everybody_back(evening: Evening, *, by: User | None) -> list[Entry]:
    """Take back what `mark_everybody` did last on this evening; StepError when nothing is left."""
    with step_on(evening.competition, "take_everybody_back", by=by) as step:
        evening = evening_now(step, evening)
        must_not_be_closed(evening)
        keys = marked_at_once(evening)
        if not keys:
            raise StepError(_("Something else was done since. Tap the names one by one."))
        plans, back = plans_of(evening), []
        for entry in who_belongs(evening, plans):
            plan = plans.get(entry.pk, Plan())
            if entry.key in keys and plan.status == Attendance.Status.PRESENT:
                wanted = not_after_all(entry, plan)
                must_not_be_playing(evening, entry, wanted)
                store_plan(evening, entry, wanted, by=by)
                back.append(entry)
        step.note(evening=evening, facts=_named(back))
        renew_proposal(step, evening)
        return back


def marked_at_once(evening: Evening) -> list[str]:
    """The keys of the players whom the last step on the evening marked all at once."""
    last = TrailEntry.objects.filter(evening=evening).order_by("-pk").first()
    return last.facts["keys"] if last and last.action == "mark_everybody" else []


def _named(entries: list[Entry]) -> dict[str, list[str]]:
    keys, names = [entry.key for entry in entries], [str(entry) for entry in entries]
    return {"keys": keys, "players": names}
