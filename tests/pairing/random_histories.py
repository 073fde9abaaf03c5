"""Rounds to be paired by a Swiss system after a past that no system has made. Seeded.

Pairs, colours and byes of the past are drawn; only repeats, a colour balance beyond 2 and three
games in a row with one colour do not occur. So brackets come about that a competition paired by
the rules from its first round on hardly ever sees.
"""

from dataclasses import replace
from itertools import islice
from random import Random

from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from tests.pairing.snapshots import unplayed
from tests.pairing.swiss_tournaments import drawn_options


def round_after_any_history(seed, largest=10, system="knsb-rating"):
    """A snapshot of 5 to `largest` players with a round to be paired, the last one at times."""
    random = Random(f"history {seed}")
    size = random.randint(5, largest)
    rounds = random.randint(1, size - 1)
    number = rounds if random.random() < 0.3 else random.randint(1, rounds)
    players = tuple(_player(random, start) for start in range(1, size + 1))
    past = _Past(random, [player.id for player in players], system != "knsb-resistance")
    evenings = [past.round() for _ in range(1, number)]
    presence = random.choice([0.7, 0.95, 1])
    present = tuple(player.id for player in players if random.random() < presence)
    return Snapshot(
        name=f"history {seed}",
        system=system,
        tempos=(Tempo("long"),),
        players=players,
        evenings=tuple(Evening("long", (one,)) for one in (*evenings, Round(present=present))),
        options=drawn_options(random, system, rounds, [1, "1/2"]),
    )


def by_hand(snapshot, seed):
    """The same round with forbidden pairs, fixed boards and perhaps a bye that is named."""
    place = snapshot.to_pair()
    random = Random(f"{seed} {place.evening}")
    present = sorted(place.round.present)
    random.shuffle(present)
    left = iter(present)
    boards = random.choice([0, 0, 1, 1, 2]) if len(present) >= 4 else 0
    games = tuple(
        Game(board, white, black, fixed="by hand")
        for board, (white, black) in enumerate(islice(zip(left, left, strict=False), boards), 1)
    )
    is_odd = len(present) % 2 == 1
    bye = next(left, None) if is_odd and random.random() < 0.3 else None
    ids = [player.id for player in snapshot.players]
    forbidden = tuple(tuple(random.sample(ids, 2)) for _ in range(random.randint(0, 3)))
    if snapshot.system == "knsb-resistance" and len(snapshot.evenings) == 1:
        forbidden = ()  # section 5 has no rule for them
    round_ = replace(place.round.with_bye(bye), games=games)
    evening = replace(snapshot.evenings[-1], rounds=(round_,))
    return replace(snapshot, evenings=(*snapshot.evenings[:-1], evening), forbidden_pairs=forbidden)


def _player(random, start):
    """Ratings, titles and even names are often the same."""
    name = f"{random.choice(['Anna', 'bert', 'Carla'])} {random.randint(1, 3)}"
    rating = 2000 - 10 * (start // random.choice([1, 2, 3]))
    return Player(str(start), start, name, rating=rating, title=random.choice(["", "", "GM", "CM"]))


class _Past:
    """The past of one competition: who has met whom, and everybody's colours."""

    def __init__(self, random, players, has_byes_on_request):
        self.random = random
        self.has_byes_on_request = has_byes_on_request
        self.met = set()
        self.colours = dict.fromkeys(players, "")
        self.draws = random.choice([0.1, 0.5, 0.9])
        self.presence = random.choice([0.6, 0.9, 1])
        self.forfeits = random.choice([0, 0.1, 0.4])

    def round(self):
        """One round on record."""
        here = [player for player in self.colours if self.random.random() < self.presence]
        self.random.shuffle(here)
        games, half, bye = [], [], None
        while here:
            one = here.pop()
            seats = [pair for two in here for pair in ((one, two), (two, one)) if self.may(*pair)]
            if seats:
                white, black = self.random.choice(seats)
                here.remove(black if white == one else white)
                games.append(Game(len(games) + 1, white, black, self.result(white, black)))
            elif bye is None and self.random.random() < 0.5:
                bye = one
            elif self.has_byes_on_request and self.random.random() < 0.5:
                half.append(one)
        return Round(games=tuple(games), unplayed=unplayed(bye=bye, half_point_byes=half))

    def may(self, white, black):
        """Whether the game would be neither a repeat nor a colour too many."""
        return frozenset((white, black)) not in self.met and all(
            abs(had.count("w") - had.count("b")) <= 2 and had[-3:] not in ("www", "bbb")
            for had in (self.colours[white] + "w", self.colours[black] + "b")
        )

    def result(self, white, black):
        """A drawn result, which is remembered if it was played."""
        if self.random.random() < self.forfeits:
            return Result.parse(self.random.choice(["1-0F", "0-1F", "0-0F"]))
        self.met.add(frozenset((white, black)))
        self.colours[white] += "w"
        self.colours[black] += "b"
        if self.random.random() < self.draws:
            return Result.DRAW
        return self.random.choice([Result.WHITE_WINS, Result.BLACK_WINS])
