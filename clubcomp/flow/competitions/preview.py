"""Whom would other options or other numbers of a tempo affect? Only reads."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from clubcomp.flow.competitions.start_order import check_snapshot
from clubcomp.models import Competition, Entry, Tempo
from clubcomp.snapshots import snapshot_of
from pairing.core.types import OVERALL, Snapshot
from pairing.registry import get_system, make_options


@dataclass(frozen=True, slots=True)
class Affected:
    """A player whose points or place would be others; a guest has no place."""

    entry: Entry
    points_now: Fraction
    points_then: Fraction
    place_now: int | None
    place_then: int | None


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """What a change would do to the overall standing after `rounds` rounds on record."""

    rounds: int
    players: int
    affected: list[Affected]

    @property
    def moved(self) -> list[Affected]:
        """Those who would get another place."""
        return [one for one in self.affected if one.place_now != one.place_then]


def preview_options(competition: Competition, *, options: Mapping[str, object]) -> ChangePreview:
    """What these options would change. StepError when they are not enough for the players."""
    now = snapshot_of(competition, with_proposal=False)
    return _compared(competition, now, replace(now, options=dict(options)))


def preview_tempo(tempo: Tempo, **values: Any) -> ChangePreview:
    """What other numbers of a tempo would change."""
    now = snapshot_of(tempo.competition, with_proposal=False)
    changed = {
        "last_n": values["last_n"],
        "absence_limit": values["absence_limit"],
        "weight": Fraction(values["weight"]),
    }
    tempos = tuple(replace(one, **changed) if one.id == tempo.key else one for one in now.tempos)
    return _compared(tempo.competition, now, replace(now, tempos=tempos))


def _compared(competition: Competition, now: Snapshot, then: Snapshot) -> ChangePreview:
    check_snapshot(then)
    was, becomes = _places(now), _places(then)
    entries = Entry.objects.filter(competition=competition).select_related("player")
    by_key = {entry.key: entry for entry in entries}
    affected = [
        Affected(by_key[key], was[key][0], points, was[key][1], place)
        for key, (points, place) in becomes.items()
        if was[key] != (points, place)
    ]
    return ChangePreview(len(list(now.record())), len(by_key), affected)


def _places(snapshot: Snapshot) -> dict[str, tuple[Fraction, int | None]]:
    """Points and place of everybody, best first; guests have no place."""
    system = get_system(snapshot.system)
    rows = system.standings(snapshot, make_options(system, snapshot.options), OVERALL)
    guests = {player.id for player in snapshot.players if player.guest}
    members = [row.player for row in rows if row.player not in guests]
    places = {player: place for place, player in enumerate(members, start=1)}
    return {row.player: (Fraction(row.points), places.get(row.player)) for row in rows}
