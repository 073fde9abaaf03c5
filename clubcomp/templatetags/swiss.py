"""What do the pages of a Swiss competition write again and again? Points in words."""

from fractions import Fraction

from django import template
from django.utils.translation import ngettext

from clubcomp.templatetags.club import points_text

register = template.Library()


@register.simple_tag
def points_in_words(points: Fraction | None) -> str:
    """Points with their word: "1 point", "½ point", "2½ points"; nothing where there are none."""
    if points is None:
        return ""
    # A half is one thing, as one is; what is more than one is several, as nothing is.
    count = 1 if 0 < points <= 1 else 2
    words = ngettext("%(points)s point", "%(points)s points", count)
    return words % {"points": points_text(points)}
