"""Writing the value of a column as JSON, and reading it back."""

import base64
import binascii
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import chain
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from clubcomp.doors.names import has_hidden_signs, is_readable
from clubcomp.flow.checks import unreadable
from pairing.formats.nodes import YEARS


def written(field: "models.Field[Any, Any]", value: Any) -> Any:
    """The value in JSON; TypeError for a kind of column that is not known here yet."""
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.DateTimeField):
        return value.astimezone(UTC).isoformat()
    if isinstance(field, (models.DateField, models.TimeField)):
        return value.isoformat()
    if isinstance(field, models.BinaryField):
        return base64.b64encode(bytes(value)).decode()
    plain = (models.BooleanField, models.IntegerField, models.CharField, models.TextField)
    if isinstance(field, plain):
        return value
    raise TypeError(f"no way to write {field}")


#: The type in JSON of each kind of column; the first that fits.
KINDS: list[tuple[type[Any], type[Any]]] = [
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.JSONField, dict),
    (models.Field, str),
]


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value of JSON, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from chain.from_iterable(map(texts_in, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(texts_in, value))


def read(field: "models.Field[Any, Any]", value: Any) -> Any:
    """The value that was written; ValidationError, in words, if it is not valid in this column."""
    if value is None:
        if not field.null:
            raise ValidationError(_("has to have a value"))
        return None
    kind = next(kind for column, kind in KINDS if isinstance(field, column))
    if isinstance(field, models.JSONField) and field.default is list:
        kind = list
    if type(value) is not kind:
        raise ValidationError(_("is of another kind"))
    is_document = isinstance(field, models.TextField)  # its names are checked when it is read
    for text in texts_in(value):
        if has_hidden_signs(text) if is_document else not is_readable(text):
            raise ValidationError(unreadable(text))
    if isinstance(field, models.JSONField):
        field.run_validators(value)
        return value
    if isinstance(field, models.BinaryField):
        try:
            return base64.b64decode(value, validate=True)
        except binascii.Error:
            raise ValidationError(_("is not written in base64")) from None
    if isinstance(field, models.DateTimeField):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise ValidationError(_("is no moment")) from None
        if value.tzinfo is None:
            raise ValidationError(_("does not say in which time zone"))
    value = field.to_python(value)
    if isinstance(value, date) and value.year not in YEARS:
        facts = {"low": YEARS[0], "high": YEARS[-1], "value": value.year}
        raise ValidationError(_("must lie between %(low)s and %(high)s, is %(value)s") % facts)
    if value not in field.empty_values:
        field.validate(value, None)
        # `validate` ignores the choices of columns that are not editable.
        if field.choices and value not in dict(field.flatchoices):
            raise ValidationError(_("is of another kind"))
        field.run_validators(value)
    return value
