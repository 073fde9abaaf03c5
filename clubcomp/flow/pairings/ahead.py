"""What happens with a game that is played before its evening? It is kept until its round.

When that round is paired, the game is a fixed board of it, with its result. It counts from when
the round is published.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.adding import game_facts, must_be_a_pair, pair_by_hand
from clubcomp.flow.pairings.proposal import (
    games_ahead_of,
    must_have_no_errors,
    pair_key,
    seats_of,
)
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rows_now import Two, check_result, evening_now, must_be_drawn, two_now
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Evening, GameAhead, Round, User
from pairing.core.types import Problem, Result


@dataclass(frozen=True, slots=True)
class AheadPreview:
    """A game ahead: who has which colour, and what the rules have against it at present."""

    white: Entry
    black: Entry
    problems: tuple[Problem, ...]


def waiting_ahead(competition: Competition) -> QuerySet[GameAhead]:
    """The games of a competition that were played ahead and whose round is not on record yet."""
    paired = Round.objects.on_record().filter(
        evening=OuterRef("evening"), number=OuterRef("number")
    )
    games = GameAhead.objects.filter(evening__competition=competition)
    return games.exclude(Exists(paired))


def games_ahead(evening: Evening) -> QuerySet[GameAhead]:
    """The same games of one evening, with their players."""
    waiting = waiting_ahead(evening.competition).filter(evening=evening)
    return waiting.select_related("white__player", "black__player", "entered_by")


def preview_ahead(
    evening: Evening, players: Two, *, number: int, white: Entry | None = None
) -> AheadPreview:
    """A game ahead between these two, as it would be. StepError when it is impossible."""
    _check_may_play(evening, number, players)
    round_ = Round(evening=evening, number=number)
    pair, problems = pair_by_hand(evening.competition, round_, players, white, reason="-")
    by_key = {player.key: player for player in players}
    return AheadPreview(by_key[pair.white], by_key[pair.black], tuple(problems))


@all_or_nothing
def play_ahead(
    evening: Evening,
    players: Two,
    *,
    number: int,
    white: Entry | None = None,
    result: Result,
    played_on: date | None,
    reason: str,
    by: User | None,
) -> GameAhead:
    """Enter a game of round `number` of an evening that was played before the round is paired.

    If the round has a proposal, the two get their board in it at once.
    """
    with step_on(evening.competition, "play_ahead", by=by) as step:
        must_be_drawn(step.competition)
        evening = evening_now(step, evening)
        players = two_now(step, players)
        reason = checked_reason(reason)
        _check_may_play(evening, number, players)
        if not result.is_finished:
            raise StepError(_("Say how the game ended. A game ahead has been played."))
        check_result(step.competition, result)
        round_ = Round(evening=evening, number=number)
        pair, problems = pair_by_hand(step.competition, round_, players, white, reason=reason)
        entries = step.competition.entries.by_key()
        must_have_no_errors(problems, step.competition.system, entries)
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
        step.note(evening=evening, facts=game_facts(game), reason=reason)
        renew_proposal(step, evening)
        return game


@all_or_nothing
def take_ahead_back(game: GameAhead, *, by: User | None) -> None:
    """Delete a game ahead, as long as its round is not published. Doing so twice is no error."""
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
            round_.kept_results.pop(pair_key(now), None)
            round_.save(update_fields=["fixed", "kept_results"])
        step.note(evening=evening, facts=game_facts(now), reason=now.reason)
        now.delete()
        renew_proposal(step, evening)


def must_be_in_a_pairing(evening: Evening) -> None:
    """StepError when an evening that is removed or closed has a game ahead without a pairing."""
    games = [
        f"{game.white} – {game.black} ({evening.round_name(game.number)})"
        for game in games_ahead(evening)
    ]
    if games:
        words = _(
            "Played ahead and in no pairing yet: %(games)s. Pair that first, or take the game"
            " ahead back."
        )
        raise StepError(words, games=", ".join(games))


def last_ahead(evening: Evening) -> int:
    """The number of the last round of an evening that has a game ahead; 0 without one."""
    return max(games_ahead(evening).values_list("number", flat=True), default=0)


def _seat(evening: Evening, number: int) -> None:
    """Give the games ahead their boards in the round's proposal, if there is one."""
    round_ = Round.objects.proposed().filter(evening=evening, number=number).first()
    if round_ is None:
        return
    ahead = seats_of(games_ahead_of(evening, number))
    seated = {key for board in ahead["fixed"] for key in board[:2]}
    kept = [board for board in round_.fixed if not seated & set(board[:2])]
    round_.fixed = [*ahead["fixed"], *kept]
    round_.kept_results = ahead["kept_results"] | round_.kept_results
    round_.named_byes = [key for key in round_.named_byes if key not in seated]
    round_.save(update_fields=["fixed", "kept_results", "named_byes"])


def _check_may_play(evening: Evening, number: int, players: Two) -> None:
    """StepError unless the round is still to be paired and neither has a game ahead in it."""
    if evening.is_closed or not 1 <= number <= evening.games:
        words = _(
            "Nothing can be played ahead for %(game)s: it is not still to come on this evening."
        )
        raise StepError(words, game=evening.round_name(number))
    if Round.objects.on_record().filter(evening=evening, number=number).exists():
        words = _("%(game)s is paired already. Add a board to it instead.")
        raise StepError(words, game=evening.round_name(number))
    must_be_a_pair(evening, players)
    of_either = Q(white__in=players) | Q(black__in=players)
    entered = games_ahead_of(evening, number).filter(of_either).first()
    if entered is not None:
        words = _("%(white)s – %(black)s has been entered as played ahead already.")
        raise StepError(words, white=entered.white, black=entered.black)
