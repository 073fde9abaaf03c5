"""What does the reference of a Swiss system pair in a snapshot's round?"""

from fractions import Fraction

from pairing.core.types import Colour
from pairing.core.unplayed import Unplayed
from tests.pairing import (
    dutch_reference,
    dutch_reference_position,
    knsb_rating_reference,
    knsb_rating_reference_position,
    rating_1996_reference,
    rating_1996_reference_position,
    resistance_reference,
)

HALF, WHOLE = Fraction(1, 2), Fraction(1)
NO_PAIRING = "no pairing"
#: By system: the reference, where its words for a position stand, and the edition's letter.
REFERENCES = {
    "knsb-rating": (knsb_rating_reference, knsb_rating_reference_position, ""),
    "knsb-rating-1996": (rating_1996_reference, rating_1996_reference_position, "K"),
    "fide-rating-1998": (rating_1996_reference, rating_1996_reference_position, "F"),
    "knsb-resistance": (resistance_reference, resistance_reference, ""),
    "fide-dutch": (dutch_reference, dutch_reference_position, ""),
}
CLASSIC = [key for key, (_reference, _words, letter) in REFERENCES.items() if letter]


def reference_answer(snapshot):
    """Pairs by pairing number in the order of the boards, and the bye."""
    reference, _words, _letter = REFERENCES[snapshot.system]
    try:
        return reference.reference_pair(position_of(snapshot))
    except reference.ReferenceCannotPair:
        return NO_PAIRING


def position_of(snapshot):
    """The snapshot's round to be paired as the reference of its system wants it."""
    _reference, words, letter = REFERENCES[snapshot.system]
    number = {player.id: player.start for player in snapshot.players}
    record = [past_of(snapshot, place.round, number, words.Past) for place in snapshot.record()]
    pasts = {player: tuple(past[player.id] for past in record) for player in snapshot.players}
    to_pair, options = snapshot.to_pair().round, snapshot.options
    facts = {
        "seated": tuple(number[player] for player in to_pair.taking_part()),
        "fixed": tuple((number[game.white], number[game.black]) for game in to_pair.games),
        "named_bye": number.get(to_pair.bye),
        "forbidden": frozenset(
            frozenset((number[one], number[two])) for one, two in snapshot.forbidden_pairs
        ),
    }
    if snapshot.system == "knsb-resistance":
        facts["past"] = {player.start: past for player, past in pasts.items()}
        return words.Position(first_round=options.get("first_round", "5.1"), **facts)
    accelerated = {}
    if snapshot.system == "fide-dutch":
        accelerated = virtual_points_of(snapshot)
    facts["entrants"] = {
        player.start: words.Entrant(
            number=player.start,
            rating=player.rating or 0,
            title=player.title,
            name=player.name,
            past=past,
            **({"virtual": accelerated[player.id]} if accelerated else {}),
        )
        for player, past in pasts.items()
    }
    return words.Position(
        round=len(record) + 1,
        rounds=options["rounds"],
        lot=options.get("initial_colour", "white"),
        **({"edition": letter} if letter else {}),
        **facts,
    )


def virtual_points_of(snapshot):
    """D32, by player the points of each round; or as the file has them."""
    if snapshot.options.get("acceleration") != "baku":
        given = snapshot.virtual_points
        return {
            player.id: tuple(Fraction(half, 2) for half in given.get(player.id, ()))
            for player in snapshot.players
        }
    accelerated = -(-snapshot.options["rounds"] // 2)
    whole = -(-accelerated // 2)
    at_first = sorted(player.start for player in snapshot.players if player.joined == 1)
    last = at_first[min(len(at_first), 2 * -(-len(at_first) // 4)) - 1] if at_first else 0
    points = (WHOLE,) * whole + (HALF,) * (accelerated - whole)
    return {player.id: points if player.start <= last else () for player in snapshot.players}


def past_of(snapshot, round_, number, Past):
    """What a round on record was for every player; an unfinished game is half a point each."""
    is_told = snapshot.system in (*CLASSIC, "fide-dutch")
    requested = "requested" if is_told else "bye"
    past = {player.id: Past("absent") for player in snapshot.players}
    past |= {player: Past(requested, HALF) for player in round_.of_kind(Unplayed.HALF_POINT_BYE)}
    past |= {player: Past(requested, WHOLE) for player in round_.of_kind(Unplayed.FULL_POINT_BYE)}
    if round_.bye is not None:
        past[round_.bye] = Past("bye", Fraction(snapshot.options.get("bye", 1)))
    for game in round_.games:
        kind = "forfeit" if game.result.is_forfeit else "played"
        for player, colour in ((game.white, Colour.WHITE), (game.black, Colour.BLACK)):
            points = game.result.score(colour)
            opponent = number[game.opponent(player)]
            past[player] = Past(kind, HALF if points is None else points, opponent, colour.value)
    return past
