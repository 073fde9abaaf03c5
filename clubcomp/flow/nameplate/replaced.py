"""What was a picture of the club before? It is kept while its change can be undone, for a day.

It is kept with the files of the last day (`Upload`), for the person who changed it, until the next
change of a picture or the end of the day: a photo that was replaced may show people.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping

from django.db.models import BinaryField, F, Func, QuerySet
from django.utils import timezone

from clubcomp.models import Club, ClubPicture, Upload, User

#: How such a file begins, to distinguish it from files to be imported.
HEAD = b"replaced pictures\n"
Pictures = Mapping[str, ClubPicture | None]


def keep_replaced(club: Club, before: Pictures, *, replaced_by: User | None) -> None:
    """Keep the earlier picture of each kind, and nothing kept earlier; `club` has the new ones."""
    forget_replaced(club)
    if replaced_by is not None:
        kept = {
            kind: {
                "was": {"name": row.name, "data": b64encode(row.data).decode()} if row else None,
                "now": getattr(club, kind),
            }
            for kind, row in before.items()
        }
        Upload.objects.create(club=club, by=replaced_by, data=HEAD + json.dumps(kept).encode())


def replaced_in(club: Club, *, replaced_by: User) -> dict[str, ClubPicture | None]:
    """The pictures that this person replaced last, by kind; none if that cannot be undone."""
    row = _rows(club).filter(by=replaced_by, at__gte=timezone.now() - Upload.KEPT).first()
    kept = json.loads(bytes(row.data)[len(HEAD) :]) if row else {}
    if any(getattr(club, kind) != names["now"] for kind, names in kept.items()):
        return {}
    return {kind: _picture(kind, names["was"]) for kind, names in kept.items()}


def forget_replaced(club: Club) -> None:
    """Delete all pictures that were kept for undoing a change."""
    _rows(club).delete()


def _picture(kind: str, was: Mapping[str, str] | None) -> ClubPicture | None:
    if was is None:
        return None
    return ClubPicture(kind=kind, name=was["name"], data=b64decode(was["data"]))


def _rows(club: Club) -> QuerySet[Upload]:
    begin = Func(F("data"), 1, len(HEAD), function="SUBSTRING", output_field=BinaryField())
    return Upload.objects.filter(club=club).alias(begin=begin).filter(begin=HEAD)
