"""Our own server comes with the first query and goes with the last program, however that ends."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.postgres.conftest import CHECKOUT, clone_at, is_running, until


def manage(house, *words):
    return subprocess.run(
        [sys.executable, CHECKOUT / "manage.py", *words],
        env=house.environment | {"DJANGO_SETTINGS_MODULE": "clubcomp.settings"},
        capture_output=True,
        text=True,
    )


def test_a_check_of_the_project_starts_no_server(house):
    done = manage(house, "check")
    assert done.returncode == 0, done.stderr
    # Beside the site's own secret key there is nothing.
    assert [path.name for path in house.folder.glob("*/*")] == ["secret-key"]


def test_it_starts_with_the_first_query_and_stops_after_the_last_program(house):
    visitor = house.visit()
    assert house.postmasters() == []
    assert visitor.ask("select 1") == [[1]]
    assert is_running(house.postmaster())
    visitor.leave()
    assert house.is_quiet()


def test_it_stays_while_one_program_still_uses_it(used_house):
    first, second = used_house.visit(), used_house.visit()
    assert first.ask("select 1") == second.ask("select 1") == [[1]]
    server = used_house.postmaster()
    first.leave()
    assert second.ask("select 1") == [[1]]
    assert used_house.postmaster() == server
    second.leave()
    assert used_house.is_quiet()


def test_it_speaks_utf8_and_is_reached_by_its_owner_alone(house):
    visitor = house.visit()
    assert visitor.ask("show server_encoding") == [["UTF8"]]
    assert visitor.ask("select upper('öçşñ')") == [["ÖÇŞÑ"]]
    assert visitor.ask("show listen_addresses") == [[""]]
    (cluster,) = house.clusters()
    for folder in (cluster, cluster.with_name("socket")):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_the_callers_variables_for_another_server_do_not_disturb(used_house):
    other = {"PGHOST": "127.0.0.1", "PGPORT": "9", "PGDATA": "/nowhere", "PGUSER": "nobody-here"}
    assert used_house.visit(extra=other).ask("select current_user") == [["clubcomp"]]


def test_twenty_programs_at_once_all_come_up_on_one_server(house):
    visitors = [house.visit() for _ in range(20)]
    for visitor in visitors:
        visitor.send("select 1")
    assert [visitor.receive() for visitor in visitors] == [[[1]]] * 20
    assert len(house.postmasters()) == len(house.caretakers()) == 1
    for visitor in visitors:
        visitor.leave()
    assert house.is_quiet()


def test_programs_that_come_while_the_last_one_goes_find_a_server(used_house):
    for _ in range(5):
        visitor = used_house.visit()
        assert visitor.ask("select 1") == [[1]]
        visitor.leave()
    assert used_house.is_quiet()


def test_a_forked_child_that_ends_does_not_take_the_server_away(used_house):
    parent, other = used_house.visit(), used_house.visit()
    parent.ask("select 1")
    server = used_house.postmaster()
    parent.ask("fork")
    # Whoever is last stops the server; the other one, going, must not think to be that.
    other.ask("select 1")
    other.leave()
    time.sleep(0.5)
    assert used_house.postmaster() == server
    assert parent.ask("select 1") == [[1]]


def test_a_forked_child_keeps_the_server_when_its_parent_is_killed(used_house):
    parent = used_house.visit()
    parent.ask("select 1")
    child = parent.ask("fork and stay")
    server = used_house.postmaster()
    parent.kill()
    time.sleep(0.5)
    assert used_house.postmaster() == server
    os.kill(child, signal.SIGKILL)
    assert used_house.is_quiet()


def test_two_clones_never_share_a_server(house):
    clones = [clone_at(house.folder / name) for name in ("spring/clubcomp", "autumn/clubcomp")]
    spring, autumn = (house.visit(checkout=clone) for clone in clones)
    assert spring.ask("create table t ()") == []
    assert "does not exist" in autumn.ask("select * from t")
    assert len(house.postmasters()) == 2


def test_a_long_path_still_has_a_short_socket(house):
    long = house.folder / ("a-folder-with-a-long-name/" * 8)
    visitor = house.visit(extra={"CLUBCOMP_DATA_DIR": str(long)})
    assert visitor.ask("select 1") == [[1]]
    [[folder]] = visitor.ask("show unix_socket_directories")
    assert len(os.fsencode(f"{folder}/.s.PGSQL.5432")) <= 107
    assert os.stat(folder).st_mode & 0o777 == 0o700
    visitor.leave()
    assert house.is_quiet()
    os.rmdir(folder)


def test_psql_reaches_it_by_dbshell(used_house):
    done = manage(used_house, "dbshell", "--", "-Atc", "select current_database()")
    assert done.stdout.strip() == "clubcomp", done.stderr


@pytest.mark.parametrize("moment", [0.3, 0.6, 0.9, 1.2])
def test_a_first_start_that_was_cut_short_does_not_spoil_the_next(house, moment):
    visitor = house.visit()
    visitor.send("select 1")
    until(lambda: False, seconds=moment)
    visitor.kill()
    second = house.visit()
    assert second.ask("select 1") == [[1]]
    # What the first one's initdb may have gone on writing meanwhile goes with the start after.
    second.leave()
    assert house.is_quiet()
    assert house.visit().ask("select 1") == [[1]]
    assert list(house.folder.glob("*/new-*")) == []
