"""What do logs say about errors? The reference that the page shows too; as JSON without names.

A line of JSON has no address, no argument and no text of an error, since each may hold a name: it
says on which page the error was, what kind it is, and where in the program.
"""

import json
import logging
import traceback
from datetime import UTC, datetime

from clubcomp import __version__


class ReferenceFilter(logging.Filter):
    """Adds to log lines about a request the reference of its error page, and the version."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add to the record; True, since every line is written."""
        reference = getattr(getattr(record, "request", None), "reference", "")
        if reference and "reference" not in str(record.msg):
            record.msg = f"{record.msg} (reference {reference}, Clubcomp {__version__})"
        vars(record)["reference"] = reference
        return True


class JsonFormatter(logging.Formatter):
    """A line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _event_of(record),
            "reference": getattr(record, "reference", ""),
            "version": __version__ if record.levelno >= logging.ERROR else "",
            "status": getattr(record, "status_code", ""),
            "page": _page_of(record),
        }
        if record.exc_info and record.exc_info[0]:
            kind, _error, trace = record.exc_info
            line["error"] = f"{kind.__module__}.{kind.__qualname__}"
            frames = traceback.extract_tb(trace)
            line["where"] = [f"{f.filename}:{f.lineno} {f.name}" for f in frames]
        return json.dumps({name: value for name, value in line.items() if value != ""})


def _event_of(record: logging.LogRecord) -> str:
    """The message without its arguments; "" where gunicorn has put them into the message."""
    return "" if record.name.startswith("gunicorn") and not record.args else str(record.msg)


def _page_of(record: logging.LogRecord) -> str:
    """The name of the page in the site map: its address may hold a player's name."""
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    return match.url_name or "" if match else ""
