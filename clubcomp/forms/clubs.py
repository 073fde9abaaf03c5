"""A club, and what a person is in it."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.checks import LONGEST, ZONES, checked_sites
from clubcomp.flow.errors import StepError
from clubcomp.forms.fields import AddressField, check_password, offer_rows
from clubcomp.models import Club, Membership, Player, Role, User

ZONE_CHOICES = [(name, name.replace("_", " ")) for name in ZONES]


class RoleForm(forms.Form):
    """What a person may do, and which player the person is."""

    WORDS = {
        Role.MEMBER: _("member: sees the member list and the log"),
        Role.LEADER: _("competition leader: leads evenings, keeps members and competitions"),
        Role.OWNER: _("owner: all that, and gives roles"),
    }

    role = forms.ChoiceField(
        label=_("May do what?"), choices=WORDS, initial=Role.MEMBER, widget=forms.RadioSelect
    )
    player = forms.ModelChoiceField(
        label=_("Is the player"),
        help_text=_("Then this person's own board and place stand out."),
        queryset=Player.objects.none(),
        empty_label=_("no player of the club"),
        required=False,
    )

    def __init__(self, *args: Any, club: Club, person: Membership | None = None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        taken = Membership.objects.filter(club=club, player__isnull=False)
        if person:
            taken = taken.exclude(pk=person.pk)
            self.initial = {"role": person.role, "player": person.player_id}
        # A player belongs to one person at most.
        free = club.players.filter(is_forgotten=False).exclude(pk__in=taken.values("player"))
        offer_rows(self, "player", free)


class PersonForm(RoleForm):
    """Somebody who gets a role, with or without an account."""

    email = forms.EmailField(label=_("E-mail"), max_length=254)
    name = forms.CharField(
        label=_("Name"),
        help_text=_(
            "As it appears in the log. Not needed for who has an account already, or is a player."
        ),
        max_length=200,
        required=False,
    )
    field_order = ["email", "name", "role", "player"]


class CountryField(forms.CharField):
    """Two letters, in capitals however they were typed; a name is not cut to its first two."""

    def __init__(self, **kwargs: Any):
        super().__init__(**kwargs | {"max_length": 60})

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").upper()


class ClubForm(forms.ModelForm):
    """A club's name, country and address. Saving is a step's work, not this form's."""

    class Meta:
        model = Club
        fields = ["name", "slug", "country", "time_zone"]
        help_texts = {
            "slug": _(
                "The first word of all addresses of the club: small letters, digits and hyphens."
            ),
            "country": _("Two letters, like NL."),
        }
        field_classes: ClassVar[dict[str, type[forms.Field]]] = {
            "slug": AddressField,
            "country": CountryField,
        }
        widgets: ClassVar[dict[str, forms.Widget]] = {"country": forms.TextInput(attrs={"size": 4})}

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("The clock of the club’s evenings, and of all times on its pages."),
        choices=ZONE_CHOICES,
        initial=settings.TIME_ZONE,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        if not self.initial.get("time_zone") and isinstance(zone, forms.ChoiceField):
            zone.choices = [("", _("that of the country")), *ZONE_CHOICES]
            self.initial["time_zone"] = ""

    def validate_unique(self) -> None:
        """Nothing: the step refuses an address that is taken."""


class ArchiveForm(forms.Form):
    """The archive of a club (docs/archive.md)."""

    file = forms.FileField(
        label=_("The archive"),
        help_text=_("A file that ends in .zip, of at most 20 MB."),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )
    slug = AddressField(
        label=_("Address"),
        help_text=_("Only if it has to differ from before."),
        max_length=60,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """The bytes of the file are the data of the step."""
        file = self.cleaned_data.pop("file", None)
        return self.cleaned_data | ({"data": file.read()} if file else {})


class SuspendForm(forms.Form):
    """Why the pages of a club are closed by those who run the site."""

    why = forms.CharField(
        label=_("Why?"),
        help_text=_("The owners of the club read it, and nobody else."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class EndForm(forms.Form):
    """The name of a club, typed by an owner who wants it deleted."""

    name = forms.CharField(
        label=_("The name of the club"),
        help_text=_("As it stands above, so that nothing is deleted by mistake."),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SetUpForm(ClubForm):
    """The first club of a site, and the account of its first owner."""

    person = forms.CharField(label=_("Your name"), max_length=200)
    email = forms.EmailField(
        label=_("Your e-mail"), max_length=254, help_text=_("With this you sign in from now on.")
    )
    password1 = forms.CharField(
        label=_("Password"),
        help_text=password_validators_help_text_html(),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label=_("The same password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["slug"].required = False
        self.fields["slug"].help_text = _(
            "The first word of all addresses of the club: small letters, digits and hyphens."
        )

    def clean(self) -> dict[str, Any]:
        """The password is good enough for this person, and typed twice alike."""
        cleaned = super().clean() or self.cleaned_data
        password, again = cleaned.get("password1"), cleaned.get("password2")
        if password and again and password != again:
            self.add_error("password2", _("The two passwords are not the same."))
        elif password:
            person = User(name=cleaned.get("person", ""), email=cleaned.get("email", ""))
            # The name of their club is as easily guessed as their own.
            person.club_names = [cleaned.get("name", "")]  # type: ignore[attr-defined]
            try:
                check_password(password, person)
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return cleaned

    @property
    def set_up(self) -> dict[str, str]:
        """The club and its owner, as the step takes them."""
        cleaned = self.cleaned_data
        own = {name: cleaned[name] for name in ("slug", "country", "time_zone", "person", "email")}
        return own | {"club": cleaned["name"], "password": cleaned["password1"]}


class HeadlineForm(forms.Form):
    """One line of news."""

    headline = forms.CharField(
        label=_("News"),
        help_text=_("One line for everybody who may read the club’s pages; it gets today’s date."),
        max_length=200,
        required=False,
        strip=True,
    )


class ClubSettingsForm(ClubForm):
    """Name, country and address of a club whose addresses are in use."""

    rating_k = forms.TypedChoiceField(
        label=_("Club rating"),
        help_text=_(
            "Elo for each tempo, on the pages of players. A higher K makes a game count more."
        ),
        choices=Club.RATING_KS,
        coerce=int,
        empty_value=None,
        required=False,
    )

    numbers = forms.CharField(
        label=_("The club’s numbers at federations"),
        help_text=_("One a line: KBSB 101. They stand in the reports that ask for them."),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=500,
        required=False,
    )

    class Meta(ClubForm.Meta):
        fields = [*ClubForm.Meta.fields, "rating_k", "asks_consent", "embed_sites", "privacy_words"]
        widgets = ClubForm.Meta.widgets | {
            "embed_sites": forms.Textarea(attrs={"rows": 2}),
            "privacy_words": forms.Textarea(attrs={"rows": 5}),
        }
        help_texts = ClubForm.Meta.help_texts | {
            "asks_consent": _(
                "A game is reported to a federation only once both players said yes on their"
                " own page."
            ),
            "privacy_words": _(
                "On the page “Privacy”, for everybody: whom to write to, why the club keeps"
                " things, where to complain."
            ),
            "embed_sites": _(
                "Such as https://www.toren.nl. Only these sites may show pages in a frame; see"
                " Downloads of a competition."
            ),
            "slug": _(
                "The first word of all addresses of the club. Links and QR codes with the old"
                " one no longer work."
            ),
        }

    def clean_embed_sites(self) -> str:
        """The sites as browsers name them, whatever was typed or pasted."""
        try:
            return " ".join(checked_sites(self.cleaned_data["embed_sites"]))
        except StepError as error:
            raise forms.ValidationError(str(error)) from error
