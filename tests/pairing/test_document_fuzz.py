"""Whatever is fed to the reader: a competition that survives the round trip, or DocumentError."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from pairing.formats.document import DocumentError, read_document, write_document
from tests.how_many import examples
from tests.pairing.documents import TEXT, document

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5000),
    st.integers(),
    st.floats(),
    st.text(st.characters(exclude_categories=())),
    st.sampled_from(
        ["ann", "bob", "cas", "eef", "long", "blitz", "1-0", "*", "1/2", "0", "2026-09-03", "all"]
    ),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def read_or_refuse(data):
    """Reads; what is read must come back the same, and its text must be stable."""
    try:
        snapshot = read_document(data)
    except DocumentError as error:
        # What it says can be printed, and kept as JSON.
        str(error).encode()
        json.dumps(error.facts, ensure_ascii=False).encode()
        return
    written = write_document(snapshot)
    assert read_document(written.encode()) == snapshot
    assert write_document(read_document(written)) == written


def spots(value):
    """Every list and object in a document with its keys or indexes."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from spots(value[key])


@given(st.binary())
def test_any_bytes(data):
    read_or_refuse(data)


@given(VALUES)
def test_any_json(value):
    read_or_refuse(json.dumps(value))
    read_or_refuse(json.dumps({"format": "clubcomp-competition", "version": 1, "players": value}))


@examples(100)
@given(st.data())
def test_a_document_with_some_values_changed_moved_or_taken_out(data):
    spoilt = document()
    for _ in range(data.draw(st.integers(1, 3))):
        places = list(spots(spoilt))
        holder, key = places[data.draw(st.integers(0, len(places) - 1))]
        other, other_key = places[data.draw(st.integers(0, len(places) - 1))]
        change = data.draw(st.sampled_from(["replace", "copy", "remove", "repeat"]))
        if change == "replace":
            holder[key] = data.draw(VALUES)
        elif change == "copy":
            holder[key] = copy.deepcopy(other[other_key])
        elif change == "remove":
            del holder[key]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[data.draw(st.text())] = copy.deepcopy(holder[key])
    read_or_refuse(json.dumps(spoilt))


@examples(50)
@given(st.integers(0, len(TEXT.encode())), st.integers(0, 30), st.binary(max_size=4))
def test_a_document_with_some_bytes_changed(start, length, put):
    data = TEXT.encode()
    read_or_refuse(data[:start] + put + data[start + length :])
