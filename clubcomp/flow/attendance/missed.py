"""Who had a board or the bye in the rounds of an evening, and who missed which?

The one answer for attendance, the next pairing, closing and corrections.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from clubcomp.inside_django.rows import Rows
from clubcomp.models import Entry, Evening, Round
from pairing.core.unplayed import Unplayed


@dataclass(frozen=True, slots=True)
class OnRecord:
    """The rounds on record of an evening, and who sat in them, by their number: entries.

    `boards`: who had a board, `byes`: the bye; `no_shows`: lost theirs by forfeit.
    """

    rounds: tuple[Round, ...]
    boards: Mapping[int, frozenset[int]]
    byes: Mapping[int, frozenset[int]]
    no_shows: Mapping[int, frozenset[int]]

    @classmethod
    def of(cls, evening: Evening, rows: Rows) -> "OnRecord":
        """As it is in the `rows` of the competition."""
        rounds = tuple(rows.rounds_of(evening))
        boards, byes, no_shows = {}, {}, {}
        for round_ in rounds:
            games = rows.games_of(round_)
            seated = {key for game in games for key in (game.white_id, game.black_id)}
            boards[round_.number] = frozenset(seated)
            no_shows[round_.number] = frozenset().union(*(game.no_shows for game in games))
            unpaired = rows.unpaired_of(round_)
            free = {row.entry_id for row in unpaired if row.kind == Unplayed.BYE}
            byes[round_.number] = frozenset(free)
        return cls(rounds, boards, byes, no_shows)

    def seats(self, number: int) -> frozenset[int]:
        """Who had a board or the bye in a round, played or not."""
        return self.boards.get(number, frozenset()) | self.byes.get(number, frozenset())

    def were_there(self, number: int) -> frozenset[int]:
        """The same without those who lost by forfeit."""
        return self.seats(number) - self.no_shows.get(number, frozenset())

    def has_sat(self, entry: Entry, elsewhen: Collection[int] = ()) -> bool:
        """Whether a player had a board or the bye in any round, those `elsewhen` apart: their
        games were played on another day."""
        numbers = (round_.number for round_ in self.rounds if round_.number not in elsewhen)
        return any(entry.pk in self.seats(number) for number in numbers)

    def missed_by(self, entry: Entry) -> list[Round]:
        """The rounds in which a player had no board and no bye."""
        return [row for row in self.rounds if entry.pk not in self.seats(row.number)]

    def free_in(self, entry: Entry) -> list[Round]:
        """The rounds in which a player had the bye."""
        return [row for row in self.rounds if entry.pk in self.byes[row.number]]
