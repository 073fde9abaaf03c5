"""Draws docs/architecture.svg from the imports: rooms on floors, an arrow from who imports.

`make architecture` writes it; a test fails while the picture shows other imports than the code
has. The site and the engines stand beside each other, so that all of it fits on one screen. A part
stands above the parts of its side that it imports. An arrow is left out where a way through other
arrows says the same; parts that only start the program are left out too.
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
    "pairing.brackets": "bracket by bracket, why",
    "pairing.dutch": "the Dutch system of 2026",
    "pairing.swiss": "Swiss on rating",
    "pairing.berger": "round robin by FIDE tables",
    "pairing.knockout": "the cup and its bracket",
    "pairing.keizer": "the engine of AttaCalc",
    "pairing.resistance": "Swiss on resistance points",
    "pairing.systems": "one module a system",
    "pairing.registry": "which systems are there",
    "pairing.formats": "document, TRF, h9, PGN",
    "pairing.sentences": "reasons in words",
    "clubcomp.record.kept_pages": "pages that are kept",
    "clubcomp.running.sending": "mail and notifications",
    "clubcomp.words": "what a page says",
    "clubcomp.doors": "who comes in",
    "clubcomp.record": "what is kept, versions",
    "clubcomp.running": "backups, logs, measures",
    "clubcomp.running.measures": "what is measured",
    "clubcomp.inside_django.rows": "rows without instances",
    "clubcomp.inside_django": "Django from within",
    "clubcomp.doors.slugs": "addresses of clubs",
    "clubcomp.doors.web_addresses": "addresses outside",
    "clubcomp.record.replica": "which database is read",
    "pairing.kind_fields": "fields of absences",
    "pairing.amount_fields": "fields of amounts",
    "pairing.old_table": "options from a table",
    "pairing.own_keizer": "Keizer by own rules",
    "pairing.reasons": "reasons as classes",
    "pairing.sections": "parts of a form",
    "pairing.rules": "the regulations' texts",
}
WIDTH, HEIGHT, GAP, FLOOR, MARGIN = 166, 40, 10, 64, 16
#: The two sides, from left to right, with their heading's height and what is between them.
SIDES, HEADING, BETWEEN = ("clubcomp", "pairing"), 26, 44
STYLE = """
svg { background: #fff } text { font: 14px system-ui, sans-serif; fill: #1a1a1a }
.small { font-size: 11.5px; fill: #555 } .side { font-weight: 700 }
.site { fill: #eaf1fb; stroke: #35639f }
.pure { fill: #eef6ea; stroke: #4a7d2f } .arrow { fill: none; stroke: #888 }
.across { stroke-dasharray: 5 4 } .head { fill: #888 }
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
    """The floor of each part: above what it imports, and where its floor is crowded as high as what
    imports it allows."""
    floor: dict[str, int] = {}
    while len(floor) < len(known):
        for part in known.keys() - floor.keys():
            if known[part] <= floor.keys():
                floor[part] = max((floor[below] + 1 for below in known[part]), default=0)
    for part in sorted(known, key=lambda part: (-floor[part], part)):
        users = [floor[above] for above in known if part in known[above]]
        free = range(floor[part] + 1, min(users, default=0))
        best = min(free, key=lambda level: [*floor.values()].count(level), default=None)
        count = [*floor.values()].count
        if best is not None and count(best) + 1 < count(floor[part]):
            floor[part] = best
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


def side_of(part: str) -> str:
    """The package of a part."""
    return part.split(".")[0]


def placed(known: dict[str, set[str]]) -> tuple[dict[str, tuple[int, int]], int, int]:
    """Where each part stands, by its upper left corner; and the picture's width and height."""
    place, left, height = {}, MARGIN, 0
    for side in SIDES:
        own = {
            part: {below for below in known[part] if side_of(below) == side}
            for part in known
            if side_of(part) == side
        }
        floor = floors(own)
        top = max(floor.values())
        rows = [
            sorted((part for part in own if floor[part] == level), reverse=True)
            for level in range(top, -1, -1)
        ]
        width = max(map(len, rows)) * (WIDTH + GAP) - GAP
        for level, row in enumerate(rows):
            indent = left + (width - len(row) * (WIDTH + GAP) + GAP) // 2
            for index, part in enumerate(row):
                place[part] = (indent + index * (WIDTH + GAP), MARGIN + HEADING + level * FLOOR)
        left += width + BETWEEN
        height = max(height, MARGIN + HEADING + top * FLOOR + HEIGHT + MARGIN)
    return place, left - BETWEEN + MARGIN, height


def drawn() -> str:
    """The picture as SVG, the same for the same imports."""
    known = arrows()
    place, width, height = placed(known)
    pieces = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>The parts of the program; each imports only what lies below it</title>",
        f"<style>{STYLE}</style>",
        '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker>',
    ]
    for part, below in needed(known):
        (x1, y1), (x2, y2) = place[part], place[below]
        if side_of(part) == side_of(below):
            x1, y1, x2 = x1 + WIDTH // 2, y1 + HEIGHT, x2 + WIDTH // 2
            bend = (y2 - y1) // 2
            path, look = f"M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}", "arrow"
        else:
            x1, y1, y2 = x1 + WIDTH, y1 + HEIGHT // 2, y2 + HEIGHT // 2
            bend = (x2 - x1) // 2
            path, look = f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}", "arrow across"
        pieces.append(f'<path class="{look}" marker-end="url(#head)" d="{path}"/>')
    for side in SIDES:
        left = min(x for part, (x, _y) in place.items() if side_of(part) == side)
        pieces.append(f'<text class="side" x="{left}" y="{MARGIN + 12}">{side}</text>')
    for part, (x, y) in sorted(place.items()):
        kind = "site" if side_of(part) == "clubcomp" else "pure"
        middle = x + WIDTH // 2
        pieces.append(
            f'<rect class="{kind}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
            f'<text x="{middle}" y="{y + 17}" text-anchor="middle">'
            f"{escape(part.partition('.')[2])}</text>"
            f'<text class="small" x="{middle}" y="{y + 32}" text-anchor="middle">'
            f"{escape(CAPTIONS.get(part, ''))}</text>"
        )
    return "\n".join([*pieces, "</svg>", ""])


if __name__ == "__main__":
    Path(PICTURE).write_text(drawn())
