"""Which competition is in a file: a document, a report (TRF, h9), or one of another program?

The content of the file tells what it is. A report does not name its pairing system and may lack the
number of rounds; the page asks only for what the file lacks. A file of another program is read in a
process of its own.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from pairing import sentences
from pairing.core.federations import ISSUERS, UNKNOWN_ISSUER, Identity
from pairing.core.system import BadOptions
from pairing.core.types import Player, Snapshot
from pairing.formats.document import read_document
from pairing.formats.nodes import CODE_PAGES, SIZE_LIMIT
from pairing.formats.programs.apart import read_apart
from pairing.formats.programs.recognised import DOCUMENT, H9, TABLE, TRF, kind_of, refuse_by_name
from pairing.formats.reports import holds_rounds, read_report
from pairing.formats.trf import Reading, TrfError, TrfWarning
from pairing.formats.trf_text import decoded, in_utf8, is_of_a_code_page
from pairing.registry import UnknownSystem, get_system, rules_of, system_keys

#: The system by which go clubs usually pair; the reader of OpenGotha's own files takes it too.
USUAL_IN_GO = "knsb-resistance"
#: Warnings that the number of rounds is not in the file, so that the page asks for it.
_ROUNDS_ASSUMED = ("rounds_assumed", "rounds_not_there")
#: Errors of a report under one system that it may not have under another.
_OF_THE_SYSTEM = ("byes_on_request", "no_result")
#: A line 092 or 192 that names a competition in which everybody meets everybody.
_ALL_MEET = re.compile(rb"(?:^|[\r\n])[01]92 [^\r\n]*round[ _-]?robin", re.IGNORECASE)
#: One that names a Keizer.
_KEIZER = re.compile(rb"(?:^|[\r\n])[01]92 [^\r\n]*keizer", re.IGNORECASE)
#: A line that says how many rounds there will be.
_SAYS_ROUNDS = re.compile(rb"(?:^|[\r\n])(?:XXR |142 |; *RO\[)")
#: How a report is read here.
_READING: Reading = {"needs_rounds": False, "without_acceleration": True}

#: Words with letters that are not in ASCII; so many of them show which code page it is.
_WITH_LETTERS, MOST_WORDS = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*"), 4


_REPORTS = (TRF, H9)


@dataclass(frozen=True, slots=True)
class Incoming:
    """A competition that was read, not yet stored.

    `data` is the file, turned into UTF-8 if somebody chose a `code_page`; that is the one under
    which it was read, "" for UTF-8. `code_pages` are those in which it could be written, each with
    some of its words. `table` is what a Keizer of another program shows, as text. `unsaid` is how
    many of its players have a number that names no federation. `kind` is what `recognised` calls
    it. `warnings` says what was ignored; `rounds` is the assumed number of rounds when the file has
    none (else None).
    """

    snapshot: Snapshot
    data: bytes
    unsaid: int = 0
    kind: str = "document"
    warnings: tuple[TrfWarning, ...] = ()
    rounds: int | None = None
    code_page: str = ""
    code_pages: Mapping[str, str] = field(default_factory=dict)
    table: str = ""

    @property
    def is_report(self) -> bool:
        """Whether the file does not say its pairing system, so that it is asked."""
        return self.kind in _REPORTS

    @property
    def is_of_any_system(self) -> bool:
        """Whether it may be of another system than it was taken for: it has no settings."""
        settings = {*self.snapshot.options} - {"rounds", "tie_breaks"}
        return self.is_report or (self.kind != DOCUMENT and not settings)

    @property
    def is_read_again(self) -> bool:
        """Whether an answer of the leader decides how the file is read."""
        return self.is_of_any_system or self.rounds is not None

    @property
    def rounds_asked(self) -> int | None:
        """The rounds in the file, if the page has to ask how many there will be.

        It also asks when a file was read under a system without such a number, and may be of one
        with it.
        """
        has_number = get_system(self.snapshot.system).has_reports
        if self.rounds is not None or has_number or not self.is_of_any_system:
            return self.rounds
        is_said = self.is_report and _SAYS_ROUNDS.search(self.data)
        return None if is_said else max(sum(1 for _round in self.snapshot.record()), 1)

    @property
    def is_accelerated(self) -> bool:
        """Whether it was paired with an acceleration (virtual points) that is not known here."""
        return any(warning.code == "acceleration_ignored" for warning in self.warnings)


def systems_of(kind: str, data: bytes = b"") -> list[str]:
    """The keys of the systems under which a file that does not name its own can be read.

    The systems that the file names come first, then those whose competitions have reports.
    """
    every = [get_system(key) for key in system_keys()]
    systems = [system for system in every if holds_rounds(system, kind)]
    is_named, is_keizer = bool(_ALL_MEET.search(data)), bool(_KEIZER.search(data))
    systems.sort(key=lambda system: bool(system.reported) is not is_named)
    systems.sort(key=lambda system: system.has_reports is is_keizer)
    if is_keizer:
        systems.sort(key=lambda system: system.key != "keizer")
    if kind == H9:
        systems.sort(key=lambda system: system.key != USUAL_IN_GO)
    return [system.key for system in systems]


def read_incoming(
    data: bytes,
    *,
    system: str = "",
    rounds: int | None = None,
    issuer: str = "",
    file_name: str = "",
    code_page: str = "",
) -> Incoming:
    """The competition in a file. DocumentError (TrfError) or StepError when it is refused.

    `system` and `rounds` are for a file that lacks them; without a system, the first that can read
    the file is taken. `issuer` is the federation of the numbers for which it names none.
    `code_page` is for a report or a table that is not in UTF-8.
    """
    pages: Mapping[str, str] = {}
    written_in = ""
    if len(data) <= SIZE_LIMIT and is_of_a_code_page(data):
        pages, written_in = pages_of(data), decoded(data)[1]
    if code_page in pages:
        written_in = code_page
        # A file that reads the same unchanged goes out again to the letter.
        if data.decode(code_page) != decoded(data)[0]:
            data = in_utf8(data, code_page)
    if issuer not in ("", *ISSUERS):
        raise StepError(_("There is no federation “%(issuer)s” here."), issuer=issuer)
    incoming = _read(data, system, rounds, file_name)
    players = incoming.snapshot.players
    unsaid = sum(bool(player.number_of(UNKNOWN_ISSUER)) for player in players)
    if issuer:
        players = tuple(_with_issuer(player, issuer) for player in players)
    snapshot = replace(incoming.snapshot, players=players)
    is_text = incoming.is_report or incoming.kind == TABLE
    asked = written_in if pages and is_text else ""
    return replace(incoming, snapshot=snapshot, unsaid=unsaid, code_page=asked, code_pages=pages)


def pages_of(data: bytes) -> dict[str, str]:
    """The code pages in which a file may be written, each with some of its words read by it."""
    words = b" ".join(_WITH_LETTERS.findall(data)[:MOST_WORDS])
    pages = {}
    for page in CODE_PAGES:
        with suppress(UnicodeDecodeError):
            data.decode(page)
            pages[page] = words.decode(page)
    return pages


def _read(data: bytes, system: str, rounds: int | None, file_name: str) -> Incoming:
    if len(data) > SIZE_LIMIT:
        return Incoming(read_document(data), data)
    kind = kind_of(data)
    if kind == DOCUMENT:
        return Incoming(read_document(data), data)
    if kind in _REPORTS:
        return _read_report(kind, data, system, rounds)
    if not kind:
        refuse_by_name(PurePath(file_name).suffix)
        words = _(
            "This is neither a competition document (JSON) nor a report (TRF, h9): it does"
            " not start with “{”, and there is no line of a player (001). Nor is it a file of"
            " another program that is known here, or a table of games."
        )
        raise StepError(words)
    warnings: list[TrfWarning] = []
    snapshot, table = read_apart(data, warnings.append, system or None)
    players = _with_sound_numbers(snapshot.players)
    ignored, assumed = _without_assumed(warnings)
    if rounds is not None and assumed:
        if rounds < assumed:
            raise TrfError(0, 0, "too_many_rounds", {"round": assumed, "rounds": rounds})
        snapshot = replace(snapshot, options={**snapshot.options, "rounds": rounds})
    snapshot = replace(snapshot, players=players)
    return Incoming(snapshot, data, kind=kind, warnings=ignored, rounds=assumed, table=table)


def _without_assumed(warnings: list[TrfWarning]) -> tuple[tuple[TrfWarning, ...], int | None]:
    """The warnings without the one about an assumed number of rounds, and that number."""
    assumed = [item.facts["rounds"] for item in warnings if item.code in _ROUNDS_ASSUMED]
    ignored = tuple(item for item in warnings if item.code not in _ROUNDS_ASSUMED)
    return ignored, int(str(assumed[0])) if assumed else None


def _read_report(kind: str, data: bytes, system: str, rounds: int | None) -> Incoming:
    original = data
    if rounds is not None and (not system or _may_have_rounds(system)):
        line = f"XXR {rounds}" if kind == "trf" else f"; RO[{rounds}]"
        data = f"{decoded(data)[0]}\n{line}\n".encode()
    refused: Exception | None = None
    doubtful: Incoming | None = None
    for key in [system] if system else systems_of(kind, data):
        warnings: list[TrfWarning] = []
        try:
            snapshot = read_report(kind, data, key, warn=warnings.append, **_READING)
            rules_of(snapshot)
        except UnknownSystem as error:
            raise StepError(_("There is no pairing system of that name here.")) from error
        except BadOptions as error:
            refused = refused or StepError(sentences.error(error))
            continue
        except TrfError as error:
            refused = refused or error
            if error.code not in _OF_THE_SYSTEM:
                break
            continue
        ignored, assumed = _without_assumed(warnings)
        snapshot = replace(snapshot, players=_with_sound_numbers(snapshot.players))
        incoming = Incoming(
            _without_idle_round(snapshot),
            original,
            kind=kind,
            warnings=ignored,
            rounds=assumed,
        )
        if all(item.code != "played_twice" for item in warnings):
            return incoming
        # Under another system it may be the rule that two meet twice.
        doubtful = doubtful or incoming
    if doubtful is not None:
        return doubtful
    raise refused or StepError(_("There is no pairing system here that reads reports."))


def _may_have_rounds(system: str) -> bool:
    """Whether a number of rounds means anything for a competition of a system."""
    return system in system_keys() and get_system(system).has_reports


def _with_issuer(player: Player, issuer: str) -> Player:
    """The player with `issuer` as the federation of the number for which the file names none."""
    numbers = (replace(number, issuer=number.issuer or issuer) for number in player.identities)
    return replace(player, identities=tuple(dict.fromkeys(numbers)))


def _without_idle_round(snapshot: Snapshot) -> Snapshot:
    """The competition without its round to be paired, if nothing in that is settled yet.

    Every report ends with one, as if the next evening had begun; the club plans its own evenings.
    """
    to_pair = snapshot.to_pair()
    if to_pair is None or to_pair.round.games or to_pair.round.bye:
        return snapshot
    if to_pair.round.taking_part() != {player.id for player in snapshot.players}:
        return snapshot
    return replace(snapshot, evenings=snapshot.evenings[:-1])


def _with_sound_numbers(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players without numbers of only zeros, which mean none. StepError for one used twice."""
    owners: dict[Identity, Player] = {}
    sound = []
    for player in players:
        identities = tuple(item for item in player.identities if item.number.strip("0"))
        for identity in identities:
            owner = owners.setdefault(identity, player)
            if owner is not player:
                words = _(
                    "The federation number %(number)s stands twice: at %(one)s and at %(other)s."
                )
                names = {"one": owner.name, "other": player.name}
                raise StepError(words, number=identity.number, **names)
        sound.append(replace(player, identities=identities))
    return tuple(sound)
