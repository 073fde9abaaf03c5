"""The engines work for programs outside as docs/library.md says, and where there is no Django."""

import re
import subprocess
import sys
from pathlib import Path

from tests.pairing.swiss_tournaments import golden_files

ROOT = Path(__file__).parents[2]
#: What stands before the program of the page: an environment without Django.
WITHOUT_DJANGO = """
import sys

class NoDjango:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "clubcomp"):
            raise ImportError(name)

sys.meta_path.insert(0, NoDjango())
"""


def test_the_program_of_the_page_runs_without_django(tmp_path):
    (program,) = re.findall(r"```python\n(.+?)```", (ROOT / "docs/library.md").read_text(), re.S)
    trf = next(file for file in golden_files("knsb-rating") if file.suffix == ".trf")
    (tmp_path / "round.trf").write_bytes(trf.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO + program],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    boards, rest = done.stdout.split("bye: ")
    pairs = trf.with_suffix(".pairs").read_text().splitlines()
    assert len(boards.splitlines()) == sum("0" not in line.split() for line in pairs[1:])
    assert re.search(r"^1 .+ \d", rest, re.M)
    assert re.search(r" \w+ [A-Z\d]", rest.splitlines()[-1])
