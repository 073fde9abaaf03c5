"""How is the table of kinds of absence filled in? A row of fields for each kind.

The three standard kinds are always there; two empty rows at the end are for the club's own kinds,
whose keys are made from their names. A row whose box is ticked is removed.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.amount_fields import AmountField
from pairing.core.amounts import AbsenceKind, Tier
from pairing.sections import RESERVED
from pairing.sentences.amounts import kind_in_short, kind_name

#: The steps that a new kind has room for; a kind with as many or more gets one extra.
_TIERS, _MOST_TIERS, _EMPTY_ROWS, _MOST_ROWS = 2, 20, 2, 30
_RESULTS = ("win", "draw", "loss")


class _Number(forms.IntegerField):
    def __init__(self, **kwargs: Any):
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        super().__init__(min_value=1, max_value=99, required=False, widget=widget, **kwargs)


class KindForm(forms.Form):
    """One kind: what it is called, what it earns how often, and what then."""

    key = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60, required=False)
    counted = forms.ChoiceField(
        label=gettext_lazy("One time is"),
        choices=[
            ("game", gettext_lazy("each game missed")),
            ("evening", gettext_lazy("an evening, with all its games")),
        ],
        required=False,
    )
    per = forms.ChoiceField(
        label=gettext_lazy("Counted anew"),
        choices=[
            ("season", gettext_lazy("each season")),
            ("period", gettext_lazy("each period")),
        ],
        required=False,
    )
    until_round = _Number(label=gettext_lazy("Only until round (of a period)"))
    then = forms.ChoiceField(label=gettext_lazy("After that it counts as"), required=False)
    win = AmountField(label=gettext_lazy("For a win elsewhere"))
    draw = AmountField(label=gettext_lazy("For a draw elsewhere"))
    loss = AmountField(label=gettext_lazy("For a loss elsewhere"))
    remove = forms.BooleanField(label=gettext_lazy("Remove this kind"), required=False)

    def __init__(
        self,
        *args: Any,
        kind: AbsenceKind | None,
        choices: Iterable[tuple[str, str]],
        standard: Collection[str],
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.kind, self.is_standard = kind, kind is not None and kind.key in standard
        tiers = kind.tiers if kind else ()
        for number in range(min(max(_TIERS, len(tiers) + 1), _MOST_TIERS)):
            times = gettext_lazy("The first so many times") if number == 0 else _("Then")
            self.fields[f"times_{number}"] = _Number(label=times)
            self.fields[f"amount_{number}"] = AmountField(label=gettext_lazy("each earns"))
        field: Any = self.fields["then"]
        own = kind.key if kind else ""
        field.choices = [
            ("", _("nothing more")),
            *((key, name) for key, name in choices if key != own),
        ]
        if kind is None or self.is_standard:
            del self.fields["remove"]
        if kind:
            named = ("key", "name", "counted", "per", "until_round", "then", *_RESULTS)
            self.initial.update({name: getattr(kind, name) for name in named})
            for number, tier in enumerate(tiers):
                steps = {f"times_{number}": tier.times, f"amount_{number}": tier.amount}
                self.initial.update(steps)
            self.fields["name"].widget.attrs["placeholder"] = kind_name(kind)

    @property
    def summary(self) -> str:
        """The kind in a few words; for an empty row, what the row is for."""
        return kind_in_short(self.kind) if self.kind else _("Another kind of absence")

    @property
    def tiers(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each step: how often, and how much."""
        numbers = [name[6:] for name in self.fields if name.startswith("times_")]
        return [(self[f"times_{number}"], self[f"amount_{number}"]) for number in numbers]

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that few kinds need."""
        names = ("counted", "per", "until_round", "then", *_RESULTS)
        return [self[name] for name in names]

    @property
    def has_more(self) -> bool:
        """Whether any of those fields is filled in or wrong."""
        usual = (None, "", "game", "season")
        return any(field.value() not in usual or field.errors for field in self.more)

    def clean(self) -> dict[str, Any]:
        """Refuse a step that has a number of times but no amount."""
        data = super().clean() or self.cleaned_data
        for times, amount in self.tiers:
            if data.get(times.name) and data.get(amount.name) is None and not amount.errors:
                self.add_error(amount.name, _("Say what it earns."))
        return data

    def to_kind(self, key: str) -> AbsenceKind:
        """The kind that was filled in."""
        data = self.cleaned_data
        steps = [(data.get(times.name), data.get(amount.name)) for times, amount in self.tiers]
        return AbsenceKind(
            key,
            data["name"].strip(),
            tuple(Tier(times, amount) for times, amount in steps if amount is not None),
            data["counted"] or "game",
            data["per"] or "season",
            data["until_round"],
            data["then"] or None,
            *(data[name] for name in _RESULTS),
        )


class _Rows(forms.Widget):
    """The rows as a browser sends them; a template draws them."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[dict[str, str]]:
        """The rows as they were filled in."""
        rows: list[dict[str, str]] = []
        for number in range(_MOST_ROWS):
            prefix = f"{name}-{number}-"
            row = {key: value for key, value in data.items() if key.startswith(prefix)}
            if not row:
                break
            rows.append(row)
        return rows

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        """All rows, for a form that no template draws."""
        return format_html_join("", "{}", ((str(row),) for row in value or ()))


class KindsField(forms.Field):
    """The whole table; its value is a tuple of kinds, without the standard ones left unchanged."""

    widget = _Rows

    def __init__(self, *, standard: Iterable[AbsenceKind], **kwargs: Any):
        super().__init__(required=False, **kwargs)
        self.standard = {kind.key: kind for kind in standard}
        #: The kinds that were in the table when the form was made.
        self.kinds: tuple[AbsenceKind, ...] = ()

    def rows(self, name: str, data: Any = None) -> list[KindForm]:
        """A form for each kind and for each new one; bound to `data` where that was sent."""
        kinds = {kind.key: kind for kind in (*self.kinds, *self.standard.values())}
        kinds |= {kind.key: kind for kind in self.kinds}
        known: list[AbsenceKind | None] = []
        for number, row in enumerate(data or ()):
            key = row.get(f"{name}-{number}-key", "")
            known.append((kinds.get(key) or AbsenceKind(key[:20])) if key else None)
        sent_keys = {kind.key for kind in known if kind}
        known += [kind for key, kind in kinds.items() if key not in sent_keys]
        named = [(kind.key, kind_name(kind)) for kind in known if kind]
        shared: dict[str, Any] = {"choices": named, "standard": self.standard}
        data = data or []
        new = max(0, _EMPTY_ROWS - known.count(None))
        rows = []
        for number, kind in enumerate([*known, *[None] * new]):
            sent = data[number] if number < len(data) else None
            rows.append(KindForm(sent, prefix=f"{name}-{number}", kind=kind, **shared))
        return rows

    def clean(self, value: Any) -> tuple[AbsenceKind, ...]:
        """The kinds of all rows; ValidationError where one is not right."""
        prefix = next((key.rpartition("-")[0] for row in value for key in row), "-").rpartition("-")
        rows = [row for row in self.rows(prefix[0], value) if row.is_bound]
        if [row for row in rows if not row.is_valid()]:
            raise ValidationError(_("One of the kinds of absence is not right yet."))
        keys = {row.kind.key for row in rows if row.kind}
        kinds = []
        for row in rows:
            data = row.cleaned_data
            if data.get("remove") or (row.kind is None and not data["name"].strip()):
                continue
            key = row.kind.key if row.kind else _key_for(data["name"], keys)
            keys.add(key)
            kind = row.to_kind(key)
            if kind != self.standard.get(key) or kind in self.kinds:
                kinds.append(kind)
        missing = [kind for kind in self.kinds if kind.key not in keys]
        return (*kinds, *missing)


def _key_for(name: str, taken: Collection[str]) -> str:
    """A key made from a name: lower-case letters, not taken yet."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z]+", "_", plain).strip("_")[:20].strip("_") or "kind"
    end = "abcdefghijklmnopqrstuvwxyz"
    candidates = (key, *(f"{key[:18]}_{letter}" for letter in end))
    return next(name for name in candidates if name not in taken and name not in RESERVED)


def rows_of(field: forms.BoundField) -> list[KindForm]:
    """The rows of the table on a page."""
    kinds: Any = field.field
    return list(kinds.rows(field.html_name, field.data if field.form.is_bound else None))
