"""A literal second reading of FIDE's C.07 for the tie-breaks that look at rounds one by one.

It shares no code with `pairing.core`: a record is a list of rounds, a round a dict of what each
player did, as the articles name it.
"""

from fractions import Fraction

HALF = Fraction(1, 2)
GAMES = {
    "1-0": ("win", "loss"),
    "0-1": ("loss", "win"),
    "1/2-1/2": ("draw", "draw"),
    "*": ("open", "open"),
    "1-0F": ("forfeit win", "forfeit loss"),
    "0-1F": ("forfeit loss", "forfeit win"),
    "0-0F": ("forfeit loss", "forfeit loss"),
}
BYES = {"bye": "allocated", "full_point_bye": "full-point", "half_point_bye": "half-point"}
POINTS = {
    **dict.fromkeys(("win", "forfeit win", "full-point"), 1),
    **dict.fromkeys(("draw", "half-point"), HALF),
    **dict.fromkeys(("loss", "forfeit loss", "zero-point"), 0),
}
PLAYED = ("win", "draw", "loss", "open")


def read(snapshot, bye, unfinished):
    """By round, by player: what, opponent, colour, points."""
    rounds = []
    for recorded in snapshot.record():
        did = {player.id: ("zero-point", None, None, Fraction(0)) for player in snapshot.players}
        for game in recorded.round.games:
            kinds = GAMES[game.result.value]
            for one, other, kind, colour in (
                (game.white, game.black, kinds[0], "white"),
                (game.black, game.white, kinds[1], "black"),
            ):
                did[one] = (kind, other, colour, Fraction(POINTS.get(kind, unfinished)))
        for player, kind in recorded.round.unplayed.items():
            said = BYES.get(kind.value, "zero-point")
            did[player] = (said, None, None, Fraction(POINTS.get(said, bye)))
        rounds.append(did)
    return rounds


def score(rounds, player):
    return sum((did[player][3] for did in rounds), Fraction(0))


def won_rounds(rounds, player):
    """7.1."""
    return sum(1 for did in rounds if did[player][3] == 1)


def black_wins(rounds, player):
    """7.4."""
    return sum(1 for did in rounds if did[player][0] == "win" and did[player][2] == "black")


def elected(rounds, player):
    """7.6: the rounds less half-point byes, zero-point byes and forfeit losses."""
    less = ("half-point", "zero-point", "forfeit loss")
    return len(rounds) - sum(1 for did in rounds if did[player][0] in less)


def adjusted(rounds, player):
    """16.3: what the player counts for the opponents."""
    total = Fraction(0)
    for number, did in enumerate(rounds):
        kind, _, _, points = did[player]
        later = [other[player][0] for other in rounds[number + 1 :]]
        voluntary = ("half-point", "zero-point", "forfeit loss")
        requested = kind in ("half-point", "zero-point")
        total += HALF if requested and all(one in voluntary for one in later) else points
    return total


def buchholz(rounds, player):
    """8.1 with 16.4."""
    total = Fraction(0)
    for did in rounds:
        kind, opponent, _, _ = did[player]
        if kind in PLAYED:
            total += adjusted(rounds, opponent)
        elif opponent is not None:
            total += min(score(rounds, player), adjusted(rounds, opponent))
        else:
            total += min(score(rounds, player), HALF * len(rounds))
    return total


def fore_buchholz(rounds, player, round_count):
    """8.3."""
    if len(rounds) < round_count:
        return buchholz(rounds, player)
    last = {
        one: ("draw", did[1], did[2], HALF) if did[1] is not None else did
        for one, did in rounds[-1].items()
    }
    return buchholz([*rounds[:-1], last], player)


def average_of_buchholz(rounds, player):
    """8.2."""
    met = [did[player][1] for did in rounds if did[player][0] in PLAYED]
    return sum((buchholz(rounds, one) for one in met), Fraction(0)) / max(1, len(met))


def koya(rounds, player, limit):
    """9.2 with 14.5; a round robin's round without an opponent is none."""
    total = Fraction(0)
    for did in rounds:
        _, opponent, _, points = did[player]
        if opponent is None:
            continue
        most = sum(1 for one in rounds if one[opponent][1] is not None)
        if score(rounds, opponent) >= Fraction(most, 2) + Fraction(limit, 2):
            total += points
    return total
