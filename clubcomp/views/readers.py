"""Who may read what? What a club and a competition choose, and the club's link."""

from xml.etree import ElementTree

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from clubcomp.doors.links import absolute, club_token
from clubcomp.doors.readers import CLUB_LINK, Closeness, Reader
from clubcomp.doors.requests import (
    ClubRequest,
    SignedInClubRequest,
    SignedInCompetitionRequest,
    SiteRequest,
)
from clubcomp.flow.accounts import readers as flow
from clubcomp.forms.readers import ClubReadersForm, CompetitionReadersForm
from clubcomp.models import Audience, Club
from clubcomp.views.access import Action, club_page, site_page
from clubcomp.views.answers import carried_out, done, number_in, show
from clubcomp.views.me import not_shared, wrong_link

#: Pages for which visitors sign in. Pages that must not be listed are not barred here: an engine
#: has to read a page to see that it forbids listing.
PRIVATE = ("/admin/", *(f"/*/{word}/" for word in ("import", "members", "people", "trail")))


@site_page
def robots(request: SiteRequest) -> HttpResponse:
    """robots.txt: which pages search engines need not ask for."""
    disallowed = (f"Disallow: {settings.SITE_PATH}{path}" for path in PRIVATE)
    listed = f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}"
    lines = ["User-agent: *", *disallowed, listed, ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


#: The pages of a competition that the sitemap lists.
LISTED = ("competition", "tonight", "standings", "cross-table", "players", "calendar")


@site_page
def sitemap(request: SiteRequest) -> HttpResponse:
    """sitemap.xml: the pages that everybody may read, of clubs that allow search engines."""
    stranger = Reader(Closeness.STRANGER)
    clubs = Club.objects.not_suspended().filter(is_findable=True).order_by("pk")
    urlset = ElementTree.Element("urlset", xmlns="http://www.sitemaps.org/schemas/sitemap/0.9")
    for club in filter(stranger.may_read, clubs.prefetch_related("competitions")):
        paths = [reverse("club", args=[club.slug])]
        for competition in filter(stranger.may_read, club.competitions.all()):
            slugs = [club.slug, competition.slug]
            paths += [reverse(name, args=slugs) for name in LISTED]
        for path in paths:
            url = ElementTree.SubElement(urlset, "url")
            ElementTree.SubElement(url, "loc").text = request.build_absolute_uri(path)
    content = ElementTree.tostring(urlset, encoding="utf-8", xml_declaration=True)
    return HttpResponse(content, content_type="application/xml; charset=utf-8")


@club_page(Action.OWN)
def of_club(request: SignedInClubRequest) -> HttpResponse:
    """Who may read the pages of the club, and how much of names."""
    form = ClubReadersForm(request.POST or None, club=request.club)
    if carried_out(request, form, flow.show_club_to, request.club):
        return done(request, _("Changed. It holds from now on."), "club-readers")
    return show(request, "readers/club.html", "members", form=form)


@club_page(Action.LEAD)
def of_competition(request: SignedInCompetitionRequest) -> HttpResponse:
    """Who may read the pages of the competition, and how much of names."""
    competition = request.competition
    form = CompetitionReadersForm(request.POST or None, competition=competition)
    if carried_out(request, form, flow.show_competition_to, competition):
        words = _("Changed. It holds from now on.")
        return done(request, words, "competition-readers", competition.slug)
    club_says = {
        "audience": request.club.get_audience_display(),
        "names": request.club.get_names_shown_display(),
    }
    context = {"form": form, "club_says": club_says}
    return show(request, "readers/competition.html", "competition", **context)


@club_page(Action.LEAD)
def link(request: SignedInClubRequest) -> HttpResponse:
    """The club's link, to pass on, or to replace by a new one."""
    if request.method == "POST":
        seen = number_in(request.POST.get("seen", ""))
        flow.renew_club_link(request.club, seen=seen, by=request.user)
        words = _("The club has a new link. Pass it on: the one of before works no more.")
        return done(request, words, "club-link")
    audiences = {
        request.club.audience,
        *request.club.competitions.values_list("audience", flat=True),
    }
    context = {
        "link": absolute(request, "open-club-link", request.club.slug, club_token(request.club)),
        "is_needed": Audience.LINK in audiences,
    }
    return not_shared(show(request, "readers/link.html", "members", **context))


@club_page(Action.COME_IN)
def open_link(request: ClubRequest, *, token: str) -> HttpResponse:
    """A reader who opens the club's link may read what is for its holders. Nothing is stored."""
    if not constant_time_compare(token, club_token(request.club)):
        return not_shared(wrong_link(request, "readers/old_link.html"))
    response = redirect("club", request.club.slug)
    CLUB_LINK.set(request, response, request.club, str(request.club.link_generation))
    return not_shared(response)
