"""Fields of several forms, and choices that are only known when the form is made."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date as Date
from typing import Any, TypeVar

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Club, Competition, Entry
from pairing.core.system import PairingSystem
from pairing.formats.nodes import YEARS

Kind = TypeVar("Kind", bound=forms.Field)


class RatingField(forms.IntegerField):
    """A rating; a phone offers digits."""

    def __init__(self, **kwargs: Any):
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        super().__init__(min_value=0, max_value=4000, required=False, widget=widget, **kwargs)


class AddressField(forms.SlugField):
    """A word in the addresses of pages."""

    default_error_messages = {
        "invalid": _(
            "This becomes a part of web addresses: only letters without accents, digits and"
            " hyphens, no blanks."
        )
    }


class YearField(forms.IntegerField):
    """A year of birth."""

    def __init__(self, **kwargs: Any):
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        kwargs |= {"min_value": YEARS[0], "max_value": YEARS[-1]}
        super().__init__(required=False, widget=widget, **kwargs)


class DateInput(forms.DateInput):
    """The browser's own field for a date; its value is ISO 8601 in every language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class DateField(forms.DateField):
    """A date, with the browser's own field."""

    widget = DateInput
    default_validators = [
        MinValueValidator(Date(YEARS[0], 1, 1)),
        MaxValueValidator(Date(YEARS[-1], 12, 31)),
    ]


def check_password(password: str, user: Any) -> None:
    """ValidationError with the first problem only: people correct one at a time."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise error.error_list[0] from None


#: A date as people write it: day, month and year, or the year first.
_DATE = re.compile(r"(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})", re.ASCII)


class HolidaysField(forms.CharField):
    """Days to leave out: on each line one day, or the first and the last of several."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Holidays to leave out"),
            help_text=_(
                "On each line a day, or the first and the last one: 21-12-2026 until 3-1-2027."
            ),
            required=False,
            widget=forms.Textarea(attrs={"rows": 3}),
        )

    def clean(self, value: Any) -> list[tuple[Date, Date]]:
        """The first and the last day of each line. ValidationError names a line that is none."""
        lines = (line.strip() for line in super().clean(value).splitlines())
        return [self._days(line) for line in lines if line]

    def _days(self, line: str) -> tuple[Date, Date]:
        try:
            days = [self._day(*map(int, written)) for written in _DATE.findall(line)]
        except ValueError:
            days = []
        if len(days) not in (1, 2) or days[0] > days[-1]:
            words = _("“%(line)s” is no day, and not the first and the last one, with their years.")
            raise ValidationError(words, params={"line": line})
        return days[0], days[-1]

    @staticmethod
    def _day(first: int, month: int, last: int) -> Date:
        year, day = (first, last) if first > 31 else (last, first)
        if year not in YEARS:
            raise ValueError(year)
        return Date(year, month, day)


def is_among(day: Date, holidays: Iterable[tuple[Date, Date]]) -> bool:
    """Whether a day is left out."""
    return any(first <= day <= last for first, last in holidays)


class CompetitionField(forms.ModelChoiceField):
    """A competition of the club, by its name and season."""

    def label_from_instance(self, competition: Competition) -> str:
        """With the season, since competitions of two seasons may have the same name."""
        return f"{competition}, {competition.season}"


def field_of(form: forms.BaseForm, name: str, kind: type[Kind]) -> Kind:
    """The field `name` of a form; TypeError when it is not of that kind."""
    field = form.fields[name]
    if not isinstance(field, kind):
        raise TypeError(name)
    return field


def offer(
    form: forms.BaseForm,
    name: str,
    choices: Iterable[tuple[Any, Any]],
    *,
    coerce: Callable[[str], Any] | None = None,
) -> None:
    """Offer these choices in the field `name`; `coerce` makes a value of what is sent."""
    field = field_of(form, name, forms.ChoiceField)
    field.choices = list(choices)
    if coerce and isinstance(field, (forms.TypedChoiceField, forms.TypedMultipleChoiceField)):
        field.coerce = coerce


class FollowsField(forms.ModelChoiceField):
    """The competition in whose order a new one begins."""

    def __init__(self) -> None:
        super().__init__(
            Competition.objects.none(),
            label=_("In the order of which table?"),
            help_text=_("Such as a Swiss before a Keizer. Who is not in that table comes last."),
            empty_label=_("by rating"),
            required=False,
        )

    def offer(self, club: Club, system: PairingSystem) -> bool:
        """Offer those that have begun; returns whether the system can follow any of them."""
        begun = club.competitions.filter(evenings__rounds__isnull=False).distinct()
        self.queryset = begun
        return system.abilities.start_numbers == "rating" and begun.exists()


class UploadForm(forms.Form):
    """What comes in: a `file`, its `text`, or the number of one that is kept (`upload`)."""

    #: How many bytes a file may have, and the error when none was sent.
    LIMIT = 0
    NOTHING: Any = ""

    def clean(self) -> dict[str, Any]:
        """Something has to come in."""
        data = super().clean() or self.cleaned_data
        if not any(data.get(name) for name in ("file", "text", "upload")) and not self.errors:
            raise ValidationError(self.NOTHING)
        return data

    @property
    def content(self) -> bytes:
        """The bytes that came in; of a file one more than `LIMIT`, so that it is seen."""
        file = self.cleaned_data.get("file")
        return bytes(file.read(self.LIMIT + 1) if file else self.cleaned_data["text"].encode())


def who_field(
    asked: Any, answers: Mapping[Any, object], likely: Any = None, **options: Any
) -> forms.ChoiceField:
    """The question who somebody is; `answers` are the choices, by their values in the form."""
    choices, radios = [*answers.items()], forms.RadioSelect
    return forms.ChoiceField(label=asked, choices=choices, initial=likely, widget=radios, **options)


def fields_named(form: forms.BaseForm, prefix: str) -> list[forms.BoundField]:
    """The form's fields whose names begin so."""
    return [field for field in form if field.name.startswith(prefix)]


def answers_named(form: forms.BaseForm, prefix: str) -> dict[str, Any]:
    """What was answered in those fields, by the rest of their names."""
    answers = form.cleaned_data.items()
    return {
        name.removeprefix(prefix): answer for name, answer in answers if name.startswith(prefix)
    }


def offer_players(
    form: forms.BaseForm, name: str, players: Iterable[Entry], notes: Mapping[Entry, str] = {}
) -> None:
    """Offer players of a competition by key, with a note behind the name."""
    entries = {entry.key: entry for entry in players}
    choices = [
        (key, f"{entry} ({notes[entry]})" if notes.get(entry) else str(entry))
        for key, entry in entries.items()
    ]
    offer(form, name, choices, coerce=entries.__getitem__)


def offer_rows(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Offer these rows in the field `name`."""
    field_of(form, name, forms.ModelChoiceField).queryset = rows
