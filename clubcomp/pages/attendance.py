"""What does the attendance sheet show: who is looked for where, and why somebody is free?"""

from clubcomp.flow.attendance import AttendanceSheet, SheetRow
from clubcomp.models import Competition
from clubcomp.pages.explanations import Answer, Tellers, answer_of


def in_groups(rows: list[SheetRow]) -> dict[str, list[SheetRow]]:
    """The rows as they are looked for: who is still expected first, now and then last."""
    groups: dict[str, list[SheetRow]] = {"expected": [], "here": [], "away": [], "occasional": []}
    for row in rows:
        groups[_group_of(row)].append(row)
    return groups


def _group_of(row: SheetRow) -> str:
    """Where a row stands on the sheet."""
    if row.state in ("present", "later", "left"):
        return "here"
    return row.state if row.state in ("expected", "occasional") else "away"


def why_free(competition: Competition, sheet: AttendanceSheet) -> Answer | None:
    """Why the player is free who would be if nobody else came; None when nobody is."""
    if not sheet.bye:
        return None
    return answer_of(Tellers(competition, to_leader=True).of(), sheet.bye_reasons)
