"""Which tables and columns of a club are in its archive? All that are not named here.

A new model or column is in the archive by itself. A new model needs a way to its club or an entry
in `LEFT_OUT`, and a new kind of column a line in `values.py`.
"""

import re
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet

from clubcomp.models import Club, User

Table = type[Model]

#: Tables that are not in an archive, and why.
LEFT_OUT = {
    "User": "people.json has who has a role; a password stays where it is",
    "Deputy": "the right of an account for one evening, which ends with it",
    "DonePress": "forms of the last days",
    "Upload": "files of the last day",
    "OldTableSearch": "tables pasted on the last day",
    "RecoveryCode": "lets a person in on this site",
    "SecondFactor": "lets a person in on this site",
    "Session": "who is signed in on this site",
    "Message": "sent, or given up within a day",
    "Forgotten": "codes that only this site can compare; the names are replaced in the archive too",
    "Wish": "which messages somebody wants is asked on each site",
    "Device": "gets the messages of this site only",
    "PushKey": "the site's own",
    "Webhook": "tells of this site only; on each site an owner turns it on",
    "LastBackup": "of the whole of this site",
    "Receipt": "of an import into this site, which is taken back here only",
    "SentReport": "says what went out from this site",
    "AttemptCount": "guesses of the last hours",
    "SignUp": "the site's own",
    "AskedClub": "no club yet",
}
#: Columns that are not in an archive, and why.
COLUMNS_LEFT_OUT = {
    "Club.code_in_ids": "on another site everything has ids of its own",
    "Club.has_webhook": "on each site an owner turns it on",
    "Club.ends_on": "an owner wants it deleted from this site",
    "Club.suspended_at": "who runs another site decides that there",
    "Club.suspended_why": "who runs another site decides that there",
    "Club.version": "raised by every change, for what is kept on this site",
    "Competition.version": "raised by every change, for what is kept on this site",
    "Round.paired_digest": "made of the document when it is paired again",
    "Membership.is_pending": "on another site every role is an invitation",
}
#: Lines of the log that are about the archive itself.
ACTIONS_LEFT_OUT = ("import_club",)


@cache
def tables() -> tuple[Table, ...]:
    """The tables of an archive, each after those that it refers to."""
    remaining = {model for model in ways_to_club() if model.__name__ not in LEFT_OUT}
    ordered: list[Table] = []
    while remaining:
        ready = [model for model in remaining if not _targets(model) & remaining - {model}]
        if not ready:
            raise TypeError(f"tables that refer to each other: {remaining}")
        ordered += sorted(ready, key=lambda model: model.__name__)
        remaining -= set(ready)
    return tuple(ordered)


def _targets(model: Table) -> set[Any]:
    return {field.related_model for field in model._meta.concrete_fields if field.is_relation}


@cache
def columns(model: Table) -> "tuple[Field[Any, Any], ...]":
    """The columns of a table that are in an archive; its primary key is not."""
    return tuple(
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and f"{model.__name__}.{field.name}" not in COLUMNS_LEFT_OUT
    )


def file_of(model: Table) -> str:
    """The file of a table in an archive: "GameAhead" is in game-ahead.json."""
    return re.sub(r"(?<=.)(?=[A-Z])", "-", model.__name__).lower() + ".json"


@cache
def ways_to_club() -> dict[Any, str]:
    """The shortest lookup from a row of each table to its club; "" for the club itself.

    Tables that do not lead to a club are missing.
    """
    ways: dict[Any, str] = {Club: ""}
    while True:
        longer = {
            table: f"{field.name}{'__' if ways[field.related_model] else ''}"
            f"{ways[field.related_model]}"
            for table in apps.get_app_config("clubcomp").get_models()
            if table not in ways
            for field in table._meta.concrete_fields
            if isinstance(field, ForeignKey) and not field.null and field.related_model in ways
        }
        if not longer:
            return ways
        ways |= longer


def rows_of(model: Table, club: Club) -> "QuerySet[Any]":
    """The rows of a club, in the order in which they were made."""
    of_club = {ways_to_club()[model] or "pk": club.pk}
    rows = model._base_manager.filter(**of_club).order_by("pk")
    if model.__name__ == "TrailEntry":
        rows = rows.exclude(action__in=ACTIONS_LEFT_OUT)
    return rows


def is_person(field: "Field[Any, Any]") -> bool:
    """Whether the column names an account."""
    return field.related_model is User
