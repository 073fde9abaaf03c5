"""The regulations in our own words, with an anchor for each article."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubcomp.doors.requests import (
    CompetitionRequest,
    SignedInCompetitionRequest,
    SignedInRequest,
    SiteRequest,
)
from clubcomp.flow.competitions import fide_rules as flow
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.forms.documents import CheckForm
from clubcomp.pages.checked import letter_on
from clubcomp.pages.documents import refusal_of
from clubcomp.pages.fide_rules import arbiters_acts
from clubcomp.views.access import Action, club_page, signed_in_page, site_page
from clubcomp.views.answers import done, show
from pairing.formats.document import DocumentError
from pairing.formats.programs.recognised import TRF
from pairing.forms import differing_options
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


def _check(request: SignedInRequest) -> HttpResponse:
    """Pair every round of a report again: an arbiter's letter. Nothing is stored."""
    form = CheckForm(request.POST or None, request.FILES or None)
    letter = None
    if form.is_valid():
        try:
            incoming = read_incoming(form.content, system=form.cleaned_data["system"])
            if incoming.kind != TRF:
                raise StepError(_("This is not a FIDE report (TRF16 or TRF26)."))
            letter = letter_on(incoming)
        except (DocumentError, StepError) as error:
            form.add_error("text" if form.cleaned_data.get("text") else "file", refusal_of(error))
    return render(request, "rules/check.html", {"form": form, "letter": letter})


check = signed_in_page(_check, takes_file=True)


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
        "chosen": differing_options(competition.rules),
        "section": "rules",
        "has_own": bool(chapters_of(competition.rules)),
    }
    if competition.by_fide_rules:
        context["told"] = arbiters_acts(
            competition, is_inside=request.is_inside, leads=request.may_lead
        )
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


@club_page(Action.LEAD)
def by_fide(request: SignedInCompetitionRequest) -> HttpResponse:
    """Hold a competition by FIDE's rules, or not, until round 1; and the arbiter's acts so far."""
    competition = request.competition
    if request.method == "POST":
        request.refused_to = request.path
        marked = request.POST.get("act") == "mark"
        flow.mark_by_fide(competition, by_fide_rules=marked, by=request.user)
        words = _("The competition is held by FIDE’s rules from now on.")
        if not marked:
            words = _("The competition is not held by FIDE’s rules any more.")
        return done(request, words, "fide-rules", competition.slug)
    return show(
        request,
        "rules/by_fide.html",
        "competition",
        may_be_marked=flow.may_be_marked(competition),
        has_begun=competition.has_begun(),
        told=arbiters_acts(competition, is_inside=True, leads=True)
        if competition.by_fide_rules
        else [],
    )
