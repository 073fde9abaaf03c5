"""How does one article of a regulation lead to another?"""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from pairing.rules import Regulation

register = template.Library()


@register.filter
def linked(text: str, regulation: Regulation) -> SafeString:
    """A text of a regulation, in which each article that is named is a link to it."""
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<a href="#{}">{}</a>', anchor, piece) if anchor else piece,)
            for piece, anchor in regulation.linked(text)
        ),
    )
