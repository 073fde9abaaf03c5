"""Draws docs/architecture.svg from the imports: rooms on floors, an arrow from who imports.

`make architecture` writes it; a test fails while the picture shows other imports than the code
has. A part stands one floor above the highest part it imports. An arrow is left out where
a way through other arrows says the same; parts that only start the program are left out too.
"""

from html import escape
from pathlib import Path

from tests.test_architecture import ALLOWED, PROGRAM, ROOT, imports_of, module_of, part_of

PICTURE = ROOT / "docs" / "architecture.svg"
#: Entrances and settings: they import without being part of any answer.
NOT_DRAWN = {
    f"clubcomp.{name}"
    for name in ("admin", "apps", "asgi", "wsgi", "settings", "local_key", "migrations", "slugs")
} | {
    "clubcomp.__main__",
    "pairing.__main__",
    "pairing.apps",
    "pairing.installed",
    "pairing.version",
}
#: What is in each room, for the picture; a part without a line here shows its name only.
CAPTIONS = {
    "clubcomp.urls": "addresses",
    "clubcomp.views": "HTTP, who may do what",
    "clubcomp.pages": "what a page shows",
    "clubcomp.forms": "what comes in",
    "clubcomp.templatetags": "words and links",
    "clubcomp.flow": "steps, a transaction each",
    "clubcomp.record.snapshots": "rows to a snapshot",
    "clubcomp.models": "rows",
    "clubcomp.running.postgres": "a server of our own",
    "clubcomp.middleware": "headers, limits, errors",
    "clubcomp.management": "commands of the site",
    "clubcomp.running.serving": "web servers",
    "clubcomp.demo": "the demo club",
    "clubcomp.doors.names": "names and initials",
    "clubcomp.doors.passwords": "what a password must be",
    "pairing.commands": "commands on files",
    "pairing.forms": "a form from options",
    "pairing.random_competition": "made-up competitions",
    "pairing.core": "types, contract, tie-breaks",
    "pairing.matching": "graphs and orders",
    "pairing.brackets": "bracket by bracket, and why",
    "pairing.dutch": "the Dutch system of 2026",
    "pairing.swiss": "Swiss on rating, all editions",
    "pairing.berger": "round robin by FIDE's tables",
    "pairing.knockout": "the cup and its bracket",
    "pairing.keizer": "the engine of AttaCalc",
    "pairing.resistance": "Swiss on resistance points",
    "pairing.systems": "one module a system",
    "pairing.registry": "which systems are there",
    "pairing.formats": "document, TRF, h9, PGN",
    "pairing.sentences": "reasons in words",
    "pairing.rules": "the regulations' texts",
}
WIDTH, HEIGHT, GAP, FLOOR, MARGIN = 210, 52, 20, 104, 24
STYLE = """
svg { background: #fff } text { font: 15px system-ui, sans-serif; fill: #1a1a1a }
.small { font-size: 12px; fill: #555 } .site { fill: #eaf1fb; stroke: #35639f }
.pure { fill: #eef6ea; stroke: #4a7d2f } .arrow { fill: none; stroke: #888 } .head { fill: #888 }
@media (prefers-color-scheme: dark) { svg { background: #16181c } text { fill: #eee }
.small { fill: #aaa } .site { fill: #1d2c44 } .pure { fill: #20331a } }
"""


def arrows() -> dict[str, set[str]]:
    """Every drawn part and the drawn parts that its files import."""
    known: dict[str, set[str]] = {part: set() for part in ALLOWED if part not in NOT_DRAWN}
    for path in PROGRAM:
        part = part_of(module_of(path))
        if part in known:
            imported = {part_of(module) for module in imports_of(path)}
            known[part] |= imported & known.keys() - {part}
    return known


def floors(known: dict[str, set[str]]) -> dict[str, int]:
    """The floor of each part: 0 imports nothing, else one above the highest it imports."""
    floor: dict[str, int] = {}
    while len(floor) < len(known):
        for part in known.keys() - floor.keys():
            if known[part] <= floor.keys():
                floor[part] = max((floor[below] + 1 for below in known[part]), default=0)
    return floor


def needed(known: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The arrows that no way through other parts says already."""

    def reach(part: str) -> set[str]:
        return known[part].union(*(reach(below) for below in known[part]))

    return [
        (part, below)
        for part in sorted(known)
        for below in sorted(known[part])
        if not any(below in reach(other) for other in known[part] - {below})
    ]


def drawn() -> str:
    """The picture as SVG, the same for the same imports."""
    known = arrows()
    floor = floors(known)
    rows = [
        sorted((part for part in known if floor[part] == level), reverse=True)
        for level in range(max(floor.values()), -1, -1)
    ]
    widest = max(map(len, rows))
    width = widest * (WIDTH + GAP) - GAP + 2 * MARGIN
    place = {}
    for level, row in enumerate(rows):
        indent = (width - len(row) * (WIDTH + GAP) + GAP) // 2
        for index, part in enumerate(row):
            place[part] = (indent + index * (WIDTH + GAP), MARGIN + level * FLOOR)
    height = len(rows) * FLOOR - (FLOOR - HEIGHT) + 2 * MARGIN
    pieces = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>The parts of the program; each imports only what lies below it</title>",
        f"<style>{STYLE}</style>",
        '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker>',
    ]
    for part, below in needed(known):
        x1, y1 = place[part][0] + WIDTH // 2, place[part][1] + HEIGHT
        x2, y2 = place[below][0] + WIDTH // 2, place[below][1]
        bend = (y2 - y1) // 2
        pieces.append(
            f'<path class="arrow" marker-end="url(#head)" '
            f'd="M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}"/>'
        )
    for part, (x, y) in sorted(place.items()):
        kind = "site" if part.startswith("clubcomp") else "pure"
        middle = x + WIDTH // 2
        pieces.append(
            f'<rect class="{kind}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
            f'<text x="{middle}" y="{y + 22}" text-anchor="middle">{escape(part)}</text>'
            f'<text class="small" x="{middle}" y="{y + 41}" text-anchor="middle">'
            f"{escape(CAPTIONS.get(part, ''))}</text>"
        )
    return "\n".join([*pieces, "</svg>", ""])


if __name__ == "__main__":
    Path(PICTURE).write_text(drawn())
