"""What do the articles of `keizer` say, word for word? A slow second transcription for tests.

Articles 1 to 3 and 6.4: the record, amounts, values and kinds of absence. It works on the parsed
JSON of a competition document and shares nothing with the engine. Comments name the articles.
Standings are in `keizer_reference`, the pairing is in `keizer_reference_pairing`.
"""

from fractions import Fraction
from math import floor

DEFAULTS = {
    "values": {"by": "rank", "first": None, "ratio": None, "step": 1, "last": 0, "own": 1}
    | {"revaluation": "stable", "divisor": 50, "lowest": 20, "highest": 40},
    "results": {"win": 1, "draw": "1/2", "loss": 0, "forfeit_win": None, "forfeit_loss": None},
    "absences": {"kinds": [], "late_join": "absent", "after_leaving": None},
    "bye": {"amount": "2/3", "who": "lowest", "fewest": "byes", "per": "season", "owed": []},
    "periods": {"starts": [1], "points": "on", "order": "table", "total": "sum"},
    "meeting": {"order": "points", "gap": 6, "gap_counts": "rounds", "times": None}
    | {"times_in_period": None, "not_in_first": 0}
    | {"importance": ["times", "times_in_period", "not_in_first", "gap", "colours"]},
    "colours": {"rules": ["met", "balance", "alternate"], "in_a_row": None, "balance": None},
    "standing": {"ties": [], "min_games": 0, "min_games_from": 1},
}
STANDARD = {
    "absent": {"tiers": [{"times": 5, "amount": "1/3"}]},
    "external": {"tiers": [{"times": None, "amount": "2/3"}]},
    "no_notice": {"tiers": []},
}
#: What a result is for both.
RESULTS = {"1-0": ("win", "loss"), "1/2-1/2": ("draw", "draw"), "0-1": ("loss", "win")}
FORFEITS = {"1-0F": ("win", "loss"), "0-1F": ("loss", "win"), "0-0F": ("loss", "loss")}
NOTHING = (Fraction(0), Fraction(0), Fraction(0))


class RecordOf:
    """A competition document that can be asked what the articles say."""

    def __init__(self, doc):
        self.doc = doc
        self.players = {player["id"]: player for player in doc["players"]}
        numbered = enumerate(doc["players"], start=1)
        self.start = [
            player["id"]
            for _, player in sorted(numbered, key=lambda one: one[1].get("start", one[0]))
        ]
        self.tempos = [tempo["id"] for tempo in doc["tempos"]]
        self.weight = {tempo["id"]: Fraction(tempo.get("weight", 1)) for tempo in doc["tempos"]}
        self.tempo_on = {
            number: evening["tempo"] for number, evening in enumerate(doc["evenings"], start=1)
        }
        #: (evening, number within it, tempo, round) of all rounds.
        self.all_rounds = [
            (number, at, evening["tempo"], round_)
            for number, evening in enumerate(doc["evenings"], start=1)
            for at, round_ in enumerate(evening["rounds"], start=1)
        ]
        self.record = [one for one in self.all_rounds if "present" not in one[3]]
        self.kept = {}

    def option(self, section, name):
        return self.doc.get("options", {}).get(section, {}).get(name, DEFAULTS[section][name])

    def once(self, *question):
        """The answer of the method that is named first, worked out once."""
        if question not in self.kept:
            self.kept[question] = getattr(self, question[0])(*question[1:])
        return self.kept[question]

    # 2 Amounts and values

    def amount(self, written, bare):
        """(of the opponent's value, of the own value, points) (2.1)."""
        if written is None:
            return NOTHING
        if not isinstance(written, dict):
            written = {bare: written}
        return tuple(Fraction(written.get(part, 0)) for part in ("opponent", "own", "points"))

    def of_result(self, result, side):
        """What a finished game earns (2.2)."""
        if result in RESULTS:
            return self.amount(self.option("results", RESULTS[result][side]), "opponent")
        name = FORFEITS[result][side]
        written = self.option("results", f"forfeit_{name}")
        if written is None:
            written = self.option("results", name)
        return self.amount(written, "opponent")

    def values_from(self, ranking):
        """By player (2.3, 2.4, 1.4)."""
        if self.option("values", "by") == "rating":
            return {player: self.by_rating(player) for player in ranking}
        members = [player for player in ranking if not self.is_guest(player)]
        n, step, first = len(members), self.option("values", "step"), self.option("values", "first")
        if first is None and self.option("values", "ratio") is not None:
            q = Fraction(self.option("values", "ratio"))
            first = floor(q * step * (n - 1) / (q - 1))
        elif first is None:
            first = floor(Fraction(3 * n, 2))
        values = {}
        for place, player in enumerate(ranking):
            r = 1 + sum(1 for one in ranking[:place] if not self.is_guest(one))
            values[player] = max(self.option("values", "last"), first - step * (r - 1))
        return values

    def by_rating(self, player):
        lowest, highest = self.option("values", "lowest"), self.option("values", "highest")
        rating = self.players[player].get("rating")
        if rating is None:
            return lowest
        rounded = floor(Fraction(rating, self.option("values", "divisor")) + Fraction(1, 2))
        return max(lowest, min(highest, rounded))

    def is_guest(self, player):
        return self.players[player].get("guest", False)

    # 1, 3 The record and the kinds of absence

    def status(self, player, evening, round_):
        """What a player is in a round (1.1): "game", "bye", "before", "after" or a kind."""
        if any(player in (game["white"], game["black"]) for game in round_["games"]):
            return "game"
        byes = round_.get("bye", [])
        if player in (byes if isinstance(byes, list) else [byes]):
            return "bye"
        if evening < self.players[player].get("joined", 1):
            return "before"
        left = self.players[player].get("left")
        if left is not None and evening > left:
            return "after"
        for kind in ("exempt", "external", "no_notice"):
            if player in round_.get(kind, []):
                return kind
        for kind, named in round_.get("away", {}).items():
            if player in named:
                return kind
        return "absent"

    def kind(self, key):
        """A kind of the table (3.1)."""
        named = {kind["key"]: kind for kind in self.option("absences", "kinds")}
        return named.get(key) or STANDARD[key]

    def kind_in(self, player, evening, round_):
        """The kind that a round is a use of; None: of none (3.5)."""
        status = self.status(player, evening, round_)
        if status in ("game", "bye", "exempt"):
            return None
        if status == "before":
            return self.option("absences", "late_join")
        return self.option("absences", "after_leaving") if status == "after" else status

    def period(self, evening):
        """The number of the period of an evening, from 1 (5.1)."""
        return sum(1 for start in self.option("periods", "starts") if start <= evening)

    def rounds_of(self, tempo):
        return [one for one in self.record if one[2] == tempo]

    def grants(self, player, tempo):
        """By (evening, number): (the kind that granted it, the amount) (3)."""
        counted, granted = [], {}
        rounds = self.rounds_of(tempo)
        for evening, at, _, round_ in rounds:
            period = self.period(evening)
            within = [one for one in rounds if self.period(one[0]) == period]
            rr = 1 + [(one[0], one[1]) for one in within].index((evening, at))
            k = self.kind_in(player, evening, round_)
            while k is not None:
                about = self.kind(k)
                until = about.get("until_round")
                if until is not None and rr > until:
                    k = about.get("then")
                    continue
                same = [
                    one
                    for one in counted
                    if one[0] == k and (about.get("per", "season") == "season" or one[1] == period)
                ]
                this_evening = [one for one in same if one[2] == evening]
                if about.get("counted", "game") == "evening" and this_evening:
                    u = this_evening[0][3]
                else:
                    u = 1 + max((one[3] for one in same), default=0)
                tier = self.tier(about, u)
                if tier is not None:
                    counted.append((k, period, evening, u))
                    result = round_.get("away_results", {}).get(player)
                    name = {"1": "win", "1/2": "draw", "0": "loss"}.get(result)
                    if name and about.get(name) is not None:
                        tier = about[name]
                    granted[evening, at] = (k, self.amount(tier, "own"))
                    break
                k = about.get("then")
        return granted

    def tier(self, about, u):
        """The amount of use number u as it is written; None: it is not granted (3.1, 3.3)."""
        before = 0
        for tier in about.get("tiers", []):
            if tier["times"] is None or u <= before + tier["times"]:
                return tier["amount"]
            before += tier["times"]
        return None

    def debts(self, player, tempo):
        """(what is owed at the end, the byes that paid, by (evening, number)) (6.4)."""
        owed, debt, paid = self.option("bye", "owed"), 0, set()
        for evening, at, _, round_ in self.rounds_of(tempo):
            status = self.status(player, evening, round_)
            if status == "bye" and debt > 0:
                debt -= 1
                paid.add((evening, at))
            if status in owed:
                debt += 1
            if status == "game" and "forfeit_loss" in owed:
                debt += sum(
                    1
                    for game in round_["games"]
                    for side, colour in enumerate(("white", "black"))
                    if game[colour] == player
                    and FORFEITS.get(game["result"], ("", ""))[side] == "loss"
                )
        return debt, paid
