"""The data stay with their checkout, wherever it lies, and never belong to two."""

import shutil

import pytest

from clubcomp.running.postgres.data_folder import NAME_FILE, folders_except, home_of, settle
from tests.postgres.conftest import clone_at


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A folder for data, and one for checkouts."""
    monkeypatch.setenv("CLUBCOMP_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "checkouts").mkdir()
    return tmp_path / "checkouts"


def used(checkout):
    """What a start does: the data folder of the checkout, with a cluster in it."""
    checkout.mkdir(exist_ok=True)
    home = home_of(checkout)
    (home / "cluster").mkdir(parents=True, exist_ok=True)
    for name in ("PG_VERSION", "server.log"):
        (home / "cluster" / name).write_text("18\n")
    settle(home, checkout)
    return home


def test_a_checkout_that_was_moved_or_renamed_finds_its_data(places):
    home = used(places / "clubcomp")
    (places / "clubcomp").rename(places / "renamed")
    assert used(places / "renamed") == home
    (places / "renamed").rename(places / "once-more")
    assert used(places / "once-more") == home


def test_data_of_before_there_was_a_name_are_taken_over(places):
    checkout = places / "clubcomp"
    home = used(checkout)
    (checkout / NAME_FILE).unlink()  # as a release before left it
    (home / "checkout").unlink()
    assert used(checkout) == home
    checkout.rename(places / "moved")
    assert used(places / "moved") == home


def test_a_new_version_in_the_old_place_goes_on_with_the_data(places):
    home = used(places / "clubcomp")
    (places / "clubcomp").rename(places / "clubcomp-old")
    assert used(places / "clubcomp") == home
    assert used(places / "clubcomp-old") != home


def test_a_copy_begins_with_data_of_its_own(places):
    home = used(places / "clubcomp")
    shutil.copytree(places / "clubcomp", places / "copy")
    copy = used(places / "copy")
    assert copy != home
    assert (used(places / "clubcomp"), used(places / "copy")) == (home, copy)


def test_another_checkout_in_the_old_place_takes_nothing_away(places):
    home = used(places / "clubcomp")
    (places / "clubcomp").rename(places / "moved")
    assert used(places / "moved") == home
    other = used(places / "clubcomp")
    assert other != home
    assert (used(places / "moved"), used(places / "clubcomp")) == (home, other)


@pytest.mark.parametrize("written", ["", "../elsewhere", "/etc", "a b", "\0", "x" * 200])
def test_a_name_that_is_none_counts_for_nothing(places, written):
    home = used(places / "clubcomp")
    (places / "clubcomp" / NAME_FILE).write_text(written)
    assert home_of(places / "clubcomp") == home


def test_data_that_stand_elsewhere_are_listed_with_their_checkout(places):
    old = used(places / "old")
    shutil.rmtree(places / "old")
    new = used(places / "new")
    (folder,) = folders_except(new)
    assert (folder.path, folder.checkout) == (old, str(places / "old"))
    (places / "new" / NAME_FILE).write_text(old.name)
    assert home_of(places / "new") == old


def test_looking_for_the_place_writes_nothing(places):
    (places / "clubcomp").mkdir()
    home_of(places / "clubcomp")
    assert list((places / "clubcomp").iterdir()) == []
    assert not (places.parent / "data").exists()


def test_a_program_finds_its_rows_after_its_folder_was_moved(house):
    first = clone_at(house.folder / "here" / "clubcomp")
    visitor = house.visit(checkout=first)
    assert visitor.ask("create table t ()") == []
    visitor.leave()
    assert house.is_quiet()
    moved = first.rename(house.folder / "elsewhere")
    assert house.visit(checkout=moved).ask("select * from t") == []
    assert len(house.clusters()) == 1
