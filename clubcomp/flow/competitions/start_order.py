"""Which start number and which key does a player get: by rating, by the regulation or by lot?

Start numbers are only certain while the competition is held. The database checks that no two are
equal when the step ends, so that many can be shifted at once. The leader can renumber the
players; from round 1 on only after having seen who gets another number. Lots are drawn before
round 1 only, and as often as the leader wants; the trail has each draw.
"""

import hashlib
import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from django.db.models import F, Max
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubcomp.doors.names import parse_name, search_key, sort_key
from clubcomp.flow.attendance.marks import must_be_unused
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.people.identities import seeding_rating
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Player, Round, User
from clubcomp.record.snapshots import snapshot_of
from pairing.core import types
from pairing.core.rules import Rules
from pairing.core.system import CannotPair
from pairing.core.titles import title_place
from pairing.registry import rules_of
from pairing.sentences import Sentences
from pairing.sentences.option_words import groups_of

#: Tie-breaks by the points of the opponents, who are the same for all in a round robin.
OF_SWISS = frozenset(("resistance_points", "resistance_points_cut_1", "resistance_points_median"))
#: "0" is nobody in documents; "guest" is the address of a page beside those of the players.
RESERVED_KEYS = frozenset({"0", "guest"})


def start_for(competition: Competition, player: Player) -> int:
    """The start number of a new player, for which the others are shifted.

    By rating: after everybody whose rating is at least as high, and last without a rating. In the
    order of the regulation: at their place in it, at any time. By the system's order or by lot: by
    these before round 1, and last from then on.
    StepError when one more player would make the last value number negative, and after round 1
    where the schedule is fixed.
    """
    must_not_be_scheduled(competition)
    check_size(competition, how_many_count(competition) + 1)
    starts = list(competition.entries.order_by("start").values_list("start", flat=True))
    numbers = competition.rules.start_numbers
    if numbers == "rating":
        rating = seeding_rating(competition, player)
        as_strong = competition.entries.filter(rating__gte=rating or 0)
        before = len(starts) if rating is None else as_strong.count()
    elif numbers != "places" and competition.has_begun():
        before = len(starts)
    elif numbers == "lot":
        before = secrets.randbelow(len(starts) + 1)
    else:
        before = _ahead_of(competition, player)
    start = starts[before] if before < len(starts) else last_start(competition) + 1
    make_room(competition, start)
    return start


def must_not_be_scheduled(competition: Competition) -> None:
    """StepError after round 1 where the schedule is fixed: who plays, and their numbers, stay."""
    if competition.abilities.schedule_is_fixed and competition.has_begun():
        words = _(
            "Round 1 has been paired, and with it the whole schedule: nobody enters, goes out"
            " or gets another number any more. Who stops gets a last evening; for who comes"
            " later start another competition."
        )
        raise StepError(words)


def options_must_stay(competition: Competition, before: Rules, after: Rules) -> None:
    """StepError when an option changes by which round 1 was paired, or a kind of absence that is
    in use goes.

    By FIDE's rules that is every option: the number of rounds, what a bye is worth, the tie-breaks.
    """
    for key in before.kinds.keys() - after.kinds.keys():
        must_be_unused(competition, before.kinds[key])
    if competition.by_fide_rules:
        must_be_of_fide(after)
    if not competition.has_begun():
        return
    for option in fields(before.options):
        name = option.name
        is_other = getattr(before.options, name) != getattr(after.options, name)
        if is_other and competition.by_fide_rules:
            words = _(
                "This competition is held by FIDE’s rules: the options stay as they were announced"
                " from round 1 on. Put “%(option)s” back."
            )
            raise StepError(words, option=_label(competition, name))
        if is_other and option.metadata.get("before_round_1"):
            words = _(
                "“%(option)s” stays as it is: round 1 has been paired by it. Put it back, or"
                " start another competition."
            )
            raise StepError(words, option=_label(competition, name))


def _label(competition: Competition, option: str) -> str:
    groups = groups_of(competition.pairing_system)
    return str(next(group.options[option].label for group in groups if option in group.options))


def must_be_of_fide(rules: Rules) -> None:
    """StepError where options are not FIDE's: no round robin is decided by Buchholz."""
    ties = getattr(rules.options, "tie_breaks", ())
    if rules.system.abilities.schedule_is_fixed and set(ties) & OF_SWISS:
        words = _("By FIDE’s rules Buchholz breaks no tie of a round robin: choose another.")
        raise StepError(words)


def _ahead_of(competition: Competition, player: Player) -> int:
    """How many come before a new player in the order of the regulation."""
    snapshot = snapshot_of(competition, with_proposal=False)
    newcomer = types.Player(
        "",
        last_start(competition) + 1,
        player.name,
        seeding_rating(competition, player),
        player.title,
        group=last_group(competition),
    )
    longer = replace(snapshot, players=(*snapshot.players, newcomer), evenings=())
    return by_regulation(competition, longer).index("")


def by_regulation(competition: Competition, snapshot: types.Snapshot) -> list[str]:
    """Everybody by key in the order of the regulation before round 1, of a snapshot without rounds.

    That is the system's own, where it pairs by it; else rating, title where the regulation asks
    for it, and name in the alphabet of the club.
    """
    if competition.rules.start_numbers == "order":
        return list(competition.rules.order(snapshot))
    titles = competition.pairing_system.titles
    alphabet = "tr" if competition.club.country == "TR" else "nl"

    def order(player: types.Player) -> tuple[int, int, tuple[str, str], int]:
        name = sort_key(parse_name(player.name), alphabet)
        return -(player.rating or -1), title_place(player.title, titles), name, player.start

    return [player.id for player in sorted(snapshot.players, key=order)]


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


def last_group(competition: Competition) -> str:
    """The group that newcomers begin in: the lowest; "" where there are none."""
    return max(competition.entries.filter(left=None).values_list("group", flat=True), default="")


def how_many_count(competition: Competition) -> int:
    """How many players count for the value numbers: all of the last group except the guests of
    earlier evenings."""
    evenings = competition.evenings
    evening = evenings.opened().first() or evenings.upcoming().first() or evenings.last()
    earlier = {"guest": True, "left__lt": evening.number} if evening else {"pk": None}
    own = competition.entries.filter(group=last_group(competition))
    return own.exclude(**earlier).count()


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


@dataclass(frozen=True, slots=True)
class NewNumber:
    """A player whose start number changes."""

    entry: Entry
    now: int
    then: int


def frozen_by(competition: Competition) -> int | None:
    """The round that ended changes of start numbers; None while they may be changed."""
    limit = competition.abilities.numbers_until
    rounds = Round.objects.on_record().filter(evening__competition=competition)
    return limit if limit and rounds.count() >= limit else None


def asks_numbers(competition: Competition) -> bool:
    """Whether the start numbers may still be changed and are not those of the regulation.

    Where they are by rating alone the leader may have wished another order. Only reads.
    """
    if competition.rules.start_numbers not in ("order", "places") or frozen_by(competition):
        return False
    return not stands_by_regulation(competition)


def new_numbers(competition: Competition) -> list[NewNumber]:
    """The numbers that the order of the regulation would change, in that order. Only reads."""
    numbered = _numbered(competition.entries.by_key(), _order(competition))
    return [line for line in numbered if line.now != line.then]


def stands_by_regulation(competition: Competition) -> bool:
    """Whether the start numbers follow the order of the regulation. Only reads.

    From round 1 on only the players of the first evening count where others are numbered last.
    """
    entries = competition.entries.by_key()
    begun = competition.rules.start_numbers == "order" and competition.has_begun()
    order = [key for key in _order(competition) if not begun or entries[key].joined == 1]
    return order == sorted(order, key=lambda key: entries[key].start)


def numbers_digest(changes: Iterable[NewNumber]) -> str:
    """A digest of new numbers; a page sends it back with its button."""
    text = " ".join(f"{change.entry.key}:{change.now}:{change.then}" for change in changes)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@all_or_nothing
def number_players(competition: Competition, *, seen: str, by: User | None) -> None:
    """Give everybody the number that they have in the order of the regulation before round 1.

    `seen` is the `numbers_digest` of the changes that the page showed.
    """
    with step_on(competition, "number_players", by=by) as step:
        must_not_be_scheduled(step.competition)
        if step.competition.rules.start_numbers == "lot":
            raise StepError(_("Under this system the numbers are lots: draw them."))
        must_not_be_frozen(step.competition)
        changes = new_numbers(step.competition)
        if numbers_digest(changes) != seen:
            raise StepError(_("The start list changed meanwhile. Look at it again."))
        if changes:
            apply_numbers(changes)
            _note(step, changes, facts={})


def must_not_be_frozen(competition: Competition) -> None:
    """StepError once the round has been paired from which the start numbers stay."""
    if number := frozen_by(competition):
        words = _("Round %(number)s has been paired, and from then on the start numbers stay.")
        raise StepError(words, number=number)


@all_or_nothing
def draw_lots(
    competition: Competition, *, seed: int | None = None, seen: str | None = None, by: User | None
) -> None:
    """Draw everybody's start number by a seed, random if None, which the trail keeps.

    `seen` is the `lots_digest` of what the page showed.
    """
    with step_on(competition, "draw_lots", by=by) as step:
        now = step.competition
        if now.rules.start_numbers != "lot":
            raise StepError(_("Under this system no lots are drawn."))
        if now.has_begun():
            raise StepError(_("Round 1 has been paired by the lots, so they stay."))
        if seen is not None and seen != lots_digest(now):
            raise StepError(_("The lots were drawn meanwhile. Look at them first."))
        seed = secrets.randbelow(10**9) if seed is None else seed
        facts = {"seed": seed} | ({"again": True} if now.drawn_at else {})
        lots = by_lot(now, seed)
        apply_lots(now, lots)
        _note(step, lots, facts=facts)


def lots_digest(competition: Competition) -> str:
    """The moment of the draw that a page shows, as a text; "" for none."""
    return competition.drawn_at.isoformat() if competition.drawn_at else ""


def by_lot(competition: Competition, seed: int) -> list[NewNumber]:
    """Everybody's number by a seed: the same for the same players and forbidden pairs."""
    entries = competition.entries.by_key()
    order = sorted(entries)
    random.Random(seed).shuffle(order)
    snapshot = snapshot_of(competition, with_proposal=False)
    return _numbered(entries, competition.rules.restricted_lot(snapshot, order))


def late_meetings(competition: Competition) -> tuple[int, bool]:
    """How many pairs that the lots should keep apart meet in the last rounds, and whether there
    must be so many."""
    snapshot = snapshot_of(competition, with_proposal=False)
    in_order = sorted(snapshot.players, key=lambda player: (player.group, player.start))
    given = [player.id for player in in_order]
    return competition.rules.late_meetings(snapshot, given)


def apply_lots(competition: Competition, lots: Iterable[NewNumber]) -> None:
    """Write numbers that were drawn, and when; for use inside a step."""
    apply_numbers(lots)
    competition.drawn_at = timezone.now()
    competition.save(update_fields=["drawn_at"])


def apply_numbers(changes: Iterable[NewNumber]) -> None:
    """Write new numbers; for use inside a step."""
    entries = []
    for change in changes:
        change.entry.start = change.then
        entries.append(change.entry)
    Entry.objects.bulk_update(entries, ["start"])


def _note(step: Step, changes: list[NewNumber], *, facts: dict[str, int]) -> None:
    step.note(
        facts=facts | {"players": len(changes)},
        before={"numbers": {str(change.entry): change.now for change in changes}},
        after={"numbers": {str(change.entry): change.then for change in changes}},
    )
    renew_proposal(step)


def _order(competition: Competition) -> list[str]:
    """Everybody by key in the order of the regulation."""
    snapshot = replace(snapshot_of(competition, with_proposal=False), evenings=())
    return by_regulation(competition, snapshot)


def _numbered(entries: dict[str, Entry], order: Sequence[str]) -> list[NewNumber]:
    return [
        NewNumber(entries[key], entries[key].start, number)
        for number, key in enumerate(order, start=1)
    ]
