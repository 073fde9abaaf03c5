"""Who is not paired in a round: one line for each reason, with the names."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from clubcomp.flow.pairings.left_out import NotPaired
from clubcomp.models import Entry
from clubcomp.words.unplayed import NOT_PAIRED
from pairing.core.unplayed import Unplayed

#: The order of the lines: players who may be missing by mistake come first.
ORDER = ("left_out", "expected_after", "expected", "later", "left", "free", *NOT_PAIRED)


@dataclass
class Reason:
    """Why some players are not paired: the word for it, with the game or the day that it needs.

    `note` says why somebody is not invited, such as a cup that is played at the same time.
    """

    word: str
    from_game: int | None = None
    ahead: int | None = None
    until: object = None
    note: str = ""
    entries: list[Entry] = field(default_factory=list)


def by_reason(not_paired: Iterable[NotPaired]) -> list[Reason]:
    """The players from `who_is_not_paired`, by reason."""
    reasons: dict[tuple[object, ...], Reason] = {}
    for player in not_paired:
        word, plan = "left_out" if player.is_left_out else player.why, player.plan
        if word == "expected" and player.ahead:
            word = "expected_after"
        until = plan.away_until if player.why == plan.status else None
        if until and word == "absent":
            word = "away"
        note = plan.note if word == Unplayed.EXEMPT else ""
        at = ORDER.index(word) if word in ORDER else len(ORDER)
        key = (at, player.from_game or 0, str(until), note)
        reason = Reason(word, player.from_game, player.ahead, until, note)
        reasons.setdefault(key, reason).entries.append(player.entry)
    return [reasons[key] for key in sorted(reasons)]
