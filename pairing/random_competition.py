"""What does a random competition look like? It is played round by round with the system itself.

The same seed gives the same competition. For tests, and to compare programs.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from random import Random

from pairing.core.ratings import expected_percent
from pairing.core.system import CannotPair, PairingSystem
from pairing.core.types import Evening, Game, Pair, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import BYES_ON_REQUEST, Unplayed
from pairing.registry import lots_of, rules_of

TEMPO = Tempo("long")
FIRST_NAMES = (
    "Anna Bert Carla Dirk Eva Frits Gerda Henk Ida Jan Karel Loes Mark Nora Otto Petra Quinten "
    "Roos Sofie Tim Uma Vera Wim Xander Yara Zeno"
).split()
#: Titles with the least rating that usually goes with them.
TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))
#: Out of 10,000 games; a draw is likelier the more equal the players are.
DRAWS = 3600


@dataclass(frozen=True, slots=True)
class Wishes:
    """The competition to generate.

    Percentages: `forfeits` of the games; `absences` and `byes` on request of the players, each
    round; `late` of the players enter after the first round, `withdrawals` leave before the
    last.
    """

    players: int
    rounds: int
    seed: int
    forfeits: int = 0
    absences: int = 0
    byes: Mapping[Unplayed, int] = field(default_factory=dict)
    late: int = 0
    withdrawals: int = 0


class RoundCannotBePaired(Exception):
    """The system finds no pairing in round `number`; `failure` says why, for `snapshot`."""

    def __init__(self, snapshot: Snapshot, number: int, failure: CannotPair):
        super().__init__(number)
        self.snapshot = snapshot
        self.number = number
        self.failure = failure


def random_competition(system: PairingSystem, wishes: Wishes) -> Snapshot:
    """A competition of one tempo, all rounds played. RoundCannotBePaired."""
    random = Random(wishes.seed)
    known = {option.name for option in fields(system.options)}
    rounds: dict[str, object] = {"rounds": wishes.rounds} if "rounds" in known else {}
    snapshot = Snapshot(
        name=f"{system.key}, {wishes.players} players, seed {wishes.seed}",
        system=system.key,
        tempos=(TEMPO,),
        players=tuple(
            _with_stay(player, wishes, random) for player in _players(wishes.players, random)
        ),
        options=rounds | {name: random.choice(drawn) for name, drawn in lots_of(system).items()},
    )
    rules = rules_of(snapshot)
    for number in range(1, wishes.rounds + 1):
        round_ = _round_to_pair(snapshot, number, wishes, random)
        to_pair = _with_round(snapshot, round_)
        try:
            proposal = rules.pair(to_pair)
        except CannotPair as failure:
            raise RoundCannotBePaired(to_pair, number, failure) from None
        rating = {player.id: player.rating or 0 for player in snapshot.players}
        games = tuple(
            _game(board, pair, rating[pair.white] - rating[pair.black], wishes.forfeits, random)
            for board, pair in enumerate(proposal.pairs, start=1)
        )
        played = replace(
            round_.with_bye(proposal.bye), games=games, paired_by="system", present=None
        )
        snapshot = _with_round(snapshot, played)
    return snapshot


def _with_round(snapshot: Snapshot, round_: Round) -> Snapshot:
    """The competition with one more evening, of one round."""
    return replace(snapshot, evenings=(*snapshot.evenings, Evening(TEMPO.id, (round_,))))


def _players(count: int, random: Random) -> tuple[Player, ...]:
    """Players from the highest rating down, some with a title."""
    ratings = sorted((random.randint(1200, 2600) for _ in range(count)), reverse=True)
    return tuple(
        Player(
            id=str(start),
            start=start,
            name=f"{random.choice(FIRST_NAMES)} {start:04}",
            rating=rating,
            title=next((title for least, title in TITLES if rating >= least), ""),
        )
        for start, rating in enumerate(ratings, start=1)
    )


def _with_stay(player: Player, wishes: Wishes, random: Random) -> Player:
    """The player with the first and the last round they belong to."""
    first, left = 1, None
    if wishes.rounds > 1 and _happens(wishes.late, random):
        first = random.randint(2, wishes.rounds // 2 + 1)
    if first < wishes.rounds and _happens(wishes.withdrawals, random):
        left = random.randint(first, wishes.rounds - 1)
    return replace(player, joined=first, left=left)


def _round_to_pair(snapshot: Snapshot, number: int, wishes: Wishes, random: Random) -> Round:
    """The round to be paired: who is present, and the byes on request."""
    present, unplayed = [], {}
    for player in snapshot.players:
        if not player.joined <= number <= (player.left or wishes.rounds):
            continue
        if _happens(wishes.absences, random):
            continue
        asked = (kind for kind in BYES_ON_REQUEST if _happens(wishes.byes.get(kind, 0), random))
        if kind := next(asked, None):
            unplayed[player.id] = kind
        else:
            present.append(player.id)
    return Round(unplayed=unplayed, present=tuple(present))


def _game(board: int, pair: Pair, difference: int, forfeits: int, random: Random) -> Game:
    """A random forfeit, or result by the rating table; White has `difference` points more."""
    if _happens(forfeits, random):
        forfeit = (Result.WHITE_WINS_FORFEIT, Result.BLACK_WINS_FORFEIT, Result.BOTH_LOSE_FORFEIT)
        result = random.choices(forfeit, weights=(45, 45, 10))[0]
    else:
        expected = expected_percent(difference, 0, most=abs(difference))
        draw = DRAWS * min(expected, 100 - expected) // 50
        drawn = random.randrange(10_000)
        decided = Result.WHITE_WINS if drawn < draw // 2 + expected * 100 else Result.BLACK_WINS
        result = Result.DRAW if drawn < draw else decided
    return Game(board, pair.white, pair.black, result)


def _happens(percent: int, random: Random) -> bool:
    return percent > 0 and random.randrange(100) < percent
