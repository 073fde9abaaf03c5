"""A checkout says how far it is on the way to the next release; a release says its number."""

import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from pairing import version

FILE = Path(version.__file__)
SAY = "from pairing.version import version; print(version())"


@pytest.fixture
def checkout(tmp_path):
    """A folder with the file that has the number, and git's words there."""
    folder = tmp_path / "checkout"
    (folder / "pairing").mkdir(parents=True)
    (folder / "pairing/__init__.py").touch()
    shutil.copy(FILE, folder / "pairing")

    def git(*words, at=folder):
        named = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        done = subprocess.run(
            ["git", *named, *words], cwd=at, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "Set the number")
    return folder, git


def said(folder):
    done = subprocess.run(
        [sys.executable, "-c", SAY], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_it_counts_the_commits_since_the_number_was_set_and_names_the_commit(checkout):
    folder, git = checkout
    for number in range(3):
        assert said(folder) == f"{version.NUMBER}{number}+g{git('rev-parse', '--short=7', 'HEAD')}"
        git("commit", "-q", "--allow-empty", "-m", "Go on")
    file = folder / "pairing/version.py"
    file.write_text(file.read_text().replace(version.NUMBER, "9.0.0.dev"))
    git("commit", "-qam", "Set another number")
    assert said(folder).startswith("9.0.0.dev0+g")
    file.write_text(file.read_text().replace("9.0.0.dev", "9.0.0"))
    assert said(folder) == "9.0.0"


def test_what_is_on_the_disk_may_be_another_one_than_what_was_loaded(checkout, monkeypatch):
    folder, _git = checkout
    monkeypatch.setattr(version, "CODE", folder)
    assert version.on_disk() == said(folder)
    file = folder / "pairing/version.py"
    file.write_text(file.read_text().replace(version.NUMBER, "9.0.0"))
    assert version.on_disk() == "9.0.0"
    shutil.rmtree(folder / ".git")
    monkeypatch.setattr(metadata, "version", lambda name: f"1.2.3 of {name}")
    assert version.on_disk() == "1.2.3 of clubcomp"


def test_a_shallow_checkout_names_the_commit_alone(checkout, tmp_path):
    folder, git = checkout
    git("commit", "-q", "--allow-empty", "-m", "Go on")
    git("clone", "-q", "--depth=1", folder.as_uri(), str(tmp_path / "shallow"), at=tmp_path)
    commit = git("rev-parse", "--short=7", "HEAD")
    assert said(tmp_path / "shallow") == f"{version.NUMBER}0+g{commit}"


def test_without_git_it_is_that_of_the_installed_package(checkout, monkeypatch):
    folder, _git = checkout
    shutil.rmtree(folder / ".git")
    monkeypatch.setattr(version, "CODE", folder)
    monkeypatch.setattr(metadata, "version", lambda name: f"1.2.3 of {name}")
    assert version.version.__wrapped__() == "1.2.3 of clubcomp"

    def unknown(name):
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "version", unknown)
    assert version.version.__wrapped__() == f"{version.NUMBER}0"


def test_a_folder_that_git_does_not_read_has_a_version_all_the_same(checkout):
    folder, _git = checkout
    (folder / ".git/HEAD").write_text("nonsense")
    assert said(folder) == f"{version.NUMBER}0"
