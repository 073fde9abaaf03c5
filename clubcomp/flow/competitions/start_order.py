"""Which start number and which key does a player get?

For use inside a step: start numbers are only certain while the competition is held. The database
checks that no two are equal when the step ends, so that many can be shifted at once.
"""

import secrets
from dataclasses import replace

from django.db.models import F, Max
from django.utils.text import slugify

from clubcomp.flow.errors import StepError
from clubcomp.flow.identities import seeding_rating
from clubcomp.models import Competition, Entry, Player, Round
from clubcomp.names import search_key
from clubcomp.snapshots import snapshot_of
from pairing.core import types
from pairing.core.system import CannotPair
from pairing.registry import rules_of
from pairing.sentences import Sentences

#: "0" is nobody in documents; "guest" is the address of a page beside those of the players.
RESERVED_KEYS = frozenset({"0", "guest"})


def start_for(competition: Competition, player: Player) -> int:
    """The start number of a new player, for which the others are shifted.

    Numbers by rating: after everybody whose rating is at least as high, last without a rating.
    Numbers by the system's order or by lot: by those before round 1, and last from then on.
    StepError when one player more would make the last value number negative.
    """
    check_size(competition, how_many_count(competition) + 1)
    starts = list(competition.entries.order_by("start").values_list("start", flat=True))
    numbers = competition.abilities.start_numbers
    if numbers == "rating":
        rating = seeding_rating(competition, player)
        as_strong = competition.entries.filter(rating__gte=rating or 0)
        before = len(starts) if rating is None else as_strong.count()
    elif has_begun(competition):
        before = len(starts)
    elif numbers == "lot":
        before = secrets.randbelow(len(starts) + 1)
    else:
        before = _ahead_of(competition, player)
    start = starts[before] if before < len(starts) else last_start(competition) + 1
    make_room(competition, start)
    return start


def has_begun(competition: Competition) -> bool:
    """Whether a round is on record."""
    return Round.objects.on_record().filter(evening__competition=competition).exists()


def _ahead_of(competition: Competition, player: Player) -> int:
    """How many come before a new player in the system's order before round 1."""
    snapshot = snapshot_of(competition, with_proposal=False)
    newcomer = types.Player(
        "",
        last_start(competition) + 1,
        player.name,
        seeding_rating(competition, player),
        player.title,
    )
    longer = replace(snapshot, players=(*snapshot.players, newcomer), evenings=())
    return list(competition.rules.order(longer)).index("")


def last_start(competition: Competition) -> int:
    """The highest start number in use; 0 without players."""
    return competition.entries.aggregate(last=Max("start"))["last"] or 0


def make_room(competition: Competition, start: int) -> None:
    """Raise the start numbers from this one on by one, if it is in use."""
    if competition.entries.filter(start=start).exists():
        competition.entries.filter(start__gte=start).update(start=F("start") + 1)


def close_gap(competition: Competition, start: int) -> None:
    """Lower the start numbers above one that is no longer in use."""
    competition.entries.filter(start__gt=start).update(start=F("start") - 1)


def move_to(competition: Competition, entry: Entry, start: int) -> None:
    """Give a player another start number, and shift those between by one."""
    entries = competition.entries.exclude(pk=entry.pk)
    if start < entry.start:
        entries.filter(start__gte=start, start__lt=entry.start).update(start=F("start") + 1)
    else:
        entries.filter(start__gt=entry.start, start__lte=start).update(start=F("start") - 1)
    entry.start = start


def unused_key(competition: Competition, player: Player) -> str:
    """A key for the player in documents and addresses, made of the name: "jan-de-vries"."""
    taken = set(competition.entries.values_list("key", flat=True)) | RESERVED_KEYS
    return key_for(str(player.parts), taken)


def key_for(name: str, taken: set[str] | frozenset[str]) -> str:
    """A key that is not taken: the letters and digits of a name, and a number if needed."""
    stem = slugify(search_key(name))[:35].strip("-") or "player"
    number, key = 1, stem
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key


def how_many_count(competition: Competition) -> int:
    """How many count for the value numbers: all except the guests of earlier evenings."""
    evenings = competition.evenings
    evening = evenings.opened().first() or evenings.upcoming().first() or evenings.last()
    earlier = {"guest": True, "left__lt": evening.number} if evening else {"pk": None}
    return competition.entries.exclude(**earlier).count()


def check_size(competition: Competition, players: int) -> None:
    """StepError unless the system's options are enough for so many players."""
    check_snapshot(
        types.Snapshot(
            name=competition.name,
            system=competition.system,
            tempos=(),
            players=tuple(types.Player(str(n), n, "") for n in range(1, players + 1)),
            options=competition.options,
        )
    )


def check_snapshot(snapshot: types.Snapshot) -> None:
    """StepError, with the remedy, when the system cannot value these players."""
    rules = rules_of(snapshot)
    try:
        rules.standings(replace(snapshot, evenings=()), types.OVERALL)
    except CannotPair as error:
        raise StepError(Sentences(snapshot.system).failure(error)) from error
