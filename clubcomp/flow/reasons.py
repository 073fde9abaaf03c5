"""Why was a round paired so? What was stored with it; only reads.

A round that came in with a document has no stored reasons. When this program's systems paired
it, it is paired again from what was known before it: gives that the same pairing, then its
reasons are the reasons. A round paired elsewhere has none of ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.core.cache import cache

from clubcomp.flow.outside import PairingBusy, paired_in_passing
from clubcomp.flow.pairings.proposal import reasons_from_json, with_round_to_pair
from clubcomp.models import Competition, Game, Round, Unpaired
from clubcomp.snapshots import snapshot_of
from pairing.core import types
from pairing.core.system import BadOptions, CannotPair
from pairing.core.types import Pair, PlayerId, Problem, Proposal, Reason, Snapshot
from pairing.registry import get_system, make_options

Reasons = tuple[Reason, ...]


@dataclass(frozen=True)
class ReasonsOfRound:
    """The reasons of a round, by White's key; `bye` those of who is free. Empty: not known."""

    boards: Mapping[PlayerId, Reasons] = field(default_factory=dict)
    bye: Reasons = ()


def stored_reasons(row: Game | Unpaired) -> Reasons:
    """The reasons that are stored with a game or a bye; empty where it came in without."""
    return reasons_from_json(row.reasons)


def reasons_of_game(competition: Competition, game: Game) -> Reasons:
    """Why these two play with these colours; empty when that is not known here."""
    if game.reasons:
        return stored_reasons(game)
    return _paired_again(competition, game.round).boards.get(game.white.key, ())


def reasons_of_round(competition: Competition, games: Sequence[Game]) -> list[Reasons]:
    """Why each of the games of one round was paired so, in their order; empty: not known here."""
    if not games or any(game.reasons for game in games):
        return [stored_reasons(game) for game in games]
    known = _paired_again(competition, games[0].round).boards
    return [known.get(game.white.key, ()) for game in games]


def against_game(competition: Competition, game: Game) -> list[Problem]:
    """What the system's rules say against a pair that the leader made."""
    snapshot = snapshot_of(competition, with_proposal=False)
    evening, number = game.round.evening.number, game.round.number
    played = _round_on_record(snapshot, evening, number)
    before = with_round_to_pair(snapshot.after(evening, number - 1), evening, _to_pair(played))
    system = get_system(before.system)
    pair = Pair(game.white.key, game.black.key, fixed=game.fixed)
    return list(system.legality(before, make_options(system, before.options), Proposal((pair,))))


def reasons_of_bye(competition: Competition, row: Unpaired) -> Reasons:
    """Why this player was free; empty when that is not known here."""
    if row.reasons:
        return stored_reasons(row)
    return _paired_again(competition, row.round).bye


def _paired_again(competition: Competition, round_: Round) -> ReasonsOfRound:
    """The reasons of the system for a round that it paired, if it still pairs it so."""
    if round_.paired_by != Round.PairedBy.SYSTEM or round_.paired_from:
        return ReasonsOfRound()
    key = f"reasons:{competition.pk}:{competition.version}:{round_.pk}"
    kept = cache.get(key)
    if kept is None:
        try:
            kept = _reasons(snapshot_of(competition, with_proposal=False), round_)
        except PairingBusy:
            # The next look at the page says why.
            return ReasonsOfRound()
        cache.set(key, kept)
    return kept


def _reasons(snapshot: Snapshot, round_: Round) -> ReasonsOfRound:
    evening, number = round_.evening.number, round_.number
    played = _round_on_record(snapshot, evening, number)
    before = with_round_to_pair(snapshot.after(evening, number - 1), evening, _to_pair(played))
    try:
        proposal = paired_in_passing(before)
    except (CannotPair, BadOptions):
        return ReasonsOfRound()
    if not _is_same(proposal, played):
        return ReasonsOfRound()
    return ReasonsOfRound(
        {pair.white: pair.reasons for pair in proposal.pairs},
        proposal.bye.reasons if proposal.bye else (),
    )


def _round_on_record(snapshot: Snapshot, evening: int, number: int) -> types.Round:
    """A round of the record by its place."""
    return next(
        place.round
        for place in snapshot.record()
        if (place.evening, place.number) == (evening, number)
    )


def _to_pair(played: types.Round) -> types.Round:
    """A round on record as it was before it was paired: who was there, what was fixed."""
    fixed = tuple(game for game in played.games if game.fixed)
    seated = [player for game in played.games for player in (game.white, game.black)]
    placed = {player for game in fixed for player in (game.white, game.black)}
    there = [*seated, *([played.bye] if played.bye else [])]
    return types.Round(
        games=tuple(
            types.Game(game.board, game.white, game.black, fixed=game.fixed) for game in fixed
        ),
        present=tuple(player for player in there if player not in placed),
        external=played.external,
        no_notice=played.no_notice,
        exempt=played.exempt,
    )


def _is_same(proposal: Proposal, played: types.Round) -> bool:
    """Whether a proposal has the pairs, colours and bye of a round on record."""
    pairs = {(pair.white, pair.black) for pair in proposal.pairs}
    free = proposal.bye.player if proposal.bye else None
    return pairs == {(game.white, game.black) for game in played.games} and free == played.bye
