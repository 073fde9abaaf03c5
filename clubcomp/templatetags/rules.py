"""Links between the articles of a regulation."""

from typing import Any

from django import template

from pairing.rules import Regulation

register = template.Library()


@register.inclusion_tag("rules/_linked.html")
def linked(text: str, regulation: Regulation) -> dict[str, Any]:
    """A text of a regulation in which each article that it names is a link."""
    return {"pieces": regulation.linked(text)}
