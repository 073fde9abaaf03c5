"""Which competitions does the club hold, by which rules and with whom?"""

from typing import Any

from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.competition import (
    change_competition,
    counts_of,
    remove_competition,
    start_competition,
)
from clubcomp.forms.competitions import (
    USUAL_TEMPOS,
    NameForm,
    RemoveForm,
    StartForm,
    StartTempoForm,
)
from clubcomp.pages.front import AGENDA, coming_evenings, front_of
from clubcomp.requests import (
    ClubRequest,
    CompetitionRequest,
    SignedInClubRequest,
    SignedInCompetitionRequest,
)
from clubcomp.slugs import CLUB_WORDS, free_slug
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, refusals_in, show
from pairing.core.system import PairingSystem
from pairing.forms import OptionsForm, required_names
from pairing.registry import get_system, system_keys
from pairing.sentences.option_words import description_of, place_of


@club_page(Action.SEE)
def overview(request: CompetitionRequest) -> HttpResponse:
    """What this competition is, where it stands, and the way to everything in it."""
    competition = request.competition
    coming = coming_evenings(competition)
    context = {"system": competition.pairing_system, "agenda": coming[:AGENDA]}
    context |= front_of(competition, coming)
    return show(request, "competitions/overview.html", "competition", **context)


@club_page(Action.LEAD)
def start(request: SignedInClubRequest) -> HttpResponse:
    """Start a competition: under which system, and then all it needs on one page."""
    key = request.POST.get("system") or request.GET.get("system")
    if key not in system_keys():
        systems = sorted(map(get_system, system_keys()), key=place_of)
        described = [(one, description_of(one)) for one in systems]
        return render(request, "competitions/systems.html", {"systems": described})
    system = get_system(key)
    forms = StartForms(request, system)
    if request.method == "POST" and forms.are_valid:
        with refusals_in(forms.start):
            competition = start_competition(request.club, by=request.user, **forms.started)
            words = _("“%(competition)s” is started.") % {"competition": competition}
            return done(request, words, "competition", competition.slug)
    context = {"forms": forms, "system": system, "description": description_of(system)}
    return render(request, "competitions/start.html", context)


class StartForms:
    """The forms of the page that starts a competition: itself, its tempos, its options."""

    def __init__(self, request: ClubRequest, system: PairingSystem):
        posted = request.POST or None
        self.club, self.system = request.club, system
        self.start = StartForm(posted, club=request.club, system=system)
        usual = USUAL_TEMPOS if system.abilities.uses_tempos else ()
        self.tempos = [StartTempoForm(posted, usual=key) for key in usual]
        # Of a Swiss system all is decided before the first round; elsewhere options can wait.
        asked = None
        if system.abilities.has_value_numbers:
            asked = required_names(system) | {"first_value"}
        self.options = OptionsForm(posted, system=system, only=asked, may_draw=True)

    @property
    def are_valid(self) -> bool:
        """Whether all are; every one of them is looked at, so that all mistakes are shown."""
        forms = (self.start, self.options, *self.tempos)
        return not [form for form in forms if not form.is_valid()]

    @property
    def errors(self) -> list[Any]:
        """What is wrong in any of them."""
        return [form.errors for form in (self.start, self.options, *self.tempos) if form.errors]

    @property
    def started(self) -> dict[str, Any]:
        """What the step wants to know."""
        data = self.start.cleaned_data
        taken = set(self.club.competitions.values_list("slug", flat=True))
        slug = data["slug"] or free_slug(data["name"], taken=taken, reserved=CLUB_WORDS)
        tempos = [form.tempo for form in self.tempos if form.cleaned_data["use"]]
        if not self.tempos:
            tempos = [{"key": "standard"}]
        options = {**self.system.advised, **self.options.options}
        chosen = {"system": self.system.key, "options": options}
        chosen["drawn"] = self.options.drawn
        return {**data, **chosen, "slug": slug, "tempos": tempos}


@club_page(Action.LEAD)
def name(request: SignedInCompetitionRequest) -> HttpResponse:
    """The competition's name and address."""
    competition = request.competition
    named = model_to_dict(competition, ["name", "slug"])
    form = NameForm(request.POST or None, initial=named, competition=competition)
    if changed := carried_out(request, form, change_competition, competition):
        return done(request, _("The competition is changed."), "competition", changed.slug)
    return show(request, "competitions/name.html", "competition", form=form)


@club_page(Action.OWN)
def remove(request: SignedInCompetitionRequest) -> HttpResponse:
    """The whole competition goes; its document is the way back."""
    form = RemoveForm(request.POST or None)
    competition = request.competition
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            remove_competition(competition, by=request.user)
            words = _("“%(competition)s” is removed.") % {"competition": competition}
            return done(request, words, "club")
    counts = counts_of(competition)
    return show(request, "competitions/remove.html", "competition", form=form, **counts)
