"""What looks like a mistake in a club's own Keizer regulation? None of it is refused."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from pairing.core.amounts import Amount
from pairing.sentences.amounts import amount_text, kind_name
from pairing.sentences.words import capitalised


def remarks_on(options: Any, evenings: int = 0) -> list[str]:
    """The remarks, as whole sentences; `evenings`: how many the calendar has, 0 if not known."""
    return [*_too_much(options), *_says_nothing(options), *_periods(options, evenings)]


def _is_above(amount: Amount, other: Amount) -> bool:
    """Whether an amount is above another if all values are alike."""
    value = amount.own + amount.opponent - other.own - other.opponent
    points = amount.points - other.points
    return value >= 0 and points >= 0 and (value > 0 or points > 0)


def _too_much(options: Any) -> Iterator[str]:
    """Absences, byes, draws and losses that earn more than they should."""
    win, results = options.results.win, options.results
    for kind in options.absences.table.values():
        if kind.key == "external":
            continue
        for tier in kind.tiers:
            if _is_above(tier.amount, win):
                words = _("%(kind)s earns %(amount)s: more than a win, which earns %(win)s.")
                facts = {"kind": capitalised(kind_name(kind)), "win": amount_text(win)}
                yield words % {**facts, "amount": amount_text(tier.amount)}
                break
    if _is_above(options.bye.amount, win):
        words = _("A bye earns more than a win: %(amount)s.")
        yield words % {"amount": amount_text(options.bye.amount)}
    if _is_above(results.draw, win):
        yield _("A draw earns more than a win.")
    if _is_above(results.loss, results.draw):
        yield _("A loss earns more than a draw.")


def _says_nothing(options: Any) -> Iterator[str]:
    """Options that have no effect beside others."""
    values, meeting, periods = options.values, options.meeting, options.periods
    by_rank = values.by == "rank"
    if by_rank and values.first is not None and values.ratio is not None:
        yield _("The first value is given, so the multiple of the last value says nothing.")
    if by_rank and values.first is not None and values.first <= values.last:
        yield _("The first value is not above the least one, so everybody is worth the same.")
    if not by_rank and (values.first is not None or values.ratio is not None):
        yield _("Values go by rating, so the first value says nothing.")
    whole, in_period = meeting.times, meeting.times_in_period
    if whole is not None and in_period is not None and in_period > whole:
        yield _("In a period two may meet more often than in the whole season.")
    if len(periods.starts) == 1:
        if periods.points == "anew":
            yield _("Points begin anew in each period, but there is only one period.")
        if in_period is not None:
            yield _("There is a limit of meetings in a period, but there is only one period.")
    if options.standing.min_games_from > 1 and not options.standing.min_games:
        yield _("From some evening on games are asked for a place, but how many is not said.")


def _periods(options: Any, evenings: int) -> Iterator[str]:
    for number, start in enumerate(options.periods.starts, start=1):
        if evenings and start > evenings:
            words = _(
                "Period %(period)s begins with evening %(start)s, and the calendar ends with"
                " evening %(evenings)s: it would be empty."
            )
            yield words % {"period": number, "start": start, "evenings": evenings}
