"""Programs that use a server of their own in a folder of their own, watched from outside.

The tests look at processes and files, and know nothing of how the server is kept. They run whether
or not DATABASE_URL is set: the programs do not see it.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
VISITOR = Path(__file__).with_name("visitor.py")
NOBODY = 65534


#: What a checkout has to have for a program that uses the server.
PARTS = (
    *("clubcomp/__init__.py", "clubcomp/running/__init__.py", "clubcomp/running/postgres"),
    *("clubcomp/inside_django/__init__.py", "clubcomp/inside_django/postgresql"),
    *("pairing/installed.py", "pairing/version.py"),
)


def clone_at(folder):
    """A checkout with as much of the program as a visitor needs."""
    for part in PARTS:
        target = folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (CHECKOUT / part).is_dir() else shutil.copy
        copy(CHECKOUT / part, target)
    return folder


def until(condition, seconds=30):
    """Wait until the condition holds; its last answer."""
    give_up = time.monotonic() + seconds
    while not (answer := condition()) and time.monotonic() < give_up:
        time.sleep(0.02)
    return answer


def is_running(pid):
    """Whether the process is there and not merely waiting to be buried by its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Visitor:
    """A started visitor.py."""

    def __init__(self, process):
        self.process = process

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline() or "null")

    def ask(self, line):
        self.send(line)
        return self.receive()

    def leave(self):
        """End in good order, as at the end of the program."""
        self.process.stdin.close()
        assert self.process.wait() == 0

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait()


class House:
    """A data folder of our own, the programs that use it, and its server."""

    def __init__(self, folder):
        self.folder = folder
        self.visitors = []
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith(("PG", "COV"))
        }
        self.environment |= {"CLUBCOMP_DATA_DIR": str(folder), "PYTHONPATH": str(CHECKOUT)}

    def visit(
        self, *arguments, python=sys.executable, checkout=CHECKOUT, visitor=VISITOR, **options
    ):
        extra = options.pop("extra", None) or {}
        process = subprocess.Popen(
            [python, visitor, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
            env=self.environment | {"PYTHONPATH": str(checkout)} | extra,
            **options,
        )
        self.visitors.append(process)
        return Visitor(process)

    def clusters(self):
        return sorted(self.folder.glob("**/cluster"))

    def postmasters(self):
        """The process numbers of the servers on these data, by the folders they work in."""
        running = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                folder = Path(os.readlink(process / "cwd"))
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            is_ours = folder.name == "cluster" and self.folder in folder.parents
            if is_ours and is_running(process.name):
                running.append((int(process.name), parent))
        numbers = {number for number, _ in running}
        return sorted(number for number, parent in running if parent not in numbers)

    def postmaster(self):
        (one,) = self.postmasters()
        return one

    def caretakers(self):
        """The process numbers of those who stop the servers."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes()
            except OSError:
                continue
            here = os.fsencode(self.folder)
            if b"clubcomp.running.postgres.caretaker" in words and here in words:
                found.append(int(process.name))
        return found

    def is_quiet(self):
        """Whether, within a while, no server and no caretaker is left."""
        return until(lambda: not self.postmasters() and not self.caretakers())

    def clear(self):
        for process in self.visitors:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()
        assert self.is_quiet()
        shutil.rmtree(self.folder)


@contextmanager
def new_house():
    """A folder that the server's user may enter, with a short name; at the end all is gone."""
    folder = Path(tempfile.mkdtemp(prefix="own-", dir="/tmp"))
    folder.chmod(0o755)
    house = House(folder)
    try:
        yield house
    finally:
        house.clear()


@pytest.fixture
def house():
    with new_house() as house:
        yield house


@pytest.fixture(scope="session")
def started_once():
    """A folder of data that a program made and left."""
    with new_house() as house:
        visitor = house.visit()
        assert visitor.ask("select 1") == [[1]]
        visitor.leave()
        assert house.is_quiet()
        yield house.folder


@pytest.fixture
def used_house(house, started_once):
    """One with a copy of those data: making them costs more than most tests."""
    for home in started_once.iterdir():
        subprocess.run(["cp", "-a", home, house.folder / home.name], check=True)
        shutil.rmtree(house.folder / home.name / "socket")
    return house


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs to be root")


#: Large, and no part of the program.
OF_TESTS = "__pycache__", ".*", "playwright", "mypy*", "ruff*", "pixeltable*", "django-stubs", "pip"


def copied(folder, target):
    """A copy that everybody may read, wherever the original lies; hard links cost no room."""

    def link(source, destination):
        try:
            os.link(source, destination)
        except OSError:  # on another file system
            shutil.copyfile(source, destination)

    if folder.is_file():
        link(folder, target)
        return target
    skipped = shutil.ignore_patterns(*OF_TESTS)
    shutil.copytree(folder, target, copy_function=link, ignore=skipped)
    for path in (target, *target.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
    return target


def is_open_to(user, command):
    """Whether the user may run it."""
    return (
        subprocess.run(
            ["sh", "-c", command], cwd="/", check=False, capture_output=True, **user
        ).returncode
        == 0
    )


#: What lies in no package.
FILES = "templates", "static", "locale", "manage.py"


def as_ordinary_user(house, *, closed=False):
    """Who is not root, as options of a process, and the Python, checkout and path for them.

    Where this checkout lies in a folder that only its owner may enter, or shall be as if
    (`closed`), they are copies.
    """
    if os.geteuid() != 0 and not closed:
        return {}, sys.executable, CHECKOUT, str(CHECKOUT)
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    python = sys.executable
    if closed or not is_open_to(user, f'"{python}" -V'):
        # Root's own Python is closed to others: Debian's, with the packages that are here.
        python = shutil.which("python3", path="/usr/bin")
        version = "import sys; print(sys.version_info[:2])"
        told = subprocess.run([python or "false", "-c", version], capture_output=True, text=True)
        if told.stdout.strip() != str(sys.version_info[:2]):
            pytest.skip("no Python of this version that an ordinary user may run")
    checkout, packages = CHECKOUT, Path(find_spec("django").origin).parents[1]
    if closed or not is_open_to(user, f'ls "{checkout}" "{packages}"'):
        checkout = house.folder / "checkout"
        checkout.mkdir()
        checkout.chmod(0o755)
        for part in ("clubcomp", "pairing", "tests", *FILES):
            copied(CHECKOUT / part, checkout / part)
        packages = copied(packages, house.folder / "packages")
    return user, python, checkout, f"{checkout}:{packages}"
