"""Which uses of the kinds of absence are granted, and what does each earn? Article 3."""

from collections.abc import Mapping
from typing import NamedTuple

from pairing.core.amounts import AbsenceKind, Amount

#: Tempo, period, number of the round within both, evening.
Where = tuple[int, int, int, int]


class _Granted(NamedTuple):
    """The amounts of a kind by their numbers: of each use until the last tier ends, and of all
    that follow (0: not granted any more); instead of these by the result elsewhere."""

    by_use: list[int]
    endless: int | None
    by_result: Mapping[str, int]


class Grants:
    """The uses so far, by tempo: asked in the order of the rounds.

    Amounts are told by their number in `amounts`, to which those of the kinds are added.
    """

    def __init__(
        self, table: Mapping[str, AbsenceKind], amounts: list[Amount], guests: list[bool]
    ) -> None:
        self._table, self._guests = table, guests
        self._granted = {key: _granted(kind, amounts) for key, kind in table.items()}
        #: By tempo, kind and period: how many uses each player has made, and on which evening last.
        self._uses: dict[tuple[int, str, int], tuple[list[int], list[int]]] = {}

    def grant(
        self, kind: str, player: int, where: Where, result: str, *, is_asked: bool = False
    ) -> tuple[str, int]:
        """The kind that a use is granted as ("": none), and the number of what it earns.

        `is_asked`: only asked, and so not counted.
        """
        tempo, period, number, evening = where
        key: str | None = kind
        while key:
            about = self._table[key]
            if about.until_round is not None and number > about.until_round:
                key = about.then
                continue
            uses, last = self._count(tempo, key, period if about.per == "period" else -1)
            is_counted = about.counted == "evening" and last[player] == evening
            use = uses[player] if is_counted else uses[player] + 1
            granted = self._granted[key]
            is_within = use <= len(granted.by_use)
            if is_within or granted.endless is not None:
                if not is_asked:
                    uses[player], last[player] = use, evening
                if self._guests[player]:
                    return key, 0
                if result in granted.by_result:
                    return key, granted.by_result[result]
                return key, granted.by_use[use - 1] if is_within else granted.endless or 0
            key = about.then
        return "", 0

    def used(self, kind: str, player: int, tempo: int, period: int) -> int:
        """How many uses of a kind were granted to a player, in the period if it counts so."""
        about = self._table[kind]
        uses, _last = self._count(tempo, kind, period if about.per == "period" else -1)
        return uses[player]

    def limit(self, kind: str) -> int | None:
        """How many uses of a kind are granted; None: without end."""
        granted = self._granted[kind]
        return len(granted.by_use) if granted.endless is None else None

    def pays_by_result(self, kind: str) -> bool:
        """Whether a use of a kind earns what its result elsewhere says."""
        return bool(self._granted[kind].by_result) if kind else False

    def _count(self, tempo: int, key: str, period: int) -> tuple[list[int], list[int]]:
        known = self._uses.get((tempo, key, period))
        if known is None:
            size = len(self._guests)
            known = self._uses[tempo, key, period] = [0] * size, [0] * size
        return known


def _granted(kind: AbsenceKind, amounts: list[Amount]) -> _Granted:
    def number(amount: Amount) -> int:
        """0 earns nothing; every other amount is added."""
        if not amount:
            return 0
        amounts.append(amount)
        return len(amounts) - 1

    by_use: list[int] = []
    endless = None
    for tier in kind.tiers:
        if tier.times is None:
            endless = number(tier.amount)
        else:
            by_use += [number(tier.amount)] * tier.times
    results = {"1": kind.win, "1/2": kind.draw, "0": kind.loss}
    by_result = {result: number(amount) for result, amount in results.items() if amount is not None}
    return _Granted(by_use, endless, by_result)
