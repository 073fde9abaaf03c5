"""How is a fact written on a page? Points, results, colours, names, places, dates, fields.

Available in every template without loading. Everything returned is escaped.
"""

import secrets
from fractions import Fraction
from typing import Any

from django import template
from django.conf import settings
from django.forms import BoundField
from django.forms.widgets import CheckboxInput, ChoiceWidget
from django.template.defaultfilters import stringfilter
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from clubcomp.words import (
    attendance,
    categories,
    evenings,
    lists,
    numbers,
    players,
    statements,
    tie_breaks,
    trail,
    unplayed,
)
from clubcomp.words.players import name_parts, suffix_of
from pairing.core.types import Colour
from pairing.installed import as_served, as_typed
from pairing.sentences import amounts, game_words
from pairing.sentences.articles import article_label, system_name
from pairing.sentences.words import capitalised, listed

register = template.Library()
register.filter(article_label)
register.filter(system_name)
register.filter(lists.few)
# Django's own does not know Turkish.
register.filter("capfirst", stringfilter(capitalised), is_safe=True)
register.simple_tag(as_typed, name="typed")


@register.simple_tag
def served(**options: str) -> str:
    """The command with which this site is served, at its port."""
    return as_served(is_demo=settings.IS_DEMO, port=settings.PORT, **options)


# Forms -----------------------------------------------------------------------------------
@register.simple_tag(takes_context=True)
def csrf_token(context: dict[str, Any]) -> SafeString | str:
    """Django's tag of this name, and beside it the key with which a form is done only once.

    Every form of ours has that tag, so no form can lack the key.
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


# Points ----------------------------------------------------------------------------------
@register.simple_tag
def points(value: Fraction | int | None) -> SafeString | str:
    """Points in a column: the fraction has a slot of its own, so units stand under units."""
    if value is None:
        return ""
    whole, part = game_words.whole_and_part(value)
    slot = "part decimals" if len(part) > 1 else "part"
    drawn = f'<span class="points">{whole}<span class="{slot}">{part}</span></span>'
    return mark_safe(drawn)  # noqa: S308 - digits


# Colours and results ---------------------------------------------------------------------
@register.filter
def colour_word(colour: Colour | str) -> str:
    """A colour in small letters: "white"."""
    return pgettext("colour", "black") if str(colour) == "black" else pgettext("colour", "white")


@register.simple_tag
def disc(colour: Colour | str, word: str = "hidden") -> SafeString:
    """The sign of a colour. `word` is "hidden" (only spoken), "shown" or "none"."""
    look = "disc disc-black" if str(colour) == "black" else "disc"
    sign = format_html('<span class="{}" aria-hidden="true"></span>', look)
    if word == "none":
        return sign
    frame = "{} {}" if word == "shown" else '{}<span class="visually-hidden">{} </span>'
    return format_html(frame, sign, colour_word(colour))


@register.simple_tag
def colour_letter(colour: Colour) -> SafeString:
    """A colour in one letter, where many stand together, and as the word that is read aloud."""
    word = colour_word(colour)
    white, black = pgettext("white, abbreviated", "w"), pgettext("black, abbreviated", "b")
    return format_html(
        '<abbr aria-hidden="true" title="{}">{}</abbr><span class="visually-hidden"> {}</span>',
        word,
        black if str(colour) == "black" else white,
        word,
    )


@register.simple_tag(takes_context=True)
def article_link(context: template.Context, article: str) -> SafeString:
    """An article as a link into the competition's regulation: "article A7"."""
    request = context["request"]
    address = reverse("rules", args=[request.club.slug, request.competition.slug])
    words = gettext("article %(article)s") % {"article": article_label(article)}
    return format_html('<a href="{}#{}">{}</a>', address, article, words)


@register.simple_tag
def change(places: int | None) -> SafeString | str:
    """Ranks won (more than 0) or lost since before; nothing for somebody who is new."""
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


# Names -----------------------------------------------------------------------------------
@register.filter
def bold_surname(person: Any) -> SafeString:
    """A name with the surname in bold, for lists sorted on surname."""
    first_name, prefix, surname = name_parts(person)
    before = "".join(f"{word} " for word in (first_name, prefix) if word)
    apart = suffix_of(person)
    return format_html("{}<b>{}</b>{}", before, surname, f" {apart}" if apart else "")


# Forms -----------------------------------------------------------------------------------
#: Widgets that show by themselves that nothing need be chosen, or something always is.
CHOSEN = CheckboxInput, ChoiceWidget


@register.inclusion_tag("_field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A form field with label, hint and error; the label of a checkbox stands behind it."""
    is_tick = bound.widget_type == "checkbox"
    return {
        "field": bound,
        "is_tick": is_tick,
        "is_group": bound.use_fieldset and not is_tick,
        "may_be_empty": not (
            bound.field.required
            or isinstance(bound.field.widget, CHOSEN)
            or getattr(bound.field, "is_conditional", False)
        ),
    }


@register.filter
def is_secret(bound: BoundField) -> bool:
    """Whether a field is a password, whose refusal stands at the field alone."""
    return bound.widget_type == "password"


@register.simple_tag
def sends_email() -> bool:
    """Whether the site sends e-mail, so that it is offered."""
    return bool(settings.SENDS_EMAIL)


# Words -----------------------------------------------------------------------------------
@register.simple_tag
def tie_break_value(value: Fraction, key: str, competition: Any) -> SafeString | str:
    """The value of a tie-break in its column; where halves occur units stand under units."""
    if key in tie_breaks.WHOLE:
        return game_words.points_text(value)
    return points(numbers.counted(value, competition))


for sentence in (
    *(tie_breaks.tie_break_text, tie_breaks.working_text, tie_breaks.term_text),
    attendance.own_plan_words,
):
    register.simple_tag(sentence)
for word in (
    *(
        numbers.counted,
        numbers.scored,
        game_words.points_text,
        numbers.points_in_words,
        numbers.plural_of,
    ),
    *(numbers.percent, numbers.page_result, amounts.part_text),
    *(evenings.round_name, evenings.round_of, evenings.known_by, evenings.uses_tempos),
    *(evenings.tempo_or_rounds, evenings.evening_name, evenings.evening_title, evenings.programme),
    *(evenings.evening_state, evenings.rounds_named),
    *(evenings.not_paired, evenings.clock, evenings.day, evenings.as_date),
    *(players.name, players.names, players.given_name),
    *(listed, lists.boards, lists.seated, lists.swap_words, lists.put_off_counted),
    *(attendance.attendance_words, attendance.forecast_words, attendance.plan_in_words),
    *(attendance.clock_time, attendance.not_paired_words),
    *(tie_breaks.tie_break_name, tie_breaks.tie_break_short),
    *(statements.line_title, statements.line_note, statements.which_game, statements.item_sum),
    *(statements.without_opponent, statements.last_meeting),
    *(statements.item_kind, statements.ledger_words),
    *(trail.trail_text, trail.member_trail_text, trail.own_text),
    *(unplayed.kind_called, unplayed.how_away, unplayed.elsewhere_words),
    unplayed.unplayed_words,
    unplayed.past_words,
):
    register.filter(word)
register.filter("rule", categories.rule_text)
