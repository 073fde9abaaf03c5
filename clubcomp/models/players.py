"""Who plays at the club?"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubcomp.models.clubs import Club
from clubcomp.names import Name, parse_name, search_key, sort_key

LONGEST_SORT_KEY = 420


class Player(models.Model):
    """A person who plays at the club: a member, or a guest (`is_member` false).

    `name` is kept as it was written; `sort_key` follows from it on every save. `apart` tells
    him from others of the club with the same name, "’58"; the steps on members keep it.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=200)
    sort_key = models.CharField(max_length=LONGEST_SORT_KEY, editable=False)
    rating = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=10, blank=True)
    grade = models.CharField(_("grade"), max_length=10, blank=True)
    federation_id = models.CharField(_("federation number"), max_length=40, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    sex = models.CharField(_("sex"), max_length=10, blank=True)
    other_club = models.CharField(_("other club"), max_length=200, blank=True)
    is_member = models.BooleanField(_("member of the club"), default=True)
    is_occasional = models.BooleanField(_("comes now and then"), default=False)
    apart = models.CharField(max_length=20, blank=True, editable=False)

    class Meta:
        ordering = ["sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "federation_id"],
                condition=~models.Q(federation_id=""),
                name="one_player_per_federation_number",
            )
        ]

    def __str__(self) -> str:
        return f"{self.parts} {self.apart}".rstrip()

    def save(self, *args, **kwargs) -> None:
        """Keep the sort key in step with the name: it is a column derived from its own row."""
        self.sort_key = sort_key_text(self.parts)
        super().save(*args, **kwargs)

    @property
    def parts(self) -> Name:
        """Given name, prefix and surname."""
        return parse_name(self.name)

    @property
    def search_text(self) -> str:
        """What a search box compares with: every part, without accents, in both spellings."""
        plain = search_key(str(self.parts))
        return f"{plain} {plain.replace(' ', '')}"


def sort_key_text(name: Name) -> str:
    """The sort key of a name as one text, for an `ORDER BY` by code point.

    Cut off where the column ends: there are signs that stand for eighteen letters.
    """
    return "\t".join(sort_key(name))[:LONGEST_SORT_KEY]
