"""In which order are the evenings of a competition played?

Those that were played, or are being played, keep their places; the others stand behind them by
date, and those without a date at the end.
"""

from datetime import date as Date
from datetime import time as Time

from django.db.models import F
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubcomp.flow.errors import PlayedAlready, StepError
from clubcomp.flow.step import Step
from clubcomp.models import Competition, Entry, Evening, Game, Round, Tempo, Unpaired
from clubcomp.models.evenings import EveningQuerySet


def in_words(evening: Evening) -> str:
    """How an evening is called in a sentence: by its date, or its number without one."""
    if evening.date:
        return _("the evening of %(date)s") % {"date": date_format(evening.date, "j F Y")}
    return _("evening %(number)s") % {"number": evening.number}


def in_full(evening: Evening) -> str:
    """The same before a sentence, with the tempo where the competition has several."""
    said, several = capfirst(in_words(evening)), evening.competition.tempos.count() > 1
    if not several:
        return said
    return _("%(day)s, %(tempo)s") % {"day": said, "tempo": evening.tempo}


def evenings_in_order(step: Step) -> list[Evening]:
    """All evenings in order; `is_settled` are those that were played or are being played."""
    played = set(
        Round.objects.filter(evening__competition=step.competition).values_list(
            "evening_id", flat=True
        )
    )
    evenings = list(Evening.objects.filter(competition=step.competition).order_by("number"))
    for evening in evenings:
        evening.is_settled = evening.pk in played or evening.status != Evening.Status.PLANNED
    return evenings


def evenings_after(evening: Evening) -> EveningQuerySet:
    """The evenings that come later in the order of play."""
    return Evening.objects.filter(competition=evening.competition_id, number__gt=evening.number)


def place_for(evenings: list[Evening], date: Date | None, *, late: bool = False) -> int:
    """The number of a new evening among `evenings`.

    Pairings and standings made since stand, so it never comes before one that was played:
    PlayedAlready for an earlier date, unless it is `late` and takes its place after that one.
    """
    settled = [evening for evening in evenings if evening.is_settled]
    dated = [evening for evening in settled if evening.date]
    last = max(dated, key=lambda evening: evening.date, default=None)
    if date and last and date < last.date and not late:
        raise PlayedAlready(
            _(
                "%(evening)s has begun already, and the order of play stays as it was, because"
                " pairings and standings rest on it. An evening of before can only come after it."
            )
            % {"evening": capfirst(in_words(last))}
        )
    place = evenings.index(settled[-1]) + 1 if settled else 0
    for index, evening in enumerate(evenings[place:], start=place):
        if date is None or (evening.date and evening.date <= date):
            place = index + 1
    return place + 1


def check_not_there(
    evenings: list[Evening], tempo: Tempo, date: Date | None, starts_at: Time | None
) -> None:
    """StepError for the same evening once more, as a second press of the button asks for it."""
    for other in evenings:
        if date and (other.date, other.tempo_id, other.starts_at) == (date, tempo.pk, starts_at):
            raise StepError(
                _("%(evening)s is in the calendar already.")
                % {"evening": capfirst(in_words(other))}
            )


def move(step: Step, evening: Evening, date: Date | None, *, late: bool = False) -> None:
    """Give an evening the number that another date asks for; the others close up."""
    evenings = evenings_in_order(step)
    index = evenings.index(evening)
    if evenings[index].is_settled:
        earlier = [other.date for other in evenings[:index] if other.date]
        later = [other.date for other in evenings[index + 1 :] if other.date]
        if date and ((earlier and date < earlier[-1]) or (later and date > later[0])):
            raise StepError(_("With this date the evening would change places with another."))
        return
    others = evenings[:index] + evenings[index + 1 :]
    others.insert(place_for(others, date, late=late) - 1, evening)
    for number, other in enumerate(others, start=1):
        other.number = number
    evening.number = others.index(evening) + 1
    Evening.objects.bulk_update(others, ["number"])
    follow_guests(step.competition)


def shift(step: Step, *, from_number: int, by_one: int) -> None:
    """Move the evenings from a number on, and who joins or leaves behind there with them."""
    later = Evening.objects.filter(competition=step.competition, number__gte=from_number)
    later.update(number=F("number") + by_one)
    entries = Entry.objects.filter(competition=step.competition)
    # Who joins on the evening at this place joins on the one that is now there.
    entries.filter(joined__gt=max(from_number, 1)).update(joined=F("joined") + by_one)
    entries.filter(left__gte=from_number, left__gt=F("joined")).update(left=F("left") + by_one)
    follow_guests(step.competition)


def new_serial(step: Step) -> int:
    """The number that a new evening keeps for ever; that of a removed one is not given again."""
    step.competition.last_serial += 1
    step.competition.save(update_fields=["last_serial"])
    return step.competition.last_serial


# Who belongs to which -------------------------------------------------------------------


def evenings_of(entry: Entry) -> list[int]:
    """The numbers of the evenings that a player was announced for, or is on record of."""
    numbers = set(entry.attendance.values_list("evening__number", flat=True))
    for side in ("white", "black"):
        games = Game.objects.filter(**{side: entry})
        numbers |= set(games.values_list("round__evening__number", flat=True))
    unpaired = Unpaired.objects.filter(entry=entry)
    numbers |= set(unpaired.values_list("round__evening__number", flat=True))
    return sorted(numbers)


def follow_guests(competition: Competition) -> None:
    """Let guests belong to their evenings, to which places of the calendar these ever moved."""
    for entry in competition.entries.filter(guest=True, left__isnull=False):
        evenings = evenings_of(entry)
        if not all(entry.belongs_to(number) for number in evenings):
            entry.joined, entry.left = evenings[0], evenings[-1]
            entry.save(update_fields=["joined", "left"])
