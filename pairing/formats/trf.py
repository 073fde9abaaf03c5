"""What does a FIDE tournament report file (TRF16, TRF26) say?

`read_trf` refuses whatever contradicts itself; `trf_written` writes. A pairing number is the
player's id. A file says nothing about boards, evenings and late entries: games are numbered in the
file's order, each round has an evening of its own, and everybody belongs from the start.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import NamedTuple, TypedDict, Unpack

from pairing.core.acceleration import baku
from pairing.core.system import PairingSystem
from pairing.core.types import Evening, PlayerId, Round, Snapshot
from pairing.formats.errors import TrfError, TrfWarning, Warn, in_silence
from pairing.formats.trf_people import national_number, unused_in, with_national
from pairing.formats.trf_players import Row, read_row
from pairing.formats.trf_rounds import Rounds
from pairing.formats.trf_schedule import as_scheduled, tables_of
from pairing.formats.trf_settings import Settings, check_no_teams
from pairing.formats.trf_text import Line, decoded, read_lines
from pairing.registry import get_system, make_rules

__all__ = ["Reading", "TrfError", "TrfFile", "TrfWarning", "read_trf"]


class TrfFile(NamedTuple):
    """A file that was read: the competition, and the text and encoding, to write it again."""

    snapshot: Snapshot
    text: str
    encoding: str


class Reading(TypedDict, total=False):
    """How a file is read.

    A file without a number of rounds is refused; without `needs_rounds` (by default it is set) it
    has as many rounds as columns. A file with an acceleration that the system does not know is
    refused unless it is read `without_acceleration`; then every system ignores an acceleration
    without a name. A lot missing in the file is `initial_colour`, or else what round 1 shows.
    `code_page` is that of a file that is not in UTF-8 (`read_file`).
    """

    needs_rounds: bool
    without_acceleration: bool
    initial_colour: str | None
    code_page: str | None


def read_trf(
    data: bytes, system: str = "knsb-rating", *, warn: Warn = in_silence, **reading: Unpack[Reading]
) -> TrfFile:
    """The competition in a file, of `system`, with the next round to be paired if one is left.

    `warn` is called for whatever is ignored. TrfError: refused; UnknownSystem.
    """
    engine = get_system(system)
    if not engine.has_reports:
        raise TrfError(0, 0, "not_for_system", {"system": system})
    without = reading.get("without_acceleration", False)
    knows_acceleration = any(option.name == "acceleration" for option in fields(engine.options))
    settings = Settings(warn, without, knows_acceleration, bool(engine.reported))
    text, encoding = decoded(data)
    lines = read_lines(text)
    if not any(line.tag == "001" for line in lines):
        raise TrfError(0, 0, "no_players")
    check_no_teams(lines)
    rows = _read_players(lines, settings)
    rounds = Rounds(engine, settings, rows)
    candidates = tables_of(rounds)
    if rounds.announced is None:
        if reading.get("needs_rounds", True):
            raise TrfError(0, 0, "rounds_missing")
        rounds.announced = rounds.assumed(rounds.last_written)
    settings.colour = settings.colour or reading.get("initial_colour")
    snapshot = replace(
        rounds.snapshot(),
        forbidden_pairs=_forbidden_pairs(settings, rows, rounds.next),
        options={} if candidates else _options(settings, rounds.announced, engine),
        event=settings.event.event(engine.trf_type),
    )
    if candidates:
        snapshot = as_scheduled(snapshot, rounds, candidates)
    rounds.check_points()
    if settings.is_accelerated and knows_acceleration:
        snapshot = _accelerated(snapshot, settings, without)
    if settings.colour is None and (lot := _shown_lot(engine, snapshot, rows)):
        snapshot = replace(snapshot, options={**snapshot.options, "initial_colour": lot})
    return TrfFile(snapshot, text, encoding)


def _read_players(lines: Iterable[Line], settings: Settings) -> dict[int, Row]:
    """The players' rows by number; the other lines go to the settings."""
    rows: dict[int, Row] = {}
    of_nations: list[tuple[int, Line]] = []
    for line in lines:
        if line.tag == "001":
            row = read_row(line)
            if row.number in rows:
                first = rows[row.number].line.number
                line.refuse(5, "duplicate_number", number=row.number, first=first)
            rows[row.number] = row
            for text in unused_in(line, row.player):
                settings.unused.note(text, line.number)
            if not line.sentence(15, 47):
                settings.unused.note_nameless(line.number)
        elif number := national_number(line):
            of_nations.append((number, line))
        else:
            settings.read(line)
    for number, line in of_nations:
        if number in rows:
            player = with_national(rows[number].player, line)
            rows[number] = rows[number]._replace(player=player)
        else:
            settings.unused.note(line.text.strip(), line.number)
    settings.tell_unused(len(rows))
    return rows


def _accelerated(snapshot: Snapshot, settings: Settings, without: bool) -> Snapshot:
    """The options with the virtual points of the file: those of Baku acceleration, or others player
    by player, which only a pairing from this file can keep."""
    rounds = int(str(snapshot.options["rounds"]))
    known = {player.id for player in snapshot.players}
    points: dict[PlayerId, dict[int, int]] = {}
    for (player, round_), (word, half_points) in settings.virtual.items():
        if str(player) not in known:
            word.refuse("unknown_player", player=str(player))
        if half_points and round_ > rounds:
            word.refuse("too_many_rounds", round=round_, rounds=rounds)
        if half_points:
            points.setdefault(str(player), {})[round_] = half_points
    by_round = {
        player: tuple(rounds.get(number, 0) for number in range(1, max(rounds) + 1))
        for player, rounds in points.items()
    }
    if not settings.virtual or by_round == baku(snapshot.players, rounds):
        return replace(snapshot, options={**snapshot.options, "acceleration": "baku"})
    if without:
        settings.warn(TrfWarning(0, 0, "acceleration_ignored", {"tag": "XXA, 250"}))
        return snapshot
    return replace(snapshot, virtual_points=by_round)


def _forbidden_pairs(
    settings: Settings, rows: dict[int, Row], round_: int
) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """The pairs that are forbidden in the round to be paired."""
    pairs: dict[frozenset[int], tuple[PlayerId, PlayerId]] = {}
    for forbidden in settings.forbidden:
        for word, number in zip(forbidden.words, forbidden.pair, strict=True):
            if number not in rows:
                word.refuse("unknown_player", player=str(number))
        if forbidden.first <= round_ <= forbidden.last:
            first, second = forbidden.pair
            pairs.setdefault(frozenset(forbidden.pair), (str(first), str(second)))
    return tuple(pairs.values())


def _options(settings: Settings, rounds: int, system: PairingSystem) -> dict[str, object]:
    """The options of the system that the file sets."""
    known = {option.name for option in fields(system.options)}
    options: dict[str, object] = {"rounds": rounds}
    if settings.bye is not None and ("bye" in known or settings.bye != 1):
        options["bye"] = 1 if settings.bye == 1 else str(settings.bye)
    if settings.colour is not None and "initial_colour" in known:
        options["initial_colour"] = settings.colour
    return options


def _shown_lot(system: PairingSystem, snapshot: Snapshot, rows: Mapping[int, Row]) -> str | None:
    """The colour that the lot gave, as round 1 shows it, if the file does not name it.

    It is what the lot must have been for the highest player paired in round 1 to get their colour,
    as in TRF26 (152). None if the file shows nothing, or what `system` assumes anyway.
    """
    rules = make_rules(system, snapshot.options)
    usual = getattr(rules.options, "initial_colour", None)
    first = next(snapshot.record(), None)
    if usual is None or first is None:
        return None
    for player in sorted(snapshot.players, key=lambda player: player.start):
        cell = rows[int(player.id)].cells.get(1)
        if cell is None or not cell.colour:
            continue
        present = first.round.seated()
        players = tuple(entrant for entrant in snapshot.players if entrant.id in present)
        first_round = Round(present=tuple(entrant.id for entrant in players))
        evening = Evening(first.tempo, (first_round,))
        before = replace(snapshot, players=players, forbidden_pairs=(), evenings=(evening,))
        pair = rules.colours(before, player.id, str(cell.opponent))
        if (pair.white == player.id) == (cell.colour == "w"):
            return None
        return "black" if usual == "white" else "white"
    return None
