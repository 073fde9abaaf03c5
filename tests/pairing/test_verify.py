"""Does `make verify` say whether both programs pair a file the same?"""

import pytest

from pairing.core.replay import rearranged
from pairing.core.types import Proposal
from pairing.registry import get_system
from tests import verify
from tests.pairing.snapshots import CASES

ATTACALC = CASES / "attacalc" / "05.json"
SWISS = CASES / "knsb_rating" / "05.trf"


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = verify.main([*map(str, arguments)])
        return status, capsys.readouterr().out

    return run


def test_a_round_that_both_programs_pair_the_same_is_printed(run):
    status, out = run(SWISS, "--system", "knsb-rating")
    assert status == 0
    assert out.splitlines() == [
        "round 3, knsb-rating, 6 players: the same by both programs",
        "3",
        "2 6",
        "4 3",
        "1 5",
    ]


def test_the_rounds_on_record_are_paired_again_too_if_asked(run):
    status, out = run(ATTACALC, "--rounds", 3)
    assert status == 0
    assert out.count("the same by both programs") == 3


def test_a_difference_shows_both_pairings_and_ends_with_1(run, monkeypatch):
    system = get_system("knsb-rating")
    real = system.pair

    def turned(snapshot, options):
        proposal = real(snapshot, options)
        first, *others = proposal.pairs
        other = real(rearranged(snapshot, [(first.black, first.white, "turned")], None), options)
        return Proposal((*others, other.pairs[0]), proposal.bye)

    monkeypatch.setattr(system, "pair", turned, raising=False)
    status, out = run(SWISS, "--system", "knsb-rating")
    assert status == 1
    assert "DIFFERS" in out
    assert "manage.py pair:" in out
    assert "transcription:" in out


def test_a_field_out_of_reach_a_file_without_rounds_and_no_file_end_with_1(
    run, monkeypatch, tmp_path
):
    monkeypatch.setitem(verify.REACH, "knsb-rating", 5)
    status, out = run(SWISS, "--system", "knsb-rating")
    assert (status, "too large, the transcription pairs at most 5" in out) == (1, True)
    assert run(tmp_path / "none.json")[0] == 1
    assert run(SWISS)[0] == 1
