"""The clubs for the person who runs the site: their owners, sizes and last evenings.

No player is named.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import (
    Aggregate,
    Count,
    Max,
    Min,
    OrderBy,
    OuterRef,
    Prefetch,
    QuerySet,
    Subquery,
)

from clubcomp.flow.hosting.sizes import sizes_of
from clubcomp.models import Club, Competition, Evening, Membership, Player, Role, TrailEntry
from clubcomp.models.clubs import ClubQuerySet
from clubcomp.pages.sorting import Sorting

CLUBS_A_PAGE = 50


class ListedClub(NamedTuple):
    """A club with its figures, as columns of the row, and about how many bytes it takes."""

    club: Any
    size: int


def clubs_page(clubs: ClubQuerySet, sorting: Sorting, page: str | None) -> dict[str, Any]:
    """One page of these clubs in the order asked for: `page`, and its `rows`."""
    keys = Paginator(_in_order(clubs, sorting), CLUBS_A_PAGE).get_page(page)
    by_key = with_figures(Club.objects.all()).in_bulk([*keys])
    return {"page": keys, "rows": listed([by_key[key] for key in keys if key in by_key])}


def _in_order(clubs: ClubQuerySet, sorting: Sorting) -> Sequence[int] | QuerySet[Club, int]:
    """The keys of the clubs: sorted here by size, which no column has, else by PostgreSQL."""
    keys = clubs.order_by("name", "pk").values_list("pk", flat=True)
    if sorting.key == "size":
        sizes = sizes_of()
        return sorted(keys, key=lambda key: sizes.get(key, 0), reverse=sorting.is_down)
    if sorting.key == "last":
        by = OrderBy(_last_evening(), descending=sorting.is_down, nulls_last=True)
        return keys.order_by(by, "name", "pk")
    return keys.reverse() if sorting.is_down else keys


def listed(clubs: Sequence[Club]) -> list[ListedClub]:
    """Clubs with about how many bytes each takes."""
    sizes = sizes_of([club.pk for club in clubs])
    return [ListedClub(club, sizes.get(club.pk, 0)) for club in clubs]


def with_figures(clubs: ClubQuerySet) -> ClubQuerySet:
    """Clubs with their number of members, their last evening, their owners and more."""
    log = TrailEntry.objects.all()
    owners = Membership.objects.in_force().filter(role=Role.OWNER)
    return clubs.annotate(
        members=_of(Player.objects.filter(is_member=True), Count("pk")),
        how_many=_of(Competition.objects.all(), Count("pk")),
        last_evening=_last_evening(),
        founded_at=_of(log, Min("at")),
        active_at=_of(log, Max("at")),
    ).prefetch_related(
        Prefetch("memberships", owners.select_related("user").order_by("pk"), to_attr="owners")
    )


def _last_evening() -> Subquery:
    closed = Evening.objects.filter(status=Evening.Status.CLOSED)
    return _of(closed, Max("date"), "competition__club")


def _of(rows: QuerySet[Any], figure: Aggregate, path: str = "club") -> Subquery:
    """A figure of the rows of each club."""
    own = rows.filter(**{path: OuterRef("pk")}).order_by().values(path)
    return Subquery(own.annotate(figure=figure).values("figure"))
