"""Which start number has everybody: by the system's order, or by lot?

Before round 1 the leader gives all of them anew as often as he likes; from then on only by his
word, having seen who gets another number. Lots are drawn before round 1 only.
"""

import hashlib
import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubcomp.flow.competitions.start_order import has_begun
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings import renew_proposal
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Entry, User
from clubcomp.snapshots import snapshot_of
from pairing.registry import get_system, make_options


@dataclass(frozen=True, slots=True)
class NewNumber:
    """A player whose start number would be another one."""

    entry: Entry
    now: int
    then: int


def new_numbers(competition: Competition) -> list[NewNumber]:
    """Whose number the system's own order would change, in that order. Only reads."""
    return _differences(_by_key(competition), _order(competition))


def stands_by_regulation(competition: Competition) -> bool:
    """Whether who began on the first evening stand as the system's order has them. Only reads.

    Who came later is numbered behind, so he proves nothing; before round 1 everybody counts.
    """
    entries, begun = _by_key(competition), has_begun(competition)
    order = [key for key in _order(competition) if not begun or entries[key].joined == 1]
    return order == sorted(order, key=lambda key: entries[key].start)


def numbers_mark(changes: Iterable[NewNumber]) -> str:
    """A short digest of new numbers; a page sends it back with the button."""
    text = " ".join(f"{one.entry.key}:{one.now}:{one.then}" for one in changes)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@all_or_nothing
def number_players(competition: Competition, *, seen: str, by: User | None) -> None:
    """Give everybody the number that the system's order before round 1 gives him.

    `seen` is the `numbers_mark` of the changes that the page showed.
    """
    with step_on(competition, "number_players", by=by) as step:
        if get_system(step.competition.system).abilities.start_numbers == "lot":
            raise StepError(_("Under this system the numbers are lots: draw them."))
        changes = new_numbers(step.competition)
        if numbers_mark(changes) != seen:
            raise StepError(_("The start list changed meanwhile. Look at it again."))
        _write(step, changes, facts={})


@all_or_nothing
def draw_lots(competition: Competition, *, seed: int | None = None, by: User | None) -> None:
    """Draw everybody's start number; `seed` None: by chance. The trail keeps the seed."""
    with step_on(competition, "draw_lots", by=by) as step:
        if get_system(step.competition.system).abilities.start_numbers != "lot":
            raise StepError(_("Under this system no lots are drawn."))
        if has_begun(step.competition):
            raise StepError(_("Round 1 has been paired by the lots, so they stay."))
        seed = secrets.randbelow(10**9) if seed is None else seed
        _write(step, by_lot(step.competition, seed), facts={"seed": seed})


def by_lot(competition: Competition, seed: int) -> list[NewNumber]:
    """The numbers that a seed gives: the same for the same players, on every machine."""
    entries = _by_key(competition)
    order = sorted(entries)
    random.Random(seed).shuffle(order)
    return _differences(entries, order)


def apply_numbers(changes: Iterable[NewNumber]) -> None:
    """Write new numbers; for use inside a step."""
    moved = []
    for one in changes:
        one.entry.start = one.then
        moved.append(one.entry)
    Entry.objects.bulk_update(moved, ["start"])


def _write(step: Step, changes: list[NewNumber], *, facts: dict[str, int]) -> None:
    if not changes:
        return
    numbers = [(str(one.entry), one.now, one.then) for one in changes]
    apply_numbers(changes)
    step.note(
        facts=facts | {"players": len(changes)},
        before={"numbers": {player: now for player, now, _then in numbers}},
        after={"numbers": {player: then for player, _now, then in numbers}},
    )
    renew_proposal(step)


def _by_key(competition: Competition) -> dict[str, Entry]:
    entries = Entry.objects.filter(competition=competition).select_related("player")
    return {entry.key: entry for entry in entries}


def _order(competition: Competition) -> list[str]:
    """Everybody by key in the system's order before round 1."""
    snapshot = replace(snapshot_of(competition, with_proposal=False), evenings=())
    system = get_system(snapshot.system)
    return list(system.order(snapshot, make_options(system, snapshot.options)))


def _differences(entries: dict[str, Entry], order: list[str]) -> list[NewNumber]:
    return [
        NewNumber(entries[key], entries[key].start, number)
        for number, key in enumerate(order, start=1)
        if entries[key].start != number
    ]
