"""Are points and results written as each game's players write them?"""

from fractions import Fraction

import pytest
from django.utils import translation

from pairing.core.types import Colour, Result
from pairing.reasons.every_system import OnlyOneWith
from pairing.sentences import Sentences
from pairing.sentences.words import named_first, points_text, result_text


@pytest.mark.parametrize(
    ("points", "chess", "draughts"),
    [
        (Fraction(5, 2), "2½", "5"),
        (Fraction(1, 2), "½", "1"),
        (3, "3", "6"),
        (Fraction(0), "0", "0"),
        (Fraction(7, 4), "1¾", "3½"),
    ],
)
def test_points_are_doubled_in_draughts_only_where_they_are_shown(points, chess, draughts):
    assert points_text(points) == points_text(points, "go") == chess
    assert points_text(points, "draughts") == draughts


@pytest.mark.parametrize(
    ("result", "chess", "draughts", "go"),
    [
        ("1-0", "1-0", "2-0", "0-1"),
        ("1/2-1/2", "½-½", "1-1", "jigo"),
        ("0-1", "0-1", "0-2", "1-0"),
        ("*", "", "", ""),
        ("1-0F", "1-0 r", "2-0 r", "0-1 r"),
        ("0-0F", "0-0 r", "0-0 r", "0-0 r"),
    ],
)
def test_a_result_is_written_in_the_games_own_way(result, chess, draughts, go):
    written = Result.parse(result)
    with translation.override("nl"):
        assert result_text(written) == chess
        assert result_text(written, "draughts") == draughts
        assert result_text(written, "go") == go


def test_go_names_black_first():
    assert named_first("go") is Colour.BLACK
    assert named_first("draughts") is named_first() is Colour.WHITE


def test_the_sentences_count_in_the_games_points():
    reason = OnlyOneWith("2.1", "A", Fraction(3, 2))
    with translation.override("en"):
        assert "1½ points" in Sentences("knsb-resistance").sentence(reason)
        assert "3 points" in Sentences("knsb-resistance", game="draughts").sentence(reason)
