"""What does a competition document say, and how is a competition written as one?

The format `clubcomp-competition`, versions 1 and 2: a whole competition of any system in one JSON
text. `read_document` refuses whatever is not exactly right; `write_document` writes the
canonical form, so that reading and writing again gives the same bytes: UTF-8 without escapes of
letters, two spaces, keys in the format's order, `start` and `board` always, everything else only
where it differs from its default; a newline at the end. The version is the lowest that has a
key for everything in it.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from pairing.core.beside_games import DecidedTie
from pairing.core.federations import Event
from pairing.core.rules import Rules
from pairing.core.system import BadOptions, PairingSystem
from pairing.core.types import OVERALL, Evening, Player, PlayerId, Snapshot, Tempo
from pairing.formats.decided_ties import read_ties
from pairing.formats.document_people import NAME, TEXT, read_event, read_players, read_seeding
from pairing.formats.errors import DocumentError
from pairing.formats.form import Form, Reader, Written, written
from pairing.formats.nodes import Node, Once, clipped, parse
from pairing.formats.record import Record, Roster, read_extra
from pairing.registry import UnknownSystem, get_system, make_rules, options_to_document, rules_of

__all__ = ["DocumentError", "has_own_kinds", "read_document", "write_document"]

FORMAT = "clubcomp-competition"
VERSIONS = (1, 2)
GAMES = ("chess", "draughts", "go")
COUNTRY_LIMIT = 2
_SINCE_VERSION_2 = ("event", "seeding_list", "extra", "ties", "by_fide_rules", "apart")
_TEMPO: dict[str, Reader] = {"id": lambda node: node.id(OVERALL), "name": TEXT}
#: The numbers of a tempo, if the system uses tempos.
_TEMPO_NUMBERS: dict[str, Reader] = {
    "games_per_evening": partial(Node.integer, low=1, high=20),
    "last_n": partial(Node.integer, low=0, high=99),
    "absence_limit": partial(Node.integer, low=0, high=99),
    "weight": partial(Node.fraction, low=0, high=10),
}
#: Those that need a system whose tempos set limits.
_LIMITS = ("last_n", "absence_limit")
#: By whether the system uses tempos, and whether these set limits.
_TEMPOS = {
    (False, False): Form(Tempo, _TEMPO),
    (True, False): Form(
        Tempo, _TEMPO | {key: read for key, read in _TEMPO_NUMBERS.items() if key not in _LIMITS}
    ),
    (True, True): Form(Tempo, _TEMPO | _TEMPO_NUMBERS, required=[*_TEMPO_NUMBERS][:3]),
}

Pairs = tuple[tuple[PlayerId, PlayerId], ...]


def read_document(data: bytes | str) -> Snapshot:
    """The competition that a document holds; DocumentError with the path when it is refused."""
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
    has_kinds = version > 1 and system.abilities.has_own_kinds
    knows = {"extra": has_kinds, "by_fide_rules": system.abilities.is_of_fide}
    for key, is_known in knows.items():
        if key in document and not is_known:
            document[key].refuse("unknown_key", key=key, known=[*document])
    tempos = _read_tempos(document["tempos"], system)
    players = read_players(document["players"], version, with_points=has_kinds)
    roster = Roster(players)
    forbidden, readable = _read_forbidden_pairs(document.get("forbidden_pairs"), roster, version)
    options = _read_options(document.get("options"), system)
    rules = make_rules(system, options) if has_kinds else None
    if rules and system.abilities.knows_groups:
        _check_moves(document["players"], players, rules)
    kinds = rules.kinds if rules else {}
    record = Record(system, tempos, roster, kinds)
    evenings = record.evenings(document["evenings"]) if "evenings" in document else ()
    return Snapshot(
        name=TEXT(document["name"]),
        system=system.key,
        tempos=tempos,
        players=players,
        evenings=evenings,
        forbidden_pairs=forbidden,
        apart=_read_forbidden_pairs(document.get("apart"), roster, 1)[0],
        members_may_read=readable,
        options=options,
        game=document["game"].choice(*GAMES) if "game" in document else GAMES[0],
        club=club,
        country=country,
        event=read_event(document.get("event")),
        seeding=read_seeding(document.get("seeding_list")),
        extra=read_extra(document["extra"], roster, len(evenings)) if "extra" in document else (),
        ties=_read_ties(document.get("ties"), roster, tempos, evenings),
        by_fide_rules="by_fide_rules" in document and document["by_fide_rules"].boolean(),
    )


def _read_ties(
    node: Node | None, roster: Roster, tempos: Sequence[Tempo], evenings: tuple[Evening, ...]
) -> tuple[DecidedTie, ...]:
    if node is None:
        return ()
    return read_ties(node, roster, [tempo.id for tempo in tempos], evenings)


def _check_format(root: Node) -> int:
    """The version of the document, which must be one of ours. It is checked before anything
    else."""
    members = root.any_members()
    if "format" not in members or members["format"].value != FORMAT:
        root.at("format").refuse("not_a_competition_document", expected=FORMAT)
    if "version" not in members:
        root.at("version").refuse("missing_key", key="version")
    version = members["version"].integer(0, 999)
    if version not in VERSIONS:
        members["version"].refuse("unknown_version", version=version, known=[*VERSIONS])
    return version


def _read_club(node: Node | None) -> tuple[str, str]:
    """The club's name and its country; a competition without a club has neither."""
    if node is None:
        return "", ""
    members = node.members(("name",), ("country",))
    country = members["country"].text(COUNTRY_LIMIT) if "country" in members else ""
    return NAME(members["name"]), country


def _read_system(node: Node) -> PairingSystem:
    try:
        return get_system(TEXT(node))
    except UnknownSystem as error:
        node.refuse("unknown_system", system=error.key, known=[*error.known])


def _read_options(node: Node | None, system: PairingSystem) -> dict[str, Any]:
    """The options that differ from the system's defaults."""
    members = node.any_members() if node else {}
    written = {
        name: value.section() if system.sections else value.option()
        for name, value in members.items()
    }
    try:
        return dict(options_to_document(make_rules(system, written)))
    except BadOptions as error:
        name = clipped(error.name)
        if system.sections:
            raise DocumentError(f"options.{name}", error.code, error.facts) from None
        facts = {"option": name} | error.facts
        raise DocumentError(f"options.{name}", f"option_{error.code}", facts) from None


def _check_moves(node: Node, players: Sequence[Player], rules: Rules) -> None:
    """Refuse a change of group that the system's rules do not allow."""
    for item, player in zip(node.items(), players, strict=True):
        for number, move in enumerate(player.moves):
            try:
                rules.check_move(player.id, move)
            except BadOptions as error:
                Node(None, item.at("moves"), number).refuse(error.code, **error.facts)


def _read_tempos(node: Node, system: PairingSystem) -> tuple[Tempo, ...]:
    uses_tempos = system.abilities.uses_tempos
    sets_limits = system.abilities.limits_per_tempo
    once = Once("duplicate_id")
    tempos: list[Tempo] = []
    for item in node.items():
        if not uses_tempos:
            for key in item.any_members().keys() & _TEMPO_NUMBERS:
                item.at(key).refuse("tempo_number_unused", system=system.key, key=key)
        for key in _LIMITS if uses_tempos and not sets_limits else ():
            if key in (named := item.any_members()):
                tempo_id = named["id"].text(200) if "id" in named else ""
                item.at(key).refuse("tempo_numbers", tempo=tempo_id)
        tempo = Tempo(**_TEMPOS[uses_tempos, sets_limits].read(item))
        once.take(item.at("id"), tempo.id, id=tempo.id)
        tempos.append(tempo)
    if not tempos:
        node.refuse("no_tempo")
    if len(tempos) > 1 and not uses_tempos:
        node.refuse("one_tempo", system=system.key, count=len(tempos))
    return tuple(tempos)


def _read_forbidden_pairs(node: Node | None, roster: Roster, version: int) -> tuple[Pairs, Pairs]:
    """The forbidden pairs, and those of them that members may read."""
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


def write_document(snapshot: Snapshot) -> str:
    """The competition as a document in canonical form.

    BadOptions or UnknownSystem when the snapshot's system does not know its options.
    """
    rules, seeding = rules_of(snapshot), snapshot.seeding
    abilities = rules.system.abilities
    tempo = _TEMPOS[abilities.uses_tempos, abilities.limits_per_tempo]
    competition: Written = {"format": FORMAT, "version": _version(snapshot)}
    if snapshot.club:
        competition["club"] = {"name": snapshot.club} | _given(country=snapshot.country)
    competition |= {"name": snapshot.name, "game": snapshot.game, "system": snapshot.system}
    competition |= _given(
        options=options_to_document(rules),
        event=written(snapshot.event),
        # A list by its name alone, if its tempo is the usual one.
        seeding_list=seeding.list if seeding and not seeding.tempo else written(seeding),
        by_fide_rules=snapshot.by_fide_rules,
    )
    competition["tempos"] = [*map(tempo.written, snapshot.tempos)]
    competition["players"] = written(snapshot.players)
    remark = {"members_may_read": True}
    pairs = (
        [*pair, remark] if pair in snapshot.members_may_read else [*pair]
        for pair in snapshot.forbidden_pairs
    )
    competition |= _given(
        forbidden_pairs=[*pairs],
        apart=[[*pair] for pair in snapshot.apart],
        extra=written(snapshot.extra),
    )
    competition |= _given(ties=written(snapshot.ties))
    competition["evenings"] = written(snapshot.evenings)
    return json.dumps(competition, ensure_ascii=False, indent=2) + "\n"


def _version(snapshot: Snapshot) -> int:
    """The lowest version that has a key for everything in the snapshot."""
    says_more = (
        snapshot.seeding
        or snapshot.members_may_read
        or snapshot.ties
        or snapshot.by_fide_rules
        or snapshot.apart
        or snapshot.event != Event()
        or any(map(_needs_version_2, snapshot.players))
        or has_own_kinds(snapshot)
    )
    return VERSIONS[1] if says_more else VERSIONS[0]


def has_own_kinds(snapshot: Snapshot) -> bool:
    """Whether it has anything that only a club's own regulation knows: points by hand, own kinds
    of absence, results elsewhere, orders drawn by lot."""
    rounds = (round_ for evening in snapshot.evenings for round_ in evening.rounds)
    return bool(
        snapshot.extra
        or any(player.start_points for player in snapshot.players)
        or any(round_.away or round_.away_results or round_.drawn for round_ in rounds)
    )


def _needs_version_2(player: Player) -> bool:
    has_issuer = any(identity.issuer for identity in player.identities)
    has_group = player.group or player.moves
    return bool(has_issuer or player.ratings or player.federation or player.birth_date or has_group)


def _given(**members: object) -> Written:
    """The members that are not empty."""
    return {key: value for key, value in members.items() if value}
