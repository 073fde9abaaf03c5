"""How are the games of a competition written as a PGN file, to which moves can be added?

The seven tags of the roster and the result for every game that was played; no moves. A forfeit is
not a game, so it is left out.
"""

from collections.abc import Callable, Iterator
from operator import attrgetter

from pairing.core.types import Game, Player, Result, RoundOnRecord, Snapshot

_RESULTS = {Result.WHITE_WINS: "1-0", Result.DRAW: "1/2-1/2", Result.BLACK_WINS: "0-1"}


def write_pgn(snapshot: Snapshot, *, name: Callable[[Player], str] = attrgetter("name")) -> str:
    """The games in order of play, lines ended by LF.

    `name` is "Surname, Given" of a player. A round is "evening.game", or one number if no evening
    has several.
    """
    names = {player.id: name(player) for player in snapshot.players}
    is_single = all(len(evening.rounds) <= 1 for evening in snapshot.evenings)
    texts = [
        "".join(_game(snapshot, recorded, game, names, str(number) if is_single else ""))
        for number, recorded in enumerate(snapshot.record(), start=1)
        for game in recorded.round.games
        if not game.result.is_forfeit
    ]
    return "\n".join(texts)


def _game(
    snapshot: Snapshot, recorded: RoundOnRecord, game: Game, names: dict[str, str], number: str
) -> Iterator[str]:
    result = _RESULTS.get(game.result, "*")
    date = game.date or recorded.date
    tags = {
        "Event": snapshot.name,
        "Site": snapshot.club,
        "Date": date.replace("-", ".") or "????.??.??",
        "Round": number or f"{recorded.evening}.{recorded.number}",
        "White": names[game.white],
        "Black": names[game.black],
        "Result": result,
    }
    for tag, value in tags.items():
        yield f'[{tag} "{_quoted(value or "?")}"]\n'
    yield f"\n{result}\n"


def _quoted(text: str) -> str:
    """A text within quotes, on one line."""
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())
