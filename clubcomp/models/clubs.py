"""Who are the club's people, and what may they do in which club?"""

import secrets
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.names import FULL, HIDDEN, INITIAL
from clubcomp.doors.web_addresses import parsed_address
from clubcomp.models import rules
from clubcomp.models.colours import COLOURS, Colour

#: How many characters about the club fit at the foot of a sheet, in two lines.
IMPRINT_LENGTH = 160


class UserManager(BaseUserManager["User"]):
    """Makes accounts; an account is an e-mail address and a name."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A new account; without a password nobody can sign in with it yet."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """An account that may create clubs and see Django's admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


#: The host in the e-mail address of an account that was made for a link: it gets no mail.
NO_ADDRESS = "deputy.invalid"


class User(AbstractBaseUser, PermissionsMixin):
    """An account. Its membership says what the person may do in a club."""

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=200)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def is_of_link(self) -> bool:
        """Whether it was made for the link of a deputy or helper, for one evening only."""
        return self.email.endswith(f"@{NO_ADDRESS}")


def done_by() -> "models.ForeignKey[User | None, User | None]":
    """A column for the person who did something; it is empty when their account is gone."""
    return models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")


class Audience(models.TextChoices):
    """Who may read the pages of a club or a competition."""

    EVERYBODY = "everybody", _("everybody")
    LINK = "link", _("who has the link of the club")
    MEMBERS = "members", _("members of the club")


class NameShown(models.TextChoices):
    """How much of a name strangers read; each shows less than the one before."""

    FULL = FULL, _("the whole name")
    INITIAL = INITIAL, _("first name and initial: Anna V.")
    HIDDEN = HIDDEN, _("no name, but a number")


def new_code() -> str:
    """A random code: sixteen hexadecimal digits."""
    return secrets.token_hex(8)


class ClubQuerySet(models.QuerySet["Club"]):
    def not_suspended(self) -> "ClubQuerySet":
        """Clubs whose pages have not been closed by those who run the site."""
        return self.filter(suspended_at=None)

    def called(self, asked: str) -> "ClubQuerySet":
        """Clubs with all of these words in their name or address, which has no accents."""
        clubs = self
        for word in asked.split():
            plain = slugify(word)
            in_slug = models.Q(slug__contains=plain) if plain else models.Q()
            clubs = clubs.filter(models.Q(name__icontains=word) | in_slug)
        return clubs


class Club(models.Model):
    """A club; its slug is the first word of all its public addresses.

    `version` rises in the same transaction as every change that is not one of a competition.
    `audience` and `names_shown` hold for strangers (`clubcomp.doors.readers`). `link_generation` is
    the number of the link that lets them in: a new link raises it, and ends the one before.
    `has_wishes`: somebody wants messages; otherwise no step looks for receivers. `kinds_off` are
    the kinds of message that the club does not send; e-mails come from `sender_name`.
    `has_webhook`: another program is told (`Webhook`).
    `embed_sites` are the sites that may show its pages in a frame, as a browser names them
    ("https://www.toren.nl"), with blanks between. `time_zone` is that of its evenings.
    `code_in_ids` is in ids of calendars and feeds where the site has no name.
    `privacy_words` stand on the page on privacy: whom to write to, why data are kept.
    `asks_consent`: a game goes to a federation once both players have said yes (`Consent`).
    `colour` to `photo` are its nameplate: the names of its pictures (`ClubPicture`) are here, so
    that a page reads no row for them; `links` are addresses.
    `suspended_at`: when those who run the site closed its pages; its owners read why.
    `headline` is its news on the front page, written on the day `headline_on`.
    `ends_on`: an owner wants it deleted on that day (`flow.hosting.ending`).
    `rating_k` is how fast its own rating of players moves (`pages.club_rating`); 0: it has none.
    """

    RATING_KS = [(0, _("no")), *((k, f"K = {k}") for k in (10, 20, 30, 40))]

    name = models.CharField(_("name"), max_length=200, validators=[rules.one_line])
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    country = models.CharField(_("country"), max_length=2, blank=True, validators=[rules.country])
    time_zone = models.CharField(_("time zone"), max_length=50, default=settings.TIME_ZONE)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    audience = models.CharField(
        _("who may read"), max_length=10, choices=Audience, default=Audience.EVERYBODY
    )
    names_shown = models.CharField(
        _("names for strangers"), max_length=10, choices=NameShown, default=NameShown.FULL
    )
    shows_youth_names = models.BooleanField(_("whole names of young players"), default=False)
    is_findable = models.BooleanField(_("found by search engines"), default=False)
    link_generation = models.PositiveIntegerField(default=1, editable=False)
    suspended_at = models.DateTimeField(null=True, editable=False)
    suspended_why = models.CharField(max_length=500, default="", blank=True, editable=False)
    ends_on = models.DateField(null=True, editable=False)
    code_in_ids = models.CharField(max_length=16, default=new_code, editable=False)
    has_wishes = models.BooleanField(default=False, editable=False)
    has_webhook = models.BooleanField(default=False, editable=False)
    sender_name = models.CharField(
        _("name of the sender"), max_length=100, blank=True, validators=[rules.one_line]
    )
    reply_to = models.EmailField(
        _("answers go to"), max_length=254, blank=True, validators=[rules.mail_host]
    )
    kinds_off = models.JSONField(_("not sent"), default=list, blank=True, validators=[rules.kinds])
    embed_sites = models.CharField(
        _("sites that may show our pages"),
        max_length=500,
        blank=True,
        default="",
        validators=[rules.sites],
    )

    rating_k = models.PositiveSmallIntegerField(_("club rating"), choices=RATING_KS, default=0)
    asks_consent = models.BooleanField(_("games are rated with consent only"), default=False)
    privacy_words = models.TextField(
        _("our own words on privacy"), max_length=4000, blank=True, default=""
    )
    asks_second_factor = models.BooleanField(
        _("more than the password of owners and leaders"), default=False
    )
    colour = models.CharField(
        _("colour"),
        max_length=10,
        blank=True,
        choices=[(name, colour.label) for name, colour in COLOURS.items()],
    )
    line = models.CharField(
        _("the line below the name"), max_length=120, blank=True, validators=[rules.one_line]
    )
    place = models.CharField(
        _("where the club plays"), max_length=200, blank=True, validators=[rules.one_line]
    )
    contact = models.CharField(
        _("whom to ask"), max_length=200, blank=True, validators=[rules.one_line]
    )
    links = models.JSONField(_("links"), default=list, blank=True, validators=[rules.links])
    headline = models.CharField(_("news"), max_length=200, blank=True, validators=[rules.one_line])
    headline_on = models.DateField(null=True, blank=True, editable=False)
    crest = models.CharField(
        max_length=40, blank=True, editable=False, validators=[rules.picture_name]
    )
    icon = models.CharField(
        max_length=40, blank=True, editable=False, validators=[rules.picture_name]
    )
    photo = models.CharField(
        max_length=40, blank=True, editable=False, validators=[rules.picture_name]
    )

    objects = ClubQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def shades(self) -> Colour | None:
        """Its colour, on paper and in the dark; None where it chose none."""
        return COLOURS.get(self.colour)

    @property
    def initial(self) -> str:
        """The first letter or digit of its name, for an icon; "" where there is none."""
        return next((sign.upper() for sign in self.name if sign.isalnum()), "")

    @property
    def app_icon(self) -> str:
        """The picture of the app: its own, else its initial on its colour; "" for neither."""
        return self.icon or ("initial.png" if self.colour and self.initial else "")

    @property
    def hosts(self) -> list[tuple[str, str]]:
        """Its links, each with the name of its host without "www."."""
        parsed = [(link, parsed_address(link)) for link in self.links]
        return [(link, address.host.removeprefix("www.")) for link, address in parsed if address]

    @property
    def imprint(self) -> str:
        """Where it plays, whom to ask and its links, for the foot of a sheet: as many of them as
        fit there, none cut off."""
        text, hosts = "", [host for _link, host in self.hosts]
        for part in filter(None, (self.place, self.contact, *hosts)):
            longer = f"{text} · {part}" if text else part
            if len(longer) <= IMPRINT_LENGTH:
                text = longer
        return text

    @property
    def zone(self) -> ZoneInfo:
        """Its clock: when a day begins there, and what time a moment is."""
        return ZoneInfo(self.time_zone)


class Role(models.TextChoices):
    """What a person is in a club. Without a role they have no rights there."""

    OWNER = "owner", _("owner")
    LEADER = "leader", _("competition leader")
    MEMBER = "member", _("member")


class MembershipQuerySet(models.QuerySet["Membership"]):
    def in_force(self) -> "MembershipQuerySet":
        """Roles that the person accepted; a pending one gives no right."""
        return self.filter(is_pending=False)


class Membership(models.Model):
    """An account's role in a club, and which player of the club the person is.

    `is_pending`: an invitation that the person has not accepted yet.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role)
    player = models.OneToOneField(
        "Player", models.SET_NULL, null=True, blank=True, related_name="membership"
    )
    is_pending = models.BooleanField(_("invited"), default=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_per_person_and_club")
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"

    @property
    def shown_name(self) -> str:
        """The name; of an account that was only invited, no more than the inviter knows."""
        return self.user.email if self.is_pending else str(self.user)
