"""Commands on a TRF that is not in UTF-8."""

import pytest

from pairing.commands import run as run_command

TURKISH = ["Şahin, Gülçin", "İnan, Işıl", "Öz, Ayşe", "Ağa, Uğur"]


@pytest.fixture
def run(capsys):
    def run(*arguments):
        """Exit status, standard output and standard error of a command."""
        status = run_command([*map(str, arguments)])
        return status, *capsys.readouterr()

    return run


def test_a_file_in_another_code_page_is_read_so_where_that_is_said(run, tmp_path):
    rows = [f"001 {number:>4}".ljust(14) + name for number, name in enumerate(TURKISH, start=1)]
    path = tmp_path / "club.trf"
    path.write_bytes("\n".join(["XXR 3", *rows]).encode("cp1254"))
    said = run("pair", "knsb-rating", path, "--format", "board", "--code-page", "cp1254")[1]
    assert all(name.split(", ")[1] in said for name in TURKISH)
    guessed = run("pair", "knsb-rating", path, "--format", "board")[1]
    assert "Iþýl" in guessed  # a file does not say it, and western letters are taken
    path.write_bytes(path.read_bytes().replace("ğ".encode("cp1254"), b"\xd2"))
    status, _out, err = run("pair", "knsb-rating", path, "--code-page", "cp1253")
    assert (status, err.strip()) == (3, f"{path}: the file has letters that cp1253 does not have")
    path.write_text("\n".join(["XXR 3", *rows]))  # UTF-8 is seen to be UTF-8, whatever is said
    assert run("pair", "knsb-rating", path, "--format", "board", "--code-page", "cp1250")[1] == said
