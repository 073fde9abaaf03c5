"""Under which options does a competition show the table of the club's old program?

The search runs in a process of its own, within a counted budget, and one at a time: a club needs it
once, when it switches. Its progress and its outcome are kept in a row for a day, since another
process of the site may answer the next request.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from threading import Event, Thread
from typing import Any

from django.db import connection, connections, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.competitions.competition import change_options, written_options
from clubcomp.flow.corrections import ChangePreview, preview_change
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.standings import as_published
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, OldTableSearch, Round, User
from clubcomp.record.snapshots import snapshot_of, whole_snapshot
from pairing.core.system import BadOptions
from pairing.core.types import PlayerId, Snapshot
from pairing.formats.errors import DocumentError
from pairing.old_table.apart import KEIZER, Found, find_apart, of_own_rules
from pairing.old_table.chosen import with_chosen
from pairing.old_table.earned import OldTable
from pairing.old_table.pasted import read_old_table
from pairing.sentences import error
from pairing.sentences.articles import system_name

#: How long a request waits for the search before it shows how far that is, in seconds.
PATIENCE = 2.0
#: A search that has not ended by then has broken off: its process is gone. A search whose process
#: lives is stopped before.
LASTS = timedelta(seconds=60)
#: A search that begins holds this number of PostgreSQL's locks, so that one begins at a time.
_TURN = 20_260_101


@dataclass(frozen=True, slots=True)
class Searched:
    """What was found, the names of the players, and how many decimals the old table shows."""

    found: Found
    names: Mapping[PlayerId, str]
    decimals: int


@dataclass(slots=True)
class RunningSearch:
    """A search under way, or over, as its row has it."""

    row: OldTableSearch

    @property
    def key(self) -> int:
        """The key by which a page asks for it."""
        return self.row.pk

    @property
    def text(self) -> str:
        """What was pasted."""
        return str(self.row.asked["text"])

    @property
    def left_out(self) -> list[PlayerId]:
        """The players that the search leaves out."""
        return list(self.row.asked["left_out"])

    @property
    def evening(self) -> int:
        """The number of the evening after which the table was made."""
        return int(self.row.asked.get("evening", 0))

    @property
    def hundredths(self) -> int:
        """How many hundredths of all options were tried."""
        return self.row.hundredths

    @property
    def share(self) -> Fraction:
        """The same as a fraction."""
        return Fraction(self.row.hundredths, 100)

    @property
    def is_over(self) -> bool:
        """Whether there is an answer, or there never will be one."""
        return self.row.answer is not None or self.row.at < timezone.now() - LASTS

    def answer(self) -> Searched:
        """What was found; StepError where nothing could be."""
        answer = self.row.answer or {}
        if "found" in answer:
            return Searched(Found.read(answer["found"]), answer["names"], answer["decimals"])
        if "refused" in answer:
            raise StepError("%(why)s", why=error(DocumentError(*answer["refused"])))
        raise StepError(_("The search broke off. Search again."))


def search_options(
    competition: Competition, text: str, left_out: Sequence[PlayerId] = (), *, evening: int = 0
) -> RunningSearch:
    """Search for the options of a pasted table, which shows the points after an evening (0: the
    last one played), and wait for a moment. StepError if it is no table, names somebody who is not
    in the competition, or another search is running."""
    snapshot = whole_snapshot(competition)
    played = [recorded.evening for recorded in snapshot.record()]
    if not played:
        raise StepError(
            _("Nothing has been played here yet: bring in the games of the old table first.")
        )
    evening = evening or played[-1]
    snapshot = replace(of_own_rules(snapshot), evenings=snapshot.evenings[:evening])
    try:
        table = read_old_table(text, snapshot.players)
    except DocumentError as refused:
        raise StepError("%(why)s", why=error(refused)) from None
    row = _begun(competition, {"text": text, "left_out": [*left_out], "evening": evening})
    is_over = Event()
    Thread(target=_run, args=(row, snapshot, table, is_over), daemon=True).start()
    is_over.wait(PATIENCE)
    return RunningSearch(row)


def search_of(competition: Competition, key: str) -> RunningSearch | None:
    """A search that was begun for a competition, unless it has been forgotten."""
    since = timezone.now() - OldTableSearch.KEPT
    rows = OldTableSearch.objects.filter(competition=competition, at__gte=since)
    row = rows.filter(pk=key).first() if key.isdecimal() and len(key) < 10 else None
    return RunningSearch(row) if row else None


def _begun(competition: Competition, asked: Mapping[str, Any]) -> OldTableSearch:
    """The row of a new search; StepError while another one runs. Earlier rows are deleted."""
    now = timezone.now()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])
        OldTableSearch.objects.filter(at__lt=now - OldTableSearch.KEPT).delete()
        if OldTableSearch.objects.filter(answer__isnull=True, at__gte=now - LASTS).exists():
            raise StepError(_("Somebody else is searching now. Try again in half a minute."))
        return OldTableSearch.objects.create(competition=competition, asked=asked)


def chosen_options(options: Mapping[str, Any], picked: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were found, with what was chosen where the table cannot tell. StepError for
    anything that is not offered."""
    try:
        return dict(with_chosen(options, picked) if picked else options)
    except BadOptions:
        raise StepError(_("These are no options. Search once more.")) from None


@all_or_nothing
def take_over(competition: Competition, *, options: Mapping[str, object], by: User | None) -> None:
    """Take over the options that were found for a Keizer by the club's own rules, from the first
    evening on.

    A competition by AttaCalc gets that system with them, if all its rounds were paired elsewhere.
    StepError: some were paired here, the system is no Keizer, or the options are not possible.
    """
    if competition.system == KEIZER:
        change_options(competition, options=options, by=by)
        return
    with step_on(competition, "take_own_rules", by=by) as step:
        now = step.competition
        must_go_by_own_rules(now)
        before = {"system": now.system, "options": now.options}
        now.system, now.options = KEIZER, written_options(KEIZER, options)
        now.earlier_options = []
        now.save(update_fields=["system", "options", "earlier_options"])
        now.tempos.update(last_n=0, absence_limit=0)  # options say it now
        step.note(before=before, after={"system": now.system, "options": now.options})
        renew_proposal(step)


def preview_own_rules(competition: Competition, options: Mapping[str, object]) -> ChangePreview:
    """What the table would change if these options were taken over."""
    now = as_published(snapshot_of(competition, with_proposal=False), competition)
    return preview_change(competition, now, replace(of_own_rules(now), options=dict(options)))


def must_go_by_own_rules(competition: Competition) -> None:
    """StepError unless the competition is a Keizer that can go by its own rules."""
    if not competition.abilities.has_value_numbers:
        raise StepError(_("These are rules of a Keizer, and this competition is none."))
    here = Round.objects.on_record().filter(evening__competition=competition)
    if competition.system != KEIZER and here.exclude(paired_by=Round.PairedBy.ELSEWHERE).exists():
        words = _(
            "A round was paired here by %(system)s, so the competition stays with it. Start the"
            " next competition as “Keizer by your own rules”."
        )
        raise StepError(words, system=system_name(competition.system))


def _run(row: OldTableSearch, snapshot: Snapshot, table: OldTable, is_over: Event) -> None:
    """Search, and write the progress and the outcome into the row."""

    def note_progress(hundredths: int) -> None:
        row.hundredths = hundredths
        rows.update(hundredths=hundredths)

    rows = OldTableSearch.objects.filter(pk=row.pk)
    answer: dict[str, Any] = {}
    try:
        names = {player.id: player.name for player in snapshot.players}
        left_out = [player for player in row.asked["left_out"] if player in names]
        written = find_apart(snapshot, table, left_out, note_progress).written
        answer = {"found": {**written}, "names": names, "decimals": table.decimals}
    except DocumentError as refused:
        answer = {"refused": [refused.path, refused.code, refused.facts]}
    finally:
        row.answer = answer
        rows.update(answer=answer)
        connections.close_all()
        is_over.set()
