"""The Django skin of a system's options: a form made from the options dataclass.

Every option is a field by its type: `bool` and `Literal` a choice in words, `int` a number,
`Fraction` a text as "1/3", a list of choices (`tuple`) a select for each; amounts are texts too
(`pairing.amount_fields`), kinds of absence a table (`pairing.kind_fields`). What the form accepts
is what `make_options` accepts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing import registry
from pairing.amount_fields import DIGITS, amount_field
from pairing.core.amounts import AbsenceKind, Amount
from pairing.core.rules import Rules
from pairing.core.system import BadOptions, Declared, PairingSystem
from pairing.kind_fields import KindForm, KindsField, rows_of
from pairing.sections import amount_from, in_sections, kind_from, value_of
from pairing.sentences import error
from pairing.sentences.amounts import amount_text, kind_in_short, kind_name
from pairing.sentences.option_words import Option, chapters_of, groups_of

WRITTEN = re.compile(r"\d{1,6}([./]\d{1,6})?", re.ASCII)


class FractionField(forms.Field):
    """An exact number: "1/3", "⅓", "2", "0,4" or "40%"; valid is a `Fraction`."""

    widget = forms.TextInput
    default_error_messages = {
        "invalid": gettext_lazy("Write a whole number or a fraction, like 1/3.")
    }

    def to_python(self, value: Any) -> Fraction | None:
        """The number in the text."""
        written = str(value or "").replace(" ", "").replace(",", ".")
        written = DIGITS.get(written, written)
        if not written:
            return None
        number = written.removesuffix("%")
        if not WRITTEN.fullmatch(number):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        try:
            return Fraction(number) / (100 if number != written else 1)
        except ZeroDivisionError as problem:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from problem

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """As wide as a fraction."""
        return {"size": 6, "maxlength": 13}


class OrderedSelects(forms.Select):
    """Choices in an order: a select for each; an empty one in between is skipped.

    The selects share a name, so what was chosen comes in their order.
    """

    #: More than most clubs use; anyone who fills all of them gets one more.
    FEWEST = 5

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """The choices, without the selects that were left empty."""
        return [value for value in data.getlist(name) if value]

    def format_value(self, value: Any) -> list[str]:
        """A list, even for the single value of one select."""
        values = value if isinstance(value, (list, tuple)) else [value or ""]
        return [str(item) for item in values]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The selects, each with its number in its label, and an empty one at the end."""
        chosen = self.format_value(value or [])
        chosen = [item for item in chosen if item]
        attrs = attrs or {}
        label = self.attrs.get("aria-label", "")
        every = list(self.choices)
        count = min(max(len(chosen) + 1, self.FEWEST), len(every) - 1)
        selects = []
        for number, item in enumerate([*chosen, *[""] * count][:count], start=1):
            self.choices = [every[0] if number == 1 else ("", _("nothing more")), *every[1:]]
            named = _("%(label)s, place %(place)s") % {"label": label, "place": number}
            own = {"id": f"{attrs.get('id', name)}_{number}", "aria-label": named}
            selects.append((super().render(name, item, {**attrs, **own}, renderer),))
        self.choices = every
        return format_html_join("\n", "<li>{}</li>", selects)


class OrderedChoicesField(forms.TypedMultipleChoiceField):
    """Some of the choices, in an order; its value is a tuple. The form refuses repeated ones."""

    widget = OrderedSelects

    def __init__(self, *, choices: Iterable[tuple[Any, str]], empty: str, **kwargs: Any):
        super().__init__(choices=[("", empty), *choices], required=False, **kwargs)

    def clean(self, value: Any) -> tuple[Any, ...]:
        """The choices in their order."""
        return tuple(super().clean(value))


@dataclass(frozen=True)
class OptionLine:
    """An option on the page: what stands before and after its field, and its default."""

    before: str
    field: forms.BoundField
    after: str
    default: str

    @property
    def is_list(self) -> bool:
        """Whether its field is a list of selects, which does not fit into a sentence."""
        return isinstance(self.field.field, OrderedChoicesField)

    @property
    def rows(self) -> list[KindForm]:
        """The rows of its field, where that is a table."""
        return rows_of(self.field) if isinstance(self.field.field, KindsField) else []


@dataclass(frozen=True)
class OptionGroup:
    """A chapter of the options on the page; `in_short`, where it is folded, says what is set."""

    title: Any
    article: str
    lines: list[OptionLine]
    in_short: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether something in it has to be put right."""
        return any(line.field.errors for line in self.lines)


class OptionsForm(forms.Form):
    """The options of a system. `written` is what a document has; `only` narrows to some names.

    `preset` names options of the system with which the form begins instead. With `may_draw`, for a
    new competition, the advice of the system is filled in, and an option that is a matter of lots
    can be left to the lot: then it is in `drawn`, not among the options. A valid form has
    `options`, as a step takes them.
    """

    DRAWN = "drawn"

    def __init__(
        self,
        *args: Any,
        system: PairingSystem,
        written: Mapping[str, object] | None = None,
        only: frozenset[str] | None = None,
        may_draw: bool = False,
        preset: str = "",
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.system = system
        self.written = dict(written or {})
        self.begun = {**system.presets[preset]} if preset in system.presets else self.written
        self.advised = dict(system.advised) if may_draw else {}
        self.declared = system.declared
        self.is_flat = not system.sections
        self.words = {
            name: option
            for group in groups_of(system)
            for name, option in group.options.items()
            if only is None or name in only
        }
        begin = self.advised | self._named(self.begun)
        for name, words in self.words.items():
            self.fields[name] = _field(self.declared[name], words)
            # A field inside a sentence has no visible label.
            self.fields[name].widget.attrs["aria-label"] = self.fields[name].label
            default = self.declared[name].field.default
            self.initial[name] = begin.get(name, None if default is MISSING else default)
            if self.declared[name].kind is bool:  # an older page does not send a newer option
                yes_or_no: Any = self.fields[name]
                yes_or_no.required, yes_or_no.empty_value = False, self.initial[name]
        self._offer_kinds(begin)
        for name in registry.lots_of(system) if may_draw else ():
            field: Any = self.fields[name]
            field.choices = [(self.DRAWN, _("what the lot says")), *field.choices]
            field.coerce = {str(value): value for value, _words in field.choices}.__getitem__
            self.initial[name] = self.DRAWN

    def _offer_kinds(self, begin: Mapping[str, Any]) -> None:
        """Fill the table of kinds, and offer its rows to the options that choose among them."""
        for name, field in self.fields.items():
            if isinstance(field, KindsField):
                own = self._named(self.written)[name]
                named = {kind.key for kind in begin[name]}
                field.kinds = self.initial[name] = (
                    *begin[name],
                    *(kind for kind in own if kind.key not in named),
                )
                kinds = [row.kind for row in rows_of(self[name]) if row.kind]
                offered = [(kind.key, kind_name(kind)) for kind in kinds]
                for chooser, declared in self.declared.items():
                    choice: Any = self.fields.get(chooser)
                    if choice and (more := declared.field.metadata.get("kinds")) is not None:
                        words = self.words[chooser].words
                        extra = [(key, str(words[key])) for key in more]
                        choice.choices = [*choice.choices[:1], *offered, *extra]

    def clean(self) -> dict[str, Any]:
        """Check all options together, as the system does."""
        data = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                registry.make_options(self.system, self._whole(data))
            except BadOptions as problem:
                self.add_error(
                    problem.name if problem.name in self.fields else None, error(problem)
                )
        return data

    @property
    def options(self) -> dict[str, object]:
        """The options as they were filled in; those without a field stay as they were."""
        return self._whole(self.cleaned_data)

    def _whole(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The written options, with the chosen ones in their place, as the system takes them."""
        chosen = self._named(self.written) | self._chosen(data)
        return chosen if self.is_flat else in_sections(chosen)

    def _named(self, written: Mapping[str, Any]) -> dict[str, Any]:
        """Options by their full names; where there are sections, every option with its value."""
        if self.is_flat:
            return dict(written)
        options = registry.make_options(self.system, written)
        return {name: value_of(options, name) for name in self.declared}

    @property
    def drawn(self) -> list[str]:
        """The options left to the lot."""
        return [name for name in self.cleaned_data if name not in self._chosen(self.cleaned_data)]

    def _chosen(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in data.items() if value != self.DRAWN}

    @property
    def changes(self) -> list[tuple[str, str, str]]:
        """The options that were changed: label, before, after, in words."""
        before = registry.make_options(self.system, self.written)
        after = registry.make_options(self.system, self.options)
        return [
            (str(words.label), _in_words(words, was), _in_words(words, becomes))
            for name, words in self.words.items()
            if (was := value_of(before, name)) != (becomes := value_of(after, name))
        ]

    def groups(self) -> Iterator[OptionGroup]:
        """The chapters with a field in this form; of a club's own regulation each also in short."""
        in_short: dict[str, str] = {}
        if not self.is_flat:
            shown = self.options if self.is_bound and self.is_valid() else self.begun
            chapters = chapters_of(registry.make_rules(self.system, shown))
            in_short = {chapter.title: chapter.in_short for chapter in chapters}
        for group in groups_of(self.system):
            lines = [self._line(name) for name in group.options if name in self.fields]
            if lines:
                yield OptionGroup(
                    group.title, group.article, lines, in_short.get(str(group.title), "")
                )

    def _line(self, name: str) -> OptionLine:
        words = self.words[name]
        before, _field, after = str(words.sentence).partition("%(field)s")
        usual = _usual(self.system, self.declared[name].field)
        default = "" if usual is MISSING else _in_words(words, usual)
        if self.initial[name] == self.DRAWN:
            default = _("what the lot says")
        return OptionLine(before.strip(), self[name], after.strip(), default)


def required_names(system: PairingSystem) -> frozenset[str]:
    """The options without a default, which must be chosen before anything is paired."""
    return frozenset(
        name
        for name, option in system.declared.items()
        if option.field.default is MISSING and option.field.default_factory is MISSING
    )


def differing_options(rules: Rules) -> list[tuple[str, str, str]]:
    """The options of a competition that differ from the usual ones: label, usual, chosen."""
    declared = rules.system.declared
    return [
        (str(words.label), _in_words(words, usual), _in_words(words, chosen))
        for group in groups_of(rules.system)
        for name, words in group.options.items()
        if (usual := _usual(rules.system, declared[name].field)) is not MISSING
        and (chosen := value_of(rules.options, name)) != usual
    ]


def _usual(system: PairingSystem, option: Field[Any]) -> Any:
    """The value with which a new competition begins; MISSING: the leader has to choose."""
    return system.advised.get(option.name, option.default)


def option_label(name: str, system: str = "") -> str:
    """The label of an option: in this system, else in the first one that has it."""
    words = _option(name, system)
    return str(words.label) if words else name.replace("_", " ")


def option_value(name: str, value: object, system: str = "") -> str:
    """A value of an option in words: of this system, else of the first one that has the option."""
    words = _option(name, system)
    return _in_words(words, value) if words else str(value)


def _option(name: str, system: str) -> Option | None:
    for key in sorted(registry.system_keys(), key=lambda key: key != system):
        for group in groups_of(registry.get_system(key)):
            if name in group.options:
                return group.options[name]
    return None


def _in_words(words: Option, value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_in_words(words, item) for item in value) or str(words.empty)
    if isinstance(value, Mapping):  # as a document writes an amount or a kind of absence
        value = kind_from(value) if "key" in value else amount_from(value)
    if value in words.words:
        return str(words.words[value])
    if value is None:
        return str(words.empty)
    if isinstance(value, Amount | AbsenceKind):
        return amount_text(value) if isinstance(value, Amount) else kind_in_short(value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _field(declared: Declared, words: Option) -> forms.Field:
    """The form's field for one option, by its type."""
    option, kind = declared.field, declared.kind
    shared: dict[str, Any] = {"label": capfirst(words.label)}
    if (special := amount_field(declared, shared)) is not None:
        return special
    if get_args(kind)[:1] == (AbsenceKind,):
        return KindsField(standard=option.metadata["standard"], **shared)
    if "kinds" in option.metadata:  # the choices are the kinds that there are (`_offer_kinds`)
        if get_origin(kind) is tuple:
            return OrderedChoicesField(choices=[], empty=str(words.empty), **shared)
        nothing = [("", words.empty)]
        return forms.TypedChoiceField(choices=nothing, required=False, empty_value=None, **shared)
    choices = (True, False) if kind is bool else get_args(kind)
    if kind is bool or get_origin(kind) is Literal:
        return forms.TypedChoiceField(
            choices=[(value, _in_words(words, value)) for value in choices],
            coerce=lambda value: {str(choice): choice for choice in choices}[value],
            **shared,
        )
    if get_origin(kind) is tuple:
        listed = get_args(get_args(kind)[0])
        return OrderedChoicesField(
            choices=[(value, _in_words(words, value)) for value in listed],
            empty=str(words.empty),
            **shared,
        )
    low, high = option.metadata.get("low", 0), option.metadata.get("high", 10)
    if kind is Fraction:
        return FractionField(**shared)
    return forms.IntegerField(
        min_value=low,
        max_value=high,
        required=type(None) not in choices,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        **shared,
    )
