"""What was changed, by whom, when, and what was it before?"""

from django.db import models

from clubcomp.models.clubs import Club, User, done_by
from clubcomp.models.competitions import Competition
from clubcomp.models.evenings import Evening
from clubcomp.models.players import Player

#: Who makes a step: an account, a player by the personal link, or the program.
Doer = User | Player | None


class TrailEntry(models.Model):
    """One step, written in the transaction that made it; never changed afterwards.

    `action` is the name of the step in `clubcomp.flow` ("record_result"), `facts` its subject
    (players by name, board, game), `before` and `after` what changed. A player who made it by the
    personal link is `by_player`.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="trail")
    competition = models.ForeignKey(
        Competition, models.SET_NULL, null=True, blank=True, related_name="trail"
    )
    evening = models.ForeignKey(
        Evening, models.SET_NULL, null=True, blank=True, related_name="trail"
    )
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    by = done_by()
    by_player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="trail"
    )
    by_name = models.CharField(max_length=200, blank=True)
    action = models.CharField(max_length=60)
    facts = models.JSONField(default=dict, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    #: Facts about a member that only leaders can read and search in the log.
    PRIVATE = ("email", "birth_date", "birth_year", "national_number", "consent")
    SAYS_PRIVATE = models.Q(before__has_any_keys=PRIVATE) | models.Q(after__has_any_keys=PRIVATE)
    #: Steps that say how somebody is away: why, only leaders and that player read.
    ABOUT_ABSENCE = (
        "mark_present",
        "plan_attendance",
        "say_for_oneself",
        "take_own_word_back",
        "help_out",
        "say_for_several",
        "set_away",
        "set_habits",
        "correct_notice",
        "record_elsewhere",
        "drop_out",
    )
    #: Steps that name a forbidden pair: for leaders only, unless members may read it.
    PAIR_STEPS = ("forbid_pair", "allow_pair", "tell_pair", "keep_apart", "end_apart")
    #: What happened to accounts and personal links of the club's people: only owners read it.
    SECURITY = (
        "made_recovery_codes",
        "used_recovery_code",
        "added_second_factor",
        "removed_second_factor",
        "asked_links",
        "tried_codes",
        "take_own_file",
        "take_backup",
        "suspend_club",
        "resume_club",
        "wrong_passwords",
        "changed_password",
    )
    FOR_OWNERS = models.Q(action__in=SECURITY)
    FOR_LEADERS = models.Q(action__in=PAIR_STEPS) & ~models.Q(facts__members_may_read=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "trail entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.by_name}: {self.action}"

    @property
    def says_private(self) -> bool:
        """Whether the entry has facts about a member that only leaders read."""
        values = (part for part in (self.before, self.after) if isinstance(part, dict))
        return any(name in part for part in values for name in self.PRIVATE)

    @property
    def says_why_absent(self) -> bool:
        """Whether the entry says how somebody is away."""
        return self.action in self.ABOUT_ABSENCE

    def is_about(self, player: Player | None) -> bool:
        """Whether the entry is about this player alone."""
        return player is not None and self.facts.get("player") == str(player)

    @property
    def is_for_leaders(self) -> bool:
        """Whether the entry names a forbidden pair that members may not read about."""
        return self.action in self.PAIR_STEPS and not self.facts.get("members_may_read")
