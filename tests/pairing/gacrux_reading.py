"""What does gacrux say of a TRF file? Read in process.

gacrux (MIT) is the program behind the tie-break server of FIDE's technical commission.
"""

from dataclasses import dataclass
from fractions import Fraction

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from pairing.formats.trf_text import decoded

#: As gacrux takes a file when nobody names another encoding.
USUAL_ENCODING = "latin1"


@dataclass(frozen=True)
class Line:
    """A player's line: points and rank as the file has them, the tie-breaks as gacrux counts."""

    points: Fraction
    rank: int
    place: int
    values: tuple[Fraction | None, ...]


def read(data: bytes, encoding: str = USUAL_ENCODING) -> trf2json:
    """The file; AssertionError when gacrux has anything to say about it."""
    found = trf2json()
    found.parse_file(data.decode(encoding), False)
    status = found.chessjson["status"]
    assert (status["code"], status["error"]) == (0, []), status
    return found


def lines(
    data: bytes,
    tie_breaks: tuple[str, ...] = (),
    encoding: str = USUAL_ENCODING,
    *,
    by_number: bool = False,
) -> dict[int, Line]:
    """Every player by number, after the rounds that were played.

    `place` is gacrux's own by points and `tie_breaks` (its codes); level ones share it, or
    `by_number` stand by their numbers.
    """
    tournament = read(data, encoding).get_tournament(1)
    last = ("TPN",) if by_number else ()
    wanted = ["PTS", *tie_breaks, *last]
    said = {one["cid"]: dict(one) for one in tournament["competitors"]}
    is_rr = tournament.get("format") == "roundrobin"
    asked = {"tiebreak": wanted, "swiss": not is_rr, "is_rr": is_rr, "check": False}
    counted = tiebreak(tournament, tournament["currentRound"], asked)
    return {
        one["cid"]: Line(
            Fraction(str(said[one["cid"]]["gamePoints"])),
            said[one["cid"]]["rank"],
            one["rank"],
            tuple(map(_number, one["tiebreakScore"][: 1 + len(tie_breaks)])),
        )
        for one in counted.compute_tiebreaks(tournament, asked)["competitors"]
    }


def checked(write):
    """`write_trf`, where gacrux reads each file that is written and finds the same points."""

    def write_and_read(snapshot, edition="16", *arguments, **options):
        data = write(snapshot, edition, *arguments, **options)
        knows_worth_of_bye = edition == "26" or str(snapshot.options.get("bye", 1)) == "1"
        if knows_worth_of_bye:
            text, encoding = decoded(data)
            said = {line[:3]: line[4:] for line in text.splitlines()}
            named = said["202"].split(",") if "202" in said else []
            by_number = said.get("212", "").endswith("TPN")
            found = lines(data, tuple(named), encoding, by_number=by_number)
            assert all(line.points == line.values[0] for line in found.values())
            if edition == "26" and not arguments and not {"###", "XXC"} & {*said}:
                assert all(line.place == line.rank for line in found.values())
        return data

    return write_and_read


def _number(value: object) -> Fraction | None:
    return None if value is None else Fraction(str(value))
