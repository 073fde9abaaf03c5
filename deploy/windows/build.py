"""Builds a folder for Windows that is unpacked and started, without an installation.

    python deploy/windows/build.py --python python-3.11.9-embed-amd64.zip --wheel dist/clubcomp-1.2.0.whl TARGET

`--python` is the embeddable Python of python.org, as a zip file or a folder; `make wheel` makes the
wheel. `uv` (or the program that `--uv` names) installs the packages of the lock in it as for
Windows, whatever system this is, each by its hash. TARGET gets the folder `Clubcomp`:
`Clubcomp.cmd` starts it, `Clubcomp for phones.cmd` lets in the phones of the hall as well. Nothing
in it needs an administrator, and its place may have blanks and accents in its name. The data are in
`%LOCALAPPDATA%\\clubcomp`, so a newer folder finds them.
"""  # noqa: E501 - a line to be typed

import argparse
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
STARTERS = ("Clubcomp.cmd", "Clubcomp for phones.cmd", "READ ME.txt")
#: Where the packages are, seen from the folder of Python.
PACKAGES = r"..\packages"
LOCK = "clubcomp_files/requirements.lock"
MACHINES = {"x64": "x86_64-pc-windows-msvc", "arm64": "aarch64-pc-windows-msvc"}


class Incomplete(Exception):
    """What is missing, in a sentence."""


def build(python: Path, wheel: Path, target: Path, *, uv: str, machine: str) -> Path:
    """The folder, made anew; Incomplete where something is missing or does not fit."""
    folder = target / "Clubcomp"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "packages").mkdir(parents=True)
    number = _unpack_python(python, folder / "python")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "packages")
    if not (folder / "packages" / LOCK).exists():
        raise Incomplete(f"{wheel} is no wheel of Clubcomp: `make wheel` makes it.")
    asked = ["--target", folder / "packages", "--python-platform", MACHINES[machine]]
    asked += ["--python-version", number, "--only-binary", ":all:"]
    asked += ["--require-hashes", "--requirement", folder / "packages" / LOCK]
    try:
        done = subprocess.run([uv, "pip", "install", "--no-config", *map(str, asked)], check=False)
    except OSError as problem:
        raise Incomplete(f"uv does not run here ({problem}): `pip install uv`.") from problem
    if done.returncode:
        raise Incomplete("The packages were not installed: see above.")
    for name in STARTERS:
        text = (HERE / name).read_text("utf-8")
        (folder / name).write_text(text, "utf-8", newline="\r\n")
    return folder


def _unpack_python(python: Path, folder: Path) -> str:
    """The embeddable Python, told where the packages are; its version, such as "3.11"."""
    if python.is_dir():
        shutil.copytree(python, folder)
    else:
        with zipfile.ZipFile(python) as packed:
            packed.extractall(folder)
    paths = list(folder.glob("python*._pth"))
    number = re.fullmatch(r"python(\d)(\d+)", paths[0].stem) if len(paths) == 1 else None
    if number is None or not (folder / "python.exe").exists():
        raise Incomplete(f"{python} is not the embeddable Python of python.org.")
    lines = [line for line in paths[0].read_text("utf-8").splitlines() if line != PACKAGES]
    paths[0].write_text("\n".join([*lines, PACKAGES, ""]), "utf-8")
    return f"{number[1]}.{number[2]}"


def main() -> int:
    """Build as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--uv", default="uv")
    parser.add_argument("--machine", choices=MACHINES, default="x64")
    parser.add_argument("target", type=Path)
    asked = parser.parse_args()
    try:
        folder = build(asked.python, asked.wheel, asked.target, uv=asked.uv, machine=asked.machine)
    except (Incomplete, OSError, zipfile.BadZipFile) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(f"{folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
