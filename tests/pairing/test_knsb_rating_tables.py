"""The tables that the regulation prints for D1, D2 and D3."""

from itertools import combinations, pairwise

import pytest

from pairing.matching.transposition import first_assignment
from pairing.swiss.candidates_2012 import d3_weight
from pairing.swiss.halves import exchange_order
from tests.attempts import every

S1, S2 = (1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11)

#: D1.1: the transpositions that are printed, and the next one.
TRANSPOSITIONS = [
    *("6 7 8 9 10 11", "6 7 8 9 11 10", "6 7 8 10 9 11", "6 7 8 10 11 9", "6 7 8 11 9 10"),
    *("6 7 8 11 10 9", "6 7 9 8 10 11", "6 7 9 8 11 10", "6 7 9 10 8 11", "6 7 9 10 11 8"),
    *("6 7 9 11 8 10", "6 7 9 11 10 8", "6 7 10 8 9 11", "6 7 10 8 11 9", "6 7 10 9 8 11"),
    *("6 7 10 9 11 8", "6 7 10 11 8 9", "6 7 10 11 9 8", "6 7 11 8 9 10", "6 7 11 8 10 9"),
    *("6 7 11 9 8 10", "6 7 11 9 10 8", "6 7 11 10 8 9", "6 7 11 10 9 8", "6 8 7 9 10 11"),
]

#: D2, one player: columns 5 4 3 2 1; rows 6 7 8 9 10 11.
ONE = """
1 3 6 10 15
2 5 9 14 20
4 8 13 19 24
7 12 18 23 27
11 17 22 26 29
16 21 25 28 30
"""

#: D2, two players: columns 5,4 5,3 5,2 5,1 4,3 4,2 4,1 3,2 3,1 2,1; rows 6,7 6,8 ... 10,11.
TWO = """
1 3 7 14 8 16 28 29 45 65
2 6 13 24 15 27 43 44 64 85
4 11 22 37 25 41 60 62 83 104
9 20 35 53 39 58 79 81 102 120
17 32 50 71 55 76 96 99 117 132
5 12 23 38 26 42 61 63 84 105
10 21 36 54 40 59 80 82 103 121
18 33 51 72 56 77 97 100 118 133
30 48 69 90 74 94 113 115 130 141
19 34 52 73 57 78 98 101 119 134
31 49 70 91 75 95 114 116 131 142
46 67 88 108 92 111 126 128 139 146
47 68 89 109 93 112 127 129 140 147
66 87 107 123 110 125 137 138 145 149
86 106 122 135 124 136 143 144 148 150
"""

#: D2, three players: the first six exchanges.
THREE = [
    ((5, 4, 3), (6, 7, 8)),
    ((5, 4, 3), (6, 7, 9)),
    ((5, 4, 2), (6, 7, 8)),
    ((5, 4, 3), (6, 7, 10)),
    ((5, 4, 3), (6, 8, 9)),
    ((5, 4, 2), (6, 7, 9)),
]

#: D3: five moved down, by M1.
MOVED_DOWN = {
    5: "12345",
    4: "1234 1235 1245 1345 2345",
    3: "123 124 125 134 135 145 234 235 245 345",
    2: "12 13 14 15 23 24 25 34 35 45",
    1: "1 2 3 4 5",
}


@every("earlier, later", list(pairwise(TRANSPOSITIONS)))
def test_the_transpositions_of_d1_come_in_the_printed_order(earlier, later):
    printed = [[int(player) for player in text.split()] for text in TRANSPOSITIONS]
    one, other = ([int(player) for player in text.split()] for text in (earlier, later))
    # These two are possible, and what else can be put together from their parts.
    rows = [1 << a | 1 << b for a, b in zip(one, other, strict=True)]
    possible = [
        order
        for order in printed
        if all(row >> player & 1 for row, player in zip(rows, order, strict=True))
    ]
    assert first_assignment(rows, len(rows)) == possible[0]
    assert possible.index(one) < possible.index(other)


@pytest.mark.parametrize(("size", "table", "cells"), [(1, ONE, 30), (2, TWO, 150)])
def test_the_exchanges_of_d2_have_the_printed_ranks(size, table, cells):
    columns = sorted(combinations(sorted(S1, reverse=True), size), reverse=True)
    rows = list(combinations(S2, size))
    ranks = {
        (columns[column], rows[row]): int(rank)
        for row, line in enumerate(table.strip().split("\n"))
        for column, rank in enumerate(line.split())
    }
    assert len(ranks) == cells
    found = sorted(ranks, key=lambda exchange: exchange_order(*exchange))
    assert [ranks[exchange] for exchange in found] == list(range(1, cells + 1))


def test_the_exchanges_of_three_players_begin_as_printed():
    exchanges = [
        (down, up)
        for down in combinations(sorted(S1, reverse=True), 3)
        for up in combinations(S2, 3)
    ]
    assert sorted(exchanges, key=lambda exchange: exchange_order(*exchange))[:6] == THREE


@pytest.mark.parametrize("movers", MOVED_DOWN)
def test_the_sets_of_d3_come_in_the_printed_order(movers):
    sets = list(combinations(range(5), movers))
    sets.sort(key=lambda chosen: -sum(d3_weight(player, 5) for player in chosen))
    printed = MOVED_DOWN[movers].split()
    assert ["".join(str(player + 1) for player in chosen) for chosen in sets] == printed
