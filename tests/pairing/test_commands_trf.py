"""The commands on TRF files: pair, standings, check_pairings, generate_tournament."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from pairing.commands import run as run_command
from pairing.core.unplayed import BYES_ON_REQUEST
from pairing.formats.document import read_document
from pairing.formats.trf import read_trf
from pairing.formats.trf_written import write_trf
from tests.attempts import every
from tests.pairing.documents import FULL
from tests.pairing.snapshots import CASES
from tests.pairing.trf_texts import TEXT, put, spoil

GOLDEN = sorted((CASES / "knsb_rating").glob("*.trf"))


@pytest.fixture
def run(capsys):
    def run(*arguments):
        """Exit status, standard output and standard error of a command."""
        status = run_command([*map(str, arguments)])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def file(tmp_path):
    def write(text, name="club.trf"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


@every("path", GOLDEN)
def test_the_output_for_a_golden_file_is_the_golden_text(path, run):
    assert run("pair", "knsb-rating", path) == (0, path.with_suffix(".pairs").read_text(), "")


def test_many_files_are_paired_in_one_process(run, tmp_path):
    status, out, err = run("pair", "knsb-rating", *GOLDEN, "--output", tmp_path)
    assert (status, err) == (0, "")
    assert out.splitlines() == [f"{path.stem} ok" for path in GOLDEN]
    for path in GOLDEN:
        golden = path.with_suffix(".pairs")
        assert (tmp_path / golden.name).read_bytes() == golden.read_bytes()


@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("suffix", [".trfx", ".TXT"])
def test_every_kind_of_file_is_paired_alike(edition, suffix, run, file):
    text = write_trf(read_trf(GOLDEN[3].read_bytes()).snapshot, edition).decode()
    paired = run("pair", "knsb-rating", file(text, f"club{suffix}"))
    assert paired == (0, GOLDEN[3].with_suffix(".pairs").read_text(), "")


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (spoil((4, 92, "   9")), 3, "4, column 92"),
        (spoil((2, 1, "###")), 3, "XXR"),
        (put(spoil((2, 5, "2")), 7, 112, " " * 8), 3, "2"),
        (TEXT + "XXZ 1 2\n", 1, ""),
        (TEXT + "XXP 1 2 3\nXXZ 1\n", 1, "Bört"),
    ],
)
def test_what_cannot_be_paired_ends_with_its_status(text, status, said, run, file):
    path = file(text)
    found, out, err = run("pair", "knsb-rating", path)
    assert (found, out) == (status, "")
    assert err.startswith(f"{path}: ")
    assert said in err


def test_a_warning_is_no_failure(run, file):
    all_there = spoil((7, 112, " " * 8))
    path = file(all_there + "013 Utrecht\n")
    status, out, err = run("pair", "knsb-rating", path)
    assert (status, out) == (0, run("pair", "knsb-rating", file(all_there, "plain.trf"))[1])
    assert err.startswith(f"{path}: ")
    assert "013" in err


@pytest.mark.parametrize("command", ["pair", "check_pairings"])
def test_an_acceleration_is_refused_unless_an_option_leaves_it_out(command, run, file):
    all_there = spoil((7, 112, " " * 8))
    path = file(all_there + "XXA    1  1.0\n")
    status, out, err = run(command, "knsb-rating", path)
    assert status == 3
    assert "--without-acceleration" in out + err
    status, out, err = run(command, "knsb-rating", path, "--without-acceleration")
    plain = run(command, "knsb-rating", file(all_there, "plain.trf"))
    assert (status, out.replace("club.trf", "plain.trf")) == plain[:2]
    assert "XXA" in err


@pytest.mark.parametrize("points", ["192 FIDE_DUTCH_2026_BAKU\n", "XXA    1  1.0  1.0  1.0  1.0\n"])
def test_an_acceleration_that_paired_rounds_is_not_left_out(points, run, file):
    all_there = spoil((7, 112, " " * 8))
    path = file(all_there + points)
    for command in ("pair", "check_pairings"):
        status, out, err = run(command, "fide-dutch", path, "--without-acceleration")
        assert status == 3
        assert "leave out --without-acceleration" in out + err
    assert run("pair", "fide-dutch", path)[0] == 0


def test_an_acceleration_is_left_out_before_round_1(run, file):
    before = "".join(line[:79].rstrip() + "\n" for line in TEXT.splitlines())
    plain = run("pair", "fide-dutch", file(before))
    accelerated = file(before + "192 FIDE_DUTCH_2026_BAKU\n")
    assert run("pair", "fide-dutch", accelerated)[1] != plain[1]
    assert run("pair", "fide-dutch", accelerated, "--without-acceleration") == plain


def test_a_standing_does_not_ask_how_the_rounds_were_paired(run, file):
    assert run("standings", file(TEXT + "XXA    1  1.0\n"), "--system", "knsb-rating")[0] == 0


def test_the_check_reads_the_lot_from_round_1(run, tmp_path, file):
    made = tmp_path / "made.trf"
    run(
        *"generate_tournament knsb-rating --players 12 --rounds 4 --seed 5".split(),
        "--output",
        made,
    )
    turned = {"w": "b", "b": "w"}
    lines = [
        line[:91] + "".join(turned.get(letter, letter) for letter in line[91:])
        for line in made.read_text().splitlines()
        if not line.startswith("XXC")
    ]
    path = file("\n".join(lines))
    assert run("check_pairings", "knsb-rating", path) == (0, f"{path}: ok\n", "")
    lot = read_trf(path.read_bytes()).snapshot.options.get("initial_colour", "white")
    other = {"white": "black", "black": "white"}[lot]
    assert run("check_pairings", "knsb-rating", path, "--initial-colour", other)[0] == 6


@pytest.mark.slow
def test_output_that_nobody_reads_on_ends_without_a_word(file):
    """As `pair ... | head -1`: no traceback, and no status that means something else."""
    files = [str(path) for path in GOLDEN]
    command = [sys.executable, "manage.py", "check_pairings", "knsb-rating", *files]
    root = Path(__file__).parents[2]
    with Popen(command, stdout=PIPE, stderr=PIPE, cwd=root) as writer:
        writer.stdout.close()
        said = writer.stderr.read()
    assert said == b""
    assert writer.returncode == -signal.SIGPIPE


def test_the_lot_may_be_given_where_the_file_does_not_say_it(run, file):
    rows = [f"001 {number:>4}".ljust(14) + f"P{number}" for number in range(1, 5)]
    path = file("\n".join(["XXR 3", *rows]))
    assert run("pair", "knsb-rating", path)[1] == "2\n1 3\n4 2\n"
    black = run("pair", "knsb-rating", path, "--initial-colour", "black")
    assert black[1] == "2\n3 1\n2 4\n"
    said = file(path.read_text() + "\nXXC white1\n", "said.trf")
    assert run("pair", "knsb-rating", said, "--initial-colour", "black")[1] == "2\n1 3\n4 2\n"


def test_gacrux_finds_the_ranks_of_a_file_of_2026_by_what_the_file_says(run, tmp_path):
    made = tmp_path / "made.trf"
    options = "--players 20 --rounds 5 --seed 4 --forfeits 8 --absences 5 --edition 26"
    run("generate_tournament", "knsb-rating", *options.split(), "--output", made)
    checker = [sys.executable, "-m", "gacrux.tiebreakchecker", "-c", "-s", "-d", "T", "-i", made]
    said = subprocess.run(checker, capture_output=True, text=True, check=False)
    assert said.stdout.splitlines()[-1] == "Check: True"


def test_the_standing_of_a_trf_file(run, file):
    path = file(TEXT)
    out = run("standings", path, "--system", "knsb-rating", "--format", "json")[1]
    rows = [(row["rank"], row["id"], row["name"], row["points"]) for row in json.loads(out)]
    assert rows[0] == (1, "1", "Anna", 2)
    assert rows[3] == (4, "3", "Cem", "1/2")
    after = run("standings", path, "--system", "knsb-rating", "--format", "json", "--after", 1)[1]
    assert [row["points"] for row in json.loads(after)] == [1, 1, 0, 0]
    assert run("standings", path)[0] == 3
    no_rounds = file(put(spoil((2, 1, "###")), 7, 112, " " * 8), "report.trf")
    assert run("standings", no_rounds, "--system", "knsb-rating")[0] == 0


def test_the_table_shows_the_tie_breaks_that_are_asked_for(run, file):
    path = file(TEXT)
    asked = ("--tie-breaks", "resistance_points,wins")
    table = run("standings", path, "--system", "knsb-rating", *asked)[1].splitlines()
    assert table[0].split() == ["Rank", "Name", "Points", "Games", "+", "=", "-", "RP", "Won"]
    assert table[1].split()[-2:] == ["2.50", "1.00"]
    assert table[6:] == ["RP   resistance points (Buchholz)", "Won  games won"]
    out = run("standings", path, "--system", "knsb-rating", *asked, "--format", "json")[1]
    assert json.loads(out)[0]["tiebreaks"] == {"resistance_points": "5/2", "wins": 1}
    assert "Won" not in run("standings", path, "--system", "knsb-rating")[1]
    wrong = ("--tie-breaks", "cutlets")
    status, out, err = run("standings", path, "--system", "knsb-rating", *wrong)
    assert (status, out) == (3, "")
    assert "cutlets" in err or "tie_breaks" in err


def test_rounds_are_checked_with_the_lot_where_the_file_does_not_say_it(run, file):
    cells = ["   3 w 1", "   4 b 0", "   1 b 0", "   2 w 1"]
    lines = [
        f"001 {number:>4}".ljust(14) + f"P{number}".ljust(77) + cell
        for number, cell in enumerate(cells, start=1)
    ]
    path = file("\n".join(["XXR 3", *lines]))
    assert run("check_pairings", "knsb-rating", path) == (0, f"{path}: ok\n", "")
    assert run("check_pairings", "knsb-rating", path, "--initial-colour", "white")[0] == 0
    assert run("check_pairings", "knsb-rating", path, "--initial-colour", "black")[0] == 6
    said = file(path.read_text() + "\nXXC white1", "said.trf")
    assert run("check_pairings", "knsb-rating", said, "--initial-colour", "black")[0] == 0


def generate(run, path, *more, players=11, rounds=5, seed=1):
    return run(
        "generate_tournament",
        "knsb-rating",
        *("--players", players, "--rounds", rounds, "--seed", seed, "--output", path),
        *more,
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_was_generated_is_what_would_be_paired(seed, run, tmp_path):
    path = tmp_path / "random.trf"
    made = generate(run, path, "--forfeits", 10, "--absences", 10, seed=seed)
    assert made == (0, "", "")
    snapshot = read_trf(path.read_bytes()).snapshot
    assert write_trf(snapshot) == path.read_bytes()
    assert len([*snapshot.record()]) == 5
    assert run("check_pairings", "knsb-rating", path) == (0, f"{path}: ok\n", "")


@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_byes_on_request_late_entries_and_withdrawals_can_be_generated(
    seed, edition, run, tmp_path
):
    wishes = ("--half-point-byes", 10, "--full-point-byes", 5, "--late", 20, "--withdrawals", 20)
    trf, document = tmp_path / "random.trf", tmp_path / "random.json"
    for path in (trf, document):
        made = generate(run, path, *wishes, "--edition", edition, players=30, rounds=6, seed=seed)
        assert made == (0, "", "")
        assert run("check_pairings", "knsb-rating", path) == (0, f"{path}: ok\n", "")
    snapshot = read_document(document.read_bytes())
    assert write_trf(snapshot, edition) == trf.read_bytes()
    rounds = [place.round for place in snapshot.record()]
    for kind in BYES_ON_REQUEST:
        assert any(round_.of_kind(kind) for round_ in rounds)
    assert 0 < sum(player.joined > 1 for player in snapshot.players) < 15
    assert 0 < sum(player.left is not None for player in snapshot.players) < 15
    for player in snapshot.players:
        last = player.left or 6
        named = [number for number, one in enumerate(rounds, 1) if is_named(one, player.id)]
        assert named
        assert [number for number in named if not player.joined <= number <= last] == []


def is_named(round_, player):
    """Whether a player is anywhere in a round on record."""
    return player in round_.seated() | round_.unplayed.keys()


def test_the_same_seed_gives_the_same_competition(run, tmp_path):
    one, other, third = (tmp_path / name for name in ("1.trf", "2.trf", "3.trf"))
    for path, seed in ((one, 1), (other, 1), (third, 2)):
        generate(run, path, seed=seed)
    assert one.read_bytes() == other.read_bytes()
    assert one.read_text().splitlines()[3:] != third.read_text().splitlines()[3:]
    written = run("generate_tournament", "knsb-rating", "--players", 11, "--rounds", 5, "--seed", 1)
    assert written == (0, one.read_text(), "")


def test_a_document_can_be_generated_and_checked_too(run, tmp_path):
    path = tmp_path / "random.json"
    assert generate(run, path)[0] == 0
    assert len(read_document(path.read_bytes()).players) == 11
    assert run("check_pairings", "knsb-rating", path)[0] == 0


@pytest.mark.parametrize(
    ("players", "rounds", "more", "status"),
    [
        (4, 5, (), 1),
        (1, 5, (), 3),
        (8, 0, (), 3),
        (8, 3, ("--forfeits", 101), 3),
        (8, 3, ("--absences", -1), 3),
        (8, 3, ("--half-point-byes", 101), 3),
        (8, 3, ("--late", 100), 1),
        (10_001, 3, (), 4),
    ],
)
def test_what_cannot_be_generated_ends_with_its_status(
    players, rounds, more, status, run, tmp_path
):
    path = tmp_path / "random.trf"
    found, out, err = generate(run, path, *more, players=players, rounds=rounds)
    assert (found, out) == (status, "")
    assert err
    assert not path.exists()


def test_a_file_of_another_kind_or_system_is_not_generated(run, tmp_path):
    assert generate(run, tmp_path / "random.pdf")[0] == 3
    assert generate(run, tmp_path / "none" / "random.trf")[0] == 2
    wrong = ("--players", 8, "--rounds", 3, "--seed", 1)
    assert run("generate_tournament", "attacalc", *wrong)[0] == 3


def test_a_difference_is_listed_with_its_reasons(run, file):
    path = file(TEXT)
    status, out, err = run("check_pairings", "knsb-rating", path, "--go-on")
    assert (status, err) == (6, "")
    assert "Anna - Cem (1 3)" in out  # as played
    assert "Anna - Dirk (1 4)" in out  # as the system pairs
    assert "Bört - Anna" not in out  # the second round is what it would be
    assert len(out.splitlines()) > 10
    assert "TRF" in out.splitlines()[-1]


def test_a_round_that_was_paired_here_before_a_correction_is_said_to_be_so(run, tmp_path):
    path = tmp_path / "corrected.json"
    assert generate(run, path)[0] == 0
    document = json.loads(path.read_text())
    for game in document["evenings"][0]["rounds"][0]["games"]:
        game["result"] = {"1-0": "0-1", "0-1": "1-0"}.get(game["result"], game["result"])
    path.write_text(json.dumps(document))
    status, out, _err = run("check_pairings", "knsb-rating", path, "--go-on")
    assert status == 6
    last = out.strip().splitlines()[-1]
    assert re.match(r"Rounds? [2-9, ]+ (was|were) paired by this program, before something", last)
    for round_ in document["evenings"]:
        round_["rounds"][0].pop("paired_by", None)
    path.write_text(json.dumps(document))
    said = run("check_pairings", "knsb-rating", path, "--go-on")[1]
    assert "paired by this program" not in said


def test_files_are_checked_one_by_one_and_the_highest_status_counts(run, file, tmp_path):
    files = [GOLDEN[0], file(TEXT), file("012 A", "bad.trf")]
    status, out, _err = run("check_pairings", "knsb-rating", *files)
    assert status == 6
    lines = out.splitlines()
    assert lines[0] == f"{GOLDEN[0]}: ok"
    assert lines[-1].startswith(f"{files[2]}: ")
    assert run("check_pairings", "knsb-rating", GOLDEN[0], files[2])[0] == 3


def test_a_document_of_a_system_with_tempos_is_checked(run):
    assert run("check_pairings", "attacalc", FULL)[0] in (0, 6)


@pytest.mark.parametrize("kind", ["half_point_byes", "full_point_byes"])
def test_byes_on_request_are_refused_by_a_system_without_them(kind, run, file):
    game = {"board": 1, "white": "a", "black": "b", "result": "1-0"}
    held = [{"games": [game], kind: ["c"]}, {"games": [], "present": ["a", "b", "c"]}]
    document = {
        "format": "clubcomp-competition",
        "version": 1,
        "club": {"name": "Club"},
        "name": "Two systems",
        "game": "go",
        "system": "knsb-rating-1996",
        "options": {"rounds": 5},
        "tempos": [{"id": "long"}],
        "players": [{"id": player, "name": player} for player in "abc"],
        "evenings": [{"tempo": "long", "rounds": [one]} for one in held],
    }
    path = file(json.dumps(document), "club.json")
    assert run("pair", "knsb-rating-1996", path)[0] == 0
    status, _out, err = run("pair", "knsb-resistance", path)
    assert status == 3
    assert "evenings[0].rounds[0]: the system knsb-resistance has no byes on request" in err
