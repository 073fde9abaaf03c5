"""Which guests play tonight, and when does a guest belong to the competition?

Guests belong to the evenings from the first to the last one that they play: `joined` and `left`
follow them. On an evening in between they are only expected when somebody announced them.
"""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.attendance.marks import check_span, must_not_be_closed, store_plan
from clubcomp.flow.checks import check_rating, check_row, check_texts
from clubcomp.flow.competitions.start_order import last_group, start_for, unused_key
from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import evenings_of
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.people.identities import update_suffixes
from clubcomp.flow.people.who_is import People, Person
from clubcomp.flow.rows_now import entry_now, evening_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Attendance, Competition, Entry, Evening, Player, TrailEntry, User
from clubcomp.models.plans import Plan, plans_of


@all_or_nothing
def add_guest(
    evening: Evening,
    *,
    name: str = "",
    rating: int | None = None,
    again: Entry | Player | None = None,
    from_game: int = 1,
    until_game: int | None = None,
    by: User | None,
) -> Entry:
    """Let a guest play along: a new one, in the start order by `rating`, or somebody `again`.

    `again` is a guest of another evening, who keeps games and rating, or a player of the club who
    is only in other competitions.
    """
    with step_on(evening.competition, "add_guest", holds_club=True, by=by) as step:
        evening = evening_now(step, evening)
        must_not_be_closed(evening)
        if step.competition.abilities.schedule_is_fixed:
            words = _(
                "Who meets whom is settled here, so nobody plays along for one evening. Before"
                " round 1 a guest can be made a player of the competition, under Players."
            )
            raise StepError(words)
        check_span(evening, from_game, until_game)
        if isinstance(again, Entry):
            entry = _welcome_back(step, evening, again)
        else:
            player = (
                _guest_elsewhere(step, again)
                if again
                else _new(step, evening, name.strip(), rating)
            )
            entry = _entered(step, evening, player)
        plan = Plan(Attendance.Status.PRESENT, from_game, until_game, is_said=True)
        store_plan(evening, entry, plan, by=by)
        step.note(evening=evening, facts={"player": str(entry), "rating": entry.rating})
        renew_proposal(step, evening)
        return entry


def _new(step: Step, evening: Evening, name: str, rating: int | None) -> Player:
    if not name or len(name) > 200:
        raise StepError(_("A guest needs a name, of at most 200 letters."))
    check_rating(rating)
    competition = step.competition
    namesakes = competition.entries.filter(guest=True, player__name=name)
    if namesakes.filter(attendance__evening=evening).exists():
        raise StepError(_("%(guest)s plays along already."), guest=name)
    player = Player(club=competition.club, name=name, rating=rating, is_member=False)
    check_texts(player)
    player.save()
    update_suffixes(competition.club, player)
    return player


def _guest_elsewhere(step: Step, guest: Player) -> Player:
    """The player of the club who is not in this competition, as they are now."""
    player = _not_in(step.competition).filter(pk=guest.pk).first()
    if player is None:
        raise StepError(_("%(guest)s plays along already."), guest=guest)
    return player


def _entered(step: Step, evening: Evening, player: Player) -> Entry:
    competition = step.competition
    entry = Entry(
        competition=competition,
        player=player,
        key=unused_key(competition, player),
        start=start_for(competition, player),
        rating=player.rating,
        joined=evening.number,
        left=evening.number,
        guest=True,
        group=last_group(competition),
    )
    check_row(entry)
    entry.save()
    return entry


def _welcome_back(step: Step, evening: Evening, guest: Entry) -> Entry:
    entry = entry_now(step, guest)
    if not entry.guest:
        raise StepError(_("%(player)s is no guest."), player=entry)
    if entry.pk in plans_of(evening):
        raise StepError(_("%(guest)s plays along already."), guest=entry)
    entry.joined = min(entry.joined, evening.number)
    entry.left = max(entry.left, evening.number) if entry.left else None
    entry.save(update_fields=["joined", "left"])
    return entry


def earlier_guests(evening: Evening) -> list[Entry]:
    """The guests of other evenings, by name."""
    guests = Entry.objects.filter(competition=evening.competition_id, guest=True)
    tonight = Attendance.objects.filter(evening=evening).values("entry")
    return list(
        guests.exclude(pk__in=tonight).select_related("player").order_by("player__sort_key", "pk")
    )


def players_elsewhere(evening: Evening, name: str = "", chosen: str = "") -> list[Player]:
    """Players outside this competition who may play along, by name: guests of other competitions,
    players of the club whose `name` it may be, and the one `chosen` ("player 12")."""
    guests = Entry.objects.filter(competition__club=evening.competition.club_id, guest=True)
    of_others = {*guests.filter(player__is_member=False).values_list("player", flat=True)}
    players = list(_not_in(evening.competition))
    people = People((player, Person(player.name)) for player in players)
    known = of_others | {namesake.pk for namesake in people.who_is(Person(name)).candidates}
    return [p for p in players if p.pk in known or f"player {p.pk}" == chosen]


def _not_in(competition: Competition) -> QuerySet[Player]:
    """The players of the club who are not in a competition, by name."""
    of_club = competition.club.players.filter(is_forgotten=False)
    return of_club.exclude(entries__competition=competition).order_by("sort_key", "pk")


@all_or_nothing
def make_member(entry: Entry, *, by: User | None) -> Entry:
    """A guest becomes a member of the club, and stays in the competition."""
    return _become(entry, "make_member", is_guest=False, by=by)


@all_or_nothing
def make_guest(entry: Entry, *, by: User | None) -> Entry:
    """Make a member a guest again, of the evenings that they played."""
    return _become(entry, "make_guest", is_guest=True, by=by)


def _become(entry: Entry, action: str, *, is_guest: bool, by: User | None) -> Entry:
    with step_on(entry.competition, action, holds_club=True, by=by) as step:
        now = entry_now(step, entry)
        if now.guest == is_guest and (is_guest or now.player.is_member):
            return now
        before = _membership(now)
        now.guest, now.player.is_member = is_guest, not is_guest
        now.left = max([now.joined, *evenings_of(now)]) if is_guest else None
        now.save(update_fields=["guest", "left"])
        now.player.save(update_fields=["is_member"])
        facts = {"player": str(now), "key": now.key}
        step.note(facts=facts, before=before, after=_membership(now))
        renew_proposal(step)
        return now


def _membership(entry: Entry) -> dict[str, Any]:
    return {"guest": entry.guest, "left": entry.left, "is_member": entry.player.is_member}


def was_guest(entry: Entry) -> bool:
    """Whether the member was a guest before, which can be undone."""
    steps = TrailEntry.objects.filter(competition=entry.competition_id, action="make_member")
    return not entry.guest and steps.filter(facts__key=entry.key).exists()
