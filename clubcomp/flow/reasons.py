"""Why was a round paired as it was? Only reads.

A round paired here has its reasons stored with it. One that was imported with a document has not:
if a system of this program paired it, it is paired again from what was known before it, and the
reasons count when that gives the same pairing. For a round paired elsewhere none are known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.core.cache import cache

from clubcomp.flow.outside import PairingBusy, paired_in_passing
from clubcomp.flow.pairings.proposal import reasons_from_json
from clubcomp.models import Competition, Game, Round, Unpaired
from clubcomp.snapshots import snapshot_of
from pairing.core.replay import Replay, before
from pairing.core.system import BadOptions, CannotPair
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Reason, Snapshot

Reasons = tuple[Reason, ...]


@dataclass(frozen=True)
class ReasonsOfRound:
    """The reasons of a round by White's key, and those of its bye. Empty: not known."""

    boards: Mapping[PlayerId, Reasons] = field(default_factory=dict)
    bye: Reasons = ()


def stored_reasons(row: Game | Unpaired) -> Reasons:
    """The reasons stored with a game or a bye; empty when it was imported without."""
    return reasons_from_json(row.reasons)


def reasons_of_game(competition: Competition, game: Game) -> Reasons:
    """Why these two play with these colours; empty: not known."""
    if game.reasons:
        return stored_reasons(game)
    return _paired_again(competition, game.round).boards.get(game.white.key, ())


def reasons_of_round(competition: Competition, games: Sequence[Game]) -> list[Reasons]:
    """The reasons of each of the games of one round, in their order; empty: not known."""
    if not games or any(game.reasons for game in games):
        return [stored_reasons(game) for game in games]
    known = _paired_again(competition, games[0].round).boards
    return [known.get(game.white.key, ()) for game in games]


def against_game(competition: Competition, game: Game) -> list[Problem]:
    """What the system's rules have against a pair that the leader made."""
    snapshot = snapshot_of(competition, with_proposal=False)
    played = snapshot.round_on_record(game.round.evening.number, game.round.number)
    pair = Pair(game.white.key, game.black.key, fixed=game.fixed)
    return list(competition.rules.legality(before(snapshot, played), Proposal((pair,))))


def reasons_of_bye(competition: Competition, row: Unpaired) -> Reasons:
    """Why this player had the bye; empty: not known."""
    if row.reasons:
        return stored_reasons(row)
    return _paired_again(competition, row.round).bye


def _paired_again(competition: Competition, round_: Round) -> ReasonsOfRound:
    """The system's reasons for a round without stored ones, if pairing it again gives the same.

    Cached, since it takes a whole pairing; the version of the competition makes it expire.
    """
    if round_.paired_by != Round.PairedBy.SYSTEM or round_.paired_from:
        return ReasonsOfRound()
    key = f"reasons:{competition.pk}:{competition.version}:{round_.pk}"
    cached: ReasonsOfRound | None = cache.get(key)
    if cached is not None:
        return cached
    try:
        reasons = _reasons(snapshot_of(competition, with_proposal=False), round_)
    except PairingBusy:
        # Not cached: the reasons appear when the page is next loaded.
        return ReasonsOfRound()
    cache.set(key, reasons)
    return reasons


def _reasons(snapshot: Snapshot, round_: Round) -> ReasonsOfRound:
    played = snapshot.round_on_record(round_.evening.number, round_.number)
    try:
        proposal = paired_in_passing(before(snapshot, played))
    except (CannotPair, BadOptions):
        return ReasonsOfRound()
    if Replay(round_.number, played, proposal).differs:
        return ReasonsOfRound()
    return ReasonsOfRound(
        {pair.white: pair.reasons for pair in proposal.pairs},
        proposal.bye.reasons if proposal.bye else (),
    )
