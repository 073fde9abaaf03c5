"""What does a competition document say about ties that were decided by hand?"""

from collections.abc import Collection, Sequence
from functools import partial

from pairing.core.beside_games import DecidedTie
from pairing.core.types import OVERALL, Evening
from pairing.formats.document_people import NUMBER_LIMIT
from pairing.formats.form import Form, itself
from pairing.formats.nodes import Node, Once, clipped
from pairing.formats.record import REASON_LIMIT, Roster

_MOST_POINTS = 999_999
_TIE = Form(
    DecidedTie,
    {
        "scope": partial(Node.text, limit=40, required=True),
        "players": itself,
        "evening": partial(Node.integer, low=1, high=NUMBER_LIMIT),
        "number": partial(Node.integer, low=1, high=NUMBER_LIMIT),
        "points": partial(Node.fraction, low=-_MOST_POINTS, high=_MOST_POINTS),
        "reason": partial(Node.text, limit=REASON_LIMIT, required=True),
    },
)


def read_ties(
    node: Node, roster: Roster, tempos: Collection[str], evenings: Sequence[Evening]
) -> tuple[DecidedTie, ...]:
    """Ties decided by hand, each after a round of these evenings."""
    return tuple(_read_tie(item, roster, tempos, evenings) for item in node.items())


def _read_tie(
    item: Node, roster: Roster, tempos: Collection[str], evenings: Sequence[Evening]
) -> DecidedTie:
    values = _TIE.read(item)
    if values["scope"] not in {OVERALL, *tempos}:
        scope = clipped(values["scope"])
        item.at("scope").refuse("unknown_tempo", tempo=scope, known=[OVERALL, *tempos])
    once, players = Once("tie_names_twice"), []
    for member in values["players"].items():
        players.append(roster.player(member))
        once.take(member, players[-1], player=players[-1])
    if len(players) < 2:
        item.at("players").refuse("tie_of_one")
    last = len(evenings)
    if values["evening"] <= last:
        rounds = len(evenings[values["evening"] - 1].rounds)
        if values["number"] > rounds:
            item.at("number").refuse("out_of_range", low=1, high=rounds, value=values["number"])
    else:
        item.at("evening").refuse("out_of_range", low=1, high=last, value=values["evening"])
    return DecidedTie(**values | {"players": tuple(players)})
