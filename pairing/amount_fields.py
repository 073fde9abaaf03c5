"""How is an amount written in a field of a form, and read from it?

"1/2", "40%", "0,35"; with points "20 points"; of another value than the usual one "1/2 own", "1
opponent"; several joined by "+". The words are those of the reader's language, or the English ones.
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
    """What is written for each word, in the reader's language."""
    return {
        "points": pgettext("amount", "points"),
        "own": pgettext("amount", "own"),
        "opponent": pgettext("amount", "opponent"),
    }


def _meant(unit: str) -> str:
    """The word that is written behind a number, in the reader's language or in English."""
    unit = unit.casefold()
    said = {written.casefold(): word for word, written in _words().items()}
    known = {word: word for word in _words()} | said
    return known.get(unit) or ("points" if unit == pgettext("amount", "point").casefold() else "")


def written_amount(amount: Amount, bare: str = "own") -> str:
    """An amount as a form has it."""
    words = _words()
    parts = [
        str(number) if part == bare else f"{number} {words[part]}"
        for part in ("opponent", "own", "points")
        if (number := getattr(amount, part))
    ]
    return " + ".join(parts) or "0"


def read_amount(text: str, bare: str = "own") -> Amount:
    """The amount that is written; ValidationError."""
    parts: dict[str, Fraction] = {}
    for part in text.split("+"):
        number, unit = _number(part)
        word = _meant(unit) if unit else bare
        if not word or word in parts:
            raise ValidationError(_("Write an amount like 1/3, 0.4 or 20 points."), code="invalid")
        parts[word] = number
    return Amount(**parts)


def _number(text: str) -> tuple[Fraction, str]:
    """A number with what stands behind it."""
    text = text.strip().replace(",", ".")
    whole = Fraction(0)
    if mixed := _MIXED.match(text):
        whole, text = Fraction(int(mixed[1] or 0)), DIGITS[mixed[2]] + text[mixed.end() :]
    found = _NUMBER.fullmatch(text)
    try:
        if found is None:
            raise ValueError(text)
        value = whole + Fraction(found[1])
    except (ValueError, ZeroDivisionError):
        message = _("Write an amount like 1/3, 0.4 or 20 points.")
        raise ValidationError(message, code="invalid") from None
    return value / 100 if found[2] else value, found[3].strip()


class WrittenField(forms.CharField):
    """An option that is written as a text: `read` makes it of a text, `write` a text of it."""

    def __init__(
        self, *, read: Callable[[str], Any], write: Callable[[Any], str], empty: Any, **kwargs: Any
    ):
        super().__init__(**{"required": False, **kwargs})
        self._read, self._write, self._empty = read, write, empty

    def prepare_value(self, value: Any) -> Any:
        """A value as it is written; what somebody wrote stays."""
        if value is None or isinstance(value, str):
            return value
        return self._write(value)

    def clean(self, value: Any) -> Any:
        """The option."""
        text = str(super().clean(value) or "").strip()
        return self._read(text) if text else self._empty


class AmountField(WrittenField):
    """What something earns; None where nothing is written. `bare`: the value that is not named."""

    def __init__(self, bare: str = "own", **kwargs: Any):
        super().__init__(
            read=lambda text: read_amount(text, bare),
            write=lambda amount: written_amount(amount, bare),
            empty=None,
            widget=forms.TextInput(attrs={"size": 10, "maxlength": 60}),
            **kwargs,
        )


def amount_field(declared: Declared, shared: dict[str, Any]) -> forms.Field | None:
    """The field of an option that is an amount or a list of numbers; None: it is neither."""
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
            read=_listed,
            write=lambda several: ", ".join(map(str, several)),
            empty=declared.field.default,
            widget=forms.TextInput(attrs={"size": 20, "maxlength": 200}),
            **shared,
        )
    return None


def _listed(text: str) -> tuple[int, ...]:
    """Several numbers, with commas or blanks between."""
    words = re.split(r"[,\s]+", text.strip(", "))
    if not all(word.isdecimal() and len(word) < 6 for word in words):
        raise ValidationError(_("Write whole numbers with commas between."), code="invalid")
    return tuple(map(int, words))
