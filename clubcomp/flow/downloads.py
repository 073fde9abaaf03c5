"""What of a competition can be taken along besides its document? TRF, h9, PGN, its games.

Only reads.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.federations import is_rated, original_of, why_no_report
from clubcomp.models import Competition, Game
from clubcomp.names import parse_name
from clubcomp.snapshots import snapshot_of, whole_snapshot
from pairing.formats.h9_written import write_h9
from pairing.formats.pgn import write_pgn
from pairing.formats.trf import Edition, Purpose, TrfError, write_trf
from pairing.sentences import error
from pairing.sentences.words import capitalised


def games_of(competition: Competition) -> QuerySet[Game]:
    """All games on record in order of play. One query."""
    games = Game.objects.with_round().filter(round__evening__competition=competition)
    games = games.select_related("round__evening__tempo", "white__player", "black__player")
    return games.order_by("round__evening__number", "round__number", "board")


def export_trf(competition: Competition, edition: Edition, purpose: Purpose = "pairing") -> bytes:
    """The rounds on record as a TRF file; StepError when it cannot be one.

    One that came in as a file of that edition goes out as that file, in which only what has
    changed is new.
    """
    refused = why_no_report(competition)
    if purpose == "rating" and not is_rated(competition):
        refused = _("FIDE rates games of chess only.")
    if refused:
        raise StepError(refused)
    snapshot = whole_snapshot(competition, with_proposal=False)
    with _refused_in_words():
        return write_trf(snapshot, edition, original_of(competition, edition), purpose=purpose)


@contextmanager
def _refused_in_words() -> Iterator[None]:
    try:
        yield
    except TrfError as refusal:
        raise StepError(capitalised(error(refusal))) from refusal


def has_h9(competition: Competition) -> bool:
    """Whether the competition can go out as a European go tournament file."""
    return competition.game == Competition.GameKind.GO and competition.abilities.needs_round_count


def export_h9(competition: Competition) -> bytes:
    """The rounds on record as a European go tournament file; StepError when it cannot be one."""
    if not has_h9(competition):
        raise StepError(_("A European go report holds a Swiss competition of go."))
    with _refused_in_words():
        return write_h9(whole_snapshot(competition, with_proposal=False))


def export_pgn(competition: Competition) -> str:
    """The heads of all games that were played, without moves; a chess competition."""
    return write_pgn(snapshot_of(competition, with_proposal=False), name=_surname_first)


def _surname_first(written: str) -> str:
    """ "Van der Heijden, Quirine": as PGN has names."""
    name = parse_name(written)
    family = " ".join(filter(None, (name.prefix[:1].upper() + name.prefix[1:], name.surname)))
    return ", ".join(filter(None, (family, name.first_name)))
