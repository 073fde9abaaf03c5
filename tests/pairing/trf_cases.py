"""How do tests of the Swiss engines get a snapshot? From a TRF16 file, read without any checks."""

from itertools import combinations
from pathlib import Path

from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed

_RESULTS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "+": "1-0F", "-": "0-1F"}
_BYES = {
    "U": Unplayed.BYE,
    "H": Unplayed.HALF_POINT_BYE,
    "F": Unplayed.FULL_POINT_BYE,
}


def read_trf(path):
    """The snapshot of a file: its last round, to be paired, holds everybody without a column."""
    lines = Path(path).read_text("utf-8").splitlines()
    rounds, colour, rows = 0, "white", []
    bye, forbidden, virtual = {}, [], {}
    for line in lines:
        if line.startswith("XXR"):
            rounds = int(line[3:])
        elif line.startswith("XXC"):
            colour = line.split()[1].removesuffix("1")
        elif line.startswith("001"):
            rows.append(line)
        elif line.startswith("BBU"):
            bye = {"bye": {"0.5": "1/2", "1.0": 1}[line.split()[1]]}
        elif line.startswith("XXP"):
            forbidden += combinations(line.split()[1:], 2)
        elif line.startswith("XXA"):
            _, number, *points = line.split()
            virtual[number] = tuple(int(2 * float(one)) for one in points)
    players, columns = [], {}
    for line in rows:
        number = int(line[4:8])
        players.append(
            Player(
                str(number),
                number,
                line[14:47].strip(),
                rating=int(line[48:52] or 0),
                title=line[10:13].strip(),
            )
        )
        text = line[91:]
        columns[str(number)] = [text[at : at + 8].split() for at in range(0, len(text) - 2, 10)]
    # The next round is the first in which somebody has no column; a column in it takes out.
    played = max(
        (
            n + 1
            for row in columns.values()
            for n, one in enumerate(row)
            if one and one[0] != "0000"
        ),
        default=0,
    )
    made = tuple(_round(columns, number, present=False) for number in range(played))
    return Snapshot(
        name=lines[0][4:],
        system="knsb-rating",
        tempos=(Tempo("long"),),
        players=tuple(players),
        evenings=(Evening("long", (*made, _round(columns, played, present=True))),),
        forbidden_pairs=tuple(forbidden),
        options={"rounds": rounds, "initial_colour": colour} | bye,
        virtual_points=virtual,
    )


def _round(columns, number, present):
    games, named, there = [], {}, []
    for player, row in columns.items():
        if number >= len(row) or not row[number]:
            there.append(player)
            continue
        opponent, colour, result = row[number]
        if result in _BYES:
            named[player] = _BYES[result]
        elif opponent != "0000" and colour == "w":
            other = columns[opponent][number][2]
            text = "0-0F" if result == other == "-" else _RESULTS[result]
            games.append(Game(len(games) + 1, player, opponent, Result.parse(text)))
    return Round(
        games=tuple(games),
        unplayed=named,
        present=tuple(there) if present else None,
    )
