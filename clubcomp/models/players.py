"""Who plays at the club?"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.names import (
    FULL,
    HIDDEN,
    Name,
    full_name,
    initialled,
    initialled_name,
    naming_now,
    parse_name,
    search_key,
    sort_key,
)
from clubcomp.models import rules
from clubcomp.models.clubs import Club, NameShown
from pairing.core.federations import is_of_the_state

LONGEST_SORT_KEY = 420


class SortKeyField(models.CharField):  # type: ignore[type-arg]  # as Django has it
    """The sort key of a player's name, made whenever the row is written, one by one or in bulk."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        """The key that is written, which the player has from then on."""
        model_instance.sort_key = key = sort_key_text(model_instance.parts)
        return key

    def deconstruct(self) -> Any:
        """A migration knows the column; in it nobody writes names."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class Player(models.Model):
    """A person who plays at the club: a member, or a guest (`is_member` false).

    `str()`, `shown`, `search_text` and `order` follow how much of the name the reader may see;
    `name`, `parts` and `sort_key` are of the whole name, for what is stored and for leaders.

    `name` is kept as it was written; `sort_key` follows from it (`SortKeyField`). `apart` is the
    suffix that distinguishes namesakes of a club ("’58"), `initial_apart` that of those of whom
    only the initial is shown; the steps on members keep them. `shown_as` is what the player wishes
    to be shown of the name to strangers; "" as the club does.
    `rating` is the one that the club uses; those of published lists are in `Rating`.
    `birth_year` is the year of `birth_date` where that is known. `email` is only used to invite.
    Of a player who `is_forgotten` nothing is known but a number (`flow.people.forgetting`).
    `link_generation` rises when the personal link is renewed (`clubcomp.doors.links`).
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=200)
    sort_key = SortKeyField(max_length=LONGEST_SORT_KEY, editable=False)
    rating = models.PositiveSmallIntegerField(
        _("rating"), null=True, blank=True, validators=[rules.rating]
    )
    title = models.CharField(_("title"), max_length=10, blank=True)
    grade = models.CharField(_("grade"), max_length=10, blank=True)
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, validators=[rules.federation]
    )
    email = models.EmailField(
        _("e-mail address"), max_length=254, blank=True, validators=[rules.mail_host]
    )
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    sex = models.CharField(_("sex"), max_length=10, blank=True)
    other_club = models.CharField(_("other club"), max_length=200, blank=True)
    is_member = models.BooleanField(_("member of the club"), default=True)
    is_occasional = models.BooleanField(_("comes now and then"), default=False)
    is_forgotten = models.BooleanField(default=False, editable=False)
    apart = models.CharField(max_length=20, blank=True, editable=False)
    link_generation = models.PositiveIntegerField(default=1, editable=False)
    initial_apart = models.CharField(max_length=20, blank=True, editable=False)
    shown_as = models.CharField(
        _("name for strangers"), max_length=10, choices=NameShown, blank=True
    )

    class Meta:
        ordering = ["sort_key", "pk"]

    def __str__(self) -> str:
        how = self.how_shown
        if how == HIDDEN:
            return str(self.shown)
        if how == FULL:
            return full_name(self.name, self.apart)
        return initialled_name(self.name, self.initial_apart)

    def must_hold(self) -> None:
        """ValidationError without a name, or for a year in which nobody is born."""
        if not self.name.strip():
            raise ValidationError(_("A player needs a name."))
        rules.year_of_birth(self.birth_year)

    @property
    def parts(self) -> Name:
        """Given name, prefix and surname."""
        return parse_name(self.name)

    @property
    def how_shown(self) -> str:
        """How much of the name the reader may see."""
        now = naming_now()
        return now.of(self.shown_as, self.birth_year) if now and not self.is_forgotten else FULL

    @property
    def is_named(self) -> bool:
        """Whether the reader may see the whole name."""
        return self.how_shown == FULL

    @property
    def shown(self) -> Name:
        """The parts of the name that the reader may see; a number instead of a hidden one."""
        how = self.how_shown
        if self.is_forgotten:  # "Former member 18" has no surname
            return Name("", "", self.name)
        if how == HIDDEN:
            return Name("", "", gettext("Member %(number)s") % {"number": self.pk})
        return initialled(self.name) if how != FULL else self.parts

    @property
    def shown_suffix(self) -> str:
        """The suffix that tells the name, as it is shown, from namesakes."""
        how = self.how_shown
        return "" if how == HIDDEN else self.apart if how == FULL else self.initial_apart

    @property
    def order(self) -> str:
        """The sort key of the name as it is shown."""
        return self.sort_key if self.is_named else sort_key_text(self.shown)

    @property
    def search_text(self) -> str:
        """What a search box compares with: every part, without accents, in both spellings."""
        plain = search_key(str(self.shown))
        return f"{plain} {plain.replace(' ', '')}"


class Identity(models.Model):
    """A player's number at a federation, or at the club itself.

    UNKNOWN: nobody has chosen the federation yet; such a number is in no exported file.
    """

    class Issuer(models.TextChoices):
        UNKNOWN = "", _("not known whose")
        FIDE = "FIDE", "FIDE"
        KNSB = "KNSB", "KNSB"
        KNDB = "KNDB", "KNDB"
        TSF = "TSF", "TSF"
        EGD = "EGD", "EGD"
        ECF = "ECF", "ECF"
        DSB = "DSB", _("DSB (PKZ)")
        KBSB = "KBSB", "KBSB"
        FFE = "FFE", "FFE"
        FFG = "FFG", "FFG"
        OWN = "own", _("own number of the club")

    player = models.ForeignKey(Player, models.CASCADE, related_name="identities")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    issuer = models.CharField(_("given by"), max_length=10, choices=Issuer, blank=True)
    number = models.CharField(_("number"), max_length=40)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "identities"
        constraints = [
            models.UniqueConstraint(
                fields=["club", "issuer", "number"], name="one_player_per_issuer_and_number"
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(issuer=""),
                name="one_number_of_unknown_issuer",
            ),
        ]

    def __str__(self) -> str:
        if self.issuer == self.Issuer.UNKNOWN:
            return f"{self.number} ({self.get_issuer_display()})"
        return f"{self.get_issuer_display()} {self.number}"

    @property
    def is_of_the_state(self) -> bool:
        """Whether it is the state's number of the person, which leaders alone read."""
        return is_of_the_state(self.issuer, self.number)

    def must_hold(self) -> None:
        """ValidationError for a number that its federation does not give."""
        rules.number_of(self.issuer, self.number)


class Rating(models.Model):
    """A player's rating as a list has it, on the list's date.

    `tempo` "": classical, or the list has one rating for all games.
    """

    class Tempo(models.TextChoices):
        CLASSICAL = "", _("classical")
        RAPID = "rapid", _("rapid")
        BLITZ = "blitz", _("blitz")

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    list = models.CharField(_("list"), max_length=20)
    tempo = models.CharField(_("tempo of the list"), max_length=10, choices=Tempo, blank=True)
    date = models.DateField(_("date of the list"), null=True, blank=True)
    value = models.PositiveSmallIntegerField(_("rating"), validators=[rules.rating])

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "list", "tempo", "date"],
                nulls_distinct=False,
                name="one_rating_per_list_and_date",
            )
        ]

    def __str__(self) -> str:
        tempo = f" {self.get_tempo_display()}" if self.tempo else ""
        date = f" ({self.date.isoformat()})" if self.date else ""
        return f"{self.list}{tempo} {self.value}{date}"


def sort_key_text(name: Name) -> str:
    """The sort key of a name as one text, for an `ORDER BY` by code point.

    Cut off where the column ends: one character can decompose into eighteen letters.
    """
    return "\t".join(sort_key(name))[:LONGEST_SORT_KEY]
