"""Which tournaments are hard to pair? Fourteen kinds of them, played round by round, seeded.

Each is played with the system itself. Forbidden pairs in blocks, and histories that leave hardly
anybody with a fitting colour, are what made searches run for minutes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from pairing.core.system import CannotPair
from pairing.core.types import Evening, Game, Player, Proposal, Result, Round, Snapshot, Tempo
from pairing.registry import get_system, lots_of, make_options
from tests.pairing.snapshots import unplayed

KINDS = (
    "small",
    "medium",
    "draws",
    "favourites",
    "whitewins",
    "alike",
    "families",
    "big_families",
    "bipartite",
    "dense_forbidden",
    "across",
    "one_club",
    "regular",
    "chaos",
)
#: These are hard with many players: two clubs that meet only each other while a quarter is away,
#: one club of nearly half, everybody barred from as many, and hardly anybody free to meet.
LARGE = ("across", "one_club", "regular", "chaos")
SYSTEMS = (
    "knsb-rating",
    "knsb-rating-1996",
    "fide-rating-1998",
    "knsb-resistance",
    "fide-dutch",
    "keizer",
)
#: Who asks for half a point and stays away.
BYES = {"small": 0.08, "medium": 0.08, "across": 0.25}
WON = (Result.WHITE_WINS, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True)
class Played:
    """One round: what was to be paired, and the pairing; None when there is none."""

    number: int
    snapshot: Snapshot
    proposal: Proposal | None


class Unpaired(Exception):
    """An engine failed, or gave a round up as too hard; the cause says how."""

    def __init__(self, played: Played):
        super().__init__(played.number)
        self.played = played


def tournament(
    seed: int, kind: str, system: str, most: int = 64, longest: int = 14
) -> Iterator[Played]:
    """The rounds of a tournament of a kind, of at most so many players and rounds; up to one that
    cannot be paired. Unpaired."""
    random = Random(f"{kind} {seed}")
    least = most * 2 // 3 if kind in LARGE else 8
    size = random.randint(5, min(20, most)) if kind == "small" else random.randint(least, most)
    if kind == "alike":
        size += size % 2
    rounds = random.randint(4, min(size - 1, longest))
    ratings = sorted((random.randint(1200, 2400) for _ in range(size)), reverse=True)
    contract = get_system(system)
    snapshot = Snapshot(
        name=f"{kind} {seed}",
        system=system,
        tempos=(Tempo("long"),),
        players=tuple(
            Player(id=str(start), start=start, name=f"P{start:03}", rating=rating)
            for start, rating in enumerate(ratings, start=1)
        ),
        forbidden_pairs=tuple(forbidden(kind, size, random)),
        options=limits(random)
        if system == "keizer"
        else {"rounds": rounds}
        | {name: random.choice(drawn) for name, drawn in lots_of(contract).items()},
    )
    options = make_options(contract, snapshot.options)
    if kind == "alike":
        snapshot = with_round(snapshot, halves_of_equal_colour(size, random))
    for number in range(1 + len(snapshot.evenings), rounds + 1):
        there, byes = [], []
        for player in snapshot.players:
            chance = random.random()
            if chance < BYES.get(kind, 0):
                byes.append(player.id)
            elif chance > 0.04:
                there.append(player.id)
        to_be_paired = Round(unplayed=unplayed(half_point_byes=byes), present=tuple(there))
        to_pair = with_round(snapshot, to_be_paired)
        try:
            proposal = contract.pair(to_pair, options)
        except Exception as failure:
            played = Played(number, to_pair, None)
            if not isinstance(failure, CannotPair) or failure.code == "too_hard":
                raise Unpaired(played) from failure
            yield played
            return
        yield Played(number, to_pair, proposal)
        games = tuple(
            Game(board, pair.white, pair.black, result(kind, pair.white, pair.black, random))
            for board, pair in enumerate(proposal.pairs, start=1)
        )
        bye = proposal.bye
        played = replace(to_be_paired.with_bye(bye), games=games, paired_by="system", present=None)
        snapshot = with_round(snapshot, played)


def limits(random: Random) -> dict[str, object]:
    """Options of `keizer` under which many may not meet."""
    return {
        "meeting": {
            "gap": random.choice([6, 20, 99]),
            "gap_counts": random.choice(["rounds", "own"]),
            "times": random.choice([1, 2, None]),
            "not_in_first": random.choice([0, 12]),
        },
        "colours": {"in_a_row": random.choice([1, 2, None]), "balance": random.choice([1, None])},
        "values": {"revaluation": random.choice(["stable", "chained", "previous"])},
    }


def with_round(snapshot: Snapshot, round_: Round) -> Snapshot:
    """The tournament with one round more."""
    return replace(snapshot, evenings=(*snapshot.evenings, Evening("long", (round_,))))


def forbidden(kind: str, size: int, random: Random) -> Iterator[tuple[str, str]]:
    """Who may not meet whom."""
    if kind in ("families", "big_families"):
        least, most = (2, 6) if kind == "families" else (max(2, size // 6), max(3, size // 3))
        family, number = [], 0
        while len(family) < size:
            family += [number] * random.randint(least, most)
            number += 1
        random.shuffle(family)
        apart = {(a, b) for a, b in combinations(range(size), 2) if family[a] == family[b]}
    elif kind == "bipartite":
        club = [random.random() < 0.5 for _ in range(size)]
        apart = {(a, b) for a, b in combinations(range(size), 2) if club[a] == club[b]}
    elif kind == "across":
        club = [random.random() < 0.5 for _ in range(size)]
        pairs = combinations(range(size), 2)
        apart = {(a, b) for a, b in pairs if (club[a] == club[b]) == (random.random() < 0.99)}
    elif kind == "one_club":
        club = [random.random() < 0.45 for _ in range(size)]
        apart = {(a, b) for a, b in combinations(range(size), 2) if club[a] and club[b]}
    elif kind == "regular":
        share = random.randint(size // 3, size * 3 // 4)
        apart = {(a, b) for a, b in combinations(range(size), 2) if (a + b) % size < share}
    elif kind == "chaos":
        share = random.uniform(0.6, 0.9)
        apart = {pair for pair in combinations(range(size), 2) if random.random() < share}
    elif kind == "dense_forbidden":
        share = random.uniform(0.1, 0.7)
        apart = {pair for pair in combinations(range(size), 2) if random.random() < share}
    else:
        apart = set()
    for a, b in sorted(apart):
        yield str(a + 1), str(b + 1)


def halves_of_equal_colour(size: int, random: Random) -> Round:
    """A first round that gave the upper half white."""
    games = tuple(
        Game(board, str(board), str(board + size // 2), random.choice(WON))
        for board in range(1, size // 2 + 1)
    )
    return Round(games=games, paired_by="hand")


def result(kind: str, white: str, black: str, random: Random) -> Result:
    """How a game ends."""
    chance = random.random()
    if kind in ("whitewins", "across", "chaos"):
        return Result.WHITE_WINS
    if kind == "favourites":
        return WON[int(white) > int(black)]
    if kind == "draws" and chance < 0.8:
        return Result.DRAW
    if kind == "alike":
        # Those who had white alike stay in one score group.
        return Result.WHITE_WINS if chance < 0.9 else Result.DRAW
    if kind in ("small", "medium") and chance < 0.05:
        return Result.BLACK_WINS_FORFEIT
    if chance < 0.3:
        return Result.DRAW
    return random.choice(WON)
