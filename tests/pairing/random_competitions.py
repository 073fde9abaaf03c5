"""How do test competitions come about? Seeded random competition documents for `attacalc`.

`random_document(seed)` is a competition with its last round to be paired: many small fields
with many rounds, so that dead ends, lapsed colours, the search and a lowered n occur, and
some large ones. Most rounds on record are paired by the reference, so that positions are
realistic; the others by chance, so that unlikely ones occur too.
"""

from random import Random

from tests.pairing.attacalc_reference import ReferenceCannotPair, reference_pair

TEMPOS = [("long", 1, 4, 3), ("bmw", 4, 4, 4), ("blitz", 7, 7, 7)]
RESULTS = ["1-0", "1/2-1/2", "0-1", "*", "1-0F", "0-1F", "0-0F"]
RESULT_WEIGHTS = [35, 25, 30, 4, 3, 3, 1]


def random_document(seed):
    """A competition document (dict, JSON-ready) of 4 to 40 players; same seed, same document."""
    return _Generator(Random(seed), seed).document


class _Generator:
    """One document in the making; `random` is the only source of chance."""

    def __init__(self, random, seed):
        self.random = random
        [(least, most)] = random.choices([(4, 7), (8, 12), (13, 20), (21, 40)], [50, 36, 12, 2])
        size = random.randint(least, most)
        self.few = size <= 12
        self.rounds_left = random.randint(1, 14 if self.few else 6)
        self.attendance = random.choice([0.6, 0.8, 0.9, 1.0])
        self.by_chance = random.choice([0.0, 0.1, 0.3, 0.9])
        self.lopsided = random.random() < 0.2
        self.document = {
            "format": "clubcomp-competition",
            "version": 1,
            "club": {"name": "Random"},
            "name": f"seed {seed}",
            "game": "chess",
            "system": "attacalc",
            "options": self.options(size),
            "tempos": self.tempos(),
            "players": [],
            "forbidden_pairs": [],
            "evenings": [],
        }
        self.add_players(size)
        self.add_forbidden_pairs()
        self.add_evenings()

    def chance(self, probability):
        return self.random.random() < probability

    def options(self, size):
        if self.chance(0.4):
            return {}
        choices = {
            "value_step": [1, 2, 3],
            "own_value_counts": [False],
            "win": [1, "3/2", 2],
            "draw": ["1/2", "2/5", "1/3"],
            "loss": [0, "1/6", "1/10"],
            "bye": ["2/3", "1/2", 1, 0],
            "absent": ["1/3", "1/6", "7/20", 0, 1],
            "external": ["2/3", "7/10", 1],
            "late_join": ["absent", "none"],
            "guests": ["there"],
            "revaluation": ["stable", "chained", "previous"],
        }
        options = {
            name: self.random.choice(values) for name, values in choices.items() if self.chance(0.3)
        }
        least = options.get("value_step", 1) * (size - 1)
        if "value_step" in options or self.chance(0.2):
            options["first_value"] = self.random.choice([least, least + 1, least + size, 2 * least])
        return options

    def tempos(self):
        chosen = self.random.sample(TEMPOS, self.random.choice([1, 1, 2, 3]))
        tempos = []
        for key, games, last_n, limit in chosen:
            if self.chance(0.4):
                last_n, limit = self.random.randint(0, 9), self.random.randint(0, 5)
            tempo = {"id": key, "games_per_evening": games, "last_n": last_n}
            tempo["absence_limit"] = limit
            if self.chance(0.2):
                tempo["weight"] = self.random.choice([2, "1/2", "1/7", 0])
            tempos.append(tempo)
        return tempos

    def add_players(self, size):
        starts = list(range(1, size + 1))
        if self.chance(0.3):
            self.random.shuffle(starts)
        for start in starts:
            player = {"id": f"p{start:02}", "start": start, "name": f"Player {start}"}
            if self.chance(0.12):
                player["joined"] = self.random.randint(2, 4)
            if self.chance(0.08):
                player["left"] = player.get("joined", 1) + self.random.randint(0, 3)
            if self.chance(0.08):
                player["guest"] = True
            self.document["players"].append(player)

    def add_forbidden_pairs(self):
        ids = [player["id"] for player in self.document["players"]]
        if self.chance(0.25):
            pairs = {frozenset(self.random.sample(ids, 2)) for _ in range(len(ids) // 2)}
            self.document["forbidden_pairs"] = sorted(sorted(pair) for pair in pairs)
        if self.chance(0.03):  # one whom nobody may meet
            self.document["forbidden_pairs"] = [[ids[0], other] for other in ids[1:]]

    def add_evenings(self):
        tempo_weights = [self.random.choice([1, 1, 4]) for _ in self.document["tempos"]]
        while self.rounds_left > 0:
            [tempo] = self.random.choices(self.document["tempos"], tempo_weights)
            evening = {"tempo": tempo["id"], "rounds": []}
            self.document["evenings"].append(evening)
            if self.chance(0.04):
                continue  # an evening without rounds counts in the numbering
            rounds = min(self.rounds_left, self.random.randint(1, tempo["games_per_evening"]))
            self.add_rounds(evening, rounds)

    def add_rounds(self, evening, rounds):
        number = len(self.document["evenings"])
        belong = [
            player["id"]
            for player in self.document["players"]
            if player.get("joined", 1) <= number <= player.get("left", number)
        ]
        there = {p for p in belong if self.chance(self.attendance)}
        for _ in range(rounds):
            there ^= {p for p in belong if self.chance(0.05)}  # walks in, or goes home
            round_ = self.round_to_pair(belong, there)
            evening["rounds"].append(round_)
            self.rounds_left -= 1
            if self.rounds_left:
                evening["rounds"][-1] = self.on_record(round_)

    def round_to_pair(self, belong, there):
        present = [p for p in belong if p in there]
        self.random.shuffle(present)
        round_ = {"games": [], "present": present}
        for p in belong:
            if p not in there and self.chance(0.3):
                key = self.random.choice(["external", "no_notice", "exempt"])
                round_.setdefault(key, []).append(p)
        while len(present) >= 2 and self.chance(0.06):
            white, black = present.pop(), present.pop()
            board = {"board": len(round_["games"]) + 1, "white": white, "black": black}
            round_["games"].append({**board, "result": "*", "fixed": "agreed"})
        if present and self.chance(0.08):  # also for an even number, who then all play
            round_["bye"] = present.pop()
        return round_

    def on_record(self, round_):
        """The round as it was played: paired, and with results."""
        fixed = [(game["white"], game["black"]) for game in round_["games"]]
        try:
            if self.chance(self.by_chance):
                raise ReferenceCannotPair
            pairs, bye, _ = reference_pair(self.document)
            how = "system"
        except ReferenceCannotPair:
            named_bye = [round_["bye"]] if "bye" in round_ else []
            left = round_["present"] + named_bye
            bye = left.pop() if len(left) % 2 == 1 else None
            if self.lopsided:
                left = self.lopsided_order(left)
            pairs = fixed + list(zip(left[::2], left[1::2], strict=True))
            how = "hand"
        played = {key: value for key, value in round_.items() if key not in ("present", "bye")}
        played["paired_by"] = how
        played["games"] = [
            {"board": board, "white": white, "black": black, "result": self.result()}
            for board, (white, black) in enumerate(pairs, start=1)
        ]
        if bye is not None:
            played["bye"] = bye
        return played

    def lopsided_order(self, players):
        """White, black, white, black, ...: some always have white, so that colours clash."""
        ordered = sorted(players)
        half = len(ordered) // 2
        whites, blacks = ordered[:half], ordered[half:]
        self.random.shuffle(blacks)
        return [p for pair in zip(whites, blacks, strict=True) for p in pair]

    def result(self):
        return self.random.choices(RESULTS, RESULT_WEIGHTS)[0]
