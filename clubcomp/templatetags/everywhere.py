"""Tags of every template without loading: addresses, and pieces that a page shows many times.

A page links to dozens of pages of its club, competition and evening, so addresses are cached. The
pieces are made in Python, since a template for each would cost more than the rest of the page.
Everything returned is escaped.
"""

import secrets
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any
from urllib.parse import quote

from django import template
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, pgettext

from clubcomp.words import tie_breaks
from clubcomp.words.values import counted, name_parts, suffix_of
from pairing.core.types import Colour
from pairing.sentences.words import points_text, whole_and_part

register = template.Library()


# Addresses ---------------------------------------------------------------------------------


def address(name: str, *args: Any) -> str:
    """The address of a page by its name."""
    return addresses()(name, *args)


def addresses() -> Callable[..., str]:
    """A faster `address` for many addresses on one page: it looks up the site's prefix once."""
    return partial(_address, get_urlconf(), get_script_prefix())


@lru_cache(maxsize=8192)
def _address(_urlconf: str | None, _prefix: str, name: str, *args: Any) -> str:
    """Cached by all that it depends on, including the URL configuration and the prefix in use."""
    return reverse(name, args=args)


@register.simple_tag(takes_context=True)
def club_url(context: template.Context, name: str, *args: Any) -> str:
    """The address of a page of this club, by its name and its arguments after the club."""
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
    """The head of a column by which a reader can sort; only words in a table that cannot be sorted.

    The link keeps the rest of the query, except a player's name.
    """
    head = {"words": words, "look": look}
    sorting = context.get("sorting")
    if sorting is None:
        return head
    query = context["request"].GET.copy()
    for name in ("sort", "page", "player"):
        query.pop(name, None)
    if pressed := sorting.pressed(key):
        query["sort"] = pressed
    order = "descending" if sorting.is_down else "ascending"
    is_sorted = sorting.key == key
    return head | {"query": query.urlencode(), "order": order if is_sorted else ""}


# Forms and facts ---------------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def csrf_token(context: dict[str, Any]) -> SafeString | str:
    """Django's tag of this name, and the key by which a form is carried out only once.

    Every form has this tag, so no form can lack the key.
    """
    token = context.get("csrf_token")
    if not token or token == "NOTPROVIDED":  # noqa: S105
        return ""
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<input type="hidden" name="form_key" value="{}">',
        token,
        secrets.token_urlsafe(12),
    )


@register.simple_tag
def points(value: Fraction | int | None) -> SafeString | str:
    """Points in a column: the fraction has a slot of its own, so that units are aligned."""
    if value is None:
        return ""
    whole, part = whole_and_part(value)
    slot = "part decimals" if len(part) > 1 else "part"
    markup = f'<span class="points">{whole}<span class="{slot}">{part}</span></span>'
    return mark_safe(markup)  # noqa: S308 - digits


@register.filter
def colour_word(colour: Colour | str) -> str:
    """A colour in small letters: "white"."""
    return pgettext("colour", "black") if str(colour) == "black" else pgettext("colour", "white")


@register.simple_tag
def disc(colour: Colour | str, word: str = "hidden") -> SafeString:
    """The sign of a colour. `word` is "hidden" (only spoken), "shown" or "none"."""
    return _disc(str(colour), word, get_language())


@cache
def _disc(colour: str, word: str, _language: str | None) -> SafeString:
    look = "disc disc-black" if colour == "black" else "disc"
    sign = format_html('<span class="{}" aria-hidden="true"></span>', look)
    if word == "none":
        return sign
    frame = "{} {}" if word == "shown" else '{}<span class="visually-hidden">{} </span>'
    return format_html(frame, sign, colour_word(colour))


@register.simple_tag
def colour_letter(colour: Colour) -> SafeString:
    """A colour as one letter, for places with many colours, and as a word for screen readers."""
    word = colour_word(colour)
    white, black = pgettext("white, abbreviated", "w"), pgettext("black, abbreviated", "b")
    return format_html(
        '<abbr aria-hidden="true" title="{}">{}</abbr><span class="visually-hidden"> {}</span>',
        word,
        black if str(colour) == "black" else white,
        word,
    )


@register.simple_tag
def change(places: int | None) -> SafeString | str:
    """Places gained (more than 0) or lost since the round before; nothing for a new player."""
    if places is None:
        return ""
    count = abs(places)
    if not places:
        sign, words = "–", gettext("same place")
    elif places > 0:
        sign, words = "▲", ngettext("%(count)s place up", "%(count)s places up", count)
    else:
        sign, words = "▼", ngettext("%(count)s place down", "%(count)s places down", count)
    shown, spoken = f"{sign} {count}" if places else sign, escape(words % {"count": count})
    return mark_safe(  # noqa: S308 - escaped
        f'<span class="change"><span aria-hidden="true">{shown}</span>'
        f'<span class="visually-hidden">{spoken}</span></span>'
    )


@register.filter
def bold_surname(person: Any) -> SafeString:
    """A name with the surname in bold, for lists sorted on surname."""
    first_name, prefix, surname = name_parts(person)
    before = "".join(f"{word} " for word in (first_name, prefix) if word)
    suffix = suffix_of(person)
    return format_html("{}<b>{}</b>{}", before, surname, f" {suffix}" if suffix else "")


@register.simple_tag
def tie_break_value(value: Fraction, key: str, competition: Any) -> SafeString | str:
    """The value of a tie-break in its column; units are aligned if there can be halves."""
    if key in tie_breaks.WHOLE:
        return points_text(value)
    return points(counted(value, competition))


# The leader's pages ------------------------------------------------------------------------


@register.filter
def apart_from(entries: Iterable[Any], common: Any) -> list[Any]:
    """A player's entries in competitions other than the `common` ones."""
    return [entry for entry in entries if entry.competition not in common]


@register.filter
def attendance_look(row: Any) -> str:
    """The CSS class of a row: here for the next game, expected, or away."""
    if row.is_here:
        return "present"
    return "expected" if row.state == "expected" else "away"


@register.filter
def opened(board: Any) -> str:
    """The query that opens a board for a swap: its number, 0 for the bye; in groups the player."""
    if board.number or not board.white.group:
        return f"board={board.number or 0}"
    return f"one={quote(board.white.key)}"


@register.simple_tag(takes_context=True)
def lead_swap(context: template.Context, name: str, round_: Any) -> str:
    """The address of a swap, in a proposal or in a published pairing."""
    return lead_url(context, name, *([round_.number] if round_.is_on_record else []))
