"""How often was a secret tried, or a link asked for, and how long must the next attempt wait?

Passwords, second factors, codes, personal links and links by e-mail are counted in one table, each
under keys of its own: a key is a digest, so that no address is kept.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubcomp.models import AttemptCount

#: After this long without an attempt, counting starts again.
FORGOTTEN = timedelta(hours=2)


class Counter(NamedTuple):
    """A count of attempts.

    The first `free` cause no wait; after that the wait doubles from `first` seconds up to `most`.
    `is_crowd`: of all accounts that are tried from a network, so each device counts its own wait.
    """

    key: str
    free: int
    most: int
    is_crowd: bool = False
    first: int = 2

    def wait(self, count: int) -> int:
        """How many seconds lie between this many attempts and the next one."""
        late = count - self.free
        return 0 if late < 0 else min(self.most, self.first << min(late, 20))


def key_of(*parts: str) -> str:
    """The key of a counter of these parts."""
    return str(salted_hmac("device", "\n".join(parts), algorithm="sha256").hexdigest())


_COUNT = f"""
    INSERT INTO {AttemptCount._meta.db_table} AS counted (key, count, last)
    SELECT key, 1, statement_timestamp() FROM unnest(%(keys)s::text[]) AS key
    ON CONFLICT (key) DO UPDATE SET last = excluded.last,
        count = CASE WHEN counted.last < %(since)s THEN 0
            ELSE counted.count END + 1
    RETURNING key, count
"""  # noqa: S608 -- the table's name is ours


def count_attempt(counters: Iterable[Counter]) -> list[int]:
    """Add one to each counter; returns the new counts, in order. Old counts are deleted."""
    keys = [counter.key for counter in counters]
    with connection.cursor() as cursor:
        # In order, so that two at once do not wait for each other.
        cursor.execute(_COUNT, {"keys": sorted(keys), "since": timezone.now() - FORGOTTEN})
        counts: dict[str, int] = dict(cursor.fetchall())
    if 1 in counts.values():
        AttemptCount.objects.filter(last__lt=Now() - FORGOTTEN).delete()
    return [counts[key] for key in keys]
