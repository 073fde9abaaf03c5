"""What does a competition document say, and how is a competition written as one?

The format `clubcomp-competition`, versions 1 and 2: a whole competition of any system in one JSON
text. `read_document` refuses whatever is not exactly right; `write_document` writes the
canonical form, so that reading and writing again gives the same bytes.
"""

from dataclasses import replace
from typing import Any

from pairing.core.system import BadOptions, PairingSystem
from pairing.core.types import OVERALL, PlayerId, Snapshot, Tempo
from pairing.formats.document_people import (
    NAME_LIMIT,
    read_event,
    read_players,
    read_seeding,
    text_of,
)
from pairing.formats.document_text import FORMAT, GAMES, VERSIONS, write_document, written_number
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import Node, Once, clipped, parse
from pairing.formats.record import Record, Roster
from pairing.registry import UnknownSystem, get_system, make_rules, options_to_document

__all__ = ["DocumentError", "read_document", "write_document", "written_number"]

COUNTRY_LIMIT = 2
_SINCE_VERSION_2 = ("event", "seeding_list")

Pairs = tuple[tuple[PlayerId, PlayerId], ...]


def read_document(data: bytes | str) -> Snapshot:
    """The competition that a document holds; DocumentError with the place when it is refused."""
    root = parse(data)
    version = _check_format(root)
    document = root.members(
        ("format", "version", "name", "system", "tempos", "players"),
        (
            *("club", "game", "options", "forbidden_pairs", "evenings"),
            *(_SINCE_VERSION_2 if version > 1 else ()),
        ),
    )
    club, country = _read_club(document.get("club"))
    system = _read_system(document["system"])
    tempos = _read_tempos(document["tempos"], system)
    players = read_players(document["players"], version)
    roster = Roster(players)
    forbidden, readable = _read_forbidden_pairs(document.get("forbidden_pairs"), roster, version)
    record = Record(system, tempos, roster)
    return Snapshot(
        name=document["name"].text(NAME_LIMIT, required=True),
        system=system.key,
        tempos=tempos,
        players=players,
        evenings=record.evenings(document["evenings"]) if "evenings" in document else (),
        forbidden_pairs=forbidden,
        members_may_read=readable,
        options=_read_options(document.get("options"), system),
        game=document["game"].choice(*GAMES) if "game" in document else GAMES[0],
        club=club,
        country=country,
        event=read_event(document.get("event")),
        seeding=read_seeding(document.get("seeding_list")),
    )


def _check_format(root: Node) -> int:
    """The version of one of our documents that is known here. Asked before anything else."""
    members = root.any_members()
    if "format" not in members or members["format"].value != FORMAT:
        Node(None, root, "format").refuse("not_a_competition_document", expected=FORMAT)
    if "version" not in members:
        Node(None, root, "version").refuse("missing_key", key="version")
    version = members["version"].integer(0, 999)
    if version not in VERSIONS:
        members["version"].refuse("unknown_version", version=version, known=[*VERSIONS])
    return version


def _read_club(node: Node | None) -> tuple[str, str]:
    """The club's name and its country; a competition without a club has neither."""
    if node is None:
        return "", ""
    members = node.members(("name",), ("country",))
    return members["name"].text(NAME_LIMIT, required=True), text_of(
        members, "country", COUNTRY_LIMIT
    )


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
        return dict(options_to_document(make_rules(system, written)))
    except BadOptions as error:
        name = clipped(error.name)
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
        return Tempo(members["id"].id(OVERALL), text_of(members, "name", NAME_LIMIT))
    members = node.members(("id", *numbers), ("name", "weight"))
    tempo = Tempo(
        id=members["id"].id(OVERALL),
        name=text_of(members, "name", NAME_LIMIT),
        games_per_evening=members["games_per_evening"].integer(1, 20),
        last_n=members["last_n"].integer(0, 99),
        absence_limit=members["absence_limit"].integer(0, 99),
    )
    if "weight" in members:
        return replace(tempo, weight=members["weight"].fraction(0, 10))
    return tempo


def _read_forbidden_pairs(node: Node | None, roster: Roster, version: int) -> tuple[Pairs, Pairs]:
    """The pairs that are never made, and those of them that members may read."""
    once = Once("duplicate_pair")
    pairs: list[tuple[PlayerId, PlayerId]] = []
    readable: list[tuple[PlayerId, PlayerId]] = []
    for item in node.items() if node else ():
        members = [*item.items()]
        has_remark = version > 1 and len(members) == 3
        if len(members) != 2 and not has_remark:
            item.refuse("not_two", count=len(members))
        player, opponent = (roster.player(member) for member in members[:2])
        if player == opponent:
            item.refuse("against_himself", player=player)
        once.take(item, frozenset((player, opponent)), one=player, other=opponent)
        pairs.append((player, opponent))
        if has_remark:
            remark = members[2].members(("members_may_read",))
            if remark["members_may_read"].boolean():
                readable.append((player, opponent))
    return tuple(pairs), tuple(readable)
