"""What can be downloaded of a competition besides its document: TRF, h9, PGN, its games?

Also the facts that a report needs: the event, the report that a competition came in with, and what
a rating report still lacks.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.db.models import Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_row, check_texts
from clubcomp.flow.competitions.fide_rules import remarks_of
from clubcomp.flow.documents.consents import withheld_of
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import Incoming
from clubcomp.flow.incoming.players import date_of
from clubcomp.flow.standings import cached_snapshot
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Competition, Entry, Event, Game, Identity, Original, Player, User
from clubcomp.record.snapshots import event_of, snapshot_from, whole_snapshot
from pairing.core import federations
from pairing.core.types import Result, Snapshot
from pairing.formats.document import read_document, write_document
from pairing.formats.h9_written import write_h9
from pairing.formats.pgn import write_pgn
from pairing.formats.trf import TrfError, TrfFile, TrfWarning, read_trf
from pairing.formats.trf_report import Edition, Purpose
from pairing.formats.trf_settings import is_of_2026
from pairing.formats.trf_text import LATIN_1, decoded, encoded
from pairing.formats.trf_written import write_trf
from pairing.sentences import error, trf_warning
from pairing.sentences.articles import system_name
from pairing.sentences.words import capitalised

#: Warnings that the page gives about every report, so that they are not repeated for one.
_OF_EVERY_REPORT = ("unfinished_as_draw", "kinds_left_out", "fixed_left_out")


class GameLine(NamedTuple):
    """A game on record. `evening` is the evening's number, `day` when it was played."""

    evening: int
    day: date | None
    tempo: str
    number: int
    board: int
    white: str
    black: str
    result: Result


def games_of(competition: Competition) -> list[GameLine]:
    """All games on record in order of play. Two queries; each name is put together once."""
    of = "round__evening"
    rows = (
        Game.objects.filter(round__evening__competition=competition)
        .order_by(f"{of}__number", "round__number", "board")
        .annotate(
            day=Coalesce("played_on", f"{of}__date"),
            tempo=Coalesce(NullIf(f"{of}__tempo__name", Value("")), f"{of}__tempo__key"),
        )
        .values_list(
            *(f"{of}__number", "day", "tempo", "round__number", "board"),
            *("white_id", "black_id", "result"),
        )
    )
    players = competition.entries.select_related("player")
    names = {entry.pk: str(entry) for entry in players}
    return [
        GameLine(evening, day, tempo, number, board, names[w], names[b], Result.parse(result))
        for evening, day, tempo, number, board, w, b, result in rows
    ]


def export_trf(
    competition: Competition, edition: Edition, purpose: Purpose = "pairing", group: str = ""
) -> bytes:
    """The rounds on record as a TRF file, for one `group` of a competition in groups; StepError if
    TRF cannot express them.

    A competition imported from a file of that edition keeps the lines of it that still hold.
    """
    refused = why_no_report(competition)
    if purpose == "rating" and not is_rated(competition):
        refused = _("FIDE rates games of chess only.")
    if refused:
        raise StepError(refused)
    if purpose == "rating":
        _check_consent(competition)
    snapshot = _of_group(competition, group, for_federation=purpose == "rating")
    original = None if group else original_of(competition, edition)
    with _refused_in_words():
        remarks = remarks_of(competition)
        return write_trf(snapshot, edition, original, purpose=purpose, remarks=remarks)


def groups_of(competition: Competition) -> list[str]:
    """The groups, each of which has a report of its own; [""] where there are none."""
    return [group.name for group in competition.rules.groups(cached_snapshot(competition))]


def _of_group(competition: Competition, name: str, *, for_federation: bool = False) -> Snapshot:
    """The rounds on record; in a competition in groups, those of one group."""
    snapshot = whole_snapshot(competition, with_proposal=False, for_federation=for_federation)
    for group in competition.rules.groups(snapshot):
        if group.name == name:
            return replace(group.snapshot, name=f"{snapshot.name} {name}".rstrip())
    raise StepError(_("A report holds one group: choose which."))


def _check_consent(competition: Competition) -> None:
    """StepError if a game would go to a federation without the consent of a player."""
    if withheld_of(competition, ""):
        words = _(
            "Games wait for the consent of a player, and this file holds every game. “Report"
            " games” makes one without them."
        )
        raise StepError(words)


@contextmanager
def _refused_in_words() -> Iterator[None]:
    try:
        yield
    except TrfError as refusal:
        raise StepError(capitalised(error(refusal))) from refusal


def has_h9(competition: Competition) -> bool:
    """Whether the competition can go out as a European go tournament file."""
    return competition.game == Competition.GameKind.GO and competition.abilities.needs_round_count


def export_h9(competition: Competition, group: str = "") -> bytes:
    """The rounds on record as a European go tournament file, of a competition in groups one
    `group`; StepError when it cannot be one."""
    if not has_h9(competition):
        raise StepError(_("A European go report holds a Swiss competition of go."))
    _check_consent(competition)
    with _refused_in_words():
        return write_h9(_of_group(competition, group))


def export_pgn(competition: Competition) -> str:
    """The headers of all games that were played, without moves; for chess only."""
    rows = Rows(competition)
    names = {key: _surname_first(entry.player) for key, entry in rows.by_key.items()}
    return write_pgn(snapshot_from(rows, competition), name=lambda player: names[player.id])


def _surname_first(player: Player) -> str:
    """ "Van der Heijden, Quirine": as PGN has names."""
    name = player.shown
    family = " ".join(filter(None, (name.prefix[:1].upper() + name.prefix[1:], name.surname)))
    apart = "" if player.is_named else f" {player.shown_suffix}".rstrip()
    return ", ".join(filter(None, (family, name.first_name))) + apart


@dataclass(frozen=True, slots=True)
class Lacking:
    """What a rating report needs and does not have yet."""

    open_games: list[Game]
    facts: list[str]
    undated: int
    unnumbered: list[Entry]
    withheld: int


def why_no_report(competition: Competition) -> str:
    """Why no TRF file can be written of the competition; "" when it can."""
    if competition.rules.system.has_reports:
        return ""
    if competition.abilities.knocks_out:
        return _("A TRF file has no place for a cup. The competition document holds everything.")
    return _(
        "A TRF file holds rounds, and points that stay what they are. Under %(system)s there are"
        " tempos, value numbers and absences, for which it has no place. The competition document"
        " holds everything."
    ) % {"system": system_name(competition.system)}


def left_out(competition: Competition) -> list[str]:
    """What a report of the rounds leaves out or says otherwise, in words."""
    warnings: list[TrfWarning] = []
    for group in groups_of(competition):
        with suppress(TrfError):  # the download shows it
            write_trf(_of_group(competition, group), warn=warnings.append)
    words = (trf_warning(item) for item in warnings if item.code not in _OF_EVERY_REPORT)
    return [*dict.fromkeys(map(capitalised, words))]


def is_rated(competition: Competition) -> bool:
    """Whether FIDE rates such games: chess only."""
    return competition.game == Competition.GameKind.CHESS


def lacking(competition: Competition) -> Lacking:
    """What is still missing; only open games prevent the report."""
    event = event_of(competition)
    asked = {
        _("the place"): event.place,
        _("the federation"): event.federation,
        _("the chief arbiter"): event.chief_arbiter,
        _("the time control"): event.time_control,
    }
    known = Identity.objects.filter(issuer="FIDE").values("player")
    entries = competition.entries.select_related("player").exclude(player__in=known)
    evenings = competition.evenings.filter(rounds__isnull=False, date=None)
    return Lacking(
        open_games=list(Game.objects.open_in(competition)),
        facts=[name for name, value in asked.items() if not value],
        undated=evenings.distinct().count(),
        unnumbered=list(entries.order_by("start")),
        withheld=len(withheld_of(competition, "")),
    )


def fits_latin_1(competition: Competition) -> bool:
    """Whether a new TRF file will be Latin-1: not when a name asks for UTF-8."""
    names = competition.entries.values_list("player__name", flat=True)
    row = _row(competition)
    facts = [row.place, row.chief_arbiter, row.arbiters, row.time_control] if row else []
    text = "\n".join([competition.name, *names, *facts])
    return encoded(text, LATIN_1).decode(LATIN_1) == text


@all_or_nothing
def change_event(competition: Competition, event: federations.Event, *, by: User | None) -> None:
    """Change the facts that the report has about the competition besides its games."""
    with step_on(competition, "change_event", at_any_stage=True, by=by) as step:
        before = _as_json(event_of(step.competition))
        store_event(step.competition, event)
        step.note_change(before, _as_json(event))


def store_event(competition: Competition, event: federations.Event) -> None:
    """Store the event, in the current transaction."""
    row = _row(competition) or Event(competition=competition)
    for name in ("place", "federation", "type", "chief_arbiter", "time_control"):
        setattr(row, name, getattr(event, name))
    row.arbiters = "\n".join(event.arbiters)
    row.start, row.end = date_of(event.start), date_of(event.end)
    check_row(row)
    check_texts(row)
    if row.pk or event != federations.Event():
        row.save()


def keep_original(competition: Competition, incoming: Incoming) -> None:
    """Keep the TRF file that the competition was imported from, with a document of it.

    The file is not kept if it has the name of somebody who was forgotten. The document has the name
    and the number of rounds of the file, so that other answers count as changes.
    """
    is_of_former = competition.entries.filter(player__is_forgotten=True).exists()
    is_reported = competition.rules.system.has_reports
    if incoming.kind != "trf" or is_of_former or not is_reported:
        return
    now = whole_snapshot(competition, with_proposal=False)
    data = incoming.data
    file = read_trf(data, now.system, needs_rounds=False, without_acceleration=True).snapshot
    options = {**now.options, **file.options}
    imported = replace(now, name=file.name or now.name, options=options)
    Original.objects.create(competition=competition, data=data, document=write_document(imported))


def edition_of_original(competition: Competition) -> str:
    """The edition of the file that the competition came in with: "16", "26", "" for none."""
    original = Original.objects.filter(competition=competition).first()
    return _edition(decoded(bytes(original.data))[0]) if original else ""


def original_of(competition: Competition, edition: str) -> TrfFile | None:
    """The file that the competition came in with, if it is of that edition."""
    original = Original.objects.filter(competition=competition).first()
    if original is None:
        return None
    text, encoding = decoded(bytes(original.data))
    if edition != _edition(text):
        return None
    return TrfFile(read_document(original.document.encode()), text, encoding)


def _edition(text: str) -> str:
    return "26" if is_of_2026(text) else "16"


def _row(competition: Competition) -> Event | None:
    return Event.objects.filter(competition=competition).first()


def _as_json(event: federations.Event) -> dict[str, object]:
    days = {"first_day": event.start, "last_day": event.end, "arbiters": [*event.arbiters]}
    names = ("place", "federation", "chief_arbiter", "time_control", "type")
    return days | {name: getattr(event, name) for name in names}
