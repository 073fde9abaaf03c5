"""The worked examples of `keizer`, by hand."""

import json
from fractions import Fraction

from pairing.formats.document import read_document
from pairing.registry import rules_of

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def season(players, *evenings, **options):
    """A competition of these letters; an evening has its games ("AB 1-0") and whatever else."""
    held = []
    for games, more in evenings:
        boards = [dict(zip(("white", "black"), one.split()[0], strict=True)) for one in games]
        for board, one in zip(boards, games, strict=True):
            board["result"] = one.split()[1]
        held.append({"tempo": "long", "rounds": [{"games": boards} | more]})
    return read_document(
        json.dumps(
            {
                "format": "clubcomp-competition",
                "version": 2,
                "name": "example",
                "system": "keizer",
                "options": options,
                "tempos": [{"id": "long"}],
                "players": [{"id": one, "name": one} for one in players],
                "evenings": held,
            }
        )
    )


def table(snapshot):
    return {row.player: row.points for row in rules_of(snapshot).standings(snapshot, "long")}


def paired(snapshot):
    """The pairs and the bye, White first."""
    proposal = rules_of(snapshot).pair(snapshot)
    return [f"{pair.white}-{pair.black}" for pair in proposal.pairs], proposal.bye


def test_k1_the_usual_regulation():
    first = (["AB 1-0", "DC 1/2-1/2"], {})
    standing = table(season("ABCDE", first))
    assert standing == {"A": 11, "C": 8 + HALF, "D": 8, "B": 4, "E": 4}
    assert [*standing] == ["A", "C", "D", "B", "E"]
    following = ([], {"present": [*"ABCDE"]})
    pairs, bye = paired(season("ABCDE", first, following))
    assert (sorted(pairs), bye) == (["B-D", "C-A"], "E")


def test_k2_limits_give_way_as_little_as_possible():
    played = (
        (["AB 1-0", "CD 1-0"], {}),
        (["CA 1/2-1/2", "BD 1-0"], {}),
        (["AD 1-0", "BC 0-1"], {}),
    )
    standing = table(season("ABCD", *played))
    assert standing == {"A": 15 + HALF, "C": 15, "B": 7, "D": 3}
    snapshot = season("ABCD", *played, ([], {"present": [*"ABCD"]}))
    pairs, _bye = paired(snapshot)
    assert sorted(pairs) == ["B-A", "D-C"]
    assert rules_of(snapshot).explain(snapshot).decision.degrees["gap"] == 4


def test_k3_periods_from_zero_and_their_sum():
    options = {
        "values": {"first": 40, "own": 0},
        "results": {"loss": "1/6"},
        "absences": {
            "kinds": [
                {
                    "key": "external",
                    "tiers": [{"times": None, "amount": 0}],
                    "win": "7/6",
                    "draw": "5/6",
                    "loss": "1/2",
                }
            ]
        },
        "periods": {"starts": [1, 2], "points": "anew"},
    }
    first = (["AB 0-1"], {"external": ["C"], "away_results": {"C": "1"}})
    assert table(season("ABCD", first, **options)) == {
        "C": 46 + 2 * THIRD,
        "B": 37,
        "D": 12 + 2 * THIRD,
        "A": 6 + HALF,
    }
    second = (["DC 1-0"], {"bye": "B", "no_notice": ["A"]})
    standing = table(season("ABCD", first, second, **options))
    assert standing == {"B": 63, "C": 53 + THIRD, "D": 50 + 2 * THIRD, "A": 6 + HALF}


def test_k5_a_bye_that_is_owed_earns_nothing():
    options = {"bye": {"owed": ["no_notice"]}}
    first = (["AB 1-0"], {"no_notice": ["C"]})
    there = ([], {"present": [*"ABC"]})
    assert paired(season("ABC", first, there, **options)) == (["B-A"], "C")
    second = (["BA 1-0"], {"bye": "C"})
    assert table(season("ABC", first, second, **options)) == {"A": 7, "B": 7, "C": 2}
    pairs, bye = paired(season("ABC", first, second, there, **options))
    assert (pairs, bye) == (["C-A"], "B")


def test_values_of_a_ratio_are_those_that_were_published():
    rules_and = season("ABCDEF", values={"ratio": 3})
    rows = rules_of(rules_and).standings(rules_and, "long")
    assert [row.value_number for row in rows] == [7, 6, 5, 4, 3, 2]
