"""The competition in a report (TRF, h9), read as one of any system: even one without reports
of its own, such as Keizer, since it has rounds too.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from pairing.core.system import PairingSystem
from pairing.core.types import Snapshot
from pairing.formats.errors import TrfError, TrfWarning, Warn, in_silence
from pairing.formats.programs.recognised import H9, TRF
from pairing.registry import get_system

if TYPE_CHECKING:
    from pairing.formats.trf import Reading

#: The systems by which a report is read for a system without reports.
_READ_AS_TRF, _READ_AS_H9 = "fide-dutch", "knsb-resistance"
#: Warnings that mean nothing under such a system.
_OF_A_REPORT = ("acceleration_ignored", "rounds_assumed")


def read_report(
    kind: str, data: bytes, system: str, *, warn: Warn = in_silence, **reading: Unpack["Reading"]
) -> Snapshot:
    """The competition in a report, with the next round to be paired if one is left.

    TrfError: refused, also where `system` follows a schedule, which no report shows.
    """
    engine = get_system(system)
    if kind == H9:
        from pairing.formats.h9 import read_h9

        needs_rounds = reading.get("needs_rounds", True)
        if engine.abilities.needs_round_count:
            return read_h9(data, system, needs_rounds=needs_rounds, warn=warn)
        _check_has_no_schedule(engine)
        relevant = _RelevantWarnings(engine, warn)
        read = read_h9(data, _READ_AS_H9, needs_rounds=False, warn=relevant)
        return _under(engine, read, warn)
    from pairing.formats.trf import read_trf

    if engine.has_reports:
        return read_trf(data, system, warn=warn, **reading).snapshot
    _check_has_no_schedule(engine)
    reading |= {"needs_rounds": False, "without_acceleration": True}
    relevant = _RelevantWarnings(engine, warn)
    read = read_trf(data, _READ_AS_TRF, warn=relevant, **reading).snapshot
    warn(TrfWarning(0, 0, "points_of_results"))
    return _under(engine, read, warn)


def holds_rounds(system: PairingSystem, kind: str) -> bool:
    """Whether a file that does not say its system can be read as a competition of this one."""
    is_reported = kind == TRF and system.has_reports
    return is_reported or not system.abilities.schedule_is_fixed


def _check_has_no_schedule(system: PairingSystem) -> None:
    if system.abilities.schedule_is_fixed:
        raise TrfError(0, 0, "not_for_system", {"system": system.key})


class _RelevantWarnings:
    """Passes on warnings that also hold under a system other than the one the file is read as."""

    def __init__(self, system: PairingSystem, warn: Warn):
        self.system, self.warn = system, warn

    def __call__(self, warning: TrfWarning) -> None:
        may_meet_again = self.system.abilities.repeats != "never"
        if warning.code not in _OF_A_REPORT and not (
            may_meet_again and warning.code == "played_twice"
        ):
            self.warn(warning)


def _under(engine: PairingSystem, read: Snapshot, warn: Warn) -> Snapshot:
    """The rounds of a competition under another system, with the one to be paired."""
    from pairing.formats.document import read_document, write_document
    from pairing.formats.programs.contents import Contents, RoundContents, finished, kinds_here

    contents = Contents(read.system, read.name, read.game, read.country, tempo=read.tempos[0])
    for player in read.players:
        contents.add(player)
    for number, item in enumerate(read.record(), start=1):
        games = [(game.white, game.black, game.result) for game in item.round.games]
        contents.rounds[number] = RoundContents(item.date, games, dict(item.round.unplayed))
    snapshot = finished(contents, warn, engine.key)
    evenings = snapshot.evenings
    if to_pair := read.to_pair():
        last = read.evenings[-1]
        round_ = replace(to_pair.round, unplayed=kinds_here(engine, to_pair.round.unplayed))
        evenings = (*evenings, replace(last, tempo=snapshot.tempos[0].id, rounds=(round_,)))
    whole = replace(
        snapshot,
        name=snapshot.name or "?",
        evenings=evenings,
        event=read.event,
        forbidden_pairs=read.forbidden_pairs,
    )
    return replace(read_document(write_document(whole)), name=snapshot.name)
