"""Step 2 of the evening: who plays whom?

A proposal is made, changed as long as the leader likes (`proposing`), and published
(`publishing`): that writes the record. In both two players can change places (`swapping`), and
what was published can get one more board (`adding`). A game that was played before its evening
waits for its round (`ahead`).
`proposal` is what a proposal is, as data.
"""

from clubcomp.flow.pairings.adding import (
    BoardPreview,
    WithoutGame,
    add_board,
    is_over,
    may_be_taken_back,
    preview_board,
    take_board_back,
    without_game,
)
from clubcomp.flow.pairings.ahead import (
    AheadPreview,
    games_ahead,
    last_ahead,
    must_be_in_a_pairing,
    play_ahead,
    preview_ahead,
    take_ahead_back,
    waiting_ahead,
)
from clubcomp.flow.pairings.left_out import LeftOut, NotPaired, who_is_not_paired
from clubcomp.flow.pairings.proposal import (
    ProposedBoard,
    ProposedBye,
    ShownProposal,
    of_record,
    pairing_mark,
    points_of,
    proposal_boards,
    proposal_mark,
    who_would_be_free,
)
from clubcomp.flow.pairings.proposing import (
    discard_proposal,
    fix_board,
    name_bye,
    propose_round,
    release_board,
    renew_proposal,
)
from clubcomp.flow.pairings.publishing import (
    publish_next,
    publish_round,
    record_mark,
    withdraw_round,
)
from clubcomp.flow.pairings.seated import on_another_day
from clubcomp.flow.pairings.swapping import (
    SwapPreview,
    preview_bye,
    preview_pair,
    preview_swap,
    preview_swap_published,
    swap_players,
    swap_published,
)

__all__ = [
    "AheadPreview",
    "BoardPreview",
    "LeftOut",
    "NotPaired",
    "ProposedBoard",
    "ProposedBye",
    "ShownProposal",
    "SwapPreview",
    "WithoutGame",
    "add_board",
    "discard_proposal",
    "fix_board",
    "games_ahead",
    "is_over",
    "last_ahead",
    "may_be_taken_back",
    "must_be_in_a_pairing",
    "name_bye",
    "of_record",
    "on_another_day",
    "pairing_mark",
    "play_ahead",
    "points_of",
    "preview_ahead",
    "preview_board",
    "preview_bye",
    "preview_pair",
    "preview_swap",
    "preview_swap_published",
    "proposal_boards",
    "proposal_mark",
    "propose_round",
    "publish_next",
    "publish_round",
    "record_mark",
    "release_board",
    "renew_proposal",
    "swap_players",
    "swap_published",
    "take_ahead_back",
    "take_board_back",
    "waiting_ahead",
    "who_is_not_paired",
    "who_would_be_free",
    "withdraw_round",
    "without_game",
]
