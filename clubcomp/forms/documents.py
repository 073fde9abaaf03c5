"""A competition document that comes in, and who its players are."""

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.documents import ImportPreview
from clubcomp.names import parse_name
from pairing.formats.nodes import SIZE_LIMIT


class DocumentForm(forms.Form):
    """A document, as a file or pasted. Valid has `document`, its bytes."""

    file = forms.FileField(
        label=_("The file"),
        help_text=_("A competition document (.json), of at most 20 MB."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        data = super().clean()
        if not data.get("file") and not data.get("text") and not self.errors:
            raise ValidationError(_("Choose a file, or paste its text."))
        return data

    @property
    def document(self) -> bytes:
        """What was given, but no more than is needed to see that it is too large."""
        file = self.cleaned_data.get("file")
        if file:
            return file.read(SIZE_LIMIT + 1)
        return self.cleaned_data["text"].encode()


class ImportForm(forms.Form):
    """The name of the competition that comes in, and who its doubtful players are."""

    NEW = "new"

    name = forms.CharField(label=_("Name"), max_length=200)
    slug = forms.SlugField(
        label=_("Address"),
        help_text=_("Small letters, digits and hyphens. Empty: made from the name."),
        max_length=60,
        required=False,
    )

    def __init__(self, *args: Any, preview: ImportPreview, **kwargs: Any):
        super().__init__(*args, initial={"name": preview.snapshot.name}, **kwargs)
        for player, candidates in preview.doubtful:
            people = [(one.pk, _same_as(one)) for one in candidates]
            self.fields[f"is-{player.id}"] = forms.ChoiceField(
                label=_described(player),
                choices=[*people, (self.NEW, _("somebody else, new in the club"))],
                widget=forms.RadioSelect,
            )

    @property
    def matches(self) -> dict[str, int | None]:
        """Who each doubtful player is: the key of a player of the club, or None."""
        answers = (
            (name.removeprefix("is-"), answer)
            for name, answer in self.cleaned_data.items()
            if name.startswith("is-")
        )
        return {player: None if answer == self.NEW else int(answer) for player, answer in answers}


def compact(document: bytes) -> str:
    """The document without its blanks, to be carried from one page to the next."""
    return json.dumps(json.loads(document), ensure_ascii=False, separators=(",", ":"))


def _same_as(player: Any) -> str:
    return _("%(player)s of the club") % {"player": _described(player)}


def _described(player: Any) -> str:
    """A name with the rating, to tell two alike apart."""
    shown = str(parse_name(player.name))
    return f"{shown} ({player.rating})" if player.rating is not None else shown
