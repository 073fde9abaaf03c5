"""Where can a visitor go from here? The row under the masthead."""

from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

register = template.Library()

# Each: the address' name, which is also the section's, and its word.
PUBLIC = {
    "tonight": _("Tonight"),
    "standings": _("Standings"),
    "players": _("Players"),
    "calendar": _("Calendar"),
}
INSIDE = {
    "dashboard": _("Evening"),
    "competition": _("Competition"),
    "members": _("Members"),
    "trail": _("Trail"),
}
STEPS = {
    "attendance": _("Attendance"),
    "pairing": pgettext_lazy("step of the evening", "Pairing"),
    "results": _("Results"),
    "evening-standings": _("Standings"),
    "close": pgettext_lazy("step of the evening", "Close"),
}


class Place(NamedTuple):
    """A link of the navigation; `number` and `is_done` matter for a step of the evening."""

    word: str
    address: str
    is_current: bool
    number: int = 0
    is_done: bool = False


@register.simple_tag(takes_context=True)
def error_word(context: template.Context) -> str:
    """What the title of a page begins with where something on it is wrong: it is heard first."""
    given = [context.get(name) for name in ("form", "forms", "answers")]
    is_refused = any(message.level_tag == "error" for message in context.get("messages") or ())
    is_wrong = is_refused or any(getattr(form, "errors", None) for form in given)
    return gettext("Error:") + " " if is_wrong else ""


@register.simple_tag
def is_demo() -> bool:
    """Whether this is the demo, whose data are nobody's own."""
    return settings.IS_DEMO


@register.inclusion_tag("_navigation.html", takes_context=True)
def navigation(context: template.Context) -> dict[str, Any]:
    """The steps of the evening where the page is one (`step` in the context), else the
    sections: the club's inside where the page's `section` is one of them, else the public ones.
    """
    request = context.get("request")
    evening = context.get("evening") or getattr(request, "evening", None)
    step, section = context.get("step"), context.get("section")
    if step and evening:
        steps = _steps(request, evening, step, context.get("done_steps") or ())
        return {"steps": steps, "step": step, "step_word": list(STEPS.values())[step - 1]}
    is_inside = section in INSIDE and getattr(request, "is_inside", False)
    return {"places": list(_places(request, INSIDE if is_inside else PUBLIC, section))}


def _places(request: Any, words: dict[str, Any], section: str | None) -> Any:
    """The sections that this page's club, competition and visitor have."""
    for target, word in words.items():
        if target == "dashboard" and not getattr(request, "may_lead", False):
            continue
        where = "club" if target in ("members", "trail") else "competition"
        place = getattr(request, where, None)
        if not place:
            continue
        slugs = [request.club.slug] if where == "club" else [request.club.slug, place.slug]
        address = _address(target, slugs)
        if address:
            yield Place(word, address, target == section)


def _steps(request: Any, evening: Any, step: int, done: Any) -> list[Place]:
    slugs = [request.club.slug, request.competition.slug, evening.serial]
    return [
        Place(word, _address(target, slugs), number == step, number, number in done)
        for number, (target, word) in enumerate(STEPS.items(), start=1)
    ]


def _address(target: str, slugs: list[Any]) -> str:
    try:
        return reverse(target, args=slugs)
    except NoReverseMatch:
        return ""
