"""Every part of a page in all its states, on one page of the demo: to look at, and for axe."""

import copy
import re
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.readers import Closeness, Reader
from clubcomp.doors.requests import CompetitionRequest, SiteRequest
from clubcomp.flow.standings import rounds_of, standings_of
from clubcomp.models import Club, Competition
from clubcomp.pages.cup import cup_of
from clubcomp.pages.pictures import picture_of
from clubcomp.pages.scopes import last_round_key, scope_or_404, scopes_of
from clubcomp.views.access import read_as, site_page
from clubcomp.words.standings import PictureKind, first_picture
from pairing.installed import FILES

#: What there is to choose from: the names of two systems, the same in every language.
SAMPLES = [("a", "AttaCalc"), ("b", "Berger")]


#: What the address can ask for, instead of what the browser is set to.
SCHEMES = {"light": _("Light"), "dark": _("Dark")}
SIZES = {"200": _("Text twice as large")}
SHEETS = ["clubcomp", "tables", "leading", "pairings"]
#: A width in a query, which follows the size of text that the browser has, not that of the page.
_WIDTH = re.compile(r"(?<=-width: )[\d.]+(?=em\))")


class SampleForm(forms.Form):
    """A field of each kind; what was sent is wrong."""

    name = forms.CharField(label=_("Name"))
    rating = forms.IntegerField(
        label=_("Rating"),
        help_text=_("It decides the place in the start order of a new competition."),
        required=False,
    )
    day = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}))
    system = forms.ChoiceField(label=_("System"), choices=SAMPLES)
    kinds = forms.MultipleChoiceField(
        label=_("Kind"), choices=SAMPLES, widget=forms.CheckboxSelectMultiple, required=False
    )
    is_read = forms.BooleanField(label=_("Members may read this"), required=False)


@site_page
def style(request: SiteRequest) -> HttpResponse:
    """The parts, by the sections of docs/contributing/parts.md; `?scheme=dark` and `?size=200` show
    them so in any browser. 404 outside a demo."""
    club = Club.objects.order_by("pk").first() if settings.IS_DEMO else None
    if club is None:
        raise Http404
    asked = _asked(request)
    competitions = list(club.competitions.select_related("club").order_by("pk"))
    kinds = {first_picture(competition): competition for competition in competitions}
    context = {
        "sample": SampleForm({"name": "", "rating": "two", "system": "a", "kinds": ["a"]}),
        "pictures": {kind.value: _drawn(request, row) for kind, row in kinds.items()},
        "sheets": SHEETS,
        "asked": urlencode(asked),
        "schemes": _ways(asked, "scheme", {"": _("As the browser"), **SCHEMES}),
        "sizes": _ways(asked, "size", {"": _("Text as usual"), **SIZES}),
    }
    return render(request, "style/page.html", context)


@site_page
def style_sheet(request: SiteRequest, *, sheet: str) -> HttpResponse:
    """A stylesheet as read by a browser with the scheme and text size that the address asks."""
    if not settings.IS_DEMO or sheet not in SHEETS:
        raise Http404
    asked = _asked(request)
    written = (FILES / f"static/css/{sheet}.css").read_text()
    if scheme := asked.get("scheme"):
        always = "(min-width: 0)" if scheme == "dark" else "(max-width: 0)"
        written = written.replace("(prefers-color-scheme: dark)", always)
        written = written.replace("color-scheme: light dark", f"color-scheme: {scheme}")
    if size := asked.get("size"):
        times = int(size) / 100
        written = _WIDTH.sub(lambda width: f"{float(width[0]) * times}", written)
        written += f"html {{ font-size: {size}% }}"
    return HttpResponse(written, content_type="text/css")


def _asked(request: SiteRequest) -> dict[str, str]:
    """The scheme and the text size that the address asks for, as far as they exist."""
    known = {"scheme": SCHEMES, "size": SIZES}
    return {name: request.GET[name] for name in known if request.GET.get(name) in known[name]}


def _ways(asked: dict[str, str], name: str, words: dict[str, Any]) -> list[tuple[str, Any, bool]]:
    """For each choice of `name`: the query for it, its word, and whether it is chosen now."""
    return [
        (urlencode({**asked, name: value}), word, asked.get(name, "") == value)
        for value, word in words.items()
    ]


def _drawn(request: SiteRequest, competition: Competition) -> str:
    """What is drawn first of a competition, as on its own pages."""
    stranger: CompetitionRequest = copy.copy(request)  # type: ignore[assignment]
    stranger.club, stranger.competition = competition.club, competition
    stranger.reader = Reader(Closeness.STRANGER)
    read_as(stranger, [competition])
    if first_picture(competition) is PictureKind.CUP:
        return render_to_string("rounds/_cup.html", cup_of(competition), stranger)
    scope = scope_or_404(competition, scopes_of(competition), "")
    rounds = rounds_of(competition, scope.key)
    lines = standings_of(competition, scope.key)
    context = picture_of(competition, scope.key, lines, last_round_key(rounds), "")
    return render_to_string("standings/_drawn.html", context | {"scope": scope}, stranger)
