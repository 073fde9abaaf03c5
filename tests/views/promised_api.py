"""What was promised of the API: `docs/api.json`. It only grows: python -m tests.views.promised_api.

The program writes what is new into the file, and refuses while something of it is gone.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "docs" / "api.json"
#: What may be said in other words.
WORDS = {"description", "title", "summary"}


def described() -> dict[str, Any]:
    """What the program describes, as a file has it."""
    from clubcomp.views import api

    return dict(json.loads(json.dumps(api.openapi())))


def promised() -> dict[str, Any]:
    """What is promised."""
    return dict(json.loads(FILE.read_text()))


def lacking(wanted: Any, there: Any, at: str = "") -> Iterator[str]:
    """Where something that is wanted is not there, or is another thing."""
    if isinstance(wanted, dict) and isinstance(there, dict):
        for name, value in wanted.items():
            if name in WORDS and isinstance(value, str):
                continue
            if name in there:
                yield from lacking(value, there[name], f"{at}/{name}")
            else:
                yield f"{at}/{name}"
    elif isinstance(wanted, list) and isinstance(there, list):
        yield from (f"{at}: {value}" for value in wanted if value not in there)
    elif wanted != there:
        yield f"{at}: {wanted!r} is {there!r}"


def main() -> int:
    """Write what is new; 1 when something is gone."""
    gone = list(lacking(promised(), described())) if FILE.exists() else []
    if gone:
        print("\n".join(["gone from the API:", *gone]))  # noqa: T201
        return 1
    FILE.write_text(json.dumps(described(), indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    sys.exit(main())
