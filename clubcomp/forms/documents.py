"""A competition that comes in, and what goes out: a standing, the head of a report."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubcomp.doors.names import parse_name
from clubcomp.flow.incoming.files import systems_of
from clubcomp.flow.incoming.players import ImportPreview
from clubcomp.forms.fields import (
    AddressField,
    DateField,
    UploadForm,
    answers_named,
    fields_named,
    offer,
    who_field,
)
from clubcomp.models import Identity
from pairing.core.federations import Event
from pairing.formats.nodes import SIZE_LIMIT
from pairing.formats.programs.recognised import TRF
from pairing.registry import get_system
from pairing.sentences.articles import system_name


class DocumentForm(UploadForm):
    """A document or report: a file, its text, or the number of one that is kept on the server."""

    LIMIT = SIZE_LIMIT
    NOTHING = _("Choose a file, or paste its text.")

    file = forms.FileField(
        label=_("The file"),
        help_text=_(
            "Of Clubcomp, Sevilla, KeizerForClubs, OpenGotha or Papi; TRF, h9, XLSX, ODS, a"
            " table or PGN. At most 20 MB."
        ),
        required=False,
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    upload = forms.IntegerField(required=False, widget=forms.HiddenInput, max_value=2**63 - 1)


class CheckForm(UploadForm):
    """A report whose rounds are to be paired again, and under which system."""

    LIMIT = SIZE_LIMIT
    NOTHING = _("Choose a file, or paste its text.")

    file = forms.FileField(
        label=_("The file"),
        help_text=_("A FIDE report (TRF16 or TRF26). At most 20 MB."),
        required=False,
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    system = forms.ChoiceField(label=_("Under which system was it paired?"), initial="fide-dutch")

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        reported = [key for key in systems_of(TRF) if get_system(key).has_reports]
        offer(self, "system", [(key, system_name(key)) for key in reported])


class RoundsField(forms.IntegerField):
    """A number that only some systems need (`is_conditional`)."""

    is_conditional = True


class ImportForm(forms.Form):
    """The name of the competition that comes in, and who its doubtful players are.

    Of a report also the pairing system; the number of rounds if the file has none.
    """

    NEW = "new"

    name = forms.CharField(label=_("Name"), max_length=200)
    slug = AddressField(
        label=_("Address"),
        help_text=_("Small letters, digits and hyphens."),
        max_length=60,
        required=False,
    )

    code_page = forms.ChoiceField(
        label=_("Which letters does the file have?"),
        help_text=_("The file does not say. Choose the line in which the names are right."),
        widget=forms.RadioSelect,
    )
    issuer = forms.ChoiceField(
        label=_("Which federation gave the numbers in the file?"),
        help_text=_("The file does not say. Until you do, they are in no federation’s file."),
        choices=[("", _("not known")), *(known for known in Identity.Issuer.choices if known[0])],
        required=False,
    )
    system = forms.ChoiceField(
        label=_("By which system is it paired?"),
        help_text=_("The file does not say. It decides about the rounds to come."),
        widget=forms.RadioSelect,
    )
    rounds = RoundsField(
        label=_("How many rounds has the competition in all?"),
        min_value=1,
        max_value=99,
        required=False,
    )
    without_acceleration = forms.BooleanField(
        label=_("Goes on without acceleration"),
        help_text=_(
            "Extra points that only the pairing counts are not known here: later rounds go by"
            " the points alone."
        ),
        required=False,
    )

    def __init__(
        self, data: Any, *, preview: ImportPreview, typed: Mapping[str, str] | None = None
    ):
        incoming, system = preview.incoming, preview.snapshot.system
        initial = {"name": preview.snapshot.name}
        super().__init__(data, initial=initial | dict(typed or {}))
        asked = {
            "code_page": bool(incoming.code_page),
            "issuer": bool(incoming.unsaid),
            "system": incoming.is_of_any_system,
            "rounds": incoming.rounds_asked is not None,
            "without_acceleration": incoming.is_accelerated,
        }
        for name in asked:
            if not asked[name]:
                del self.fields[name]
        if incoming.rounds_asked is not None:
            self.fields["rounds"].help_text = _(
                "The file does not say; it holds %(rounds)s. Those that are still to come count"
                " too."
            ) % {"rounds": incoming.rounds_asked}
            self.fields["rounds"].widget.attrs["min"] = incoming.rounds_asked
            if "system" in self.fields:
                self.fields["rounds"].help_text += " " + _("A Keizer has no such number.")
            else:
                self.fields["rounds"].required = True
        if incoming.code_page:
            offer(self, "code_page", incoming.code_pages.items())
            self.initial.setdefault("code_page", incoming.code_page)
        if incoming.is_of_any_system:
            systems = systems_of(incoming.kind, incoming.data)
            offer(self, "system", [(key, system_name(key)) for key in systems])
            is_taken_as = not incoming.is_report or systems[0] == "keizer"
            if is_taken_as or get_system(system).reported:
                self.initial["system"] = system
            if get_system(system).reported:
                self.fields["system"].help_text = _("In the file everybody meets everybody.")
        for player, candidates in preview.doubtful:
            answers: dict[Any, object] = {
                candidate.pk: _("%(player)s of the club") % {"player": _described(candidate)}
                for candidate in candidates
            }
            answers[self.NEW] = _("somebody else, new in the club")
            likely = preview.likely[player.id]
            question = who_field(_described(player), answers, likely and likely.pk)
            self.fields[f"is-{player.id}"] = question

    def clean(self) -> dict[str, Any]:
        """The chosen system decides what else must be answered."""
        data = super().clean() or self.cleaned_data
        key = data.get("system")
        if not key or not get_system(key).has_reports:
            return data
        has_number = get_system(key).abilities.needs_round_count
        for name in ("rounds", "without_acceleration") if has_number else ("without_acceleration",):
            if name in self.fields and name not in self.errors and not data.get(name):
                self.add_error(name, self.fields[name].error_messages["required"])
        return data

    def questions(self) -> list[forms.BoundField]:
        """What has to be asked about the players."""
        return fields_named(self, "is-")

    def unsaid(self) -> list[forms.BoundField]:
        """What the file does not say about the competition."""
        names = ("system", "rounds", "without_acceleration")
        return [field for field in self if field.name in names]

    @property
    def chosen(self) -> dict[str, Any]:
        """What the step wants to know beside the players."""
        return self._cleaned("name", "slug", "without_acceleration")

    @property
    def reading(self) -> dict[str, Any]:
        """How the file is to be read where it does not say so itself."""
        return self._cleaned("system", "rounds", "issuer", "code_page")

    def _cleaned(self, *names: str) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in names if name in self.fields}

    @property
    def matches(self) -> dict[str, int | None]:
        """Who each doubtful player is: the key of a player of the club, or None."""
        answers = answers_named(self, "is-").items()
        return {player: None if answer == self.NEW else int(answer) for player, answer in answers}


def _described(player: Any) -> str:
    """A name with the rating, to tell namesakes apart."""
    name = str(parse_name(player.name))
    return f"{name} ({player.rating})" if player.rating else name


class StandingsFileForm(forms.Form):
    """The scope of a standing and the round after which it is taken; empty: now."""

    scope = forms.ChoiceField(label=_("Which standings"), required=False)
    after = forms.ChoiceField(label=_("After which game or round"), required=False)
    category = forms.ChoiceField(label=_("Of whom"), required=False)

    def __init__(
        self,
        *args: Any,
        scopes: Iterable[tuple[str, str]],
        moments: Iterable[tuple[str, str]],
        categories: Sequence[tuple[str, str]],
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        scopes = list(scopes)
        offer(self, "category", [("", _("of all")), *categories])
        if not categories:
            del self.fields["category"]
        offer(self, "scope", scopes)
        offer(self, "after", [("", _("the last one")), *moments])
        if len(scopes) == 1:
            del self.fields["scope"]


class EventForm(forms.Form):
    """The head of a report. Nothing is required: a report may go out without, and says so."""

    place = forms.CharField(
        label=pgettext_lazy("of an event", "Place"), max_length=200, required=False
    )
    federation = forms.RegexField(
        regex=r"^[A-Za-z]{3}$",
        label=_("Federation"),
        help_text=_("The three letters that FIDE has for it: NED, TUR, BEL."),
        error_messages={"invalid": _("A federation has three letters: NED, TUR, BEL.")},
        max_length=3,
        required=False,
    )
    start = DateField(
        label=_("First day"),
        help_text=_("Only if it is not the day of the first evening."),
        required=False,
    )
    end = DateField(
        label=_("Last day"),
        help_text=_("Only if it is not the day of the last evening."),
        required=False,
    )
    chief_arbiter = forms.CharField(
        label=_("Chief arbiter"),
        help_text=_("With the title and the FIDE number, if there is one: IA Piet Smit 1000012."),
        max_length=200,
        required=False,
    )
    arbiters = forms.CharField(
        label=_("Deputy arbiters"),
        help_text=_("One a line."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=5000,
        required=False,
    )
    time_control = forms.CharField(
        label=_("Time control"),
        help_text=_("For example 90'+30\" (minutes, and seconds a move), or in words."),
        max_length=200,
        required=False,
    )
    type = forms.CharField(label=_("Type of competition"), max_length=200, required=False)

    def __init__(self, data: Any = None, *, event: Event, usual_type: str):
        stored = {name: getattr(event, name) for name in self.base_fields}
        super().__init__(data, initial=stored | {"arbiters": "\n".join(event.arbiters)})
        self.fields["type"].help_text = _("Only if it is not %(type)s.") % {"type": usual_type}

    def clean_federation(self) -> str:
        """The federation in capitals, as FIDE writes it."""
        return str(self.cleaned_data["federation"]).upper()

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        data = super().clean() or self.cleaned_data
        if data.get("start") and data.get("end") and data["end"] < data["start"]:
            self.add_error("end", _("The last day cannot come before the first."))
        return data

    @property
    def event(self) -> Event:
        """What was filled in."""
        data = self.cleaned_data
        days = {name: data[name].isoformat() if data[name] else "" for name in ("start", "end")}
        lines = filter(None, map(str.strip, data["arbiters"].splitlines()))
        return Event(**{**data, **days, "arbiters": tuple(lines)})


class GamesReportForm(forms.Form):
    """A report of games: the federation, which games, and the facts that it asks besides.

    The step that writes a federation's file says which of the facts it asks for.
    """

    target = forms.ChoiceField(label=_("For whom"), widget=forms.RadioSelect)
    tempo = forms.ChoiceField(label=_("Tempo"), required=False)
    first = DateField(
        label=_("From"),
        help_text=_("The first day."),
        required=False,
    )
    last = DateField(label=_("Until"), help_text=_("The last day, included."), required=False)
    minutes = forms.IntegerField(
        label=_("Minutes for the game"),
        help_text=_("Each player’s, if it differs from the tempo. England and Germany ask."),
        min_value=1,
        max_value=600,
        required=False,
    )
    seconds = forms.IntegerField(
        label=_("Seconds for each move"), min_value=0, max_value=600, required=False
    )
    officer = forms.CharField(
        label=_("Who reports"),
        help_text=_("For England the results officer."),
        max_length=200,
        required=False,
    )
    officer_address = forms.CharField(
        label=_("Address of who reports"), max_length=200, required=False
    )
    treasurer = forms.CharField(label=_("Treasurer (England)"), max_length=200, required=False)
    treasurer_address = forms.CharField(
        label=_("Address of the treasurer (England)"), max_length=200, required=False
    )
    event_code = forms.CharField(
        label=_("Code of the event (England)"),
        help_text=_("Your own, the same whenever these games are sent again."),
        max_length=40,
        required=False,
    )
    club_number = forms.CharField(
        label=_("The club’s number there"),
        help_text=_("ECF club code, ZPS."),
        max_length=20,
        required=False,
    )

    def __init__(
        self,
        data: Any,
        *,
        targets: Iterable[tuple[str, str]],
        tempos: Sequence[tuple[str, str]],
        initial: dict[str, Any],
    ):
        super().__init__(data, initial=initial)
        offer(self, "target", targets)
        offer(self, "tempo", [("", _("all together")), *tempos])
        if len(tempos) < 2:
            del self.fields["tempo"]

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        data = super().clean() or self.cleaned_data
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            self.add_error("last", _("The last day cannot come before the first."))
        return data
