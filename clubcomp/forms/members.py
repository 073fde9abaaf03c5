"""A player of the club, and the federation's rating list."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubcomp.doors.names import parse_name
from clubcomp.flow.incoming.rating_list import MOST_BYTES, ListedPlayer
from clubcomp.flow.incoming.ratings import ListFile, RatingsPreview
from clubcomp.flow.people.identities import ListedRating, Number, numbers_of, ratings_of
from clubcomp.flow.people.who_is import Answer, Person, players_known
from clubcomp.forms.fields import (
    DateField,
    RatingField,
    UploadForm,
    YearField,
    answers_named,
    fields_named,
    offer,
    who_field,
)
from clubcomp.forms.readers import AS_CLUB
from clubcomp.models import Club, Identity, Player, Rating
from clubcomp.models.clubs import NameShown

#: Of a member: what stands folded below the rest of the form.
FOLDED = ("is_member", "title", "birth_date", "federation", "shown_as")


class MemberForm(forms.ModelForm):
    """What the club knows of a player. A step saves it, not this form.

    With a `club` it is for somebody new, and asks whether the club has that player already.
    """

    class Meta:
        model = Player
        fields = [
            "name",
            "rating",
            "email",
            "birth_year",
            "is_occasional",
            "is_member",
            "title",
            "birth_date",
            "federation",
            "shown_as",
        ]
        help_texts = {
            "name": _(
                "“Jan de Vries” or, where the surname has several words, “Garcia Lopez, Ana”."
            ),
            "birth_date": _("Only where a federation asks for it; the year follows from it."),
            "federation": _("Three letters, as reports to federations have it: NED, TUR."),
            "email": _("For an invitation, a personal link, and messages that the player wants."),
            "is_occasional": _("Not counted on the attendance sheet until the player is there."),
        }
        field_classes = {"birth_date": DateField}
        widgets: dict[str, Any] = {
            "title": forms.TextInput(attrs={"size": 6}),
            "federation": forms.TextInput(attrs={"size": 4, "autocapitalize": "characters"}),
            "email": forms.EmailInput(attrs={"autocomplete": "off"}),
        }

    rating = RatingField(
        label=_("Rating"),
        help_text=_("It decides the place in the start order of a new competition."),
    )
    shown_as = forms.ChoiceField(
        label=_("Name for strangers"),
        help_text=_("Never more than the club and the competition show."),
        choices=[AS_CLUB, *NameShown.choices],
        required=False,
    )
    birth_year = YearField(
        label=_("Year of birth"),
        help_text=_(
            "Says who is young: of their names strangers may read less. Without a year nobody"
            " counts as young."
        ),
    )
    is_other = forms.BooleanField(label=_("It is somebody else of that name"), required=False)
    field_order = ["name", "is_other"]

    def __init__(self, data: Any = None, *, player: Player | None = None, club: Club | None = None):
        super().__init__(data, initial=model_to_dict(player) if player else None)
        self.who: Answer[Player] = Answer()
        if club and data:
            self.who = players_known(club).who_is(Person(data.get("name", "")))
        if not self.who.candidates:
            del self.fields["is_other"]
        self.rows = PlayerRows(
            data,
            numbers=numbers_of(player) if player else [],
            ratings=ratings_of(player) if player else [],
        )

    @property
    def first(self) -> list[BoundField]:
        """What is asked of everybody."""
        return [self[name] for name in self.fields if name not in FOLDED]

    @property
    def rest(self) -> list[BoundField]:
        """What is asked of few, folded."""
        return [self[name] for name in FOLDED]

    @property
    def is_rest_open(self) -> bool:
        """Whether a field of the rest has an error, or differs from that of a new member."""
        return any(
            bound.errors or bool(bound.value()) != bool(bound.field.initial)  # a tick is on or True
            for bound in self.rest
        )

    def clean_federation(self) -> str:
        """Small letters are meant as capitals."""
        return str(self.cleaned_data["federation"]).strip().upper()

    def clean(self) -> dict[str, Any]:
        """The facts with the rows of numbers and ratings; a date of birth decides the year."""
        data = super().clean() or self.cleaned_data
        if self.who.candidates and not data.pop("is_other"):
            self.add_error("name", self.who.objection)
        for problem in self.rows.problems():
            self.add_error(None, problem)
        born = data.get("birth_date")
        year = data.get("birth_year") if "birth_year" in self.changed_data else None
        if born and year not in (None, born.year):
            self.add_error("birth_year", _("This is not the year of the date of birth."))
        return data if self.errors else data | self.rows.facts()


IDENTITIES = "identities"
#: Empty rows below the filled ones; after saving there are as many again.
ROWS_TO_ADD = 1


class IdentityForm(forms.Form):
    """One number, and who gave it. A row with an empty number does not count."""

    issuer = forms.ChoiceField(label=_("Given by"), required=False)
    number = forms.CharField(
        label=_("Number"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"size": 12, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        has_none = not self.initial.get("number")
        unknown = _("which federation?") if has_none else _("not known: which federation?")
        choices = [choice for choice in Identity.Issuer.choices if choice[0]]
        offer(self, "issuer", [("", unknown), *choices])


class RatingForm(forms.Form):
    """One rating on a list. A row with an empty rating does not count."""

    list = forms.CharField(
        label=_("List"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"size": 8, "autocomplete": "off"}),
    )
    tempo = forms.ChoiceField(label=_("Tempo"), choices=Rating.Tempo.choices, required=False)
    date = DateField(label=_("Date of the list"), required=False)
    value = RatingField(label=_("Rating"))

    def clean(self) -> dict[str, Any]:
        """A rating and its list come together."""
        data = super().clean() or self.cleaned_data
        if data.get("value") is not None and not data.get("list"):
            self.add_error("list", _("Say which list the rating comes from."))
        if data.get("list") and "value" in data and data["value"] is None:
            self.add_error("value", _("Give the rating, or leave the whole row empty."))
        return data


class _Rows(forms.BaseFormSet):
    """Rows that name their number, so that each field has a name of its own."""

    @property
    def is_open(self) -> bool:
        """Whether a row is wrong, or filled in."""
        return bool(self.initial) or any(row.errors or row.has_changed() for row in self)

    def add_fields(self, form: forms.Form, index: int | None) -> None:
        super().add_fields(form, index)
        for field in form.fields.values():
            numbered = _("%(field)s, row %(number)s")
            facts = {"field": field.label, "number": (index or 0) + 1}
            field.widget.attrs["aria-label"] = numbered % facts


_IdentityRows = forms.formset_factory(
    IdentityForm, formset=_Rows, extra=ROWS_TO_ADD, max_num=20, absolute_max=40
)
_RatingRows = forms.formset_factory(
    RatingForm, formset=_Rows, extra=ROWS_TO_ADD, max_num=200, absolute_max=250
)


class PlayerRows:
    """All numbers and all ratings of a player: two lists of rows within the member's form."""

    def __init__(self, data: Any = None, *, numbers: list[Number], ratings: list[ListedRating]):
        if data is not None and f"{IDENTITIES}-TOTAL_FORMS" not in data:
            data = None
        known = [{"issuer": issuer, "number": number} for issuer, number in numbers]
        names = ("list", "tempo", "date", "value")
        listed = [dict(zip(names, rating, strict=True)) for rating in ratings]
        self.identities = _IdentityRows(data, initial=known, prefix=IDENTITIES)
        self.ratings = _RatingRows(data, initial=listed, prefix="ratings")

    def problems(self) -> list[str]:
        """What is wrong in which row."""
        rows = (self.identities, self.ratings)
        if not rows[0].is_bound:
            return []
        bound = [field for row_set in rows for row in row_set for field in row]
        return [
            _("%(field)s: %(problem)s")
            % {"field": field.field.widget.attrs["aria-label"], "problem": error}
            for field in bound
            for error in field.errors
        ] + [str(error) for row_set in rows for error in row_set.non_form_errors()]

    def facts(self) -> dict[str, Any]:
        """What the steps on members want to know; nothing when no rows were sent."""
        if not self.identities.is_bound:
            return {}
        numbers = [form.cleaned_data for form in self.identities]
        ratings = [form.cleaned_data for form in self.ratings]
        return {
            "identities": [(row["issuer"], row["number"]) for row in numbers if row.get("number")],
            "ratings": [
                (row["list"], row["tempo"], row["date"], row["value"])
                for row in ratings
                if row.get("value") is not None
            ],
        }


class RatingListForm(UploadForm):
    """The list as a file; on the second page its rows about the club come back as `text`."""

    LIMIT = MOST_BYTES
    NOTHING = _("Choose the file of the rating list.")
    AS_SAID = [("", _("as the file says"))]

    file = forms.FileField(
        label=_("The rating list"),
        help_text=_(
            "Of FIDE, KNSB, KBSB, DSB, ECF, EGD or FFG, zipped or not; or a table (CSV). At"
            " most 64 MB."
        ),
        required=False,
    )
    issuer = forms.ChoiceField(
        label=_("Whose list is it?"),
        choices=[
            *AS_SAID,
            *(row for row in Identity.Issuer.choices if row[0] not in ("", Identity.Issuer.OWN)),
        ],
        required=False,
    )
    tempo = forms.ChoiceField(
        label=_("Which tempo are its ratings of?"),
        help_text=_("Of a list with one rating for each player."),
        choices=[*AS_SAID, ("classical", _("classical")), *Rating.Tempo.choices[1:]],
        required=False,
    )
    sets_rating = forms.ChoiceField(
        label=_("Does the club go by this list?"),
        help_text=_("Then its rating is that of the member; else it is kept beside that."),
        choices=[("", _("as up to now")), ("yes", _("yes")), ("no", _("no, keep it beside"))],
        required=False,
    )
    date = DateField(
        label=_("Date of the list"),
        help_text=_("Where the list itself does not say it; usually the first of a month."),
        required=False,
    )
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    @property
    def list_file(self) -> ListFile:
        """The list, with the answers about it."""
        data = self.cleaned_data
        upload, tempo = data.get("file"), data.get("tempo")
        return ListFile(
            upload.file if upload else data["text"].encode(),
            upload.name if upload else "",
            data.get("issuer", ""),
            {"": None, "classical": ""}.get(tempo or "", tempo),
            {"yes": True, "no": False}.get(data.get("sets_rating", "")),
        )


class RatingsForm(forms.Form):
    """Which players are meant where the list does not decide, and which competitions get it."""

    def __init__(self, *args: Any, preview: RatingsPreview, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for player, rows in preview.candidates:
            answers = {row.number: _described(row) for row in rows} | {"": _("none of them")}
            self.fields[f"is-{player.pk}"] = who_field(player, answers, "", required=False)
        for competition, count in preview.running:
            label = ngettext_lazy(
                "%(competition)s: %(count)s player", "%(competition)s: %(count)s players", count
            )
            self.fields[f"competition-{competition.pk}"] = forms.BooleanField(
                label=label % {"competition": competition, "count": count}, required=False
            )

    def candidates(self) -> list[forms.BoundField]:
        """The questions about players who are not identified for certain."""
        return fields_named(self, "is-")

    def competitions(self) -> list[forms.BoundField]:
        """The competitions that may take the ratings too."""
        return fields_named(self, "competition-")

    @property
    def answers(self) -> dict[str, Any]:
        """What the step wants to know."""
        return {
            "matches": self._answers("is-"),
            "competitions": [*self._answers("competition-")],
        }

    def _answers(self, prefix: str) -> dict[int, Any]:
        """What was ticked or chosen, by the key in the field's name."""
        answers = answers_named(self, prefix).items()
        return {int(key): answer for key, answer in answers if answer}


def _described(row: ListedPlayer) -> str:
    """ "FM Saša Öztürk, 9900004, 2345, 2004": a row of the list in one line."""
    name = " ".join(filter(None, (row.title, str(parse_name(row.name)))))
    return ", ".join(str(part) for part in (name, row.number, row.rating, row.birth_year) if part)
