"""When does the club play? The calendar, and an evening from opening to closing it.

Evenings are numbered in order of play. Those that were played, or are being played, keep
their places; the others stand behind them by date, and those without a date at the end.
"""

from collections.abc import Iterable
from datetime import date as Date
from datetime import time as Time
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.fresh import evening_now, open_evening_now
from clubcomp.flow.given import given_reason
from clubcomp.flow.pairings import last_ahead, must_be_in_a_pairing, renew_proposal
from clubcomp.flow.rounds import number_rounds, round_facts, round_name
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Evening, Game, Round, Tempo, User
from pairing.registry import get_system

MOST_GAMES = 20


@all_or_nothing
def plan_evening(
    competition: Competition,
    *,
    tempo: Tempo,
    date: Date | None,
    games: int | None = None,
    starts_at: Time | None = None,
    by: User | None,
) -> Evening:
    """Put an evening in the calendar, at its place by date; `games` None: as the tempo says.

    It never comes before an evening that was played. Evenings behind it move up one number,
    and with them who joins later or leaves then.
    """
    with step_on(competition, "plan_evening", by=by) as step:
        tempo = _own_tempo(step, tempo)
        games = tempo.games_per_evening if games is None else games
        _check_games(games)
        evenings = _calendar(step)
        _check_not_there(evenings, tempo, date, starts_at)
        number = _place(evenings, date)
        _shift(step, from_number=number, by_one=1)
        evening = Evening.objects.create(
            competition=step.competition,
            number=number,
            serial=_new_serial(step),
            tempo=tempo,
            date=date,
            games=games,
            starts_at=starts_at,
        )
        number_rounds(step.competition)
        step.note(evening=evening, facts={"evening": number}, after=_as_facts(evening))
        return evening


@all_or_nothing
def plan_evenings(
    competition: Competition, dates: Iterable[Date | None], *, by: User | None, **planned: Any
) -> None:
    """The same evening on several dates, all of them or none; `planned` as for one."""
    for date in dates:
        plan_evening(competition, date=date, by=by, **planned)


@all_or_nothing
def change_evening(
    evening: Evening,
    *,
    tempo: Tempo,
    date: Date | None,
    games: int,
    starts_at: Time | None = None,
    by: User | None,
) -> Evening:
    """Change an evening of the calendar; with another date it may get another number.

    Once games were paired its tempo stays, and its date only moves between its neighbours'.
    """
    with step_on(evening.competition, "change_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_closed:
            raise StepError(_("This evening was played and is closed; it is not changed."))
        tempo = _own_tempo(step, tempo)
        rounds = evening.rounds.count()
        if rounds and tempo.pk != evening.tempo_id:
            raise StepError(_("Games have been paired in this tempo, so it stays."))
        _check_games(games, at_least=max(rounds, last_ahead(evening)))
        before = _as_facts(evening)
        if date != evening.date:
            _move(step, evening, date)
        evening.tempo, evening.date, evening.games, evening.starts_at = (
            tempo,
            date,
            games,
            starts_at,
        )
        after = _as_facts(evening)
        if after == before:
            return evening
        evening.save()
        number_rounds(step.competition)
        step.note(evening=evening, facts={"evening": evening.number}, before=before, after=after)
        renew_proposal(step, evening)
        return evening


@all_or_nothing
def remove_evening(evening: Evening, *, by: User | None) -> None:
    """Take an evening without games out of the calendar; those behind it move down."""
    with step_on(evening.competition, "remove_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.rounds.exists():
            raise StepError(
                _("Games have been paired on this evening. Withdraw them first, or keep it.")
            )
        if _calendar_after(evening).filter(rounds__isnull=False).exists():
            raise StepError(_("Later evenings have been played; they keep their numbers."))
        must_be_in_a_pairing(evening)
        facts = {"evening": evening.number}
        number, before = evening.number, _as_facts(evening)
        evening.delete()
        _shift(step, from_number=number + 1, by_one=-1)
        number_rounds(step.competition)
        step.note(facts=facts, before=before)


@all_or_nothing
def open_evening(evening: Evening, *, by: User | None) -> Evening:
    """Start the evening: from now on games are paired and results entered."""
    with step_on(evening.competition, "open_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_open:
            return evening
        if evening.is_closed:
            raise StepError(_("This evening is closed. An owner of the club can reopen it."))
        _check_may_play(step, evening)
        evening.status = Evening.Status.OPEN
        evening.save(update_fields=["status"])
        number_rounds(step.competition)
        step.note(evening=evening, facts={"evening": evening.number})
        return evening


@all_or_nothing
def set_games(evening: Evening, *, games: int, by: User | None) -> Evening:
    """How many games the evening has; not fewer than were paired."""
    with step_on(evening.competition, "set_games", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_closed:
            raise StepError(_("This evening was played and is closed; it is not changed."))
        if games == evening.games:
            return evening
        _check_games(games, at_least=evening.rounds.count())
        before, evening.games = evening.games, games
        evening.save(update_fields=["games"])
        number_rounds(step.competition)
        counted = _counted(evening)
        step.note(evening=evening, before={counted: before}, after={counted: games})
        return evening


@all_or_nothing
def close_evening(evening: Evening, *, by: User | None) -> Evening:
    """End the evening: every board has a result or was put off. An open proposal is dropped."""
    with step_on(evening.competition, "close_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_closed:
            return evening
        evening = open_evening_now(step, evening)
        _check_nobody_plays(evening)
        must_be_in_a_pairing(evening)
        proposed = Round.objects.proposed().filter(evening=evening).first()
        facts: dict[str, Any] = {"evening": evening.number}
        if proposed is not None:
            if proposed.kept_results:
                raise StepError(
                    _(
                        "%(game)s was withdrawn with results in it. Publish it again, or"
                        " discard its proposal, then close the evening."
                    )
                    % {"game": capfirst(round_name(evening, proposed.number))}
                )
            facts |= {"dropped": proposed.number, **round_facts(evening, proposed.number)}
            proposed.delete()
        evening.status, evening.closed_at = Evening.Status.CLOSED, timezone.now()
        evening.save(update_fields=["status", "closed_at"])
        number_rounds(step.competition)
        step.note(evening=evening, facts=facts | {_counted(evening): evening.rounds.count()})
        return evening


@all_or_nothing
def reopen_evening(evening: Evening, *, reason: str, by: User | None) -> Evening:
    """Open a closed evening again, to add or to withdraw a game; later ones were not played."""
    with step_on(evening.competition, "reopen_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_open:
            return evening
        if not evening.is_closed:
            raise StepError(_("This evening has not been played yet. Open it."))
        reason = given_reason(reason)
        _check_may_play(step, evening)
        evening.status, evening.closed_at = Evening.Status.OPEN, None
        evening.save(update_fields=["status", "closed_at"])
        number_rounds(step.competition)
        step.note(evening=evening, facts={"evening": evening.number}, reason=reason)
        return evening


def _check_may_play(step: Step, evening: Evening) -> None:
    """One evening at a time, and none before one that was played."""
    other = Evening.objects.opened().filter(competition=step.competition).first()
    if other is not None:
        raise StepError(
            _("The evening of %(date)s is still open. Close it first.") % {"date": in_words(other)}
        )
    if _calendar_after(evening).filter(rounds__isnull=False).exists():
        raise StepError(
            _(
                "A later evening has been played already, so no game can be added here. Results"
                " and absences can be corrected, with a reason."
            )
        )


def _check_nobody_plays(evening: Evening) -> None:
    playing = Game.objects.still_playing().filter(round__evening=evening)
    boards = [
        _("%(game)s board %(board)s")
        % {"game": round_name(evening, game.round.number), "board": game.board}
        for game in playing.with_round().order_by("round__number", "board")
    ]
    if boards:
        raise StepError(
            _("There is no result yet for: %(boards)s. Enter it, or put the game off.")
            % {"boards": ", ".join(boards)}
        )


def in_words(evening: Evening) -> str:
    """How an evening is called in a sentence: its date, or its number without one."""
    if evening.date:
        return date_format(evening.date, "j F Y")
    return _("evening %(number)s") % {"number": evening.number}


# The order of the calendar --------------------------------------------------------------


def _calendar(step: Step) -> list[Evening]:
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


def _calendar_after(evening: Evening):
    return Evening.objects.filter(competition=evening.competition_id, number__gt=evening.number)


def _place(evenings: list[Evening], date: Date | None) -> int:
    """The number of a new evening among `evenings`; StepError when it would be in the past."""
    settled = [evening for evening in evenings if evening.is_settled]
    if date and settled and settled[-1].date and date < settled[-1].date:
        raise StepError(
            _("The evening of %(date)s has been played already; a new one comes after it.")
            % {"date": in_words(settled[-1])}
        )
    place = evenings.index(settled[-1]) + 1 if settled else 0
    for index, evening in enumerate(evenings[place:], start=place):
        if date is None or (evening.date and evening.date <= date):
            place = index + 1
    return place + 1


def _check_not_there(
    evenings: list[Evening], tempo: Tempo, date: Date | None, starts_at: Time | None
) -> None:
    """StepError for the same evening once more, as a second press of the button asks for it."""
    for other in evenings:
        if date and (other.date, other.tempo_id, other.starts_at) == (date, tempo.pk, starts_at):
            raise StepError(
                _("The evening of %(date)s is in the calendar already.") % {"date": in_words(other)}
            )


def _move(step: Step, evening: Evening, date: Date | None) -> None:
    """Give an evening the number that another date asks for; the others close up."""
    evenings = _calendar(step)
    index = evenings.index(evening)
    if evenings[index].is_settled:
        earlier = [other.date for other in evenings[:index] if other.date]
        later = [other.date for other in evenings[index + 1 :] if other.date]
        if date and ((earlier and date < earlier[-1]) or (later and date > later[0])):
            raise StepError(_("With this date the evening would change places with another."))
        return
    others = evenings[:index] + evenings[index + 1 :]
    others.insert(_place(others, date) - 1, evening)
    for number, other in enumerate(others, start=1):
        other.number = number
    evening.number = others.index(evening) + 1
    Evening.objects.bulk_update(others, ["number"])


def _shift(step: Step, *, from_number: int, by_one: int) -> None:
    """Move the evenings from a number on, and who joins or leaves behind there with them."""
    later = Evening.objects.filter(competition=step.competition, number__gte=from_number)
    later.update(number=F("number") + by_one)
    entries = Entry.objects.filter(competition=step.competition)
    # Who joins on the evening at this place joins on the one that is now there.
    entries.filter(joined__gt=max(from_number, 1)).update(joined=F("joined") + by_one)
    entries.filter(left__gte=from_number, left__gt=F("joined")).update(left=F("left") + by_one)


def _new_serial(step: Step) -> int:
    """The number that a new evening keeps for ever; that of a removed one is not given again."""
    step.competition.last_serial += 1
    step.competition.save(update_fields=["last_serial"])
    return step.competition.last_serial


def _own_tempo(step: Step, tempo: Tempo) -> Tempo:
    now = Tempo.objects.filter(competition=step.competition, pk=tempo.pk).first()
    if now is None:
        raise StepError(_("This tempo is no longer in the competition."))
    return now


def _check_games(games: int, at_least: int = 0) -> None:
    if not max(at_least, 1) <= games <= MOST_GAMES:
        raise StepError(
            _("An evening has %(least)s to %(most)s games.")
            % {"least": max(at_least, 1), "most": MOST_GAMES}
        )


def _counted(evening: Evening) -> str:
    """What an evening has a number of, in the trail: games or, without tempos, rounds."""
    has_tempos = get_system(evening.competition.system).abilities.uses_tempos
    return "games" if has_tempos else "rounds"


def _as_facts(evening: Evening) -> dict[str, Any]:
    """What can be changed of an evening, for the trail."""
    uses_tempos = get_system(evening.competition.system).abilities.uses_tempos
    return {
        "number": evening.number,
        **({"tempo": str(evening.tempo)} if uses_tempos else {}),
        "date": evening.date and evening.date.isoformat(),
        _counted(evening): evening.games,
        "starts_at": evening.starts_at and evening.starts_at.isoformat("minutes"),
    }
