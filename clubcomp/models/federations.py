"""What do federations want to know of a competition, and with which file did it come in?"""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubcomp.models import rules
from clubcomp.models.clubs import Club, done_by
from clubcomp.models.competitions import Competition
from clubcomp.models.players import Identity, Player
from clubcomp.models.rounds import Game


class Event(models.Model):
    """What a federation's file says about a competition. No row: nothing was filled in.

    `arbiters` are names, one a line. Without `start` or `end` the first or last evening counts.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="event")
    place = models.CharField(pgettext_lazy("of an event", "place"), max_length=200, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    start = models.DateField(_("first day"), null=True, blank=True)
    end = models.DateField(_("last day"), null=True, blank=True)
    chief_arbiter = models.CharField(_("chief arbiter"), max_length=200, blank=True)
    arbiters = models.TextField(_("deputy arbiters"), blank=True)
    time_control = models.CharField(_("time control"), max_length=200, blank=True)
    type = models.CharField(_("type of competition"), max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.competition}, {self.place}"

    def must_hold(self) -> None:
        """ValidationError if the last day is before the first one."""
        if self.start and self.end and self.end < self.start:
            raise ValidationError(_("The last day cannot come before the first."))


class ClubNumber(models.Model):
    """The club's own number at a federation."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="numbers")
    issuer = models.CharField(_("given by"), max_length=10, choices=Identity.Issuer)
    number = models.CharField(_("number"), max_length=20, validators=[rules.one_line])

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "issuer"], name="one_club_number_per_issuer")
        ]

    def __str__(self) -> str:
        return f"{self.issuer} {self.number}"


class Original(models.Model):
    """The report that a competition was imported from, so that it can be exported unchanged.

    `document` is the competition at that moment: lines about what has not changed since are
    copied from the report.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="original")
    data = models.BinaryField()
    document = models.TextField()

    def __str__(self) -> str:
        return str(self.competition)


class Receipt(models.Model):
    """What an import brought, to be shown, and undone until something was played on it.

    `kind` is what the file was. `held` counts what was in it, by word. `remarks` are what was left
    out or is otherwise here, as the readers of files say it, at most `flow.receipts.MOST`.
    `brought` is what the club did not have, by the numbers of its players' rows: those `new`, with
    a digest of their facts, and what was `filled` in for others, their `numbers` and `ratings`.
    `table` is what another program's Keizer showed, from which its rules can be found out.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="receipt")
    at = models.DateTimeField(auto_now_add=True)
    by = done_by()
    kind = models.CharField(max_length=20)
    held = models.JSONField(default=dict)
    remarks = models.JSONField(default=list, blank=True)
    brought = models.JSONField(default=dict)
    table = models.TextField(blank=True)

    def __str__(self) -> str:
        return str(self.competition)


class SentReport(models.Model):
    """A report of games that was made for a federation, so that no game goes there unnoticed twice.

    `tempo` is a key, "" for every tempo; `first` and `last` are the days of the period. `facts`
    are what was filled in beside the games. `games`: what the report said of each, by the numbers
    of evening and round and the board ("3.1.2"). `digest` is the file's SHA-256. The file itself
    (`data`) is kept until the next report for the same federation is made, or somebody in it is
    forgotten.
    """

    class Target(models.TextChoices):
        TRF26 = "trf26", _("FIDE: rating report of 2026 (TRF26)")
        TRF16 = "trf16", _("FIDE: rating report of 2016 (TRF16)")
        ECF = "ecf", _("England: text file of results (ECF)")
        DSB = "dsb", _("Germany: table of progress (DSB, DBSB)")
        EGD = "egd", _("Europe, go: tournament file (h9)")
        TABLE = "table", _("any other: a table of games (CSV)")

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="sent_reports")
    target = models.CharField(_("for whom"), max_length=10, choices=Target)
    tempo = models.CharField(_("tempo"), max_length=40, blank=True)
    first = models.DateField(_("from"), null=True, blank=True)
    last = models.DateField(_("until"), null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    facts = models.JSONField(default=dict, blank=True)
    games = models.JSONField(default=dict, blank=True)
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    data = models.BinaryField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.competition}: {self.name}"

    @property
    def short_digest(self) -> str:
        """Its first twelve digits: enough for people to tell two files apart."""
        return self.digest[:12]


class Consent(models.Model):
    """Whether a player lets a game of theirs go to a federation, to be rated.

    Without a `game` it is the answer for every game that the player has given no other for. No
    row: there is no answer. It counts where the club asks (`Club.asks_consent`).
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="consents")
    game = models.ForeignKey(Game, models.CASCADE, null=True, blank=True, related_name="consents")
    is_given = models.BooleanField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game"],
                name="one_consent_per_player_and_game",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.game or 'every game'}: {'yes' if self.is_given else 'no'}"
