"""The regulations in our own words, with an anchor for each article."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from clubcomp.requests import CompetitionRequest, SiteRequest
from clubcomp.views.access import Action, club_page, site_page
from pairing.forms import chosen_otherwise
from pairing.registry import system_keys
from pairing.rules import regulation
from pairing.sentences.option_words import chapters_of


@site_page
def every_regulation(request: SiteRequest) -> HttpResponse:
    """All regulations."""
    request.is_findable = True
    regulations = [(key, regulation(key, get_language())) for key in system_keys()]
    return render(request, "rules/list.html", {"regulations": regulations})


@site_page
def of_system(request: SiteRequest, *, system: str) -> HttpResponse:
    """The regulation of one system."""
    if system not in system_keys():
        raise Http404
    request.is_findable = True
    return render(request, "rules/system.html", {"regulation": regulation(system, get_language())})


@club_page(Action.SEE)
def of_competition(request: CompetitionRequest) -> HttpResponse:
    """The regulation of a competition's system, with the options that it chose."""
    return _of_its_system(request)


def _of_its_system(request: CompetitionRequest) -> HttpResponse:
    competition = request.competition
    context = {
        "regulation": regulation(competition.system, get_language()),
        "uses_tempos": competition.abilities.uses_tempos,
        "tempos": competition.tempos.all(),
        "chosen": chosen_otherwise(competition.rules),
        "section": "rules",
        "has_own": bool(chapters_of(competition.rules)),
    }
    return render(request, "rules/competition.html", context)


@club_page(Action.SEE)
def own_regulation(request: CompetitionRequest) -> HttpResponse:
    """The club's own regulation, in its own numbers; without one that of the system."""
    competition = request.competition
    chapters = chapters_of(competition.rules)
    if not chapters:
        return _of_its_system(request)
    tempos = competition.tempos.all() if competition.abilities.uses_tempos else ()
    context = {"chapters": chapters, "tempos": tempos, "section": "rules"}
    return render(request, "rules/own.html", context)
