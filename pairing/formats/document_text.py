"""How is a competition written as a competition document, in canonical form?

UTF-8 without escapes of letters, two spaces, keys in the format's order, `start` and `board`
always, everything else only where it differs from its default; a newline at the end. The
version is the lowest that knows all that is said.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction

from pairing.core.system import PairingSystem
from pairing.core.types import (
    UNKNOWN_ISSUER,
    Evening,
    Game,
    ListedRating,
    Player,
    Round,
    SeedingList,
    Snapshot,
    Tempo,
)
from pairing.core.unplayed import NAMED, Unplayed
from pairing.registry import options_to_document, rules_of

FORMAT = "clubcomp-competition"
VERSIONS = (1, 2)
GAMES = ("chess", "draughts", "go")

Written = dict[str, object]


def write_document(snapshot: Snapshot) -> str:
    """The competition as a document in canonical form.

    BadOptions or UnknownSystem when the snapshot's system does not know its options.
    """
    return json.dumps(_competition(snapshot), ensure_ascii=False, indent=2) + "\n"


def written_number(number: int | Fraction) -> int | str:
    """A number as documents write it: an integer, or "p/q" in lowest terms."""
    fraction = Fraction(number)
    return fraction.numerator if fraction.denominator == 1 else str(fraction)


def _competition(snapshot: Snapshot) -> Written:
    rules = rules_of(snapshot)
    competition: Written = {"format": FORMAT, "version": _version(snapshot)}
    if snapshot.club:
        competition["club"] = {"name": snapshot.club} | _given(country=snapshot.country)
    competition |= {"name": snapshot.name, "game": snapshot.game, "system": snapshot.system}
    competition |= _given(options=options_to_document(rules))
    competition |= _given(
        event=_given(**asdict(snapshot.event) | {"arbiters": list(snapshot.event.arbiters)}),
        seeding_list=_seeding(snapshot.seeding),
    )
    competition["tempos"] = [_tempo(tempo, rules.system) for tempo in snapshot.tempos]
    competition["players"] = [_player(player) for player in snapshot.players]
    competition |= _given(forbidden_pairs=[*_forbidden_pairs(snapshot)])
    competition["evenings"] = [_evening(evening) for evening in snapshot.evenings]
    return competition


def _version(snapshot: Snapshot) -> int:
    """The lowest version that has a key for everything that is said."""
    says_more = (
        snapshot.seeding
        or snapshot.members_may_read
        or any(asdict(snapshot.event).values())
        or any(map(_needs_version_2, snapshot.players))
    )
    return VERSIONS[1] if says_more else VERSIONS[0]


def _needs_version_2(player: Player) -> bool:
    issuers = {identity.issuer for identity in player.identities} - {UNKNOWN_ISSUER}
    return bool(issuers or player.ratings or player.federation or player.birth_date)


def _seeding(seeding: SeedingList | None) -> object:
    """A list by its name; with its tempo where that is not the usual one."""
    if seeding is None or not seeding.tempo:
        return seeding and seeding.list
    return {"list": seeding.list, "tempo": seeding.tempo}


def _forbidden_pairs(snapshot: Snapshot) -> Iterable[list[object]]:
    for pair in snapshot.forbidden_pairs:
        is_readable = pair in snapshot.members_may_read
        yield [*pair, {"members_may_read": True}] if is_readable else [*pair]


def _given(**members: object) -> Written:
    """Those members that say something."""
    return {key: value for key, value in members.items() if value}


def _tempo(tempo: Tempo, system: PairingSystem) -> Written:
    written = {"id": tempo.id} | _given(name=tempo.name)
    if system.abilities.uses_tempos:
        written |= {
            "games_per_evening": tempo.games_per_evening,
            "last_n": tempo.last_n,
            "absence_limit": tempo.absence_limit,
        }
        if tempo.weight != 1:
            written["weight"] = written_number(tempo.weight)
    return written


def _player(player: Player) -> Written:
    written: Written = {"id": player.id, "start": player.start, "name": player.name}
    if player.rating is not None:
        written["rating"] = player.rating
    known = [listed for listed in player.identities if listed.issuer != UNKNOWN_ISSUER]
    written |= _given(
        title=player.title,
        grade=player.grade,
        federation_id=player.number_of(UNKNOWN_ISSUER),
        identities=[{"issuer": listed.issuer, "number": listed.number} for listed in known],
        ratings=[_rating(rating) for rating in player.ratings],
        federation=player.federation,
        birth_date=player.birth_date,
        birth_year=None if player.birth_date else player.birth_year,
        sex=player.sex,
        club=player.club,
    )
    if player.joined != 1:
        written["joined"] = player.joined
    if player.left is not None:
        written["left"] = player.left
    return written | _given(guest=player.guest)


def _rating(rating: ListedRating) -> Written:
    written = {"list": rating.list} | _given(tempo=rating.tempo, date=rating.date)
    return written | {"value": rating.value}


def _evening(evening: Evening) -> Written:
    rounds = [_round(round_) for round_ in evening.rounds]
    return _given(date=evening.date) | {"tempo": evening.tempo, "rounds": rounds}


def _round(round_: Round) -> Written:
    written: Written = {"games": [_game(game) for game in round_.games]}
    for kind in NAMED:
        named = list(round_.of_kind(kind))
        written |= _given(**{kind.document_key: round_.bye if kind is Unplayed.BYE else named})
    if round_.paired_by != "elsewhere":
        written["paired_by"] = round_.paired_by
    if round_.present is not None:
        written["present"] = list(round_.present)
    return written


def _game(game: Game) -> Written:
    return {
        "board": game.board,
        "white": game.white,
        "black": game.black,
        "result": game.result.value,
    } | _given(date=game.date, fixed=game.fixed)
