"""How large is the project? Lines of the program, of its tests and of its pages: `make lines`."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> None:
    program = [
        path
        for part in ("clubcomp", "pairing")
        for path in (ROOT / part).rglob("*.py")
        if "migrations" not in path.parts
    ]
    tests = list((ROOT / "tests").rglob("*.py"))
    pages = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    show("program", program)
    show("tests", tests, f", {_cases()}")
    show("templates", pages, f", {sum(path.stat().st_size for path in pages):,} bytes")


def show(name: str, paths: list[Path], more: str = "") -> None:
    lines = sum(path.read_bytes().count(b"\n") for path in paths)
    print(f"{name:10}{lines:8,} lines in {len(paths)} files{more}")  # noqa: T201


def _cases() -> str:
    """As pytest counts them, a file a line: "tests/test_make_run.py: 5"."""
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider"]
    listing = subprocess.run(collect, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    counts = [line.rpartition(": ")[2] for line in listing.splitlines() if ".py: " in line]
    return f"{sum(map(int, counts)):,} cases"


if __name__ == "__main__":
    main()
