"""When does the club play? The calendar, and an evening from opening to closing it.

Evenings are numbered in order of play. Those that were played, or are being played, keep their
numbers; the others follow by date, and those without a date come last.
"""

from collections.abc import Iterable, Mapping
from datetime import date as Date
from datetime import time as Time
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.absences.notice import count_without_notice
from clubcomp.flow.checks import checked_reason
from clubcomp.flow.errors import GamesLeft, StepError
from clubcomp.flow.order_of_play import (
    evenings_after,
    in_words,
    move,
    must_be_reopenable,
    must_not_be_planned,
    new_serial,
    number_for,
    settled_among,
    shift,
    who_may_reopen,
)
from clubcomp.flow.pairings.ahead import last_ahead, must_be_in_a_pairing
from clubcomp.flow.pairings.counting import keep_free
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rounds import number_rounds, round_title
from clubcomp.flow.rows_now import evening_now, open_evening_now, tempo_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.flow.wishes import evening_changed
from clubcomp.models import Competition, Entry, Evening, Game, Tempo, User
from pairing.core.unplayed import Unplayed
from pairing.sentences.words import capitalised

#: More is a slip of the pen: nobody plays 21 games on one evening.
MOST_GAMES = 20


@all_or_nothing
def plan_evening(competition: Competition, *, by: User | None, **values: Any) -> Evening:
    """Put one evening in the calendar, with the `values` that `plan_evenings` takes."""
    return plan_evenings(competition, [values], by=by)[0]


@all_or_nothing
def plan_evenings(
    competition: Competition, planned: Iterable[Mapping[str, Any]], *, by: User | None
) -> list[Evening]:
    """Put evenings in the calendar, in order of date; all of them or none.

    Each has a `tempo` and a `date`; `games` (by default the tempo's) and `starts_at` may be left
    out. None comes before an evening that was played; a `late` one, with an earlier date, comes
    after it. Later evenings move up one number, with the players who join or leave then.
    """
    with step_on(competition, "plan_evening", by=by) as step:
        evenings = list(step.competition.evenings.order_by("number"))
        settled = settled_among(evenings)
        made = [_put_among(step, evenings, settled, **values).pk for values in planned]
        number_rounds(step.competition)
        placed = step.competition.evenings.filter(pk__in=made).select_related("tempo")
        return list(placed.order_by("number"))


def _put_among(
    step: Step,
    evenings: list[Evening],
    settled: list[Evening],
    *,
    tempo: Tempo,
    date: Date | None,
    games: int | None = None,
    starts_at: Time | None = None,
    late: bool = False,
) -> Evening:
    """Make one evening and put it at its place among the `evenings`, in order of play."""
    tempo = tempo_now(step, tempo)
    games = tempo.games_per_evening if games is None else games
    _check_games(games)
    must_not_be_planned(evenings, tempo, date, starts_at)
    number = number_for(evenings, settled, date, late=late)
    shift(step, from_number=number, by_one=1)
    evening = Evening.objects.create(
        competition=step.competition,
        number=number,
        serial=new_serial(step),
        tempo=tempo,
        date=date,
        games=games,
        starts_at=starts_at,
    )
    evenings.insert(number - 1, evening)
    step.note(evening=evening, facts={"evening": number}, after=_as_facts(evening))
    return evening


@all_or_nothing
def change_evening(
    evening: Evening,
    *,
    tempo: Tempo,
    date: Date | None,
    games: int,
    starts_at: Time | None = None,
    late: bool = False,
    by: User | None,
) -> Evening:
    """Change an evening of the calendar; with another date it may get another number.

    `late` as for a new one. Once games were paired its tempo stays, and its date stays between
    those of its neighbours.
    """
    with step_on(evening.competition, "change_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_closed:
            raise StepError(_("This evening was played and is closed; it is not changed."))
        tempo = tempo_now(step, tempo)
        rounds = evening.rounds.count()
        if rounds and tempo.pk != evening.tempo_id:
            raise StepError(_("Games have been paired in this tempo, so it stays."))
        _check_games(games, at_least=max(rounds, last_ahead(evening)))
        before = _as_facts(evening)
        if date != evening.date:
            move(step, evening, date, late=late)
        evening.tempo, evening.date = tempo, date
        evening.games, evening.starts_at = games, starts_at
        after = _as_facts(evening)
        if after == before:
            return evening
        evening.save()
        number_rounds(step.competition)
        step.note(evening=evening, facts={"evening": evening.number}, before=before, after=after)
        evening_changed(step, evening, before, after)
        renew_proposal(step, evening)
        return evening


@all_or_nothing
def remove_evening(evening: Evening, *, by: User | None) -> None:
    """Take an evening without games out of the calendar; later ones move down a number."""
    with step_on(evening.competition, "remove_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.rounds.exists():
            raise StepError(
                _("Games have been paired on this evening. Withdraw them first, or keep it.")
            )
        if evenings_after(evening).filter(rounds__isnull=False).exists():
            raise StepError(_("Later evenings have been played; they keep their numbers."))
        if evening.given_points.exists():
            words = _("Points were given by hand for this evening. Take them back first.")
            raise StepError(words)
        must_be_in_a_pairing(evening)
        before, changes = _as_facts(evening), evening.trail.filter(action="change_evening").count()
        number = evening.number
        # Calendar programs learn of the removal by its serial and how often it changed.
        facts = {"evening": number, "serial": evening.serial, "changes": changes}
        evening.delete()
        step.note(facts=facts, before=before)
        evening_changed(step, evening, before, None)
        shift(step, from_number=number + 1, by_one=-1)
        number_rounds(step.competition)


@all_or_nothing
def open_evening(evening: Evening, *, by: User | None) -> Evening:
    """Start the evening: from now on games are paired and results entered."""
    with step_on(evening.competition, "open_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_open:
            return evening
        if evening.is_closed:
            raise StepError(_("This evening is closed. %(who)s"), who=who_may_reopen(evening))
        must_be_playable(evening)
        opened = _give_status(step, evening, Evening.Status.OPEN, {"evening": evening.number})
        keep_free(step, opened)
        return opened


def _give_status(
    step: Step, evening: Evening, status: str, facts: dict[str, Any], reason: str = ""
) -> Evening:
    """Store the status of an evening, number the rounds accordingly, and write the trail."""
    is_closed = status == Evening.Status.CLOSED
    evening.status, evening.closed_at = status, timezone.now() if is_closed else None
    evening.save(update_fields=["status", "closed_at"])
    number_rounds(step.competition)
    step.note(evening=evening, facts=facts, reason=reason)
    return evening


def open_beside(evening: Evening) -> Evening | None:
    """Another evening of the competition that is being played."""
    opened = evening.competition.evenings.opened().exclude(pk=evening.pk)
    return opened.select_related("tempo").first()


def doubts_of_opening(evening: Evening) -> dict[str, Any]:
    """Why the page asks before it opens an evening: its day, `earlier` ones not played; or {}."""
    planned = evening.competition.evenings.upcoming().filter(number__lt=evening.number)
    earlier = list(planned.select_related("tempo"))
    is_another_day = evening.date is not None and evening.date != timezone.localdate()
    doubts = {"is_another_day": is_another_day, "earlier": earlier}
    return doubts if any(doubts.values()) else {}


@all_or_nothing
def undo_opening(evening: Evening, *, by: User | None) -> Evening:
    """Make an evening that was opened too early a planned one again; its attendance stays.

    Only while nothing was published. A proposal is dropped.
    """
    with step_on(evening.competition, "undo_opening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.status == Evening.Status.PLANNED:
            return evening
        evening = open_evening_now(step, evening)
        if published := evening.rounds.on_record().order_by("number").last():
            words = _("%(game)s was published. Withdraw it first, or close the evening.")
            raise StepError(words, game=round_title(published))
        facts = {"evening": evening.number} | _drop_proposal(evening)
        return _give_status(step, evening, Evening.Status.PLANNED, facts)


def _drop_proposal(evening: Evening) -> dict[str, Any]:
    """Delete an open proposal, unless it keeps results; returns its facts for the trail."""
    proposed = evening.rounds.proposed().first()
    if proposed is None:
        return {}
    if proposed.kept_results:
        words = _(
            "%(game)s was withdrawn with results in it. Publish it again, or discard its"
            " proposal first."
        )
        raise StepError(words, game=round_title(proposed))
    proposed.delete()
    return {"dropped": proposed.number, **proposed.facts}


@all_or_nothing
def close_evening(
    evening: Evening,
    *,
    without_notice: Iterable[Entry] = (),
    kind: str = Unplayed.NO_NOTICE,
    reason: str = "",
    unplayed: int | None = None,
    by: User | None,
) -> Evening:
    """End the evening: every board has a result or was put off. An open proposal is dropped.

    Players `without_notice` did not turn up, and count as the `kind`; the trail has the `reason`.
    `unplayed` is how many of its games were left according to the page: GamesLeft when that has
    changed.
    """
    with step_on(evening.competition, "close_evening", by=by) as step:
        evening = evening_now(step, evening)
        players = list(without_notice)
        if evening.is_closed:
            if players:
                words = _(
                    "The evening was closed meanwhile. Nobody was counted as absent without notice."
                )
                raise StepError(words)
            return evening
        evening = open_evening_now(step, evening)
        _must_be_played(evening)
        must_be_in_a_pairing(evening)
        if unplayed is not None and unplayed != games_left(evening):
            raise GamesLeft(_("Not all games of the evening are paired."))
        facts = {"evening": evening.number} | _drop_proposal(evening)
        if players:
            count_without_notice(evening, players, kind=kind, reason=reason, by=by)
        facts |= {_counted(evening): evening.rounds.count()}
        return _give_status(step, evening, Evening.Status.CLOSED, facts)


def games_left(evening: Evening) -> int:
    """How many of the evening's games have not been published."""
    return max(0, evening.games - evening.rounds.on_record().count())


@all_or_nothing
def reopen_evening(
    evening: Evening, *, reason: str, is_owner: bool = True, by: User | None
) -> Evening:
    """Open a closed evening again, to add or to withdraw a game, until a later one was played.

    Only an owner may do that once a later one has begun.
    """
    with step_on(evening.competition, "reopen_evening", by=by) as step:
        evening = evening_now(step, evening)
        if evening.is_open:
            return evening
        if not evening.is_closed:
            raise StepError(_("This evening has not been played yet. Open it."))
        reason = checked_reason(reason)
        must_be_reopenable(evening, is_owner=is_owner)
        must_be_playable(evening)
        facts = {"evening": evening.number}
        return _give_status(step, evening, Evening.Status.OPEN, facts, reason)


def must_be_playable(evening: Evening) -> None:
    """StepError while another evening is open, or once a later one was played."""
    if still_open := open_beside(evening):
        words = _("%(evening)s is still open. Close it first.")
        raise StepError(words, evening=capitalised(in_words(still_open)))
    if evenings_after(evening).filter(rounds__isnull=False).exists():
        words = _(
            "A later evening has been played already, so no game can be added here. Results"
            " and absences can be corrected, with a reason."
        )
        raise StepError(words)


def _must_be_played(evening: Evening) -> None:
    playing = Game.objects.still_playing().filter(round__evening=evening).with_round()
    words = _("%(game)s board %(board)s")
    boards = [
        words % {"game": evening.round_name(game.round.number), "board": game.board}
        for game in playing.order_by("round__number", "board")
    ]
    if boards:
        words = _("There is no result yet for: %(boards)s. Enter it, or put the game off.")
        raise StepError(words, boards=", ".join(boards))


def _check_games(games: int, at_least: int = 0) -> None:
    if not max(at_least, 1) <= games <= MOST_GAMES:
        words = _("An evening has %(least)s to %(most)s games.")
        raise StepError(words, least=max(at_least, 1), most=MOST_GAMES)


def _counted(evening: Evening) -> str:
    """The trail's word for what an evening has: games or, without tempos, rounds."""
    return "games" if evening.competition.abilities.uses_tempos else "rounds"


def _as_facts(evening: Evening) -> dict[str, Any]:
    """The facts of an evening that can be changed, for the trail."""
    uses_tempos = evening.competition.abilities.uses_tempos
    return {
        "number": evening.number,
        **({"tempo": str(evening.tempo)} if uses_tempos else {}),
        "date": evening.date and evening.date.isoformat(),
        _counted(evening): evening.games,
        "starts_at": evening.starts_at and evening.starts_at.isoformat("minutes"),
    }
