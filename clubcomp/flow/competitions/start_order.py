"""Where does a player come in the start order, and under which key?

For use inside a step: the numbers are only right while the competition is held. The places
move by whole lists at once; that no two are equal is checked when the step ends.
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
from pairing.registry import get_system, make_options
from pairing.sentences import Teller

#: "0" is nobody in documents; "guest" is a page beside those of the players.
RESERVED_KEYS = frozenset({"0", "guest"})


def place_for(competition: Competition, player: Player) -> int:
    """The start place for a new player, made free for him, as the system gives them.

    By rating: behind everybody whose rating is as high; without a rating at the end. By the
    system's order or by lot: at that place before round 1, and behind everybody from then on.
    StepError: one player more and the last value number would be negative.
    """
    check_size(competition, how_many_count(competition) + 1)
    starts = list(competition.entries.order_by("start").values_list("start", flat=True))
    numbers = get_system(competition.system).abilities.start_numbers
    if numbers == "rating":
        before = _as_strong(competition, seeding_rating(competition, player))
    elif has_begun(competition):
        before = len(starts)
    elif numbers == "lot":
        before = secrets.randbelow(len(starts) + 1)
    else:
        before = _ahead_of(competition, player)
    place = starts[before] if before < len(starts) else last_place(competition) + 1
    make_room(competition, place)
    return place


def has_begun(competition: Competition) -> bool:
    """Whether a round is on record, so that numbers stay as they are."""
    return Round.objects.on_record().filter(evening__competition=competition).exists()


def _as_strong(competition: Competition, rating: int | None) -> int:
    """How many have a rating as high; all, for who has none."""
    entries = competition.entries.all()
    return entries.count() if rating is None else entries.filter(rating__gte=rating).count()


def _ahead_of(competition: Competition, player: Player) -> int:
    """How many the system would have before a newcomer, in its order before round 1."""
    snapshot = snapshot_of(competition, with_proposal=False)
    newcomer = types.Player(
        "",
        last_place(competition) + 1,
        player.name,
        seeding_rating(competition, player),
        player.title,
    )
    longer = replace(snapshot, players=(*snapshot.players, newcomer), evenings=())
    system = get_system(competition.system)
    order = list(system.order(longer, make_options(system, longer.options)))
    return order.index("")


def last_place(competition: Competition) -> int:
    """The last start place in use; 0 without players."""
    return competition.entries.aggregate(last=Max("start"))["last"] or 0


def make_room(competition: Competition, place: int) -> None:
    """Everybody from this place on one place down, if somebody has it."""
    if competition.entries.filter(start=place).exists():
        competition.entries.filter(start__gte=place).update(start=F("start") + 1)


def close_gap(competition: Competition, place: int) -> None:
    """Everybody behind a place that has become free one place up."""
    competition.entries.filter(start__gt=place).update(start=F("start") - 1)


def move_to(competition: Competition, entry: Entry, place: int) -> None:
    """Put a player at another place; those between move one place the other way."""
    between = competition.entries.exclude(pk=entry.pk)
    if place < entry.start:
        between.filter(start__gte=place, start__lt=entry.start).update(start=F("start") + 1)
    else:
        between.filter(start__gt=entry.start, start__lte=place).update(start=F("start") - 1)
    entry.start = place


def unused_key(competition: Competition, player: Player) -> str:
    """A key for the player's documents and addresses, made from his name: "jan-de-vries"."""
    taken = set(competition.entries.values_list("key", flat=True)) | RESERVED_KEYS
    return key_for(str(player.parts), taken)


def key_for(name: str, taken: set[str] | frozenset[str]) -> str:
    """A key that is not taken: letters and digits of the name, with a number where needed."""
    stem = slugify(search_key(name))[:35].strip("-") or "player"
    number, key = 1, stem
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key


def how_many_count(competition: Competition) -> int:
    """How many count for the value numbers: everybody but the guests of earlier evenings."""
    evenings = competition.evenings
    evening = evenings.opened().first() or evenings.upcoming().first() or evenings.last()
    gone = {"guest": True, "left__lt": evening.number} if evening else {"pk": None}
    return competition.entries.exclude(**gone).count()


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
    system = get_system(snapshot.system)
    options = make_options(system, snapshot.options)
    try:
        system.standings(replace(snapshot, evenings=()), options, types.OVERALL)
    except CannotPair as error:
        raise StepError(Teller(snapshot.system).failure(error)) from error
