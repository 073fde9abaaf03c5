"""How is a competition written as a competition document, in canonical form?

UTF-8 without escapes of letters, two spaces, keys in the format's order, `start` and `board`
always, everything else only where it differs from its default; a newline at the end.
"""

import json
from dataclasses import fields
from fractions import Fraction

from pairing.core.system import PairingSystem
from pairing.core.types import Evening, Game, Player, Round, Snapshot, Tempo
from pairing.formats.record import NOT_PLAYING
from pairing.registry import get_system, make_options, options_to_document

FORMAT = "clubcomp-competition"
VERSION = 1
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
    system = get_system(snapshot.system)
    competition: Written = {"format": FORMAT, "version": VERSION}
    if snapshot.club:
        competition["club"] = {"name": snapshot.club} | _given(country=snapshot.country)
    competition |= {"name": snapshot.name, "game": snapshot.game, "system": snapshot.system}
    competition |= _given(
        options=options_to_document(system, make_options(system, snapshot.options))
    )
    competition["tempos"] = [_tempo(tempo, system) for tempo in snapshot.tempos]
    competition["players"] = [_player(player) for player in snapshot.players]
    competition |= _given(forbidden_pairs=[list(pair) for pair in snapshot.forbidden_pairs])
    competition["evenings"] = [_evening(evening) for evening in snapshot.evenings]
    return competition


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
    """A player; the fields of `Player` are in the document's order."""
    written: Written = {"id": player.id, "start": player.start, "name": player.name}
    for field in fields(player)[len(written) :]:
        value = getattr(player, field.name)
        if value != field.default:
            written[field.name] = value
    return written


def _evening(evening: Evening) -> Written:
    rounds = [_round(round_) for round_ in evening.rounds]
    return _given(date=evening.date) | {"tempo": evening.tempo, "rounds": rounds}


def _round(round_: Round) -> Written:
    written = {"games": [_game(game) for game in round_.games]} | _given(bye=round_.bye)
    written |= _given(**{key: list(getattr(round_, key)) for key in NOT_PLAYING})
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
