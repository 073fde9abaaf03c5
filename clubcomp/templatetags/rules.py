"""How does one article of a regulation lead to another?"""

from typing import Any

from django import template

from pairing.rules import Regulation

register = template.Library()


@register.inclusion_tag("rules/_linked.html")
def linked(text: str, regulation: Regulation) -> dict[str, Any]:
    """A text of a regulation with each article it names as a link."""
    return {"pieces": regulation.linked(text)}
