"""How do tests of the pure part get a snapshot? From a document as JSON text or as a dict.

Deliberately a plain transcription without any checks: the engine's tests do not stand on the
format's reader.
"""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import NAMED
from pairing.registry import get_system, make_options

CASES = Path(__file__).parent / "cases"
SYSTEM = get_system("attacalc")
UNPLAYED = {kind.document_key: kind for kind in NAMED}


def snapshot_of(document):
    """The snapshot of a competition document (a dict)."""
    return Snapshot(
        name=document["name"],
        system=document["system"],
        tempos=tuple(
            Tempo(**{**tempo, "weight": Fraction(tempo.get("weight", 1))})
            for tempo in document["tempos"]
        ),
        players=tuple(
            Player(**{"start": place, **player})
            for place, player in enumerate(document["players"], start=1)
        ),
        evenings=tuple(
            Evening(
                evening["tempo"],
                tuple(round_of(round_) for round_ in evening["rounds"]),
                evening.get("date", ""),
            )
            for evening in document["evenings"]
        ),
        forbidden_pairs=tuple(tuple(pair) for pair in document.get("forbidden_pairs", ())),
        options=document.get("options", {}),
    )


def unplayed(**named):
    """Who is without a game, by the keys of documents: `unplayed(bye="a", exempt=["b"])`."""
    lists = named | {"bye": [named["bye"]] if named.get("bye") else []}
    return {player: UNPLAYED[key] for key, players in lists.items() for player in players}


def round_of(round_):
    """One round of a document."""
    games = tuple(
        Game(
            **{
                "board": board,
                **game,
                "result": Result.parse(game.get("result", "*")),
            }
        )
        for board, game in enumerate(round_.get("games", ()), start=1)
    )
    named = {key: value for key, value in round_.items() if key in UNPLAYED}
    return Round(
        games=games,
        unplayed=unplayed(**named),
        paired_by=round_.get("paired_by", "elsewhere"),
        present=tuple(round_["present"]) if "present" in round_ else None,
    )


def read_case(path):
    """The snapshot of a document in a file."""
    return snapshot_of(json.loads(Path(path).read_text("utf-8")))


def options_of(snapshot):
    """The options dataclass of a snapshot."""
    return make_options(SYSTEM, snapshot.options)


def pair(snapshot):
    """The proposal for the snapshot's last round."""
    return SYSTEM.pair(snapshot, options_of(snapshot))


def pairs_of(proposal):
    """The pairs as "white-black" texts, the bye as "player-0" last."""
    texts = [f"{pair.white}-{pair.black}" for pair in proposal.pairs]
    if proposal.bye is not None:
        texts.append(f"{proposal.bye}-0")
    return texts


def standings(snapshot, scope="all"):
    """The rows of a standing."""
    return SYSTEM.standings(snapshot, options_of(snapshot), scope)


def points_of(snapshot, scope="all"):
    """Points by player."""
    return {row.player: row.points for row in standings(snapshot, scope)}


LONG = {"id": "long", "games_per_evening": 1, "last_n": 4, "absence_limit": 3}
BMW = {"id": "bmw", "games_per_evening": 4, "last_n": 4, "absence_limit": 4}
BLITZ = {"id": "blitz", "games_per_evening": 7, "last_n": 7, "absence_limit": 7}


def club(ids, *evenings, tempos=(LONG, BMW, BLITZ), options=None, forbidden=(), **changes):
    """A small competition: `ids` is a string of one-letter players in start order.

    An evening is (tempo, round, round, ...); a round a dict as in a document, with games as
    texts "A-B 1-0" ("A-B" unfinished) or dicts, and `present` a string. `changes`: by player
    letter, a dict of fields (`joined`, `left`, `guest`).
    """
    return snapshot_of(
        {
            "name": "test",
            "system": "attacalc",
            "options": options or {},
            "tempos": list(tempos),
            "players": [
                {"id": letter, "name": letter, **changes.get(letter, {})} for letter in ids
            ],
            "forbidden_pairs": [list(pair) for pair in forbidden],
            "evenings": [
                {"tempo": tempo, "rounds": [_round(round_) for round_ in rounds]}
                for tempo, *rounds in evenings
            ],
        }
    )


def _round(short):
    """A round with its games written out."""
    round_ = {**short, "games": []}
    for text in short.get("games", ()):
        if isinstance(text, dict):
            round_["games"].append(text)
            continue
        pair, _, result = text.partition(" ")
        white, _, black = pair.partition("-")
        round_["games"].append({"white": white, "black": black, "result": result or "*"})
    return round_


def without_result_order(snapshot, shuffle):
    """The same record with the games within each round in another order (`shuffle(list)`)."""
    evenings = []
    for evening in snapshot.evenings:
        rounds = []
        for round_ in evening.rounds:
            games = list(round_.games)
            shuffle(games)
            rounds.append(replace(round_, games=tuple(games)))
        evenings.append(replace(evening, rounds=tuple(rounds)))
    return replace(snapshot, evenings=tuple(evenings))
