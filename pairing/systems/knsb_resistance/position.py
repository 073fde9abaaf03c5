"""What does the next round start from? Points, WP, SB and colours, in the order of 2.1.

All of it in whole numbers: points and WP in half points, SB in quarters. An unfinished game is a
draw for everything (7.4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairing.core.history import PAID_UNPLAYED, History, read_history
from pairing.core.types import Colour, Player, PlayerId, Snapshot
from pairing.systems.knsb_resistance.options import Options

#: 7.4: what a game is worth to both while it is not finished, in half points.
UNFINISHED = 1


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of one player.

    `score` and `wp` are in half points, `sb` in quarter points. `colours`: by round, None where
    he played no game (7.2). `opponents`: whom he has met (3.1). `has_had_free_point`: a bye or a
    win by forfeit, so no bye any more (3.2).
    """

    player: Player
    score: int
    wp: int
    sb: int
    colours: Sequence[Colour | None]
    opponents: frozenset[PlayerId]
    has_had_free_point: bool

    @property
    def id(self) -> PlayerId:
        """The player's id."""
        return self.player.id

    @property
    def lot(self) -> int:
        """1.6: the lot number."""
        return self.player.start

    @property
    def balance(self) -> int:
        """1.5: games with black minus games with white."""
        return sum(1 if one is Colour.BLACK else -1 for one in self.colours if one is not None)

    @property
    def points_text(self) -> str:
        """The points, "p/q"."""
        return str(Fraction(self.score, 2))

    @property
    def wp_text(self) -> str:
        """WP, "p/q"."""
        return str(Fraction(self.wp, 2))

    @property
    def sb_text(self) -> str:
        """SB, "p/q"."""
        return str(Fraction(self.sb, 4))


@dataclass(frozen=True, slots=True)
class Position:
    """Everybody's card in the order of 2.1; `place` is a player's index in it, from 0.

    `round` is the number of the round to be paired, from 1; `rounds` how many there will be.
    """

    round: int
    rounds: int
    cards: list[Card]
    place: dict[PlayerId, int]


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over all rounds on record."""
    history = read_history(snapshot, options.bye_half_points, UNFINISHED)
    scores = {
        player: sum(entry.half_points for entry in entries)
        for player, entries in history.entries.items()
    }
    cards = [_card(player, history, scores) for player in snapshot.players]
    cards.sort(key=lambda card: (-card.score, -card.wp, -card.sb, card.lot))
    place = {card.id: number for number, card in enumerate(cards)}
    return Position(len(history.rounds) + 1, options.rounds, cards, place)


def _card(player: Player, history: History, scores: dict[PlayerId, int]) -> Card:
    """2.1, 2.3: a round without a game counts for WP and SB as a draw against oneself."""
    own = scores[player.id]
    wp = sb = 0
    colours: list[Colour | None] = []
    opponents = []
    has_had_free_point = False
    for entry in history.entries[player.id]:
        if entry.opponent is not None and entry.deed.is_played:
            worth = scores[entry.opponent]
            wp += worth
            sb += worth * entry.half_points
            colours.append(entry.colour)
            opponents.append(entry.opponent)
        else:
            wp += own
            sb += own
            colours.append(None)
            has_had_free_point |= entry.deed in PAID_UNPLAYED
    return Card(player, own, wp, sb, colours, frozenset(opponents), has_had_free_point)
