"""What does a competition document say, and how is a competition written as one?

The format `clubcomp-competition`, version 1: a whole competition of any system in one JSON
text. `read_document` refuses whatever is not exactly right; `write_document` writes the
canonical form, so that reading and writing again gives the same bytes.
"""

from dataclasses import replace
from typing import Any

from pairing.core.system import BadOptions, PairingSystem
from pairing.core.types import OVERALL, Player, PlayerId, Snapshot, Tempo
from pairing.formats.document_text import FORMAT, GAMES, VERSION, write_document, written_number
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import Node, Once, parse, shown
from pairing.formats.record import Record, Roster
from pairing.registry import UnknownSystem, get_system, make_options, options_to_document

__all__ = ["DocumentError", "read_document", "write_document", "written_number"]

NAME_LIMIT = 200
WORD_LIMIT = 10
FEDERATION_ID_LIMIT = 40
COUNTRY_LIMIT = 2
#: More evenings, or a higher start number, than any club has.
NUMBER_LIMIT = 99_999


def read_document(data: bytes | str) -> Snapshot:
    """The competition that a document holds; DocumentError with the place when it is refused."""
    root = parse(data)
    _check_format(root)
    document = root.members(
        ("format", "version", "name", "system", "tempos", "players"),
        ("club", "game", "options", "forbidden_pairs", "evenings"),
    )
    club, country = _read_club(document.get("club"))
    system = _read_system(document["system"])
    tempos = _read_tempos(document["tempos"], system)
    players = _read_players(document["players"])
    roster = Roster(players)
    record = Record(system, tempos, roster)
    return Snapshot(
        name=document["name"].text(NAME_LIMIT, required=True),
        system=system.key,
        tempos=tempos,
        players=players,
        evenings=record.evenings(document["evenings"]) if "evenings" in document else (),
        forbidden_pairs=_read_forbidden_pairs(document.get("forbidden_pairs"), roster),
        options=_read_options(document.get("options"), system),
        game=document["game"].choice(*GAMES) if "game" in document else GAMES[0],
        club=club,
        country=country,
    )


def _check_format(root: Node) -> None:
    """Is it one of our documents, of a version known here? Asked before anything else."""
    members = root.any_members()
    if "format" not in members or members["format"].value != FORMAT:
        Node(None, root, "format").refuse("not_a_competition_document", expected=FORMAT)
    if "version" in members and members["version"].integer(0, 999) != VERSION:
        members["version"].refuse(
            "unknown_version", version=members["version"].integer(0, 999), known=[VERSION]
        )


def _read_club(node: Node | None) -> tuple[str, str]:
    """The club's name and its country; a competition without a club has neither."""
    if node is None:
        return "", ""
    members = node.members(("name",), ("country",))
    return members["name"].text(NAME_LIMIT, required=True), _text(members, "country", COUNTRY_LIMIT)


def _read_system(node: Node) -> PairingSystem:
    try:
        return get_system(node.text(NAME_LIMIT))
    except UnknownSystem as error:
        node.refuse("unknown_system", system=error.key, known=[*error.known])


def _read_options(node: Node | None, system: PairingSystem) -> dict[str, Any]:
    """The options that differ from the system's defaults."""
    members = node.any_members() if node else {}
    written = {name: value.option() for name, value in members.items()}
    try:
        return dict(options_to_document(system, make_options(system, written)))
    except BadOptions as error:
        name = shown(error.name)
        facts = {"option": name} | error.facts
        raise DocumentError(f"options.{name}", f"option_{error.code}", facts) from None


def _read_tempos(node: Node, system: PairingSystem) -> tuple[Tempo, ...]:
    once = Once("duplicate_id")
    tempos: list[Tempo] = []
    for item in node.items():
        tempo = _read_tempo(item, system)
        once.take(Node(None, item, "id"), tempo.id, id=tempo.id)
        tempos.append(tempo)
    if not tempos:
        node.refuse("no_tempo")
    if len(tempos) > 1 and not system.abilities.uses_tempos:
        node.refuse("one_tempo", system=system.key, count=len(tempos))
    return tuple(tempos)


def _read_tempo(node: Node, system: PairingSystem) -> Tempo:
    numbers = ("games_per_evening", "last_n", "absence_limit")
    if not system.abilities.uses_tempos:
        for key, member in node.any_members().items():
            if key in (*numbers, "weight"):
                member.refuse("tempo_number_unused", system=system.key, key=key)
        members = node.members(("id",), ("name",))
        return Tempo(members["id"].id(OVERALL), _text(members, "name", NAME_LIMIT))
    members = node.members(("id", *numbers), ("name", "weight"))
    tempo = Tempo(
        id=members["id"].id(OVERALL),
        name=_text(members, "name", NAME_LIMIT),
        games_per_evening=members["games_per_evening"].integer(1, 20),
        last_n=members["last_n"].integer(0, 99),
        absence_limit=members["absence_limit"].integer(0, 99),
    )
    if "weight" in members:
        return replace(tempo, weight=members["weight"].fraction(0, 10))
    return tempo


def _read_players(node: Node) -> tuple[Player, ...]:
    """The players; without start numbers their places in the list are the start numbers."""
    ids, starts, numbers = (
        Once("duplicate_id"),
        Once("duplicate_start"),
        Once("duplicate_federation_id"),
    )
    players: list[Player] = []
    has_start = False
    for place, item in enumerate(node.items(), start=1):
        members = item.members(("id", "name"), _PLAYER_OPTIONAL)
        if place == 1:
            has_start = "start" in members
        if has_start != ("start" in members):
            Node(None, item, "start").refuse("start_for_some")
        player = _read_player(members, place)
        ids.take(members["id"], player.id, id=player.id)
        if has_start:
            starts.take(members["start"], player.start, start=player.start)
        if player.federation_id:
            numbers.take(members["federation_id"], player.federation_id, id=player.federation_id)
        players.append(player)
    return tuple(players)


_PLAYER_OPTIONAL = (
    "start",
    "rating",
    "title",
    "grade",
    "federation_id",
    "birth_year",
    "sex",
    "club",
    "joined",
    "left",
    "guest",
)


def _read_player(members: dict[str, Node], place: int) -> Player:
    joined = _integer(members, "joined", 1, NUMBER_LIMIT) or 1
    left = _integer(members, "left", 1, NUMBER_LIMIT)
    if left is not None and left < joined:
        members["left"].refuse("left_before_joined", joined=joined, left=left)
    return Player(
        # "0" is nobody, where pairings are written as numbers.
        id=members["id"].id("0"),
        start=_integer(members, "start", 1, NUMBER_LIMIT) or place,
        name=members["name"].text(NAME_LIMIT, required=True),
        rating=_integer(members, "rating", 0, 4000),
        title=_text(members, "title", WORD_LIMIT),
        grade=_text(members, "grade", WORD_LIMIT),
        federation_id=_text(members, "federation_id", FEDERATION_ID_LIMIT),
        birth_year=_integer(members, "birth_year", 1850, 2150),
        sex=_text(members, "sex", WORD_LIMIT),
        club=_text(members, "club", NAME_LIMIT),
        joined=joined,
        left=left,
        guest="guest" in members and members["guest"].boolean(),
    )


def _read_forbidden_pairs(node: Node | None, roster: Roster) -> tuple[tuple[str, str], ...]:
    once = Once("duplicate_pair")
    pairs: list[tuple[PlayerId, PlayerId]] = []
    for item in node.items() if node else ():
        members = [*item.items()]
        if len(members) != 2:
            item.refuse("not_two", count=len(members))
        one, other = (roster.player(member) for member in members)
        if one == other:
            item.refuse("against_himself", player=one)
        once.take(item, frozenset((one, other)), one=one, other=other)
        pairs.append((one, other))
    return tuple(pairs)


def _text(members: dict[str, Node], key: str, limit: int) -> str:
    """An optional text; "" is the same as none."""
    return members[key].text(limit) if key in members else ""


def _integer(members: dict[str, Node], key: str, low: int, high: int) -> int | None:
    """An optional whole number."""
    return members[key].integer(low, high) if key in members else None
