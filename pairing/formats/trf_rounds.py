"""Which rounds do the lines of a TRF file make, and do they agree with each other?

The round after the last one that is over is the one to be paired: every player without a column for
it is present. In the rounds before it, a player without a column was absent. A round is over when a
game in it has a result, or when all players have a column for it and none an opponent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from pairing.core.system import PairingSystem
from pairing.core.types import Evening, Fact, Game, PlayerId, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.formats.errors import TrfWarning
from pairing.formats.trf_players import ENDINGS, HALF_POINTS, UNPLAYED, Cell, Row, in_start_order
from pairing.formats.trf_settings import ROUNDS_LIMIT, ByeLine, Settings

TEMPO = Tempo("long")


def last_played(rows: Mapping[int, Row]) -> int:
    """The last round with a game that has a result; 0 when there is none."""
    games = (
        number
        for row in rows.values()
        for number, cell in row.cells.items()
        if cell.opponent and cell.result
    )
    return max(games, default=0)


def last_over(rows: Mapping[int, Row]) -> int:
    """The last round that is over, even if nobody played in it; 0 if there is none."""
    played = last_played(rows)
    after = ({*row.cells} for row in rows.values())
    whole = (number for number in set.intersection(*after) if number > played)
    idle = (n for n in whole if not any(row.cells[n].opponent for row in rows.values()))
    return max(idle, default=played)


@dataclass
class Rounds:
    """Reads the rounds of the players in `rows` (by pairing number, in the file's order)."""

    system: PairingSystem
    settings: Settings
    rows: dict[int, Row]

    def __post_init__(self) -> None:
        played = self.settings.played
        self.played = last_over(self.rows) if played is None else played
        self.next = self.played + 1
        if self.system.reported:
            # A schedule in the file after the rounds that were played is known anyway.
            for row in self.rows.values():
                for number in [*row.cells]:
                    if number > self.played and not row.cells[number].result:
                        del row.cells[number]
        #: How many rounds there will be; None: the file does not say.
        self.announced = self.settings.rounds

    @property
    def last_written(self) -> int:
        """The last round that the players' lines have a column for; at least 1."""
        return max((round_ for row in self.rows.values() for round_ in row.cells), default=1)

    def assumed(self, rounds: int) -> int:
        """The number of rounds of a file that does not say it; the reader gets a warning."""
        self.settings.warn(
            TrfWarning(0, 0, "rounds_assumed", {"rounds": rounds, "tag": self.settings.rounds_tag})
        )
        return rounds

    def snapshot(self) -> Snapshot:
        """The competition, with an evening for each round, on the day that the settings have."""
        return Snapshot(
            name=self.settings.name,
            system=self.system.key,
            tempos=(TEMPO,),
            players=in_start_order([row.player for row in self.rows.values()], self.settings.order),
            evenings=tuple(
                Evening(TEMPO.id, (round_,), self.settings.dates.get(number, ""))
                for number, round_ in enumerate(self.read(), start=1)
            ),
        )

    def read(self) -> list[Round]:
        """All rounds; the last of them is to be paired, unless all have been played."""
        for player in self.rows.values():
            for round_, cell in player.cells.items():
                refuse = partial(cell.line.refuse, cell.column)
                if self.announced is not None and round_ > self.announced:
                    refuse("too_many_rounds", round=round_, rounds=self.announced)
                if not cell.result and not self.system.reported:
                    cell.line.refuse(cell.column + cell.result_at, "no_result")
                if round_ > self.next:
                    refuse("after_next_round", round=round_, next=self.next)
        for bye in self.settings.byes:
            self._take_bye(bye)
        rounds = [self._round(number) for number in range(1, self.played + 1)]
        if self.announced is not None and self.played >= self.announced:
            return rounds
        return [*rounds, self._to_pair()]

    def _take_bye(self, bye: ByeLine) -> None:
        """Take a line 240, which agrees with the player's line or adds to it. Later rounds wait."""
        row = self.rows.get(bye.player)
        if row is None:
            bye.word.refuse("unknown_player", player=str(bye.player))
        if bye.round > (self.announced or ROUNDS_LIMIT):
            bye.word.refuse("too_many_rounds", round=bye.round, rounds=self.announced)
        if bye.round > self.next:
            return
        cell = row.cells.setdefault(bye.round, Cell(bye.word.line, bye.word.column, bye.kind))
        if cell.opponent or cell.result != bye.kind:
            bye.word.refuse(
                "bye_disagrees", player=row.player.id, found=cell.result, wanted=bye.kind
            )

    def _round(self, number: int) -> Round:
        """A round that was played."""
        games: list[Game] = []
        for row in self.rows.values():
            cell = row.cells.get(number)
            if cell is None or not cell.opponent:
                continue
            opponent = self._opposite(row, cell, number)
            # The player who comes first in the file makes the game; if neither line of a forfeit
            # has a colour, they have white, which no pairing looks at.
            if row.line.number < opponent.line.number:
                against = opponent.cells[number].colour
                is_white = cell.colour == "w" or (against != "w" and not cell.colour)
                white, black = (row, opponent) if is_white else (opponent, row)
                games.append(self._game(len(games) + 1, white, black, number))
        return Round(games=tuple(games), unplayed=self._unplayed(number))

    def _opposite(self, row: Row, cell: Cell, number: int) -> Row:
        """The opponent's line, which must have the same game."""
        players = {"player": row.player.id, "opponent": str(cell.opponent)}
        opponent = self.rows.get(cell.opponent)
        if opponent is None:
            row.line.refuse(cell.column, "unknown_player", player=str(cell.opponent))
        against = opponent.cells.get(number)
        if against is None or against.opponent != row.number:
            row.line.refuse(cell.column, "opponents_disagree", **players)
        if cell.colour and against.colour == cell.colour:
            row.line.refuse(
                cell.column + cell.colour_at, "colours_disagree", **players, colour=cell.colour
            )
        if (cell.result, against.result) not in ENDINGS:
            row.line.refuse(
                cell.column + cell.result_at,
                "results_disagree",
                **players,
                result=cell.result,
                other=against.result,
            )
        return opponent

    def _game(self, board: int, white: Row, black: Row, number: int) -> Game:
        cell = white.cells[number]
        result = ENDINGS[cell.result, black.cells[number].result]
        # B1a and its like: two players play each other once; forfeits do not count. But the pair
        # may have been made by hand, or their first game, a forfeit, have been played after all.
        is_once = self.system.abilities.repeats == "never" and not result.is_forfeit
        for earlier in range(1, number) if is_once else ():
            before = white.cells.get(earlier)
            if before and before.opponent == black.number and before.result not in "+-":
                facts: dict[str, Fact] = {"player": white.player.id, "opponent": black.player.id}
                facts |= {"round": number, "first": earlier}
                self.settings.warn(TrfWarning(0, 0, "played_twice", facts))
                break
        return Game(board, white.player.id, black.player.id, result)

    def _unplayed(self, number: int) -> dict[PlayerId, Unplayed]:
        """The players with a bye of some kind in a round."""
        unplayed: dict[PlayerId, Unplayed] = {}
        for row in self.rows.values():
            cell = row.cells.get(number)
            if cell is None or cell.opponent:
                continue
            kind = UNPLAYED[cell.result]
            if kind is Unplayed.BYE and kind in unplayed.values():
                first = next(player for player, how in unplayed.items() if how is kind)
                cell.line.refuse(cell.column, "second_bye", round=number, first=first)
            if kind.is_on_request and not self.system.abilities.has_byes_on_request:
                cell.line.refuse(cell.column, "byes_on_request", system=self.system.key)
            if kind is not Unplayed.ABSENT:
                unplayed[row.player.id] = kind
        return unplayed

    def check_points(self) -> None:
        """Check that the points in a line are the sum of its results, with or without the next
        round's."""
        bye = 0 if self.system.reported else 1 if self.settings.bye == Fraction(1, 2) else 2
        for row in self.rows.values():
            if row.points is None:
                continue
            total = sum(
                bye if result == "U" else HALF_POINTS.get(result, 0)
                for result in self._results(row)
            )
            cell = row.cells.get(self.next)
            ahead = HALF_POINTS[cell.result] if cell and cell.result in "HF" else 0
            if 2 * row.points not in (total, total + ahead):
                if self._has_three_points():
                    row.line.refuse(81, "win_worth", points="3")
                row.line.refuse(
                    81,
                    "wrong_points",
                    player=row.player.id,
                    found=row.line.at(81, 84).strip(),
                    sum=f"{total // 2}.{total % 2 * 5}",
                )

    def _has_three_points(self) -> bool:
        """Whether all points fit a competition with 3 for a win and 1 for a draw."""
        worth = {"1": 3, "+": 3, "U": 3, "F": 3, "=": 1, "H": 1}
        return all(
            row.points == sum(worth.get(result, 0) for result in self._results(row))
            for row in self.rows.values()
            if row.points is not None
        )

    def _results(self, row: Row) -> list[str]:
        """The codes of a player's rounds that were played."""
        return [cell.result for number, cell in row.cells.items() if number <= self.played]

    def _to_pair(self) -> Round:
        """The next round: every player without a column is present, except those in XXZ."""
        away = {number for number, row in self.rows.items() if self.next in row.cells}
        for word, number in self.settings.absent:
            row = self.rows.get(number)
            if row is None:
                word.refuse("unknown_player", player=str(number))
            cell = row.cells.get(self.next)
            if cell is not None and cell.result == "U":
                word.refuse("bye_disagrees", player=row.player.id, found="U", wanted="Z")
            away.add(number)
        return Round(
            unplayed=self._unplayed(self.next),
            present=tuple(row.player.id for number, row in self.rows.items() if number not in away),
        )
