"""Which points were given by hand, and which players are paired with more than their own?"""

from fractions import Fraction

from clubcomp.flow.order_of_play import in_words
from clubcomp.models import Competition, Entry, GivenPoints
from pairing.sentences.words import capitalised


def given_in(competition: Competition) -> list[tuple[GivenPoints, Fraction, str]]:
    """The points given, the latest evening first: row, points, and the evening in words."""
    rows = GivenPoints.objects.filter(evening__competition=competition)
    rows = rows.select_related("entry__player", "evening").order_by("-evening__number", "-pk")
    return [(row, Fraction(row.points), capitalised(in_words(row.evening))) for row in rows]


def start_points_in(competition: Competition) -> list[tuple[Entry, Fraction, str]]:
    """Players with points for the pairing alone: how many, and their last evening in words."""
    evenings = {evening.number: evening for evening in competition.evenings.all()}
    entries = competition.entries.exclude(start_points=[]).select_related("player")
    rows = []
    for entry in entries.order_by("player__sort_key", "pk"):
        points, until = entry.start_points
        last = in_words(evenings[until]) if until in evenings else ""
        rows.append((entry, Fraction(points), last))
    return rows
