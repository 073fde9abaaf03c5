"""What of a game that was played before its evening? Kept until that evening's round is paired.

Then it is a fixed board of the round, with its result, and the two are not paired there. It
counts from when that round is published.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.fresh import entries_by_key, entry_now, evening_now
from clubcomp.flow.given import given_reason
from clubcomp.flow.pairings.adding import check_belong, pair_by_hand
from clubcomp.flow.pairings.proposal import refuse_errors, teller
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.pairings.seated import games_ahead_of, seats_ahead
from clubcomp.flow.rounds import round_facts, round_name
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Evening, GameAhead, Round, User
from pairing.core.types import Problem, Result


@dataclass(frozen=True, slots=True)
class AheadPreview:
    """A game ahead: who has which colour, and what the rules have against it as things stand."""

    white: Entry
    black: Entry
    problems: tuple[Problem, ...]


def waiting_ahead(competition: Competition) -> QuerySet[GameAhead]:
    """The games that were played ahead and stand in no pairing on record yet."""
    paired = Round.objects.on_record().filter(
        evening=OuterRef("evening"), number=OuterRef("number")
    )
    waiting = GameAhead.objects.filter(evening__competition=competition)
    return waiting.exclude(Exists(paired))


def games_ahead(evening: Evening) -> QuerySet[GameAhead]:
    """The games of an evening that were played ahead and stand in no pairing on record yet."""
    waiting = waiting_ahead(evening.competition).filter(evening=evening)
    return waiting.select_related("white__player", "black__player", "entered_by")


def preview_ahead(
    evening: Evening, *, number: int, one: Entry, other: Entry, white: Entry | None = None
) -> AheadPreview:
    """What a game ahead of these two would be. StepError when it cannot be at all."""
    _check_may_play(evening, number, one, other)
    round_ = Round(evening=evening, number=number)
    pair, found = pair_by_hand(evening.competition, round_, one, other, white, reason="-")
    by_key = {entry.key: entry for entry in (one, other)}
    return AheadPreview(by_key[pair.white], by_key[pair.black], tuple(found))


@all_or_nothing
def play_ahead(
    evening: Evening,
    *,
    number: int,
    one: Entry,
    other: Entry,
    white: Entry | None = None,
    result: Result,
    played_on: date | None,
    reason: str,
    by: User | None,
) -> GameAhead:
    """Two have played their game of round `number` of an evening before it is paired.

    With a proposal for that round they get their board in it at once.
    """
    with step_on(evening.competition, "play_ahead", by=by) as step:
        evening = evening_now(step, evening)
        one, other = entry_now(step, one), entry_now(step, other)
        reason = given_reason(reason)
        _check_may_play(evening, number, one, other)
        if not result.is_finished:
            raise StepError(_("Say how the game ended. A game ahead has been played."))
        round_ = Round(evening=evening, number=number)
        pair, found = pair_by_hand(step.competition, round_, one, other, white, reason=reason)
        entries = entries_by_key(step)
        refuse_errors(found, teller(step.competition.system, entries))
        game = GameAhead.objects.create(
            evening=evening,
            number=number,
            white=entries[pair.white],
            black=entries[pair.black],
            result=result.value,
            played_on=played_on,
            reason=reason,
            entered_by=step.by,
        )
        _seat(evening, number)
        step.note(evening=evening, facts=_facts(game), reason=reason)
        renew_proposal(step, evening)
        return game


@all_or_nothing
def take_ahead_back(game: GameAhead, *, by: User | None) -> None:
    """A game ahead was entered wrongly, as long as its round is not published. Twice is once."""
    with step_on(game.evening.competition, "take_ahead_back", by=by) as step:
        evening = evening_now(step, game.evening)
        now = games_ahead(evening).filter(pk=game.pk).first()
        if now is None:
            if GameAhead.objects.filter(pk=game.pk).exists():
                raise StepError(_("This game stands in a published pairing. Correct it there."))
            return
        now.evening = evening
        round_ = Round.objects.proposed().filter(evening=evening, number=now.number).first()
        if round_ is not None:
            round_.fixed = [board for board in round_.fixed if set(board[:2]) != now.players]
            round_.kept_results.pop(f"{now.white.key} {now.black.key}", None)
            round_.save(update_fields=["fixed", "kept_results"])
        step.note(evening=evening, facts=_facts(now), reason=now.reason)
        now.delete()
        renew_proposal(step, evening)


def must_be_in_a_pairing(evening: Evening) -> None:
    """StepError when an evening goes, or ends, with a game ahead that stands in no pairing."""
    waiting = list(games_ahead(evening))
    if waiting:
        raise StepError(
            _(
                "Played ahead and in no pairing yet: %(games)s. Pair that first, or take the game"
                " ahead back."
            )
            % {"games": ", ".join(_with_round(evening, game) for game in waiting)}
        )


def _with_round(evening: Evening, game: GameAhead) -> str:
    return f"{game.white} – {game.black} ({round_name(evening, game.number)})"


def last_ahead(evening: Evening) -> int:
    """The number of the last round of an evening that has a game ahead; 0 without one."""
    return max(games_ahead(evening).values_list("number", flat=True), default=0)


def _seat(evening: Evening, number: int) -> None:
    """Give the games ahead their boards in a proposal that is there already."""
    round_ = Round.objects.proposed().filter(evening=evening, number=number).first()
    if round_ is None:
        return
    ahead = seats_ahead(evening, number)
    seated = {key for board in ahead["fixed"] for key in board[:2]}
    others = [board for board in round_.fixed if not seated & set(board[:2])]
    round_.fixed = [*ahead["fixed"], *others]
    round_.kept_results = ahead["kept_results"] | round_.kept_results
    if round_.named_bye and round_.named_bye.key in seated:
        round_.named_bye = None
    round_.save(update_fields=["fixed", "kept_results", "named_bye"])


def _check_may_play(evening: Evening, number: int, one: Entry, other: Entry) -> None:
    """StepError unless the round is still to be paired and neither has a game ahead in it."""
    if evening.is_closed or not 1 <= number <= evening.games:
        raise StepError(
            _("Nothing can be played ahead for %(game)s: it is not still to come on this evening.")
            % {"game": round_name(evening, number)}
        )
    if Round.objects.on_record().filter(evening=evening, number=number).exists():
        raise StepError(
            _("%(game)s is paired already. Add a board to it instead.")
            % {"game": round_name(evening, number)}
        )
    check_belong(evening, one, other)
    both = Q(white__in=(one, other)) | Q(black__in=(one, other))
    there = games_ahead_of(evening, number).filter(both).first()
    if there is not None:
        raise StepError(
            _("%(white)s – %(black)s has been entered as played ahead already.")
            % {"white": there.white, "black": there.black}
        )


def _facts(game: GameAhead) -> dict[str, Any]:
    """A game ahead for the trail."""
    facts = {
        **round_facts(game.evening, game.number),
        "white": str(game.white),
        "black": str(game.black),
        "result": game.result,
    }
    return facts | ({"played_on": game.played_on.isoformat()} if game.played_on else {})
