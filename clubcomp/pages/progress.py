"""The progress of an evening, and its next step."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from clubcomp.flow.pairings.adding import WithoutGame, without_game
from clubcomp.models import Entry, Evening, Game, Round, Unpaired
from clubcomp.models.plans import Plan
from clubcomp.words.attendance import in_one_game
from pairing.core.unplayed import Unplayed

ATTENDANCE, PAIRING, RESULTS, STANDINGS, CLOSE = range(1, 6)


@dataclass
class Progress:
    """An evening's rounds, and the boards of the last round on record. At most two queries."""

    evening: Evening

    @property
    def rounds(self) -> list[Round]:
        """All rounds, by number."""
        return self.evening.pairings

    @property
    def games(self) -> list[Game]:
        """The boards of the last round on record."""
        return self.last.boards if self.last else []

    @cached_property
    def last(self) -> Round | None:
        """The last round on record."""
        return next((round_ for round_ in reversed(self.rounds) if round_.is_on_record), None)

    def on_record(self, number: int) -> Round | None:
        """A round on record by its number."""
        rounds = (round_ for round_ in self.rounds if round_.is_on_record)
        return next((round_ for round_ in rounds if round_.number == number), None)

    def is_last(self, round_: Round) -> bool:
        """Whether this is the last round on record."""
        return self.last is not None and self.last.pk == round_.pk

    @cached_property
    def proposed(self) -> Round | None:
        """The round that is proposed and not published, if any."""
        return next((round_ for round_ in self.rounds if round_.is_proposed), None)

    @property
    def published(self) -> int:
        """How many games of the evening are on record, without a proposal."""
        return self.last.number if self.last else 0

    @property
    def next_number(self) -> int:
        """The number of the next game to be paired."""
        return self.published + 1

    @property
    def has_next(self) -> bool:
        """Whether a planned game still has to be paired."""
        return self.next_number <= self.evening.games

    @property
    def games_left(self) -> int:
        """How many games of the evening have not been published."""
        return max(0, self.evening.games - self.published)

    @property
    def still_playing(self) -> list[Game]:
        """The boards that hold up the next game."""
        if self.last is None or self.last.status == Round.Status.FINISHED:
            return []
        return [game for game in self.games if not game.is_decided and not game.put_off]

    @property
    def put_off(self) -> list[Game]:
        """The boards that are adjourned or postponed."""
        return [game for game in self.games if not game.is_decided and game.put_off]

    @property
    def in_count(self) -> int:
        """How many boards have a result."""
        return sum(game.is_decided for game in self.games)

    @property
    def next_step(self) -> str:
        """The leader's next step: open, pair, publish, results, close; "closed" afterwards."""
        if not self.evening.is_open:
            return "closed" if self.evening.is_closed else "open"
        if self.still_playing:
            return "results"
        if not self.has_next:
            return "close"
        return "publish" if self.proposed else "pair"

    @property
    def done_steps(self) -> set[int]:
        """The steps of the evening that are done for now."""
        done = {ATTENDANCE} if self.rounds else set()
        if self.last and not self.proposed:
            done.add(PAIRING)
        if self.next_step in ("close", "closed"):
            done |= {RESULTS, STANDINGS} if self.last else set()
        return done | ({CLOSE} if self.evening.is_closed else set())


def byes_of(round_: Round) -> list[Unpaired]:
    """The byes of a round on record, one for each group. One query."""
    return list(round_.unpaired.filter(kind=Unplayed.BYE).select_related("entry__player"))


def not_playing(round_: Round) -> tuple[list[Unpaired], dict[str, list[Entry]]]:
    """The byes of a round on record; and the players with a bye on request or a game elsewhere for
    the club, by the words for it, such as "half-point bye in round 2". One query.
    """
    kinds = [kind for kind in Unplayed if kind.is_public]
    rows = round_.unpaired.filter(kind__in=kinds).select_related("entry__player")
    byes, by_words = list[Unpaired](), dict[str, list[Entry]]()
    for row in rows.order_by("entry__player__sort_key", "pk"):
        if row.kind == Unplayed.BYE:
            byes.append(row)
        else:
            words = in_one_game(round_.evening, round_.number, row.kind)
            by_words.setdefault(words, []).append(row.entry)
    return byes, by_words


def offered_board(
    progress: Progress, plans: Mapping[int, Plan] | None = None
) -> WithoutGame | None:
    """Two players who are here without a game in the round being played; None if there are not two.

    If the next game is about to be paired, they join it instead. `plans` are the plans for the
    evening, if the caller has them.
    """
    if not (progress.evening.is_open and progress.last):
        return None
    if progress.has_next and not progress.still_playing:
        return None
    players = without_game(progress.last, plans)
    return players if players.are_two else None
