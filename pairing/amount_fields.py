"""How is an amount written in a field of a form, and read from it?

A bare number is a share of the usual value: "1/2", "40%", "0,35". "20 points" are points, "1/2 own"
and "1 opponent" name the value, "+" joins several. The words are the reader's, or English.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, get_args

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing.core.amounts import GLYPHS, Amount
from pairing.core.system import Declared

_NUMBER = re.compile(r"(-?\d{1,6}(?:[./]\d{1,6})?)\s*(%?)\s*(\D*)")
#: What each glyph is in digits.
DIGITS = {glyph: str(part) for part, glyph in GLYPHS.items()}
#: A glyph, and a whole number that may stand before it.
_MIXED = re.compile(rf"(\d{{0,6}})([{''.join(DIGITS)}])")


def _words() -> dict[str, str]:
    """The word for each part of an amount, in the reader's language."""
    return {
        "points": pgettext("amount", "points"),
        "own": pgettext("amount", "own"),
        "opponent": pgettext("amount", "opponent"),
    }


def _part_called(unit: str) -> str:
    """The part that the word after a number names, in any case and number; "": none."""
    unit = unit.casefold()
    translated = {written.casefold(): word for word, written in _words().items()}
    known = {word: word for word in _words()} | translated
    return known.get(unit) or ("points" if unit == pgettext("amount", "point").casefold() else "")


def written_amount(amount: Amount, bare: str = "own") -> str:
    """An amount as its field shows it. `bare`: the part that is written without a word."""
    words = _words()
    parts = [
        str(number) if part == bare else f"{number} {words[part]}"
        for part in ("opponent", "own", "points")
        if (number := getattr(amount, part))
    ]
    return " + ".join(parts) or "0"


def read_amount(text: str, bare: str = "own") -> Amount:
    """The amount in a text; ValidationError."""
    parts: dict[str, Fraction] = {}
    for part in text.split("+"):
        number, unit = _number(part)
        word = _part_called(unit) if unit else bare
        if not word or word in parts:
            raise ValidationError(_("Write an amount like 1/3, 0.4 or 20 points."), code="invalid")
        parts[word] = number
    return Amount(**parts)


def _number(text: str) -> tuple[Fraction, str]:
    """A number and the word after it; ValidationError."""
    text = text.strip().replace(",", ".")
    whole = Fraction(0)
    if mixed := _MIXED.match(text):
        whole, text = Fraction(int(mixed[1] or 0)), DIGITS[mixed[2]] + text[mixed.end() :]
    match = _NUMBER.fullmatch(text)
    try:
        if match is None:
            raise ValueError(text)
        value = whole + Fraction(match[1])
    except (ValueError, ZeroDivisionError):
        message = _("Write an amount like 1/3, 0.4 or 20 points.")
        raise ValidationError(message, code="invalid") from None
    return value / 100 if match[2] else value, match[3].strip()


class WrittenField(forms.CharField):
    """An option typed as text: `read` turns text into a value, `write` a value into text."""

    def __init__(
        self, *, read: Callable[[str], Any], write: Callable[[Any], str], empty: Any, **kwargs: Any
    ):
        super().__init__(**{"required": False, **kwargs})
        self._read, self._write, self._empty = read, write, empty

    def prepare_value(self, value: Any) -> Any:
        """The value as text; text that the user typed stays as it is."""
        if value is None or isinstance(value, str):
            return value
        return self._write(value)

    def clean(self, value: Any) -> Any:
        """The value of the text; `empty` where there is none."""
        text = str(super().clean(value) or "").strip()
        return self._read(text) if text else self._empty


class AmountField(WrittenField):
    """An amount; None where the field is empty. `bare`: the part written without a word."""

    def __init__(self, bare: str = "own", **kwargs: Any):
        super().__init__(
            read=lambda text: read_amount(text, bare),
            write=lambda amount: written_amount(amount, bare),
            empty=None,
            widget=forms.TextInput(attrs={"size": 10, "maxlength": 60}),
            **kwargs,
        )


def amount_field(declared: Declared, shared: dict[str, Any]) -> forms.Field | None:
    """The field of an option that is an amount or a list of numbers; None for any other."""
    kind = declared.kind
    may_be_none = type(None) in get_args(kind)
    kinds = {kind, *get_args(kind)}
    if Amount in kinds:
        return AmountField(declared.field.metadata["bare"], required=not may_be_none, **shared)
    if Fraction in kinds and may_be_none:
        size = {"size": 6, "maxlength": 13}
        return WrittenField(
            read=lambda text: _number(text)[0],
            write=str,
            empty=None,
            widget=forms.TextInput(attrs=size),
            **shared,
        )
    if int in kinds and ... in kinds:
        return WrittenField(
            read=_read_numbers,
            write=lambda numbers: ", ".join(map(str, numbers)),
            empty=declared.field.default,
            widget=forms.TextInput(attrs={"size": 20, "maxlength": 200}),
            **shared,
        )
    return None


def _read_numbers(text: str) -> tuple[int, ...]:
    """Whole numbers with commas or blanks between; ValidationError."""
    words = re.split(r"[,\s]+", text.strip(", "))
    if not all(word.isdecimal() and len(word) < 6 for word in words):
        raise ValidationError(_("Write whole numbers with commas between."), code="invalid")
    return tuple(map(int, words))
