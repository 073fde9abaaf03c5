"""How does a snapshot become a position of the reference for the two classic editions?"""

from fractions import Fraction

from pairing.core.types import Colour
from tests.pairing.rating_1996_reference_position import Entrant, Past, Position

HALF, WHOLE = Fraction(1, 2), Fraction(1)
EDITIONS = {"knsb-rating-1996": "K", "fide-rating-1998": "F"}


def position_of(snapshot, system):
    """The snapshot's round to be paired as the reference wants it."""
    number = {player.id: player.start for player in snapshot.players}
    record = [past_of(snapshot, place.round, number) for place in snapshot.record()]
    to_pair = snapshot.to_pair().round
    return Position(
        edition=EDITIONS[system],
        entrants={
            player.start: Entrant(
                number=player.start,
                rating=player.rating or 0,
                title=player.title,
                name=player.name,
                past=tuple(past[player.id] for past in record),
            )
            for player in snapshot.players
        },
        seated=tuple(number[player] for player in to_pair.who_is_there()),
        round=len(record) + 1,
        rounds=snapshot.options["rounds"],
        lot=snapshot.options.get("initial_colour", "white"),
        fixed=tuple((number[game.white], number[game.black]) for game in to_pair.games),
        named_bye=number.get(to_pair.bye),
        forbidden=frozenset(
            frozenset((number[one], number[two])) for one, two in snapshot.forbidden_pairs
        ),
    )


def past_of(snapshot, round_, number):
    """What a round on record was for every player; an unfinished game is half a point each (F9)."""
    past = {player.id: Past("absent") for player in snapshot.players}
    past |= {player: Past("requested", HALF) for player in round_.half_point_byes}
    past |= {player: Past("requested", WHOLE) for player in round_.full_point_byes}
    if round_.bye is not None:
        past[round_.bye] = Past("bye", WHOLE)
    for game in round_.games:
        kind = "forfeit" if game.result.is_forfeit else "played"
        for player, colour in ((game.white, Colour.WHITE), (game.black, Colour.BLACK)):
            points = game.result.score(colour)
            opponent = number[game.opponent(player)]
            past[player] = Past(kind, HALF if points is None else points, opponent, colour.value)
    return past
