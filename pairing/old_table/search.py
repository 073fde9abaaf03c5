"""Which options make most players equal? Tried one after the other, and weighed by the engine.

Amounts are changed where most of those whom they touch agree (`fitted`); a change that fewer of
them confirm than contradict is taken back, so that nobody is made equal by an option that is not
theirs. What is kept is what tells the most: equal players, less what it takes to say the changes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from pairing.core.amounts import Amount
from pairing.core.types import Player, PlayerId, Snapshot
from pairing.old_table.earned import (
    Amounts,
    OldTable,
    Weighed,
    amounts_of,
    same_digits,
    uses_with,
    values_of,
    weigh,
    with_amounts,
)
from pairing.old_table.fitted import (
    MOST_ROWS,
    Row,
    bits_of_changes,
    bits_of_player,
    fitted,
    guesses,
)
from pairing.old_table.ladders import likely_ladders, shown_ladder
from pairing.old_table.undecided import NO_TIES, REVALUATIONS, TIES
from pairing.own_keizer.options import Options

#: The work of a search, in cells of tables that are weighed, 10 microseconds each where the loop of
#: `docs/speed.md` takes 55 ms; a row that amounts are fitted to, or guessed from, costs so many.
LIMIT = 700_000
_FIT, _GUESS = 250, 400
#: Ladders that are looked at closer, and rows that choose them.
_MOST_LADDERS, _MOST_STARTS, _ROWS_OF_A_GLANCE = 3, 3, 12
_MOST_FITS = 8
#: What it takes to say that the old program had another usual regulation, in bits.
_OTHER_BASE = 4


class Spent(Exception):
    """The search has come to its limit; `told` may say so too."""


def _with_points_of(given: Options, other: Options) -> Options:
    """The options with what another regulation lets everything earn; pairing stays as it is."""
    kinds = {kind.key: kind for kind in (*given.absences.kinds, *other.absences.kinds)}
    return replace(
        given,
        values=other.values,
        results=other.results,
        absences=replace(other.absences, kinds=tuple(kinds.values())),
        bye=replace(given.bye, amount=other.bye.amount),
        standing=replace(given.standing, ties=other.standing.ties),
    )


class Search:
    """Tries options and keeps what tells the most."""

    def __init__(
        self,
        snapshot: Snapshot,
        options: Options,
        table: OldTable,
        others: Sequence[Options],
        limit: int,
        told: Callable[[int], None],
    ):
        self.snapshot, self.given, self.table = snapshot, options, table
        #: Where a search begins, and what a change is counted from.
        self.bases = tuple(dict.fromkeys((options, *(_with_points_of(options, o) for o in others))))
        self.limit, self.spent, self.told, self.tried = limit, 0, told, 0
        self.players: list[Player] = sorted(snapshot.players, key=lambda player: player.start)
        self.number = {player.id: at for at, player in enumerate(self.players)}
        rounds = sum(len(evening.rounds) for evening in snapshot.evenings)
        self.cells = len(self.players) * max(rounds, 1)
        self.gone = tuple(self._gone())
        self.compared = [
            player.id
            for player in self.players
            if player.id in table.rows and player.id not in self.gone
        ]
        self.known: dict[Options, Weighed] = {}
        self.best = float("-inf")
        self.chosen = self.known[options] = weigh(snapshot, options)
        self.worth = bits_of_player(self.rows(self.chosen), table.decimals)
        self.is_whole = True

    # What the table says ------------------------------------------------------------------------

    def _gone(self) -> Iterator[PlayerId]:
        """Who played or had a bye, and has no points in the table, or no line in it."""
        earned: set[PlayerId] = set()
        for evening in self.snapshot.evenings:
            for round_ in evening.rounds:
                earned |= {
                    *round_.byes,
                    *(player for game in round_.games for player in game.players),
                }
        groups = {self._group(player) for player in self.table.rows}
        has_points = any(row.points for row in self.table.rows.values())
        for player in self.players:
            row = self.table.rows.get(player.id)
            if player.id not in earned or player.group not in groups:
                continue
            if (row is None and not player.guest) or (row and not row.points and has_points):
                yield player.id

    def _group(self, player: PlayerId) -> str:
        return self.players[self.number[player]].group

    # The search ---------------------------------------------------------------------------------

    def run(self) -> None:
        """Search until everybody is equal, all was tried, or the limit is reached."""
        try:
            self._search()
        except Spent:
            self.is_whole = False

    def _search(self) -> None:
        for base in self.bases:
            self._improve(base, guess=base is self.given)
            if self._is_equal():
                return
        for options, fits in self._ladders():
            starts = [with_amounts(options, amounts) for amounts in fits]
            for how in dict.fromkeys((options.values.revaluation, *REVALUATIONS)):
                nearest = self._nearest().options
                self._improve(
                    *(
                        replace(start, values=replace(options.values, own=own, revaluation=how))
                        for start in (*starts, nearest)
                        for own in [start.values.own]
                    )
                )
                if self._is_equal():
                    return
        best = self.chosen.options
        others = [
            replace(best, standing=replace(best.standing, ties=ties))
            for ties in (NO_TIES, *((tie,) for tie in TIES))
        ]
        if any(player.joined > 1 for player in self.players):
            others += [
                replace(best, absences=replace(best.absences, late_join=late))
                for late in (None, *best.absences.table)
            ]
        for options in others:
            if self._is_equal():
                return
            self._improve(options, guess=False)

    def _is_equal(self) -> bool:
        return len(self.equal(self.chosen)) == len(self.compared)

    def _ladders(self) -> list[tuple[Options, list[Amounts]]]:
        """The options with values that are likely, and the amounts that would then do: the values
        that the table shows, or those that come nearest at a glance, before any table is made."""
        members, order = self._members(), self._order()
        shown = shown_ladder(self.given, self.table, members)
        likely = (
            [shown]
            if shown
            else likely_ladders(self.snapshot, self.given, self.table, order, members)
        )
        glances = []
        for at, options in enumerate(likely):
            rows = self._rows_with(options, order)
            few = rows[:_ROWS_OF_A_GLANCE]
            self._spend(_FIT * len(few))
            amounts = amounts_of(options)
            found = fitted(amounts_of(self.given), amounts, few, self.table.decimals)
            glances.append((self._nearness(few, found), -at, options, rows))
        glances.sort(key=lambda glance: glance[:2], reverse=True)
        starts = []
        for _near, _at, options, rows in glances[:_MOST_LADDERS]:
            fits = list(self._glance(options, rows[:MOST_ROWS]))
            fits.sort(key=lambda amounts: self._nearness(rows, amounts), reverse=True)
            starts.append((options, fits[:_MOST_STARTS]))
        return starts

    def _rows_with(self, options: Options, order: Sequence[int]) -> list[Row]:
        """What the points would come from with the values of the order in the table."""
        uses = uses_with(self.snapshot, options, values_of(self.snapshot, options, order))
        return [
            Row(self.number[player], self.table.rows[player].points, uses[self.number[player]])
            for player in self.compared
        ]

    def _glance(self, options: Options, rows: Sequence[Row]) -> Iterator[Amounts]:
        """Amounts that fit the rows, where the own value counts, and where it does not."""
        for own in dict.fromkeys((options.values.own, Amount(own=Fraction(1)), Amount())):
            values = replace(options.values, own=own)
            yield from self._fits(replace(options, values=values), rows, enough=1)

    def _members(self) -> int:
        groups = {self._group(player) for player in self.table.rows}
        return sum(not player.guest and player.group in groups for player in self.players)

    def _order(self) -> list[int]:
        """The players as they stand in the table; who is not in it last."""
        listed = [self.number[player] for player in self.table.rows]
        return [*listed, *(at for at in range(len(self.players)) if at not in {*listed})]

    def _count(self, rows: Sequence[Row], amounts: Amounts) -> int:
        decimals = self.table.decimals
        return sum(
            abs(float(row.theirs) - row.earned(amounts)) <= 0.5001 / 10**decimals for row in rows
        )

    def _nearness(self, rows: Sequence[Row], amounts: Amounts) -> tuple[int, float]:
        """How many are equal, and how little the others differ."""
        rest = sum(abs(float(row.theirs) - row.earned(amounts)) for row in rows)
        return self._count(rows, amounts), -rest

    def _fits(
        self, options: Options, rows: Sequence[Row], *, guess: bool = True, enough: int = 2
    ) -> Iterator[Amounts]:
        """The amounts that fit the rows: from those of the options on, and from guesses, unless
        one in `enough` of them is equal by then."""
        given, start = amounts_of(self._base(options)), amounts_of(options)
        for strict in (True, False):
            self._spend(_FIT * len(rows))
            found = fitted(given, start, rows, self.table.decimals, strict=strict)
            yield found
            if enough * self._count(rows, found) >= len(rows):
                return
        if not guess:
            return
        self._spend(_GUESS * len(rows))
        for amounts in guesses(start, rows):
            yield amounts
            yield fitted(given, amounts, rows, self.table.decimals)

    def _improve(self, *starts: Options, guess: bool = True) -> None:
        """Fit the amounts to the values, and the values to the amounts, as long as it helps."""
        to_try, seen = [*starts], {*starts}
        nearest: tuple[int, Fraction] | None = None
        for _time in range(_MOST_FITS):
            found = [self._weigh(options) for options in to_try]
            for weighed in found:
                self._judge(weighed)
                if self._is_equal():
                    return
            best = max(found, key=lambda weighed: (len(self.equal(weighed)), -self._rest(weighed)))
            now = len(self.equal(best)), -self._rest(best)
            if nearest is not None and now <= nearest:
                return
            nearest = now
            rows = self.rows(best)[:MOST_ROWS]
            amounts = self._fits(best.options, rows, guess=guess)
            fits = [with_amounts(best.options, fitting) for fitting in amounts]
            to_try = [options for options in dict.fromkeys(fits) if options not in seen]
            seen |= {*to_try}
            if not to_try:
                return

    def _nearest(self) -> Weighed:
        """What comes nearest of all that was tried."""
        return max(
            self.known.values(),
            key=lambda weighed: (len(self.equal(weighed)), -self._rest(weighed)),
        )

    def _rest(self, weighed: Weighed) -> Fraction:
        """By how much the points differ, over all players."""
        points, number = weighed.points, self.number
        rows = self.table.rows
        return sum(
            (abs(points[number[player]] - rows[player].points) for player in self.compared),
            Fraction(0),
        )

    def _judge(self, weighed: Weighed) -> None:
        """Keep what tells the most: equal players, less what it takes to say the changes."""
        bits = self._bits(weighed)
        if bits <= self.best:
            return
        confirmed = self._confirmed(weighed)
        bits = self._bits(confirmed)
        if bits > self.best:
            self.best, self.chosen = bits, confirmed

    def _bits(self, weighed: Weighed) -> float:
        equal = self.worth * len(self.equal(weighed))
        return equal - min(self._distance(base, weighed.options) for base in self.bases)

    def _base(self, options: Options) -> Options:
        """The regulation that some options are nearest to."""
        return min(self.bases, key=lambda base: self._distance(base, options))

    def _distance(self, before: Options, after: Options) -> int:
        """How much it takes to say what of some options is another in others."""
        bits = bits_of_changes(amounts_of(before), amounts_of(after))
        bits += _OTHER_BASE * (before is not self.given)
        bits += 6 * (before.values.first != after.values.first)
        bits += 3 * (before.values.step != after.values.step)
        bits += 3 * (before.values.last != after.values.last)
        bits += 2 * (before.values.revaluation != after.values.revaluation)
        bits += 3 * (before.standing.ties != after.standing.ties)
        return bits + 3 * (before.absences.late_join != after.absences.late_join)

    def _weigh(self, options: Options) -> Weighed:
        if options not in self.known:
            passes = options.values.revaluation in ("chained", "previous")
            self._spend(self.cells * (2 if passes else 1))
            self.tried += 1
            self.known[options] = weigh(self.snapshot, options)
        return self.known[options]

    def _spend(self, steps: int) -> None:
        before = 100 * self.spent // self.limit
        self.spent += steps
        if self.spent > self.limit:
            raise Spent
        if 100 * self.spent // self.limit > before:
            self.told(100 * self.spent // self.limit)

    def rows(self, weighed: Weighed) -> list[Row]:
        return [
            Row(at, self.table.rows[player].points - weighed.given.get(at, 0), weighed.uses[at])
            for player in self.compared
            if (at := self.number[player]) in weighed.points
        ]

    def equal(self, weighed: Weighed) -> list[PlayerId]:
        return [player for player in self.compared if self.is_same(weighed, player)]

    def is_same(self, weighed: Weighed, player: PlayerId) -> bool:
        at, row = self.number[player], self.table.rows[player]
        if row.value is not None and row.value != weighed.values[at]:
            return False
        return same_digits(weighed.points[at], row.points, self.table.decimals)

    def changed(self, options: Options) -> list[str]:
        before, after = amounts_of(self._base(options)), amounts_of(options)
        return [
            key
            for key in {**before.amount, **after.amount}
            if (before.of(key), before.times.get(key)) != (after.of(key), after.times.get(key))
        ]

    def _confirmed(self, weighed: Weighed) -> Weighed:
        """Without the changed amounts that fewer players confirm than contradict."""
        while True:
            equal = {self.number[player] for player in self.equal(weighed)}
            doubtful = []
            for key in self.changed(weighed.options):
                touched = [row.player for row in self.rows(weighed) if key in row.uses]
                confirm = sum(player in equal for player in touched)
                if 2 * confirm <= len(touched) or not touched:
                    doubtful.append((Fraction(confirm, len(touched) or 1), key))
            if not doubtful:
                return weighed
            key = min(doubtful)[1]
            before, after = amounts_of(self._base(weighed.options)), amounts_of(weighed.options)
            amount = {name: share for name, share in after.amount.items() if name != key}
            if key in before.amount:
                amount[key] = before.amount[key]
            times = {**after.times, **({key: before.times[key]} if key in before.times else {})}
            kept = replace(after, amount=amount, times=times)
            weighed = self._weigh(with_amounts(weighed.options, kept))
