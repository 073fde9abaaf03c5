"""What does a club say and show of itself? One step changes it; every picture is redrawn."""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.doors.web_addresses import parsed_address
from clubcomp.flow.checks import check_texts
from clubcomp.flow.errors import StepError
from clubcomp.flow.nameplate.images import SHOWN_BYTES, crest_of, photo_of, shown_crest
from clubcomp.flow.nameplate.replaced import forget_replaced, keep_replaced, replaced_in
from clubcomp.flow.nameplate.svg import reduced_svg
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, ClubPicture, User
from clubcomp.models.colours import COLOURS

Kind = ClubPicture.Kind
#: The most links of a club.
MOST_LINKS = 5
PNG = b"\x89PNG"
TEXTS = ("colour", "line", "place", "contact", "links")


@all_or_nothing
def change_nameplate(
    club: Club,
    *,
    colour: str = "",
    line: str = "",
    place: str = "",
    contact: str = "",
    links: str = "",
    pictures: Mapping[str, bytes | None] | None = None,
    by: User | None,
) -> Club:
    """Change what the club says and shows of itself. StepError when a file is no picture.

    `links` are addresses, one on each line. `pictures` are files by their kind
    (`ClubPicture.Kind`); None takes one away, and a kind that is not named stays. A PNG for the
    crest is the icon too, where no icon comes with it.
    """
    pictures = dict(pictures or {})
    if (crest := pictures.get(Kind.CREST)) and crest.startswith(PNG):
        pictures.setdefault(Kind.ICON, crest)
    redrawn = {kind: drawn(kind, file) if file else None for kind, file in pictures.items()}
    if colour and colour not in COLOURS:
        raise StepError(_("There is no colour “%(colour)s” here."), colour=colour)
    with club_held(club) as now:
        before = _as_json(now)
        now.colour, now.line, now.place = colour, line.strip(), place.strip()
        now.contact, now.links = contact.strip(), _addresses(links)
        check_texts(now)
        _replace(now, redrawn, by=by)
        _store(now, before, by=by)
    return now


@all_or_nothing
def undo_pictures(club: Club, *, by: User) -> Club:
    """Put back the pictures that this person replaced or took away last.

    StepError when that is over a day ago, or a picture was changed since.
    """
    with club_held(club) as now:
        pictures = replaced_in(now, replaced_by=by)
        if not pictures:
            raise StepError(_("What was there before is not kept any more."))
        before = _as_json(now)
        for kind, picture in pictures.items():
            _keep(now, kind, picture)
        forget_replaced(now)
        _store(now, before, by=by)
    return now


def _replace(club: Club, pictures: Mapping[str, ClubPicture | None], *, by: User | None) -> None:
    """Show other pictures; the earlier ones are kept for as long as that can be undone."""
    existing = {row.kind: row for row in ClubPicture.objects.filter(club=club)}
    replaced = {
        kind: existing.get(kind)
        for kind, picture in pictures.items()
        if getattr(club, kind) != (picture.name if picture else "")
    }
    for kind in replaced:
        _keep(club, kind, pictures[kind])
    if replaced:
        keep_replaced(club, replaced, replaced_by=by)


def _store(club: Club, before: Mapping[str, Any], *, by: User | None) -> None:
    after = _as_json(club)
    if after != before:
        club.save()
        write_trail(club, "change_nameplate", by=by, before=before, after=after)


def drawn(kind: str, data: bytes) -> ClubPicture:
    """A picture redrawn, of no club yet, named by its bytes. StepError if the data is none."""
    draw: Mapping[str, Callable[[bytes], tuple[str, bytes]]] = {
        Kind.CREST: _crest,
        Kind.ICON: lambda data: ("png", crest_of(data)),
        Kind.PHOTO: lambda data: ("jpg", photo_of(data)),
    }
    ending, picture = draw[kind](data)
    name = f"{kind}-{hashlib.sha256(picture).hexdigest()[:16]}.{ending}"
    return ClubPicture(kind=kind, name=name, data=picture)


def _crest(data: bytes) -> tuple[str, bytes]:
    """The ending and the bytes of a crest: an SVG stays one, a PNG becomes as small as on pages."""
    if data.startswith(PNG):
        return "png", shown_crest(data)
    drawing = reduced_svg(data).encode()
    if (has := len(gzip.compress(drawing, mtime=0))) > SHOWN_BYTES:
        words = _(
            "This drawing has %(has)s kB, more than pages can carry: simplify it, or send a PNG."
        )
        raise StepError(words, has=has // 1000 + 1)
    return "svg", drawing


def _keep(club: Club, kind: str, picture: ClubPicture | None) -> None:
    """Show a picture; the earlier one loses its address."""
    ClubPicture.objects.filter(club=club, kind=kind).delete()
    if picture is not None:
        picture.pk, picture.club = None, club
        picture.save()
    setattr(club, kind, picture.name if picture else "")


def _addresses(written: str) -> list[str]:
    """Links as full addresses, one a line. StepError when one is no web address."""
    lines = [line.strip() for line in written.splitlines() if line.strip()]
    if len(lines) > MOST_LINKS:
        raise StepError(_("At most %(most)s links."), most=MOST_LINKS)
    links = []
    for line in lines:
        address = parsed_address(line if "://" in line else f"https://{line}")
        if address is None:
            raise StepError(_("“%(line)s” is no web address."), line=line)
        links.append(str(address))
    return links


def _as_json(club: Club) -> dict[str, Any]:
    """The texts, and the names of the pictures, for the log."""
    return {name: getattr(club, name) for name in (*TEXTS, *Kind.values)}
