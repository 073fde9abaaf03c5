"""How is a whole competition exported and imported?

A club can leave with its competition document: exporting, importing into an empty database and
exporting again gives the same bytes. What a document does not hold (who entered a result, why
two players met) is lost on the way.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_lengths
from clubcomp.flow.competitions.competition import check_slug, unused_name
from clubcomp.flow.competitions.start_order import check_snapshot
from clubcomp.flow.downloads import keep_original, store_event
from clubcomp.flow.errors import StepError
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
from clubcomp.models import Club, Competition, Round, Upload, User
from clubcomp.slugs import CLUB_WORDS, free_slug
from clubcomp.snapshots import whole_snapshot
from pairing.formats.document import write_document


def export_document(competition: Competition) -> str:
    """The competition as a document in canonical form."""
    return write_document(whole_snapshot(competition))


def preview_import(club: Club, data: bytes, *, issuer: str = "") -> ImportPreview:
    """What importing a file would do. DocumentError or StepError when it is refused."""
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
    """A new competition from a document or a report; all of it or nothing.

    `matches` says who a player of the file is: the key of a player of the club, or None for a new
    one, as everybody is who is not in it. A federation number that the club knows decides without
    it. `issuer` is the federation of the numbers for which the file names none. `system` and
    `rounds` are for a report, see `read_incoming`; one that was paired with an acceleration is
    imported only to go on `without_acceleration`. DocumentError when the file is refused.
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
    # The rest of the club waits while it is held, so all that could be done before is done.
    with club_held(club) as club:
        competition.club = club
        competition.name = unused_name(club, name or snapshot.name)
        if slug:
            competition.slug = check_slug(club, slug)
        else:
            taken = set(club.competitions.values_list("slug", flat=True))
            competition.slug = free_slug(competition.name, taken=taken, reserved=CLUB_WORDS)
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
                "games": sum(len(item.round.games) for item in snapshot.record()),
            },
        )
        keep_original(competition, incoming, data)
        # The round still to be paired, around all that the document fixes.
        proposed = Round.objects.proposed().filter(evening__competition=competition).first()
        if proposed is not None:
            pair_anew(Step(competition, "import_document", by), proposed, keep_errors=True)
    return competition


KEPT = timedelta(days=1)
#: Files of each user in each club; the oldest is deleted when another comes.
MOST = 3


def keep_upload(club: Club, data: bytes, *, user: User) -> Upload:
    """Keep a file until it is imported; old ones are deleted."""
    Upload.objects.filter(at__lt=timezone.now() - KEPT).delete()
    uploads = Upload.objects.filter(club=club, by=user).order_by("-pk")
    Upload.objects.filter(pk__in=list(uploads.values_list("pk", flat=True)[MOST - 1 :])).delete()
    return Upload.objects.create(club=club, by=user, data=data)


def kept_upload(club: Club, key: int, *, user: User) -> bytes:
    """The file that this person sent in this club; StepError when it is no longer there."""
    uploads = Upload.objects.filter(club=club, by=user, at__gte=timezone.now() - KEPT)
    upload = uploads.filter(pk=key).first()
    if upload is None:
        raise StepError(_("The file is kept here for one day only. Choose it once more."))
    return bytes(upload.data)
