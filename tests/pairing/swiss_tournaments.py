"""How do test competitions come about? Played round by round with the engine itself.

Seeded. `Tournament` draws results from a rating table, and forfeits, absences, byes on request,
late entries and withdrawals at given rates; `before_each_round` gives the snapshots to pair.
"""

import json
import os
from dataclasses import dataclass, field, fields, replace
from functools import cache
from random import Random

from pairing.core.system import CannotPair
from pairing.core.types import Evening, Game, Player, Proposal, Result, Round, Snapshot, Tempo
from pairing.formats.document import read_document
from pairing.registry import get_system, make_options, rules_of
from tests.pairing import random_keizer
from tests.pairing.random_competitions import random_document
from tests.pairing.random_keizer import random_options
from tests.pairing.snapshots import CASES, read_case, snapshot_of, unplayed
from tests.pairing.trf_cases import read_trf

NAMES = "Anna Bert Carla Dirk Eva Frits Gerda Henk Ida Jan Karel Loes Mark Nora Otto Petra".split()
TITLES = ["", "", "", "", "", "GM", "IM", "FM", "WGM", "WFM", "CM"]


@dataclass(frozen=True)
class Rates:
    """How often, per player and round."""

    absent: float = 0.0
    half_point_bye: float = 0.0
    forfeit: float = 0.0
    late: float = 0.0
    withdrawn: float = 0.0
    unfinished: float = 0.0
    equal_rating: float = 0.0


CALM = Rates(absent=0.03, half_point_bye=0.02, forfeit=0.02, late=0.03, withdrawn=0.005)
STORMY = Rates(
    absent=0.15,
    half_point_bye=0.08,
    forfeit=0.12,
    late=0.15,
    withdrawn=0.03,
    unfinished=0.03,
    equal_rating=0.3,
)


def drawn_options(random, system, rounds, byes):
    """Options of a system, drawn; `byes` are what a bye may be worth where one can choose."""
    if system == "berger":
        away = random.choice(["notice", "postponed", "forfeited"])
        return {
            "cycles": random.choice([1, 2]),
            "swap_last_two": random.random() < 0.5,
            "away": away,
        }
    if system == "knockout":
        return {
            "games": random.choice([1, 1, 2]),
            "replays": random.choice([0, 1]),
            "rapid": random.choice([0, 1]),
            "blitz": random.choice([0, 1]),
            "still_level": random.choice(["black", "lot"]),
            "away": random.choice(["notice", "postponed", "forfeited"]),
            "third_place": random.random() < 0.5,
            "plate": random.random() < 0.5,
        }
    if system == "keizer":
        options = random_options(random)
        # An order that is drawn is of a round, and these rounds have none.
        options["meeting"].pop("order", None)
        return options
    if not get_system(system).abilities.needs_round_count:
        return {}
    if system == "knsb-resistance":
        return {"rounds": rounds, "first_round": random.choice(["5.1", "5.2"])}
    options = {"rounds": rounds}
    known = {option.name for option in fields(get_system(system).options)}
    if "initial_colour" in known:
        options["initial_colour"] = random.choice(["white", "black"])
    if system == "fide-dutch":
        options["acceleration"] = random.choice(["none", "none", "none", "baku"])
    return options | {"bye": random.choice(byes)} if "bye" in known else options


@dataclass
class Tournament:
    """One competition in the making; `random` is the only source of chance."""

    seed: int
    size: int
    rounds: int
    rates: Rates = CALM
    system: str = "knsb-rating"
    snapshot: Snapshot = field(init=False)

    def __post_init__(self):
        self.random = Random(self.seed)
        self.engine = get_system(self.system)
        sets_limits = self.engine.abilities.limits_per_tempo
        self.may_ask_for_bye = self.engine.abilities.has_byes_on_request
        ratings = sorted((self.random.randint(1400, 2400) for _ in range(self.size)), reverse=True)
        players = []
        for start in range(1, self.size + 1):
            if start > 1 and self.chance(self.rates.equal_rating):
                ratings[start - 1] = ratings[start - 2]
            players.append(
                Player(
                    str(start),
                    start,
                    f"{self.random.choice(NAMES)} {start:03}",
                    rating=ratings[start - 1],
                    title=self.random.choice(TITLES),
                    joined=self.random.randint(2, 3) if self.chance(self.rates.late) else 1,
                )
            )
        self.rating = {player.id: player.rating for player in players}
        self.gone = set()
        self.snapshot = Snapshot(
            name=f"seed {self.seed}",
            system=self.system,
            tempos=(Tempo("long", last_n=4, absence_limit=3) if sets_limits else Tempo("long"),),
            players=tuple(players),
            options=drawn_options(self.random, self.system, self.rounds, [1, 1, "1/2"]),
        )

    def chance(self, probability):
        return self.random.random() < probability

    @property
    def options(self):
        """The options dataclass."""
        return make_options(self.engine, self.snapshot.options)

    def before_each_round(self):
        """Snapshots with a round to be paired; the competition ends early if one cannot be."""
        for number in range(1, self.rounds + 1):
            to_pair = self._to_pair(number)
            yield to_pair
            try:
                proposal = self.engine.pair(to_pair, self.options)
            except CannotPair:
                return
            self._play(to_pair.to_pair().round, proposal)

    def _to_pair(self, number):
        there, half = [], []
        for player in self.snapshot.players:
            if player.joined > number or player.id in self.gone:
                continue
            if self.chance(self.rates.withdrawn):
                self.gone.add(player.id)
            elif self.may_ask_for_bye and self.chance(self.rates.half_point_bye):
                half.append(player.id)
            elif not self.chance(self.rates.absent):
                there.append(player.id)
        round_ = Round(unplayed=unplayed(half_point_byes=half), present=tuple(there))
        evenings = (*self.snapshot.evenings, Evening("long", (round_,)))
        return replace(self.snapshot, evenings=evenings)

    def _play(self, round_, proposal):
        games = tuple(
            Game(board, pair.white, pair.black, self._result(pair))
            for board, pair in enumerate(proposal.pairs, start=1)
        )
        bye = proposal.bye
        played = replace(round_.with_bye(bye), games=games, present=None, paired_by="system")
        self.snapshot = replace(
            self.snapshot, evenings=(*self.snapshot.evenings, Evening("long", (played,)))
        )

    def _result(self, pair):
        if self.chance(self.rates.forfeit):
            return Result.parse(self.random.choice(["1-0F", "0-1F", "1-0F", "0-1F", "0-0F"]))
        if self.chance(self.rates.unfinished):
            return Result.UNFINISHED
        difference = self.rating[pair.white] - self.rating[pair.black] + 30
        expected = 1 / (1 + 10 ** (-difference / 400))
        draw = 0.35 * min(expected, 1 - expected) * 2
        drawn = self.random.random()
        if drawn < draw:
            return Result.DRAW
        white = drawn < draw + expected - draw / 2
        return Result.WHITE_WINS if white else Result.BLACK_WINS


# The same small competitions for every system ---------------------------------------------

SEEDS = 120 if os.environ.get("EXHAUSTIVE") else 14


def stormy_competition(key, seed):
    """5 to 18 players, often with as many rounds as there can be."""
    size = 5 + seed % 14
    return Tournament(seed, size, min(size - 1, 3 + seed % 11), STORMY, key)


def golden_files(key):
    """The positions with a pairing that was worked out apart; [] for a new system."""
    folder = CASES / key.replace("-", "_")
    return sorted((*folder.glob("*.trf"), *folder.glob("[0-9]*[0-9].json")))


def golden_position(key, path):
    """The snapshot of one of them."""
    if key == "keizer":  # only the format's own reader knows all of its keys
        return read_document(path.read_text())
    return read_case(path) if path.suffix == ".json" else replace(read_trf(path), system=key)


@cache
def rounds_of(key):
    """(snapshot, rules, proposal or failure) of golden positions and of every round of stormy
    competitions.

    Of the Keizer systems also rounds after evenings of several tempos, with guests, boards and byes
    by hand.
    """
    snapshots = [
        snapshot
        for seed in range(SEEDS)
        for snapshot in stormy_competition(key, seed).before_each_round()
    ]
    if key == "attacalc":
        snapshots += [snapshot_of(random_document(seed)) for seed in range(4 * SEEDS)]
    if key == "keizer":
        documents = map(random_keizer.random_document, range(2 * SEEDS))
        snapshots += [read_document(json.dumps(document)) for document in documents]
    snapshots += [golden_position(key, path) for path in golden_files(key)]
    rules = [rules_of(snapshot) for snapshot in snapshots]
    return [(one, by, outcome(by.pair, one)) for one, by in zip(snapshots, rules, strict=True)]


def proposals_of(key):
    """Those of the rounds that can be paired."""
    return [one for one in rounds_of(key) if isinstance(one[2], Proposal)]


def outcome(ask, *questions):
    """The answer, or the CannotPair instead."""
    try:
        return ask(*questions)
    except CannotPair as failure:
        return failure
