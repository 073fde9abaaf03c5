"""Is a round on record what its system pairs? It is paired again, and compared.

That is the seal of a round: anyone who has the file that it was paired from can do the same. It is
kept with the round, and made again when what was compared changed, or by another release.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Self

from django.db import transaction

from clubcomp import __version__
from clubcomp.flow.pairings.proposal import cannot_as_json, digest
from clubcomp.flow.pairings.turns import paired_in_passing
from clubcomp.flow.standings import cached_rows
from clubcomp.flow.step import raise_version
from clubcomp.models import Round
from clubcomp.record.replica import skipped_if_read_only
from clubcomp.record.snapshots import recorded_under
from pairing.core.replay import Replay, before
from pairing.core.system import CannotPair
from pairing.core.types import PlayerId, RoundOnRecord, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document

Seats = list[list[PlayerId]]


class Seal(NamedTuple):
    """What came of pairing a round again, players by key and White first.

    `played` are the boards only on record, `paired` those only in the pairing made again; `byes`
    are the players who had the bye and get it now, where they differ. `failure`: why the round
    cannot be paired again.
    """

    played: Seats
    paired: Seats
    byes: tuple[PlayerId | None, PlayerId | None] | None
    failure: CannotPair | None

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> Self:
        """The seal as it was stored with its round."""
        failure = CannotPair(**kept["cannot"]) if "cannot" in kept else None
        return cls(kept["played"], kept["paired"], kept["byes"], failure)

    @property
    def differs(self) -> bool:
        """Whether the record is not what the system pairs."""
        return bool(self.played or self.paired or self.byes or self.failure)


def kept_seal(round_: Round) -> Seal | None:
    """The stored seal of a round; None if it has none, or what was compared changed."""
    if not round_.seal or round_.seal["of"] != _compared(round_):
        return None
    return Seal.of_json(round_.seal)


def seal_of(round_: Round) -> Seal:
    """The seal of a round, made once and then stored. PairingBusy."""
    kept = kept_seal(round_)
    if kept is None:
        round_.seal = {"of": _compared(round_), **_made(round_)}
        with skipped_if_read_only(), transaction.atomic():
            raise_version(round_.evening.competition.club_id)
            Round.objects.filter(pk=round_.pk).update(seal=round_.seal)
        kept = Seal.of_json(round_.seal)
    return kept


def document_of(round_: Round) -> str:
    """The document that a round was paired from, or would be if it was not paired here."""
    return round_.paired_from or write_document(before(*_recorded(round_)))


def _recorded(round_: Round) -> tuple[Snapshot, RoundOnRecord]:
    snapshot = recorded_under(round_.evening)
    return snapshot, snapshot.round_on_record(round_.evening.number, round_.number)


def _compared(round_: Round) -> str:
    """What is compared, as a digest: the boards on record, and what they were paired from."""
    rows = cached_rows(round_.evening.competition)
    games = [(game.pk, game.white_id, game.black_id) for game in rows.games_of(round_)]
    byes = [row.entry_id for row in rows.unpaired_of(round_) if row.kind == Unplayed.BYE]
    published = round_.published_at
    made = published.timestamp() if published else round_.evening.competition.version
    return digest(__version__, made, games, byes)


def _made(round_: Round) -> dict[str, Any]:
    recorded = _as_published(round_, _recorded(round_)[1])
    snapshot, failure = read_document(document_of(round_)), {}
    try:
        again = Replay(recorded.number, recorded, paired_in_passing(snapshot))
    except CannotPair as error:
        again, failure = Replay(recorded.number, recorded), cannot_as_json(error)
    had, gets = recorded.round.byes, again.proposal.byes
    byes = [_only(had, gets), _only(gets, had)] if again.has_other_bye else None
    return {
        "played": [list(game.players) for game in again.played_only],
        "paired": [[pair.white, pair.black] for pair in again.proposed_only],
        "byes": byes,
        **failure,
    }


def _only(byes: Sequence[PlayerId], counterpart: Sequence[PlayerId]) -> PlayerId | None:
    """The first player who has a bye here and none in the counterpart."""
    return next((player for player in byes if player not in counterpart), None)


def _as_published(round_: Round, recorded: RoundOnRecord) -> RoundOnRecord:
    """The round without the boards that were added to it afterwards."""
    added = [game for game in round_.games.all() if game.added]
    if not added:
        return recorded
    boards = {game.board for game in added}
    games = tuple(game for game in recorded.round.games if game.board not in boards)
    gone = [row for game in added if game.added for row in game.added["unpaired"]]
    byes = [row["entry"] for row in gone if row["kind"] == Unplayed.BYE]
    whole = replace(recorded.round, games=games).with_bye(*recorded.round.byes, *byes)
    return replace(recorded, round=whole)
