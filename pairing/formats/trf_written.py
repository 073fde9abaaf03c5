"""How is a competition written as a TRF file, of 2016 or of 2026?"""

from collections.abc import Iterator

from pairing.core.types import Player
from pairing.formats.trf_people import CODES
from pairing.formats.trf_report import THERE, Edition, Report, cell_column, points
from pairing.formats.trf_text import Line


def lines_of(report: Report, edition: Edition) -> Iterator[str]:
    """All lines of a new file, without what ends them."""
    for lines in report.settings(edition).values():
        yield from (line.rstrip(" ") for line in lines)
    for player in report.players:
        yield row_of(report, player, edition)
    if edition == "26":
        yield from national_lines(report)
        yield from byes_to_come(report)


def row_of(report: Report, player: Player, edition: Edition) -> str:
    """A player's line. TRF26 has lines of their own for byes to come, but not for a bye that
    somebody is given."""
    line = Line(0, f"001 {report.number[player.id]:>4}")
    for column, text in report.identity(player):
        line = line.with_text(column, text)
    line = line.with_text(81, points(report.half_points[player.id]))
    line = line.with_text(86, f"{report.ranks[player.id]:>4}")
    cells = report.cells[player.id]
    for round_, cell in enumerate(cells, start=1):
        waits = edition == "26" and round_ == report.next and cell[-1] in "FHZ"
        line = line.with_text(cell_column(round_), THERE if waits else cell)
    return line.text


def national_lines(report: Report) -> Iterator[str]:
    """TRF26: what the national federation knows of its players, a line each."""
    issuer = report.national
    if not report.has_national_lines:
        return
    for player in report.players:
        if player.number_of(issuer):
            line = Line(0, f"{CODES[issuer]} {report.number[player.id]:>4}")
            for column, text in report.at_home(player, issuer):
                line = line.with_text(column, text)
            yield line.text


def byes_to_come(report: Report) -> Iterator[str]:
    """TRF26: who is not paired in the round to be paired, a line each."""
    for kind in "FHZ":
        for player in sorted(report.players, key=lambda player: report.number[player.id]):
            if report.next_bye(player.id) == kind:
                yield report.bye_to_come(kind, player.id)
