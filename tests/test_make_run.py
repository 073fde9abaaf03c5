"""`make run`, as a newcomer types it: it comes up, says how to sign in, and leaves nothing."""

import os
import re
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.postgres.conftest import CHECKOUT, new_house, until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house():
    """Where the demo club is loaded once."""
    with new_house() as house:
        yield house


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def may_listen(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def make_run(house, port, target="run"):
    """Started as in a terminal: in a process group of its own, which Ctrl-C reaches as a whole."""
    environment = house.environment | {"PORT": str(port)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):  # the tests may be run by make
        environment.pop(name, None)
    log = (house.folder / f"log-{port}").open("w+")
    process = subprocess.Popen(
        ["make", target],
        cwd=CHECKOUT,
        env=environment,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        # Where the tests themselves run in the background, Ctrl-C would be ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    return process, Path(log.name)


def child_of(pid):
    """The program that make started."""
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


def is_up(process, log, port):
    """Wait for the last line of the start; whether it came."""
    ready = f"Clubcomp is at http://localhost:{port}/"
    until(lambda: ready in log.read_text() or process.poll() is not None, seconds=300)
    return ready in log.read_text()


@pytest.mark.parametrize("end", ["ctrl-c", "terminate", "kill -9"])
def test_it_serves_the_demo_club_and_ends_with_everything_it_started(house, end):
    port = free_port()
    process, log = make_run(house, port)
    try:
        assert is_up(process, log, port), log.read_text()
        with urllib.request.urlopen(f"http://localhost:{port}/") as page:
            assert page.status == 200
            assert "<html" in page.read().decode()
        # Whoever reads the terminal can sign in.
        assert re.search(r"(?i)sign in", log.read_text()), log.read_text()
        assert len(house.postmasters()) == 1

        # A browser keeps connections: one it has asked a page on, and one ahead of need.
        asked, spare = (socket.create_connection(("127.0.0.1", port)) for _ in range(2))
        asked.sendall(b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert asked.recv(8) == b"HTTP/1.1"

        taken, complaint = make_run(house, port)
        assert taken.wait() != 0
        assert f"Port {port} cannot be used" in complaint.read_text()
    finally:
        if end == "ctrl-c":
            os.killpg(process.pid, signal.SIGINT)
        elif end == "terminate":
            process.terminate()
        else:
            os.kill(child_of(process.pid), signal.SIGKILL)
        process.wait()
    if end != "kill -9":
        assert until(lambda: log.read_text().endswith("Stopped.\n")), log.read_text()
        assert "[ERROR]" not in log.read_text()
    asked.close()
    spare.close()
    assert house.is_quiet()
    assert until(lambda: may_listen(port))


def test_ones_own_club_is_apart_from_the_demo_and_keeps_its_key(house):
    links, keys = [], []
    for target in ("run", "club", "club"):
        port = free_port()
        process, log = make_run(house, port, target)
        try:
            assert is_up(process, log, port), log.read_text()
            found = re.findall(rf"http://localhost:{port}(/set-up/\S+)", log.read_text())
            if target == "run":
                assert not found
                continue
            links += found
            # The link leads on to an address without its secret, which is in a cookie then.
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            with browser.open(f"http://localhost:{port}{found[0]}") as page:
                assert page.status == 200
            with urllib.request.urlopen(f"http://localhost:{port}/") as page:
                assert "Testtoren" not in page.read().decode()
            (key,) = house.folder.glob("*/secret-key")
            keys.append(key.read_text())
            assert key.stat().st_mode & 0o777 == 0o600
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait()
        assert house.is_quiet()
    assert links[0] == links[1]
    assert keys[0] == keys[1]


def test_of_two_first_starts_at_once_on_one_folder_both_come_up():
    """Somebody starts it twice: the second waits while the first makes the tables and the link."""
    with new_house() as house:
        ports = free_port(), free_port()
        started = [make_run(house, port, "club") for port in ports]
        try:
            for (process, log), port in zip(started, ports, strict=True):
                assert is_up(process, log, port), log.read_text()
            links = set()
            for (_process, log), port in zip(started, ports, strict=True):
                said = log.read_text()
                assert "Error" not in said
                links |= {*re.findall(r"(/set-up/\S+)", said)}
                with urllib.request.urlopen(f"http://localhost:{port}/") as page:
                    assert page.status == 200
            assert len(links) == 1, links
            assert len(house.postmasters()) == 1
        finally:
            for process, _log in started:
                os.killpg(process.pid, signal.SIGINT)
                process.wait()
        assert house.is_quiet()
