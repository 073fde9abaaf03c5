"""What is there to win in a competition?"""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models import rules
from clubcomp.models.categories import Category
from clubcomp.models.competitions import Competition, Entry, Tempo


class Prize(models.Model):
    """A prize of a competition: for a place of a standing, or (`place` None) by hand.

    The standing is that of a `tempo`, or without one of all; of a `group`, or of all together; of a
    `category`, or of everybody.
    `winner` gets a prize by hand, None until the leader has decided. They are listed by
    `number`. Anyone who has one that `is_apart` may have another one too.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="prizes")
    number = models.PositiveSmallIntegerField(_("number in the list"))
    name = models.CharField(_("name"), max_length=100, blank=True)
    worth = models.PositiveIntegerField(_("worth"), default=0)
    tempo = models.ForeignKey(
        Tempo, models.RESTRICT, null=True, blank=True, verbose_name=_("tempo"), related_name="+"
    )
    group = models.CharField(_("group"), max_length=20, blank=True)
    category = models.ForeignKey(
        Category,
        models.RESTRICT,
        null=True,
        blank=True,
        verbose_name=_("category"),
        related_name="prizes",
    )
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    winner = models.ForeignKey(
        Entry, models.SET_NULL, null=True, blank=True, verbose_name=_("winner"), related_name="+"
    )
    is_apart = models.BooleanField(_("beside another prize"), default=False)

    class Meta:
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return self.name or str(self.number)

    def must_hold(self) -> None:
        """ValidationError for a prize by hand without a name, or a number outside its limits."""
        if self.place is None and not self.name.strip():
            raise ValidationError(_("Say what a prize by hand is for: give it a name."))
        if self.place is not None and not 1 <= self.place <= rules.LAST_PLACE:
            words = _("A place lies between 1 and %(last)s.") % {"last": rules.LAST_PLACE}
            raise ValidationError(words)
        if not 0 <= self.worth <= rules.DEAREST:
            raise ValidationError(_("What a prize is worth lies between 0 and a million."))
