"""Who played whom, with which colour and result, and who did not play?"""

import hashlib
import zlib
from collections.abc import Iterable
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubcomp.models.clubs import done_by
from clubcomp.models.competitions import Competition, Entry
from clubcomp.models.evenings import Evening
from clubcomp.models.unplayed import KINDS, LONGEST, name_of, one_of
from pairing.core.types import Colour, Result
from pairing.core.unplayed import Unplayed

#: How a game elsewhere can have ended for somebody.
ELSEWHERE = ("1", "1/2", "0")


class RoundQuerySet(models.QuerySet["Round"]):
    def on_record(self) -> "RoundQuerySet":
        """Rounds that count: published or finished."""
        return self.exclude(status=Round.Status.PROPOSED)

    def proposed(self) -> "RoundQuerySet":
        """Rounds that the leader is still looking at."""
        return self.filter(status=Round.Status.PROPOSED)

    def after(self, round_: "Round") -> "RoundQuerySet":
        """The rounds that come after one in order of play, of its evening and later ones."""
        evening = round_.evening
        rounds = self.filter(evening__competition=evening.competition_id)
        same_evening = rounds.filter(evening=evening, number__gt=round_.number)
        return same_evening | rounds.filter(evening__number__gt=evening.number)

    def documents(self) -> dict[int, str]:
        """The document that each round was paired from, by primary key; "" if unknown. A query."""
        return dict(self.values_list("pk", "paired_from"))


class CompressedTextField(models.TextField):  # type: ignore[type-arg]  # as Django has it
    """A long text that is seldom read, compressed in the database; not for searching."""

    def db_type(self, connection: Any) -> str:
        return "bytea"

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """What is stored; nothing for an empty text."""
        return zlib.compress(value.encode()) if value else b""

    def from_db_value(self, value: Any, *_of_query: Any) -> Any:
        """The text again."""
        return zlib.decompress(value).decode() if value else ""


def _digest_of(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


_Manager = models.Manager.from_queryset(RoundQuerySet)


class RoundManager(_Manager["Round"]):
    """Reads rounds without their documents, which are longer than all the rest."""

    def get_queryset(self) -> RoundQuerySet:
        return RoundQuerySet(self.model, using=self._db).defer("paired_from")


class Round(models.Model):
    """One pairing on an evening.

    While it is PROPOSED the pairing is `proposal` (pairs and bye, players by key), made from
    `paired_from` (the competition document's text at that moment) around `fixed` (a list of [white,
    black, reason]) and `named_byes` (whom the leader gave the bye); `drawn` is the order (keys)
    that lots were drawn in, where it is paired by lot; `elsewhere` are results elsewhere (by key)
    until it is published. To explain it, the round is paired again from there. Publishing
    writes the record: games, and a row for everybody without one. `kept_results` holds the results
    of a withdrawn round until it is published again; `seal` what came of pairing it again
    (`flow.pairings.seals`), once somebody asked.

    It keeps that document whole; a round that came in with a competition has none. The digest says
    whether it was paired from another one, without reading it.
    """

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposal")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", _("finished")

    class PairedBy(models.TextChoices):
        SYSTEM = "system", _("the system")
        HAND = "hand", _("hand")
        ELSEWHERE = "elsewhere", _("another program")

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.PROPOSED)
    paired_by = models.CharField(max_length=10, choices=PairedBy, default=PairedBy.SYSTEM)
    system = models.CharField(max_length=40, blank=True)
    options = models.JSONField(default=dict, blank=True)
    paired_from = CompressedTextField(blank=True, editable=False)
    paired_digest = models.CharField(max_length=64, blank=True, editable=False)
    proposal = models.JSONField(default=dict, blank=True)
    fixed = models.JSONField(default=list, blank=True)
    named_byes = models.JSONField(default=list, blank=True)
    drawn = models.JSONField(default=list, blank=True, editable=False)
    elsewhere = models.JSONField(default=dict, blank=True, editable=False)
    kept_results = models.JSONField(default=dict, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = done_by()
    finished_at = models.DateTimeField(null=True, blank=True)
    seal = models.JSONField(null=True, blank=True, editable=False)

    objects = RoundManager()

    class Meta:
        ordering = ["evening__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_round_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.evening}/{self.number}"

    @cached_property
    def boards(self) -> "list[Game]":
        """Its games with their players, in board order, as they are when first asked. One query."""
        games = self.games.select_related("white__player", "black__player", "entered_by")
        return sorted(games.order_by(), key=attrgetter("board"))

    def is_paired_from(self, document: str) -> bool:
        """Whether it was paired from this document, which is not read."""
        return self.paired_digest == _digest_of(document)

    def keep_paired_from(self, document: str) -> None:
        """Keep the document that it is paired from. The caller saves the round."""
        self.paired_from, self.paired_digest = document, _digest_of(document)

    @property
    def facts(self) -> dict[str, int]:
        """Which round it is, for the trail."""
        return self.evening.facts_of(self.number)

    def update_status(self, games: "Iterable[Game]") -> bool:
        """Follow the games of a published round: it is finished once none is being played.

        Returns whether that changes it; the caller saves it then.
        """
        before = self.status
        if any(not game.is_decided and not game.put_off for game in games):
            self.status, self.finished_at = self.Status.PUBLISHED, None
        elif before != self.Status.FINISHED:
            self.status, self.finished_at = self.Status.FINISHED, timezone.now()
        return self.status != before

    @property
    def is_proposed(self) -> bool:
        return self.status == self.Status.PROPOSED

    @property
    def is_on_record(self) -> bool:
        return self.status != self.Status.PROPOSED


class GameQuerySet(models.QuerySet["Game"]):
    def unfinished(self) -> "GameQuerySet":
        """Boards without a result, adjourned and postponed ones included."""
        return self.filter(result=str(Result.UNFINISHED))

    def still_playing(self) -> "GameQuerySet":
        """Boards that hold up the next round: no result, not put off."""
        return self.unfinished().filter(put_off=Game.PutOff.NO)

    def open_in(self, competition: Competition) -> "GameQuerySet":
        """The boards without a result of all rounds on record, in order of play."""
        games = self.unfinished().filter(round__evening__competition=competition)
        ordered = games.order_by("round__evening__number", "round__number", "board")
        return ordered.with_round().select_related(
            "round__evening__competition", "white__player", "black__player"
        )

    def rated_with(
        self, competition: Competition, tempos: Iterable[str]
    ) -> "models.QuerySet[Game, tuple[Any, ...]]":
        """What may count for the club rating in these tempos: the games with a day and a result.

        Of every competition of the club in the same game: tempo, competition with its system and
        options, the board where a game of a cup counts, day, result, the two players and their
        ratings there; the first day comes first.
        """
        of = "round__evening__"
        games = self.filter(
            round__in=Round.objects.on_record(),
            round__evening__competition__club=competition.club_id,
            round__evening__competition__game=competition.game,
            round__evening__tempo__key__in=tempos,
        )
        dated = games.annotate(day=Coalesce("played_on", f"{of}date")).exclude(day=None)
        rules = (f"{of}competition__system", f"{of}competition__options")
        players = ("white__player", "black__player", "white__rating", "black__rating")
        finished = dated.exclude(result=str(Result.UNFINISHED)).values_list(
            f"{of}tempo__key", f"{of}competition", *rules, "counted_as", "day", "result", *players
        )
        return finished.order_by("day", f"{of}competition", f"{of}number", "round__number", "board")

    def with_round(self) -> "GameQuerySet":
        """Games with their round, but without its documents, which are longer than all the rest."""
        return self.select_related("round").defer("round__paired_from", "round__proposal")


class Game(models.Model):
    """One board of a published round.

    `added` is null except for a board added after publishing. There it holds what the two players
    did in the round before (`flow.pairings.adding`), so that the board can be taken back.
    `counted_from` is the game of a cup that it is, and with which it changes
    (`flow.pairings.counting`).
    """

    class PutOff(models.TextChoices):
        NO = "", _("no")
        ADJOURNED = "adjourned", _("adjourned")
        POSTPONED = "postponed", _("postponed")

    RESULTS = [(result.value, result.value) for result in Result]

    round = models.ForeignKey(Round, models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entry, models.PROTECT, related_name="games_as_white")
    black = models.ForeignKey(Entry, models.PROTECT, related_name="games_as_black")
    result = models.CharField(max_length=8, choices=RESULTS, default=Result.UNFINISHED.value)
    put_off = models.CharField(max_length=10, choices=PutOff, default=PutOff.NO, blank=True)
    played_on = models.DateField(_("played on"), null=True, blank=True)
    fixed = models.CharField(max_length=500, blank=True)
    added = models.JSONField(null=True, blank=True, editable=False)
    counted_from = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="counted_as"
    )
    entered_by = done_by()
    entered_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["round", "board"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "board"],
                name="one_game_per_board",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                condition=~models.Q(white=models.F("black")), name="nobody_plays_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {self.board}: {self.white} - {self.black}"

    @property
    def is_decided(self) -> bool:
        """Whether the game has a result."""
        return self.result != Result.UNFINISHED.value

    @property
    def seated(self) -> tuple[Entry, Entry]:
        """Both players, White first."""
        return self.white, self.black

    @property
    def seating(self) -> str:
        """The game and who has which colour: a form sends it back, to act on no other."""
        return f"{self.pk}-{self.white_id}-{self.black_id}"

    @property
    def state(self) -> str:
        """The changeable state of the board as one string, to notice changes."""
        at = self.entered_at.timestamp() if self.entered_at else 0
        return f"{self.seating}/{self.result}/{self.put_off}/{at:.6f}"

    @property
    def winner(self) -> Colour | None:
        """The colour that won, on the board or by forfeit; None otherwise."""
        result = Result.parse(self.result)
        for colour in Colour:
            if result.score(colour) == 1:
                return colour
        return None

    @property
    def no_shows(self) -> set[int]:
        """The entries that did not play the game that they were paired for: forfeits lost."""
        result = Result.parse(self.result)
        sides = ((Colour.WHITE, self.white_id), (Colour.BLACK, self.black_id))
        lost = {entry for colour, entry in sides if not result.score(colour)}
        return lost if result.is_forfeit else set()


class Unpaired(models.Model):
    """A player without a game in a published round, unless absent with notice.

    `kind` is an `Unplayed` or a kind of the competition's own; `result` is how it went elsewhere,
    "1", "1/2" or "0" (then there is a row for an absence with notice too).
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="unpaired")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="unpaired")
    kind = models.CharField(
        max_length=LONGEST, validators=[one_of(Unplayed.ABSENT.value, *dict(KINDS))]
    )
    result = models.CharField(max_length=3, choices=[(end, end) for end in ELSEWHERE], blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "unpaired"
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="unpaired_once_per_round")
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.how}"

    @property
    def how(self) -> str:
        """The kind as everybody may read it."""
        return name_of(self.kind)


class GameAhead(models.Model):
    """A game played before its evening; `number` is that of its round.

    It is a fixed board when that round is paired, and publishing makes it a `Game`.
    """

    RESULTS = [(result.value, result.value) for result in Result if result.is_finished]

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="games_ahead")
    number = models.PositiveSmallIntegerField()
    white = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    black = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    result = models.CharField(max_length=8, choices=RESULTS)
    played_on = models.DateField(_("played on"), null=True, blank=True)
    reason = models.CharField(max_length=500)
    entered_by = done_by()
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["evening__number", "number", "pk"]
        verbose_name_plural = "games ahead"
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(white=models.F("black")), name="nobody_is_ahead_of_himself"
            )
        ]

    def __str__(self) -> str:
        return f"{self.evening}/{self.number}: {self.white} - {self.black}"

    @property
    def facts(self) -> dict[str, int]:
        """Which round it belongs to, for the trail."""
        return self.evening.facts_of(self.number)

    @property
    def players(self) -> frozenset[str]:
        """The keys of the two players."""
        return frozenset((self.white.key, self.black.key))
