"""What does the next round start from? Everybody's state (A2, A4, A7, B1, B2), in A2 order."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core import position
from pairing.core.colours import Preference, Strength, balance, preference
from pairing.core.floats import Float, pairing_scores, read_floats
from pairing.core.history import History, read_history
from pairing.core.position import BracketState
from pairing.core.types import Colour, Player, Snapshot
from pairing.swiss.edition import Edition
from pairing.swiss.options import Options

_BOTH = frozenset(Colour)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(BracketState):
    """What is known of one player (A4, A7, A8, B1, B5, B6). `may_have`: the colours that B2
    leaves them."""

    may_have: frozenset[Colour]


@dataclass(frozen=True)
class Position(position.Position[PlayerState]):
    """Everybody's state in A2 order."""

    edition: Edition


def read_position(snapshot: Snapshot, options: Options, edition: Edition) -> Position:
    """The position over all rounds on record."""
    history = read_history(snapshot, options.bye_half_points)
    scores = pairing_scores(history)
    floats = read_floats(history, edition.floats_down, edition.floats_by_score)
    number = len(history.rounds) + 1

    def order(player: Player) -> tuple[int, int, int, str, int]:
        """A2: score, rating, title, name; then the pairing number."""
        titles, title = edition.titles, player.title.upper()
        return (
            -scores[player.id],
            -(player.rating or 0),
            titles.index(title) if title in titles else len(titles),
            player.name.casefold(),
            player.start,
        )

    players = []
    for player in sorted(snapshot.players, key=order):
        score = scores[player.id]
        is_top_scorer = number == options.rounds and score > number - 1
        players.append(_state(player, score, history, floats[player.id], is_top_scorer, edition))
    return Position(number, options.rounds, players, history, edition)


def _state(
    player: Player,
    score: int,
    history: History,
    floats: Sequence[Float | None],
    is_top_scorer: bool,
    edition: Edition,
) -> PlayerState:
    outcomes = history.outcomes[player.id]
    played = [outcome for outcome in outcomes if outcome.is_played]
    colours = [outcome.colour for outcome in played if outcome.colour is not None]
    preferred = preference(colours)
    if is_top_scorer and edition.exempts_top_scorers:
        preferred = _never_absolute(preferred, colours)
    return PlayerState(
        player=player,
        score=score,
        colours=colours,
        preference=preferred,
        opponents=frozenset(outcome.opponent for outcome in played if outcome.opponent is not None),
        floats=(
            floats[-1] if floats else None,
            floats[-2] if len(floats) > 1 else None,
        ),
        may_get_bye=not any(outcome.kind in edition.bars_bye for outcome in outcomes),
        may_have=_BOTH if is_top_scorer else _may_have(colours, preferred, edition),
        is_top_scorer=is_top_scorer,
        unplayed=len(outcomes) - len(played),
    )


def _never_absolute(preferred: Preference, colours: Sequence[Colour]) -> Preference:
    """A7: a top scorer's absolute preference is strong or mild, for the same colour."""
    if preferred.strength is not Strength.ABSOLUTE:
        return preferred
    strength = Strength.STRONG if balance(colours) else Strength.MILD
    return Preference(preferred.colour, strength)


def _may_have(
    colours: Sequence[Colour], preferred: Preference, edition: Edition
) -> frozenset[Colour]:
    """B2: by counting games, nobody is more than 2 ahead in a colour, or has it three times in
    a row; by preferences, an absolute one is granted."""
    if not edition.counts_colours:
        is_absolute = preferred.strength is Strength.ABSOLUTE
        return _BOTH & {preferred.colour} if is_absolute else _BOTH
    surplus = balance(colours)
    last = set(colours[-2:]) if len(colours) > 1 else _BOTH
    return frozenset(
        colour
        for colour, change in ((Colour.WHITE, 1), (Colour.BLACK, -1))
        if abs(surplus + change) <= 2 and last != {colour}
    )
