"""A killed server or program is no trouble to the next start, and loses no committed row."""

import os
import signal
import subprocess
import time

import pytest

from tests.postgres.conftest import NOBODY, is_running, until


@pytest.fixture
def house(used_house):
    """Data that were used before."""
    return used_house


def test_the_next_start_works_after_the_server_was_killed(house):
    visitor = house.visit()
    visitor.ask("create table t (n int)")
    os.kill(house.postmaster(), signal.SIGKILL)
    visitor.kill()
    assert house.visit().ask("select count(*) from t") == [[0]]


@pytest.mark.parametrize("way", ["", "pool"])
def test_a_running_program_gets_a_new_server_after_the_old_one_was_killed(house, way):
    visitor = house.visit(way)
    visitor.ask("select 1")
    old = house.postmaster()
    os.kill(old, signal.SIGKILL)
    assert until(lambda: not is_running(old))
    assert visitor.ask("select 1") == [[1]]
    assert house.postmaster() != old


def test_every_program_finds_the_new_server(house):
    visitors = [house.visit("pool") for _ in range(4)]
    for visitor in visitors:
        visitor.ask("select 1")
    old = house.postmaster()
    os.kill(old, signal.SIGKILL)
    assert until(lambda: not is_running(old))
    for visitor in visitors:
        visitor.send("select 1")
    assert [visitor.receive() for visitor in visitors] == [[[1]]] * 4
    assert len(house.postmasters()) == 1


def test_committed_rows_survive_the_killing_of_every_process_of_the_server(house):
    visitor = house.visit("pool")
    visitor.ask("create table t (n int)")
    server = house.postmaster()
    acknowledged = 0
    for number in range(10_000):
        if visitor.ask("insert into t values (1)") == []:
            acknowledged += 1
        if number == 300:
            children = f"/proc/{server}/task/{server}/children"
            with open(children) as file:
                everyone = [server, *map(int, file.read().split())]
            for process in everyone:
                os.kill(process, signal.SIGKILL)
        if number > 300 and acknowledged > 400:
            break
    [[kept]] = visitor.ask("select count(*) from t")
    assert kept >= acknowledged > 400
    assert house.postmaster() != server


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_the_server_stops_after_its_only_program_was_killed(house, number):
    visitor = house.visit("pool")
    visitor.ask("select 1")
    visitor.kill(number)
    assert house.is_quiet()
    assert house.visit().ask("select 1") == [[1]]


def test_a_killed_program_does_not_take_the_server_from_another(house):
    killed, other = house.visit(), house.visit()
    killed.ask("select 1")
    other.ask("select 1")
    server = house.postmaster()
    killed.kill()
    time.sleep(0.5)
    assert other.ask("select 1") == [[1]]
    assert house.postmaster() == server


def test_a_server_whose_caretaker_was_killed_is_stopped_by_the_next_programs(house):
    first = house.visit()
    first.ask("select 1")
    (caretaker,) = house.caretakers()
    os.kill(caretaker, signal.SIGKILL)
    first.leave()
    time.sleep(0.3)
    left = house.postmaster()
    second = house.visit()
    assert second.ask("select 1") == [[1]]
    assert house.postmaster() == left
    second.leave()
    assert house.is_quiet()


def test_a_server_that_cannot_start_says_why(house):
    visitor = house.visit()
    visitor.ask("select 1")
    visitor.leave()
    assert house.is_quiet()
    (settings,) = house.folder.glob("*/cluster/postgresql.conf")
    kept = settings.read_text()
    settings.write_text(kept + "no such setting\n")
    words = house.visit().ask("select 1")
    assert "PostgreSQL does not start" in words
    assert "syntax error" in words
    settings.write_text(kept)
    assert house.visit().ask("select 1") == [[1]]


def test_a_pid_file_that_names_another_program_by_now_does_not_stop_the_start(house):
    visitor = house.visit()
    visitor.ask("select 1")
    (file,) = house.folder.glob("*/cluster/postmaster.pid")
    server = house.postmaster()
    for caretaker in house.caretakers():
        os.kill(caretaker, signal.SIGKILL)
    os.kill(server, signal.SIGKILL)
    visitor.kill()
    until(lambda: not house.postmasters())
    # A process of the server's own user, which PostgreSQL takes for a running server.
    account = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    with subprocess.Popen(["sleep", "60"], cwd="/", **account) as stranger:
        try:
            lines = file.read_text().splitlines()
            file.write_text("\n".join([str(stranger.pid), *lines[1:]]) + "\n")
            assert house.visit().ask("select 1") == [[1]]
            assert is_running(stranger.pid)
        finally:
            stranger.kill()
