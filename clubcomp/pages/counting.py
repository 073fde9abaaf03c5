"""Where does a game of a cup count too, and what keeps it from that?"""

from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.pairings import counting
from clubcomp.models import Competition, Evening, Game, Round
from clubcomp.pages.boards import Board


def version_of(competition: Competition) -> str:
    """What rises when a sheet of a cup can look otherwise: also by what is done where its games
    count. One query, none where no game counts elsewhere.
    """
    if competition.counts_in_id is None:
        return str(competition.version)
    there = Competition.objects.filter(pk=competition.counts_in_id)
    return f"{competition.version}.{there.values_list('version', flat=True).get()}"


def with_counting(
    competition: Competition, round_: Round, boards: list[Board], *, asks: bool = True
) -> list[Board]:
    """The boards of a cup, each with where it counts too, or if that is asked why it does not yet.

    One query, and those that find out why; none where no game counts elsewhere.
    """
    if competition.counts_in_id is None:
        return boards
    other = competition.counts_in
    counted = set(
        Game.objects.filter(counted_from__round=round_).values_list("counted_from", flat=True)
    )
    said = []
    for board in boards:
        words, waits = "", False
        if board.game and board.game.pk in counted:
            words = _("counts in %(competition)s") % {"competition": other}
        elif board.game and asks and counting.is_to_count(board.game):
            facts = {"competition": other, "why": counting.why_not(board.game)}
            words, waits = _("Does not count in %(competition)s yet. %(why)s") % facts, True
        said.append(replace(board, counts=words, waits=waits))
    return said


def pair_first(round_: Round) -> list[str]:
    """What the leader has to know before a round is published on a day on which a cup is played
    that counts there: nobody is at two boards, and a game counts, if the cup is published first.

    One query; none for a round that no game of a cup can count in.
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
    there = same_day.filter(Exists(on_record), competition=competition.counts_in_id)
    words = _(
        "“%(competition)s” has been published for this day already. Withdraw its pairing first:"
        " who has a board there would have two, and the game here would not count there."
    )
    return [words % {"competition": evening.competition} for evening in _named(there)]


def _named(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    return evenings.select_related("competition").order_by("pk")
