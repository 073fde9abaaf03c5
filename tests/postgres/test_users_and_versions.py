"""Root, an ordinary user, folders that are closed, and data of another PostgreSQL."""

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from clubcomp.running.postgres.programs import CARRIERS, installed, server_account
from tests.postgres.conftest import CHECKOUT, NOBODY, VISITOR, as_ordinary_user, as_root, until


def owner(pid):
    return Path(f"/proc/{pid}").stat().st_uid


@as_root
def test_root_runs_it_as_nobody_makes_no_user_and_opens_no_folder(house):
    looked_at = [Path("/root"), Path("/var/lib"), Path("/tmp"), CHECKOUT, house.folder]
    modes = [folder.stat().st_mode for folder in looked_at]
    users = Path("/etc/passwd").read_bytes()
    assert house.visit().ask("select 1") == [[1]]
    assert owner(house.postmaster()) == NOBODY
    assert [folder.stat().st_mode for folder in looked_at] == modes
    assert Path("/etc/passwd").read_bytes() == users


@as_root
def test_roots_closed_programs_are_copied_to_where_nobody_can_run_them(house):
    closed = house.folder / "closed"
    closed.mkdir(mode=0o700)
    for carrier in CARRIERS:
        package = Path(next(iter(find_spec(carrier).submodule_search_locations)))
        for folder in (package, package.with_name(f"{package.name}.libs")):
            (closed / folder.name).symlink_to(folder)
    # The wheel as it stands in a virtual environment below root's home.
    visitor = house.visit(extra={"PYTHONPATH": f"{closed}:{CHECKOUT}"})
    assert visitor.ask("select 1") == [[1]]
    program = Path(os.readlink(f"/proc/{house.postmaster()}/exe"))
    assert program.is_relative_to(house.folder)
    assert not program.is_relative_to(closed)
    assert closed.stat().st_mode & 0o777 == 0o700
    visitor.leave()
    assert house.is_quiet()


@as_root
def test_a_data_folder_that_nobody_can_enter_is_refused_in_words(house):
    closed = house.folder / "closed"
    closed.mkdir(mode=0o700)
    words = house.visit(extra={"CLUBCOMP_DATA_DIR": str(closed / "data")}).ask("select 1")
    assert "nobody" in words
    assert "DATABASE_URL" in words
    assert closed.stat().st_mode & 0o777 == 0o700


@as_root
def test_a_socket_folder_that_is_somebody_elses_is_refused(house):
    long = house.folder / ("a-folder-with-a-long-name/" * 8)
    elsewhere = {"CLUBCOMP_DATA_DIR": str(long)}
    visitor = house.visit(extra=elsewhere)
    [[folder]] = visitor.ask("show unix_socket_directories")
    visitor.leave()
    assert house.is_quiet()
    os.chown(folder, 12345, 12345)
    assert "somebody else's" in house.visit(extra=elsewhere).ask("select 1")
    os.rmdir(folder)


@as_root
@pytest.mark.parametrize("closed", [False, True], ids=["as it lies here", "in a closed folder"])
def test_an_ordinary_user_runs_it_in_a_home_of_their_own(house, closed):
    """The programs and packages are copied where the user may read them: this checkout may lie
    in a folder that only its owner may enter, such as root's home."""
    user, python, checkout, path = as_ordinary_user(house, closed=closed)
    home = house.folder / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    del house.environment["CLUBCOMP_DATA_DIR"]
    house.environment.pop("XDG_DATA_HOME", None)
    visitor = house.visit(
        python=python,
        checkout=checkout,
        visitor=checkout / VISITOR.relative_to(CHECKOUT),
        extra={"HOME": str(home), "PYTHONPATH": path},
        **user,
    )
    assert visitor.ask("select 1") == [[1]]
    assert owner(house.postmaster()) == NOBODY
    assert house.clusters()[0].is_relative_to(home / ".local/share/clubcomp")
    visitor.leave()
    assert house.is_quiet()


def test_data_of_another_major_version_are_refused_with_the_way_out(used_house):
    visitor = used_house.visit()
    visitor.ask("create table t ()")
    visitor.leave()
    assert used_house.is_quiet()
    (cluster,) = used_house.clusters()
    version = cluster / "PG_VERSION"
    here = version.read_text()
    version.write_text("9\n")
    backups = cluster.parent / "backups"
    backups.mkdir()
    for name in ("2026-01-01-000000", "2026-02-01-000000", "2026-03-01-000000"):
        (backups / f"clubcomp-{name}.backup").touch()
        if "03" not in name[5:7]:  # the last one was not proved
            (backups / f"clubcomp-{name}.backup.json").touch()
    before = sorted(cluster.rglob("*"))
    words = used_house.visit().ask("select 1")
    assert "made by PostgreSQL 9" in words
    assert f"{backups}/clubcomp-2026-02-01-000000.backup" in words
    assert "manage.py restore --set-aside" in words
    assert sorted(cluster.rglob("*")) == before
    version.write_text(here)
    assert used_house.visit().ask("select * from t") == []


def test_data_of_an_older_version_that_is_installed_run_on_that(used_house):
    newest, *older = installed()
    older = [programs for programs in older if programs.major != newest.major]
    if not older:
        pytest.skip("only one version of PostgreSQL is installed")
    visitor = used_house.visit()
    visitor.ask("select 1")
    visitor.leave()
    assert used_house.is_quiet()
    (cluster,) = used_house.clusters()
    shutil.rmtree(cluster)
    cluster.mkdir(mode=0o700)
    account = server_account()
    if account:
        os.chown(cluster, account["user"], account["group"])
    initdb = [older[-1].folder / "initdb", "-D", cluster, "-U", "clubcomp", "--no-locale"]
    subprocess.run(initdb, check=True, cwd="/", capture_output=True, **account)
    # A folder from elsewhere: it has no database of ours yet, but it has a server.
    assert '"clubcomp" does not exist' in used_house.visit().ask("show server_version")
    program = os.readlink(f"/proc/{until(used_house.postmasters)[0]}/exe")
    assert Path(program).parent == older[-1].folder.resolve()
