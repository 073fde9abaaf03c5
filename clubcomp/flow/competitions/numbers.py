"""Which start number does everybody have: by the system's order, or by lot?

The leader can renumber the players; from round 1 on only after having seen who gets another
number. Lots are drawn before round 1 only.
"""

import hashlib
import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubcomp.flow.competitions.start_order import has_begun
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Entry, User
from clubcomp.snapshots import snapshot_of


@dataclass(frozen=True, slots=True)
class NewNumber:
    """A player whose start number changes."""

    entry: Entry
    now: int
    then: int


def new_numbers(competition: Competition) -> list[NewNumber]:
    """The numbers that the system's order would change, in that order. Only reads."""
    return _differences(competition.entries.by_key(), _order(competition))


def stands_by_regulation(competition: Competition) -> bool:
    """Whether the start numbers follow the system's order. Only reads.

    From round 1 on only the players of the first evening count, since others are numbered last.
    """
    entries, begun = competition.entries.by_key(), has_begun(competition)
    order = [key for key in _order(competition) if not begun or entries[key].joined == 1]
    return order == sorted(order, key=lambda key: entries[key].start)


def numbers_mark(changes: Iterable[NewNumber]) -> str:
    """A digest of new numbers; a page sends it back with its button."""
    text = " ".join(f"{change.entry.key}:{change.now}:{change.then}" for change in changes)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@all_or_nothing
def number_players(competition: Competition, *, seen: str, by: User | None) -> None:
    """Give everybody the number that they have in the system's order before round 1.

    `seen` is the `numbers_mark` of the changes that the page showed.
    """
    with step_on(competition, "number_players", by=by) as step:
        if step.competition.abilities.start_numbers == "lot":
            raise StepError(_("Under this system the numbers are lots: draw them."))
        changes = new_numbers(step.competition)
        if numbers_mark(changes) != seen:
            raise StepError(_("The start list changed meanwhile. Look at it again."))
        _write(step, changes, facts={})


@all_or_nothing
def draw_lots(competition: Competition, *, seed: int | None = None, by: User | None) -> None:
    """Draw everybody's start number by a seed, random if None, which the trail keeps."""
    with step_on(competition, "draw_lots", by=by) as step:
        if step.competition.abilities.start_numbers != "lot":
            raise StepError(_("Under this system no lots are drawn."))
        if has_begun(step.competition):
            raise StepError(_("Round 1 has been paired by the lots, so they stay."))
        seed = secrets.randbelow(10**9) if seed is None else seed
        _write(step, by_lot(step.competition, seed), facts={"seed": seed})


def by_lot(competition: Competition, seed: int) -> list[NewNumber]:
    """The numbers that a seed gives: always the same for the same players."""
    entries = competition.entries.by_key()
    order = sorted(entries)
    random.Random(seed).shuffle(order)
    return _differences(entries, order)


def apply_numbers(changes: Iterable[NewNumber]) -> None:
    """Write new numbers; for use inside a step."""
    entries = []
    for change in changes:
        change.entry.start = change.then
        entries.append(change.entry)
    Entry.objects.bulk_update(entries, ["start"])


def _write(step: Step, changes: list[NewNumber], *, facts: dict[str, int]) -> None:
    if not changes:
        return
    apply_numbers(changes)
    step.note(
        facts=facts | {"players": len(changes)},
        before={"numbers": {str(change.entry): change.now for change in changes}},
        after={"numbers": {str(change.entry): change.then for change in changes}},
    )
    renew_proposal(step)


def _order(competition: Competition) -> list[str]:
    """Everybody by key in the system's order before round 1."""
    snapshot = replace(snapshot_of(competition, with_proposal=False), evenings=())
    return list(competition.rules.order(snapshot))


def _differences(entries: dict[str, Entry], order: list[str]) -> list[NewNumber]:
    return [
        NewNumber(entries[key], entries[key].start, number)
        for number, key in enumerate(order, start=1)
        if entries[key].start != number
    ]
