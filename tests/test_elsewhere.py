"""The site on a system without fcntl, pwd, fork and sockets in folders, as Windows is one.

It is played here (tests/postgres/elsewhere): the locks, the way to the database and the web server
are those that a Windows would use, but its own system calls are not.
"""

import os
import signal
import subprocess
import sys
import urllib.request

import psycopg
import pytest

from clubcomp.running.postgres.locks import FileLock, KernelLock
from tests.postgres.conftest import CHECKOUT, NOBODY, as_ordinary_user, new_house, until
from tests.test_make_run import free_port, is_up

pytestmark = pytest.mark.slow


def test_it_serves_from_one_process_with_a_password_before_the_database():
    with new_house() as house:
        user, python, checkout, path = as_ordinary_user(house)
        data = house.folder / "data"
        data.mkdir()
        if user:
            os.chown(data, NOBODY, NOBODY)
        environment = house.environment | {
            "CLUBCOMP_DATA_DIR": str(data),
            "CLUBCOMP_STATIC_DIR": str(data / "static"),
            "PYTHONPATH": f"{checkout}/tests/postgres/elsewhere:{path}",
            "HOME": str(data),
        }
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        port, log = free_port(), house.folder / "log"
        with log.open("w") as output:
            site = subprocess.Popen(
                [python, checkout / "manage.py", "serve", "--port", str(port)],
                env=environment,
                cwd="/",
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
                **user,
            )
        try:
            assert is_up(site, log, port), log.read_text()
            with urllib.request.urlopen(f"http://localhost:{port}/") as page:
                assert page.status == 200
                assert "waitress" in str(page.headers) or "Server" not in page.headers
            with open(f"/proc/{site.pid}/task/{site.pid}/children") as children:
                assert len(children.read().split()) == 1  # the caretaker: nothing was forked
            (cluster,) = house.clusters()
            lines = (cluster / "postmaster.pid").read_text().splitlines()
            assert lines[3:6] == [lines[3], "", "127.0.0.1"]
            reach = {"host": "127.0.0.1", "port": lines[3], "user": "clubcomp"}
            with pytest.raises(psycopg.OperationalError, match="password"):
                psycopg.connect(**reach, dbname="clubcomp")
            password = (cluster.parent / "password").read_text()
            with psycopg.connect(**reach, dbname="clubcomp", password=password) as database:
                said = database.execute("SELECT datlocprovider, upper('é') FROM pg_database")
                assert said.fetchone() == ("b", "É")
            # A second program shares the server, and leaves it to the first.
            told = subprocess.run(
                [python, checkout / "manage.py", "set_up_link"],
                env=environment, cwd="/", capture_output=True, text=True, check=False, **user,
            )  # fmt: skip
            assert "/set-up/" in told.stdout, told.stderr
            assert len(house.postmasters()) == 1
        finally:
            site.send_signal(signal.SIGINT)
            site.wait()
        assert until(lambda: log.read_text().endswith("Stopped.\n")), log.read_text()
        assert house.is_quiet()


def test_two_share_a_lock_and_one_has_it_alone(tmp_path):
    """What is used in the place of fcntl, beside what is used with it."""
    for kind in (FileLock, KernelLock):
        path = tmp_path / kind.__name__
        first, second, third = (kind(path) for _ in range(3))
        assert first.take(shared=True)
        assert second.take(shared=True)
        assert not third.take(wait=False)
        fourth = kind(path)
        assert fourth.take(shared=True, wait=False)  # who was refused bars nobody
        fourth.release()
        first.release()
        second.release()
        assert third.take()
        assert not first.take(shared=True, wait=False)
        third.release()
        assert first.take(wait=False)


def test_the_lock_of_a_program_that_was_killed_is_free(tmp_path):
    program = (
        "import sys, time; from pathlib import Path;"
        "from clubcomp.running.postgres.locks import FileLock;"
        "FileLock(Path(sys.argv[1])).take(); print('ready', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, tmp_path / "lock"],
        stdout=subprocess.PIPE, text=True, cwd=CHECKOUT,
    ) as holder:  # fmt: skip
        assert holder.stdout.readline() == "ready\n"
        assert not FileLock(tmp_path / "lock").take(wait=False)
        holder.kill()
    assert FileLock(tmp_path / "lock").take(wait=False)
