"""A column for long texts that are seldom read: PostgreSQL stores them compressed by zlib."""

import zlib
from typing import Any

from django.db import models


class CompressedTextField(models.TextField):  # type: ignore[type-arg]  # as Django has it
    """A text, compressed in the database; not for searching."""

    def db_type(self, connection: Any) -> str:
        return "bytea"

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """What is stored; nothing for an empty text."""
        return zlib.compress(value.encode()) if value else b""

    def from_db_value(self, value: Any, *_of_query: Any) -> Any:
        """The text again."""
        return zlib.decompress(value).decode() if value else ""
