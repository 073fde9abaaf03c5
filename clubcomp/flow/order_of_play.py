"""In which order are the evenings of a competition played, and who may open one again?

Those that were played, or are being played, keep their numbers; the others follow by date, and
those without a date come last. A leader may open a closed evening again, to add a game or to
withdraw one, until a later evening has begun; then an owner; nobody once a later one was played.
"""

from datetime import date as Date
from datetime import time as Time
from operator import itemgetter

from django.db.models import F, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubcomp.flow.errors import PlayedAlready, StepError
from clubcomp.flow.step import Step
from clubcomp.models import (
    Competition,
    Entry,
    Evening,
    Game,
    Membership,
    Role,
    Round,
    Tempo,
    Unpaired,
)
from clubcomp.models.evenings import EveningQuerySet
from pairing.sentences.words import capitalised


def in_words(evening: Evening) -> str:
    """The name of an evening in a sentence: by its date, or its number without one."""
    if evening.date:
        return _("the evening of %(date)s") % {"date": date_format(evening.date, _("j F Y"))}
    return _("evening %(number)s") % {"number": evening.number}


def in_full(evening: Evening) -> str:
    """The name at the start of a sentence, with the tempo if the competition has several."""
    day = capitalised(in_words(evening))
    if evening.competition.tempos.count() <= 1:
        return day
    return _("%(day)s, %(tempo)s") % {"day": day, "tempo": evening.tempo}


def settled_among(evenings: list[Evening]) -> list[Evening]:
    """The evenings that were played or are being played."""
    rounds = Round.objects.filter(evening__in=evenings)
    played = set(rounds.values_list("evening_id", flat=True))
    return [evening for evening in evenings if evening.pk in played or not evening.is_planned]


def evenings_after(evening: Evening) -> EveningQuerySet:
    """The evenings that come later in the order of play."""
    return Evening.objects.filter(competition=evening.competition_id, number__gt=evening.number)


def number_for(
    evenings: list[Evening], settled: list[Evening], date: Date | None, *, late: bool = False
) -> int:
    """The number of a new evening among `evenings`, of which some are `settled`.

    Pairings and standings stay as they are, so it never comes before an evening that was played:
    PlayedAlready for an earlier date, unless it is `late`: then it comes after that one.
    """
    dated = [(evening.date, evening) for evening in settled if evening.date]
    last_date, last = max(dated, key=itemgetter(0), default=(None, None))
    if date and last and last_date and date < last_date and not late:
        words = _(
            "%(evening)s has begun already, and the order of play stays as it was, because"
            " pairings and standings rest on it. An evening of before can only come after it."
        )
        raise PlayedAlready(words, evening=capitalised(in_words(last)))
    before = evenings.index(settled[-1]) + 1 if settled else 0
    for index, evening in enumerate(evenings[before:], start=before):
        if date is None or (evening.date and evening.date <= date):
            before = index + 1
    return before + 1


def must_not_be_planned(
    evenings: list[Evening], tempo: Tempo, date: Date | None, starts_at: Time | None
) -> None:
    """StepError when the evening is in the calendar already, as when a form is sent twice.

    Two evenings of one day differ in their times; one without a time may be either of them.
    """
    for evening in evenings:
        is_same_time = evening.starts_at == starts_at or None in (evening.starts_at, starts_at)
        if date and (evening.date, evening.tempo_id) == (date, tempo.pk) and is_same_time:
            words = _(
                "%(evening)s is in the calendar already. Is it played twice that day, then say"
                " of each when it starts."
            )
            raise StepError(words, evening=capitalised(in_words(evening)))


def move(step: Step, evening: Evening, date: Date | None, *, late: bool = False) -> None:
    """Give one evening its number among the others for another date; all are renumbered."""
    evenings = list(step.competition.evenings.order_by("number"))
    index = evenings.index(evening)
    settled = settled_among(evenings)
    if evening in settled:
        earlier = [before.date for before in evenings[:index] if before.date]
        later = [after.date for after in evenings[index + 1 :] if after.date]
        if date and ((earlier and date < earlier[-1]) or (later and date > later[0])):
            raise StepError(_("With this date the evening would change places with another."))
        return
    del evenings[index]
    evenings.insert(number_for(evenings, settled, date, late=late) - 1, evening)
    for number, renumbered in enumerate(evenings, start=1):
        renumbered.number = number
    Evening.objects.bulk_update(evenings, ["number"])
    update_spans_of_guests(step.competition)


def shift(step: Step, *, from_number: int, by_one: int) -> None:
    """Renumber the evenings from a number on, also for the players who join or leave then."""
    evenings = Evening.objects.filter(competition=step.competition)
    numbers = {*evenings.values_list("number", flat=True)}
    moved = evenings.filter(number__gte=from_number).update(number=F("number") + by_one)
    entries = Entry.objects.filter(competition=step.competition)
    # A player who joins on the evening with this number joins on the one that has it now.
    entries.filter(joined__gt=max(from_number, 1)).update(joined=F("joined") + by_one)
    entries.filter(left__gte=from_number, left__gt=F("joined")).update(left=F("left") + by_one)
    later = {number for number in numbers if number >= from_number}
    _shift_periods(step.competition, later, by_one)
    if moved:
        update_spans_of_guests(step.competition)


def _shift_periods(competition: Competition, moved: set[int], by_one: int) -> None:
    """Let a period begin with the same evening, if that is one of those `moved`, under its new
    number. A period whose first evening is not in the calendar yet stays where it is."""
    if not competition.abilities.has_periods:
        return
    periods = dict(competition.options.get("periods", {}))
    starts = periods.get("starts", [1])
    after = {start + by_one if start in moved - {1} else start for start in starts}
    if sorted(after) != starts:
        periods["starts"] = sorted(after)
        competition.options = {**competition.options, "periods": periods}
        competition.save(update_fields=["options"])


def new_serial(step: Step) -> int:
    """The next serial for an evening; the serial of a removed one is never used again."""
    step.competition.last_serial += 1
    step.competition.save(update_fields=["last_serial"])
    return step.competition.last_serial


def evenings_of(entry: Entry) -> list[int]:
    """The numbers of the evenings for which a player has a plan or a record."""
    numbers = set(entry.attendance.values_list("evening__number", flat=True))
    for side in ("white", "black"):
        games = Game.objects.filter(**{side: entry})
        numbers |= set(games.values_list("round__evening__number", flat=True))
    unpaired = Unpaired.objects.filter(entry=entry)
    numbers |= set(unpaired.values_list("round__evening__number", flat=True))
    return sorted(numbers)


def update_spans_of_guests(competition: Competition) -> None:
    """After evenings moved, let guests belong to the competition on all their evenings."""
    for entry in competition.entries.filter(guest=True, left__isnull=False):
        evenings = evenings_of(entry)
        if not all(entry.belongs_to(number) for number in evenings):
            entry.joined, entry.left = evenings[0], evenings[-1]
            entry.save(update_fields=["joined", "left"])


def who_may_reopen(evening: Evening) -> str:
    """The sentence that says who may reopen it; owners by name, where only they may."""
    if played := _later_played(evening):
        words = _("%(evening)s has been played since, so no game can be paired or withdrawn here.")
        return words % {"evening": capitalised(in_words(played))}
    if begun := _later_begun(evening):
        owners = Membership.objects.in_force().filter(
            club=evening.competition.club_id, role=Role.OWNER
        )
        names = [str(owner.user) for owner in owners.select_related("user").order_by("pk")]
        words = _(
            "%(evening)s has begun since, so only an owner of the club can open this"
            " one again: %(owners)s."
        )
        return words % {"evening": capitalised(in_words(begun)), "owners": ", ".join(names)}
    return _("A competition leader can open it again.")


def may_reopen(evening: Evening, *, is_owner: bool) -> bool:
    """Whether a leader, or an owner, may open a closed evening again."""
    return not (_later_played(evening) if is_owner else _later_begun(evening))


def must_be_reopenable(evening: Evening, *, is_owner: bool) -> None:
    """StepError, with who may reopen it, for a leader or an owner who may not."""
    if not may_reopen(evening, is_owner=is_owner):
        raise StepError(who_may_reopen(evening))


def _later_played(evening: Evening) -> Evening | None:
    return evenings_after(evening).filter(rounds__isnull=False).first()


def _later_begun(evening: Evening) -> Evening | None:
    is_begun = ~Q(status=Evening.Status.PLANNED) | Q(rounds__isnull=False)
    return evenings_after(evening).filter(is_begun).first()
