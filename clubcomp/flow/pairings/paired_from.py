"""How does a round keep the document that it was paired from? As what changed since others were.

A round holds its own part: who was to be paired. The rest is a version of the record, of which
only those parts are written that another version does not have. No version that a round on record
was paired from changes again, whatever is corrected later.
"""

from django.db.models import F, Q, Subquery

from clubcomp.models import Competition, RecordPart, Round
from pairing.formats.parts import digest_of, divided


def is_paired_from(round_: Round, document: str) -> bool:
    """Whether a round was paired from this document; nothing is read."""
    parts, to_pair = divided(document)
    return (digest_of(parts), to_pair) == (round_.record_digest, round_.to_pair)


def keep(round_: Round, competition: Competition, document: str) -> None:
    """Let a round keep the document that it was paired from. The caller saves the round.

    What only its former document held goes.
    """
    parts, round_.to_pair = divided(document)
    digest = digest_of(parts)
    if digest != round_.record_digest:
        round_.record_version = _written(round_, competition, parts)
        round_.record_digest = digest


def _written(round_: Round, competition: Competition, parts: dict[int, str]) -> int:
    """The version of the record that has these parts: the next after those of other rounds."""
    others = Round.objects.filter(evening__competition=competition).exclude(pk=round_.pk)
    paired = others.exclude(record_version=None).order_by("-record_version")
    last = Subquery(paired.values("record_version")[:1])
    rows = RecordPart.objects.filter(competition=competition).annotate(last=last)
    stored = list(
        rows.filter(Q(until=None) | Q(last=None) | Q(until__gt=F("last"))).order_by("since")
    )
    kept = stored[0].last or 0 if stored else 0
    version, missing = kept + 1, dict(parts)
    goes, changed = [], []
    for row in stored:
        until = version
        if row.since <= version and missing.get(row.place) == row.text:
            del missing[row.place]
            until = None
        elif row.since > kept:
            goes.append(row.pk)
            continue
        if row.until != until:
            row.until = until
            changed.append(row)
    if goes:
        RecordPart.objects.filter(pk__in=goes).delete()
    if changed:
        RecordPart.objects.bulk_update(changed, ["until"])
    RecordPart.objects.bulk_create(
        RecordPart(competition=competition, place=place, since=version, text=text)
        for place, text in missing.items()
    )
    return version
