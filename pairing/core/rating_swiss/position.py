"""What does the next round start from? Everybody's card (A2, A4, A7, B1, B2), in A2 order."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core.colours import Preference, Strength, balance, preference
from pairing.core.floats import Float, pairing_scores, read_floats
from pairing.core.history import PLAYED, Deed, History, read_history
from pairing.core.rating_swiss.edition import Edition
from pairing.core.rating_swiss.options import Options
from pairing.core.types import Colour, Player, PlayerId, Snapshot

#: A2: the titles in their order; any other text is no title.
TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM")

#: A4: a pairing makes the float, whether it is played or decided by forfeit; A5: the bye too.
_WITH_OPPONENT = PLAYED | {Deed.WON_BY_FORFEIT, Deed.LOST_BY_FORFEIT}
_WITHOUT_OPPONENT = frozenset((Deed.BYE,))


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of one player. `score` is in half points, an unfinished game as a draw (F9).

    `colours`: of the games he played (F2, F3). `opponents`: whom he has met (B1). `floats`: the
    last round's and that of two rounds ago (B5, B6). `may_be_free`: B1's second sentence.
    `may_have`: the colours B2 leaves him. `is_top_scorer`: in the last round, with more than
    half of the points there were; then B2, B5 and B6 do not count for him.
    """

    player: Player
    score: int
    colours: Sequence[Colour]
    preference: Preference
    opponents: frozenset[PlayerId]
    floats: tuple[Float | None, Float | None]
    may_be_free: bool
    may_have: frozenset[Colour]
    is_top_scorer: bool

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


def read_position(snapshot: Snapshot, options: Options, edition: Edition) -> Position:
    """The position over all rounds on record."""
    history = read_history(snapshot, options.bye_half_points)
    scores = pairing_scores(history)
    floats = read_floats(history, _WITHOUT_OPPONENT, _WITH_OPPONENT)
    number = len(history.rounds) + 1
    cards = []
    for player in sorted(snapshot.players, key=lambda player: _order(player, scores[player.id])):
        entries = history.entries[player.id]
        score = scores[player.id]
        colours = history.colours(player.id)
        is_top_scorer = number == options.rounds and score > number - 1
        recent = floats[player.id]
        cards.append(
            Card(
                player=player,
                score=score,
                colours=colours,
                preference=_preference(colours, is_top_scorer),
                opponents=frozenset(
                    entry.opponent
                    for entry in entries
                    if entry.deed in PLAYED and entry.opponent is not None
                ),
                floats=(
                    recent[-1] if recent else None,
                    recent[-2] if len(recent) > 1 else None,
                ),
                may_be_free=not any(entry.deed in edition.bars_bye for entry in entries),
                may_have=frozenset(
                    colour for colour in Colour if is_top_scorer or _keeps_b2([*colours, colour])
                ),
                is_top_scorer=is_top_scorer,
            )
        )
    return Position(
        round=number,
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


def _preference(colours: Sequence[Colour], is_top_scorer: bool) -> Preference:
    """A7; a top scorer's absolute preference is strong or mild, for the same colour."""
    found = preference(colours)
    if not is_top_scorer or found.strength is not Strength.ABSOLUTE:
        return found
    return Preference(found.colour, Strength.STRONG if balance(colours) else Strength.MILD)


def _keeps_b2(colours: Sequence[Colour]) -> bool:
    """B2: nobody is more than 2 ahead in a colour, or has had it in the last three games."""
    return abs(balance(colours)) <= 2 and not (
        len(colours) > 2 and colours[-1] is colours[-2] is colours[-3]
    )
