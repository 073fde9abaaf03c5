"""The seal of a round: whether its system pairs it like this, and where it differs."""

from dataclasses import dataclass

from clubcomp.flow.pairings.seals import Seal
from clubcomp.models import Competition, Entry, Round
from clubcomp.pages.explanations import SentencesOf

Boards = list[tuple[Entry, Entry]]


@dataclass(frozen=True)
class SealOnPage:
    """A round compared with what its system pairs.

    `played` are boards only on record, `paired` the boards that the system makes instead, White
    first. `had_bye` and `gets_bye` are set if they differ. `failure` says why the round cannot be
    paired again.
    """

    is_same: bool
    is_imported: bool
    is_by_hand: bool
    played: Boards
    paired: Boards
    had_bye: Entry | None = None
    gets_bye: Entry | None = None
    failure: str = ""


def seal_on_page(competition: Competition, round_: Round, seal: Seal | None) -> SealOnPage | None:
    """A seal with players and sentences; None if there is no seal yet."""
    if seal is None:
        return None
    by_key = competition.entries.by_key() if seal.differs else {}
    say = SentencesOf(competition).of(round_)
    had_bye, gets_bye = seal.byes or (None, None)
    return SealOnPage(
        is_same=not seal.differs,
        is_imported=round_.paired_by == Round.PairedBy.ELSEWHERE,
        is_by_hand=round_.paired_by == Round.PairedBy.HAND,
        played=[(by_key[white], by_key[black]) for white, black in seal.played],
        paired=[(by_key[white], by_key[black]) for white, black in seal.paired],
        had_bye=by_key[had_bye] if had_bye else None,
        gets_bye=by_key[gets_bye] if gets_bye else None,
        failure=say.failure(seal.failure) if seal.failure else "",
    )
