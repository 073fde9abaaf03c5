"""Titles in short are those in full, wherever they come from; another text is no title."""

from dataclasses import replace
from pathlib import Path

import pytest

from pairing.core.titles import TITLES, official, title_place
from pairing.formats.trf import read_trf
from pairing.formats.trf_written import write_trf
from pairing.registry import get_system, make_rules

FILES = Path(__file__).parent / "cases" / "titles"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *[("g", "GM"), ("m", "IM"), ("f", "FM"), ("c", "CM")],
        *[("wg", "WGM"), ("wm", "WIM"), ("wf", "WFM"), ("wc", "WCM")],
        *[("h", "HGM"), ("wh", "WHG"), (" gm ", "GM"), ("Wim", "WIM"), ("gf", "WGM")],
        *[("", ""), ("NM", "NM"), ("nm", "nm"), ("dr.", "dr."), ("IA", "IA")],
    ],
)
def test_a_title_in_short_is_the_one_in_full(written, meant):
    assert official(written) == meant


def test_their_order_is_fides_and_any_other_text_stands_behind():
    assert [title_place(one, TITLES) for one in ("g", "IM", "wg", "f", "wm")] == [0, 1, 2, 3, 4]
    assert {title_place(one, TITLES) for one in ("", "h", "IA", "nm")} == {8}


@pytest.mark.parametrize("system", ["knsb-rating", "knsb-rating-1996", "fide-rating-1998"])
def test_a_file_with_short_titles_is_paired_as_one_with_full_ones(system):
    short, full = (
        read_trf((FILES / name).read_bytes(), system).snapshot for name in ("short.trf", "full.trf")
    )
    rules = make_rules(get_system(system), short.options)
    assert rules.pair(short) == rules.pair(full)
    assert short.players[1].title == full.players[1].title == "GM"
    assert rules.order(short)[:2] == ["2", "1"]
    # So does a document, in which a title stays as it was written.
    untouched = replace(short.players[1], title="g")
    players = (short.players[0], untouched, *short.players[2:])
    assert rules.order(replace(short, players=players))[:2] == ["2", "1"]
    assert b" GM Bos, B" in write_trf(short)


def test_numbers_by_rating_go_by_the_title_next_and_by_rank_as_they_stand():
    data = (FILES / "short.trf").read_bytes()
    by_rating = read_trf(data.replace(b"XXC white1", b"XXC white1 rating")).snapshot
    assert [(player.id, player.start) for player in by_rating.players][:2] == [("2", 1), ("1", 2)]
    by_rank = read_trf(data.replace(b"XXC white1", b"XXC white1 rank")).snapshot
    assert [player.id for player in by_rank.players] == ["1", "2", "3", "4"]
