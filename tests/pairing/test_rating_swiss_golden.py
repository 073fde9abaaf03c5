"""Positions of both older editions with the pairing that they give, many with a rare step."""

import pytest
from django.core.management import call_command

from pairing.core.invariants import problems
from pairing.registry import get_system, make_options
from tests.pairing.snapshots import CASES
from tests.pairing.trf_cases import read_trf

KEYS = ("knsb-rating-1996", "fide-rating-1998")
FILES = {key: sorted((CASES / key.replace("-", "_")).glob("*.trf")) for key in KEYS}
POSITIONS = [
    pytest.param(key, path, id=f"{key}-{path.stem}") for key in KEYS for path in FILES[key]
]


def test_there_are_golden_cases():
    assert {key: len(files) for key, files in FILES.items()} == {KEYS[0]: 42, KEYS[1]: 40}


@pytest.mark.parametrize("key", KEYS)
def test_the_command_pairs_every_golden_position_byte_for_byte(key, tmp_path, capsys):
    call_command("pair", key, *map(str, FILES[key]), output=tmp_path)
    for path in FILES[key]:
        assert (tmp_path / f"{path.stem}.pairs").read_bytes() == (
            path.with_suffix(".pairs").read_bytes()
        ), path


#: What the name of a position says, and the codes of the reasons that then must be there.
STEPS = {
    "C13": ("C13", "opened"),
    "C12": ("C12", "opened"),
    "joined": ("last", "merged"),
    "penultimate redone": ("last", "opened"),
}


@pytest.mark.parametrize(("key", "path"), POSITIONS)
def test_a_golden_position_is_sound_and_its_reasons_name_the_steps(key, path):
    system, snapshot = get_system(key), read_trf(path)
    options = make_options(system, snapshot.options)
    proposal = system.pair(snapshot, options)
    assert problems(snapshot, proposal, system, options) == []
    last = {"knsb-rating-1996": "C14", "fide-rating-1998": "C13"}[key]
    said = {
        (reason.article, reason.code)
        for one in (*proposal.pairs, *([proposal.bye] if proposal.bye else []))
        for reason in one.reasons
        if reason.code in ("opened", "merged")
    }
    steps = snapshot.name.partition(": ")[2].split(", ")
    expected = {
        (article.replace("last", last), code)
        for article, code in (STEPS[step] for step in steps if step != "plain")
    }
    # A bracket that was opened may have been added to the last one afterwards.
    assert said <= expected
    if "joined" not in steps:
        assert said == expected
