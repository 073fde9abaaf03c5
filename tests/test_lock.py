"""Does requirements.lock hold what requirements.txt asks, and all that this needs in turn?"""

import re
import tomllib
from importlib.metadata import requires

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.postgres.conftest import CHECKOUT

LOCK = (CHECKOUT / "requirements.lock").read_text()
ASKED = (CHECKOUT / "requirements.txt").read_text()
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]


def requirements(text):
    """The requirements of a file by name, each with what follows it up to the next one."""
    joined = text.replace("\\\n", " ").splitlines()
    lines = [line.split("#")[0].split("--hash=") for line in joined if line and line[0] != "#"]
    found = [(Requirement(line[0]), [part.strip() for part in line[1:]]) for line in lines]
    assert len({canonicalize_name(one.name) for one, _hashes in found}) == len(found)
    return {canonicalize_name(one.name): (one, hashes) for one, hashes in found}


@pytest.fixture(scope="module")
def locked():
    return requirements(LOCK)


@pytest.fixture(scope="module")
def asked():
    return requirements(ASKED)


def test_every_package_that_is_asked_is_locked_at_its_version(locked, asked):
    versions = {name: str(locked[name][0].specifier) for name in asked if name in locked}
    assert versions == {name: str(one.specifier) for name, (one, _none) in asked.items()}, (
        "`make lock` makes it anew"
    )


#: The machines that it is installed on, by what markers ask.
MACHINES = [
    {"sys_platform": system, "platform_machine": machine}
    for system, machine in [
        *(("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("darwin", "x86_64")),
        *(("win32", "AMD64"), ("win32", "ARM64")),
    ]
]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda one: " ".join(one.values()))
def test_a_machine_gets_what_is_asked_for_it(locked, asked, machine):
    def gets(one):
        return one.marker is None or Marker(str(one.marker)).evaluate(machine)

    for name, (one, _none) in asked.items():
        assert gets(locked[name][0]) == gets(one), name


def test_the_wheel_takes_what_it_was_tried_with_and_its_patches(asked):
    """Its ranges hold every version that requirements.txt names, of the same packages."""
    extras = PROJECT["optional-dependencies"]
    texts = [*PROJECT["dependencies"], *(text for some in extras.values() for text in some)]
    ranges = [Requirement(text) for text in texts]
    assert {canonicalize_name(one.name) for one in ranges} == asked.keys()
    for one in ranges:
        (pin,) = asked[canonicalize_name(one.name)][0].specifier
        assert one.specifier.contains(pin.version), one
        assert all(part.operator in (">=", "<") for part in one.specifier), one


def test_what_is_needed_in_turn_is_locked_and_nothing_else(locked, asked):
    needed, to_do = set(), [one for one, _none in asked.values() if not one.marker]
    to_do += [one for one, _none in asked.values() if one.marker and one.marker.evaluate()]
    while to_do:
        one = to_do.pop()
        key = canonicalize_name(one.name), frozenset(one.extras)
        if key in needed:
            continue
        needed.add(key)
        for text in requires(one.name) or ():
            further = Requirement(text)
            extras = [*one.extras, ""]
            if further.marker is None or any(
                further.marker.evaluate({"extra": extra}) for extra in extras
            ):
                to_do.append(further)
    names = {name for name, _extras in needed}
    here = {
        name for name, (one, _hashes) in locked.items() if not one.marker or one.marker.evaluate()
    }
    assert here == names, "`make lock` makes it anew"


def test_every_file_is_known_by_its_hash_and_no_address_stands_in_it(locked):
    for name, (one, hashes) in locked.items():
        assert re.fullmatch(r"==[^*]+", str(one.specifier)), name
        assert hashes, name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes), name
    assert not re.search(r"://|index|find-links", LOCK)
