"""The rows of colours on a page: what stands there is what the record says, also what is cut."""

import pytest
from django.utils.translation import override

from clubcomp.pages.colours import MOST_GAMES, colours_so_far
from pairing.core.explanation import ColourHistory
from pairing.core.types import Colour


def read(cells):
    """What a row says, as the record has it: a letter for each game, without rounds without one;
    None where it only counts."""
    told = ""
    for cell in cells:
        if ":" in cell.left_out:
            said = cell.left_out.partition(": ")[2]
            told += "" if said == "no game" else said.replace(" ", "")
        elif cell.colour:
            told += cell.colour.value[0]
    return told


@pytest.mark.parametrize("deciding", [None, 1, 10, 11, 12, 15, 17])
@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("wbwb-----------wb", "bwbwbw-----------"),
        ("bwbwbwbwbwbwbwbwbw", "wb"),
        ("-----------------w", "wwwwwww----------w"),
    ],
)
def test_what_is_left_out_is_said(white, black, deciding):
    with override("en"):
        colours = colours_so_far(ColourHistory(white, black, deciding), Colour.WHITE)
    for (_side, cells, _share), had in zip(colours.rows, (white, black), strict=True):
        assert read(cells) == had.replace("-", "")
        rounds = sum(
            int(cell.left_out.split()[0]) if cell.left_out else not cell.is_before for cell in cells
        )
        assert rounds == len(had)
        assert len(cells) <= MOST_GAMES + 2
        is_boxed = [at for at, cell in enumerate(cells) if cell.is_deciding]
        assert bool(is_boxed) == (deciding is not None)


def test_many_are_counted_and_where_shares_decided_the_row_says_the_share():
    history = ColourHistory("w" * 20 + "b" * 9 + "-", "b", is_counted=True, is_overall=True)
    with override("en"):
        colours = colours_so_far(history, Colour.WHITE)
    assert colours.title.startswith("Colours so far in all tempos")
    (_side, cells, share), (_other, _cells, none) = colours.rows
    assert cells[0].left_out == "20 earlier: white 20 times, black 0 times"
    assert (share, none) == ("20 of 29 with white", "0 of 1 with white")
