"""What does the next round start from? Everybody's card (A2, A4, A7, A10, B1b), in A2 order."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core.colours import Preference, preference
from pairing.core.floats import Float, pairing_scores, read_floats
from pairing.core.history import PAID_UNPLAYED, PLAYED, History, read_history
from pairing.core.types import Colour, Player, PlayerId, Snapshot
from pairing.systems.knsb_rating.options import Options

#: A2, C: the titles in their order; any other text is no title.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of one player. `score` is in half points, an unfinished game as a draw (F9).

    `colours`: of the games he played. `opponents`: whom he has met (B1a). `floats`: the last
    round's and that of two rounds ago (B5, B6). `has_had_points_unplayed`: no bye any more
    (B1b). `unplayed`: rounds without a game, those before joining included (A8).
    """

    player: Player
    score: int
    colours: Sequence[Colour]
    preference: Preference
    opponents: frozenset[PlayerId]
    floats: tuple[Float | None, Float | None]
    has_had_points_unplayed: bool
    unplayed: int

    @property
    def id(self) -> PlayerId:
        """The player's id."""
        return self.player.id


@dataclass(frozen=True, slots=True)
class Position:
    """Everybody's card in A2 order; `place` is a player's index in it, from 0.

    `round` is the number of the round to be paired, from 1; `rounds` how many there will be.
    """

    round: int
    rounds: int
    cards: list[Card]
    place: dict[PlayerId, int]
    history: History

    @property
    def is_last_round(self) -> bool:
        """A10: topscorers exist in the last round only."""
        return self.round == self.rounds

    def is_topscorer(self, card: Card) -> bool:
        """A10: in the last round, more than half of the points there were before it."""
        return self.is_last_round and card.score > self.round - 1


def read_position(snapshot: Snapshot, options: Options) -> Position:
    """The position over all rounds on record."""
    history = read_history(snapshot, options.bye_half_points)
    scores = pairing_scores(history)
    floats = read_floats(history)
    cards = []
    for player in sorted(snapshot.players, key=lambda player: _order(player, scores[player.id])):
        entries = history.entries[player.id]
        played = [entry for entry in entries if entry.deed in PLAYED]
        colours = [entry.colour for entry in played if entry.colour is not None]
        recent = floats[player.id]
        cards.append(
            Card(
                player=player,
                score=scores[player.id],
                colours=colours,
                preference=preference(colours),
                opponents=frozenset(
                    [entry.opponent for entry in played if entry.opponent is not None]
                ),
                floats=(
                    recent[-1] if recent else None,
                    recent[-2] if len(recent) > 1 else None,
                ),
                has_had_points_unplayed=any(entry.deed in PAID_UNPLAYED for entry in entries),
                unplayed=len(entries) - len(played),
            )
        )
    return Position(
        round=len(history.rounds) + 1,
        rounds=options.rounds,
        cards=cards,
        place={card.id: place for place, card in enumerate(cards)},
        history=history,
    )


def _order(player: Player, score: int) -> tuple[int, int, int, str, int]:
    """A2: score, rating, title, name; then the pairing number."""
    title = player.title.upper()
    return (
        -score,
        -(player.rating or 0),
        TITLES.index(title) if title in TITLES else len(TITLES),
        player.name.casefold(),
        player.start,
    )
