"""Reads the files for federations as their officers would, from the forms' descriptions alone.

Nothing of `pairing` is used: what the writers and the program's own readers have in common cannot
hide here. Every reader gives the names by number and the games as a set of (white, black, score of
White, by forfeit): names, and points in halves or "-" where nobody has any.
"""

import csv
import io
import re
from dataclasses import dataclass, field


@dataclass
class Report:
    """What is in a file."""

    heads: dict[str, str] = field(default_factory=dict)
    players: dict[str, dict[str, str]] = field(default_factory=dict)
    games: list[tuple[str, str, str, bool]] = field(default_factory=list)

    def told(self):
        """The games by name, sorted: a file may have them in any order."""
        names = {number: one["name"] for number, one in self.players.items()}
        return sorted((names[one], names[two], score, off) for one, two, score, off in self.games)


# England ------------------------------------------------------------------------------------

_PAIRS = {"10": "2", "55": "1", "01": "0", "1d": "2", "d1": "0", "dd": "-"}


def read_ecf(data):
    """Fields "#NAME=value"; "#" begins one, the first "=" ends its name, case does not matter."""
    report, player, game, part = Report(), {}, {}, ""
    for one in data.decode("utf-8").split("#")[1:]:
        name, _equals, value = one.partition("=")
        name, value = re.sub(r"\s+", " ", name.strip().upper()), value.strip()
        if name in ("EVENT DETAILS", "PLAYER LIST", "SECTION RESULTS", "FINISH"):
            part = name
        elif part == "EVENT DETAILS":
            assert name not in report.heads
            report.heads[name] = value
        elif name == "PIN":
            assert value not in report.players
            assert value != "0"
            player = report.players[value] = {}
        elif part == "PLAYER LIST":
            player[name.lower()] = value
        elif name == "PIN1":
            game = {name: value}
        elif name in ("SCORE", "PIN2", "ROUND", "GAME DATE", "COLOUR"):
            game[name] = value
            if name == "COLOUR":  # the last of a game, as it is written
                _take_english(report, game)
    assert part == "FINISH"
    return report


def _take_english(report, game):
    one, two, score = game["PIN1"], game["PIN2"], game["SCORE"]
    assert {one, two} <= report.players.keys()
    assert one != two
    days = [report.heads["EVENT DATE"], game["GAME DATE"], report.heads["FINAL RESULT DATE"]]
    turned = ["".join(reversed(re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", d).groups())) for d in days]
    assert turned == sorted(turned)
    half = _PAIRS[score]
    if game["COLOUR"] == "black":
        one, two, half = two, one, {"2": "0", "0": "2"}.get(half, half)
    report.games.append((one, two, half, "d" in score))


# Germany ------------------------------------------------------------------------------------

_GERMAN = {"1": 2, "½": 1, "0": 0}


def read_german(data):
    """A table of progress: the opponent's number, "w" or "s", and the result of each round."""
    assert data.startswith(b"\xef\xbb\xbf")
    lines = data.decode("utf-8-sig").split("\r\n")
    assert lines.pop() == ""
    rows = [line.split(";") for line in lines]
    names, values = rows[0][::2] + rows[1][::2], rows[0][1::2] + rows[1][1::2]
    report = Report(dict(zip(names, values, strict=True)))
    rounds, head = rows[2], rows[3]
    assert rounds[0] == "Runde"
    assert all(re.fullmatch(r"\d\d\.\d\d\.\d{4}|", day) for day in rounds[2::2])
    first = head.index("R1") if "R1" in head else head.index("Punkte")
    cells = {}
    for row in rows[4:-1]:
        known = dict(zip(head, row, strict=True))
        report.players[row[0]] = known | {
            "name": ", ".join(filter(None, (known["Name"], known["Vorname"])))
        }
        cells[row[0]] = row[first:-1]
        assert len(cells[row[0]]) == len(rounds[1::2])
        assert known["Punkte"] == _german_points(cells[row[0]])
    for number, own in cells.items():
        for at, cell in enumerate(own):
            _take_german(report, cells, number, at, cell)
    return report


def _german_points(cells):
    halves = sum(2 if cell[-1] == "+" else _GERMAN.get(cell[-1], 0) for cell in cells)
    return f"{halves // 2}{',5' if halves % 2 else ''}"


def _take_german(report, cells, number, at, cell):
    found = re.fullmatch(r"(\d+)(?:([ws])([1½0])|([+-]))", cell)
    if not found:
        assert cell == "-"
        return
    opponent, colour, result, forfeit = found.groups()
    theirs = re.fullmatch(r"(\d+)(?:([ws])([1½0])|([+-]))", cells[opponent][at])
    assert theirs[1] == number, "both tell of the same game"
    if forfeit:
        half = {"++": None, "+-": "2", "-+": "0", "--": "-"}[forfeit + theirs[4]]
        assert half is not None
        if int(number) < int(opponent):  # of a forfeit nobody has a colour
            report.games.append((number, opponent, half, True))
        return
    assert {colour, theirs[2]} == {"w", "s"}
    assert _GERMAN[result] + _GERMAN[theirs[3]] == 2
    if colour == "w":
        report.games.append((number, opponent, str(_GERMAN[result]), False))


# European go --------------------------------------------------------------------------------

_HEADS = ("CL", "EV", "PC", "DT", "HA", "TM")


def read_egd(data):
    """A line a player: place, names, grade, country, club, criteria, a cell a round, the PIN."""
    report, rows, cells = Report(), {}, {}
    for line in data.decode("utf-8").splitlines():
        if line.startswith(";"):
            if head := re.match(r"; ([A-Z]{2})\[(.*)\]$", line):
                report.heads[head[1]] = head[2]
            continue
        line, _bar, pin = line.partition(" |")
        assert re.fullmatch(r"(\d{8})?", pin)
        words = line.split()
        number, surname, given, grade, country, club = words[:6]
        assert re.fullmatch(r"\d{1,2}[kdpKDP]|-", grade)
        assert re.fullmatch(r"[A-Z]{2}", country)
        assert len(club) <= 4
        rest = words[6:]
        first = next((at for at, one in enumerate(rest) if re.search(r"[+=?-]|/|!", one)), None)
        rows[number] = words
        cells[number] = rest[first:] if first is not None else []
        name = f"{surname}, {given}".replace("_", " ")
        report.players[number] = {"name": name, "pin": pin, "country": country, "grade": grade}
    assert [*report.heads] == [one for one in _HEADS if one in report.heads]
    assert len({len(own) for own in cells.values()}) <= 1, "as many cells in each line"
    for number, own in cells.items():
        for at, cell in enumerate(own):
            _take_go(report, cells, number, at, cell)
    return report


def _take_go(report, cells, number, at, cell):
    opponent, sign, kind, colour = re.fullmatch(r"(\d+)([+=?-])(?:([/!])([wb])\d?)?", cell).groups()
    if opponent == "0":
        return
    theirs = cells[opponent][at]
    assert re.match(r"\d+", theirs)[0] == number, "both tell of the same game"
    halves = {"+": "2", "=": "1", "-": "0", "?": "?"}
    if colour == "w":
        both_lost = kind == "!" and sign == "-" and re.match(r"\d+-", theirs)
        report.games.append((number, opponent, "-" if both_lost else halves[sign], kind == "!"))
        assert theirs.endswith("b")


# FIDE, and the KNSB, which has its numbers in lines "NED" -------------------------------------


def read_trf_lines(data, national="NED"):
    """Columns of the lines 001 and of a federation's own: places, names, numbers, rounds."""
    report, cells = Report(), {}
    text = data.decode("utf-8") if _is_utf8(data) else data.decode("latin-1")
    for line in text.splitlines():
        tag = line[:3]
        if tag == "001":
            number = line[4:8].strip()
            report.players[number] = {
                "name": line[14:47].strip(),
                "fide": line[57:68].strip(),
                "born": line[69:79].strip(),
                "points": line[80:84].strip(),
            }
            rest = line[91:]
            cells[number] = [rest[at : at + 8] for at in range(0, len(rest), 10)]
        elif tag == national:
            report.players[line[4:8].strip()]["national"] = line[57:68].strip()
        elif tag.isdigit():
            report.heads.setdefault(tag, line[4:].strip())
    for number, own in cells.items():
        for at, cell in enumerate(own):
            _take_trf(report, cells, number, at, cell)
    return report


def _is_utf8(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _take_trf(report, cells, number, at, cell):
    opponent, colour, result = cell[:4].strip(), cell[5:6], cell[7:8]
    if opponent in ("", "0000"):
        return
    theirs = cells[opponent][at]
    assert theirs[:4].strip() == number, "both tell of the same game"
    if colour == "w":
        assert theirs[5:6] == "b"
        off = result in "+-"
        half = {"1": "2", "=": "1", "0": "0", "+": "2", "-": "0"}[result]
        if off and result == theirs[7:8] == "-":
            half = "-"
        report.games.append((number, opponent, half, off))


# The plain table ------------------------------------------------------------------------------


def read_table(data):
    """CSV with heads: who, with which numbers, and what came of it."""
    assert data.startswith(b"\xef\xbb\xbf")
    report = Report()
    for row in csv.DictReader(io.StringIO(data.decode("utf-8-sig"))):
        for side in ("white", "black"):
            name = row[f"{side}_name"]
            numbers = {key[6:]: row[key] for key in row if key.startswith(side)}
            report.players[name] = {**numbers, "name": name}
        one, two = row["white_name"], row["black_name"]
        off = row["forfeit"] == "yes"
        white, black = row["result"].split("-") if row["result"] != "1/2-1/2" else ("1/2", "1/2")
        half = "-" if off and white == black == "0" else {"1": "2", "1/2": "1", "0": "0"}[white]
        report.games.append((one, two, half, off))
    return report
