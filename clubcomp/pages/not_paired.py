"""Who is not paired in a round, for reading: one line for each reason, with its names."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from clubcomp.flow.pairings.left_out import NotPaired
from clubcomp.models import Entry
from clubcomp.words.unplayed import NOT_PAIRED
from pairing.core.unplayed import Unplayed

#: The order of the lines: who may be missed by mistake first.
ORDER = (
    "left_out",
    "expected_after",
    "expected",
    "later",
    "left",
    "free",
    *NOT_PAIRED,
)


@dataclass
class Reason:
    """Why some are not paired: the word, with the games or the day that go with it.

    `note`: why somebody is not invited, such as the cup that is played meanwhile.
    """

    word: str
    from_game: int | None = None
    ahead: int | None = None
    until: object = None
    note: str = ""
    entries: list[Entry] = field(default_factory=list)


def by_reason(found: Iterable[NotPaired]) -> list[Reason]:
    """The players that `who_is_not_paired` found, by reason."""
    reasons: dict[tuple[object, ...], Reason] = {}
    for one in found:
        word = "left_out" if one.is_left_out else one.why
        if word == "expected" and one.ahead:
            word = "expected_after"
        until = one.plan.away_until if one.why == one.plan.status else None
        if until and word == "absent":
            word = "away"
        note = one.plan.note if word == Unplayed.EXEMPT else ""
        at = ORDER.index(word) if word in ORDER else len(ORDER)
        key = (at, one.from_game or 0, str(until), note)
        reason = reasons.setdefault(key, Reason(word, one.from_game, one.ahead, until, note))
        reason.entries.append(one.entry)
    return [reasons[key] for key in sorted(reasons)]
