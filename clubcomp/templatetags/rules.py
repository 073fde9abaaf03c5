"""How does one article of a regulation lead to another?"""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from pairing.rules import Regulation
from pairing.sentences.articles import article_label

register = template.Library()


@register.filter
def linked(text: str, regulation: Regulation) -> SafeString:
    """A text of a regulation with each article it names as a link."""
    link = '<a href="#{}">{}</a>'
    pieces = (
        (format_html(link, anchor, article_label(piece)) if anchor else piece,)
        for piece, anchor in regulation.linked(text)
    )
    return format_html_join("", "{}", pieces)
