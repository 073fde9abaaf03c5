"""What a club shows of itself: its colour, its lines, and files of pictures."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Club, ClubPicture
from clubcomp.models.colours import COLOURS

Kind = ClubPicture.Kind


class NameplateForm(forms.Form):
    """All of it on one page; a file that is not chosen leaves the picture as it is."""

    line = forms.CharField(
        label=_("A line below the name"),
        help_text=_("When and where you play: “Every Thursday 20:00, De Zaal. Guests welcome.”"),
        max_length=120,
        required=False,
    )
    colour = forms.ChoiceField(
        label=_("Colour"),
        choices=[("", _("none")), *((name, shade.label) for name, shade in COLOURS.items())],
        widget=forms.RadioSelect,
        required=False,
    )
    place = forms.CharField(label=_("Address of the hall"), max_length=200, required=False)
    contact = forms.CharField(
        label=_("Whom to ask"),
        help_text=_("Everybody can read it: a name, a telephone number or an e-mail address."),
        max_length=200,
        required=False,
    )
    links = forms.CharField(
        label=_("Links"),
        help_text=_("One on each line, such as www.toren.nl."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=1000,
        required=False,
    )
    crest = forms.FileField(
        label=_("Crest"), help_text=_("An SVG or a PNG, at most 64 kB."), required=False
    )
    icon = forms.FileField(
        label=_("Icon of the app"),
        help_text=_("A PNG, for phones, where a drawing cannot be shown."),
        required=False,
    )
    photo = forms.FileField(
        label=_("Photo"),
        help_text=_("A JPEG, PNG or WEBP. Where and when it was taken is left out of it."),
        required=False,
    )
    has_consent = forms.BooleanField(
        label=_("Everybody who can be recognised in it agrees that it is shown"), required=False
    )
    removed = forms.MultipleChoiceField(
        label=_("Take away"),
        choices=Kind.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, data: Any = None, files: Any = None, *, club: Club):
        initial = {name: getattr(club, name) for name in ("line", "colour", "place", "contact")}
        super().__init__(data, files, initial=initial | {"links": "\n".join(club.links)})
        removable = [(kind.value, kind.label) for kind in Kind if getattr(club, kind.value)]
        if removable:
            self.fields["removed"].choices = removable  # type: ignore[attr-defined]
        else:
            del self.fields["removed"]

    def clean(self) -> dict[str, Any]:
        """The step's values: pictures by kind, None for one that is taken away."""
        data = super().clean() or self.cleaned_data
        if data.get("photo") and not data.pop("has_consent", False):
            self.add_error("has_consent", _("Ask those who are in it first, and tick this then."))
        data.pop("has_consent", None)
        pictures: dict[str, bytes | None] = dict.fromkeys(data.pop("removed", []))
        for kind in Kind:
            if file := data.pop(kind.value, None):
                pictures[kind.value] = file.read()
        return data | {"pictures": pictures}
