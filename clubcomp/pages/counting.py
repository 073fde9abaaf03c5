"""Where does a game of a cup count too, and what keeps it from that?"""

from dataclasses import replace

from django.utils.translation import gettext as _

from clubcomp.flow.pairings import counting
from clubcomp.models import Competition, Game, Round
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
