"""Where does a button of the evening go? And how are boards named in a sentence?"""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()


@register.simple_tag(takes_context=True)
def lead_url(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of the evening: its name and what it needs beside the evening."""
    request = context["request"]
    place = (request.club.slug, request.competition.slug, request.evening.number)
    return reverse(name, args=[*place, *args])


@register.filter
def listed(things: Iterable[Any]) -> str:
    """Things in a sentence: "3", "3 and 6", "3, 6 and 8"."""
    *first, last = (str(thing) for thing in things)
    if not first:
        return last
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


@register.filter
def boards(games: Iterable[Any]) -> str:
    """Boards in a sentence: "board 3", "boards 3, 6 and 8"."""
    numbers = [game.board for game in games]
    words = ngettext("board %(boards)s", "boards %(boards)s", len(numbers))
    return words % {"boards": listed(numbers)}
