"""How are the numbers of a standing and of a cross table written?"""

from fractions import Fraction

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.templatetags.club import MINUS, points, points_text
from clubcomp.templatetags.leading import listed
from pairing.core.tiebreaks import Term, Working
from pairing.sentences.tie_breaks import NAMES, SHORT

register = template.Library()

#: Tie-breaks that count games: which rounds these were says more than "1 + 1 + 1".
COUNTED = frozenset({"wins", "black_games"})
AVERAGED = frozenset({"average_rating", "performance"})
#: Those that know no halves.
WHOLE = COUNTED | AVERAGED | {"lot"}


@register.filter
def tie_break_name(key: str) -> str:
    """A tie-break in full: "resistance points (Buchholz)"."""
    return str(NAMES[key])


@register.filter
def tie_break_short(key: str) -> str:
    """A tie-break at the head of a column: "RP"."""
    return str(SHORT[key])


@register.simple_tag
def tie_break_value(value: Fraction, key: str) -> SafeString | str:
    """The value of a tie-break in its column; where halves occur units stand under units."""
    return points_text(value) if key in WHOLE else points(value)


@register.filter
def working_text(working: Working, key: str) -> str:
    """What a tie-break was added up from: "7 + 8 + 6½"; what was left out stands in brackets."""
    terms = working.terms
    if not terms:
        return ""
    if key in COUNTED:
        numbers = listed(term.round + 1 for term in terms)
        words = ngettext("in round %(rounds)s", "in rounds %(rounds)s", len(terms))
        return words % {"rounds": numbers}
    text = " + ".join(_term_text(term) for term in terms)
    if key not in AVERAGED:
        return text
    average = f"({text}) / {len(terms)}"
    if not working.rest:
        return average
    sign = MINUS if working.rest < 0 else "+"
    return f"{average} {sign} {points_text(abs(working.rest))}"


def _term_text(term: Term) -> str:
    worth = points_text(term.worth)
    if term.left_out:
        return f"({worth})"
    return worth if term.factor == 1 else f"{points_text(term.factor)} × {worth}"


@register.filter
def term_text(term: Term) -> str:
    """What one round adds, with what became of it: "½ × 6 = 3", "4, left out"."""
    if term.left_out:
        return _("%(points)s, left out") % {"points": points_text(term.worth)}
    if term.factor == 1:
        return points_text(term.worth)
    return f"{_term_text(term)} = {points_text(term.value)}"
