"""Why not another of S2, in "Swiss on rating"? Those who came before the opponent that was found.

At its turn a player of S1 gets the first of S2 who is left and with whom all goes well (D1). So
there are two kinds of others to ask about: the one opposite him in S2, and those of S2 who stood
before his opponent and were not taken yet. In every edition alike.

Candidates are {player, place (in A2 order, from 1), article, code, facts}; codes and facts: `met`
(round), `same_absolute` (colour), `forbidden`, `colour_or_float`, `rest` (the others could then
not all be paired as well), `paired_before` (opponent: of a player who came first in S1),
`came_later` (opponent: stood before him in S2 and was not taken either).
"""

from collections.abc import Mapping

from pairing.core.brackets_told import BracketTold
from pairing.core.history import History
from pairing.core.types import Fact, PlayerId, Reason

#: How many others a pair tells about.
_SHOWN = 6


def not_nearer(
    told: BracketTold, pair: int, history: History, place: Mapping[PlayerId, int]
) -> list[Reason]:
    """Why pair number `pair` of a bracket was not another; [] when nobody came before."""
    first, second = told.made.pairs[pair]
    s2, opposite = told.opposite(pair)
    taken = {other: one for one, other in told.made.pairs[:pair]}
    before = s2[: s2.index(second)]
    others = [one for one in before if one not in taken or one == opposite]
    if opposite not in (second, *others):
        others.append(opposite)
    if not others:
        return []
    candidates: list[Fact] = []
    for other in others[:_SHOWN]:
        if other in taken:
            why = Reason("D1", "paired_before", {"opponent": told.card(taken[other]).id})
        elif other not in before:
            why = Reason("D1", "came_later", {"opponent": told.card(second).id})
        else:
            why = _why_not(told, first, other, history)
        candidates.append(
            {
                "player": told.card(other).id,
                "place": place[told.card(other).id] + 1,
                "article": why.article,
                "code": why.code,
                "facts": dict(why.facts),
            }
        )
    facts: dict[str, Fact] = {
        "player": told.card(first).id,
        "opponent": told.card(second).id,
        "candidates": candidates,
        "more": max(0, len(others) - _SHOWN),
    }
    return [Reason("D1", "not_nearer", facts)]


def _why_not(told: BracketTold, first: int, other: int, history: History) -> Reason:
    """What kept two apart who could have been a pair by their places."""
    why = told.apart(first, other)
    one, two = told.card(first), told.card(other)
    if why == "met":
        rounds = [
            number
            for number, entry in enumerate(history.entries[one.id], start=1)
            if entry.opponent == two.id and entry.deed.is_played
        ]
        return Reason(told.met_article, "met", {"round": rounds[-1]})
    if why == "same_absolute":
        return Reason("B2", "same_absolute", {"colour": str(one.preference.colour)})
    return Reason("D1", why)
