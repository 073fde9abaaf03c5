"""The program `clubcomp` where only some versions of PostgreSQL are installed, killed where told.

`with_programs.py "16 18" migrate ...`. KILLED_AT in the environment: just before a
folder or file gets this name, or is removed, the program is gone.
"""

import os
import signal
import sys
from pathlib import Path

from clubcomp.running.postgres import programs

_, majors, *words = sys.argv
every = programs.installed


def some(program="postgres"):
    """Of those that are here the ones that were asked for."""
    return [one for one in every(program) if one.major in majors.split()]


def kill(event, facts):
    """Python tells of every renaming and removal before it is done."""
    if event in ("os.rename", "shutil.rmtree"):
        path = Path(os.fsdecode(facts[1 if event == "os.rename" else 0]))
        if path.match(os.environ["KILLED_AT"]):
            os.kill(os.getpid(), signal.SIGKILL)


programs.installed = some  # before anybody takes it from there
if "KILLED_AT" in os.environ:
    sys.addaudithook(kill)

from clubcomp.__main__ import main  # noqa: E402

sys.exit(main(["clubcomp", *words]))
