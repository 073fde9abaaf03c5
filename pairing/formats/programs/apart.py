"""Read a stranger's file in a process of its own, with limits of memory and time.

`read_apart` starts the process; run as a program, this module writes the competition as a document,
and the warnings about the file. So whatever a file does to a reader, the site goes on. If the
system has no such limits (Windows), only the readers' own counts protect it.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from threading import Thread, Timer
from typing import IO, Any

from pairing.core.types import Snapshot
from pairing.formats.document import read_document, write_document
from pairing.formats.errors import DocumentError, TrfWarning, Warn
from pairing.formats.programs.contents import Contents, finished
from pairing.formats.programs.recognised import kind_of, reader_of

#: Seconds of work, and of waiting for it; bytes besides those that the program itself needs.
SECONDS, PATIENCE = 20, 40
MEMORY = 200_000_000
_NAMELESS = "?"


def read_apart(data: bytes, warn: Warn, system: str | None = None) -> tuple[Snapshot, str]:
    """The competition in a file of another program, and the table of a Keizer that the file shows:
    names, points and values, as text with headings; "" if it shows none.

    DocumentError if the file is refused, or too much work.
    """
    answer = answer_of(__name__, data, system or "")
    if refused := answer.get("refused"):
        raise DocumentError(refused["path"], refused["code"], refused["facts"])
    for warning in answer["warnings"]:
        warn(TrfWarning(**warning))
    snapshot = read_document(answer["document"])
    name = snapshot.name if snapshot.name != _NAMELESS else ""
    return replace(snapshot, name=name), answer["table"]


def answer_of(
    module: str, data: bytes, *arguments: str, on_progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """The answer of one of our modules to `data`, run in a process that limits itself
    (`take_limits`). DocumentError if that is too much work. `on_progress` gets the numbers that it
    writes on standard error meanwhile, in the thread of the caller.
    """
    command = [sys.executable, "-m", module, *arguments]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    stop = Timer(PATIENCE, process.kill)
    stop.start()
    output: list[bytes] = []
    try:
        reading = Thread(target=_read, args=(process.stdout, output), daemon=True)
        reading.start()
        Thread(target=_write, args=(process.stdin, data), daemon=True).start()
        # Not in another thread: a connection that `on_progress` opens is the caller's to close.
        for line in process.stderr or ():
            if on_progress and line.strip().isdigit():
                on_progress(int(line))
        reading.join()
        process.wait()
    finally:
        stop.cancel()
        process.kill()
    try:
        answer: dict[str, Any] = json.loads(b"".join(output))
    except ValueError:
        # It was stopped by its limits, or by an error in a library.
        raise DocumentError("", "too_much_work") from None
    return answer


def _write(stream: IO[bytes] | None, data: bytes) -> None:
    """Write `data` to a process that may have ended."""
    if stream:
        with suppress(OSError), stream:
            stream.write(data)


def _read(stream: IO[bytes] | None, output: list[bytes]) -> None:
    if stream:
        output.append(stream.read())


def take_limits() -> None:
    """Limit this process, if the system can."""
    try:
        import resource
    except ImportError:
        return
    pages = Path("/proc/self/statm")
    has_now = int(pages.read_text().split()[0]) * resource.getpagesize() if pages.exists() else 0
    resource.setrlimit(resource.RLIMIT_AS, (has_now + MEMORY,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(data: bytes, system: str) -> dict[str, Any]:
    warnings: list[TrfWarning] = []
    try:
        contents = reader_of(kind_of(data))(data)
        snapshot = finished(contents, warnings.append, system or None)
    except DocumentError as refusal:
        facts = {"path": refusal.path, "code": refusal.code, "facts": refusal.facts}
        return {"refused": facts}
    except (MemoryError, RecursionError):
        return {"refused": {"path": "", "code": "too_much_work", "facts": {}}}
    named = replace(snapshot, name=snapshot.name or _NAMELESS)
    return {
        "document": write_document(named),
        "warnings": [asdict(warning) for warning in warnings],
        "table": _table_of(contents, snapshot),
    }


def _table_of(contents: Contents, snapshot: Snapshot) -> str:
    """The table as text to paste, with two decimals."""
    names = {player.id: player.name for player in snapshot.players}
    shown = [
        f"{names[player]}\t{_decimal(points)}\t{_decimal(value)}"
        for player, (points, value) in contents.table.items()
        if player in names
    ]
    return "\n".join(("Name\tPoints\tValue", *shown)) if len(shown) > 1 else ""


def _decimal(number: Fraction | None) -> str:
    if number is None:
        return ""
    hundredths = round(number * 100)
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02}"


if __name__ == "__main__":
    take_limits()
    sys.stdout.write(json.dumps(_answer(sys.stdin.buffer.read(), sys.argv[1])))
