"""What a page draws first of a competition that is no cup and has no groups."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from clubcomp.flow.standings import After, StandingLine, rounds_of
from clubcomp.models import Competition
from clubcomp.pages.cross_table import parts_of
from clubcomp.pages.places import race_chart
from clubcomp.words.first_picture import PictureKind, first_picture
from clubcomp.words.lists import Few, few
from clubcomp.words.numbers import counted
from pairing.sentences.game_words import points_text

#: So many names of a number of points are read at a glance, and so many numbers of points.
NAMES, GROUPS = 12, 4


class ScoreGroup(NamedTuple):
    """Who stands on a number of points, the first in the standing first."""

    points: str
    lines: Few[StandingLine]


def picture_of(
    competition: Competition,
    scope: str,
    lines: Sequence[StandingLine],
    after: After | None,
    me: str,
) -> dict[str, Any]:
    """The picture of a standing after a round; `me` is the address of the reader."""
    kind = first_picture(competition)
    shown: dict[str, Any] = {"picture": kind}
    all_rounds = rounds_of(competition, scope)
    rounds = [line for line in all_rounds if after and line.round_key <= after]
    if not rounds:
        return shown
    if kind is PictureKind.CROSS:
        shown["parts"] = parts_of(competition, scope, after, rounds, 0)
    elif kind is PictureKind.RACE and rounds == all_rounds:
        shown["chart"] = race_chart(competition, scope, rounds, me)
    elif kind is PictureKind.SCORES:
        groups = shown["score_groups"] = score_groups(competition, lines)
        seen = sum(len(group.lines) + group.lines.more for group in groups)
        shown["lower"] = sum(1 for line in lines if line.place) - seen
    return shown


def score_groups(competition: Competition, lines: Sequence[StandingLine]) -> Few[ScoreGroup]:
    """The highest numbers of points, and who stands on each."""
    placed = [line for line in lines if line.place]
    groups = [
        ScoreGroup(points_text(counted(points, competition)), few(on_it, NAMES))
        for points, on_it in groupby(placed, key=lambda line: line.row.points)
    ]
    return few(groups, GROUPS)
