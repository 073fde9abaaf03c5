"""Is a tournament that another system paired named as such, and only such a one?"""

import pytest

from pairing.commands import run as run_command


@pytest.fixture
def run(capsys):
    def run(*arguments):
        """Exit status, standard output and standard error of a command."""
        status = run_command([*map(str, arguments)])
        return status, *capsys.readouterr()

    return run


def test_a_round_of_another_system_is_named_and_the_later_ones_only_when_asked(run, tmp_path):
    path = tmp_path / "other.trf"
    made = ("generate_tournament", "knsb-resistance", "--players", "40", "--rounds", "6")
    assert run(*made, "--seed", "2", "--output", path)[0] == 0
    status, said, _errors = run("check_pairings", "knsb-rating", path)
    assert status == 6
    lines = said.splitlines()
    verdict = next(line for line in lines if "was not paired by this system." in line)
    number = int(verdict.split()[1])
    counted = [line.split() for line in lines if line.endswith("boards differ.")]
    assert counted[-1][1] == f"{number}:"
    assert int(counted[-1][2]) * 2 > 20 >= max((2 * int(one[2]) for one in counted[:-1]), default=0)
    assert not any("played: " in line for line in lines)
    status, said, _errors = run("check_pairings", "knsb-rating", path, "--go-on")
    assert status == 6
    assert "Round 6: " in said
    assert "played: " in said
    assert "was not paired by this system" not in said


def test_where_only_the_lot_for_the_colours_differs_no_other_system_is_named(run, tmp_path):
    path = tmp_path / "lot.trf"
    made = ("generate_tournament", "knsb-rating", "--players", "12", "--rounds", "1")
    assert run(*made, "--seed", "2", "--output", path)[0] == 0
    # A file that does not say the lot.
    lines = [line for line in path.read_text().splitlines() if not line.startswith(("XXC", "152"))]
    path.write_text("\n".join(lines))
    said = [
        run("check_pairings", "knsb-rating", path, "--initial-colour", colour)[1]
        for colour in ("white", "black")
    ]
    assert any("6 differences" in one for one in said)
    assert not any("not paired by this system" in one for one in said)


@pytest.mark.parametrize(("day", "is_told"), [("05/10/05", True), ("26/10/05", False)])
def test_rounds_of_before_the_rules_are_told_to_be_so(run, tmp_path, day, is_told):
    path = tmp_path / "dated.trf"
    made = ("generate_tournament", "fide-dutch", "--players", "8", "--rounds", "2", "--seed", "2")
    assert run(*made, "--output", path)[0] == 0
    path.write_text(f"132 {' ' * 87}{day}  {day}\n{path.read_text()}")
    status, _said, errors = run("check_pairings", "fide-dutch", path)
    assert status == 0
    assert ("played before 2026-02-01" in errors) is is_told
