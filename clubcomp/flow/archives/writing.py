"""Exporting a club as an archive."""

import io
import json
import zipfile
from typing import Any

from django.db import models, transaction

from clubcomp import __version__
from clubcomp.flow.archives.graph import Table, columns, file_of, is_person, rows_of, tables
from clubcomp.flow.archives.values import written
from clubcomp.flow.step import club_held
from clubcomp.models import Club, User

FORMAT, VERSION = "clubcomp club", 1
HEAD, PEOPLE = "archive.json", "people.json"
#: The earliest date in a zip file, so that the same club always gives the same bytes.
NO_DATE = (1980, 1, 1, 0, 0, 0)
#: The number in the archive of each row, by table and primary key.
Numbers = dict[Any, dict[int, int]]


def export_club(club: Club) -> bytes:
    """The archive of a club at one moment; steps on it wait meanwhile."""
    with transaction.atomic(), club_held(club) as now:
        list(now.competitions.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        return _zipped(_files(now))


def _files(club: Club) -> dict[str, Any]:
    people = list(User.objects.filter(memberships__club=club).order_by("pk"))
    numbers: Numbers = {User: {user.pk: number for number, user in enumerate(people, 1)}}
    files: dict[str, Any] = {
        HEAD: {"format": FORMAT, "version": VERSION},
        PEOPLE: [{"email": user.email, "name": user.name} for user in people],
    }
    for model in tables():
        rows = list(rows_of(model, club))
        numbers[model] = {row.pk: number for number, row in enumerate(rows, 1)}
        files[file_of(model)] = [_row(model, row, numbers) for row in rows]
    return files


def _row(model: Table, row: models.Model, numbers: Numbers) -> dict[str, Any]:
    """A row by column. References are numbers; people without a role in the club are left out."""
    values: dict[str, Any] = {}
    for field in columns(model):
        value = getattr(row, field.attname)
        if not field.is_relation:
            values[field.name] = written(field, value)
        elif value is None:
            values[field.name] = None
        elif is_person(field):
            values[field.name] = numbers[User].get(value)
        else:
            values[field.name] = numbers[field.related_model][value]
    return values


def _zipped(files: dict[str, Any]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, NO_DATE)
            entry.external_attr = 0o600 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, _text(content))
        # Beside the files, not in one: an earlier Clubcomp refuses a head with more in it.
        packed.comment = f"Clubcomp {__version__}".encode()
    return archive.getvalue()


def _text(content: Any) -> str:
    """JSON with a line a row."""
    if isinstance(content, dict):
        return json.dumps(content, ensure_ascii=False) + "\n"
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in content)
    return f"[\n{lines}\n]\n" if content else "[]\n"
