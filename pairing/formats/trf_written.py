"""How is a competition written as a TRF file: a new one, or one that was read again?

Of one that was read all that has not changed stays as it was, byte for byte.
"""

from pairing.core.types import Snapshot
from pairing.formats.trf import TrfFile
from pairing.formats.trf_again import numbers_again, written_again
from pairing.formats.trf_errors import Warn, in_silence
from pairing.formats.trf_report import Edition, Purpose, Report
from pairing.formats.trf_text import LATIN_1, encoded


def write_trf(
    snapshot: Snapshot,
    edition: Edition = "16",
    source: TrfFile | None = None,
    *,
    purpose: Purpose = "pairing",
    warn: Warn = in_silence,
) -> bytes:
    """The competition as a TRF file: a new one (lines ended by LF), or `source` again.

    A new one is Latin-1, as most programs take a TRF to be, or UTF-8 where a name has letters
    that Latin-1 has not: the definition names no encoding.

    The pairing numbers are the players' ids if all are numbers up to 9999, else their start
    numbers. Of `source` every line that still says the same stays; lines that it had not are of
    `edition`. What the format has no place for (clubs, evenings, boards, ...) is left out; a
    game that is not finished is written as a draw, a name of more than 33 characters is cut, and
    `warn` is told so. A file of 2016 has the whole head (062-092 too) for `purpose` "rating", and
    no rating report is written while a game is open. TrfError: a pairing number does not fit, a
    board is fixed in the round to be paired, or a game is open.
    """
    if source is not None:
        report = Report(snapshot, warn, numbers_again(snapshot, source), purpose)
        return written_again(report, source, edition)
    lines = Report(snapshot, warn, purpose=purpose).lines(edition)
    return encoded("".join(f"{line}\n" for line in lines), LATIN_1)
