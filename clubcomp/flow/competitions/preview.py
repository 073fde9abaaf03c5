"""Who would be affected by other options, or other numbers of a tempo? Only reads."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from clubcomp.flow.competitions.start_order import check_snapshot
from clubcomp.flow.corrections import StandingChange, standing_changes
from clubcomp.models import Competition, Tempo
from clubcomp.snapshots import snapshot_of
from pairing.core.types import OVERALL, Snapshot


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """What a change would do to the overall standing after `rounds` rounds on record."""

    rounds: int
    players: int
    affected: list[StandingChange]

    @property
    def moved(self) -> list[StandingChange]:
        """Those who would get another rank."""
        return [change for change in self.affected if change.is_moved]


def preview_options(competition: Competition, *, options: Mapping[str, object]) -> ChangePreview:
    """What these options would change. StepError when they are not enough for the players."""
    now = snapshot_of(competition, with_proposal=False)
    return _preview(competition, now, replace(now, options=dict(options)))


def preview_tempo(tempo: Tempo, **values: Any) -> ChangePreview:
    """What other numbers of a tempo would change."""
    now = snapshot_of(tempo.competition, with_proposal=False)
    changed = {
        "last_n": values["last_n"],
        "absence_limit": values["absence_limit"],
        "weight": Fraction(values["weight"]),
    }
    tempos = tuple(replace(row, **changed) if row.id == tempo.key else row for row in now.tempos)
    return _preview(tempo.competition, now, replace(now, tempos=tempos))


def _preview(competition: Competition, now: Snapshot, then: Snapshot) -> ChangePreview:
    check_snapshot(then)
    entries = competition.entries.by_key()
    changes = standing_changes(now, then, OVERALL, entries)
    affected = [change for change in changes if change.is_moved or change.has_other_points]
    return ChangePreview(len(list(now.record())), len(entries), affected)
