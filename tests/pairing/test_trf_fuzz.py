"""Whatever is fed to the TRF reader: a competition that survives the round trip, or TrfError."""

import json

from hypothesis import given
from hypothesis import strategies as st

from pairing.formats.trf import TrfError, read_trf
from pairing.formats.trf_written import write_trf
from pairing.sentences import error, trf_warning
from tests.how_many import examples
from tests.pairing.trf_texts import TEXT, put

LINES = [
    *TEXT.splitlines(),
    "142 5",
    "152 b",
    "162  W 1.0    P 0.5",
    "132".ljust(91) + "24/09/05  24/13/40",
    "240 H 003    1    2",
    "250 00.0 02.0 001 003 0001 0090",
    "260 001 003    1    2",
    "299 H        0.5  000    1",
    "XXC rank",
    "XXC rating",
    "XXS PAB=.5",
    "XXZ 1",
    "XXP 1 2 3",
    "XXA    1  1.0",
    "BBU  0.5",
    "001",
    "### remark",
]
CELLS = st.sampled_from(
    ["0000 - H", "0000 - U", "0000 - Z", "0000   =", " " * 8, "   1 w 1", "   2 b 0", "   3 w -"]
)
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def read_or_refuse(data):
    """Reads; what is read must come back the same, and its text must be stable."""
    told = []
    try:
        file = read_trf(data, warn=told.append)
    except TrfError as refusal:
        str(refusal).encode()
        error(refusal).encode()
        json.dumps(refusal.facts, ensure_ascii=False).encode()
        return
    finally:
        for warning in told:
            trf_warning(warning).encode()
    snapshot = file.snapshot
    for edition in ("16", "26"):
        assert write_trf(snapshot, edition, file) == data
        written = write_trf(snapshot, edition)
        again = read_trf(written).snapshot
        assert write_trf(again, edition) == written
        assert [evening.rounds for evening in again.evenings] == [
            evening.rounds for evening in snapshot.evenings
        ] or again.players != snapshot.players


@given(st.binary())
def test_any_bytes(data):
    read_or_refuse(data)
    read_or_refuse(b"001    1 " + data)


@examples(75)
@given(st.lists(st.one_of(st.sampled_from(LINES), ANYTHING), max_size=14), st.sampled_from("\n\r"))
def test_lines_in_any_order(lines, end):
    read_or_refuse(end.join(lines).encode())


@examples(125)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 7),
            st.integers(1, 130),
            st.one_of(ANYTHING, st.sampled_from("01wb-+=HFUZ. ")),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_file_with_some_characters_changed(changes):
    text = TEXT
    for change in changes:
        text = put(text, *change)
    read_or_refuse(text.encode())


@examples(75)
@given(st.lists(st.tuples(st.integers(4, 7), st.integers(0, 3), CELLS), min_size=1, max_size=6))
def test_a_file_with_some_rounds_changed(changes):
    text = TEXT
    for line in range(4, 8):
        text = put(text, line, 81, "    ")  # else the points are nearly always wrong
    for line, round_, cell in changes:
        text = put(text, line, 92 + 10 * round_, cell)
    read_or_refuse(text.encode())


@examples(50)
@given(st.integers(0, len(TEXT.encode())), st.integers(0, 30), st.binary(max_size=4))
def test_a_file_with_some_bytes_changed(start, length, put_in):
    data = TEXT.encode()
    read_or_refuse(data[:start] + put_in + data[start + length :])
