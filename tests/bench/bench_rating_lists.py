"""What does FIDE's list of the whole world cost, in CPU time and memory? Made up, 800 MB unpacked.

`python -m tests.bench.bench_rating_lists`. The zip is written piece by piece to a file that goes
afterwards; the list is read in a process of its own, whose memory is measured.
"""

import random
import subprocess
import sys
import zipfile
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory

from pairing.formats.rating_lists.listed import Wanted, wanted_keys
from pairing.formats.rating_lists.reading import read_list
from tests.bench.clock import calibration_ms

ROOT = Path(__file__).parents[2]
PLAYERS, MEMBERS, FIRST = 1_600_000, 300, 1_000_000
STEMS = "an be bo ca da de el er fa ga ha is jo ka la le ma na ol pa ro sa ta va wi yo ze".split()
PLAYER = """<player>
<fideid>{number}</fideid>
<name>{name}</name>
<country>{country}</country>
<sex>M</sex>
<title></title>
<w_title></w_title>
<o_title></o_title>
<foa_title></foa_title>
<rating>{rating}</rating>
<games>0</games>
<k>20</k>
<rapid_rating>{rapid}</rapid_rating>
<rapid_games>0</rapid_games>
<rapid_k>20</rapid_k>
<blitz_rating>{blitz}</blitz_rating>
<blitz_games>0</blitz_games>
<blitz_k>20</blitz_k>
<birthday>{year}</birthday>
<flag></flag>
<federation_of_first_registration>{country}</federation_of_first_registration>
</player>
"""


def main(write=sys.stdout.write):
    """Print the figures."""
    write(f"calibration loop  {calibration_ms():.1f} ms CPU\n")
    with TemporaryDirectory() as name:
        packed = Path(name) / "players_list_xml.zip"
        unpacked = write_world(packed)
        command = (sys.executable, "-m", "tests.bench.bench_rating_lists", str(packed))
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        spent, memory, found = told.stdout.split()
        write(f"FIDE's list as XML, {PLAYERS:,} players  {spent} ms CPU\n")
        size = packed.stat().st_size
        write(f"{size >> 20} MB, unpacked {unpacked >> 20}: {memory} MB of memory, {found} found\n")


def write_world(path):
    """Write the list as a zip; how many bytes it unpacks to."""
    chance, unpacked = random.Random(1), 0
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed,
        packed.open("players_list_xml.xml", "w", force_zip64=True) as file,
    ):
        unpacked += file.write(b'<?xml version="1.0" encoding="utf-8"?>\n<playerslist>\n')
        for number in range(FIRST, FIRST + PLAYERS):
            unpacked += file.write(player(number, chance).encode())
        unpacked += file.write(b"</playerslist>\n")
    return unpacked


def player(number, chance):
    """One of them."""
    rating = chance.choice((0, chance.randint(1400, 2400)))
    return PLAYER.format(
        number=number,
        name=made_name(chance),
        country=chance.choice(("NED", "TUR", "BEL", "GER", "IND", "ESP", "FRA", "RUS")),
        rating=rating,
        rapid=rating and rating - chance.randint(0, 90),
        blitz=rating and rating - chance.randint(0, 90),
        year=chance.randint(1930, 2020),
    )


def made_name(chance):
    """Surname and given name."""
    return ", ".join("".join(chance.choices(STEMS, k=4)).title() for _part in "ab")


def read(path):
    """Read the list for a club of 300 members: CPU time, memory and how many were found."""
    numbers = frozenset(str(FIRST + one * (PLAYERS // MEMBERS)) for one in range(MEMBERS))
    chance = random.Random(2)
    names = (made_name(chance) for _member in range(MEMBERS))
    wanted = Wanted(numbers, frozenset(key for name in names for key in wanted_keys(name)))
    with open(path, "rb") as file:
        found = read_list(file, path, wanted)
    usage = getrusage(RUSAGE_SELF)
    spent = 1000 * (usage.ru_utime + usage.ru_stime)
    sys.stdout.write(f"{spent:.0f} {usage.ru_maxrss >> 10} {len(found.players)}\n")


if __name__ == "__main__":
    read(sys.argv[1]) if sys.argv[1:] else main()
