"""Is a round paired by the book? A second program pairs it too: `make verify FILE=round.json`.

The second one is the tests' transcription of the regulation, which follows its text to the letter
and shares nothing with the engine (`tests/pairing/*_reference.py`). It tries what can be tried, so
only small fields are within its reach.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import django
from django.utils.translation import override

from pairing.core.replay import Replay, before
from pairing.core.system import CannotPair
from pairing.core.types import Snapshot
from pairing.formats.document import write_document
from pairing.formats.errors import DocumentError
from pairing.formats.files import read_file
from pairing.formats.pairs import NOBODY, write_pairs
from pairing.registry import rules_of
from pairing.sentences import error
from tests.pairing import attacalc_reference
from tests.pairing.reference_positions import NO_PAIRING, reference_answer

#: How many players each transcription pairs within seconds, as a rule.
REACH = {
    "attacalc": 100,
    "fide-dutch": 16,
    "knsb-rating": 40,
    "knsb-rating-1996": 20,
    "fide-rating-1998": 20,
    "knsb-resistance": 60,
}


def main(arguments: list[str] | None = None) -> int:
    """0: both programs pair every round that was asked for in the same way; else 1."""
    parser = ArgumentParser(prog="make verify", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", help="of a TRF file, which does not say it")
    parser.add_argument("--rounds", type=int, default=1, help="how many, the last ones; 0: all")
    asked = parser.parse_args(arguments)
    try:
        snapshot = read_file(asked.file, asked.system, needs_rounds=False)
    except (DocumentError, OSError) as refused:
        return say(f"{asked.file}: {error_text(refused)}", 1)
    if asked.system:
        snapshot = replace(snapshot, system=asked.system)
    rounds = [*to_verify(snapshot)]
    if not rounds:
        return say(f"{asked.file}: no round in it", 1)
    return max(verify(*one) for one in rounds[-asked.rounds :])


def to_verify(snapshot: Snapshot) -> Iterator[tuple[str, Snapshot, Replay | None]]:
    """Each round's name, what it was paired from, and those on record as they are there."""
    recorded = [*snapshot.record()]
    for number, played in enumerate(recorded, start=1):
        yield f"round {number}", before(snapshot, played), Replay(number, played)
    if snapshot.to_pair() is not None:
        yield f"round {len(recorded) + 1}", snapshot, None


def verify(name: str, snapshot: Snapshot, recorded: Replay | None) -> int:
    """Have both pair a round, and say how that went."""
    to_pair = snapshot.to_pair()
    size = len(to_pair.round.taking_part()) if to_pair else 0
    reach = REACH.get(snapshot.system, 0)
    name = f"{name}, {snapshot.system}, {size} players"
    if size > reach:
        return say(f"{name}: too large, the transcription pairs at most {reach}", 1)
    try:
        proposal = rules_of(snapshot).pair(snapshot)
        engine = write_pairs(proposal)
    except CannotPair:
        proposal, engine = None, NO_PAIRING
    transcription = transcribed(snapshot)
    if engine != transcription:
        return say(
            f"{name}: DIFFERS\nmanage.py pair:\n{engine}\ntranscription:\n{transcription}", 1
        )
    stands = ""
    if recorded is not None and replace(recorded, proposal=proposal).differs:
        stands = ", not as on record: changed by hand, paired elsewhere or corrected since"
    return say(f"{name}: the same by both programs{stands}\n{engine}", 0)


def transcribed(snapshot: Snapshot) -> str:
    """What the transcription pairs, as `manage.py pair` writes it."""
    if snapshot.system == "attacalc":
        try:
            answer = attacalc_reference.reference_pair(json.loads(write_document(snapshot)))[:2]
        except attacalc_reference.ReferenceCannotPair:
            return NO_PAIRING
        ids = {player.id: player.id for player in snapshot.players}
    else:
        answer = reference_answer(snapshot)
        if answer == NO_PAIRING:
            return NO_PAIRING
        ids = {player.start: player.id for player in snapshot.players}
    pairs, bye = answer
    lines = [f"{ids[white]} {ids[black]}" for white, black in pairs]
    lines += [f"{ids[bye]} {NOBODY}"] if bye else []
    return "".join(f"{line}\n" for line in (len(lines), *lines))


def error_text(refused: Exception) -> str:
    """Why a file is refused."""
    with override("en"):
        return error(refused) if isinstance(refused, DocumentError) else str(refused)


def say(text: str, status: int) -> int:
    """Print a text; the status."""
    print(text.rstrip())  # noqa: T201
    return status


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubcomp.settings")
    django.setup()
    sys.exit(main())
