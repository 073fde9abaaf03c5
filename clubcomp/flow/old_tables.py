"""Under which options does a competition show the table of the club's old program?

The search is made in a process of its own, within a counted budget, and one at a time: it is asked
for once, when a club switches. Nothing is stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.models import Competition
from clubcomp.snapshots import whole_snapshot
from pairing.core.types import PlayerId
from pairing.formats.errors import DocumentError
from pairing.old_table.apart import KEIZER, Found, find_apart, of_own_rules
from pairing.old_table.pasted import read_old_table
from pairing.sentences import error

_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class Searched:
    """What was found, the names of the players, and how many decimals the old table shows.

    `is_own`: whether the options are of the competition's own system.
    """

    found: Found
    names: dict[PlayerId, str]
    decimals: int
    is_own: bool


def search_options(
    competition: Competition, text: str, left_out: Sequence[PlayerId] = ()
) -> Searched:
    """Search the options for a pasted table. StepError: it is none, names somebody who is not in
    the competition, or another search is running."""
    snapshot = whole_snapshot(competition)
    names = {player.id: player.name for player in snapshot.players}
    if not any(snapshot.record()):
        raise StepError(
            _("Nothing has been played here yet: bring in the games of the old table first.")
        )
    snapshot = of_own_rules(snapshot)
    if not _one_at_a_time.acquire(blocking=False):
        raise StepError(_("Somebody else is searching now. Try again in half a minute."))
    try:
        table = read_old_table(text, snapshot.players)
        known = [player for player in left_out if player in names]
        found = find_apart(snapshot, table, known)
    except DocumentError as refused:
        sentence = error(refused)
        raise StepError("%(why)s", why=sentence) from None
    finally:
        _one_at_a_time.release()
    return Searched(found, names, table.decimals, competition.system == KEIZER)
