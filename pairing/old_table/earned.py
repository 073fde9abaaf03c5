"""Of what are somebody's points made, and do they show the digits of an old table?

Points are amounts times values. `weigh` keeps the values and leaves the amounts open: what each
amount would have to be is then arithmetic (`pairing.old_table.fitted`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from pairing.core.amounts import AbsenceKind, Amount, Tier
from pairing.core.types import OVERALL, PlayerId, Snapshot
from pairing.own_keizer.options import STANDARD, Options, Results
from pairing.own_keizer.record import (
    DRAW,
    FORFEIT_LOST,
    FORFEIT_WIN,
    LOSS,
    WIN,
    RecordedRound,
)
from pairing.own_keizer.standings import Standings
from pairing.own_keizer.tables import Ladder

#: What earns, by name: results, the bye, the own value. Anything else is a kind of absence.
GAME_KEYS = {
    WIN: "win",
    DRAW: "draw",
    LOSS: "loss",
    FORFEIT_WIN: "forfeit_win",
    FORFEIT_LOST: "forfeit_loss",
}
OF_GAMES, BYE, OWN = tuple(GAME_KEYS.values()), "bye", "own"
Parts = tuple[Fraction, Fraction, Fraction]


class OldRow(NamedTuple):
    """What an old table says of a player."""

    points: Fraction
    value: Fraction | None = None


@dataclass(frozen=True, slots=True)
class OldTable:
    """The table of another program, from the first; points have so many decimals there."""

    rows: Mapping[PlayerId, OldRow]
    decimals: int


def same_digits(ours: Fraction, theirs: Fraction, decimals: int) -> bool:
    """Whether our points, rounded as programs round (a half up, or to the even), are theirs."""
    scaled = ours * 10**decimals
    half_up = (2 * scaled + 1).__floor__() // 2
    return theirs * 10**decimals in (half_up, round(scaled))


class Use(NamedTuple):
    """One time that somebody earned: the value met, the own value, and how much it counts."""

    tempo: int
    opponent: Fraction | int
    own: Fraction | int
    weight: Fraction | int


Uses = dict[int, dict[str, list[Use]]]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A standing under some options, by player number: points, values, and what they come from."""

    options: Options
    points: Mapping[int, Fraction]
    values: Mapping[int, int]
    order: Sequence[int]
    uses: Uses
    given: Mapping[int, Fraction]


def weigh(snapshot: Snapshot, options: Options) -> Weighed:
    """The overall standing with what it comes from."""
    standings = Standings(snapshot, options)
    uses: Uses = defaultdict(lambda: defaultdict(list))
    points: dict[int, Fraction] = {}
    values: dict[int, int] = {}
    order: list[int] = []
    given: dict[int, Fraction] = defaultdict(Fraction)
    weights = [tempo.weight for tempo in standings.record.tempos]
    for group in standings.groups:
        shown = standings.shown(OVERALL, group)
        order += shown.ranking
        for player in shown.ranking:
            points[player] = Fraction(shown.points(player))
            values[player] = shown.table.values[player]
        members = set(shown.ranking)
        is_sum = options.begins_anew and options.periods.total == "sum"
        periods = range(shown.period + 1) if is_sum else [shown.period]
        for period in periods:
            for of_period in {standings.group_of(one, period) for one in members} or {group}:
                table = standings.table(OVERALL, period, of_period)[0]
                worth = {player: table.worth(player) for player in table.ranking}
                there = members & worth.keys()
                for player in there:
                    uses[player][OWN].append(Use(0, 0, worth[player], 1))
                    for _evening, tempo, extra in standings.given(OVERALL, period, player):
                        given[player] += extra * weights[tempo]
                for round_ in standings.rounds(OVERALL, period):
                    _add(uses, round_, there, worth, weights[round_.tempo])
    return Weighed(options, points, values, order, uses, given)


def values_of(snapshot: Snapshot, options: Options, order: Sequence[int]) -> dict[int, int]:
    """What everybody would be worth if the players stood in this order, each group by itself."""
    standings = Standings(snapshot, options)
    worth: dict[int, int] = {}
    for group in standings.groups:
        members = {*standings.members(0, group)}
        ranking = [player for player in order if player in members]
        values = Ladder(standings.record, options, ranking).of(ranking)
        worth |= {player: values[player] for player in ranking}
    return worth


def uses_with(snapshot: Snapshot, options: Options, worth: Mapping[int, Fraction | int]) -> Uses:
    """What everybody's points would come from if these were the values, by player number."""
    standings = Standings(snapshot, options)
    uses: Uses = defaultdict(lambda: defaultdict(list))
    for player in worth:
        uses[player][OWN].append(Use(0, 0, worth[player], 1))
    for round_ in standings.record.rounds:
        weight = standings.record.tempos[round_.tempo].weight
        _add(uses, round_, {*worth}, worth, weight)
    return uses


def _add(
    uses: Uses,
    round_: RecordedRound,
    there: set[int],
    worth: Mapping[int, Fraction | int],
    weight: Fraction,
) -> None:
    tempo, nothing = round_.tempo, Fraction(0)
    for white, black, for_white, for_black in round_.games:
        for player, other, ending in ((white, black, for_white), (black, white, for_black)):
            if ending and player in there:
                of_other = worth.get(other, nothing) * weight
                use = Use(tempo, of_other, worth[player] * weight, weight)
                uses[player][GAME_KEYS[ending]].append(use)
    for player, is_paid in round_.byes.items():
        if player in there and not is_paid:
            uses[player][BYE].append(Use(tempo, 0, worth[player] * weight, weight))
    for player, away in round_.away.items():
        if player in there:
            key = away.granted or away.kind
            uses[player][key].append(Use(tempo, 0, worth[player] * weight, weight))


@dataclass(frozen=True, slots=True)
class Amounts:
    """What everything earns, and how often an absence does: the options that are looked for.

    A forfeit that is not there earns as the result does. `times` None: without end.
    """

    amount: Mapping[str, Amount]
    times: Mapping[str, int | None]

    def of(self, key: str) -> Amount:
        """What something earns."""
        if key.startswith("forfeit_") and key not in self.amount:
            key = key.removeprefix("forfeit_")
        return self.amount.get(key, Amount())

    def earned(self, uses: Mapping[str, Sequence[Use]]) -> Fraction:
        """What uses earn together."""
        return sum((self.of_key(key, uses[key]) for key in uses), Fraction(0))

    def of_key(self, key: str, uses: Sequence[Use]) -> Fraction:
        """What the uses of one key earn together."""
        amount = self.of(key)
        opponent, own, count = sums(uses, self.times.get(key))
        return amount.opponent * opponent + amount.own * own + amount.points * count


def sums(uses: Sequence[Use], times: int | None) -> Parts:
    """The values met, the own values and the number of uses, of the first `times` in each tempo."""
    if times is not None and len(uses) > times:
        made: dict[int, int] = defaultdict(int)
        kept = []
        for use in uses:
            made[use.tempo] += 1
            if made[use.tempo] <= times:
                kept.append(use)
        uses = kept
    return (
        Fraction(sum(use.opponent for use in uses)),
        Fraction(sum(use.own for use in uses)),
        Fraction(sum(use.weight for use in uses)),
    )


def amounts_of(options: Options) -> Amounts:
    """The amounts in some options; of a kind in several tiers those of the first."""
    results = options.results
    amount = {key: getattr(results, key) for key in OF_GAMES if getattr(results, key) is not None}
    amount |= {BYE: options.bye.amount, OWN: options.values.own}
    times: dict[str, int | None] = {}
    for key, kind in options.absences.table.items():
        amount[key] = kind.tiers[0].amount if kind.tiers else Amount()
        times[key] = kind.tiers[0].times if kind.tiers else None
    return Amounts(amount, times)


def with_amounts(options: Options, amounts: Amounts) -> Options:
    """The options with these amounts; a kind of which they are the same stays as it is."""
    before = amounts_of(options)
    results = Results(
        *(amounts.of(key) for key in ("win", "draw", "loss")),
        *(amounts.amount.get(key) for key in ("forfeit_win", "forfeit_loss")),
    )
    kinds = []
    for key, kind in options.absences.table.items():
        amount, times = amounts.of(key), amounts.times.get(key)
        if (amount, times) != (before.of(key), before.times.get(key)):
            tiers = (Tier(times, amount),) if amount and times != 0 else ()
            kind = replace(kind, tiers=tiers)
        if kind not in STANDARD or kind in options.absences.kinds:
            kinds.append(kind)
    return replace(
        options,
        values=replace(options.values, own=amounts.of(OWN)),
        results=results,
        bye=replace(options.bye, amount=amounts.of(BYE)),
        absences=replace(options.absences, kinds=_in_order(options, kinds)),
    )


def _in_order(options: Options, kinds: list[AbsenceKind]) -> tuple[AbsenceKind, ...]:
    """Those that the club has named first, as it has them."""
    named = [kind.key for kind in options.absences.kinds]
    kinds.sort(key=lambda kind: named.index(kind.key) if kind.key in named else len(named))
    return tuple(kinds)
