"""The drawing of a group: everybody has a place in it, nothing leaves it, and it is a list too."""

from fractions import Fraction

import pytest
from django.utils import translation

from clubcomp.pages.drawings import MOST_ROWS, Focus, picture_of
from clubcomp.pages.picture import PAD, WIDTH
from pairing.core.explanation import Halves, Ladder, Refused, Seat, Stair, Staircase
from pairing.core.types import Colour
from pairing.reasons.every_system import Met
from pairing.sentences import Sentences

SAY = Sentences("knsb-rating", lambda key: f"Player {key}")
POINTS = Fraction(3, 2)


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def seats(letters, **values):
    return tuple(Seat(one, at, POINTS, **values) for at, one in enumerate(letters, start=1))


def halves(count=3, **values):
    upper, lower = "abcdefghijkl"[:count], "mnopqrstuvwx"[:count]
    pairs = tuple(zip(upper, lower, strict=True))
    return Halves(POINTS, seats(upper), seats(lower), pairs, **values)


def refused(*pairs):
    """Who was refused, by number."""
    return {at: Refused(*pair, Met("C6", 1)) for at, pair in enumerate(pairs, start=1)}


DRAWINGS = [
    halves(),
    halves(12, arrived=("a",), leaving=("x",)),
    Halves(POINTS, seats("ab"), seats("mno"), (("a", "m"), ("b", "n")), bye="o"),
    Ladder(seats("abcdefghijklmnopqrst"), (("a", "t"), ("b", "c"), ("d", "s")), "k"),
    Staircase(
        (
            Stair(Fraction(2), seats("abc"), (), (("a", "b"),), ("c",)),
            Stair(POINTS, seats("de"), seats("c"), (("c", "d"),), ("e",)),
        ),
        "e",
    ),
]


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_no_two_boxes_overlap_and_all_stand_within_the_drawing(drawing):
    picture = picture_of(drawing, Focus(SAY))
    boxes = list(picture.boxes.values())
    for at, box in enumerate(boxes):
        assert 0 <= box.x < box.x + box.width <= WIDTH
        assert 0 <= box.y < box.y + box.height <= picture.height
        for other in boxes[:at]:
            assert (
                box.x + box.width <= other.x
                or other.x + other.width <= box.x
                or box.y + box.height <= other.y
                or other.y + other.height <= box.y
            )


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_pair_has_a_line_and_everybody_a_row(drawing):
    picture = picture_of(drawing, Focus(SAY))
    pairs = getattr(drawing, "pairs", ()) or [pair for one in drawing.stairs for pair in one.pairs]
    assert len(picture.lines) == len(pairs)
    named = {row.name: row.against for row in picture.rows}
    for one, other in pairs:
        assert named[f"Player {one}"] == f"Player {other}"
        assert named[f"Player {other}"] == f"Player {one}"
    if drawing.bye:
        assert named[f"Player {drawing.bye}"] == "bye"


def test_this_pair_is_strong_and_a_refused_neighbour_dashed_with_a_number():
    picture = picture_of(halves(), Focus(SAY, ("b", "n"), refused(("b", "m"), ("n", "c"))))
    assert [line.look for line in picture.lines].count("this") == 1
    assert {key for key, box in picture.boxes.items() if box.look == "this"} == {"b", "n"}
    assert [line.look for line in picture.lines].count("refused") == 2
    assert [badge.text for badge in picture.badges] == ["1", "2"]
    for badge, player in zip(picture.badges, "mc", strict=True):
        box = picture.boxes[player]
        # Not between two players, and not on the name.
        assert box.y <= badge.y - 10 < badge.y + 10 <= box.y + box.height
        assert abs(badge.x - box.x - box.width // 2) >= box.width // 2 + 10 - PAD
        assert any(line.path.endswith(f" {badge.x} {badge.y}") for line in picture.lines)


def test_two_numbers_at_one_player_stand_beside_each_other():
    picture = picture_of(halves(), Focus(SAY, ("a", "n"), refused(("a", "m"), ("n", "m"))))
    one, other = picture.badges
    assert one.y == other.y
    assert one.x - other.x >= 20


def test_who_is_not_in_the_place_of_another_has_a_number_without_a_line():
    why = Refused("n", "m", Met("C6", 1), in_place=True)
    picture = picture_of(halves(), Focus(SAY, ("n",), {1: why}))
    assert [badge.text for badge in picture.badges] == ["1"]
    assert "refused" not in [line.look for line in picture.lines]


def test_no_line_of_somebody_refused_goes_through_the_heading_of_another_group():
    shown = Focus(SAY, ("c", "d"), refused(("c", "a"), ("c", "b")))
    picture = picture_of(DRAWINGS[-1], shown)
    assert [badge.text for badge in picture.badges] == ["1", "2"]
    assert "refused" not in [line.look for line in picture.lines]


def test_of_a_long_staircase_only_what_it_is_about_is_shown():
    players = [f"{letter}{number}" for letter in "abc" for number in range(6)]
    stairs = tuple(
        Stair(
            Fraction(at),
            tuple(Seat(one, 1) for one in players[at * 6 : at * 6 + 6]),
            (),
            tuple(zip(players[at * 6 : at * 6 + 3], players[at * 6 + 3 : at * 6 + 6], strict=True)),
            (),
        )
        for at in range(3)
    )
    picture = picture_of(Staircase(stairs), Focus(SAY, ("b0", "b3")))
    assert set(picture.boxes) == {"b0", "b3", "b1", "b4"}
    said = [label.text for label in picture.labels]
    assert (
        " ".join(said)
        == "6 players left out Group of 1 point 2 players left out 6 players left out"
    )
    assert len(picture_of(Staircase(stairs), Focus(SAY)).boxes) == 18


def test_somebody_refused_who_is_not_drawn_has_no_line():
    picture = picture_of(halves(), Focus(SAY, ("b", "n"), refused(("b", "elsewhere"))))
    assert not picture.badges
    assert "refused" not in [line.look for line in picture.lines]


def test_of_a_large_group_the_part_around_the_pair_is_shown_and_how_many_are_not():
    assert MOST_ROWS < 12
    picture = picture_of(halves(12), Focus(SAY, ("f", "r")))
    assert set(picture.boxes) == set("efg") | set("qrs")
    said = " ".join(label.text for label in picture.labels if label.look == "note")
    assert said == "8 players left out 10 players left out"
    assert len(picture.rows) == 24


def test_a_wish_is_seen_by_the_number_of_its_discs_and_read_in_words():
    upper = seats("a", wish=Colour.WHITE, strength=3) + seats("b", wish=Colour.BLACK, strength=1)
    picture = picture_of(Halves(POINTS, upper, seats("mn"), ()), Focus(SAY))
    assert [len(box.discs) for box in picture.boxes.values()] == [3, 0, 1, 0]
    assert [row.wish for row in picture.rows][:2] == ["must have white", "would like black"]
    assert picture.strengths == {1, 3}


def test_floats_are_arrows_and_words():
    upper = (Seat("a", 1, POINTS, floats=("", "down")), Seat("b", 2, POINTS, floats=("up", "")))
    picture = picture_of(Halves(POINTS, upper, (), ()), Focus(SAY))
    shown = [box.lines[-1].text for box in picture.boxes.values()]
    assert shown == ["·↓", "↑·"]
    assert [row.floats for row in picture.rows] == ["down in the last round", "up two rounds ago"]


def test_who_comes_and_who_goes_has_an_arrow_and_is_named_under_the_drawing():
    group = halves(arrived=("a",), leaving=("o",), bye="n")
    picture = picture_of(group, Focus(SAY))
    assert len(picture.arrows) == 2
    assert picture.notes == [
        "From a higher group: Player a.",
        "To the next group: Player o.",
        "Bye: Player n.",
    ]


@pytest.mark.parametrize("name", ["Quirine van der Heijden", "Wolfeschlegelsteinhausenberger"])
def test_a_long_name_is_broken_and_never_cut(name):
    say = Sentences("knsb-rating", lambda _key: name)
    picture = picture_of(halves(1), Focus(say))
    box = picture.boxes["a"]
    assert box.name == name
    assert "".join(line.text for line in box.lines).replace(" ", "") == f"1 {name}".replace(" ", "")
    assert all(len(line.text) < 16 for line in box.lines)
