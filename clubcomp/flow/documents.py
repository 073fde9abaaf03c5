"""How does a whole competition come in, and go out again?

The competition document is what a club takes along: exporting, importing into an empty
database and exporting again gives the same bytes. What a document does not hold (who entered
a result, why two players met) begins anew with the import.
"""

from django.utils.translation import gettext as _

from clubcomp.flow.competitions import check_slug, check_snapshot, unused_name
from clubcomp.flow.errors import StepError
from clubcomp.flow.federations import keep_original, store_event
from clubcomp.flow.given import check_lengths
from clubcomp.flow.incoming import read_incoming
from clubcomp.flow.incoming_players import (
    ImportPreview,
    Matches,
    incoming_players,
    preview_of,
    with_issuer,
)
from clubcomp.flow.incoming_rows import rows_of
from clubcomp.flow.pairings.proposing import pair_anew
from clubcomp.flow.step import Step, all_or_nothing, club_held, write_trail
from clubcomp.models import (
    Club,
    Competition,
    Round,
    User,
)
from clubcomp.slugs import CLUB_WORDS, free_slug
from clubcomp.snapshots import whole_snapshot
from pairing.formats.document import write_document


def export_document(competition: Competition) -> str:
    """The competition as a document in canonical form."""
    return write_document(whole_snapshot(competition))


def preview_import(club: Club, data: bytes, *, issuer: str = "") -> ImportPreview:
    """What a document or TRF file would bring. DocumentError or StepError: it is refused."""
    return preview_of(club, read_incoming(data), issuer)


@all_or_nothing
def import_document(
    club: Club,
    data: bytes,
    *,
    matches: Matches | None = None,
    name: str | None = None,
    slug: str | None = None,
    system: str = "",
    rounds: int | None = None,
    without_acceleration: bool = False,
    issuer: str = "",
    by: User | None,
) -> Competition:
    """A new competition from a document or a TRF file; all of it or nothing.

    `matches` says who a player of the document is: the key of a player of the club, or None
    for somebody new. A federation number that the club knows decides by itself; without an
    answer a player is new. `issuer` is who gave the numbers of which the file does not say it.
    `system` and `rounds` are for a TRF file, see `read_incoming`; one that was paired with an
    acceleration comes in only to go on `without_acceleration`. DocumentError when the file is
    refused.
    """
    incoming = with_issuer(read_incoming(data, system=system, rounds=rounds), issuer)
    if incoming.is_accelerated and not without_acceleration:
        raise StepError(
            _(
                "The competition was paired with an acceleration, which is not known here. Say"
                " that it goes on without."
            )
        )
    snapshot = incoming.snapshot
    check_snapshot(snapshot)
    rows = rows_of(club, snapshot)
    competition = rows.competition
    # All the rest of the club waits from here on: only what must not change meanwhile comes now.
    with club_held(club) as club:
        competition.club = club
        competition.name = unused_name(club, name or snapshot.name)
        competition.slug = check_slug(club, slug) if slug else _new_slug(club, competition.name)
        check_lengths(competition)
        rows.store(incoming_players(club, incoming, matches or {}))
        store_event(competition, snapshot.event)
        write_trail(
            club,
            "import_document",
            by=by,
            competition=competition,
            facts={
                "competition": competition.name,
                "players": len(rows.entries),
                "evenings": len(snapshot.evenings),
                "games": sum(len(place.round.games) for place in snapshot.record()),
            },
        )
        keep_original(competition, incoming, data)
        _pair_proposal(Step(competition, "import_document", by))
    return competition


def _new_slug(club: Club, name: str) -> str:
    taken = set(club.competitions.values_list("slug", flat=True))
    return free_slug(name, taken=taken, reserved=CLUB_WORDS)


def _pair_proposal(step: Step) -> None:
    """Pair the round still to be paired around all that the document fixes."""
    round_ = Round.objects.proposed().filter(evening__competition=step.competition).first()
    if round_ is not None:
        pair_anew(step, round_, keep_errors=True)
