"""What may players say themselves about the evenings to come, and until when?

Players take these steps for themselves alone, by their personal link or signed in. What the leader
says prevails: it comes later, and once signing off has closed only the leader can say it.
"""

from collections.abc import Iterable
from datetime import date as Date
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubcomp.flow.absences.signing_off import own_kinds_of, set_away
from clubcomp.flow.attendance.marks import (
    check_kind,
    check_span,
    plan_now,
    with_announced,
    write_plan,
)
from clubcomp.flow.attendance.odd_games import expected_at
from clubcomp.flow.checks import check_note
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rows_now import entry_now, evening_now
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import (
    Attendance,
    Away,
    Deputy,
    Doer,
    Entry,
    Evening,
    Game,
    Habit,
    Membership,
    Player,
    Role,
    Round,
    Tempo,
    Unpaired,
)
from clubcomp.models.plans import COMING, Plan
from pairing.core.unplayed import Unplayed

Status = Attendance.Status
#: Signed off, but coming when the number is odd; this is not a status.
RESERVE = "reserve"
#: What players may say about an evening themselves, beside the kinds of absence of the
#: competition's own; byes and the rest are up to the leader.
CHOICES = (Status.EXPECTED, Unplayed.ABSENT, Unplayed.EXTERNAL, RESERVE)


@all_or_nothing
def say_for_oneself(
    entry: Entry,
    evening: Evening,
    *,
    status: str,
    from_game: int = 1,
    until_game: int | None = None,
    note: str = "",
    by: Doer,
) -> Plan:
    """Say that the player comes, and for which games, or does not, or only as a reserve.

    Idempotent. `note` is the reason, for the leaders only. StepError once only the leader can say
    it.
    """
    with step_on(evening.competition, "say_for_oneself", by=by) as step:
        evening, entry = evening_now(step, evening), entry_now(step, entry)
        check_kind(step, status)
        if status not in CHOICES and status not in step.competition.own_kinds:
            raise StepError(_("Choose whether you come."))
        _must_be_free(evening, entry)
        check_note(note)
        before = plan_now(evening, entry)
        if status in COMING:
            check_span(evening, from_game, until_game)
            # Players who are present already stay present.
            status = Status.PRESENT if before.status == Status.PRESENT else Status.EXPECTED
            announced = Plan(status, from_game, until_game, note.strip(), is_said=True)
        else:
            is_reserve = status == RESERVE
            announced = Plan(Unplayed.ABSENT if is_reserve else status, note=note.strip())
            announced = announced._replace(is_said=True, is_reserve=is_reserve)
        wanted = with_announced(before, announced, games=evening.games)
        write_plan(step, evening, entry, before, wanted, is_own=True)
        return wanted


@all_or_nothing
def help_out(entry: Entry, evening: Evening, *, by: Doer) -> None:
    """A reserve comes, because the number is odd; of two reserves asked, the first to answer does.

    They come from the first game with an odd number until the last. That holds whatever other
    players say later. It is possible after signing off has closed.
    """
    with step_on(evening.competition, "help_out", by=by) as step:
        evening, entry = evening_now(step, evening), entry_now(step, entry)
        expected = expected_at(evening)
        before = plan_now(evening, entry)
        if before.is_reserve and before.status in COMING:
            return
        if refusal := why_not_by_oneself(evening, entry, at_any_time=True):
            raise StepError(refusal)
        if not before.is_reserve:
            raise StepError(_("You are no reserve for this evening."))
        group = entry.group_on(evening.number)
        odd = expected.of(group).odd_games
        if not expected.of(group).wants_one:
            mine = [row for row in expected.rows if row.group == group and row.comes]
            helpers = [str(row.entry) for row in mine if row.plan.is_reserve]
            words = _("Nobody is wanted any more: an even number comes.")
            if odd:
                words = _("Nobody is wanted: an even number comes to most games.")
            if helpers:
                words = _("The place is taken: %(who)s comes, and the number is even.")
            raise StepError(words, who=", ".join(helpers))
        wanted = before._replace(
            status=Status.EXPECTED,
            from_game=1 if odd[0] == expected.games[0] else odd[0],
            until_game=None if odd[-1] == evening.games else odd[-1],
            is_said=True,
            is_habit=False,
        )
        write_plan(step, evening, entry, before, wanted, is_own=True)


@all_or_nothing
def take_own_word_back(entry: Entry, evening: Evening, *, by: Doer) -> None:
    """Withdraw what the player said about this evening; holidays and habits hold again."""
    with step_on(evening.competition, "take_own_word_back", by=by) as step:
        evening, entry = evening_now(step, evening), entry_now(step, entry)
        before = plan_now(evening, entry)
        if before.own_at is None or before.status == Status.PRESENT:
            return
        _must_be_free(evening, entry)
        # A guest belongs to the evening only as long as there is an announcement.
        wanted = Plan(in_games=before.in_games, is_said=entry.guest)
        write_plan(step, evening, entry, before, wanted)


@all_or_nothing
def say_away(
    player: Player,
    *,
    first: Date,
    last: Date,
    kind: str = Unplayed.ABSENT,
    note: str = "",
    by: Doer,
) -> None:
    """The player does not come on any evening of the club from `first` until `last`."""
    if first <= last < timezone.localdate():
        raise StepError(_("Those days are over. Look at the year."))
    _must_be_free_on(player, first, last)
    if kind != Unplayed.ABSENT and kind not in own_kinds_of([player]):
        raise StepError(_("Choose why you do not come."))
    set_away(player.club, [player], first=first, last=last, kind=kind, note=note, by=by)


@all_or_nothing
def end_own_away(away: Away, *, by: Doer) -> None:
    """The player comes after all in the days of a holiday."""
    today = timezone.localdate()
    _must_be_free_on(away.player, max(away.first, today), away.last)
    player, first, last = away.player, away.first, away.last
    set_away(player.club, [player], first=first, last=last, kind=None, by=by)


def _must_be_free_on(player: Player, first: Date, last: Date) -> None:
    for evening, entry in evenings_of(player):
        if evening.date and first <= evening.date <= last:
            _must_be_free(evening, entry)


@all_or_nothing
def set_habits(
    entry: Entry,
    stays_away: Iterable[Tempo],
    *,
    kind: str = Unplayed.ABSENT,
    is_reserve: bool = False,
    by: Doer,
) -> None:
    """Set the tempos whose evenings the player skips, unless something else is said.

    `kind`: how they are away then, perhaps one of the competition's own. `is_reserve`: they come as
    a reserve, and are otherwise away with notice.
    """
    with step_on(entry.competition, "set_habits", by=by) as step:
        now = entry_now(step, entry)
        tempos = {tempo.pk: tempo for tempo in step.competition.tempos.all()}
        wanted = {tempo.pk for tempo in stays_away} & tempos.keys()
        check_kind(step, kind)
        kind = Unplayed.ABSENT.value if is_reserve else str(kind)
        rows = now.habits.values_list("tempo", "kind", "is_reserve")
        habits = {tempo: (how, helps) for tempo, how, helps in rows}
        present = set(habits)
        if wanted == present and all(how == (kind, is_reserve) for how in habits.values()):
            return
        coming = Evening.objects.filter(competition=step.competition, tempo__in=wanted ^ present)
        for evening in coming.exclude(status=Evening.Status.CLOSED):
            is_now = evening.is_open or evening.date == timezone.localdate()
            if is_now and not plan_now(evening, now).is_said:
                _must_be_free(evening, now)
        now.habits.all().delete()
        Habit.objects.bulk_create(
            Habit(entry=now, tempo_id=pk, kind=kind, is_reserve=is_reserve) for pk in sorted(wanted)
        )
        before, after = ([str(tempos[pk]) for pk in sorted(keys)] for keys in (present, wanted))
        facts = {"player": str(now)}
        known = {"tempos": after, "reserve": is_reserve, "kind": kind}
        step.note(facts=facts, before={"tempos": before}, after=known)
        renew_proposal(step)


# Until when ----------------------------------------------------------------------------------


def evenings_of(player: Player) -> list[tuple[Evening, Entry]]:
    """The coming evenings of all competitions of a player, in order. Two queries."""
    entries = {
        entry.competition_id: entry
        for entry in player.entries.select_related("competition__club", "player")
    }
    today = timezone.localdate()
    coming = (
        Evening.objects.to_play()
        .filter(competition__in=entries)
        .filter(Q(date__isnull=True) | Q(date__gte=today) | Q(status=Evening.Status.OPEN))
    )
    own = []
    for evening in coming.select_related("tempo").order_by("date", "competition", "number"):
        entry = entries[evening.competition_id]
        evening.competition = entry.competition
        if entry.belongs_to(evening.number):
            own.append((evening, entry))
    return own


def _must_be_free(evening: Evening, entry: Entry) -> None:
    if refusal := why_not_by_oneself(evening, entry):
        raise StepError(refusal)


def why_not_by_oneself(
    evening: Evening, entry: Entry, *, at_any_time: bool = False, names_seat: bool = True
) -> str:
    """Why only the leader, with their name, can change the player's plan now; "" if they can.

    `at_any_time`: also after signing off has closed. `names_seat`: name their board too, which a
    page that shows it need not repeat.
    """
    today = timezone.localdate()
    if evening.is_closed or (evening.date and evening.date < today and not evening.is_open):
        return _("This evening is over.")
    if not evening.competition.is_running:
        return _("The competition is finished.")
    if not entry.belongs_to(evening.number):
        return _("You do not belong to the competition on this evening.")
    if evening.is_open and (paired := _paired_already(evening, entry)):
        words = _("Only the leader can change that now: %(who)s.") % {"who": who_leads(evening)}
        return f"{paired} {words}" if names_seat else words
    closes = closes_at(evening)
    if closes and timezone.now() >= closes and not at_any_time:
        words = _("Saying it by yourself closed at %(time)s. The leader still can: %(who)s.")
        time = date_format(timezone.localtime(closes), "H:i")
        return words % {"time": time, "who": who_leads(evening)}
    return ""


def closes_at(evening: Evening) -> datetime | None:
    """When signing off closes; None if players may sign off until they are paired."""
    until = evening.competition.sign_off_until
    if until is None or evening.date is None:
        return None
    return timezone.make_aware(datetime.combine(evening.date, until))


def _paired_already(evening: Evening, entry: Entry) -> str:
    """Where the player sits in the last published game that has a seat for them."""
    rounds = Round.objects.on_record().filter(evening=evening)
    played = Game.objects.filter(Q(white=entry) | Q(black=entry), round__in=rounds)
    if game := played.with_round().order_by("-round__number").first():
        facts = {"game": evening.round_name(game.round.number), "board": game.board}
        return _("You are paired: %(game)s, board %(board)s.") % facts
    byes = Unpaired.objects.filter(round__in=rounds, entry=entry, kind=Unplayed.BYE)
    free_in = byes.order_by("-round__number").values_list("round__number", flat=True)
    if number := free_in.first():
        facts = {"game": evening.round_name(number)}
        return _("You are paired: in %(game)s you have the bye.") % facts
    return ""


def who_leads(evening: Evening) -> str:
    """The names of those who lead the evening: its deputies, or else everybody who may lead it."""
    deputies = evening.deputies.filter(scope=Deputy.Scope.EVENING).select_related("user")
    names = [str(deputy) for deputy in deputies]
    if not names:
        people = Membership.objects.in_force().filter(club=evening.competition.club_id)
        leaders = people.filter(role__in=(Role.LEADER, Role.OWNER)).select_related("user")
        names = [str(person.user) for person in leaders.order_by("pk")]
    return ", ".join(names) or _("a leader of the club")
