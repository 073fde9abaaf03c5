"""How many queries does a page or a press take? The committed table, and how they are counted."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

COUNTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
#: What a test has in the place of the transactions of a site, which are no queries there.
_NO_QUERY = re.compile("SAVEPOINT|RELEASE|ROLLBACK")


@contextmanager
def counted() -> Iterator[list[str]]:
    """Gives the queries that are made within, in the end; nothing is kept of what was before."""
    asked: list[str] = []
    for kept in caches.all():
        kept.clear()
    with CaptureQueriesContext(connection) as queries:
        yield asked
    asked += [query["sql"] for query in queries if not _NO_QUERY.match(query["sql"])]
