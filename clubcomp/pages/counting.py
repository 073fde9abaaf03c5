"""Games of a cup that also count in another competition, and why one does not yet."""

from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.pairings import counting
from clubcomp.models import Competition, Evening, Game, Round
from clubcomp.pages.boards import Board


def with_counting(
    target: Competition, round_: Round, boards: list[Board], *, asks: bool = True
) -> list[Board]:
    """The boards of a cup, each with whether it counts in the `target` too, or (`asks`) why it does
    not yet. One query, and some more for each board that does not.
    """
    counted = set(
        Game.objects.filter(counted_from__round=round_).values_list("counted_from", flat=True)
    )
    with_words = []
    for board in boards:
        words, waits = "", False
        if board.game and board.game.pk in counted:
            words = _("counts in %(competition)s") % {"competition": target}
        elif board.game and asks and counting.is_to_count(board.game):
            facts = {"competition": target, "why": counting.why_not(board.game)}
            words, waits = _("Does not count in %(competition)s yet. %(why)s") % facts, True
        with_words.append(replace(board, counts=words, waits=waits))
    return with_words


def pair_first(round_: Round) -> list[str]:
    """Warnings before a round is published on the same day as a cup whose games count in it.

    If the cup is published first, nobody sits at two boards and its games count. One query; none
    for a round in which no game of a cup can count.
    """
    evening = round_.evening
    competition = evening.competition
    if evening.date is None or round_.number > 1:
        return []
    same_day = Evening.objects.filter(date=evening.date).exclude(status=Evening.Status.CLOSED)
    on_record = Round.objects.on_record().filter(evening=OuterRef("pk"))
    if competition.abilities.uses_tempos:
        cups = same_day.filter(competition__counts_in=competition).exclude(Exists(on_record))
        words = _(
            "“%(competition)s” is played on this day too, and its games count here. Publish its"
            " pairing first: then who plays there is not paired here as well."
        )
        return [words % {"competition": cup.competition} for cup in _named(cups)]
    if competition.counts_in_id is None:
        return []
    published = same_day.filter(Exists(on_record), competition=competition.counts_in_id)
    words = _(
        "“%(competition)s” has been published for this day already. Withdraw its pairing first:"
        " who has a board there would have two, and the game here would not count there."
    )
    return [words % {"competition": evening.competition} for evening in _named(published)]


def _named(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    return evenings.select_related("competition").order_by("pk")
