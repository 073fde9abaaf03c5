"""Which competitions does the club hold, under which system, in which tempos, and with whom?"""

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from clubcomp.models import rules
from clubcomp.models.clubs import Audience, Club, NameShown
from clubcomp.models.players import Player, Rating
from clubcomp.models.seasons import Season
from clubcomp.models.unplayed import OWN, stored
from pairing.core.beside_games import DecidedTie
from pairing.core.rules import Rules
from pairing.core.system import Abilities, PairingSystem
from pairing.registry import get_system, rules_of, system_choices

if TYPE_CHECKING:
    from clubcomp.models.evenings import Evening


class ByPlayers(models.TextChoices):
    """Whether players enter the results of their own games, and when these count."""

    CONFIRMED = "confirmed", _("yes: one enters it, the other one confirms it")
    AT_ONCE = "at_once", _("yes: it counts at once, unless the other one says otherwise")


class AskedAhead(models.IntegerChoices):
    """How many days before an evening reserves are asked automatically."""

    ON_THE_DAY = 0, _("on the day itself")
    ONE_DAY = 1, _("from the day before")
    TWO_DAYS = 2, _("from two days before")
    THREE_DAYS = 3, _("from three days before")


class Competition(models.Model):
    """What is played for in a season, under one pairing system.

    `options` are the system's options as a document writes them: only what differs from the
    default; `earlier_options` are those before, each with the last evening on which they held.
    `version` rises in the same transaction as every change; caches of what was
    computed have it in their keys. `last_serial` is the highest serial of an evening so far.
    Players sign off by themselves until `sign_off_until` on the day, or else until they are paired.
    Reserves are asked automatically from `reserves_asked_ahead` days before an evening, or never.
    `seeding_list` is the list that ratings are taken from; "" is the rating that the club goes by.
    `goes_up` and `goes_down` are how many of each group change to the one above or below.
    `decided_ties` are those decided by hand, as documents have them.
    Nothing in it changes unless its `stage` is running; archived it is in no daily list.
    Start numbers by lot were last drawn at `drawn_at`. `periods_begun` is how many periods of
    the regulation have begun, as a leader confirmed.
    `counts_in` is the competition in which the games of a cup or a round robin count too.
    Where one is played `by_fide_rules`, what was announced stays from round 1 on.
    `audience` and `names_shown` hold for strangers; "" as the club has it. How prizes are given:
    `pairing.core.prizes.PrizeRule`.
    """

    class GameKind(models.TextChoices):
        CHESS = "chess", _("chess")
        DRAUGHTS = "draughts", _("draughts")
        GO = "go", _("go")

    class Stage(models.TextChoices):
        """How far a competition is; it moves in this order, and back."""

        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    club = models.ForeignKey(Club, models.CASCADE, related_name="competitions")
    season = models.ForeignKey(
        Season, models.RESTRICT, verbose_name=_("season"), related_name="competitions"
    )
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("address"), max_length=60)
    game = models.CharField(_("game"), max_length=10, choices=GameKind, default=GameKind.CHESS)
    system = models.CharField(_("system"), max_length=40, choices=system_choices)
    options = models.JSONField(default=dict, blank=True)
    earlier_options = models.JSONField(
        default=list, blank=True, editable=False, validators=[rules.earlier_options]
    )
    decided_ties = models.JSONField(
        default=list, blank=True, editable=False, validators=[rules.decided_ties]
    )
    seeding_list = models.CharField(_("rating list"), max_length=20, blank=True)
    seeding_tempo = models.CharField(
        _("tempo of the list"), max_length=10, choices=Rating.Tempo, blank=True
    )
    audience = models.CharField(_("who may read"), max_length=10, choices=Audience, blank=True)
    names_shown = models.CharField(
        _("names for strangers"), max_length=10, choices=NameShown, blank=True
    )
    sign_off_until = models.TimeField(_("signing off until"), null=True, blank=True)
    reserves_asked_ahead = models.PositiveSmallIntegerField(
        _("reserves asked automatically"), choices=AskedAhead, null=True, blank=True
    )
    results_by_players = models.CharField(
        _("results by the players"), max_length=10, choices=ByPlayers, blank=True
    )
    counts_in = models.ForeignKey(
        "self",
        models.SET_NULL,
        verbose_name=_("counts in"),
        null=True,
        blank=True,
        related_name="cups",
    )
    stage = models.CharField(
        _("stage"), max_length=10, choices=Stage, default=Stage.RUNNING, editable=False
    )
    goes_up = models.PositiveSmallIntegerField(_("go up"), default=0)
    goes_down = models.PositiveSmallIntegerField(_("go down"), default=0)
    one_prize_each = models.BooleanField(_("nobody has two prizes"), default=True)
    dearest_prize_first = models.BooleanField(_("the dearest prize is given first"), default=False)
    ties_share_prizes = models.BooleanField(_("equal points share a prize"), default=False)
    by_fide_rules = models.BooleanField(_("by FIDE’s rules"), default=False, editable=False)
    version = models.PositiveBigIntegerField(default=1, editable=False)
    last_serial = models.PositiveIntegerField(default=0, editable=False)
    periods_begun = models.PositiveSmallIntegerField(default=1, editable=False)
    made_at = models.DateTimeField(auto_now_add=True)
    drawn_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_competition_per_address"),
            models.UniqueConstraint(
                "season", Upper("name"), name="one_competition_per_name_and_season"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_running(self) -> bool:
        return self.stage == self.Stage.RUNNING

    @property
    def is_archived(self) -> bool:
        return self.stage == self.Stage.ARCHIVED

    #: The rules with the system and options that they were made from.
    _bound: tuple[str, dict[str, Any], Rules] | None = None

    @property
    def rules(self) -> Rules:
        """The pairing system with the competition's options; UnknownSystem, BadOptions."""
        if self._bound is None or self._bound[:2] != (self.system, self.options):
            self._bound = self.system, deepcopy(self.options), rules_of(self)
        return self._bound[2]

    @property
    def ties(self) -> tuple[DecidedTie, ...]:
        """The ties that were decided by hand."""
        return tuple(map(rules.tie_from, self.decided_ties))

    def options_on(self, evening: int) -> dict[str, Any]:
        """The options that hold on an evening, by its number."""
        earlier = (options for until, options in self.earlier_options if evening <= until)
        return next(earlier, self.options)

    @property
    def pairing_system(self) -> PairingSystem:
        """The pairing system, whatever its options; UnknownSystem."""
        return get_system(self.system)

    @property
    def abilities(self) -> Abilities:
        """What the pairing system can do; UnknownSystem."""
        return self.pairing_system.abilities

    @property
    def kind_names(self) -> Mapping[str, str]:
        """The club's names for kinds of absence, by the key that rows have: for all kinds of its
        own, and for the standard ones that it renamed."""
        if not self.abilities.has_own_kinds:
            return {}
        kinds = ((stored(kind.key), kind) for kind in self.rules.kinds.values())
        return {
            kind: about.name or about.key.replace("_", " ").capitalize()
            for kind, about in kinds
            if about.name or kind.startswith(OWN)
        }

    @property
    def pays_by_result(self) -> bool:
        """Whether some kind of absence earns points by the result elsewhere."""
        kinds = self.rules.kinds.values() if self.abilities.has_own_kinds else ()
        return any(kind.pays_by_result for kind in kinds)

    @property
    def own_kinds(self) -> Mapping[str, str]:
        """The names of its own kinds of absence alone, by the key that rows have."""
        return {kind: name for kind, name in self.kind_names.items() if kind.startswith(OWN)}

    def has_begun(self) -> bool:
        """Whether a round is on record. One query."""
        return self.evenings.played().exists()

    def awaits_draw(self) -> bool:
        """Whether the lots of a cup are still to be drawn: nobody knows yet who meets whom."""
        is_by_lot = self.abilities.knocks_out and self.rules.start_numbers == "lot"
        return is_by_lot and self.drawn_at is None and not self.has_begun()

    @cached_property
    def largest_group(self) -> int:
        """How many players are in the largest group; all of them where there are no groups.

        `flow.rounds.count_largest_groups` counts those of many competitions in one query.
        """
        return max(Counter(self.entries.values_list("group", flat=True)).values(), default=0)


def distinct_names(competitions: Iterable[Competition]) -> dict[int, str]:
    """The name of each competition, by primary key, with its season where two have the same name.

    The caller has read the seasons with them.
    """
    competitions = list(competitions)
    named = Counter(competition.name.casefold() for competition in competitions)
    return {
        competition.pk: str(competition)
        if named[competition.name.casefold()] == 1
        else f"{competition}, {competition.season}"
        for competition in competitions
    }


class Tempo(models.Model):
    """A time control of the competition with its numbers (none of them for a Swiss system).

    `minutes` each for the game, null where nobody said it, and `increment` seconds more for each
    move: federations ask for them.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="tempos")
    key = models.CharField(_("short name"), max_length=40)
    name = models.CharField(_("name"), max_length=200, blank=True)
    games_per_evening = models.PositiveSmallIntegerField(_("games an evening"), default=1)
    last_n = models.PositiveSmallIntegerField(_("not again within"), default=0)
    absence_limit = models.PositiveSmallIntegerField(_("absence credits"), default=0)
    weight = models.CharField(_("weight"), max_length=20, default="1")
    minutes = models.PositiveSmallIntegerField(_("minutes for the game"), null=True, blank=True)
    increment = models.PositiveSmallIntegerField(_("seconds for each move"), default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "key"], name="one_tempo_per_key")
        ]

    def __str__(self) -> str:
        return self.name or self.key

    def must_hold(self) -> None:
        """ValidationError for a bad short name, or a number outside its limits."""
        rules.tempo_key(self.key)
        rules.weight(self.weight)
        labels = {field.name: field.verbose_name for field in self._meta.concrete_fields}
        for name, (low, high) in (rules.TEMPO_NUMBERS | rules.PACE).items():
            if getattr(self, name) is not None and not low <= getattr(self, name) <= high:
                words = _("“%(name)s” of a tempo lies between %(low)s and %(high)s.")
                raise ValidationError(words % {"name": labels[name], "low": low, "high": high})


#: What precedes the number of a player whose name is hidden, in addresses; and its digits.
NUMBERED, LONGEST_NUMBER = "~", 18


class EntryQuerySet(models.QuerySet["Entry"]):
    def by_key(self) -> dict[str, "Entry"]:
        """The players by the key that snapshots know them by. One query."""
        return {entry.key: entry for entry in self.select_related("player")}

    def at(self, address: str) -> "Entry | None":
        """The entry that an address means, if the reader may know who that is. One query."""
        number = address.removeprefix(NUMBERED)
        meant = Q(key=address)
        if number != address and number.isdecimal() and len(number) < LONGEST_NUMBER:
            meant |= Q(player=int(number))
        return entry_at(self.filter(meant).select_related("player"), address)


class Entry(models.Model):
    """A player in a competition. `key` is their id in documents; it is made of the name, so in
    what strangers read `address` stands for it.

    `start` is their start number; `joined` and `left` are numbers of evenings.
    `rating` is the one that the competition uses, so that a later list changes nothing.
    `group` is the one that they are in now, "" where there are none; `moves` are those before, as
    [group, last evening there, whether what was earned there counts along]. `start_points` are
    [points as a fraction, last evening or None] that they are paired with beside their own, or [].
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    key = models.CharField(max_length=40)
    start = models.PositiveIntegerField(_("place in the start order"))
    rating = models.PositiveSmallIntegerField(
        _("rating"), null=True, blank=True, validators=[rules.rating]
    )
    joined = models.PositiveIntegerField(_("first evening"), default=1)
    left = models.PositiveIntegerField(_("last evening"), null=True, blank=True)
    guest = models.BooleanField(_("guest"), default=False)
    group = models.CharField(_("group"), max_length=20, blank=True)
    moves = models.JSONField(default=list, blank=True, editable=False)
    start_points = models.JSONField(default=list, blank=True, editable=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["competition", "key"], name="one_entry_per_key"),
            models.UniqueConstraint(fields=["competition", "player"], name="one_entry_per_player"),
            models.UniqueConstraint(
                fields=["competition", "start"],
                name="one_entry_per_start_place",
                deferrable=models.Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def address(self) -> str:
        """The player's word in addresses: the key if the reader may see the name, else a number."""
        return self.key if self.player.is_named else f"{NUMBERED}{self.player_id}"

    def is_at(self, address: str) -> bool:
        """Whether a word of an address is this player's; a hidden name is not found by guessing."""
        return address == f"{NUMBERED}{self.player_id}" or (
            address == self.key and self.player.is_named
        )

    def must_hold(self) -> None:
        """ValidationError for a key or group that is no word, or evenings out of order."""
        rules.word(self.key)
        rules.evenings(self.start, self.joined, self.left)
        rules.moves(self.group, self.moves)
        rules.start_points(self.start_points)

    def belongs_to(self, evening_number: int) -> bool:
        """Whether the player belongs to the competition on that evening."""
        return self.joined <= evening_number and (self.left is None or evening_number <= self.left)

    def group_on(self, evening_number: int) -> str:
        """The group that the player is in on that evening."""
        then = (group for group, until, _is_kept in self.moves if evening_number <= until)
        return next(then, self.group)

    def plays_with(self, opponent: "Entry", evening: "Evening") -> bool:
        """Whether the two are in the same group on an evening."""
        return self.group_on(evening.number) == opponent.group_on(evening.number)


def entry_at(entries: "Iterable[Entry]", address: str) -> Entry | None:
    """The entry that an address means, if the reader may know who that is."""
    return next((entry for entry in entries if entry.is_at(address)), None)
