"""What do the public pages write again and again? Addresses, players."""

from typing import Any

from django import template
from django.urls import reverse

from clubcomp.words import players

register = template.Library()


@register.simple_tag(takes_context=True)
def here(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of this competition: its name and what it needs beside it."""
    request = context["request"]
    return reverse(name, args=[request.club.slug, request.competition.slug, *args])


@register.simple_tag
def page_of(competition: Any, club: Any, name: str, *args: Any) -> str:
    """The address of a page of another competition of the club."""
    return reverse(name, args=[club.slug, competition.slug, *args])


register.filter("shown", players.display_name)
register.filter("given", players.first_name)
