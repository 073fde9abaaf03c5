"""What does everything cost, and what became slower? One table: `make bench`.

Every `bench_*.py` runs as a program of its own; its figures are compared with those in
`docs/speed.json` by their ratio to the calibration loop, of pages to an empty view, so that
another machine says the same. `--keep` puts them there and draws the table in `docs/speed.md`.
Names after it choose the benches: `make bench ONLY="swiss commands"`.
"""

import json
import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT, PAGE = ROOT / "docs" / "speed.json", ROOT / "docs" / "speed.md"
GOALS = Path(__file__).with_name("goals.toml")
FIGURE = re.compile(r"\s*(?P<what>\S.*?):?\s+(?P<number>[\d.]+) (?P<unit>ms CPU|% of a core)")
LOOP, EMPTY = "calibration loop", "an empty view"
#: What is so much slower than before is named.
SLOWER = 1.10


def figures_of(bench):
    """Run a bench: {what: {"number", "unit", "ratio", "to"}}. Its other lines pass through."""
    figures, loop, empty = {}, None, None
    command = [sys.executable, "-m", f"tests.bench.bench_{bench}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout:
            found = FIGURE.match(line)
            if not found:
                sys.stderr.write(f"    {line}")
                continue
            what, number, unit = found["what"], float(found["number"]), found["unit"]
            sys.stderr.write(f"    {bench}: {what} {number:g} {unit}\n")
            if what == LOOP:
                loop = number
                continue
            if what.endswith(EMPTY):
                empty = number
            while what in figures:
                what += " (again)"
            figures[what] = {"number": number, "unit": unit}
            if unit == "ms CPU" and (beside := empty or loop):
                to = "loop" if empty is None else "empty"
                figures[what] |= {"ratio": round(number / beside, 4), "to": to}
    if running.returncode:
        raise SystemExit(f"tests.bench.bench_{bench} ended with {running.returncode}")
    return {"loop": loop, "figures": figures}


def share(figure, to):
    """A figure's ratio to the loop or the empty view, as text; "": it is to the other."""
    return f"{figure['ratio']:.3g}" if figure.get("to") == to else ""


def table(benches):
    """All figures as lines of a Markdown table."""
    goals = tomllib.loads(GOALS.read_text())
    lines = ["| what | before | now | x loop | x empty view | goal |", "|---|---|---|---|---|---|"]
    for bench, measured in benches.items():
        lines.append(f"| **{bench}** (loop {measured['loop']:.1f} ms) | | | | | |")
        for what, figure in measured["figures"].items():
            said = goals.get(bench, {}).get(what, {})
            now = f"{figure['number']:g}" + (" %" if figure["unit"] == "% of a core" else "")
            cells = (
                *(what, said.get("before", ""), now),
                *(share(figure, "loop"), share(figure, "empty"), said.get("goal", "")),
            )
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return "".join(f"{line}\n" for line in lines)


def slower(before, now):
    """A line for each figure that became slower by more than a tenth."""
    for bench, measured in now.items():
        old = before.get(bench, {}).get("figures", {})
        for what, figure in measured["figures"].items():
            then = old.get(what)
            if then and figure.get("to") == then.get("to"):
                grown = figure.get("ratio", figure["number"]) / then.get("ratio", then["number"])
                if grown > SLOWER:
                    yield f"slower by {100 * (grown - 1):.0f} %: {bench}: {what}"


def drawn(benches):
    """The page with the table in it, between its marks."""
    head, rest = PAGE.read_text().split("<!-- table -->\n")[::2]
    return f"{head}<!-- table -->\n\n{table(benches)}\n<!-- table -->\n{rest}"


def main():
    """Run, compare, and keep if asked to."""
    parser = ArgumentParser(prog="make bench", description=__doc__)
    known = sorted(path.stem.removeprefix("bench_") for path in GOALS.parent.glob("bench_*.py"))
    parser.add_argument("benches", nargs="*", metavar="BENCH", help=", ".join(known))
    parser.add_argument("--keep", action="store_true", help="into docs/speed.json and speed.md")
    asked = parser.parse_args()
    now = {bench: figures_of(bench) for bench in asked.benches or known}
    before = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    sys.stdout.write(table(now))
    lines = [*slower(before, now)]
    sys.stdout.write("\n".join(lines or ["nothing became slower by more than 10 %"]) + "\n")
    if asked.keep:
        kept = dict(sorted({**before, **now}.items()))
        KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
        PAGE.write_text(drawn(kept))


if __name__ == "__main__":
    main()
