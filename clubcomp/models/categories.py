"""Which players have a table of their own, beside the standing of all?"""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from clubcomp.models import rules
from clubcomp.models.competitions import Competition, Entry


class Category(models.Model):
    """Some players of a competition: those who meet every condition here, and those who were
    picked (`CategoryPlayer`).

    A year or rating that is None is no condition. `is_newcomers`: in no competition of an earlier
    season of the club. Strangers see its table only where `is_public`
    (`readers.Reader.may_see`).
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="categories")
    name = models.CharField(_("name"), max_length=60)
    born_from = models.PositiveSmallIntegerField(_("born in or after"), null=True, blank=True)
    born_until = models.PositiveSmallIntegerField(_("born in or before"), null=True, blank=True)
    is_women = models.BooleanField(_("women"), default=False)
    rating_from = models.PositiveSmallIntegerField(_("rating from"), null=True, blank=True)
    rating_until = models.PositiveSmallIntegerField(_("rating up to"), null=True, blank=True)
    is_newcomers = models.BooleanField(_("in the first season at the club"), default=False)
    is_public = models.BooleanField(_("strangers see this table"), default=False)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(
                "competition", Upper("name"), name="one_category_per_name_and_competition"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def must_hold(self) -> None:
        """ValidationError without a name, or if nobody can be between its limits."""
        if not self.name.strip():
            raise ValidationError(_("A category needs a name."))
        for year in (self.born_from, self.born_until):
            rules.year_of_birth(year)
        for rating in (self.rating_from, self.rating_until):
            if rating is not None:
                rules.rating(rating)
        rules.in_order(self.born_from, self.born_until)
        rules.in_order(self.rating_from, self.rating_until)

    @property
    def has_rule(self) -> bool:
        """Whether a rule decides who is in it, besides those who were picked."""
        limits = (self.born_from, self.born_until, self.rating_from, self.rating_until)
        return self.is_women or self.is_newcomers or any(limit is not None for limit in limits)


class CategoryPlayer(models.Model):
    """A player who was picked for a category."""

    category = models.ForeignKey(Category, models.CASCADE, related_name="picked")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["category", "entry"], name="picked_once_per_category")
        ]

    def __str__(self) -> str:
        return f"{self.category}: {self.entry}"
