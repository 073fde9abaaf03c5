"""How are the numbers of a standing and of a cross table written?"""

from fractions import Fraction
from typing import Any

from django import template
from django.utils.safestring import SafeString

from clubcomp.templatetags.club import points
from clubcomp.words import tie_breaks
from clubcomp.words.numbers import counted, points_text

register = template.Library()


@register.simple_tag
def tie_break_value(value: Fraction, key: str, competition: Any) -> SafeString | str:
    """The value of a tie-break in its column; where halves occur units stand under units."""
    return points_text(value) if key in tie_breaks.WHOLE else points(counted(value, competition))


register.filter(tie_breaks.tie_break_name)
register.filter(tie_breaks.tie_break_short)
register.simple_tag(tie_breaks.tie_break_text)
register.simple_tag(tie_breaks.working_text)
register.simple_tag(tie_breaks.term_text)
