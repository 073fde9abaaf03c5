"""A round robin by TRF: read by the table it was played by, written and read again, or refused."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.formats.trf import TrfError, read_trf
from pairing.formats.trf_written import write_trf
from pairing.registry import rules_of
from pairing.sentences import error
from tests.attempts import every
from tests.how_many import examples
from tests.pairing import gacrux_reading as gacrux
from tests.pairing.swiss_tournaments import STORMY, Tournament
from tests.pairing.trf_texts import put

#: Four players, two rounds of the table on record; the game of 1 and 2 has not been played yet.
TEXT = """\
012 Groep A
001    1      Anna                                                               1.0    1     4 w 1     2 w
001    2      Bert                                                               1.0    2     3 w 1     1 b
001    3      Carla                                                              0.5    4     2 b 0     4 b =
001    4      Dirk                                                               0.5    3     1 b 0     3 w =
"""  # noqa: E501
FIRST, SECOND, THIRD = 92, 102, 112
ROUNDS = [[("1", "4", "1-0"), ("2", "3", "1-0")], [("1", "2", "*"), ("4", "3", "1/2-1/2")]]


def read(text):
    return read_trf(text.encode(), "berger").snapshot


def games(snapshot):
    return [
        sorted((game.white, game.black, game.result.value) for game in recorded.round.games)
        for recorded in snapshot.record()
    ]


def rows(*columns):
    """The text with a cell for each of the four players, from a column on."""
    text = TEXT
    for column, *cells in columns:
        for line, cell in enumerate(cells, start=2):
            text = put(text, line, column, cell.ljust(8))
    return text


def test_it_is_read_with_its_open_game_and_the_round_to_come():
    snapshot = read(TEXT)
    assert games(snapshot) == ROUNDS
    pairs = rules_of(snapshot).pair(snapshot).pairs
    assert [(pair.white, pair.black) for pair in pairs] == [("2", "4"), ("3", "1")]


@every(
    "columns",
    [
        [(SECOND, "", "", "   4 b =", "   3 w =")],
        [(THIRD, "   3 b", "   4 w", "   1 w", "   2 b")],
    ],
)
def test_a_game_that_is_not_there_and_a_round_to_come_are_known_by_the_table(columns):
    assert games(read(rows(*columns))) == ROUNDS


def test_a_bye_may_be_worth_nothing_there():
    for line in ("162  W 1.0    D 0.5    P 0.0", "BBU  0.0"):
        assert games(read(f"{TEXT}{line}\n")) == ROUNDS


@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("seed", range(8))
def test_out_in_and_out_again_is_the_same(seed, edition):
    rates = replace(STORMY, late=0, withdrawn=0, unfinished=0.1)
    robin = Tournament(seed, size=4 + seed, rounds=30, rates=rates, system="berger")
    before = [*robin.before_each_round()]
    for snapshot in (before[len(before) // 2], robin.snapshot):
        written = write_trf(snapshot, edition)
        file = read_trf(written, "berger")
        assert games(file.snapshot) == games(snapshot)
        assert write_trf(file.snapshot, edition) == written
        assert write_trf(file.snapshot, edition, file) == written


@pytest.mark.parametrize("edition", ["16", "26"])
def test_gacrux_reads_a_game_that_is_still_open(edition):
    lines = gacrux.lines(write_trf(read(TEXT), edition), ("WON",))
    assert [line.points for line in lines.values()] == [1, 1, Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.parametrize("swapped", [True, False])
def test_the_games_say_whether_the_last_two_rounds_changed_places(swapped):
    robin = Tournament(1, size=5, rounds=30, rates=replace(STORMY, late=0), system="berger")
    options = {"cycles": 2, "swap_last_two": swapped}
    robin.snapshot = replace(robin.snapshot, options=options)
    assert len([*robin.before_each_round()]) == 11
    options = rules_of(read_trf(write_trf(robin.snapshot), "berger").snapshot).options
    assert (options.cycles, options.swap_last_two) == (2, swapped)


@every(
    "text, place, sentence",
    [
        (
            rows((FIRST, "   3 w 1", "   4 w 1", "   1 b 0", "   2 b 0")),
            (2, FIRST),
            "players 1 and 3 do not meet in round 1",
        ),
        (
            rows((SECOND, "0000 - U", "", "   4 b =", "   3 w =")),
            (2, SECOND),
            "player 1 has a bye in round 2",
        ),
        (f"{TEXT}XXR 5\n", (0, 0), "have 3 rounds, or 6 if they meet twice"),
        (rows((THIRD, "0000 - H", "", "", "")), (2, THIRD), "byes on request"),
    ],
)
def test_what_is_no_round_robin_by_the_table_is_refused_in_words(text, place, sentence):
    with pytest.raises(TrfError) as refused:
        read(text)
    assert (refused.value.line, refused.value.column) == place
    assert sentence in error(refused.value)


def test_too_many_for_a_table_are_refused_in_words():
    players = "\n".join(f"001 {number:>4}      P{number}" for number in range(1, 42))
    with pytest.raises(TrfError) as refused:
        read(players)
    assert "41 players are too many" in error(refused.value)


CELLS = [f"   {number} {colour} {how}" for number in "1234" for colour in "wb" for how in "1=0- "]


@examples(100)
@given(
    st.lists(
        st.tuples(
            st.integers(2, 5),
            st.sampled_from([FIRST, SECOND, THIRD]),
            st.sampled_from([*CELLS, "0000 - U", "0000 - Z", " " * 8]),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_whatever_stands_in_the_rounds_it_comes_back_the_same_or_is_refused(changes):
    text = TEXT
    for line in range(2, 6):
        text = put(text, line, 81, "    ")  # else the points are nearly always wrong
    for change in changes:
        text = put(text, *change)
    try:
        file = read_trf(text.encode(), "berger")
    except TrfError as refusal:
        error(refusal).encode()
        return
    assert write_trf(file.snapshot, "16", file) == text.encode()
    written = write_trf(file.snapshot)
    again = read_trf(written, "berger").snapshot
    assert games(again) == games(file.snapshot)
    assert write_trf(again) == written
