"""What does a round's seal say: is it what its system pairs, and where is it otherwise?"""

from dataclasses import dataclass

from clubcomp.models import Competition, Entry, Round
from clubcomp.pages.explanations import SentencesOf
from pairing.core.replay import Replay
from pairing.core.types import PlayerId

Boards = list[tuple[Entry, Entry]]


@dataclass(frozen=True)
class Seal:
    """A round, paired again.

    `played` are boards only on record, `paired` those only of the pairing made again, White
    first; `had_bye` and `gets_bye` are set where somebody else has the bye. `failure` is why it
    cannot be paired again.
    """

    is_same: bool
    is_imported: bool
    is_by_hand: bool
    played: Boards
    paired: Boards
    had_bye: Entry | None = None
    gets_bye: Entry | None = None
    failure: str = ""


def seal_on_page(competition: Competition, round_: Round, replay: Replay | None) -> Seal | None:
    """A seal in words; None: it was not made yet."""
    if replay is None:
        return None
    by_key = competition.entries.by_key() if replay.differs else {}
    say = SentencesOf(competition).of(round_)

    def bye_of(player: PlayerId | None) -> Entry | None:
        return by_key[player] if player and replay.has_other_bye else None

    return Seal(
        is_same=not replay.differs,
        is_imported=round_.paired_by == Round.PairedBy.ELSEWHERE,
        is_by_hand=round_.paired_by == Round.PairedBy.HAND,
        played=[(by_key[game.white], by_key[game.black]) for game in replay.played_only],
        paired=[(by_key[pair.white], by_key[pair.black]) for pair in replay.proposed_only],
        had_bye=bye_of(replay.recorded.round.bye),
        gets_bye=bye_of(replay.bye_proposed),
        failure=say.failure(replay.failure) if replay.failure else "",
    )
