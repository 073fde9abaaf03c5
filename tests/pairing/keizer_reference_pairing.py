"""How do the articles of `keizer` pair, word for word? The second half of `keizer_reference`."""

from fractions import Fraction

from tests.pairing.keizer_reference import Reference


class ReferenceCannotPair(Exception):
    """Nobody is there, somebody was not drawn, or no pairing exists: the code."""


class Pairing(Reference):
    """The last round of a document, which has `present`."""

    def __init__(self, doc):
        super().__init__(doc)
        self.evening, _, self.tempo, self.round = self.all_rounds[-1]
        self.now = self.period(self.evening)
        self.games = [
            (number, game, evening)
            for number, (evening, _, _, round_) in enumerate(self.rounds_of(self.tempo), start=1)
            for game in round_["games"]
        ]
        #: This round's number in the tempo.
        self.number = len(self.rounds_of(self.tempo)) + 1

    def pair(self):
        """([(white, black), ...] in board order, [bye, ...])."""
        fixed = [(game["white"], game["black"]) for game in self.round["games"]]
        if self.option("meeting", "order") == "lot":
            missing = set(self.round["present"]) - set(self.round.get("drawn", []))
            if missing:
                raise ReferenceCannotPair("not_drawn")
        if not fixed and not any(self.left(group) for group in self.groups()):
            raise ReferenceCannotPair("nobody_present")
        boards, byes = [], []
        for group in self.groups():
            pairs, bye = self.pair_group(group)
            boards += pairs
            byes += [bye] if bye else []
        return boards, byes

    # 6.1

    def order(self, group):
        points = dict(self.once("table", self.tempo, self.now, group)[0])
        overall = self.once("table", "all", self.now, group)[0]
        for player in points:
            start = self.players[player].get("start_points")
            if start and self.evening <= start.get("until", self.evening):
                points[player] += Fraction(start["points"])
        ties = [*self.option("standing", "ties"), overall]
        rounds = self.rounds_that_count(self.tempo, self.now)
        r0 = self.once("start_order", self.tempo, self.now, group)
        order = self.order_by_points(r0, points, ties, rounds)
        if self.option("meeting", "order") == "lot":
            drawn = [player for player in self.round.get("drawn", []) if player in order]
            order = drawn + [player for player in order if player not in drawn]
        return order

    # 6.2

    def left(self, group):
        """Those of the group who are neither away nor on a fixed board, in ORDER."""
        bye = self.round.get("bye", [])
        there = set(self.round["present"]) | set(bye if isinstance(bye, list) else [bye])
        for game in self.round["games"]:
            there -= {game["white"], game["black"]}
        return [player for player in self.once("order", group) if player in there]

    def pair_group(self, group):
        order, left = self.once("order", group), self.left(group)
        fixed = [
            (game["white"], game["black"]) for game in self.round["games"] if game["white"] in order
        ]
        bye = None
        if len(left) % 2 == 1:
            named = self.round.get("bye", [])
            named = named if isinstance(named, list) else [named]
            bye = next((player for player in left if player in named), None)
            if bye is None:
                bye = self.who_has_the_bye(left)
            left.remove(bye)
        self.found = self.degrees(left)
        pairs = fixed + [self.with_colours(order, a, b) for a, b in self.from_the_top(left)]
        pairs.sort(key=lambda pair: min(order.index(pair[0]), order.index(pair[1])))
        return pairs, bye

    # 6.3, 6.4

    def bye_candidates(self, left):
        """Who could have the bye, in order."""
        last_first = left[::-1] if self.option("bye", "who") == "lowest" else left
        owing = [player for player in last_first if self.debts(player, self.tempo)[0]]
        others = [player for player in last_first if player not in owing]
        return owing + sorted(others, key=self.fewest)

    def fewest(self, player):
        how = self.option("bye", "fewest")
        if how == "none":
            return 0
        count = 0
        for evening, _, _, round_ in self.rounds_of(self.tempo):
            if self.option("bye", "per") == "period" and self.period(evening) != self.now:
                continue
            status = self.status(player, evening, round_)
            # Absences count too in "unplayed".
            is_absent = status not in ("game", "bye", "exempt", "before", "after")
            count += status == "bye" or (how == "unplayed" and is_absent)
        return count

    def who_has_the_bye(self, left):
        for player in self.bye_candidates(left):
            rest = [one for one in left if one != player]
            if self.exists(rest, lambda a, b: not self.is_forbidden(a, b)):
                return player
        raise ReferenceCannotPair("no_pairing")

    def is_forbidden(self, a, b):
        return any({*pair[:2]} == {a, b} for pair in self.doc.get("forbidden_pairs", []))

    def exists(self, left, may):
        """Whether all of these can be paired, tried out."""
        known = {}

        def can(rest):
            if not rest:
                return True
            if rest not in known:
                first = rest[0]
                known[rest] = any(
                    may(first, other) and can(tuple(o for o in rest[1:] if o != other))
                    for other in rest[1:]
                )
            return known[rest]

        return can(tuple(left))

    # 6.5

    def met(self, a, b):
        """The numbers, evenings of the rounds in which two met in the tempo."""
        return [
            (number, evening)
            for number, game, evening in self.games
            if {game["white"], game["black"]} == {a, b}
        ]

    def allows(self, limit, d, a, b):
        """Whether a limit lets two meet, giving way by d."""
        met = self.once("met", *sorted((a, b)))
        if limit in ("times", "times_in_period"):
            most = self.option("meeting", limit)
            if limit == "times_in_period":
                met = [one for one in met if self.period(one[1]) == self.now]
            return most is None or len(met) < most + d
        if limit == "not_in_first":
            return d >= 1 or not met or self.number > self.option("meeting", "not_in_first")
        if limit == "gap":
            gap = self.option("meeting", "gap") - d
            if self.option("meeting", "gap_counts") == "rounds":
                return not met or self.number - met[-1][0] - 1 >= gap
            if gap <= 0:
                return True
            return b not in self.opponents(a)[-gap:] and a not in self.opponents(b)[-gap:]
        return d >= 1 or self.keeps_limits(a, b) or self.keeps_limits(b, a)

    def opponents(self, player):
        return [
            game["black"] if game["white"] == player else game["white"]
            for _, game, _ in self.games
            if player in (game["white"], game["black"])
        ]

    # 6.6

    def degrees(self, left):
        """The degree of each limit, the most precious first."""
        found = []
        if not self.exists(left, lambda a, b: not self.is_forbidden(a, b)):
            raise ReferenceCannotPair("no_pairing")
        for limit in self.option("meeting", "importance"):
            d = 0
            while not self.exists(left, self.may([*found, (limit, d)])):
                d += 1
            found.append((limit, d))
        return found

    def may(self, found):
        def meets(a, b):
            key = "may", tuple(found), frozenset((a, b))
            if key not in self.kept:
                self.kept[key] = not self.is_forbidden(a, b) and all(
                    self.allows(limit, d, a, b) for limit, d in found
                )
            return self.kept[key]

        return meets

    # 6.7

    def from_the_top(self, left):
        may, left, pairs = self.may(self.found), list(left), []
        while left:
            first = left[0]
            for other in left[1:]:
                rest = [one for one in left if one not in (first, other)]
                if may(first, other) and self.exists(rest, may):
                    pairs.append((first, other))
                    left = rest
                    break
        return pairs

    # 7

    def colours(self, player):
        """ "w" and "b" of somebody's games in the tempo."""
        return [
            "w" if game["white"] == player else "b"
            for _, game, _ in self.games
            if player in (game["white"], game["black"])
        ]

    def keeps_limits(self, white, black):
        """7.2 for both, with these colours."""
        for player, colour in ((white, "w"), (black, "b")):
            before = self.colours(player)
            after = [*before, colour]
            row, most = self.option("colours", "in_a_row"), self.option("colours", "balance")
            if row is not None and len(after) > row and len(set(after[-row - 1 :])) == 1:
                return False
            was, becomes = (abs(2 * had.count("w") - len(had)) for had in (before, after))
            if most is not None and becomes > most and becomes >= was:
                return False
        return True

    def with_colours(self, order, a, b):
        """(white, black) (7.1)."""
        higher, lower = sorted((a, b), key=order.index)
        ways = [pair for pair in ((a, b), (b, a)) if self.keeps_limits(*pair)]
        if len(ways) == 1:
            return ways[0]
        for rule in self.option("colours", "rules"):
            white = self.white_by(rule, higher, lower)
            if white is not None:
                return (white, lower if white == higher else higher)
        return lower, higher

    def white_by(self, rule, higher, lower):
        one, other = self.colours(higher), self.colours(lower)
        if rule == "met":
            both = {higher, lower}
            mutual = [game for _, game, _ in self.games if {game["white"], game["black"]} == both]
            return mutual[-1]["black"] if mutual else None
        if rule == "alternate":
            for back in range(1, min(len(one), len(other)) + 1):
                if one[-back] != other[-back]:
                    return higher if one[-back] == "b" else lower
            return None
        if rule in ("higher", "lower"):
            return higher if rule == "higher" else lower
        blacks = 1 if rule == "balance" else 0
        numbers = [had.count("w") - blacks * had.count("b") for had in (one, other)]
        if numbers[0] == numbers[1]:
            return None
        return higher if numbers[0] < numbers[1] else lower
