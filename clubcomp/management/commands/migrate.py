"""`manage.py migrate`, and how long the database lets the site wait.

The limits belong to the database's role, not to a connection: so they hold whoever hands the
connections out, a pooler included. They count for connections made afterwards.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection

#: In milliseconds. A statement of ours takes less than one second; a step may think in between.
LIMITS = {
    "lock_timeout": 5_000,
    "statement_timeout": 20_000,
    "idle_in_transaction_session_timeout": 60_000,
}


class Command(migrate.Command):
    help = f"{migrate.Command.help} Then sets how long the site waits for the database."

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            # To change a large table may take as long as it takes.
            for name in LIMITS:
                cursor.execute(f"SET {name} = 0")
        super().handle(*args, **options)
        with connection.cursor() as cursor:
            database = connection.ops.quote_name(connection.settings_dict["NAME"])
            for name, limit in LIMITS.items():
                cursor.execute(f"RESET {name}")
                cursor.execute(
                    f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} = {limit}"
                )
