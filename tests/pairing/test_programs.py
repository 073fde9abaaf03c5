"""The files of other programs: what is read, whether the points agree, and what is named.

Where a file gives points, ours are equal; the exceptions are in `docs/other-programs.md`.
"""

import json
import re
import sqlite3
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.core.types import OVERALL, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from pairing.formats.files import read_file
from pairing.formats.programs import recognised
from pairing.formats.programs.contents import finished
from pairing.registry import rules_of
from pairing.sentences import trf_warning
from tests.programs import FILES

SEVILLA, KFC = "sevilla-report-14-players.json", "keizerforclubs-test.s3db"
GOTHA, PAPI = "opengotha-swiss.xml", "sharly-papi-export.json"
KINDS = {
    SEVILLA: "sevilla",
    KFC: "keizer-for-clubs",
    GOTHA: "opengotha",
    PAPI: "papi",
    "keizerforclubs-as-pasted.txt": "table",
    "keizerforclubs-as-document.json": "document",
    "tornelo-keizer.trf": "trf",
    "lichess-swiss.trf": "trf",
    "dutch_2025_C5.trf": "trf",
    "opengotha-no-ties.h9": "h9",
    "opengotha-ties-leave-place-blank.h9": "h9",
}


def read(data, system=None):
    """The competition in the bytes of another program's file, and what was told."""
    told = []
    kind = recognised.kind_of(data)
    return finished(recognised.reader_of(kind)(data), told.append, system), told


def points_of(snapshot):
    rows = rules_of(snapshot).standings(snapshot, OVERALL)
    return {row.player: Fraction(row.points) for row in rows}


def by_name(snapshot):
    names = {player.id: player.name for player in snapshot.players}
    return {names[player]: points for player, points in points_of(snapshot).items()}


def said(told):
    return "\n".join(map(trf_warning, told))


@pytest.mark.parametrize(("file", "kind"), KINDS.items())
def test_a_file_is_known_by_what_is_in_it(file, kind, tmp_path):
    data = (FILES / file).read_bytes()
    assert recognised.kind_of(data) == kind
    renamed = tmp_path / "bestand.download"
    renamed.write_bytes(data)
    snapshot = read_file(renamed, trf_system="fide-dutch", needs_rounds=False)
    snapshot = replace(snapshot, name=snapshot.name or "Naamloos")
    assert write_document(read_document(write_document(snapshot))) == write_document(snapshot)


def test_the_points_of_a_sevilla_report_are_equal_for_everybody():
    report = json.loads((FILES / SEVILLA).read_text())
    last = report["GroupReport"][0]["Ranking"][-1]["Player"]
    snapshot, told = read((FILES / SEVILLA).read_bytes())
    ours = points_of(snapshot)
    assert [ours[str(row["ID"])] for row in last] == [Fraction(row["Score"]) for row in last]
    assert not any(one.code == "points_differ" for one in told)
    assert "the points of all 14 players here are equal to those in the file" in said(told)
    assert "ratings are those of the start" in said(told)
    assert snapshot.name == "Jeugdkampioenschap"
    assert [evening.date for evening in snapshot.evenings] == ["2025-10-09"] * 2
    assert (snapshot.players[0].name, snapshot.players[0].rating) == ("Speler 03", 1500)


def sevilla(games, absences, players, *, values=(1,), scores=None):
    """A small report as switch files have it: (white, black, result), (player, reason, score)."""
    rows = [
        {
            "ID": number,
            "Name": f"Speler {number}",
            "IRtg": 2000 - number,
            "Score": (scores or {}).get(number, 0),
            "Value": values[(number - 1) % len(values)],
        }
        for number in range(1, players + 1)
    ]
    return {
        "ID": 1,
        "Name": "A",
        "Ranking": [{"Round": 1, "Date": "13/10/2025", "Player": rows}],
        "RoundHist": [
            {
                "ID": 1,
                "Date": "13/10/2025",
                "Game": [
                    {"Round": 1, "WhiteNr": white, "BlackNr": black, "Res": result}
                    for white, black, result in games
                ],
                "Abs": [{"PlayerNr": number, "Reason": why} for number, why, _score in absences],
            }
        ],
        "History": [
            {
                "Round": 1,
                "Player": [
                    {"ID": number, "Abs": [{"Round": 1, "Reason": why, "Score": score}]}
                    for number, why, score in absences
                ],
            }
        ],
    }


def as_report(*groups):
    return json.dumps({"Name": "Club", "GroupReport": groups}).encode()


def test_absences_forfeits_and_open_games_of_sevilla_are_what_they_are():
    absences = [
        (7, "Pairing alloc bye", 1),
        (8, "Abs with msg", 0),
        (9, "Abs no msg", 0),
        (10, "Extern", 0),
        (11, "arbiter", 0.5),
    ]
    games = [(1, 2, "1-0R"), (3, 4, "..."), (5, 6, "½-½")]
    scores = {1: 1, 5: 0.5, 6: 0.5, 7: 1, 11: 0.5}
    snapshot, told = read(as_report(sevilla(games, absences, 11, scores=scores)))
    [evening] = snapshot.evenings
    assert [game.result for game in evening.rounds[0].games] == [
        Result.WHITE_WINS_FORFEIT,
        Result.UNFINISHED,
        Result.DRAW,
    ]
    assert dict(evening.rounds[0].unplayed) == {
        "7": Unplayed.BYE,
        "9": Unplayed.NO_NOTICE,
        "10": Unplayed.EXTERNAL,
        "11": Unplayed.HALF_POINT_BYE,
    }
    assert not any(one.code == "points_differ" for one in told)
    assert "arbiter" in said(told)


def test_groups_of_sevilla_are_groups_and_a_keizer_is_told_to_have_no_settings():
    group = sevilla([(1, 2, "1-0")], [], 2, values=(30, 29), scores={1: 44})
    other = {**group, "ID": 2, "Name": "Groep B / oost"}
    snapshot, told = read(as_report(group, other))
    assert (snapshot.system, {player.group for player in snapshot.players}) == (
        "keizer",
        {"A", "Groep-B-oost"},
    )
    assert len(snapshot.evenings[0].rounds[0].games) == 2
    assert any(one.code == "settings_not_there" for one in told)


#: The table that KeizerForClubs shows, of those who have not left (switch of a whole club).
KEIZER = {
    "Amurru": "37.5",
    "Achill": "23.5",
    "Hermes": "23.2",
    "Ninedena": "23.15",
    "Helena": "22.45",
    "Inanna": "18.5",
    "Ajax": "10.3",
    "Isenbrink": "9",
}


def test_a_keizer_for_clubs_database_comes_in_with_its_settings_and_says_what_differs():
    snapshot, told = read((FILES / KFC).read_bytes())
    assert snapshot.system == "keizer"
    assert snapshot.options == {
        "values": {"first": 10, "revaluation": "previous"},
        "absences": {
            "kinds": [
                {"key": "absent", "tiers": [{"times": None, "amount": "7/20"}]},
                {"key": "external", "tiers": [{"times": None, "amount": "7/10"}]},
                {"key": "no_notice", "tiers": [{"times": None, "amount": "1/20"}]},
            ]
        },
        "bye": {"amount": "1/2"},
        "meeting": {"gap": 4},
    }
    assert sum(len(evening.rounds[0].games) for evening in snapshot.evenings) == 18
    kinds = Counter(
        kind for evening in snapshot.evenings for kind in evening.rounds[0].unplayed.values()
    )
    assert kinds == {Unplayed.BYE: 3, Unplayed.NO_NOTICE: 1, Unplayed.EXTERNAL: 1}
    assert next(p for p in snapshot.players if p.name == "Verdandi").left == 4
    words = said(told)
    for named in ("Verdandi", "75 %", "RatingWDelta", "Pts_W"):
        assert named in words
    differs = {
        one.facts["player"]: Fraction(one.facts["found"]) for one in told if "ours" in one.facts
    }
    # Helena was away without notice once, which is an option here too.
    others = {name: Fraction(points) for name, points in KEIZER.items() if name != "Helena"}
    assert differs == {**others, "Verdandi": 0}


def test_with_who_has_left_taken_out_the_arithmetic_is_that_of_keizer_for_clubs():
    """Games against her are played elsewhere: 70 % of one's own value there, and 75 % of it in
    KeizerForClubs; who stayed away without notice has 5 % of it there and here."""
    snapshot, _told = read((FILES / KFC).read_bytes())
    gone = next(player.id for player in snapshot.players if player.name == "Verdandi")
    evenings = []
    for evening in snapshot.evenings:
        [round_] = evening.rounds
        met = {g.opponent(gone): Unplayed.EXTERNAL for g in round_.games if gone in g.players}
        games = tuple(game for game in round_.games if gone not in game.players)
        games = tuple(replace(game, board=n) for n, game in enumerate(games, start=1))
        unplayed = {one: kind for one, kind in round_.unplayed.items() if one != gone}
        evenings.append(
            replace(evening, rounds=(replace(round_, games=games, unplayed=unplayed | met),))
        )
    players = [player for player in snapshot.players if player.id != gone]
    players = [replace(player, start=start) for start, player in enumerate(players, start=1)]
    without = replace(snapshot, players=tuple(players), evenings=tuple(evenings))
    ours = by_name(without)
    equal = {name for name, points in KEIZER.items() if ours[name] == Fraction(points)}
    assert equal == {"Amurru", "Achill", "Hermes", "Helena", "Inanna"}
    assert ours["Ninedena"] == Fraction(KEIZER["Ninedena"]) - Fraction("0.35")
    assert ours["Ajax"] == Fraction(KEIZER["Ajax"]) - Fraction("0.15")
    assert ours["Isenbrink"] == Fraction(KEIZER["Isenbrink"]) + Fraction("2.8")


def test_an_opengotha_tournament_comes_in_whole():
    text = (FILES / GOTHA).read_text()
    snapshot, told = read(text.encode())
    assert (snapshot.name, snapshot.game) == ("Championnat des Vieux Dragons", "go")
    games = [game for evening in snapshot.evenings for game in evening.rounds[0].games]
    assert (len(snapshot.players), len(games)) == (32, 112)
    # The file gives no points: wins counted out of its text.
    winners = re.findall(r'blackPlayer="(\w+)".*RESULT_BLACKWINS', text)
    wins = Counter(winners)
    ours = {name.replace(", ", "").upper(): points for name, points in by_name(snapshot).items()}
    assert {name: points for name, points in ours.items() if points} == wins
    assert "PlacementCriterion" in said(told)
    assert [snapshot.evenings[at].date for at in (0, -1)] == ["2020-12-22", "2021-01-07"]


def test_a_go_game_by_default_a_bye_and_a_handicap_are_read_or_named():
    text = """<?xml version="1.0"?><Tournament dataVersion="201"><Players>
<Player name="A" firstName="B" rank="3K" rating="-120" egfPin="12345678" participating="111"/>
<Player name="C" firstName="D" rank="4K" rating="1800" participating="111"/>
<Player name="E" firstName="F" rank="4K" rating="1700" participating="111"/></Players><Games>
<Game roundNumber="1" tableNumber="1" whitePlayer="AB" blackPlayer="CD" handicap="2"
 knownColor="false" result="RESULT_WHITEWINS_BYDEF"/></Games>
<ByePlayers><ByePlayer player="EF" roundNumber="1"/></ByePlayers></Tournament>"""
    snapshot, told = read(text.encode())
    round_ = snapshot.evenings[0].rounds[0]
    assert round_.games[0].result is Result.WHITE_WINS_FORFEIT
    assert round_.bye == "3"
    for named in ("-120", "handicap 2"):
        assert named in said(told)
    assert any(one.code == "colour_not_known" for one in told)


def test_a_papi_tournament_comes_in_whole():
    data = (FILES / PAPI).read_bytes()
    snapshot, told = read(data)
    cells = json.loads(data)["players"]
    worth = {1: Fraction(0), 2: Fraction(1, 2), 3: Fraction(1)}
    ours = points_of(snapshot)
    assert [ours[str(n)] for n in range(1, 17)] == [
        sum(worth[cell["result"]] for cell in player["rounds"].values()) for player in cells
    ]
    assert "refFFE" in said(told)


def test_byes_and_forfeits_of_papi_are_what_they_are():
    codes = ([(1, 6), (0, 4)], [(-1, 3)], [(None, 2)], [(None, 0)], [(6, 5), (5, 5)])
    flat = [cell for pair in codes for cell in pair]
    players = [
        {
            "lastName": f"P{number}",
            "elo": 1500,
            "rounds": {"1": {"opponent": opponent, "result": result, "color": "BN"[number % 2]}},
        }
        for number, (opponent, result) in enumerate(flat)
    ]
    data = json.dumps({"variables": {"name": "T", "rounds": "3"}, "players": players}).encode()
    snapshot, _told = read(data)
    round_ = snapshot.evenings[0].rounds[0]
    assert [game.result for game in round_.games] == [
        Result.WHITE_WINS_FORFEIT,
        Result.BOTH_LOSE_FORFEIT,
    ]
    assert dict(round_.unplayed) == {"3": Unplayed.BYE, "4": Unplayed.HALF_POINT_BYE}


@pytest.mark.parametrize("file", ["opengotha-no-ties.h9", "opengotha-ties-leave-place-blank.h9"])
def test_the_wins_in_an_h9_of_opengotha_are_ours(file):
    snapshot = read_file(FILES / file, needs_rounds=False)
    text = (FILES / file).read_text()
    rows = [line.split() for line in text.splitlines() if "Speler" in line]
    wins = [next(int(w) for w in row[3:] if w.isdigit()) for row in rows]
    ours = points_of(snapshot)
    assert [ours[str(number)] for number in range(1, len(rows) + 1)] == wins


def with_key(value, key="bazinga"):
    """JSON with another key in each of its objects."""
    if isinstance(value, list):
        return [with_key(one, f"{key}_of") for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: "4711",
        **{name: with_key(inner, f"bazinga_{name}") for name, inner in value.items()},
    }


@pytest.mark.parametrize(
    ("file", "keys"),
    [
        (SEVILLA, ("bazinga", "bazinga_GroupReport_of", "bazinga_Player_of", "bazinga_Game_of")),
        (PAPI, ("bazinga", "bazinga_variables", "bazinga_players_of", "bazinga_rounds")),
    ],
)
def test_of_json_every_key_too_many_is_named(file, keys):
    report = with_key(json.loads((FILES / file).read_text()))
    words = said(read(json.dumps(report).encode())[1])
    assert [key for key in keys if key not in words] == []


def test_of_a_database_every_table_and_column_too_many_is_named(tmp_path):
    path = tmp_path / "club.s3db"
    path.write_bytes((FILES / KFC).read_bytes())
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE Bazinga (id); ALTER TABLE Player ADD COLUMN Kleur;"
        "ALTER TABLE Pairing ADD COLUMN Tafel; INSERT INTO ConfigTab VALUES ('BONUS.X', NULL, 1);"
        "INSERT INTO Pairing (Rnd, board, PID_W, PID_B, Result) VALUES (5, 103, 6, -1, 44);"
    )
    connection.close()
    words = said(read(path.read_bytes())[1])
    for named in ("Bazinga", "Kleur", "Tafel", "BONUS.X", "Result 44"):
        assert named in words


def test_of_xml_every_element_and_attribute_too_many_is_named():
    text = (FILES / GOTHA).read_text()
    text = text.replace("<Player ", '<Player kleur="x" ').replace("<Game ", '<Game tafel="x" ')
    words = said(read(text.replace("</Players>", "<Bazinga/></Players>").encode())[1])
    for named in ("kleur", "tafel", "Bazinga"):
        assert named in words
