"""Rating lists that the site fetches itself, from addresses that its operator named.

It does so only over https, from public addresses, without redirects, and takes no more than a list
may have. A club takes what is certain: its players by their numbers. The rest waits for a leader.
"""

from datetime import date
from pathlib import PurePosixPath
from tempfile import TemporaryFile
from typing import IO
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.rating_list import MOST_BYTES, list_address, written_list
from clubcomp.flow.incoming.ratings import ListFile, preview_ratings, take_ratings
from clubcomp.models import Club
from clubcomp.running.sending.connecting import Way, answer_of

#: Seconds until something comes, and until all of it is here.
WAY = Way(patience=30, most_seconds=300, by_proxy=True)
_PIECE = 1 << 16


class NotFetched(Exception):
    """The list did not come; the text says why."""


def take_from(address: str) -> dict[Club, int | StepError]:
    """Fetch the list at an address; returns for how many players each club took it, or why not.

    Clubs without any player's number are left out. NotFetched.
    """
    taken: dict[Club, int | StepError] = {}
    with TemporaryFile() as file:
        fetch(address, file)
        listed = ListFile(file, name=PurePosixPath(urlsplit(address).path).name)
        for club in Club.objects.filter(players__identities__isnull=False).distinct():
            try:
                taken[club] = _take(club, listed)
            except StepError as refused:
                taken[club] = refused
    return taken


def _take(club: Club, listed: ListFile) -> int:
    """Let a club take its own rows, and lock it for those only, not while all rows are read."""
    preview = preview_ratings(club, listed)
    rows = written_list(preview.concerned).encode()
    own = ListFile(rows, issuer=preview.issuer, sets_rating=preview.sets_rating)
    listed_on = preview.listed.date
    day = date.fromisoformat(listed_on) if listed_on else timezone.localdate().replace(day=1)
    return take_ratings(club, own, date=day, by=None) if preview.concerned else 0


def fetch(address: str, file: IO[bytes]) -> None:
    """Write what is at an address into a file. NotFetched."""
    url = list_address(address)
    if url is None:
        raise NotFetched(_("This is no address with https."))
    size = 0
    try:
        with answer_of(url, WAY) as answer:
            if answer.status != 200:
                raise NotFetched(_("The answer is %(status)s.") % {"status": answer.status})
            while piece := answer.read(_PIECE):
                size += len(piece)
                if size > MOST_BYTES:
                    raise NotFetched(_("It is too large, or comes too slowly."))
                file.write(piece)
            if answer.length:  # less came than was announced
                raise OSError("it ended in the middle")
    # The reason why it was not reached may give the network away.
    except OSError:
        raise NotFetched(_("It was not reached.")) from None
