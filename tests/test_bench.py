"""Does `make bench` say what became slower, and does `docs/speed.md` show what was kept?"""

import json
from copy import deepcopy

from tests.bench.__main__ import FIGURE, KEPT, PAGE, drawn, slower


def test_the_page_shows_the_figures_that_were_kept():
    assert PAGE.read_text() == drawn(json.loads(KEPT.read_text())), "make bench KEEP=1"


def test_what_became_slower_by_more_than_a_tenth_is_named():
    figure = {"number": 10.0, "unit": "ms CPU", "ratio": 0.2, "to": "loop"}
    share = {"number": 8.0, "unit": "% of a core"}
    before = {"swiss": {"loop": 50.0, "figures": {"20 players": figure, "viewers": share}}}
    now = deepcopy(before)
    assert [*slower(before, now)] == []
    now["swiss"]["figures"]["20 players"] |= {"number": 20.0, "ratio": 0.21}  # a slower machine
    assert [*slower(before, now)] == []
    now["swiss"]["figures"]["20 players"]["ratio"] = 0.23
    now["swiss"]["figures"]["viewers"]["number"] = 10.0
    assert [*slower(before, now)] == [
        "slower by 15 %: swiss: 20 players",
        "slower by 25 %: swiss: viewers",
    ]
    now["new"] = now.pop("swiss")
    assert [*slower(before, now)] == []


def test_a_figure_is_read_from_its_line_whatever_stands_around_it():
    lines = {
        "calibration loop                          55.1 ms CPU": ("calibration loop", "55.1"),
        "standings of 74, kept rows      0.82 ms CPU": ("standings of 74, kept rows", "0.82"),
        "server: a poll (204)     0.70 ms CPU    1.02 x": ("server: a poll (204)", "0.70"),
        "500 viewers: 7.5 % of a core; {}": ("500 viewers", "7.5"),
    }
    for line, wanted in lines.items():
        found = FIGURE.match(line)
        assert (found["what"], found["number"]) == wanted
    assert FIGURE.match("growth with games: exponent 0.80") is None
