"""A competition of the demo club, an evening of it with its leader, and how its games end."""

from collections.abc import Iterable, Mapping
from datetime import date as Date
from datetime import time as Time
from datetime import timedelta
from random import Random
from typing import Any

from django.db.models import QuerySet

from clubcomp.flow.absences.signing_off import mark_everybody
from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.evenings import close_evening, open_evening, plan_evening
from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.pairings.publishing import publish_next, publish_round
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import record_result
from clubcomp.models import Club, Competition, Entry, Evening, Game, Player, Round, User
from clubcomp.models.rounds import GameQuerySet
from pairing.core.types import Result

STARTS_AT, WEEK = Time(20, 0), timedelta(weeks=1)
# White scores as if rated some 35 points higher, the usual estimate in Elo models.
UNRATED, WHITE_EDGE, DRAWS = 1000, 35, 0.15
NOT_YET = str(Result.UNFINISHED)
NOTHING: Mapping[int, Result] = {}


def begin(
    club: Club, name: str, slug: str, system: str, players: Iterable[Player], by: User, **more: Any
) -> Competition:
    """Start a competition with one tempo."""
    values: dict[str, Any] = {
        "options": {},
        "tempos": [{"key": "standard"}],
        "players": players,
        "by": by,
    } | more
    return start_competition(club, name=name, slug=slug, system=system, **values)


def strongest(club: Club) -> QuerySet[Player]:
    """The members who have a rating, the highest first."""
    rated = club.players.filter(is_member=True, rating__isnull=False)
    return rated.order_by("-rating", "pk")


def plan_ahead(
    competition: Competition, date: Date, by: User, *, games: int | None = None
) -> Evening:
    """Plan an evening of a competition with one tempo."""
    tempo = competition.tempos.get()
    return plan_evening(
        competition, tempo=tempo, date=date, games=games, starts_at=STARTS_AT, by=by
    )


class DemoEvening:
    """An evening of the competition with its leader; methods take players by name."""

    def __init__(self, competition: Competition, date: Date, by: User, *, games: int | None = None):
        self.competition, self.date, self.by = competition, date, by
        self.evening = plan_ahead(competition, date, by, games=games)
        self.evening.competition = competition
        open_evening(self.evening, by=by)

    def entry(self, name: str) -> Entry:
        """The player with this name."""
        return self.competition.entries.select_related("player").get(player__name=name)

    def plan(self, name: str, status: str, **span: Any) -> None:
        """Plan what one player does on this evening."""
        plan_attendance(self.evening, self.entry(name), status=status, by=self.by, **span)

    def mark_the_others_present(self) -> None:
        """Mark everybody without a status as present, guests of earlier evenings too."""
        mark_everybody(self.evening, by=self.by)
        unknown = self.competition.entries.exclude(attendance__evening=self.evening)
        for entry in unknown.select_related("player").order_by("start"):
            if entry.guest:
                add_guest(self.evening, again=entry, by=self.by)
            else:
                mark_present(self.evening, entry, present=True, by=self.by)

    def propose(self) -> Round:
        """Propose the next game."""
        return propose_round(self.evening, by=self.by)

    def publish(self, proposal: Round | None = None) -> Round:
        """Publish a proposal that was looked at, or pair and publish the next game at once."""
        if proposal is not None:
            return publish_round(proposal, seen=proposal_digest(proposal), by=self.by)
        after = self.evening.rounds.on_record().count()
        return publish_next(self.evening, after=after, by=self.by)

    def enter(
        self, round_: Round, known: Mapping[int, Result] = NOTHING, *, boards: int | None = None
    ) -> None:
        """Enter results on the first `boards` still playing, or all; `known` has some by board."""
        for game in games_of(round_).still_playing()[:boards]:
            result = known.get(game.board) or likely_result(game)
            record_result(game, result=result, seen=NOT_YET, by=self.by)

    def play_on(self, known: Mapping[int, Result] = NOTHING) -> None:
        """Pair, publish and finish the next game."""
        self.enter(self.publish(), known)

    def play(self, *rounds: Mapping[int, Result]) -> None:
        """Play the whole evening with everybody; for each round its `known` results by board."""
        self.mark_the_others_present()
        for known in rounds:
            self.play_on(known)
        self.close()

    def close(self) -> None:
        """Close the evening."""
        close_evening(self.evening, by=self.by)


def likely_result(game: Game) -> Result:
    """How a game ends: by the ratings, and by a chance that is the same every time."""
    round_ = game.round
    chance = Random(f"{round_.evening.number}/{round_.number}/{game.board}")
    white, black = (entry.rating or UNRATED for entry in (game.white, game.black))
    if chance.random() < DRAWS:
        return Result.DRAW
    expected = 1 / (1 + 10 ** ((black - white - WHITE_EDGE) / 400))
    return Result.WHITE_WINS if chance.random() < expected else Result.BLACK_WINS


def games_of(round_: Round) -> GameQuerySet:
    """The boards of a round as they are now, with the rows that a step reads."""
    games = Game.objects.filter(round=round_).order_by("board")
    return games.with_round().select_related(
        "round__evening__competition", "white__player", "black__player"
    )
