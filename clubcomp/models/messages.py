"""Which messages leave the site, and what became of each?"""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.web_addresses import parsed_address
from clubcomp.models.clubs import Club
from clubcomp.models.players import Player

#: Seconds before the second, third ... attempt; the last number is for all further ones.
DELAYS = [30, 120, 600, 1800, 7200, 14400]
#: A message of this age is given up.
GIVEN_UP_AFTER = timedelta(days=1)


class MessageKind(models.TextChoices):
    """What a message is about."""

    BOARD = "board", _("the board, as soon as a game is paired")
    EVENING = "evening", _("an evening that is moved or cancelled")
    RESERVE = "reserve", _("an evening where one more player would help")
    SIGN_IN = "sign_in", _("a link to sign in")
    INVITATION = "invitation", _("an invitation")
    GIVEN_UP = "given_up", _("messages that did not arrive")
    LINK = "link", _("the personal link")
    CODE = "code", _("a code for another address")
    SIGN_UP = "sign_up", _("a link to found a club")
    SIGN_UP_ANSWER = "sign_up_answer", _("what became of a club that was asked for")
    SIGN_UP_WAITS = "sign_up_waits", _("clubs that wait to be approved")
    STORM = "storm", _("many who ask for links to sign in")
    NEWS = "news", _("what another program is told")
    ENDING = "ending", _("the end of the club here")
    TEST = "test", _("a test")


def key_of(kind: MessageKind, *event_and_receiver: object) -> str:
    """The identity of a message, as a digest, from which its Message-ID is made."""
    value = "\n".join(map(str, (kind.value, *event_and_receiver)))
    return salted_hmac("clubcomp.flow.messages", value, algorithm="sha256").hexdigest()[:40]


#: What is sent only to those who want it.
WISHED = (MessageKind.BOARD, MessageKind.EVENING, MessageKind.RESERVE)


class Channel(models.TextChoices):
    """Which way a message goes."""

    EMAIL = "email", _("by e-mail")
    PUSH = "push", _("on a device")
    WEBHOOK = "webhook", _("to another program")


class Wish(models.Model):
    """A kind of message that a player wants, by which channel, and in which language."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=20)
    channel = models.CharField(max_length=10)
    language = models.CharField(max_length=10)

    class Meta:
        verbose_name_plural = "wishes"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "channel"], name="one_wish_per_kind_and_channel"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.kind}, {self.channel}"

    def get_kind_display(self) -> str:
        """What it is about, in words."""
        return str(MessageKind(self.kind).label)

    def get_channel_display(self) -> str:
        """Which way, in words."""
        return str(Channel(self.channel).label)


class Device(models.Model):
    """A browser that takes notifications for a player: where they go, and its public keys."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.player}, {self.made_at:%Y-%m-%d}"


class PushKey(models.Model):
    """The key with which the site identifies itself to notification services.

    One row, made at the first need. Browsers that take notifications know its public part, so
    it stays: a backup has it, and the program's files do not.
    """

    private = models.TextField()

    def __str__(self) -> str:
        return f"{self.pk}"


class WebhookNews(models.TextChoices):
    """The kinds of news that another program can be sent."""

    PAIRING = "pairing", _("a pairing is published, or changed")
    RESULTS = "results", _("results are entered, or corrected")
    STANDINGS = "standings", _("an evening is closed, so standings change")


class Webhook(models.Model):
    """The one address at which a program of the club gets its `news`.

    `Club.has_webhook` says whether it is on; where it is not, no step asks. `site` is the address
    that this site had when the owner turned it on: a copy of the site elsewhere sends nothing.
    The secret that signs is made from the site's own and `generation`, and stored nowhere.
    `failures` are those in a row; `told_at` is when it was last called, with or without success.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="webhook")
    address = models.CharField(max_length=500)
    news = models.JSONField(default=list)
    site = models.CharField(max_length=300)
    generation = models.PositiveIntegerField(default=1)
    failures = models.PositiveSmallIntegerField(default=0)
    told_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.club}: {self.host}"

    @property
    def host(self) -> str:
        """The site of its address; the rest can be a secret."""
        address = parsed_address(self.address)
        return address.site if address else ""


class MessageQuerySet(models.QuerySet["Message"]):
    """Messages by what is still to be done."""

    def waiting(self) -> "MessageQuerySet":
        """Neither sent nor given up."""
        return self.filter(sent_at=None, given_up_at=None)

    def due(self) -> "MessageQuerySet":
        """Messages to be sent now, the one that has waited longest first."""
        return self.waiting().filter(due_at__lte=timezone.now()).order_by("due_at", "pk")


class Message(models.Model):
    """One message to one receiver, written in the transaction that it reports.

    Its text is written when it is sent, from what is true then and from `facts`. `key` is derived
    from the event and the receiver: it makes the Message-ID, and nobody gets it twice. `club` is
    empty for messages about the whole site; `address` is where the message goes if neither the
    account nor the player has an address.
    """

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=20)
    channel = models.CharField(max_length=10, default=Channel.EMAIL)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    device = models.ForeignKey(Device, models.CASCADE, null=True, related_name="+")
    address = models.CharField(max_length=254, blank=True)
    language = models.CharField(max_length=10)
    facts = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=300, blank=True)
    sent_at = models.DateTimeField(null=True, db_index=True)
    given_up_at = models.DateTimeField(null=True, db_index=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(sent_at=None, given_up_at=None),
                name="messages_that_wait",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key[:8]}"

    @property
    def is_stale(self) -> bool:
        """Whether it waited unsent for more than a day, as in a backup that was restored."""
        return timezone.now() > self.made_at + GIVEN_UP_AFTER

    def try_later(self, answer: str) -> None:
        """Note an attempt that failed, or may have failed; after a day the message is given up."""
        self.tries += 1
        self.answer = answer[:300]
        self.due_at = timezone.now() + timedelta(seconds=DELAYS[min(self.tries, len(DELAYS)) - 1])
        if self.due_at > self.made_at + GIVEN_UP_AFTER:
            self.give_up(answer)

    def give_up(self, answer: str) -> None:
        """Note that it is not tried again."""
        self.answer, self.given_up_at = answer[:300], timezone.now()
