"""Positions on resistance points that were worked by hand."""

from fractions import Fraction

from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.reasons.resistance_colours import ColoursTurned
from pairing.registry import get_system, make_options

SYSTEM = get_system("knsb-resistance")


def lines(proposal):
    """A proposal as `pair` writes it, without the count."""
    found = [f"{pair.white} {pair.black}" for pair in proposal.pairs]
    return [*found, f"{proposal.bye} 0"] if proposal.bye else found


# Worked by hand. A round is "black-white result", the result black's: 1, 0 or =; a bye "A".
PLAYERS = tuple(Player(name, start, name) for start, name in enumerate("ABCDE", start=1))
RESULTS = {"1": Result.BLACK_WINS, "0": Result.WHITE_WINS, "=": Result.DRAW}


def competition(*rounds):
    """Five players, their rounds so far, and a round with all of them to be paired."""
    held = []
    for written in rounds:
        games, bye = [], None
        for one in written.split(", "):
            if len(one) == 1:
                bye = one
            else:
                games.append(Game(len(games) + 1, one[2], one[0], RESULTS[one[4]]))
        held.append(Evening("long", (Round(games=tuple(games)).with_bye(bye),)))
    there = tuple(player.id for player in PLAYERS)
    return Snapshot(
        name="by hand",
        system=SYSTEM.key,
        tempos=(Tempo("long"),),
        players=PLAYERS,
        evenings=(*held, Evening("long", (Round(present=there),))),
        options={"rounds": 9},
    )


def paired(snapshot):
    """The pairing with black first, as the regulation writes it, and the answers to why."""
    explanation = SYSTEM.explain(snapshot, make_options(SYSTEM, snapshot.options))
    proposal = explanation.proposal
    told = {f"{pair.black}-{pair.white}": explanation.answer(pair) for pair in proposal.pairs}
    return told | {proposal.bye: explanation.bye_answer()}


def table(snapshot):
    """Points, WP and SB of everybody in the order of 7.5, by the lines of the standing."""
    options = make_options(SYSTEM, snapshot.options)
    return {
        row.player: (
            row.points,
            row.tiebreaks["resistance_points"],
            row.tiebreaks["sonneborn_berger"],
        )
        for row in SYSTEM.standings(snapshot, options, "all")
    }


HALF, THREE_QUARTERS = Fraction(1, 2), Fraction(3, 4)


def test_r1_the_bye_goes_to_the_lowest_lot_and_a_round_without_a_game_is_a_draw_with_oneself():
    first = ["A, B-E 1, C-D ="]
    assert set(paired(competition())) == {"A", "B-E", "C-D"}
    assert table(competition(*first)) == {
        "A": (1, 1, HALF),
        "B": (1, 0, 0),
        "C": (HALF, HALF, HALF / 2),
        "D": (HALF, HALF, HALF / 2),
        "E": (0, 1, 0),
    }
    second = paired(competition(*first))
    assert set(second) == {"A-B", "D-E", "C"}
    first.append("A-B 0, D-E 1, C")
    assert table(competition(*first)) == {
        "B": (2, 1, 1),
        "C": (1 + HALF, 3, 1 + HALF),
        "D": (1 + HALF, 1 + HALF, THREE_QUARTERS),
        "A": (1, 3, HALF),
        "E": (0, 3 + HALF, 0),
    }
    third = paired(competition(*first))
    assert set(third) == {"B-D", "A-C", "E"}
    assert third["B-D"].colour == ColoursTurned("6.1b", "D", "B", 2)
    assert (third["A-C"].colour.article, third["A-C"].colour.player) == ("6.1c", "C")
    first.append("B-D =, A-C 1, E")
    final = table(competition(*first))
    assert list(final.items()) == [
        ("B", (2 + HALF, 5, 4)),
        ("A", (2, 6, 2 + HALF)),
        ("D", (2, 5, 3)),
        ("C", (1 + HALF, 5 + HALF, 1 + THREE_QUARTERS)),
        ("E", (1, 5 + HALF, HALF)),
    ]


def test_r2_nobody_waits_who_would_have_to_wait_again():
    made = paired(competition("B-E 1, C-D 0, A", "D-B =, E-A 0, C"))
    assert set(made) == {"A-D", "B-C", "E"}


def test_r3_the_text_goes_back_to_a_larger_waiting_room():
    snapshot = competition("B-E =, C-D 1, A", "A-C 0, E-D 1, B", "C-E 1, A-B 1, D")
    made = paired(snapshot)
    assert set(made) == {"B-C", "D-A", "E"}
    assert list(table(snapshot)) == ["C", "A", "E", "B", "D"]


def test_the_other_first_round_pairs_neighbours_and_the_last_number_has_the_bye():
    options = make_options(SYSTEM, {"rounds": 9, "first_round": "5.2"})
    proposal = SYSTEM.pair(competition(), options)
    assert lines(proposal) == ["B A", "D C", "E 0"]


def test_the_first_named_has_black_unless_something_else_is_said():
    for said, expected in (
        ({}, ["E B", "D C", "A 0"]),
        ({"initial_colour": "white"}, ["B E", "C D", "A 0"]),
    ):
        options = make_options(SYSTEM, {"rounds": 9, **said})
        assert lines(SYSTEM.pair(competition(), options)) == expected


def test_an_unfinished_game_is_a_draw_a_meeting_and_a_colour():
    snapshot = competition("A, B-E 1, C-D =")
    open_game = Game(2, "D", "C", Result.UNFINISHED)
    first = snapshot.evenings[0].rounds[0]
    changed = Round(games=(first.games[0], open_game)).with_bye("A")
    other = Snapshot(
        name="open",
        system=SYSTEM.key,
        tempos=snapshot.tempos,
        players=PLAYERS,
        evenings=(Evening("long", (changed,)), snapshot.evenings[-1]),
        options=snapshot.options,
    )
    assert set(paired(other)) == set(paired(snapshot))
    assert table(other) == table(snapshot)
    options = make_options(SYSTEM, other.options)
    statement = SYSTEM.statement(other, options, "C", "all")
    assert statement.points == HALF == sum(line.points for line in statement.lines)
