"""The tie-breaks of a standing in words, and their workings."""

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.words.values import counted
from pairing.core.points_table import NoGame, Term, Working
from pairing.sentences.tie_breaks import NAMES, SHORT
from pairing.sentences.words import MINUS, listed, points_text

#: Tie-breaks that count games: the numbers of the rounds say more than "1 + 1 + 1".
COUNTED = frozenset({"wins", "rounds_won", "black_games", "black_wins", "rounds_elected"})
_OF_RATINGS = frozenset({"average_rating", "performance"})
AVERAGED = _OF_RATINGS | {"opponents_resistance"}
#: Tie-breaks that are not made of points.
WHOLE = COUNTED | _OF_RATINGS | {"rating", "lot"}


def tie_break_name(key: str) -> str:
    """A tie-break in full: "resistance points (Buchholz)"."""
    return str(NAMES[key])


def tie_break_short(key: str) -> str:
    """A tie-break at the head of a column: "RP"."""
    return str(SHORT[key])


def working_text(working: Working, key: str, competition: Any) -> str:
    """The sum behind a tie-break: "7 + 8 + 6½"; terms left out are in brackets."""
    terms = working.terms
    if not terms:
        return ""
    if key in COUNTED:
        numbers = listed(term.round + 1 for term in terms)
        words = ngettext("in round %(rounds)s", "in rounds %(rounds)s", len(terms))
        return words % {"rounds": numbers}
    text = " + ".join(_term(term, key, competition) for term in terms)
    if key not in AVERAGED:
        return text
    average = f"({text}) / {len(terms)}"
    if not working.rest:
        return average
    sign = MINUS if working.rest < 0 else "+"
    return f"{average} {sign} {points_text(abs(working.rest))}"


def term_text(term: Term, key: str, competition: Any) -> str:
    """The term of one round, with its outcome: "½ × 6 = 3", "4, left out"."""
    if term.left_out:
        return _("%(points)s, left out") % {"points": tie_break_text(term.worth, key, competition)}
    text = _term(term, key, competition)
    return text if term.factor == 1 else f"{text} = {tie_break_text(term.value, key, competition)}"


def _term(term: Term, key: str, competition: Any) -> str:
    worth = tie_break_text(term.worth, key, competition)
    if term.left_out:
        return f"({worth})"
    return worth if term.factor == 1 else f"{points_text(term.factor)} × {worth}"


def tie_break_text(value: Fraction, key: str, competition: Any) -> str:
    """A number of a tie-break: points as the game counts them, or another quantity as it is."""
    no_game = competition.pairing_system.no_game
    is_count = key in WHOLE or (key == "direct_encounter" and no_game is not NoGame.DRAW)
    return points_text(value if is_count else counted(value, competition))
