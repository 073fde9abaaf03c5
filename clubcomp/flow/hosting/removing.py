"""A club goes out of the database with all that is its own."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, QuerySet

from clubcomp.flow.archives.graph import ways_to_club
from clubcomp.models import Club, Deputy, Membership, User


def remove_rows(club: Club) -> None:
    """Delete every row of a club, in the present transaction, without a check or a message.

    The accounts of its people stay. It follows the graph of tables of the archive, so it takes in
    a new table by itself.
    """
    for rows in _loose(club):
        rows.delete()
    far_first = sorted(
        ways_to_club().items(),
        key=lambda table_and_way: table_and_way[1].count("__") if table_and_way[1] else -1,
        reverse=True,
    )
    with connection.cursor() as cursor:
        for model, way in far_first:
            # Without an order, which may lead through rows that have gone.
            rows = model._base_manager.filter(**{way or "pk": club.pk}).order_by()
            sql, values = rows.values("pk").query.sql_with_params()
            table, key = model._meta.db_table, model._meta.pk.column
            cursor.execute(f"DELETE FROM {table} WHERE {key} IN ({sql})", values)  # noqa: S608


def _loose(club: Club) -> Iterator[QuerySet[Any]]:
    """Rows of tables that need no club, such as messages, which refer to a row of this one."""
    ways = ways_to_club()
    for model in set(apps.get_app_config("clubcomp").get_models()) - ways.keys():
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model in ways:
                way = ways[field.related_model]
                yield model._base_manager.filter(**{f"{field.name}__{way or 'pk'}": club.pk})


def accounts_of_nothing_else(club: Club) -> list[int]:
    """The accounts with a role in this club, or a right on its evenings, and in no other."""
    roles = Membership.objects.exclude(club=club)
    rights = Deputy.objects.exclude(evening__competition__club=club)
    here = User.objects.filter(memberships__club=club) | User.objects.filter(
        deputy_for__evening__competition__club=club
    )
    accounts = here.filter(is_staff=False, is_superuser=False)
    elsewhere = roles.values("user").union(rights.values("user"))
    return [*accounts.exclude(pk__in=elsewhere).distinct().values_list("pk", flat=True)]
