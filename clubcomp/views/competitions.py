"""A competition: starting it, its players, options and tempos, and removing it."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import Count, Model, QuerySet
from django.forms.models import model_to_dict
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.requests import (
    ClubRequest,
    CompetitionRequest,
    SignedInClubRequest,
    SignedInCompetitionRequest,
)
from clubcomp.doors.slugs import CLUB_WORDS, free_slug
from clubcomp.flow.competitions import competition as flow
from clubcomp.flow.competitions import entries as entries_flow
from clubcomp.flow.competitions.first_value import (
    advised_first_value,
    with_first_value,
    with_room,
)
from clubcomp.flow.competitions.start_order import asks_numbers, frozen_by
from clubcomp.flow.corrections import preview_options, preview_tempo
from clubcomp.forms.competitions import (
    AddEntriesForm,
    EntryForm,
    ForbidForm,
    NameForm,
    RemoveForm,
    StartForm,
)
from clubcomp.forms.options import SinceForm
from clubcomp.forms.tempos import USUAL_TEMPOS, StartTempoForm, TempoForm
from clubcomp.models import Category, Prize
from clubcomp.pages.competition_settings import settings_of
from clubcomp.pages.front import AGENDA, coming_evenings, first_steps_of, front_of
from clubcomp.pages.open_games import open_games
from clubcomp.pages.schedule import asks_draw_again
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, refusals_in, show
from clubcomp.views.visitor import visitor_of
from pairing.core.system import PairingSystem
from pairing.forms import OptionsForm, differing_options, required_names
from pairing.registry import get_system, make_rules, system_keys
from pairing.sentences.option_words import description_of, place_of, presets_of, remarks_on


@club_page(Action.SEE)
def overview(request: CompetitionRequest) -> HttpResponse:
    """The competition's front page: what it is, how it stands, and links to everything in it."""
    competition = request.competition
    coming = coming_evenings([competition])
    visitor = visitor_of(request)
    context = {"system": competition.pairing_system, "agenda": coming[:AGENDA], "visitor": visitor}
    known = {"is_own": not visitor.is_chosen, "is_inside": request.reader.is_inside}
    context |= front_of(competition, coming, visitor.entry, **known)
    context["has_own_rules"] = bool(competition.pairing_system.presets)
    context["first_steps"] = request.may_lead and first_steps_of(competition)
    context["open_games"] = open_games(competition) if request.may_lead else []
    context["awaits_draw"] = request.may_lead and competition.awaits_draw()
    context["asks_draw_again"] = request.may_lead and asks_draw_again(competition)
    context["asks_numbers"] = request.may_lead and asks_numbers(competition)
    response = show(request, "competitions/overview.html", "competition", **context)
    return visitor.remember(request, response)


@club_page(Action.LEAD)
def settings(request: SignedInCompetitionRequest) -> HttpResponse:
    """What can be set in the competition, in three groups, each page with how it stands."""
    own_options = differing_options(request.competition.rules)
    groups = settings_of(request.competition, len(own_options))
    return show(request, "competitions/settings.html", "competition", groups=groups)


@club_page(Action.LEAD)
def start(request: SignedInClubRequest) -> HttpResponse:
    """Start a competition: first choose a system, then fill in the rest on one page."""
    key = request.POST.get("system") or request.GET.get("system")
    if key not in system_keys():
        systems = sorted(map(get_system, system_keys()), key=place_of)
        described = [(system, description_of(system)) for system in systems]
        return render(request, "competitions/systems.html", {"systems": described})
    system = get_system(key)
    forms = StartForms(request, system)
    if request.method == "POST" and forms.are_valid:
        with refusals_in(forms.start):
            competition = flow.start_competition(request.club, by=request.user, **forms.started)
            words = _("“%(competition)s” is started.") % {"competition": competition}
            return done(request, words, "competition", competition.slug)
    context = {"forms": forms, "system": system, "description": description_of(system)}
    context |= {"presets": presets_of(system), "preset": request.GET.get("preset")}
    return render(request, "competitions/start.html", context)


class StartForms:
    """The forms of the page that starts a competition: general, the tempos, the options."""

    def __init__(self, request: ClubRequest, system: PairingSystem):
        posted = request.POST or None
        self.club, self.system = request.club, system
        self.start = StartForm(posted, club=request.club, system=system)
        usual = USUAL_TEMPOS if system.abilities.uses_tempos else ()
        self.tempos = [StartTempoForm(posted, usual=key, system=system) for key in usual]
        # Options of a system with value numbers can wait; others must be set before round 1.
        only = None
        if system.abilities.has_value_numbers and not system.presets:
            only = required_names(system) | {"first_value"}
        preset = request.GET.get("preset", "")
        self.options = OptionsForm(posted, system=system, only=only, may_draw=True, preset=preset)

    @property
    def are_valid(self) -> bool:
        """Whether all forms are valid; all are checked, so that every mistake is shown."""
        forms = (self.start, self.options, *self.tempos)
        return not [form for form in forms if not form.is_valid()]

    @property
    def errors(self) -> list[Any]:
        """What is wrong in any of them."""
        return [form.errors for form in (self.start, self.options, *self.tempos) if form.errors]

    @property
    def started(self) -> dict[str, Any]:
        """The values for the step."""
        data, options = self.start.cleaned_data, self.options.options
        expected = data.pop("expected", 0)
        if expected > 1:
            options = with_room(self.system, options, expected)
        taken = set(self.club.competitions.values_list("slug", flat=True))
        slug = data["slug"] or free_slug(data["name"], taken=taken, reserved=CLUB_WORDS)
        tempos = [form.tempo for form in self.tempos if form.cleaned_data["use"]]
        if not self.tempos:
            tempos = [{"key": "standard"}]
        return {
            **data,
            "system": self.system.key,
            "options": {**self.system.advised, **options},
            "drawn": self.options.drawn,
            "slug": slug,
            "tempos": tempos,
        }


#: The columns that the form of a competition's name begins with.
NAMED = [
    *("name", "slug", "sign_off_until", "reserves_asked_ahead", "results_by_players"),
    "counts_in",
]


@club_page(Action.LEAD)
def name(request: SignedInCompetitionRequest) -> HttpResponse:
    """Change the competition's name, address and what players may do in it."""
    competition = request.competition
    initial = model_to_dict(competition, NAMED)
    form = NameForm(request.POST or None, initial=initial, competition=competition)
    if changed := carried_out(request, form, flow.change_competition, competition):
        return done(request, _("The competition is changed."), "competition", changed.slug)
    return show(request, "competitions/name.html", "competition", form=form)


@club_page(Action.OWN)
def remove(request: SignedInCompetitionRequest) -> HttpResponse:
    """Remove the whole competition; only its document can bring it back."""
    form = RemoveForm(request.POST or None)
    competition = request.competition
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            flow.remove_competition(competition, by=request.user)
            words = _("“%(competition)s” is removed.") % {"competition": competition}
            return done(request, words, "club")
    counts = flow.counts_of(competition)
    return show(request, "competitions/remove.html", "competition", form=form, **counts)


Row = TypeVar("Row", bound=Model)
OfCompetition = TypeVar("OfCompetition", Category, Prize)


@club_page(Action.LEAD)
def entries(request: SignedInCompetitionRequest) -> HttpResponse:
    """The players in the start order, and those who may still enter."""
    competition = request.competition
    form = AddEntriesForm(request.POST or None, competition=competition)
    if added := carried_out(request, form, entries_flow.add_entries, competition):
        words = ngettext("%(count)s player added.", "%(count)s players added.", len(added))
        return done(request, words % {"count": len(added)}, "entries", competition.slug)
    entered = competition.entries.select_related("player").order_by("start")
    return show(
        request,
        "competitions/entries.html",
        "competition",
        form=form,
        entries=entered,
        has_ratings=any(entry.rating for entry in entered),
        unrated=[entry for entry in entered if not entry.rating],
        start_numbers=competition.rules.start_numbers,
        asks_numbers=asks_numbers(competition),
        frozen_by=frozen_by(competition),
        has_others=form.not_entered.exists(),
        advice=advised_first_value(competition),
    )


@club_page(Action.LEAD)
def entry(request: SignedInCompetitionRequest, *, player: str) -> HttpResponse:
    """One player's start number, rating, first and last evening; or remove them."""
    entry = find_by_key(request.competition.entries.select_related("player"), player)
    entry.competition, act = request.competition, request.POST.get("act")
    to_entries = ("entries", request.competition.slug)
    if act == "remove":
        request.refused_to = request.path
        entries_flow.remove_entry(entry, by=request.user)
        return done(request, _("%(player)s is out of it.") % {"player": entry}, *to_entries)
    form = EntryForm(request.POST if act == "keep" else None, entry=entry)
    if carried_out(request, form, entries_flow.change_entry, entry):
        return done(request, _("%(player)s is changed.") % {"player": entry}, *to_entries)
    page = "entry_remove" if "remove" in request.GET else "entry"
    return show(request, f"competitions/{page}.html", "competition", form=form, entry=entry)


@club_page(Action.LEAD)
def forbidden_pairs(request: SignedInCompetitionRequest) -> HttpResponse:
    """The pairs that are never made, and why; forbid a pair, or allow one again."""
    competition = request.competition
    of_two = competition.forbidden_pairs.filter(group="")
    pairs = of_two.select_related("one__player", "other__player")
    act = next((act for act in ("allow", "tell", "hide") if act in request.POST), "")
    chosen = find_by_key(pairs, request.POST[act], "pk") if act else None
    posted = request.POST if request.method == "POST" and not chosen else None
    form = ForbidForm(posted, competition=competition)
    words, to = _("The forbidden pairs are changed."), ("forbidden-pairs", competition.slug)
    if chosen:
        request.refused_to = request.path
        if act == "allow":
            reason = request.POST.get("reason", "")
            entries_flow.allow_pair(chosen, reason=reason, by=request.user)
        else:
            entries_flow.tell_pair(chosen, members_may_read=act == "tell", by=request.user)
        return done(request, words, *to)
    if carried_out(request, form, entries_flow.forbid_pair, competition):
        return done(request, words, *to)
    template = "competitions/forbidden_pairs.html"
    asks = competition.by_fide_rules and competition.has_begun()
    return show(request, template, "competition", form=form, pairs=pairs, asks_reason=asks)


def chosen_row(
    request: CompetitionRequest, rows: QuerySet[OfCompetition], name: str
) -> OfCompetition | None:
    """The row that a form is about, by its field `name` or by `?change=` in the address."""
    number = request.POST.get(name) or request.GET.get("change")
    if not number:
        return None
    row = find_by_key(rows, number, "pk")
    row.competition = request.competition
    return row


def find_by_key(rows: Iterable[Row], key: str, name: str = "key") -> Row:
    """The row of a short list with this key; 404 without one."""
    for row in rows:
        if str(getattr(row, name)) == key:
            return row
    raise Http404


@club_page(Action.LEAD)
def options(request: SignedInCompetitionRequest) -> HttpResponse:
    """The system's options as sentences; in mid-season a preview beside them before a change."""
    competition, system = request.competition, request.competition.pairing_system
    act = request.POST.get("act")
    posted = request.POST if act in ("look", "keep") else None
    if act == "share":
        request.refused_to = request.path
        left = [name for name in competition.rules.options.tie_breaks if name != "lot"]
        options = {**competition.options, "tie_breaks": left}
        flow.change_options(competition, options=options, by=request.user)
        return done(request, _("Level players share a place now."), "standings", competition.slug)
    preset = request.GET.get("preset", "")
    form = OptionsForm(posted, system=system, written=competition.options, preset=preset)
    context: dict[str, Any] = {"form": form, "system": system}
    context |= {"presets": presets_of(system), "preset": preset}
    context["since"] = since = SinceForm(posted, competition=competition)
    advice = advised_first_value(competition)
    if act == "raise" and advice:
        request.refused_to = request.path
        raised = with_first_value(competition, advice.advised)
        flow.change_options(competition, options=raised, by=request.user)
        words = _("The first value number is %(value)s now.") % {"value": advice.advised}
        return done(request, words, "options", competition.slug)
    if act in ("look", "keep") and form.is_valid() and since.is_valid():
        with refusals_in(form):
            preview = act == "look" and preview_options(competition, options=form.options)
            if not (preview and preview.rounds):
                flow.change_options(
                    competition, options=form.options, since=since.chosen, by=request.user
                )
                return done(request, _("The options are kept."), "options", competition.slug)
            context["preview"] = preview
    shown = form.options if form.is_bound and form.is_valid() else form.begun
    evenings = competition.evenings.count() if system.presets else 0
    context["remarks"] = remarks_on(make_rules(system, shown), evenings)
    context["advice"] = advice
    context["is_running"] = competition.has_begun()
    return show(request, "competitions/options.html", "competition", **context)


@club_page(Action.LEAD)
def tempos(request: SignedInCompetitionRequest) -> HttpResponse:
    """The tempos with their numbers, and a form to add one."""
    competition, system = request.competition, request.competition.pairing_system
    system = request.competition.pairing_system
    form = TempoForm(request.POST or None, system=system)
    if tempo := carried_out(request, form, flow.add_tempo, competition):
        words = _("The tempo %(tempo)s is added.") % {"tempo": tempo}
        return done(request, words, "tempos", competition.slug)
    tempos = competition.tempos.annotate(evening_count=Count("evenings"))
    template = "competitions/tempos.html"
    return show(request, template, "competition", form=form, system=system, tempos=tempos)


@club_page(Action.LEAD)
def tempo(request: SignedInCompetitionRequest, *, tempo: str) -> HttpResponse:
    """Change a tempo, in mid-season after a preview; or remove it."""
    changed = find_by_key(request.competition.tempos.all(), tempo)
    changed.competition, act = request.competition, request.POST.get("act")
    to_tempos = ("tempos", request.competition.slug)
    if act == "remove":
        request.refused_to = request.path
        flow.remove_tempo(changed, by=request.user)
        return done(request, _("The tempo %(tempo)s is removed.") % {"tempo": changed}, *to_tempos)
    system = request.competition.pairing_system
    form = TempoForm(request.POST if act else None, tempo=changed, system=system)
    context: dict[str, Any] = {"form": form, "tempo": changed}
    if act in ("look", "keep") and form.is_valid():
        with refusals_in(form):
            preview = act == "look" and preview_tempo(changed, **form.cleaned_data)
            if preview and preview.affected:
                template = "competitions/tempo_check.html"
                return show(request, template, "competition", preview=preview, **context)
            flow.change_tempo(changed, by=request.user, **form.cleaned_data)
            words = _("The tempo %(tempo)s is changed.") % {"tempo": changed}
            return done(request, words, *to_tempos)
    page = "tempo_remove" if "remove" in request.GET else "tempo"
    return show(request, f"competitions/{page}.html", "competition", **context)
