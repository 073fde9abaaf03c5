"""The players of a competition, from which evening to which, and forbidden pairs."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.checks import assign, check_rating, check_row, check_texts
from clubcomp.flow.competitions.fide_rules import reason_for_pair
from clubcomp.flow.competitions.start_order import (
    close_gap,
    last_group,
    last_start,
    move_to,
    must_not_be_frozen,
    must_not_be_scheduled,
    new_numbers,
    start_for,
    unused_key,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.people.identities import seeding_rating
from clubcomp.flow.rows_now import entry_now, player_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import (
    Competition,
    Entry,
    Evening,
    ForbiddenPair,
    Game,
    GameAhead,
    Player,
    Round,
    Unpaired,
    User,
)
from pairing.core.types import Result

#: The results of games that were played on the board.
PLAYED = [result.value for result in Result if result.is_finished and not result.is_forfeit]


@all_or_nothing
def add_entry(competition: Competition, player: Player, *, by: User | None) -> Entry:
    """Enter a player from the open or else the next evening, with a start number by the system.

    StepError if the last value number would become negative.
    """
    with step_on(competition, "add_entry", by=by) as step:
        now = step.competition
        player = player_now(now.club, player)
        if now.entries.filter(player=player).exists():
            raise StepError(_("%(player)s is already in this competition."), player=player)
        evening = now.evenings.opened().first() or now.evenings.upcoming().first()
        entry = Entry(
            competition=now,
            player=player,
            key=unused_key(now, player),
            start=start_for(now, player),
            rating=seeding_rating(now, player),
            joined=evening.number if evening else now.evenings.count() + 1,
            guest=not player.is_member,
            group=last_group(now),
        )
        check_row(entry)
        entry.save()
        step.note(facts={"player": str(player)}, after=_as_json(entry))
        renew_proposal(step)
        return entry


@all_or_nothing
def add_entries(
    competition: Competition, players: Iterable[Player], *, by: User | None
) -> list[Entry]:
    """Enter several players: all of them or nobody."""
    return [add_entry(competition, player, by=by) for player in players]


@all_or_nothing
def change_entry(
    entry: Entry, *, start: int | None = None, by: User | None, **values: Any
) -> Entry:
    """Change the `start` number, or some of `rating`, `joined`, `left` and `guest`.

    `left` None: there is no last evening; `rating` None: there is no rating. Another rating changes
    start numbers only before round 1, in systems where they follow its order.
    """
    with step_on(entry.competition, "change_entry", by=by) as step:
        now = entry_now(step, entry)
        before = _as_json(now)
        assign(now, values, before)
        check_rating(now.rating)
        if start is not None and start != now.start:
            must_not_be_scheduled(step.competition)
            must_not_be_frozen(step.competition)
            last = max(step.competition.entries.count(), last_start(step.competition))
            if not 1 <= start <= last:
                raise StepError(_("The start order has the places 1 to %(last)s."), last=last)
            move_to(step.competition, now, start)
        check_row(now)
        _check_played(now)
        if now.rating != before["rating"] and now.start == before["start"]:
            _follow_rating(step.competition, now)
        if step.note_change(before, _as_json(now), facts={"player": str(now)}):
            now.save()
            renew_proposal(step)
        return now


@all_or_nothing
def remove_entry(entry: Entry, *, by: User | None) -> None:
    """Remove a player who is in no round on record; others get a last evening instead."""
    with step_on(entry.competition, "remove_entry", by=by) as step:
        now = entry_now(step, entry)
        if GameAhead.objects.filter(Q(white=now) | Q(black=now)).exists():
            words = _("%(player)s has played a game ahead. Take that game back first.")
            raise StepError(words, player=now)
        if _rounds_with(now).exists():
            words = _(
                "%(player)s is in rounds that were played and cannot be taken out."
                " Enter a last evening instead."
            )
            raise StepError(words, player=now)
        if now.given_points.exists():
            words = _("%(player)s was given points by hand. Take them back first.")
            raise StepError(words, player=now)
        must_not_be_scheduled(step.competition)
        before = _as_json(now)
        now.delete()
        close_gap(step.competition, now.start)
        step.note(facts={"player": str(now)}, before=before)
        renew_proposal(step)


@all_or_nothing
def stop_playing(player: Player, *, by: User | None) -> None:
    """A player leaves each running competition after the last evening that has begun.

    Where none of their evenings has begun they are taken out, unless they are on record.
    """
    running = Entry.objects.filter(player=player, competition__stage=Competition.Stage.RUNNING)
    for entry in running.select_related("competition", "player").order_by("competition"):
        evenings = entry.competition.evenings
        begun = Q(status=Evening.Status.CLOSED) | Q(rounds__in=Round.objects.on_record())
        last = evenings.filter(begun).aggregate(last=Max("number"))["last"] or 0
        if entry.left is not None and entry.left <= last:
            continue
        if last < entry.joined:
            with suppress(StepError):
                remove_entry(entry, by=by)
                continue
        change_entry(entry, left=max(last, entry.joined), by=by)


@all_or_nothing
def forbid_pair(
    competition: Competition,
    first: Entry,
    second: Entry,
    *,
    reason: str = "",
    members_may_read: bool = False,
    by: User | None,
) -> ForbiddenPair:
    """Two players are never paired from now on; only leaders see that unless members may.

    By FIDE's rules this is from round 1 on a correction, which needs a reason.
    """
    with step_on(competition, "forbid_pair", by=by) as step:
        first, second = entry_now(step, first), entry_now(step, second)
        names = _names(first, second)
        if first == second:
            raise StepError(_("A pair is two players; here %(one)s stands twice."), **names)
        same_two = Q(one=first, other=second) | Q(one=second, other=first)
        if step.competition.forbidden_pairs.filter(same_two, group="", if_possible=False).exists():
            raise StepError(_("%(one)s and %(other)s are already never paired."), **names)
        reason, late = reason_for_pair(step.competition, reason)
        forbidden = ForbiddenPair(
            competition=step.competition,
            one=first,
            other=second,
            reason=reason,
            members_may_read=members_may_read,
        )
        check_texts(forbidden)
        forbidden.save()
        facts = names | {"members_may_read": members_may_read} | late
        step.note(facts=facts, after=names, reason=forbidden.reason)
        renew_proposal(step)
        return forbidden


@all_or_nothing
def allow_pair(forbidden: ForbiddenPair, *, reason: str = "", by: User | None) -> None:
    """Two players may be paired again. Doing so twice is no error. `reason` as in `forbid_pair`."""
    with step_on(forbidden.competition, "allow_pair", by=by) as step:
        if now := _pair_now(step, forbidden):
            reason, late = reason_for_pair(step.competition, reason)
            now.delete()
            names = _names(now.one, now.other)
            facts = names | {"members_may_read": now.members_may_read} | late
            step.note(facts=facts, before=names, reason=reason or now.reason)
            renew_proposal(step)


@all_or_nothing
def tell_pair(forbidden: ForbiddenPair, *, members_may_read: bool, by: User | None) -> None:
    """Let members know that two are never paired, or not. Doing so twice is no error."""
    with step_on(forbidden.competition, "tell_pair", at_any_stage=True, by=by) as step:
        now = _pair_now(step, forbidden)
        if now is None:
            raise StepError(_("These two may be paired again already. Look at the page again."))
        if now.members_may_read != members_may_read:
            now.members_may_read = members_may_read
            now.save(update_fields=["members_may_read"])
            names = _names(now.one, now.other)
            step.note(facts=names | {"members_may_read": members_may_read})


def _pair_now(step: Step, forbidden: ForbiddenPair) -> ForbiddenPair | None:
    pairs = step.competition.forbidden_pairs.select_related("one__player", "other__player")
    return pairs.filter(pk=forbidden.pk).first()


def _names(first: Entry, second: Entry) -> dict[str, str]:
    return {"one": str(first), "other": str(second)}


def _rounds_with(entry: Entry) -> QuerySet[Round]:
    """The rounds on record in which a player has a game or is unpaired."""
    played = Q(games__in=Game.objects.filter(Q(white=entry) | Q(black=entry)))
    unpaired = Q(unpaired__in=Unpaired.objects.filter(entry=entry))
    return Round.objects.on_record().filter(played | unpaired)


def _check_played(entry: Entry) -> None:
    """StepError unless the player belongs to every evening on which they are in a round.

    In a fixed schedule players who have left still have boards, which are not played.
    """
    rounds = _rounds_with(entry)
    if entry.competition.abilities.schedule_is_fixed:
        games = Game.objects.filter(Q(white=entry) | Q(black=entry), result__in=PLAYED)
        rounds = rounds.filter(games__in=games)
    evenings = rounds.values_list("evening__number", flat=True)
    outside = sorted(number for number in set(evenings) if not entry.belongs_to(number))
    if outside:
        words = _("%(player)s is in a round of evening %(evening)s, so that evening has to belong.")
        raise StepError(words, player=entry, evening=outside[0])


def _follow_rating(competition: Competition, entry: Entry) -> None:
    """Before round 1, move a player to their place in the system's order by a new rating."""
    if competition.rules.start_numbers not in ("order", "places") or competition.has_begun():
        return
    entry.save(update_fields=["rating"])
    numbers = {change.entry: change.then for change in new_numbers(competition)}
    move_to(competition, entry, numbers.get(entry, entry.start))


def _as_json(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in ("start", "rating", "joined", "left", "guest")}
