"""How do random competitions of `keizer` come about? Seeded documents over all options.

`random_document(seed)` is a competition with its last round to be paired: small fields with many
rounds, so that every limit gives way; most rounds are paired by the transcription of the rules, the
others by chance.
"""

from random import Random

from tests.pairing.keizer_reference_pairing import Pairing, ReferenceCannotPair

AMOUNTS = [0, 1, "1/2", "1/3", "2/3", "1/4", "7/6", "2/5", {"points": 5}, {"points": "5/2"}]
AMOUNTS += [{"points": -3}, {"own": 1}, {"own": "1/2", "points": 2}]
OF_GAMES = [*AMOUNTS, {"opponent": "3/4", "points": 1}, {"opponent": "1/2", "own": "1/6"}]
OWN = ["duty", "busy"]
KINDS = ["absent", "external", "no_notice", *OWN]
RESULTS = ["1-0", "1/2-1/2", "0-1", "*", "1-0F", "0-1F", "0-0F"]
RESULT_WEIGHTS = [35, 22, 30, 3, 4, 4, 2]
LIMITS = ["times", "times_in_period", "not_in_first", "gap", "colours"]
RULES = ["met", "balance", "whites", "alternate", "higher", "lower"]
TIES = ["games", "evenings", "wins", "blacks", "rating", "rating_low", "mutual"]


def random_document(seed, asked=lambda _document, _made: None):
    """A competition document (dict, JSON-ready) of 3 to 12 players; same seed, same document.

    `asked` is told of every round that the transcription paired: the document with that round to be
    paired, and its `Pairing`.
    """
    return _Generator(Random(seed), seed, asked).document


def random_options(random, evenings=8):
    """Options over all of them, some left out."""
    return _Options(random, evenings).options


class _Options:
    def __init__(self, random, evenings):
        self.random = random
        self.kinds = [key for key in KINDS if random.random() < 0.5]
        self.there = {"absent", "external", "no_notice", *self.kinds}
        starts = sorted(random.sample(range(2, max(evenings, 4)), random.choice([0, 1, 2])))
        some = self.some
        chosen = {
            "values": some(
                by=["rank", "rank", "rating"],
                first=[10, 30, 50, None],
                ratio=[2, 3, "5/2", None],
                step=[1, 1, 2, 3, 0],
                last=[0, 3, 10],
                own=[0, 1, "1/2", {"points": 100}, {"own": 1, "points": 3}],
                revaluation=["stable", "chained", "previous", "fixed"],
                divisor=[40, 50, 100],
                highest=[30, 60],
            ),
            "results": some(
                win=[1, *OF_GAMES],
                draw=OF_GAMES,
                loss=OF_GAMES,
                forfeit_win=[*OF_GAMES, None],
                forfeit_loss=[*OF_GAMES, None],
            ),
            "absences": {
                "kinds": [self.kind(key) for key in self.kinds],
                **some(late_join=[*self.there, None], after_leaving=[*self.there, None]),
            },
            "bye": some(
                amount=AMOUNTS,
                who=["lowest", "highest"],
                fewest=["byes", "unplayed", "none"],
                per=["season", "period"],
                owed=[self.several([*self.there, "forfeit_loss"])],
            ),
            "periods": {
                "starts": [1, *starts],
                **some(points=["on", "anew"], order=["table", "start"], total=["sum", "last"]),
            },
            "meeting": some(
                order=["points", "points", "lot"],
                gap=[0, 1, 2, 3, 5, 8],
                gap_counts=["rounds", "own"],
                times=[1, 2, 3],
                times_in_period=[1, 2],
                not_in_first=[3, 6, 10],
                importance=[random.sample(LIMITS, 5)],
            ),
            "colours": some(
                rules=[self.several(RULES)], in_a_row=[1, 2, 3, None], balance=[1, 2, None]
            ),
            "standing": some(
                ties=[self.several(TIES)], min_games=[1, 2, 4], min_games_from=[1, 3, 5]
            ),
        }
        self.options = chosen

    def some(self, **choices):
        """Half of the options, in an order that depends on the seed alone."""
        ordered = {
            name: sorted(values, key=repr) if name in ("late_join", "after_leaving") else values
            for name, values in choices.items()
        }
        return {
            name: self.random.choice(values)
            for name, values in ordered.items()
            if self.random.random() < 0.5
        }

    def several(self, words):
        words = sorted(words)
        return self.random.sample(words, self.random.randint(0, min(4, len(words))))

    def kind(self, key):
        """A kind; `then` only leads on, to a kind named later, so it never goes round."""
        random = self.random
        times = [random.choice([1, 1, 2, 3]) for _ in range(random.randint(0, 2))]
        tiers = [{"times": many, "amount": random.choice(AMOUNTS)} for many in times]
        if random.random() < 0.3:
            tiers.append({"times": None, "amount": random.choice(AMOUNTS)})
        later = self.kinds[self.kinds.index(key) + 1 :]
        kind = {"key": key, "name": key, "tiers": tiers}
        choices = {
            "counted": ["evening"],
            "per": ["period"],
            "until_round": [1, 2, 3, 5],
            "then": later,
            "win": AMOUNTS,
            "draw": AMOUNTS,
            "loss": AMOUNTS,
        }
        for name, values in choices.items():
            if values and random.random() < 0.35:
                kind[name] = random.choice(values)
        return kind


class _Generator:
    """One document in the making; `random` is the only source of chance."""

    def __init__(self, random, seed, asked):
        self.random, self.asked = random, asked
        self.size = random.choice([3, 4, 5, 6, 6, 7, 8, 8, 9, 10, 12])
        self.evenings = random.randint(1, 10)
        self.options = random_options(random, self.evenings)
        self.attendance = random.choice([0.6, 0.8, 0.9, 1.0])
        self.by_chance = random.choice([0.1, 0.5, 0.9])
        tempos = [{"id": "long"}, {"id": "rapid", "weight": random.choice([1, 2, "1/3", 0])}]
        tempos = tempos if self.chance(0.35) else tempos[:1]
        self.own_kinds = [
            kind["key"] for kind in self.options["absences"]["kinds"] if kind["key"] in OWN
        ]
        self.document = {
            "format": "clubcomp-competition",
            "version": 2,
            "name": f"seed {seed}",
            "game": "chess",
            "system": "keizer",
            "options": self.options,
            "tempos": tempos,
            "players": [],
            "forbidden_pairs": [],
            "evenings": [],
        }
        self.add_players()
        if self.chance(0.2):
            ids = [player["id"] for player in self.document["players"]]
            pairs = {frozenset(random.sample(ids, 2)) for _ in range(self.size // 2)}
            self.document["forbidden_pairs"] = sorted(sorted(pair) for pair in pairs)
        for number in range(1, self.evenings + 1):
            self.add_evening(number, is_last=number == self.evenings)
        if self.chance(0.25):
            self.document["extra"] = [
                {
                    "player": random.choice(self.document["players"])["id"],
                    "evening": random.randint(1, self.evenings),
                    "points": random.choice([1, 5, "1/2", -3, 20]),
                    "reason": "solved",
                }
                for _ in range(random.randint(1, 4))
            ]

    def chance(self, probability):
        return self.random.random() < probability

    def add_players(self):
        random = self.random
        starts = list(range(1, self.size + 1))
        if self.chance(0.3):
            random.shuffle(starts)
        periods = self.options["periods"]
        later = periods["starts"][1:] if periods.get("points") == "anew" else []
        in_groups = self.chance(0.35)
        for start in starts:
            player = {"id": f"p{start:02}", "start": start, "name": f"Player {start}"}
            if self.chance(0.8):
                player["rating"] = random.choice([1000, 1225, 1500, 1975, 2210, 3000])
            if self.chance(0.12):
                player["joined"] = random.randint(2, 4)
            if self.chance(0.1):
                player["left"] = player.get("joined", 1) + random.randint(0, 3)
            if self.chance(0.1):
                player["guest"] = True
            if in_groups:
                player["group"] = random.choice(["A", "B"])
                moved = [start for start in later if self.chance(0.3)]
                if moved:
                    player["moves"] = [
                        {"group": random.choice(["A", "B", "C"]), "until": first - 1}
                        for first in moved
                    ]
            if self.chance(0.15):
                player["start_points"] = {"points": random.choice([10, "5/2", -2, 40])}
                if self.chance(0.5):
                    player["start_points"]["until"] = random.randint(1, 8)
            self.document["players"].append(player)

    def group(self, player, evening):
        for move in player.get("moves", []):
            if evening <= move["until"]:
                return move["group"]
        return player.get("group", "")

    def add_evening(self, number, is_last):
        evening = {"tempo": self.random.choice(self.document["tempos"])["id"], "rounds": []}
        self.document["evenings"].append(evening)
        if not is_last and self.chance(0.05):
            return
        for at in range(count := self.random.choice([1, 1, 1, 2, 3])):
            round_ = self.to_pair(number)
            evening["rounds"].append(round_)
            if not is_last or at + 1 < count:
                evening["rounds"][-1] = self.on_record(round_, number)

    def to_pair(self, evening):
        random = self.random
        belong = [
            player
            for player in self.document["players"]
            if player.get("joined", 1) <= evening <= player.get("left", evening)
        ]
        round_ = {"games": [], "present": [], "away": {}, "away_results": {}}
        for player in belong:
            if self.chance(self.attendance):
                round_["present"].append(player["id"])
                continue
            kind = random.choice(["", "external", "no_notice", "exempt", *self.own_kinds])
            if kind in self.own_kinds:
                round_["away"].setdefault(kind, []).append(player["id"])
            elif kind:
                round_.setdefault(kind, []).append(player["id"])
            if kind != "exempt" and self.chance(0.4):
                round_["away_results"][player["id"]] = random.choice(["1", "1/2", "0"])
        present = round_["present"]
        random.shuffle(present)
        group = {player["id"]: self.group(player, evening) for player in belong}
        if len(present) > 1 and self.chance(0.08) and group[present[-1]] == group[present[-2]]:
            board = {"board": 1, "white": present.pop(), "black": present.pop()}
            round_["games"].append({**board, "result": "*", "fixed": "agreed"})
        if present and self.chance(0.08):
            round_["bye"] = present.pop()
        if self.options.get("meeting", {}).get("order") == "lot":
            round_["drawn"] = [*present, *([round_["bye"]] if "bye" in round_ else [])]
            if present and self.chance(0.02):
                round_["drawn"] = round_["drawn"][1:]
        return round_

    def on_record(self, round_, evening):
        played = {
            key: value for key, value in round_.items() if key not in ("present", "bye", "games")
        }
        try:
            if self.chance(self.by_chance):
                raise ReferenceCannotPair("by chance")
            made = Pairing(self.document)
            pairs, byes = made.pair()
            self.asked(self.document, made)
            played["paired_by"] = "system"
        except ReferenceCannotPair:
            pairs, byes = self.pair_by_chance(round_, evening)
            played["paired_by"] = "hand"
        played["games"] = [
            {"board": board, "white": white, "black": black, "result": self.result()}
            for board, (white, black) in enumerate(pairs, start=1)
        ]
        if byes:
            played["bye"] = byes if len(byes) > 1 else byes[0]
        return played

    def pair_by_chance(self, round_, evening):
        pairs = [(game["white"], game["black"]) for game in round_["games"]]
        left = round_["present"] + ([round_["bye"]] if "bye" in round_ else [])
        players = {player["id"]: player for player in self.document["players"]}
        by_group, byes = {}, []
        for player in sorted(left) if self.chance(0.5) else left:
            by_group.setdefault(self.group(players[player], evening), []).append(player)
        for members in by_group.values():
            if len(members) % 2:
                byes.append(members.pop())
            pairs += zip(members[::2], members[1::2], strict=True)
        return pairs, byes

    def result(self):
        return self.random.choices(RESULTS, RESULT_WEIGHTS)[0]
