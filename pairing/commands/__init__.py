"""Which commands work on files? `python -m pairing pair ...`; `manage.py pair ...` is the same.

They start at once: they load no site, no database, and only the system that the file needs. Each
command is a module here; the first text to be translated loads Django's translation (`language`),
and nothing else does.
"""

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from pairing.commands.file_command import FileCommand, Status, Stop

COMMANDS = (
    "pair",
    "standings",
    "check_pairings",
    "generate_tournament",
    "convert",
    "find_options",
)


def main(argv: Sequence[str]) -> int:
    """From the command line: UTF-8 wherever it runs, and a bug ends with a status of its own.

    Python itself ends with 1, which here means that no pairing exists. When the reader of the
    output stops (`pair ... | head -1`) it ends silently by the signal, as any filter does.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    program = os.path.basename(argv[0])
    try:
        return run(argv[1:], "python -m pairing" if program == "__main__.py" else program)
    except Exception:
        traceback.print_exc()
        return Status.OTHER


def run(arguments: Sequence[str], program: str = "python -m pairing") -> int:
    """Run a command and return its exit status."""
    try:
        if not arguments or arguments[0] not in COMMANDS:
            raise Stop(Status.BAD_INPUT, f"usage: {program} {{{','.join(COMMANDS)}}} ...")
        command: FileCommand = import_module(f"{__name__}.{arguments[0]}").Command()
        return command.run(f"{program} {arguments[0]}", arguments[1:])
    except Stop as stop:
        print(stop.message, file=sys.stderr)
        return stop.status
