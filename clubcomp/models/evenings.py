"""When does the club play, and who comes?"""

import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.models.clubs import done_by
from clubcomp.models.competitions import Competition, Entry, Tempo
from clubcomp.models.players import Player
from clubcomp.models.unplayed import ANNOUNCED, AWAY, LONGEST, name_of, one_of
from pairing.core.unplayed import Unplayed

if TYPE_CHECKING:
    from clubcomp.models.rounds import Round


#: The rounds of an evening that are on record; `Round.Status` imports this module.
ON_RECORD = ~models.Q(rounds__status="proposed")


class EveningQuerySet(models.QuerySet["Evening"]):
    def opened(self) -> "EveningQuerySet":
        """Evenings being played now."""
        return self.filter(status=Evening.Status.OPEN)

    def to_play(self) -> "EveningQuerySet":
        """Open evenings and planned ones, of competitions that are running."""
        left = self.exclude(status=Evening.Status.CLOSED)
        return left.filter(competition__stage=Competition.Stage.RUNNING)

    def with_paired(self) -> "EveningQuerySet":
        """Evenings with `paired`, their number of rounds on record, by which lists name them."""
        return self.annotate(paired=models.Count("rounds", filter=ON_RECORD))

    def played(self) -> "EveningQuerySet":
        """Evenings with a round on record."""
        return self.alias(count=models.Count("rounds", filter=ON_RECORD)).filter(count__gt=0)

    def in_calendar(self) -> "EveningQuerySet":
        """All evenings, except those that were never played in a competition that is over."""
        is_over = ~models.Q(competition__stage=Competition.Stage.RUNNING)
        return self.exclude(is_over, status=Evening.Status.PLANNED)

    def upcoming(self) -> "EveningQuerySet":
        """Evenings still to come, the next one first."""
        return self.filter(status=Evening.Status.PLANNED).order_by("number")


class Evening(models.Model):
    """A club evening: a date with one tempo. `number` counts evenings in order of play.

    `serial` comes from the competition's counter and never changes: addresses use it.
    `games` is how many games are planned; the record has as many as were really played.
    `first_round` is the number of its first round in the whole competition, for systems that
    number their rounds; the steps on evenings keep it up to date.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="evenings")
    number = models.PositiveIntegerField()
    serial = models.PositiveIntegerField(editable=False)
    tempo = models.ForeignKey(Tempo, models.PROTECT, related_name="evenings")
    date = models.DateField(_("date"), null=True, blank=True)
    starts_at = models.TimeField(_("starts at"), null=True, blank=True)
    games = models.PositiveSmallIntegerField(_("games"), default=1)
    first_round = models.PositiveIntegerField(default=1, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNED)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "number"],
                name="one_evening_per_number",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["competition", "serial"], name="one_evening_per_serial"
            ),
            models.UniqueConstraint(
                fields=["competition"],
                condition=models.Q(status="open"),
                name="one_open_evening_per_competition",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.competition}, {self.number}"

    @cached_property
    def pairings(self) -> "list[Round]":
        """Its rounds by number, as they are when first asked. One query."""
        return list(self.rounds.order_by("number"))

    @property
    def proposed(self) -> "Round | None":
        """The one of its `pairings` that the leader is still looking at."""
        return next((round_ for round_ in self.pairings if round_.is_proposed), None)

    def round_name(self, number: int) -> str:
        """What round `number` of it is called in a sentence: "game 2", or "round 5".

        Where pairing runs per tempo it is a game of the evening; elsewhere a round of the
        competition.
        """
        if self.competition.abilities.uses_tempos:
            return gettext("game %(number)s") % {"number": number}
        return gettext("round %(number)s") % {"number": self.first_round + number - 1}

    def rounds_name(self, first: int, last: int) -> str:
        """What several rounds in a row are called: "games 2 to 7", "rounds 5 to 6", "game 7"."""
        if first == last:
            return self.round_name(first)
        if self.competition.abilities.uses_tempos:
            return gettext("games %(first)s to %(last)s") % {"first": first, "last": last}
        before = self.first_round - 1
        numbers = {"first": before + first, "last": before + last}
        return gettext("rounds %(first)s to %(last)s") % numbers

    @property
    def facts(self) -> dict[str, int]:
        """The round of the competition from which its games count, for the trail."""
        if self.competition.abilities.uses_tempos:
            return {}
        return {"first_round": self.first_round}

    def facts_of(self, number: int) -> dict[str, int]:
        """Which round it was, for the trail: `game` of the evening, `round` of the competition."""
        if self.competition.abilities.uses_tempos:
            return {"game": number}
        return {"game": number, "round": self.first_round + number - 1}

    @property
    def is_planned(self) -> bool:
        return self.status == self.Status.PLANNED

    @property
    def begins_at(self) -> datetime.datetime | None:
        """When it begins, on the club's clock; None where the day or the hour is not known."""
        if self.date is None or self.starts_at is None:
            return None
        return timezone.make_aware(datetime.datetime.combine(self.date, self.starts_at))

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_closed(self) -> bool:
        return self.status == self.Status.CLOSED


class Attendance(models.Model):
    """What was announced about a player for an evening. No row: expected, or "now and then".

    `status` is a `Status`, or an `Unplayed` other than the bye, or a kind of the competition's own.
    "Expected" and "present" hold from `from_game` until `until_game` (None: to the end); in other
    games the player is absent with notice. `models.plans` works out the status in one game.
    `is_own`: the player said it, by the personal link or signed in. `is_reserve`: a player who
    stays away comes when the number is odd; one who is expected took such a place, and keeps it.
    """

    class Status(models.TextChoices):
        EXPECTED = "expected", _("expected")
        PRESENT = "present", _("present")

    STATUSES = [*Status.choices, *ANNOUNCED]

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="attendance")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="attendance")
    status = models.CharField(
        max_length=LONGEST, validators=[one_of(*dict(STATUSES))], default=Status.EXPECTED
    )
    from_game = models.PositiveSmallIntegerField(_("from game"), default=1)
    until_game = models.PositiveSmallIntegerField(_("until game"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    is_own = models.BooleanField(default=False)
    is_reserve = models.BooleanField(default=False)
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = done_by()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "attendance"
        constraints = [
            models.UniqueConstraint(fields=["evening", "entry"], name="one_attendance_per_evening")
        ]

    def __str__(self) -> str:
        is_status = dict(self.Status.choices).get(self.status)
        return f"{self.entry}: {is_status or name_of(self.status)}"


class GameAttendance(models.Model):
    """A player's status in one game of an evening, where it differs from the rest."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="game_attendance")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="game_attendance")
    game = models.PositiveSmallIntegerField(_("game"))
    status = models.CharField(max_length=LONGEST, validators=[one_of(*dict(Attendance.STATUSES))])

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "attendance in games"
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "entry", "game"], name="one_attendance_per_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.game}: {self.status}"


class Habit(models.Model):
    """A player does not come to the evenings of a tempo, unless something else is announced.

    It is the weakest of all announcements: a holiday and an announcement override it. `kind` is how
    they are away then. `is_reserve`: they come when the number is odd without them.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="habits")
    tempo = models.ForeignKey(Tempo, models.CASCADE, related_name="habits")
    kind = models.CharField(
        _("how"),
        max_length=LONGEST,
        validators=[one_of(*dict(AWAY))],
        default=Unplayed.ABSENT.value,
    )
    is_reserve = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "tempo"], name="one_habit_per_tempo")
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.tempo}"


class Away(models.Model):
    """A player's holiday: away on every evening of the club from `first` to `last`.

    It also holds for evenings planned later. An announcement for one evening overrides it. A `kind`
    of a competition's own is one there, and elsewhere an absence with notice.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="away")
    first = models.DateField(_("first day away"))
    last = models.DateField(_("last day away"))
    kind = models.CharField(
        _("how"),
        max_length=LONGEST,
        validators=[one_of(*dict(AWAY))],
        default=Unplayed.ABSENT.value,
    )
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        ordering = ["first", "pk"]
        verbose_name_plural = "away"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(first__lte=models.F("last")), name="away_ends_after_it_begins"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.first} - {self.last}"
