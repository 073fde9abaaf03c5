"""Players without a seat: left out of a proposal, awaited or away; or waiting for open results."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from clubcomp.flow.pairings.in_advance import next_in_advance
from clubcomp.flow.pairings.left_out import NotPaired, who_is_not_paired
from clubcomp.flow.standings import cached_rows
from clubcomp.flow.wishes import count_told_of_boards
from clubcomp.models import Entry, Round
from clubcomp.models.unplayed import OWN
from clubcomp.pages.boards import Board
from clubcomp.pages.progress import Progress
from clubcomp.words.unplayed import NOT_PAIRED
from pairing.core.unplayed import Unplayed

#: The order of the lines: players who may be missing by mistake come first.
ORDER = ("left_out", "expected_after", "expected", "later", "left", "free", *NOT_PAIRED)


@dataclass
class WhyNotPaired:
    """Why some players are not paired: the word for it, with the game or the day that it needs.

    `note` says why a player is exempt, such as a cup that is played at the same time.
    """

    word: str
    from_game: int | None = None
    ahead: int | None = None
    until: object = None
    note: str = ""
    entries: list[Entry] = field(default_factory=list)


def by_reason(not_paired: Iterable[NotPaired]) -> list[WhyNotPaired]:
    """The players from `who_is_not_paired`, by reason."""
    reasons: dict[tuple[object, ...], WhyNotPaired] = {}
    for player in not_paired:
        word, plan = "left_out" if player.is_left_out else player.why, player.plan
        if word == "expected" and player.ahead:
            word = "expected_after"
        until = plan.away_until if player.why == plan.status else None
        if until and word == Unplayed.ABSENT:
            word = "away"
        note = plan.note if word == Unplayed.EXEMPT else ""
        at = ORDER.index(word) if word in ORDER else len(ORDER)
        own = word if word.startswith(OWN) else ""
        key = (at, own, player.from_game or 0, str(until), note)
        reason = WhyNotPaired(word, player.from_game, player.ahead, until, note)
        reasons.setdefault(key, reason).entries.append(player.entry)
    return [reasons[key] for key in sorted(reasons)]


def not_in_it(round_: Round, boards: list[Board]) -> dict[str, Any]:
    """The players left out, awaited or away; `told` is how many get a message about their board."""
    competition = round_.evening.competition
    reasons = by_reason(who_is_not_paired(round_, cached_rows(competition)))
    awaited = [reason for reason in reasons if reason.word in ("expected", "expected_after")]
    left_out = [reason for reason in reasons if reason.word == "left_out"]
    away = [reason for reason in reasons if reason not in (*left_out, *awaited)]
    return {
        "left_out": left_out,
        "awaited": awaited,
        "awaited_count": sum(len(reason.entries) for reason in awaited),
        "away": away,
        "away_count": sum(len(reason.entries) for reason in away),
        "told": count_told_of_boards(
            competition.club, [player for board in boards for player in board.players]
        ),
    }


def in_advance_page(progress: Progress) -> dict[str, Any]:
    """The boards of the next game that stand already, and the players whose board may change."""
    evening, still_open = progress.evening, progress.still_playing
    advance = next_in_advance(evening, progress.next_number, still_open)
    entries = cached_rows(evening.competition).by_key
    return {
        "advance": advance,
        "still_open": still_open,
        "fixed": [[entries[key] for key in seats] for seats in (advance.fixed if advance else ())],
        "changing": [entries[key] for key in (advance.changing if advance else ())],
    }
