"""Under which options does a competition show the table of the club's old program?

The search is made in a process of its own, within a counted budget, and one at a time: it is asked
for once, when a club switches. What came of the last few is kept in memory, and nothing is stored.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Event, Lock, Thread
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.models import Competition
from clubcomp.snapshots import whole_snapshot
from pairing.core.system import BadOptions
from pairing.core.types import PlayerId, Snapshot
from pairing.formats.errors import DocumentError
from pairing.old_table.apart import KEIZER, Found, find_apart, of_own_rules
from pairing.old_table.chosen import with_chosen
from pairing.old_table.earned import OldTable
from pairing.old_table.pasted import read_old_table
from pairing.sentences import error

#: How long somebody waits before they are shown how far it is, in seconds.
PATIENCE = 2.0
_MOST_KEPT = 8

_one_at_a_time = Lock()
_searches: "dict[str, Search]" = {}


@dataclass(frozen=True, slots=True)
class Searched:
    """What was found, the names of the players, and how many decimals the old table shows.

    `is_own`: whether the options are of the competition's own system.
    """

    found: Found
    names: Mapping[PlayerId, str]
    decimals: int
    is_own: bool


@dataclass(slots=True)
class Search:
    """A search under way, or over: what was pasted, who is left out, and how much of it is done.

    `share` of all there is to try.
    """

    key: str
    competition: int
    text: str
    left_out: Sequence[PlayerId]
    share: Fraction = Fraction(0)
    searched: Searched | None = None
    refused: DocumentError | None = None
    over: Event = field(default_factory=Event)

    def tell(self, hundredths: int) -> None:
        """How much is done by now."""
        self.share = Fraction(hundredths, 100)

    @property
    def hundredths(self) -> int:
        """For a bar."""
        return int(100 * self.share)

    def answer(self) -> Searched:
        """What was found; StepError where nothing could be."""
        if self.searched is None:
            why = error(self.refused) if self.refused else _("The search broke off. Search again.")
            raise StepError("%(why)s", why=why)
        return self.searched


def search_options(
    competition: Competition, text: str, left_out: Sequence[PlayerId] = ()
) -> Search:
    """Search the options for a pasted table, and wait for a moment. StepError: it is none, names
    somebody who is not in the competition, or another search is running."""
    snapshot = whole_snapshot(competition)
    if not any(snapshot.record()):
        raise StepError(
            _("Nothing has been played here yet: bring in the games of the old table first.")
        )
    snapshot = of_own_rules(snapshot)
    try:
        table = read_old_table(text, snapshot.players)
    except DocumentError as refused:
        raise StepError("%(why)s", why=error(refused)) from None
    if not _one_at_a_time.acquire(blocking=False):
        raise StepError(_("Somebody else is searching now. Try again in half a minute."))
    key = secrets.token_urlsafe(12)
    search = Search(key, competition.pk, text, left_out)
    while len(_searches) >= _MOST_KEPT:
        del _searches[next(iter(_searches))]
    _searches[key] = search
    is_own = competition.system == KEIZER
    Thread(target=_run, args=(search, snapshot, table, is_own), daemon=True).start()
    search.over.wait(PATIENCE)
    return search


def search_of(competition: Competition, key: str) -> Search | None:
    """A search that was begun for a competition, unless it is forgotten by now."""
    search = _searches.get(key)
    return search if search and search.competition == competition.pk else None


def chosen_options(options: Mapping[str, Any], picked: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were found, with what was chosen where the table cannot tell. StepError:
    that is no choice."""
    try:
        return dict(with_chosen(options, picked) if picked else options)
    except BadOptions:
        raise StepError(_("These are no options. Search once more.")) from None


def _run(search: Search, snapshot: Snapshot, table: OldTable, is_own: bool) -> None:
    try:
        names = {player.id: player.name for player in snapshot.players}
        known = [player for player in search.left_out if player in names]
        found = find_apart(snapshot, table, known, search.tell)
        search.searched = Searched(found, names, table.decimals, is_own)
    except DocumentError as refused:
        search.refused = refused
    finally:
        _one_at_a_time.release()
        search.over.set()
