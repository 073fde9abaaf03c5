"""Which pairs that are to be avoided have to be made all the same?

All of them are forbidden where that leaves a pairing. They are forbidden as they turn up: a pairing
without any of them is the one that comes of forbidding all. Where it is impossible to forbid those
that turned up together, as many as possible are, one after the other.
"""

from collections.abc import Callable
from dataclasses import replace

from pairing.core.system import CannotPair
from pairing.core.types import Proposal, Snapshot
from pairing.matching import budget

#: How often a round is paired at most, to keep apart who shall be; then what is left may meet.
MOST_TRIES = 40


def kept_apart(
    snapshot: Snapshot, pair: Callable[[Snapshot], Proposal]
) -> tuple[Snapshot, Proposal]:
    """The round to be paired with the pairs forbidden that can be avoided, and none to avoid; and
    how it is paired.

    CannotPair where there is no pairing even if all of them may be made. What cannot be avoided
    within `budget.APART` is not.
    """
    now = replace(snapshot, apart=())
    made = pair(now)
    with budget.shared(budget.APART):
        now, made = _avoiding(now, made, {frozenset(one): one for one in snapshot.apart}, pair)
    # Within a smaller limit nobody knows what could be avoided: it is too hard, which this says.
    return now, pair(now) if budget.is_used_up() else made


def _avoiding(
    now: Snapshot,
    made: Proposal,
    left: dict[frozenset[str], tuple[str, str]],
    pair: Callable[[Snapshot], Proposal],
) -> tuple[Snapshot, Proposal]:
    """The same for a round that is paired so far as `made`, with the pairs `left` to avoid."""
    tries = 1
    while clashes := _clashes(made, left):
        for together in (clashes, *([one] for one in clashes if len(clashes) > 1)):
            if tries >= MOST_TRIES:
                return now, made
            wanted = [left[one] for one in together if one in left]
            if not wanted:
                continue
            further = replace(now, forbidden_pairs=(*now.forbidden_pairs, *wanted))
            tries += 1
            try:
                made = pair(further)
            except CannotPair:
                if len(together) == 1:
                    del left[together[0]]  # it cannot be avoided
                continue
            now = further
            for one in together:
                left.pop(one, None)
            if together is clashes:
                break
    return now, made


def _clashes(made: Proposal, left: dict[frozenset[str], tuple[str, str]]) -> list[frozenset[str]]:
    """The pairs to avoid that a pairing has, but for those that the leader made."""
    seated = (frozenset((pair.white, pair.black)) for pair in made.pairs if not pair.fixed)
    return [one for one in seated if one in left]
