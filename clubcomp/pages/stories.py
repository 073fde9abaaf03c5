"""The state of each competition of a club in a line, for the club's front page."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.rounds import number_of_rounds
from clubcomp.flow.standings import StandingLine, rounds_of, standings_of
from clubcomp.models import Competition, Evening
from clubcomp.pages.bracket import open_ties_of, winner_of
from clubcomp.pages.scopes import scope_or_404, scopes_of
from clubcomp.words.values import counted, few
from pairing.sentences.words import capitalised, listed, points_text

#: At most so many ties, groups or leaders are named; one more makes a line too long for a phone.
NAMED = 3


class Story(NamedTuple):
    """A competition, its present or next evening, and its state in a line ("" before the first)."""

    competition: Competition
    next: Evening | None
    line: str


def stories_of(competitions: Sequence[Competition], coming: Iterable[Evening]) -> list[Story]:
    """A line for each of these competitions, in the order of their next evenings.

    `coming` are the evenings to come, in their order, also of other competitions.
    """
    first: dict[int, Evening] = {}
    for evening in coming:
        first.setdefault(evening.competition_id, evening)
    stories = [Story(row, first.get(row.pk), story_of(row)) for row in competitions]
    return sorted(stories, key=_when)


def _when(story: Story) -> tuple[bool, bool, str]:
    """By date; then stories without a date, and last those without an evening."""
    evening = story.next
    return (evening is None, evening is None or not evening.date, str(evening and evening.date))


def story_of(competition: Competition, *, says_how_far: bool = True) -> str:
    """The state of a competition in a line; "" before its first result.

    `says_how_far`: the line of a league begins with the last round, which some pages already show.
    """
    if competition.abilities.knocks_out:
        return _of_cup(competition)
    scope = scope_or_404(competition, scopes_of(competition), "")
    if not rounds_of(competition, scope.key):
        return ""
    lines = [line for line in standings_of(competition, scope.key) if line.place]
    if not lines:
        return ""
    if groups := [*dict.fromkeys(line.row.group for line in lines if line.row.group)]:
        return _of_groups(competition, lines, groups)
    words = _of_leaders(competition, [line for line in lines if line.place == 1])
    return f"{_how_far(competition, scope.key)} {words}" if says_how_far else words


def _of_cup(competition: Competition) -> str:
    """The winner, or the ties of the first round that is not decided."""
    if competition.awaits_draw():
        return ""
    if winner := winner_of(competition):
        return _("%(player)s has won the cup.") % {"player": winner}
    stage, ties = open_ties_of(competition)
    if not ties:
        return ""
    named = few(ties, NAMED)
    words = capitalised(f"{stage}: {', '.join(named)}")
    return words + (", …" if named.more else "")


def _of_groups(competition: Competition, lines: list[StandingLine], groups: list[str]) -> str:
    """The first of each group, with the points."""
    firsts = [next(line for line in lines if line.row.group == group) for group in groups]
    named = few(firsts, NAMED)
    words = _("Group %(group)s: %(player)s, %(points)s.")
    sentences = [words % _facts(competition, line) for line in named]
    return " ".join([*sentences, *(["…"] if named.more else [])])


def _of_leaders(competition: Competition, leaders: list[StandingLine]) -> str:
    """The players who lead, or have won."""
    facts = _facts(competition, leaders[0]) | {
        "players": listed(line.entry for line in leaders),
        "count": len(leaders),
    }
    if len(leaders) > NAMED:
        words = _("%(count)s players share the lead with %(points)s.")
    elif not competition.is_running:
        words = ngettext(
            "%(players)s has won with %(points)s.",
            "%(players)s have won with %(points)s.",
            len(leaders),
        )
    elif len(leaders) > 1:
        words = _("%(players)s share the lead with %(points)s.")
    elif leaders[0].change:
        words = _("%(players)s takes the lead with %(points)s.")
    else:
        words = _("%(players)s leads with %(points)s.")
    return words % facts


def _how_far(competition: Competition, scope: str) -> str:
    """The last round or evening that the standing rests on."""
    last, rounds = rounds_of(competition, scope)[-1], number_of_rounds(competition)
    if rounds:
        return _("Round %(round)s of %(rounds)s.") % {"round": last.count, "rounds": rounds}
    return _("Evening %(evening)s.") % {"evening": last.evening}


def _facts(competition: Competition, line: StandingLine) -> dict[str, object]:
    points = points_text(counted(line.row.points, competition))
    return {"player": line.entry, "points": points, "group": line.row.group}
