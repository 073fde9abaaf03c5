"""Where can a visitor go from here? The rows under the masthead."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Competition, Evening, User
from clubcomp.names import parse_name
from clubcomp.templatetags.club import evening_name

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
#: Pages from which one goes to the same section of another competition.
CHOSEN_BY_COMPETITION = {*PUBLIC, "standings-of", "club", "competition", "lead"}
#: Pages of an evening that are none of its five steps.
OF_EVENING = {"deputies", "opening"}
#: What a page asks of its visitor when it is for those who lead (`views.access.Action`).
NOT_FOR_MEMBERS = {"LEAD", "LEAD_EVENING", "OWN"}


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


@register.filter
def first_name(user: User) -> str:
    """What somebody is called where there is little room."""
    return parse_name(user.name).given or str(user)


@register.simple_tag(takes_context=True)
def is_inside(context: template.Context) -> bool:
    """Whether the page is one for the club's own people: its row leads to others of them."""
    request = context.get("request")
    page = getattr(request, "resolver_match", None)
    needs = getattr(page.func, "access", None) if page else None
    is_theirs = context.get("section") in INSIDE or getattr(needs, "name", "") in NOT_FOR_MEMBERS
    return is_theirs and getattr(request, "is_inside", False)


def competitions_of(request: HttpRequest) -> list[Competition]:
    """The club's competitions, those of tonight first (`is_on`). One query a request."""
    if not hasattr(request, "competitions"):
        tonight = Evening.objects.filter(competition=OuterRef("pk")).filter(
            Q(date=timezone.localdate(), status=Evening.Status.PLANNED)
            | Q(date__isnull=True, status=Evening.Status.OPEN)
            | Q(date__lte=timezone.localdate(), status=Evening.Status.OPEN)
        )
        competitions = Competition.objects.filter(club=request.club)
        ordered = competitions.annotate(is_on=Exists(tonight)).order_by("-is_on", "-made_at", "-pk")
        request.competitions = list(ordered)
    return request.competitions


@register.simple_tag(takes_context=True)
def steps_of_evening(context: template.Context) -> list[Place]:
    """The five steps as the dashboard lists them, those that are done with a tick."""
    request, progress = context["request"], context["progress"]
    return _steps(request, request.evening, 0, progress.done_steps)


@register.simple_tag(takes_context=True)
def leads(context: template.Context, between: str) -> str:
    """What a page is about, put behind `between`: a leader's page of an evening says which
    evening of which competition, in title and heading; another page of a competition has its name
    in the title.
    """
    request = context.get("request")
    competition = getattr(request, "competition", None)
    page = getattr(request, "resolver_match", None)
    evening = context.get("evening") or getattr(request, "evening", None)
    if not competition:
        return ""
    if evening and (context.get("step") or (page and page.url_name in OF_EVENING)):
        named = evening_name(evening)
        return f"{between}{named if between else capfirst(named)} · {competition}"
    names_it = context.get("section") == "club" or (page and page.url_name == "competition")
    return f"{between}{competition}" if between and not names_it else ""


@register.inclusion_tag("_navigation.html", takes_context=True)
def navigation(context: template.Context) -> dict[str, Any]:
    """The sections, with the steps of the evening below them where the page is one (`step` in the
    context) and else the club's competitions to choose from.

    The sections are the club's inside on a page of its own people, else the public ones.
    """
    request = context.get("request")
    if not getattr(request, "club", None):
        return {}
    evening = context.get("evening") or getattr(request, "evening", None)
    step, section = context.get("step"), context.get("section")
    inside = is_inside(context)
    shown: dict[str, Any] = {"places": list(_places(request, inside, section))}
    if step and evening:
        steps = _steps(request, evening, step, context.get("done_steps") or ())
        words = {"step": step, "step_word": list(STEPS.values())[step - 1]}
        shown |= {"steps": steps, **words}
    # A deputy leads this evening only.
    elif request.resolver_match.url_name in CHOSEN_BY_COMPETITION and not request.deputy:
        shown["competitions"] = list(_competitions(request, section))
    return shown


def _places(request: Any, inside: bool, section: str | None) -> Iterator[Place]:
    """The sections that this page's club and visitor have, of its competition or the one of now."""
    if request.deputy:
        slugs = [request.club.slug, request.competition.slug, request.evening.serial]
        yield Place(str(INSIDE["dashboard"]), _address("lead", slugs), False)
        return
    competition = request.competition or next(iter(competitions_of(request)), None)
    for target, word in (INSIDE if inside else PUBLIC).items():
        if target == "dashboard" and not request.may_lead:
            continue
        if target in ("members", "trail"):
            yield Place(word, _address(target, [request.club.slug]), target == section)
        elif competition:
            slugs = [request.club.slug, competition.slug]
            yield Place(word, _address(target, slugs), target == section)


def _competitions(request: Any, section: str) -> Iterator[Place]:
    """The same section of each competition of the club; none when there is no choice."""
    competitions = competitions_of(request)
    target = section if section in PUBLIC | INSIDE else "competition"
    here = request.competition if section != "club" else None
    for one in competitions if len(competitions) > 1 else ():
        word = gettext("%(competition)s, tonight") % {"competition": one} if one.is_on else str(one)
        yield Place(word, _address(target, [request.club.slug, one.slug]), one == here)


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
