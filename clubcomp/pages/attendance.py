"""The attendance sheet: its groups of rows, and why a player would get the bye."""

from clubcomp.flow.attendance.sheet import AttendanceSheet, SheetRow
from clubcomp.flow.pairings.reasons import why_bye
from clubcomp.models import Evening
from clubcomp.pages.explanations import CitedSentence, SentencesOf


def in_groups(rows: list[SheetRow]) -> dict[str, list[SheetRow]]:
    """The rows in groups: players still expected first, occasional players last."""
    groups: dict[str, list[SheetRow]] = {"expected": [], "here": [], "away": [], "occasional": []}
    for row in rows:
        is_here = row.state in ("present", "later", "left")
        groups["here" if is_here else row.state if row.state in groups else "away"].append(row)
    return groups


def why_next_bye(evening: Evening, sheet: AttendanceSheet) -> list[CitedSentence]:
    """Why this player would get the bye if nobody else came; empty if the number is even."""
    answer = why_bye(evening, sheet.next_game) if sheet.bye else None
    if answer is None:
        return []
    say = SentencesOf(evening.competition, to_leader=True).of()
    return [CitedSentence.of(say, reason) for reason in answer.first]
