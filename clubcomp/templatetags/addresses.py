"""What is the address of a page? Of this club, this competition, this evening, or another one.

Available in every template without loading. Worked out once: every page links to dozens of others.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.urls import get_script_prefix, get_urlconf, reverse

register = template.Library()


def address(name: str, *args: Any) -> str:
    """The address of a page by its name."""
    return _address(get_urlconf(), get_script_prefix(), name, *args)


@lru_cache(maxsize=8192)
def _address(_urlconf: str | None, _prefix: str, name: str, *args: Any) -> str:
    """Kept by all it depends on: which site map is in use, and what stands before each address."""
    return reverse(name, args=args)


@register.simple_tag(takes_context=True)
def club_url(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of this club: its name and what it needs beside the club."""
    return address(name, context["request"].club.slug, *args)


@register.simple_tag(takes_context=True)
def here(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of this competition."""
    return club_url(context, name, context["request"].competition.slug, *args)


@register.simple_tag(takes_context=True)
def lead_url(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of the evening."""
    return here(context, name, context["request"].evening.serial, *args)


@register.simple_tag
def page_of(competition: Any, club: Any, name: str, *args: Any) -> str:
    """The address of a page of another competition of the club."""
    return address(name, club.slug, competition.slug, *args)


@register.inclusion_tag("_sort_head.html", takes_context=True)
def sort_head(context: template.Context, key: str, words: str, look: str = "") -> dict[str, Any]:
    """The head of a column by which a reader can sort; words alone where the table does not sort.

    The link keeps the rest of the question, but nobody's name.
    """
    head = {"words": words, "look": look}
    sorting = context.get("sorting")
    if sorting is None:
        return head
    asked = context["request"].GET.copy()
    for name in ("sort", "page", "player"):
        asked.pop(name, None)
    if pressed := sorting.pressed(key):
        asked["sort"] = pressed
    order = "descending" if sorting.is_down else "ascending"
    is_sorted = sorting.key == key
    return head | {"query": asked.urlencode(), "order": order if is_sorted else ""}
