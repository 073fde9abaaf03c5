"""What does the attendance sheet show: who is looked for where, and why somebody is free?"""

from clubcomp.flow.attendance import AttendanceSheet, SheetRow
from clubcomp.flow.reasons import why_free
from clubcomp.models import Evening
from clubcomp.pages.explanations import Said, SentencesOf


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


def why_that_one(evening: Evening, sheet: AttendanceSheet) -> list[Said]:
    """Why the player is free who would be if nobody else came; empty when nobody is."""
    answer = why_free(evening, sheet.next_game) if sheet.bye else None
    if answer is None:
        return []
    say = SentencesOf(evening.competition, to_leader=True).of()
    return [Said.of(say, reason) for reason in answer.first]
