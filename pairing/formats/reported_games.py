"""Which games of a competition does a federation get? Those in a tempo and a period.

A federation rates games, whatever paired them: two people, a day, colours and a result. The report
needs no worth of a game, no absences and no byes.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pairing.core.types import Evening, Game, Player, Round, Snapshot

#: A game's numbers of evening, round and board.
GameKey = tuple[int, int, int]
#: A system with room for nothing but rounds and their points.
_PLAIN_SYSTEM = "knsb-rating"


@dataclass(frozen=True, slots=True)
class Period:
    """Which games: those of a tempo, "" for every one, from the day `first` to the day `last`.

    Days are ISO 8601; "" leaves that end open. A game without a day lies only in a period that is
    open at both ends.
    """

    tempo: str = ""
    first: str = ""
    last: str = ""

    def has(self, day: str) -> bool:
        """Whether a game of this day belongs to the period."""
        if not day:
            return not (self.first or self.last)
        return self.first <= day and (not self.last or day <= self.last)


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A finished game. `key`: the numbers of its evening and round, and its board.

    `day` is the one on which it was played (ISO 8601), or "".
    """

    key: GameKey
    day: str
    game: Game

    @property
    def round_key(self) -> tuple[str, int, int]:
        """Tells the rounds of the report apart: a postponed game has another day."""
        return self.day, *self.key[:2]


@dataclass(frozen=True, slots=True)
class GamesReport:
    """The games of a report, and those left out.

    `snapshot` is the competition with nothing except those games; `rounds` are the games of each of
    its rounds by day; `players` the people in them, numbered by their start order. `open_games`
    lie in the period and have no result; `withheld` lack the consent of a player;
    `undated` is how many finished games have no day.
    """

    snapshot: Snapshot
    rounds: tuple[tuple[ReportedGame, ...], ...]
    open_games: tuple[ReportedGame, ...]
    withheld: tuple[ReportedGame, ...]
    undated: int

    @property
    def games(self) -> tuple[ReportedGame, ...]:
        """All games, round by round."""
        return tuple(game for round_ in self.rounds for game in round_)

    @property
    def players(self) -> Sequence[Player]:
        """The players with a game in the report."""
        return self.snapshot.players

    @property
    def days(self) -> tuple[str, str]:
        """The first and the last day on which a game was played; "" if none is known."""
        days = sorted(game.day for game in self.games if game.day)
        return (days[0], days[-1]) if days else ("", "")


def report_of(
    snapshot: Snapshot,
    period: Period,
    *,
    elsewhere: Collection[GameKey] = (),
    without_consent: Collection[GameKey] = (),
) -> GamesReport:
    """The games of a period, without those of another competition: `elsewhere` has their keys.

    A game that is still open is left out and named in `open_games`, one `without_consent` in
    `withheld`.
    """
    all_games = [
        ReportedGame((*recorded.round_key, game.board), game.date or recorded.date, game)
        for recorded in snapshot.record()
        for game in recorded.round.games
        if period.tempo in ("", recorded.tempo)
    ]
    all_games = [game for game in all_games if game.key not in elsewhere]
    within = [game for game in all_games if period.has(game.day)]
    in_order = sorted(within, key=lambda game: (game.round_key, game.key))
    all_finished = [game for game in in_order if game.game.result.is_finished]
    finished = [game for game in all_finished if game.key not in without_consent]
    rounds = tuple(tuple(games) for _, games in groupby(finished, lambda game: game.round_key))
    return GamesReport(
        snapshot=_plain(snapshot, rounds),
        rounds=rounds,
        open_games=tuple(game for game in within if not game.game.result.is_finished),
        withheld=tuple(game for game in all_finished if game.key in without_consent),
        undated=sum(game.game.result.is_finished and not game.day for game in all_games),
    )


def _plain(snapshot: Snapshot, rounds: Sequence[Sequence[ReportedGame]]) -> Snapshot:
    """The competition as a plain list of rounds: each on a day of its own, without byes or
    absences."""
    playing = {player for games in rounds for game in games for player in game.game.players}
    in_order = sorted(snapshot.players, key=lambda player: player.start)
    players = [player for player in in_order if player.id in playing]
    tempo = snapshot.tempos[0]
    evenings = [
        Evening(tempo.id, (Round(tuple(game.game for game in games)),), games[0].day)
        for games in rounds
    ]
    is_plain = snapshot.system == _PLAIN_SYSTEM
    event = replace(snapshot.event, start="", end="")
    if not (is_plain or event.type):
        event = replace(event, type="Individual: every game by itself")
    return replace(
        snapshot,
        system=_PLAIN_SYSTEM,
        options={"rounds": max(len(rounds), 1)},
        tempos=(tempo,),
        players=tuple(
            replace(player, start=number, joined=1, left=None, group="", moves=(), guest=False)
            for number, player in enumerate(players, start=1)
        ),
        evenings=tuple(evenings),
        forbidden_pairs=(),
        members_may_read=(),
        virtual_points={},
        event=event,
    )
