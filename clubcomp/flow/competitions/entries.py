"""Who is in a competition, from which evening to which, and who is never paired with whom?"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.numbers import new_numbers
from clubcomp.flow.competitions.start_order import (
    check_size,
    close_gap,
    has_begun,
    how_many_count,
    last_place,
    make_room,
    move_to,
    place_for,
    unused_key,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.fresh import entry_now
from clubcomp.flow.given import check_lengths
from clubcomp.flow.identities import seeding_rating
from clubcomp.flow.pairings import renew_proposal
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import (
    Competition,
    Entry,
    ForbiddenPair,
    Game,
    GameAhead,
    Player,
    Round,
    Unpaired,
    User,
)
from pairing.registry import get_system

_KEPT = object()


@all_or_nothing
def add_entry(
    competition: Competition,
    player: Player,
    *,
    joined: int | None = None,
    start: int | None = None,
    by: User | None,
) -> Entry:
    """A player enters: from the open or else the next evening, where the system places him.

    `start` puts him at that place of the start order instead. Refused when the last value
    number would become negative.
    """
    with step_on(competition, "add_entry", by=by) as step:
        now = step.competition
        player = now.club.players.filter(pk=player.pk).first()
        if player is None:
            raise StepError(_("This player is no longer a player of the club."))
        if now.entries.filter(player=player).exists():
            raise StepError(_("%(player)s is already in this competition.") % {"player": player})
        if joined is None:
            joined = next_evening_number(now)
        _check_evenings(joined, None)
        if start is None:
            start = place_for(now, player)
        else:
            check_size(now, how_many_count(now) + 1)
            start = _possible_place(now, start, players=now.entries.count() + 1)
            make_room(now, start)
        entry = Entry.objects.create(
            competition=now,
            player=player,
            key=unused_key(now, player),
            start=start,
            rating=seeding_rating(now, player),
            joined=joined,
            guest=not player.is_member,
        )
        step.note(facts={"player": str(player)}, after=_as_json(entry))
        renew_proposal(step)
        return entry


@all_or_nothing
def add_entries(competition: Competition, players: Iterable[Player], *, by: User | None) -> None:
    """Several players enter, all of them or nobody."""
    for player in players:
        add_entry(competition, player, by=by)


@all_or_nothing
def change_entry(
    entry: Entry,
    *,
    start: Any = _KEPT,
    joined: Any = _KEPT,
    left: Any = _KEPT,
    rating: Any = _KEPT,
    guest: Any = _KEPT,
    by: User | None,
) -> Entry:
    """Another start place, first or last evening, rating, or whether he is a guest.

    What is not given stays. `left` None: he stays, `rating` None: he has none. Another rating
    moves nobody in the start order, but him before round 1 where numbers follow the system's
    order; games that were played stay as they are.
    """
    with step_on(entry.competition, "change_entry", by=by) as step:
        now = entry_now(step, entry)
        before = _as_json(now)
        if joined is not _KEPT:
            now.joined = joined
        if left is not _KEPT:
            now.left = left
        if rating is not _KEPT:
            now.rating = _possible_rating(rating)
        if guest is not _KEPT:
            now.guest = bool(guest)
        if start is not _KEPT:
            players = step.competition.entries.count()
            move_to(step.competition, now, _possible_place(step.competition, start, players))
        _check_evenings(now.joined, now.left)
        _check_played(now)
        if now.rating != before["rating"] and now.start == before["start"]:
            _follow_rating(step.competition, now)
        if _as_json(now) != before:
            now.save()
            step.note(facts={"player": str(now)}, before=before, after=_as_json(now))
            renew_proposal(step)
        return now


@all_or_nothing
def remove_entry(entry: Entry, *, by: User | None) -> None:
    """A player who is in no round on record; else his last evening is the way to leave."""
    with step_on(entry.competition, "remove_entry", by=by) as step:
        now = entry_now(step, entry)
        if GameAhead.objects.filter(Q(white=now) | Q(black=now)).exists():
            raise StepError(
                _("%(player)s has played a game ahead. Take that game back first.")
                % {"player": now}
            )
        if _rounds_with(now).exists():
            raise StepError(
                _(
                    "%(player)s is in rounds that were played and cannot be taken out."
                    " Enter a last evening instead."
                )
                % {"player": now}
            )
        before = _as_json(now)
        Round.objects.proposed().filter(named_bye=now).update(named_bye=None)
        place = now.start
        now.delete()
        close_gap(step.competition, place)
        step.note(facts={"player": str(now)}, before=before)
        renew_proposal(step)


@all_or_nothing
def forbid_pair(
    competition: Competition,
    one: Entry,
    other: Entry,
    *,
    reason: str = "",
    members_may_read: bool = False,
    by: User | None,
) -> ForbiddenPair:
    """Two players are never paired from now on; unless members may read it, leaders know."""
    with step_on(competition, "forbid_pair", by=by) as step:
        one, other = entry_now(step, one), entry_now(step, other)
        names = {"one": str(one), "other": str(other)}
        if one == other:
            raise StepError(_("A pair is two players; here %(one)s stands twice.") % names)
        both = Q(one=one, other=other) | Q(one=other, other=one)
        if step.competition.forbidden_pairs.filter(both).exists():
            raise StepError(_("%(one)s and %(other)s are already never paired.") % names)
        forbidden = ForbiddenPair(
            competition=step.competition,
            one=one,
            other=other,
            reason=reason.strip(),
            members_may_read=members_may_read,
        )
        check_lengths(forbidden)
        forbidden.save()
        facts = names | {"members_may_read": members_may_read}
        step.note(facts=facts, after=names, reason=forbidden.reason)
        renew_proposal(step)
        return forbidden


@all_or_nothing
def allow_pair(forbidden: ForbiddenPair, *, by: User | None) -> None:
    """The two may be paired again. Pressed twice it is the same."""
    with step_on(forbidden.competition, "allow_pair", by=by) as step:
        pairs = step.competition.forbidden_pairs.select_related("one__player", "other__player")
        now = pairs.filter(pk=forbidden.pk).first()
        if now is None:
            return
        names = {"one": str(now.one), "other": str(now.other)}
        now.delete()
        facts = names | {"members_may_read": now.members_may_read}
        step.note(facts=facts, before=names, reason=now.reason)
        renew_proposal(step)


@all_or_nothing
def tell_pair(forbidden: ForbiddenPair, *, members_may_read: bool, by: User | None) -> None:
    """Members may read that two are never paired, or may not. Pressed twice it is the same."""
    with step_on(forbidden.competition, "tell_pair", by=by) as step:
        pairs = step.competition.forbidden_pairs.select_related("one__player", "other__player")
        now = pairs.filter(pk=forbidden.pk).first()
        if now is None:
            raise StepError(_("These two may be paired again already. Look at the page again."))
        if now.members_may_read == members_may_read:
            return
        now.members_may_read = members_may_read
        now.save(update_fields=["members_may_read"])
        names = {"one": str(now.one), "other": str(now.other)}
        step.note(facts=names | {"members_may_read": members_may_read})


def next_evening_number(competition: Competition) -> int:
    """The number of the open evening, else of the next one, else of one after the last."""
    evenings = competition.evenings
    evening = evenings.opened().first() or evenings.upcoming().first()
    return evening.number if evening else evenings.count() + 1


def _rounds_with(entry: Entry) -> Any:
    """The rounds on record that name a player, for `exists` and evening numbers."""
    named = Q(games__in=Game.objects.filter(Q(white=entry) | Q(black=entry)))
    named |= Q(unpaired__in=Unpaired.objects.filter(entry=entry))
    return Round.objects.on_record().filter(named)


def _check_evenings(joined: int, left: int | None) -> None:
    if joined < 1 or (left is not None and left < joined):
        raise StepError(_("The last evening cannot be before the first one."))


def _check_played(entry: Entry) -> None:
    """Whoever is in a round belongs to its evening."""
    evenings = _rounds_with(entry).values_list("evening__number", flat=True)
    outside = sorted(number for number in set(evenings) if not entry.belongs_to(number))
    if outside:
        raise StepError(
            _("%(player)s is in a round of evening %(evening)s, so that evening has to belong.")
            % {"player": entry, "evening": outside[0]}
        )


def _follow_rating(competition: Competition, entry: Entry) -> None:
    """Before round 1 a player goes where the system's order has him with his new rating."""
    numbers = get_system(competition.system).abilities.start_numbers
    if numbers != "order" or has_begun(competition):
        return
    entry.save(update_fields=["rating"])
    found = next((one.then for one in new_numbers(competition) if one.entry == entry), entry.start)
    move_to(competition, entry, found)


def _possible_place(competition: Competition, start: int, players: int) -> int:
    last = max(players, last_place(competition))
    if not 1 <= start <= last:
        raise StepError(_("The start order has the places 1 to %(last)s.") % {"last": last})
    return start


def _possible_rating(rating: int | None) -> int | None:
    if rating is not None and not 0 <= rating <= 4000:
        raise StepError(_("A rating lies between 0 and 4000."))
    return rating


def _as_json(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in ("start", "rating", "joined", "left", "guest")}
