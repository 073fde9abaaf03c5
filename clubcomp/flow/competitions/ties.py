"""Ties that a leader decides by hand: after a play-off, by lot, in whatever way the club has."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason
from clubcomp.flow.errors import StepError
from clubcomp.flow.standings import as_published
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Entry, User
from clubcomp.models.rules import tie_from
from clubcomp.record.snapshots import snapshot_of
from pairing.core.beside_games import DecidedTie
from pairing.core.decided_ties import may_be_decided
from pairing.core.standing import StandingRow
from pairing.core.types import OVERALL, Snapshot
from pairing.formats.form import written, written_number
from pairing.registry import rules_of


class Tie(NamedTuple):
    """Players of equal points who stand one after the other, in the order of the table."""

    entries: list[Entry]
    row: StandingRow


def ties_in(rows: Sequence[StandingRow], entries: dict[str, Entry]) -> Iterator[Tie]:
    """All ties that can be decided: players of one group with the same points, without guests."""
    known = [row for row in rows if row.player in entries and not entries[row.player].guest]
    for _level, of_level in groupby(known, key=lambda row: (row.group, row.points)):
        level = [*of_level]
        if may_be_decided(known, level) and any(row.games for row in level):
            yield Tie([entries[row.player] for row in level], level[0])


@all_or_nothing
def decide_tie(
    competition: Competition,
    *,
    scope: str,
    order: Sequence[Entry],
    reason: str,
    by: User | None,
) -> None:
    """Put players of equal points in this order in a standing, with the reason.

    It holds for as long as each of them has those points; another decision about one of them in the
    same standing replaces it.
    """
    with step_on(competition, "decide_tie", at_any_stage=True, by=by) as step:
        now, reason = step.competition, checked_reason(reason)
        keys = [entry.key for entry in order]
        snapshot = _without(_record(step), scope, keys)
        last = max((round_.round_key for round_ in snapshot.record()), default=None)
        if scope != OVERALL and not now.tempos.filter(key=scope).exists():
            raise StepError(_("There is no such standing."))
        rows = rules_of(snapshot).standings(snapshot, scope)
        level = [row for row in rows if row.player in keys]
        guests = {player.id for player in snapshot.players if player.guest}
        members = [row for row in rows if row.player not in guests]
        if last is None or len(level) < len(keys) or not may_be_decided(members, level):
            words = _(
                "These players do not stand level one after the other any more. Look at the"
                " standings again."
            )
            raise StepError(words)
        tie = DecidedTie(scope, tuple(keys), *last, level[0].points, reason)
        now.decided_ties = [*written(snapshot.ties), written(tie)]
        now.save(update_fields=["decided_ties"])
        step.note(facts=_facts(now, tie), reason=reason)


@all_or_nothing
def undo_tie(
    competition: Competition, *, scope: str, players: Sequence[str], by: User | None
) -> None:
    """Let the tie-breaks decide again between these players (their keys, in order)."""
    with step_on(competition, "undo_tie", at_any_stage=True, by=by) as step:
        now = step.competition
        gone = [
            tie for tie in now.decided_ties if (tie["scope"], tie["players"]) == (scope, [*players])
        ]
        if not gone:
            raise StepError(_("This was taken back meanwhile."))
        now.decided_ties = [tie for tie in now.decided_ties if tie not in gone]
        now.save(update_fields=["decided_ties"])
        step.note(facts=_facts(now, tie_from(gone[0])))


def _record(step: Step) -> Snapshot:
    return as_published(snapshot_of(step.competition, with_proposal=False), step.competition)


def _without(snapshot: Snapshot, scope: str, keys: Sequence[str]) -> Snapshot:
    """The record without what was decided about any of these players in a standing."""
    other_ties = tuple(
        tie for tie in snapshot.ties if tie.scope != scope or not {*tie.players} & {*keys}
    )
    return replace(snapshot, ties=other_ties)


def _facts(competition: Competition, tie: DecidedTie) -> dict[str, object]:
    entries = competition.entries.by_key()
    names = [str(entries.get(key, key)) for key in tie.players]
    return {"scope": tie.scope, "players": names, "points": written_number(tie.points)}
