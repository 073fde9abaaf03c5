"""How are amounts and kinds of absence written in a field of a form, and read from it?

An amount: "1/2", "40%", "0,35"; with points "20 points"; of another value than the usual one
"1/2 own", "1 opponent"; several joined by "+". A kind of absence is a line: its key, its name, then
parts with semicolons between: "absent: With notice; 5 x 1/3; always 1/6; then late". The words are
those of the reader's language, or the English ones.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, get_args

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairing.core.amounts import AbsenceKind, Amount, Tier
from pairing.sections import Declared

_NUMBER = re.compile(r"(-?\d{1,6}(?:[./]\d{1,6})?)\s*(%?)\s*(\D*)")
_GLYPHS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅙": "1/6", "⅚": "5/6"}


def _words() -> dict[str, str]:
    """What is written for each word, in the reader's language."""
    return {
        "points": pgettext("amount", "points"),
        "own": pgettext("amount", "own"),
        "opponent": pgettext("amount", "opponent"),
        "always": pgettext("kind of absence", "always"),
        "then": pgettext("kind of absence", "then"),
        "period": pgettext("kind of absence", "per period"),
        "evening": pgettext("kind of absence", "per evening"),
        "until": pgettext("kind of absence", "until round"),
        "win": pgettext("kind of absence", "win"),
        "draw": pgettext("kind of absence", "draw"),
        "loss": pgettext("kind of absence", "loss"),
    }


_ENGLISH = {
    **{word: word for word in ("points", "own", "opponent", "always", "then")},
    "period": "per period",
    "evening": "per evening",
    "until": "until round",
    **{word: word for word in ("win", "draw", "loss")},
}


def _said(text: str) -> Iterator[tuple[str, str]]:
    """The words that a text can begin with, and what follows."""
    for words in (_words(), _ENGLISH):
        for word, said in words.items():
            if text.casefold().startswith(said.casefold()):
                yield word, text[len(said) :].strip()


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
        word = next((word for word, rest in _said(unit) if not rest), "") if unit else bare
        if word not in ("points", "own", "opponent") or word in parts:
            raise ValidationError(_("Write an amount like 1/3, 0.4 or 20 points."), code="invalid")
        parts[word] = number
    return Amount(**parts)


def _number(text: str) -> tuple[Fraction, str]:
    """A number with what stands behind it."""
    text = text.strip().replace(",", ".")
    for glyph, number in _GLYPHS.items():
        text = text.replace(glyph, number)
    found = _NUMBER.fullmatch(text)
    try:
        if found is None:
            raise ValueError(text)
        value = Fraction(found[1])
    except (ValueError, ZeroDivisionError):
        message = _("Write an amount like 1/3, 0.4 or 20 points.")
        raise ValidationError(message, code="invalid") from None
    return value / 100 if found[2] else value, found[3].strip()


def written_kind(kind: AbsenceKind) -> str:
    """A kind of absence as a line."""
    words = _words()
    parts = [f"{kind.key}: {kind.name}" if kind.name else kind.key]
    parts += [
        f"{words['always'] if tier.times is None else f'{tier.times} x'} "
        f"{written_amount(tier.amount)}"
        for tier in kind.tiers
    ]
    parts += [words["period"]] if kind.per == "period" else []
    parts += [words["evening"]] if kind.counted == "evening" else []
    parts += [f"{words['until']} {kind.until_round}"] if kind.until_round else []
    parts += [f"{words['then']} {kind.then}"] if kind.then else []
    for result in ("win", "draw", "loss"):
        if (amount := getattr(kind, result)) is not None:
            parts.append(f"{words[result]} {written_amount(amount)}")
    return "; ".join(parts)


def read_kind(line: str) -> AbsenceKind:
    """The kind that a line writes; ValidationError."""
    head, *parts = (part.strip() for part in line.split(";"))
    key, _colon, name = head.partition(":")
    values: dict[str, Any] = {"key": key.strip(), "name": name.strip()}
    tiers: list[Tier] = []
    for part in filter(None, parts):
        times, _x, amount = part.partition("x ")
        if times.strip().isdecimal() and amount:
            tiers.append(Tier(int(times), read_amount(amount)))
            continue
        word, rest = next(iter(_said(part)), ("", ""))
        if word == "always":
            tiers.append(Tier(None, read_amount(rest)))
        elif word in ("period", "evening"):
            values["per" if word == "period" else "counted"] = word
        elif word == "until" and rest.isdecimal():
            values["until_round"] = int(rest)
        elif word == "then" and rest:
            values["then"] = rest
        elif word in ("win", "draw", "loss"):
            values[word] = read_amount(rest)
        else:
            message = _("In the line of %(kind)s this is not understood: %(part)s")
            facts = {"kind": values["key"], "part": part}
            raise ValidationError(message % facts, code="invalid")
    return AbsenceKind(**values, tiers=tuple(tiers))


class WrittenField(forms.CharField):
    """An option that is written as a text: `read` makes it of a text, `write` a text of it."""

    def __init__(
        self, *, read: Callable[[str], Any], write: Callable[[Any], str], empty: Any, **kwargs: Any
    ):
        super().__init__(required=False, **kwargs)
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


def amount_field(declared: Declared, shared: dict[str, Any]) -> forms.Field | None:
    """The field of an option that is an amount or a list of texts; None: it is neither."""
    kind = declared.kind
    may_be_none = type(None) in get_args(kind)
    kinds = {kind, *get_args(kind)}
    if Amount in kinds:
        bare = declared.field.metadata["bare"]
        return WrittenField(
            read=lambda text: read_amount(text, bare),
            write=lambda amount: written_amount(amount, bare),
            empty=None if may_be_none else Amount(),
            widget=forms.TextInput(attrs={"size": 10, "maxlength": 60}),
            **shared,
        )
    if AbsenceKind in kinds:
        return WrittenField(
            read=lambda text: tuple(map(read_kind, filter(str.strip, text.splitlines()))),
            write=lambda several: "\n".join(map(written_kind, several)),
            empty=(),
            widget=forms.Textarea(attrs={"rows": 6}),
            **shared,
        )
    if Fraction in kinds and may_be_none:
        size = {"size": 6, "maxlength": 13}
        return WrittenField(
            read=lambda text: _number(text)[0],
            write=str,
            empty=None,
            widget=forms.TextInput(attrs=size),
            **shared,
        )
    if str in kinds and may_be_none:
        size = {"size": 12, "maxlength": 20}
        return WrittenField(
            read=str, write=str, empty=None, widget=forms.TextInput(attrs=size), **shared
        )
    if kinds & {int, str} and ... in kinds:
        item = int if int in kinds else str
        return WrittenField(
            read=lambda text: _listed(text, item),
            write=lambda several: ", ".join(map(str, several)),
            empty=declared.field.default if item is int else (),
            widget=forms.TextInput(attrs={"size": 20, "maxlength": 200}),
            **shared,
        )
    return None


def _listed(text: str, item: type[Any]) -> tuple[Any, ...]:
    """Several numbers or words, with commas or spaces between."""
    words = re.split(r"[,\s]+", text.strip())
    if item is int and not all(word.isdecimal() and len(word) < 6 for word in words):
        raise ValidationError(_("Write whole numbers with commas between."), code="invalid")
    return tuple(map(item, words))
