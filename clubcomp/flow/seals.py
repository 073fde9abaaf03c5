"""Is a round on record what its system pairs? It is paired again, and compared. Only reads.

That is the seal of a round: whoever has the file that it was paired from can do the same.
"""

from dataclasses import replace

from django.core.cache import cache

from clubcomp.flow.outside import paired_in_passing
from clubcomp.flow.pairings.proposal import digest
from clubcomp.models import Round
from clubcomp.snapshots import snapshot_of
from pairing.core.replay import Replay, before
from pairing.core.system import CannotPair
from pairing.core.types import RoundOnRecord, Snapshot
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document


def kept_seal(round_: Round) -> Replay | None:
    """What came of pairing a round again; None while nobody has asked for it."""
    found: Replay | None = cache.get(_key(round_))
    return found


def seal_of(round_: Round) -> Replay:
    """What comes of pairing a round again; made once, and kept. PairingBusy."""
    kept = kept_seal(round_)
    if kept is None:
        kept = _made(round_)
        cache.set(_key(round_), kept, timeout=None)
    return kept


def document_of(round_: Round) -> str:
    """The document that a round was paired from, or would be if it was not paired here."""
    return round_.paired_from or write_document(before(*_recorded(round_)))


def _recorded(round_: Round) -> tuple[Snapshot, RoundOnRecord]:
    snapshot = snapshot_of(round_.evening.competition, with_proposal=False)
    return snapshot, snapshot.round_on_record(round_.evening.number, round_.number)


def _key(round_: Round) -> str:
    """By what is compared: the boards on record, and what they were paired from."""
    games = [*round_.games.order_by("board").values_list("pk", "white_id", "black_id")]
    byes = [*round_.unpaired.filter(kind=Unplayed.BYE).values_list("entry_id", flat=True)]
    published = round_.published_at
    made = published.timestamp() if published else round_.evening.competition.version
    return f"seal:{round_.pk}:{digest(made, games, byes)}"


def _made(round_: Round) -> Replay:
    recorded = _as_published(round_, _recorded(round_)[1])
    try:
        proposal = paired_in_passing(read_document(document_of(round_)))
    except CannotPair as failure:
        return Replay(recorded.number, recorded, failure=failure)
    return Replay(recorded.number, recorded, proposal)


def _as_published(round_: Round, recorded: RoundOnRecord) -> RoundOnRecord:
    """The round without the boards that were added to it afterwards."""
    added = [game for game in round_.games.all() if game.added]
    if not added:
        return recorded
    boards = {game.board for game in added}
    games = tuple(game for game in recorded.round.games if game.board not in boards)
    gone = [row for game in added if game.added for row in game.added["unpaired"]]
    bye = next((row["entry"] for row in gone if row["kind"] == Unplayed.BYE), recorded.round.bye)
    return replace(recorded, round=replace(recorded.round, games=games).with_bye(bye))
