"""A PostgreSQL server of our own: started when first needed, stopped when nobody uses it any more.

Under its folder: `cluster/` (PostgreSQL's data), `socket/` (the only way in, for its owner alone)
and three lock files. `start.lock` is held while a program looks or starts; `users.lock` is held,
shared, by every program that uses the server; `caretaker.lock` by the process that stops it.
"""

import fcntl
import hashlib
import os
import select
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from clubcomp.postgres.place import settle_own
from clubcomp.postgres.programs import (
    NoServer,
    Programs,
    installed,
    make_folder,
    run,
    server_account,
    within_reach,
)
from pairing.installed import CODE, as_typed

DATABASE = USER = "clubcomp"
PORT = "5432"  # part of the socket's name; nothing listens on the network
OPTIONS = (
    "-c listen_addresses= -c unix_socket_permissions=0700 -c timezone=UTC -c log_timezone=UTC "
    "-c log_min_messages=log -c log_checkpoints=off"  # the program reports failed statements itself
)
LONGEST_SOCKET_PATH = 103  # Linux takes 107 bytes, macOS 103
PATIENCE = 10  # seconds that what a killed server left behind may take to end


class Server:
    """The server whose data are in `home`. Threads and forked children may share one object."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.cluster = home / "cluster"
        self.socket = home / "socket"
        if len(os.fsencode(self.socket / f".s.PGSQL.{PORT}")) > LONGEST_SOCKET_PATH:
            # Anybody could have made this one: `_make_socket_folder` looks whose it is.
            digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
            self.socket = Path("/tmp") / f"clubcomp-{digest}"  # noqa: S108
        self.programs: Programs | None = None
        self._users_lock: int | None = None
        self._process: int | None = None
        self._identity: list[str] | None = None

    def ensure_running(self) -> bool:
        """Make the server run and be counted as its user; cheap when it runs already.

        Returns whether it is another process than at the last call: connections are dead then.
        """
        if self._still_lives():
            return False
        try:
            make_folder(self.home)
            settle_own(self.home)
            with _alone(self.home / "start.lock"):
                return self._look_and_start()
        except OSError as problem:
            raise NoServer(
                f"PostgreSQL cannot be started in {self.home}: {problem}. Set CLUBCOMP_DATA_DIR to "
                "a folder of yours, or DATABASE_URL to a server."
            ) from problem

    def stop_when_unused(self, *, caretaker_lock: int) -> None:
        """Wait until no program uses the server, and stop it; the caretaker's whole work."""
        users = _open(self.home / "users.lock")
        fcntl.flock(users, fcntl.LOCK_EX)
        for wish in (signal.SIGINT, signal.SIGQUIT):  # a fast shutdown, else an immediate one
            if pid := self._postmaster():
                os.kill(pid, wish)
                give_up = time.monotonic() + 60
                while self._postmaster() and time.monotonic() < give_up:
                    time.sleep(0.02)
        # In this order: who gets the users' lock next must find the caretaker gone.
        os.close(caretaker_lock)
        os.close(users)

    def _look_and_start(self) -> bool:
        if self._still_lives():  # another thread was first
            return False
        self.programs, account = self._choose_programs()
        if self._users_lock is None:
            lock = _open(self.home / "users.lock")
            fcntl.flock(lock, fcntl.LOCK_SH)  # waits while a caretaker is stopping the server
            self._users_lock = lock
        self._call_caretaker()
        if not self._is_ready(self.programs):
            self._start(self.programs, account)
        return self._get_to_know()

    def _choose_programs(self) -> tuple[Programs, dict[str, int]]:
        """The programs for these data, and who runs them."""
        account = server_account()
        programs = installed()
        if not programs:
            raise NoServer(
                "No PostgreSQL is found that runs here. Install what Clubcomp requires "
                "once more, install PostgreSQL (Debian: apt install postgresql), or set "
                "DATABASE_URL."
            )
        if account and run("/bin/sh", "-c", 'cd "$0"', self.home, **account).returncode:
            raise NoServer(
                "PostgreSQL does not run as root, and the user 'nobody' may not enter "
                f"{self.home}. Run Clubcomp as an ordinary user, set CLUBCOMP_DATA_DIR to a folder "
                "that everyone may enter, or set DATABASE_URL."
            )
        chosen = programs[0]
        if self.cluster.exists():
            major = (self.cluster / "PG_VERSION").read_text().strip()
            fitting = [candidate for candidate in programs if candidate.major == major]
            if not fitting:
                raise NoServer(self._other_version(major, chosen))
            chosen = fitting[0]
        return within_reach(chosen, account), account

    def _other_version(self, major: str, programs: Programs) -> str:
        return (
            f"The data in {self.cluster} were made by PostgreSQL {major}; here is "
            f"{programs.version}, which cannot read them. Nothing was changed. The way out:\n"
            f"1. Install PostgreSQL {major} (Debian: apt install postgresql-{major}); Clubcomp "
            "then runs on it as before.\n"
            "2. To move on, make a backup while it runs there, or take the last one from "
            f"{self.home / 'backups'}:\n"
            f"   {as_typed('backup /somewhere/else/clubcomp.backup')}\n"
            f"3. Stop Clubcomp, move {self.cluster} away, and restore:\n"
            f"   {as_typed('migrate')}\n"
            f"   {as_typed('restore /somewhere/else/clubcomp.backup')}"
        )

    def _start(self, programs: Programs, account: dict[str, int]) -> None:
        self._make_socket_folder(account)
        for abandoned in self.home.glob("new-*"):  # by a first start that was cut short
            shutil.rmtree(abandoned, ignore_errors=True)
        if not self.cluster.exists():
            self._make_cluster(programs, account)
        self._forget_stranger()
        options = f"-k {shlex.quote(str(self.socket))} -p {PORT} {OPTIONS}"
        log = self.cluster / "server.log"
        command = ("start", "-D", self.cluster, "-l", log, "-w", "-t", "120", "-s", "-o", options)
        give_up = time.monotonic() + PATIENCE
        # A second try helps while parts of a killed server, or a start cut short, still run.
        while (tried := run(programs.folder / "pg_ctl", *command, **account)).returncode:
            if self._is_ready(programs):
                break
            if time.monotonic() > give_up:
                last = log.read_text(errors="replace").splitlines()[-8:] if log.exists() else []
                words = "\n".join([tried.stderr.strip(), *last])
                raise NoServer(f"PostgreSQL does not start. What it said, also in {log}:\n{words}")
            time.sleep(0.2)

    def _make_cluster(self, programs: Programs, account: dict[str, int]) -> None:
        """Make the data folder under another name: a half-made one is never taken for whole."""
        new = Path(tempfile.mkdtemp(prefix="new-", dir=self.home))
        if account:
            os.chown(new, account["user"], account["group"])
        words = ("--encoding=UTF8", "--locale=C.UTF-8", "--lc-collate=C", "--auth=trust")
        done = run(programs.folder / "initdb", "-D", new, "-U", USER, *words, **account)
        if done.returncode == 0:
            single = (programs.folder / "postgres", "--single", "-D", new, "postgres")
            done = run(*single, input=f"CREATE DATABASE {DATABASE}\n", **account)
        if done.returncode:
            shutil.rmtree(new, ignore_errors=True)
            raise NoServer(f"PostgreSQL could not make its data folder:\n{done.stderr}")
        new.rename(self.cluster)

    def _make_socket_folder(self, account: dict[str, int]) -> None:
        with suppress(FileExistsError):
            self.socket.mkdir(mode=0o700)
        folder = self.socket.lstat()
        owner = account.get("user", os.geteuid())
        if folder.st_uid not in (owner, os.geteuid()) or not stat.S_ISDIR(folder.st_mode):
            raise NoServer(f"{self.socket} is somebody else's; remove it and try again.")
        if folder.st_uid != owner:
            os.chown(self.socket, owner, account["group"])

    def _call_caretaker(self) -> None:
        """See to it that a caretaker is there; it inherits the lock, so there is no gap."""
        lock = _open(self.home / "caretaker.lock")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        else:
            done = run(
                *(sys.executable, "-m", "clubcomp.postgres.caretaker", self.home, str(lock)),
                pass_fds=[lock],
                env={**os.environ, "PYTHONPATH": str(CODE)},
                capture_output=False,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            if done.returncode:
                raise NoServer(f"{sys.executable} could not start the server's caretaker.")
        finally:
            os.close(lock)

    def _is_ready(self, programs: Programs) -> bool:
        ask = ("-q", "-h", self.socket, "-p", PORT, "-U", USER, "-d", "postgres")
        return run(programs.folder / "pg_isready", *ask).returncode == 0

    def _get_to_know(self) -> bool:
        """Keep hold of the running server's process; returns whether it was not known before."""
        identity = (self.cluster / "postmaster.pid").read_text().splitlines()[:3]
        known, self._identity = self._identity, identity
        gone = self._process
        try:
            self._process = os.pidfd_open(int(identity[0]))
        except (AttributeError, OSError):  # not Linux: pg_isready is asked every time
            self._process = None
        if gone is not None:
            os.close(gone)
        return known != identity

    def _still_lives(self) -> bool:
        """Whether the process we know is there: in microseconds, and not fooled by a reused pid."""
        if self._process is None:
            return False
        end = select.poll()
        end.register(self._process, select.POLLIN)
        return not end.poll(0)

    def _postmaster(self) -> int | None:
        """The process in the pid file, if it is the server on these data and no later program."""
        try:
            pid = int((self.cluster / "postmaster.pid").read_text().split("\n")[0])
        except (OSError, ValueError):
            return None
        if not Path("/proc/self").exists():
            return pid
        try:
            return pid if os.path.samefile(f"/proc/{pid}/cwd", self.cluster) else None
        except OSError:
            return None

    def _forget_stranger(self) -> None:
        """After a crash the pid file may name another program; PostgreSQL would not start then."""
        with suppress(OSError, ValueError):
            file = self.cluster / "postmaster.pid"
            pid = int(file.read_text().split("\n")[0])
            if Path(f"/proc/{pid}").exists() and self._postmaster() is None:
                file.unlink()


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold this lock alone, against other processes and other threads."""
    lock = _open(path)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        # Not only closed: a child that was forked meanwhile has a copy.
        fcntl.flock(lock, fcntl.LOCK_UN)
        os.close(lock)
