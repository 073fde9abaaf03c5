"""The parts around the content of every page: head, rows under the masthead, foot."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import NoReverseMatch
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.names import parse_name
from clubcomp.doors.requests import (
    ClubRequest,
    competitions_of,
    daily_competitions,
    takes_workers,
)
from clubcomp.models import Club, Evening, User
from clubcomp.models.competitions import distinct_names
from clubcomp.templatetags.everywhere import address
from clubcomp.words.evenings import evening_name
from clubcomp.words.manual import TASK_OF
from clubcomp.words.standings import standings_word
from pairing.sentences.words import capitalised

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

register = template.Library()

# The word of each section, by the name of its address, which is the name of the section too.
PUBLIC = {
    "tonight": _("Today"),
    "standings": _("Standings"),
    "players": _("Players"),
    "calendar": _("Calendar"),
}
INSIDE = {
    "dashboard": _("Evening"),
    "competition": _("Competition"),
    "members": _("Members"),
    "trail": _("Log"),
}
STEPS = {
    "attendance": _("Attendance"),
    "pairing": pgettext_lazy("step of the evening", "Pairing"),
    "results": _("Results"),
    "evening-standings": _("Standings"),
    "close": pgettext_lazy("step of the evening", "Close"),
}
#: Leaders' pages that, like public pages, link to the same page of other competitions.
CHOSEN_BY_COMPETITION = {"lead"}
#: Pages of an evening that belong to none of its five steps.
OF_EVENING = {"deputies", "opening"}
#: The access (`views.access.Action`) of pages for people who lead.
NOT_FOR_MEMBERS = {"LEAD", "LEAD_EVENING", "ENTER_RESULTS", "OWN"}


class Link(NamedTuple):
    """A link of the navigation; `number` and `is_done` are for the steps of an evening.

    `is_home`: it leads to the front page of the club, as the club's name above it does too.
    """

    word: "StrOrPromise"
    address: str
    is_current: bool
    number: int = 0
    is_done: bool = False
    is_home: bool = False


@register.simple_tag(takes_context=True)
def error_word(context: template.Context) -> str:
    """The word before the title of a page with a mistake; a screen reader says it first."""
    forms = [context.get(name) for name in ("form", "forms", "answers")]
    is_refused = any(message.level_tag == "error" for message in context.get("messages") or ())
    is_wrong = is_refused or any(getattr(form, "errors", None) for form in forms)
    return gettext("Error:") + " " if is_wrong else ""


@register.simple_tag(takes_context=True)
def may_install(context: template.Context) -> bool:
    """Whether a browser allows a worker here: with https, and on the machine itself."""
    return takes_workers(context["request"])


@register.simple_tag(takes_context=True)
def preview_address(context: template.Context) -> str:
    """The picture that a messenger shows with this page: a plain icon if strangers may not read it.

    A messenger fetches it as a stranger, no matter who sent the link.
    """
    request = context["request"]
    if not request.is_for_strangers:
        return static("icons/icon-512.png")
    if request.competition:
        return address("preview", request.club.slug, request.competition.slug)
    return address("club-preview", request.club.slug)


@register.simple_tag(takes_context=True)
def imprint(context: template.Context) -> str:
    """The club's imprint at the foot of a sheet, for readers who may read its front page."""
    reader, club = getattr(context["request"], "reader", None), context["request"].club
    words = club.imprint if reader and reader.may_read(club) else ""
    return f" · {words}" if words else ""


@register.simple_tag
def is_demo() -> bool:
    """Whether this is the demo, with data that belong to nobody."""
    return settings.IS_DEMO


@register.simple_tag
def is_public_demo() -> bool:
    """Whether this is the demo for strangers, where nobody signs in."""
    return settings.IS_PUBLIC_DEMO


@register.filter
def first_name(user: User) -> str:
    """The first name of a person, for places with little room."""
    return parse_name(user.name).first_name or str(user)


@register.simple_tag(takes_context=True)
def is_inside(context: template.Context) -> bool:
    """Whether the page is for the club's own people, so that its row leads to such pages.

    The calendar is, for a reader who may lead, and so is any page with the steps of an evening.
    """
    request = context.get("request")
    page = getattr(request, "resolver_match", None)
    needs = getattr(page.func, "access", None) if page else None
    is_theirs = context.get("section") in INSIDE or getattr(needs, "name", "") in NOT_FOR_MEMBERS
    is_led = (
        page is not None and page.url_name == "calendar" and getattr(request, "may_lead", False)
    )
    return bool(is_theirs or is_led or context.get("step")) and getattr(request, "is_inside", False)


@register.simple_tag(takes_context=True)
def steps_of_evening(context: template.Context) -> list[Link]:
    """The five steps as the dashboard lists them, with a tick at each that is done."""
    request, progress = context["request"], context["progress"]
    return _steps(request, request.evening, 0, progress.done_steps)


@register.simple_tag(takes_context=True)
def leads(context: template.Context, between: str) -> str:
    """The subject of a page, behind `between`.

    A leader's page of an evening names evening and competition, in title and heading; any other
    page of a competition has the competition's name in its title.
    """
    request = context.get("request")
    competition = getattr(request, "competition", None)
    page = getattr(request, "resolver_match", None)
    evening = context.get("evening") or getattr(request, "evening", None)
    if not competition:
        return ""
    if evening and (context.get("step") or (page and page.url_name in OF_EVENING)):
        named = evening_name(evening)
        return f"{between}{named if between else capitalised(named)} · {competition}"
    names_it = context.get("section") == "club" or (page and page.url_name == "competition")
    return f"{between}{competition}" if between and not names_it else ""


@register.inclusion_tag("_navigation.html", takes_context=True)
def navigation(context: template.Context) -> dict[str, Any]:
    """The sections: public sections, or those for the club's own people.

    Below them stand the steps of the evening on a page of a step (`step` in the context), else the
    club's competitions to choose from. For a step a phone shows one menu with all of it instead.
    """
    request = context.get("request")
    if request is None or not getattr(request, "club", None):
        return {}
    evening = context.get("evening") or getattr(request, "evening", None)
    step, section = context.get("step"), context.get("section")
    inside = is_inside(context)
    links: dict[str, Any] = {"sections": list(_sections(request, inside, section))}
    links |= {"request": request, "step": step}
    is_helper = bool(request.deputy and request.deputy.is_helper)
    if step and evening and not is_helper:
        links["steps"] = _steps(request, evening, step, context.get("done_steps") or ())
    # A deputy leads this evening only.
    elif not request.deputy and _is_for_everybody(request):
        links["competitions"] = list(_competitions(request, section))
    return links


def _is_for_everybody(request: ClubRequest) -> bool:
    """Whether the page links to the same page of other competitions."""
    page: Any = request.resolver_match
    access = getattr(page.func, "access", None)
    return getattr(access, "name", "") == "SEE" or page.url_name in CHOSEN_BY_COMPETITION


def _sections(request: Any, inside: bool, section: str | None) -> Iterator[Link]:
    """The sections for this visitor, of the page's competition or else of the one that is on."""
    if request.deputy:
        slugs = [request.club.slug, request.competition.slug, request.evening.serial]
        word, target = INSIDE["dashboard"], "lead"
        if request.deputy.is_helper:
            word, target = STEPS["results"], "results"
        yield Link(str(word), _address(target, slugs), section == target)
        return
    competition = request.competition or next(iter(daily_competitions(request)), None)
    if inside and section == "calendar":
        section = "competition"  # where leaders change it
    if competition and not inside:
        is_here = request.resolver_match.url_name == "club"
        yield Link(_("Club"), _address("club", [request.club.slug]), is_here, is_home=True)
    for target, word in (INSIDE if inside else PUBLIC).items():
        if target == "dashboard" and not request.may_lead:
            continue
        if target in ("members", "trail"):
            yield Link(word, _address(target, [request.club.slug]), target == section)
        elif competition:
            slugs = [request.club.slug, competition.slug]
            named = standings_word(competition) if target == "standings" else word
            yield Link(named, _address(target, slugs), target == section)


def _competitions(request: ClubRequest, section: str | None) -> Iterator[Link]:
    """The same section of each competition of the club; none if there is no choice.

    The page's own competition is first, since a phone has room for one link only.
    """
    target = section if section and section in PUBLIC | INSIDE else "competition"
    here = request.competition if section != "club" else None
    listed = [
        competition
        for competition in competitions_of(request)
        if competition == here or not competition.is_archived
    ]
    competitions = sorted(listed, key=lambda competition: competition != here)
    names = distinct_names(competitions)
    for competition in competitions if len(competitions) > 1 else ():
        word = names[competition.pk]
        if competition.is_on:
            word = gettext("%(competition)s, today") % {"competition": word}
        slugs = [request.club.slug, competition.slug]
        yield Link(word, _address(target, slugs), competition == here)


def _steps(request: Any, evening: Evening, step: int, done: Collection[int]) -> list[Link]:
    slugs = [request.club.slug, request.competition.slug, evening.serial]
    return [
        Link(word, _address(target, slugs), number == step, number, number in done)
        for number, (target, word) in enumerate(STEPS.items(), start=1)
    ]


def _address(target: str, slugs: list[Any]) -> str:
    try:
        return address(target, *slugs)
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def own_club(context: template.Context) -> Club | None:
    """On a page of the site: the first club of the person signed in, to go back to."""
    user = context["request"].user
    if not user.is_authenticated:
        return None
    return Club.objects.filter(memberships__user=user).order_by("pk").first()


@register.simple_tag(takes_context=True)
def task_here(context: template.Context) -> str:
    """The task of the manual about this page, "" if there is none."""
    page = getattr(context.get("request"), "resolver_match", None)
    return TASK_OF.get(page.url_name or "", "") if page else ""
