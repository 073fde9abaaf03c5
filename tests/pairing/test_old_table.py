"""The options of a club's own Keizer, found out from the table of another program.

Whatever is called equal is so by the engine, asked again here; the switch of a whole club, as its
program shows the table, comes out as it was worked out by hand.
"""

import json
from dataclasses import replace
from fractions import Fraction
from random import Random
from threading import get_ident

import pytest

from pairing.commands import run
from pairing.core.rules import Rules
from pairing.core.system import BadOptions
from pairing.core.types import OVERALL
from pairing.formats.document import read_document
from pairing.formats.errors import DocumentError
from pairing.old_table import apart
from pairing.old_table.apart import find_apart, of_own_rules
from pairing.old_table.chosen import with_chosen
from pairing.old_table.earned import OldRow, OldTable, same_digits
from pairing.old_table.found import find
from pairing.old_table.pasted import read_old_table
from pairing.registry import get_system, make_options, options_to_document, rules_of
from pairing.sentences import error
from tests.pairing.random_keizer import random_document
from tests.programs import FILES

KEIZER = get_system("keizer")
CLUB = FILES / "keizerforclubs-as-document.json"
TABLE = """Pl.\tNaam\tPunten\tWaarde
1\tAmurru\t37,50\t10
2\tAchill\t23,50\t9
3\tHermes\t23,20\t8
4\tNinedena\t23,15\t7
5\tHelena\t22,45\t6
6\tInanna\t18,50\t5
7\tAjax\t10,30\t4
8\tIsenbrink\t9,00\t3
"""
LEFT = "9\tVerdandi\t0\t-\n"


def club():
    return of_own_rules(read_document(CLUB.read_bytes()))


def table_of(snapshot, decimals=2, *, with_values=True):
    """The table that a program with the snapshot's regulation shows."""
    rows = rules_of(snapshot).standings(snapshot, OVERALL)
    return OldTable(
        {
            row.player: OldRow(
                round(Fraction(row.points), decimals),
                Fraction(row.value_number) if with_values else None,
            )
            for row in rows
        },
        decimals,
    )


def shows(snapshot, options, table):
    """Whose row the snapshot's table has under some options, to the digit: by the engine."""
    under = replace(snapshot, options=options)
    rows = rules_of(under).standings(under, OVERALL)
    ours = {row.player: row for row in rows}
    return {
        player
        for player, row in table.rows.items()
        if abs(Fraction(ours[player].points) - row.points) <= Fraction(1, 2 * 10**table.decimals)
        and row.value in (None, ours[player].value_number)
    }


def regulation(random, size):
    """A regulation of the kind that clubs have."""

    def kind(key, times, amount):
        return {"key": key, "tiers": [{"times": times, "amount": amount}] if amount else []}

    return {
        "values": {
            "first": random.choice([None, size, 2 * size, 40, 50, 60]),
            "own": random.choice([1, 1, 0]),
            "revaluation": random.choice(["stable", "stable", "fixed"]),
        },
        "absences": {
            "kinds": [
                kind("absent", random.choice([None, 3, 5]), random.choice(["1/3", "1/2", "7/20"])),
                kind("external", None, random.choice(["2/3", "7/10", 1])),
                kind("no_notice", None, random.choice([0, "1/20"])),
            ]
        },
        "bye": {"amount": random.choice(["2/3", "1/2", "3/4"])},
    }


def competition(seed):
    """A competition by a random regulation, paired by chance."""
    random = Random(seed)
    size = random.choice([10, 12, 14])
    players = [f"p{number}" for number in range(1, size + 1)]
    document = {
        "format": "clubcomp-competition",
        "version": 2,
        "name": f"seed {seed}",
        "game": "chess",
        "system": "keizer",
        "options": regulation(random, size),
        "tempos": [{"id": "t"}],
        "players": [
            {"id": one, "start": start, "name": f"Speler {one}", "rating": 2200 - 30 * start}
            for start, one in enumerate(players, start=1)
        ],
        "forbidden_pairs": [],
        "evenings": [],
    }
    for _evening in range(8):
        round_ = {"games": [], "external": [], "no_notice": []}
        there = []
        for one in players:
            away = random.choices(["", "absent", "external", "no_notice"], [80, 14, 4, 2])[0]
            if away in round_:
                round_[away].append(one)
            elif not away:
                there.append(one)
        random.shuffle(there)
        if len(there) % 2:
            round_["bye"] = there.pop()
        round_["games"] = [
            {
                "board": board,
                "white": white,
                "black": black,
                "result": random.choice(["1-0", "1/2-1/2", "0-1"]),
            }
            for board, (white, black) in enumerate(
                zip(there[::2], there[1::2], strict=True), start=1
            )
        ]
        document["evenings"].append({"tempo": "t", "rounds": [round_]})
    return read_document(json.dumps(document))


def test_a_club_that_switches_is_equal_for_five_of_eight_and_three_are_explained_by_name():
    snapshot = club()
    names = {player.id: player.name for player in snapshot.players}
    table = read_old_table(TABLE, snapshot.players)
    shares, threads = [], set()

    def told(share):
        shares.append(share)
        threads.add(get_ident())

    found = find_apart(snapshot, table, ["12"], told=told)
    assert threads == {get_ident()}  # who tells opens no connection that nobody closes
    assert {names[one] for one in found.finding.equal} == {
        *("Amurru", "Achill", "Hermes", "Helena", "Inanna"),
    }
    rest = {names[one.player]: one for one in found.finding.rest}
    assert {name: one.theirs.points - one.ours.points for name, one in rest.items()} == {
        "Ninedena": Fraction("0.35"),
        "Ajax": Fraction("0.15"),
        "Isenbrink": Fraction("-2.80"),
    }
    assert {one.met for one in rest.values()} == {("12",)}  # Verdandi, who has left
    options = make_options(KEIZER, found.options)
    assert options.absences.table["no_notice"].tiers[0].amount.own == Fraction(1, 20)
    assert options.absences.table["external"].tiers[0].amount.own == Fraction(7, 10)
    assert (options.values.first, options.values.revaluation) == (10, "previous")
    assert found.finding.alone == ("no_notice",)
    assert shares == sorted(shares)
    undecided = {one.option for one in found.finding.undecided}
    assert {"standing.ties", "absences.absent.times"} <= undecided


@pytest.mark.parametrize("lines", [TABLE + LEFT, TABLE])
def test_as_recorded_no_options_are_proposed_and_who_has_left_is_named(lines):
    snapshot = club()
    options = make_options(KEIZER, snapshot.options)
    finding = find(snapshot, options, read_old_table(lines, snapshot.players), limit=60_000)
    assert finding.options is None
    assert finding.gone == ("12",)
    assert not finding.is_equal


def test_the_options_are_found_from_the_usual_ones_and_from_points_alone_too():
    snapshot = club()
    presets = [make_options(KEIZER, one) for one in KEIZER.presets.values()]
    without_values = "\n".join(line.rpartition("\t")[0] for line in TABLE.splitlines())
    table = read_old_table(without_values, snapshot.players)
    finding = find(snapshot, make_options(KEIZER, {}), table, others=presets, left_out=["12"])
    assert len(finding.equal) == 5
    assert finding.options.values.revaluation == "previous"


@pytest.mark.parametrize("seed", range(6))
def test_a_regulation_is_found_and_gives_the_same_table_or_nothing_is_called_equal(seed):
    snapshot = competition(seed)
    table = table_of(snapshot)
    finding = find(snapshot, make_options(KEIZER, {}), table)
    assert finding.is_equal == (finding.options is not None and not finding.rest)
    if finding.options is not None:
        written = options_to_document(Rules(KEIZER, finding.options))
        assert shows(snapshot, written, table) == {*finding.equal}
    assert finding.is_equal, snapshot.options


def test_one_digit_more_is_never_called_equal():
    snapshot = competition(3)
    table = table_of(snapshot)
    player = next(iter(table.rows))
    row = table.rows[player]
    wrong = replace(
        table, rows={**table.rows, player: row._replace(points=row.points + Fraction(1, 100))}
    )
    finding = find(snapshot, make_options(KEIZER, snapshot.options), wrong, limit=40_000)
    assert [one.player for one in finding.rest] == [player]
    assert not finding.is_equal


@pytest.mark.parametrize("seed", [3, 11, 12, 21])
def test_of_any_regulation_only_what_the_engine_shows_is_called_equal(seed):
    snapshot = read_document(json.dumps(random_document(seed)))
    table = table_of(snapshot)
    finding = find(snapshot, make_options(KEIZER, {}), table, limit=30_000)
    if finding.options is not None:
        written = options_to_document(Rules(KEIZER, finding.options))
        assert {*finding.equal} <= shows(snapshot, written, table)


def test_a_search_ends_at_its_limit_and_says_so():
    snapshot = competition(1)
    finding = find(snapshot, make_options(KEIZER, {}), table_of(snapshot), limit=3_000)
    assert not finding.is_whole


@pytest.mark.parametrize(
    ("ours", "theirs", "decimals", "same"),
    [
        ("23.15", "23.15", 2, True),
        ("23.145", "23.15", 2, True),
        ("23.145", "23.14", 2, True),  # to the even
        ("23.144", "23.15", 2, False),
        ("67/6", "11.17", 2, True),
        ("13.5", "14", 0, True),
        ("13.5", "13", 0, False),
    ],
)
def test_digits_are_the_same_as_programs_round_them(ours, theirs, decimals, same):
    assert same_digits(Fraction(ours), Fraction(theirs), decimals) is same


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        TABLE.replace("\t", ";"),
        TABLE.replace("\t", "    "),
        TABLE.replace("Naam", "Name").replace("Punten", "Punkte").replace("Waarde", "Wert"),
        "Stand na 5 ronden\n\n" + TABLE,
    ],
)
def test_tables_are_read_as_people_paste_them(text):
    table = read_old_table(text, club().players)
    assert (len(table.rows), table.decimals) == (8, 2)
    assert table.rows["3"] == OldRow(Fraction("37.5"), Fraction(10))


def test_a_list_without_headings_is_a_name_and_points():
    table = read_old_table("1. Amurru 37½\n2. Achill 23,5\n", club().players)
    assert {row.points for row in table.rows.values()} == {Fraction("37.5"), Fraction("23.5")}


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ("", "table_empty", "Name"),
        ("\x00\x01 ; ;;\t", "table_empty", "Name"),
        (TABLE + "9\tNobody Atall\t3\t2\n", "table_unknown_names", "Nobody Atall"),
        (TABLE + "9\tAjax\t3\t2\n", "table_twice", "Ajax"),
        (TABLE.replace("37,50", "veel"), "table_bad_points", "veel"),
        (TABLE.replace("37,50", "9" * 5000), "table_bad_points", "Amurru"),
        ("x" * 300_000, "too_large", "1 MB"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(text, code, named):
    with pytest.raises(DocumentError) as refused:
        read_old_table(text, club().players)
    assert refused.value.code == code
    assert named in error(refused.value)


def test_the_command_says_who_differs_and_writes_the_options(tmp_path, capsys):
    path = tmp_path / "table.txt"
    path.write_text(TABLE)
    arguments = ["find_options", str(CLUB), "--table", str(path), "--without", "Verdandi"]
    assert run(arguments) == 6
    text = capsys.readouterr().out
    for named in ("5", "8", "Ninedena", "Ajax", "Isenbrink", "Verdandi", '"7/20"'):
        assert named in text
    assert run([*arguments, "--format", "json"]) == 6
    assert json.loads(capsys.readouterr().out)["options"]["bye"] == {"amount": "1/2"}
    assert run([*arguments[:-1], "Nobody"]) == 3
    assert "Nobody" in capsys.readouterr().err


def test_the_table_that_a_file_holds_is_taken_without_another(tmp_path, capsys):
    file = str(FILES / "keizerforclubs-test.s3db")
    assert run(["find_options", file, "--without", "Verdandi", "--format", "json"]) == 6
    found = json.loads(capsys.readouterr().out)
    assert len(found["equal"]) == 5
    assert run(["find_options", str(CLUB)]) == 3
    assert "--table" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "written", "where"),
    [
        ("bye.amount", "3/4", {"bye": {"amount": "3/4"}}),
        ("results.loss", "1/6", {"results": {"loss": "1/6"}}),
        ("results.win", {"points": 10}, {"results": {"win": {"points": 10}}}),
        ("values.own", 0, {"values": {"own": 0}}),
        ("values.revaluation", "previous", {"values": {"revaluation": "previous"}}),
        ("standing.ties", ["rating"], {"standing": {"ties": ["rating"]}}),
        ("absences.late_join", None, {"absences": {"late_join": None}}),
    ],
)
def test_what_was_chosen_stands_in_the_options(option, written, where):
    assert with_chosen({}, {option: written}) == where


def test_an_absence_is_chosen_by_its_kind_with_how_often_it_earns():
    chosen = with_chosen({}, {"absences.absent": "1/2", "absences.absent.times": 3})
    [kind] = chosen["absences"]["kinds"]
    assert (kind["key"], kind["tiers"]) == ("absent", [{"times": 3, "amount": "1/2"}])
    endless = with_chosen(chosen, {"absences.absent.times": None})
    assert endless["absences"]["kinds"][0]["tiers"] == [{"times": None, "amount": "1/2"}]
    for wrong in ({"absences.nothing": 1}, {"x": 1}, {"absences.absent.times": 0}):
        with pytest.raises(BadOptions):
            with_chosen({}, wrong)


def test_time_that_is_up_ends_the_search_and_it_says_so(monkeypatch):
    monkeypatch.setattr(apart, "MOST_SECONDS", -1)
    snapshot = club()
    options = make_options(KEIZER, snapshot.options)
    table = read_old_table(TABLE + LEFT, snapshot.players)
    finding = find(snapshot, options, table, told=apart._tell)
    assert not finding.is_whole
    assert finding.tried < find(snapshot, options, table).tried
