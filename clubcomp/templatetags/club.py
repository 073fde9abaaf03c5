"""How is a fact written on a page? Points, results, colours, names, places, dates, fields.

Available in every template without loading. Everything returned is escaped.
"""

from typing import Any

from django import template
from django.conf import settings
from django.forms import BoundField
from django.forms.widgets import CheckboxInput, ChoiceWidget
from django.template.defaultfilters import stringfilter
from django.urls import reverse

from clubcomp.models import Evening
from clubcomp.words import (
    attendance,
    categories,
    evenings,
    statements,
    tie_breaks,
    trail,
    unplayed,
    values,
)
from pairing.installed import as_served, as_typed
from pairing.sentences import amounts
from pairing.sentences.articles import article_label, system_name
from pairing.sentences.words import capitalised, listed, points_text

register = template.Library()
register.filter(article_label)
register.filter(system_name)
register.filter(values.few)
# Django's own does not know Turkish.
register.filter("capfirst", stringfilter(capitalised), is_safe=True)
register.simple_tag(as_typed, name="typed")


@register.simple_tag
def served(**options: str) -> str:
    """The command with which this site is served, at its port."""
    return as_served(is_demo=settings.IS_DEMO, port=settings.PORT, **options)


# Articles ----------------------------------------------------------------------------------
@register.inclusion_tag("rules/_article.html", takes_context=True)
def article_link(context: template.Context, article: str) -> dict[str, Any]:
    """An article as a link into the competition's regulation: "article A7"."""
    request = context["request"]
    address = reverse("rules", args=[request.club.slug, request.competition.slug])
    return {"address": address, "article": article}


# Forms -----------------------------------------------------------------------------------
#: Widgets that show by themselves whether they may be left empty.
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
    """Whether a field is a password; its error stands at the field alone."""
    return bound.widget_type == "password"


@register.simple_tag
def sends_email() -> bool:
    """Whether the site can send e-mail, so that pages may offer it."""
    return bool(settings.SENDS_EMAIL)


# Words -----------------------------------------------------------------------------------
for sentence in (
    *(tie_breaks.tie_break_text, tie_breaks.working_text, tie_breaks.term_text),
    values.kept_together(attendance.own_plan_words),
    values.kept_together(attendance.own_plan_short),
):
    register.simple_tag(sentence)
for word in (
    *(values.counted, values.scored, points_text, values.points_in_words),
    *(values.plural_of, values.percent, values.page_result, values.outcome, amounts.part_text),
    *(evenings.round_of, evenings.uses_tempos, evenings.evening_title, evenings.evening_state),
    *(values.clock, values.day, values.as_date, values.name, values.names, values.given_name),
    *(listed, values.boards, values.seated, values.swap_words, values.put_off_counted),
    *(attendance.forecast_words, attendance.clock_time),
    *(tie_breaks.tie_break_name, tie_breaks.tie_break_short),
    *(statements.line_title, statements.item_sum, statements.without_opponent),
    *(statements.item_kind, statements.ledger_words),
    *(unplayed.kind_called, unplayed.how_away, unplayed.elsewhere_words),
    unplayed.unplayed_words,
    unplayed.past_words,
    evenings.games_of,
):
    register.filter(word)
# Texts with names of rounds. Not `round_of`: it is a title, and may break anywhere.
for numbered in (
    *(Evening.round_name, evenings.known_by, evenings.tempo_or_rounds, evenings.rounds_named),
    *(evenings.evening_name, evenings.programme, evenings.not_paired, evenings.left_unplayed),
    *(attendance.attendance_words, attendance.plan_in_words, attendance.not_paired_words),
    *(statements.line_note, statements.which_game, statements.last_meeting),
    *(trail.trail_text, trail.member_trail_text, trail.own_text),
):
    register.filter(values.kept_together(numbered))
register.filter("unbroken", stringfilter(values.unbroken), is_safe=True)
register.filter("rule", categories.rule_text)
