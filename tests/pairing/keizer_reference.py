"""What do the articles of `keizer` say of the standing? Articles 4 and 5, word for word."""

from fractions import Fraction

from tests.pairing.keizer_reference_record import FORFEITS, RESULTS, RecordOf


class Reference(RecordOf):
    """A competition document that can be asked for its standings."""

    # 4 Standing of a scope

    def parts(self, player, round_):
        """[(amount, opponent or None)] that a player earns in a round."""
        evening, at, tempo, played = round_
        found = []
        for game in played["games"]:
            for side, (own, other) in enumerate((("white", "black"), ("black", "white"))):
                if game[own] == player and game["result"] != "*":
                    found.append((self.of_result(game["result"], side), game[other]))
        is_free = self.status(player, evening, played) == "bye"
        if is_free and (evening, at) not in self.once("debts", player, tempo)[1]:
            found.append((self.amount(self.option("bye", "amount"), "own"), None))
        granted = self.once("grants", player, tempo)
        if (evening, at) in granted and not self.is_guest(player):
            found.append((granted[evening, at][1], None))
        return found

    def points(self, scope, ranking, values, rounds, extra):
        """Everybody's points with these values (4.2)."""
        total = {}
        for player in ranking:
            own = self.amount(self.option("values", "own"), "own")
            total[player] = own[1] * values[player] + own[2]
            for round_ in rounds:
                weight = self.weight[round_[2]] if scope == "all" else 1
                for (o, s, c), opponent in self.parts(player, round_):
                    earned = s * values[player] + c
                    if o:
                        earned += o * values[opponent]
                    total[player] += weight * earned
        for one in extra:
            if one["player"] in total:
                weight = self.weight[self.tempo_on[one["evening"]]] if scope == "all" else 1
                total[one["player"]] += weight * Fraction(one["points"])
        return total

    def order_by_points(self, players, points, ties, rounds):
        """4.3; `players` are in the order of R(0)."""
        classes = {}
        for player in players:
            classes.setdefault(points[player], []).append(player)
        return [
            player
            for value in sorted(classes, reverse=True)
            for player in self.untied(classes[value], ties, rounds)
        ]

    def untied(self, equals, ties, rounds):
        if len(equals) < 2 or not ties:
            return equals
        counts = {player: self.counted(ties[0], player, equals, rounds) for player in equals}
        return self.order_by_points(equals, counts, ties[1:], rounds)

    def counted(self, tie, player, equals, rounds):
        """What a tie counts: more first."""
        rating = self.players[player].get("rating")
        if isinstance(tie, dict):
            return tie[player]
        if tie == "rating":
            return -1 if rating is None else rating
        if tie == "rating_low":
            return 1 if rating is None else -rating
        games = [
            (game, evening)
            for evening, _, _, round_ in rounds
            for game in round_["games"]
            if player in (game["white"], game["black"])
        ]
        if tie == "evenings":
            evenings = {
                evening
                for game, evening in games
                if FORFEITS.get(game["result"], ("", ""))[game["black"] == player] != "loss"
            }
            evenings |= {one[0] for one in rounds if self.status(player, one[0], one[3]) == "bye"}
            return len(evenings)
        played = [game for game, _ in games if game["result"] in RESULTS]
        if tie == "games":
            return len(played)
        if tie == "blacks":
            return sum(1 for game in played if game["black"] == player)
        score = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
        scores = [
            (score[RESULTS[game["result"]][game["black"] == player]], game) for game in played
        ]
        if tie == "wins":
            return sum(1 for got, _ in scores if got == 1)
        among = [got for got, game in scores if {game["white"], game["black"]} <= set(equals)]
        return sum(among, Fraction(0))

    def settle(self, scope, r0, ranking, rounds, extra):
        """(ranking, points): until the ranking is the same, or the average of the cycle (4.4)."""
        ties, used, totals = self.option("standing", "ties"), [], []
        while ranking not in used:
            used.append(ranking)
            total = self.points(scope, ranking, self.values_from(ranking), rounds, extra)
            totals.append(total)
            ranking = self.order_by_points(r0, total, ties, rounds)
            if ranking == used[-1]:
                return ranking, total
        cycle = totals[used.index(ranking) :]
        average = {player: sum(one[player] for one in cycle) / len(cycle) for player in r0}
        return self.order_by_points(r0, average, ties, rounds), average

    def table(self, scope, period, group):
        """(points, ranking, values shown) of a scope, a period and a group (4.4)."""
        r0 = self.once("start_order", scope, period, group)
        rounds, extra = self.rounds_that_count(scope, period), self.given(scope, period)
        ties, how = self.option("standing", "ties"), self.option("values", "revaluation")
        if how == "fixed" or self.option("values", "by") == "rating":
            values = self.values_from(r0)
            total = self.points(scope, r0, values, rounds, extra)
            return total, self.order_by_points(r0, total, ties, rounds), values
        if how == "stable" or (how == "chained" and not rounds):
            ranking, total = self.settle(scope, r0, r0, rounds, extra)
            return total, ranking, self.values_from(ranking)
        ranking, total = r0, None
        for k in range(1, max(len(rounds), 1) + 1):
            so_far = rounds[:k]
            given = (
                extra
                if k >= len(rounds)
                else [one for one in extra if one["evening"] in {round_[0] for round_ in so_far}]
            )
            if how == "chained":
                ranking, total = self.settle(scope, r0, ranking, so_far, given)
            else:
                total = self.points(scope, ranking, self.values_from(ranking), so_far, given)
                ranking = self.order_by_points(r0, total, ties, so_far)
        return total, ranking, self.values_from(ranking)

    def rounds_that_count(self, scope, period):
        """4.1."""
        return [
            one
            for one in self.record
            if scope in ("all", one[2])
            and (self.option("periods", "points") == "on" or self.period(one[0]) == period)
        ]

    def given(self, scope, period):
        """What was given by hand and counts (1.5, 4.5)."""
        is_on = self.option("periods", "points") == "on"
        return [
            one
            for one in self.doc.get("extra", [])
            if scope in ("all", self.tempo_on[one["evening"]])
            and (
                self.period(one["evening"]) == period
                or (is_on and self.period(one["evening"]) < period)
            )
        ]

    # 5 Periods and groups

    def current_period(self, scope):
        evenings = [one[0] for one in self.all_rounds if scope in ("all", one[2])]
        return self.period(max(evenings, default=1))

    def groups(self):
        named = {player.get("group", "") for player in self.doc["players"]}
        for player in self.doc["players"]:
            named |= {move["group"] for move in player.get("moves", [])}
        return sorted(named)

    def group_of(self, player, period):
        """The group on the first evening of a period (5.4)."""
        first = self.option("periods", "starts")[period - 1]
        for move in self.players[player].get("moves", []):
            if first <= move["until"]:
                return move["group"]
        return self.players[player].get("group", "")

    def start_order(self, scope, period, group):
        """R(0) (5.2, 5.4)."""
        members = [player for player in self.start if self.group_of(player, period) == group]
        is_anew = self.option("periods", "points") == "anew"
        if period == 1 or not is_anew or self.option("periods", "order") == "start":
            return members
        return [
            player
            for name in self.groups()
            for player in self.once("table", scope, period - 1, name)[1]
            if player in members
        ]

    def standing(self, scope):
        """[(group, place or None, id, points, value), ...], group after group (4.5, 4.6, 5.4)."""
        period, rows = self.current_period(scope), []
        for group in self.groups():
            points, ranking, values = self.once("table", scope, period, group)
            anew = self.option("periods", "points") == "anew"
            counted = self.rounds_that_count(scope, period)
            if anew and self.option("periods", "total") == "sum":
                counted = [one for one in self.record if scope in ("all", one[2])]
                points = {
                    player: sum(
                        self.once("table", scope, one, self.group_of(player, one))[0][player]
                        for one in range(1, period + 1)
                    )
                    for player in ranking
                }
                r0 = self.once("start_order", scope, period, group)
                ties = self.option("standing", "ties")
                ranking = self.order_by_points(r0, points, ties, counted)
            below = [player for player in ranking if self.has_too_few(player, counted)]
            place = 0
            for player in [one for one in ranking if one not in below] + below:
                has_place = player not in below and not self.is_guest(player)
                place += has_place
                number = place if has_place else None
                rows.append((group, number, player, points[player], values[player]))
        return rows

    def has_too_few(self, player, rounds):
        """4.6."""
        last = max((one[0] for one in self.all_rounds), default=0)
        if last < self.option("standing", "min_games_from"):
            return False
        count = self.counted("games", player, [], rounds)
        count += sum(1 for one in rounds if self.status(player, one[0], one[3]) == "bye")
        return count < self.option("standing", "min_games")
