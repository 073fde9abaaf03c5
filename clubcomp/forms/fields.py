"""Fields of several forms, and choices that are only known when the form is made."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django import forms
from django.db.models import QuerySet

Kind = TypeVar("Kind", bound=forms.Field)


class DateInput(forms.DateInput):
    """The browser's own field for a date; its value is ISO 8601 in every language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class DateField(forms.DateField):
    """A date, with the browser's own field."""

    widget = DateInput


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


def uploaded(form: forms.BaseForm, limit: int) -> bytes:
    """The form's `file`, else its `text`.

    Of a file one byte more than `limit` at most: enough to see that it is too large.
    """
    file = form.cleaned_data.get("file")
    return bytes(file.read(limit + 1) if file else form.cleaned_data["text"].encode())


def fields_named(form: forms.BaseForm, prefix: str) -> list[forms.BoundField]:
    """The form's fields whose names begin so."""
    return [field for field in form if field.name.startswith(prefix)]


def offer_rows(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Offer these rows in the field `name`."""
    field_of(form, name, forms.ModelChoiceField).queryset = rows
