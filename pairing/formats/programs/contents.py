"""The contents of another program's file, and the competition that they become here.

A reader fills `Contents`; `finished` makes the snapshot, which is as sound as one read from a
competition document, and compares its points with those in the file. Warnings name what cannot be
kept, or is not used.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pairing.core.system import PairingSystem
from pairing.core.titles import official
from pairing.core.types import (
    OVERALL,
    Evening,
    Fact,
    Game,
    Player,
    PlayerId,
    Result,
    Round,
    Snapshot,
    Tempo,
)
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from pairing.formats.document_people import HIGHEST_RATING, NAME_LIMIT, WORD_LIMIT
from pairing.formats.errors import DocumentError, TrfWarning, Warn
from pairing.formats.nodes import YEARS, clipped, is_bad
from pairing.registry import get_system, rules_of

#: More than any club has; a file with more is something else.
MOST_PLAYERS, MOST_ROUNDS = 10_000, 999
#: Points that programs keep as decimals are the same if they differ by less.
_SAME = Fraction(1, 200)


@dataclass(slots=True)
class RoundContents:
    """A round: its games in the order of the file, and the players without one."""

    date: str = ""
    games: list[tuple[PlayerId, PlayerId, Result]] = field(default_factory=list)
    unplayed: dict[PlayerId, Unplayed] = field(default_factory=dict)

    def named(self) -> set[PlayerId]:
        """All players in the round, with a game or without."""
        return {*self.unplayed, *(player for game in self.games for player in game[:2])}


@dataclass(slots=True)
class Contents:
    """What a file holds. `points` are those in the file, after all its rounds.

    `round_count` is 0 where the file does not say it. `unused` are keys and columns that are not
    used, by their path.
    """

    system: str
    name: str = ""
    game: str = "chess"
    country: str = ""
    options: dict[str, object] = field(default_factory=dict)
    tempo: Tempo = Tempo("long")  # noqa: RUF009 -- it is frozen
    players: dict[PlayerId, Player] = field(default_factory=dict)
    rounds: dict[int, RoundContents] = field(default_factory=dict)
    round_count: int = 0
    #: How many players have a rating of the start, which is used, and another one now.
    start_ratings: int = 0
    points: dict[PlayerId, Fraction] = field(default_factory=dict)
    values: dict[PlayerId, Fraction] = field(default_factory=dict)
    #: The points and values in the table of a Keizer, if the file shows one.
    table: dict[PlayerId, tuple[Fraction, Fraction | None]] = field(default_factory=dict)
    unused: dict[str, list[str]] = field(default_factory=dict)
    #: Names of fields that only the other program uses, by its table.
    fields: dict[str, list[str]] = field(default_factory=dict)
    warnings: list[TrfWarning] = field(default_factory=list)

    def leave_out(self, path: str, *what: str) -> None:
        """Note columns or values that are not used."""
        _note(self.unused, path, what)

    def leave_fields(self, table: str, *names: str) -> None:
        """Note keys and columns of the program's own that are not used."""
        _note(self.fields, table, names)

    def warn(self, path: str, code: str, **facts: Fact) -> None:
        """Warn of something in the file."""
        self.warnings.append(TrfWarning(0, 0, code, facts, path))

    def round(self, number: int) -> RoundContents:
        """The round with this number; DocumentError for one that no competition has."""
        if not 1 <= number <= MOST_ROUNDS:
            facts: dict[str, Fact] = {"low": 1, "high": MOST_ROUNDS, "value": number}
            raise DocumentError("", "out_of_range", facts)
        return self.rounds.setdefault(number, RoundContents())

    def add(self, player: Player) -> None:
        """Add a player; DocumentError for a second one of that id, or one too many."""
        if player.id in self.players:
            raise DocumentError("", "player_twice", {"player": clipped(player.id)})
        if len(self.players) >= MOST_PLAYERS:
            raise DocumentError("", "too_many_rows", {"limit": MOST_PLAYERS})
        self.players[player.id] = player


def _note(noted: dict[str, list[str]], path: str, what: Iterable[str]) -> None:
    for name in dict.fromkeys(map(clipped, what)):
        known = noted.setdefault(path, [])
        if name not in known:
            known.append(name)


def finished(contents: Contents, warn: Warn, system: str | None = None) -> Snapshot:
    """The competition, of `system` if given, else the file's. DocumentError if it is not sound."""
    engine = get_system(system or contents.system)
    if not contents.players:
        raise DocumentError("", "no_player")
    players = _in_start_order([_sound(contents, player) for player in contents.players.values()])
    rounds = [contents.rounds.get(number, RoundContents()) for number in _numbers(contents)]
    options = _options(contents, engine, len(rounds))
    snapshot = Snapshot(
        name=_clean(contents.name),
        system=engine.key,
        tempos=(contents.tempo if engine.abilities.uses_tempos else Tempo(contents.tempo.id),),
        players=players,
        evenings=tuple(
            Evening(contents.tempo.id, (_round(contents, engine, number, round_),), round_.date)
            for number, round_ in enumerate(rounds, start=1)
        ),
        options=options,
        game=contents.game,
        country=contents.country,
    )
    sound = snapshot if snapshot.name else replace(snapshot, name="?")
    snapshot = replace(read_document(write_document(sound)), name=snapshot.name)
    if engine.key == contents.system:
        _check_points(contents, snapshot)
    # Differences matter more than what is not used.
    for warning in sorted(contents.warnings, key=lambda warning: warning.code == "not_used"):
        warn(warning)
    for path, what in contents.unused.items():
        warn(TrfWarning(0, 0, "not_used", {"what": ", ".join(what)}, path))
    for table, names in contents.fields.items():
        facts: dict[str, Fact] = {"what": ", ".join(names), "count": len(names)}
        warn(TrfWarning(0, 0, "fields_not_used", facts, table))
    return snapshot


def _options(contents: Contents, engine: PairingSystem, played: int) -> dict[str, object]:
    """The options of the file, and the usual ones where it has none, with a warning."""
    options = dict(contents.options) if engine.key == contents.system else {}
    if usual := engine.advised.get("tie_breaks"):
        if "tie_breaks" not in options:
            contents.warn("", "tie_breaks_not_there")
        options.setdefault("tie_breaks", usual)
    if engine.abilities.needs_round_count:
        options["rounds"] = rounds = max(contents.round_count, played, 1)
        if not contents.round_count:
            contents.warn("", "rounds_not_there", rounds=rounds)
    return options


def _numbers(contents: Contents) -> range:
    return range(1, max(contents.rounds, default=0) + 1)


def _clean(text: str, limit: int = NAME_LIMIT) -> str:
    """A text that a document can hold."""
    return " ".join("".join(" " if is_bad(letter) else letter for letter in text).split())[:limit]


def _sound(contents: Contents, player: Player) -> Player:
    """The player without anything that no document can hold, with a warning."""
    name = _clean(player.name) or player.id
    if player.rating is not None and not 0 <= player.rating <= HIGHEST_RATING:
        contents.leave_out(name, str(player.rating))
        player = replace(player, rating=None)
    if player.birth_year is not None and player.birth_year not in YEARS:
        contents.leave_out(name, str(player.birth_year))
        player = replace(player, birth_year=None, birth_date="")
    player = replace(player, title=official(player.title))
    if len(player.title) > WORD_LIMIT:
        contents.leave_out(name, player.title)
        player = replace(player, title="")
    club, grade = _clean(player.club), _clean(player.grade, WORD_LIMIT)
    return replace(player, name=name, club=club, grade=grade)


def _in_start_order(players: list[Player]) -> tuple[Player, ...]:
    """The players by start number, if the file has them (else they are 0), else by rating."""
    has_numbers = len({player.start for player in players}) == len(players)
    if not has_numbers:
        players = sorted(players, key=lambda player: -(player.rating or 0))
    else:
        players = sorted(players, key=lambda player: player.start)
    return tuple(replace(player, start=start) for start, player in enumerate(players, start=1))


def _round(contents: Contents, engine: PairingSystem, number: int, round_: RoundContents) -> Round:
    """A round as the system knows it, with a warning of anything unknown to the system."""
    seated: set[PlayerId] = set()
    games: list[Game] = []
    for white, black, result in round_.games:
        for player in (white, black):
            if player not in contents.players:
                facts: dict[str, Fact] = {"player": clipped(player)}
                raise DocumentError(_path(number), "unknown_player", facts)
        if white == black:
            raise DocumentError(_path(number), "against_himself", {"player": clipped(white)})
        if seated & {white, black}:
            contents.warn(
                _path(number),
                "game_left_out",
                white=_name(contents, white),
                black=_name(contents, black),
            )
            continue
        seated |= {white, black}
        games.append(Game(len(games) + 1, white, black, result))
    unplayed: dict[PlayerId, Unplayed] = {}
    byes: set[str] = set()
    for player, kind in round_.unplayed.items():
        if player not in contents.players:
            raise DocumentError(_path(number), "unknown_player", {"player": clipped(player)})
        if player in seated or kind is Unplayed.ABSENT:
            continue
        kept = _kept(engine, kind, is_second=contents.players[player].group in byes)
        if kept is Unplayed.BYE:
            byes.add(contents.players[player].group)
        if kept is not kind:
            contents.warn(
                _path(number),
                "kind_changed",
                player=_name(contents, player),
                kind=kind.value,
                kept=kept.value,
            )
        if kept is not Unplayed.ABSENT:
            unplayed[player] = kept
    return Round(tuple(games), unplayed)


def _kept(engine: PairingSystem, kind: Unplayed, *, is_second: bool) -> Unplayed:
    """The system's kind for a player without a game; a group has one bye in a round."""
    on_request = engine.abilities.has_byes_on_request
    if kind is Unplayed.BYE and is_second:
        return Unplayed.FULL_POINT_BYE if on_request else Unplayed.ABSENT
    if kind.is_on_request and not on_request:
        is_free = kind is Unplayed.FULL_POINT_BYE and not is_second
        return Unplayed.BYE if is_free else Unplayed.ABSENT
    return kind


def kinds_here(
    engine: PairingSystem, unplayed: Mapping[PlayerId, Unplayed]
) -> dict[PlayerId, Unplayed]:
    """The players without a game in a round to be paired, as the system knows it."""
    return {player: _kept(engine, kind, is_second=False) for player, kind in unplayed.items()}


def _check_points(contents: Contents, snapshot: Snapshot) -> None:
    """Warn of each player whose points differ from the file, or that all are equal."""
    if not contents.points:
        return
    ours = {row.player: row.points for row in rules_of(snapshot).standings(snapshot, OVERALL)}
    compared = {player: points for player, points in contents.points.items() if player in ours}
    before = len(contents.warnings)
    for player, points in compared.items():
        if abs(Fraction(ours[player]) - points) >= _SAME:
            contents.warn(
                "",
                "points_differ",
                player=_name(contents, player),
                found=str(points),
                ours=str(ours[player]),
            )
    if compared.keys() == ours.keys() and len(contents.warnings) == before:
        contents.warn("", "points_equal", count=len(compared))


def _name(contents: Contents, player: PlayerId) -> str:
    return _clean(contents.players[player].name) or player


def _path(number: int) -> str:
    return f"R{number}"


def unknown_keys(keys: Iterable[object], known: Iterable[str]) -> Iterator[str]:
    """The keys that a reader does not know."""
    known = {*known}
    return (str(key) for key in keys if key not in known)
