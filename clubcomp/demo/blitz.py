"""Three blitz evenings, paired here by the steps of the evening, with all that can happen.

The first has a walk-in, a leaver and a result entered the wrong way round; the second a guest,
a forbidden pair and a game that was finished a week later; tonight's is in its fourth game.
"""

from collections.abc import Iterator, Mapping
from datetime import date as Date
from datetime import time as Time
from datetime import timedelta
from random import Random
from types import MappingProxyType

from django.db.models import QuerySet

from clubcomp.flow.attendance import add_guest, mark_present, plan_attendance
from clubcomp.flow.competitions import forbid_pair, start_competition
from clubcomp.flow.evenings import close_evening, open_evening, plan_evening
from clubcomp.flow.notice import correct_notice
from clubcomp.flow.pairings import (
    name_bye,
    proposal_mark,
    propose_round,
    publish_next,
    publish_round,
    swap_players,
    swap_published,
)
from clubcomp.flow.results import correct_result, put_off, record_result
from clubcomp.models import Attendance, Club, Competition, Entry, Evening, Game, Round, User
from pairing.core.types import Result

NAME, SLUG = "Snelschaak", "snelschaak"
TEMPO = {
    "key": "blitz",
    "name": "Snelschaak",
    "games_per_evening": 7,
    "last_n": 7,
    "absence_limit": 7,
}
FIRST_VALUE = 30  # written down, so that a guest changes nobody's value number
STARTS_AT, FORTNIGHT = Time(20, 0), timedelta(weeks=2)
MEMBERS = (
    *("Kok, Menno", "Koster, Bram", "De Vries, Ayşe", "Evers, Zeger", "Bakker, Aad"),
    *("Wolters, Marit", "Hendriks, Karin", "Hendriks, Teun", "Van der Heijden, Quirine"),
    *("Wolters, Dirk", "Van 't Hof, Søren", "Van Dijk, Bert", "Vos, Saskia", "De Boer, Daan"),
    *("Schouten, Bert", "Maas, Ayşe"),
)
GUEST, GUEST_RATING = "Vermeer, Tom", 1500
UNRATED, WHITE_EDGE, DRAWS = 1000, 35, 0.15

Status = Attendance.Status
NOT_YET = str(Result.UNFINISHED)
NOTHING: Mapping[int, Result] = MappingProxyType({})


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play the competition up to tonight; yields what comes next, for the terminal."""
    yield "Playing the blitz evenings: the first, with a walk-in and a leaver ..."
    competition = start_competition(
        club,
        name=NAME,
        slug=SLUG,
        system="attacalc",
        options={"first_value": FIRST_VALUE},
        tempos=[TEMPO],
        players=club.players.filter(name__in=MEMBERS),
        by=by,
    )
    _first_evening(BlitzEvening(competition, today - 2 * FORTNIGHT, by))
    yield "The second, with a guest and a forbidden pair ..."
    _second_evening(BlitzEvening(competition, today - FORTNIGHT, by))
    yield "Tonight's, up to the middle of game 4 ..."
    _tonight(BlitzEvening(competition, today, by))


class BlitzEvening:
    """An evening of the competition with the leader who runs it; players go by name."""

    def __init__(self, competition: Competition, date: Date, by: User):
        self.competition, self.by = competition, by
        tempo = competition.tempos.get()
        self.evening: Evening = plan_evening(
            competition, tempo=tempo, date=date, starts_at=STARTS_AT, by=by
        )
        self.evening.competition = competition
        open_evening(self.evening, by=by)

    def entry(self, name: str) -> Entry:
        """The player with this name."""
        return self.competition.entries.select_related("player").get(player__name=name)

    def plan(self, name: str, status: str, **span: object) -> None:
        """What one player does this evening."""
        plan_attendance(self.evening, self.entry(name), status=status, by=self.by, **span)

    def mark_the_others_present(self) -> None:
        """Everybody of whom nothing is known yet is there."""
        unknown = self.competition.entries.exclude(attendance__evening=self.evening)
        for entry in unknown.select_related("player").order_by("start"):
            mark_present(self.evening, entry, present=True, by=self.by)

    def propose(self) -> Round:
        """The next game, for the leader to look at."""
        return propose_round(self.evening, by=self.by)

    def publish(self, proposal: Round | None = None) -> Round:
        """Publish a proposal that was looked at, or pair and publish the next game at once."""
        if proposal is not None:
            return publish_round(proposal, seen=proposal_mark(proposal), by=self.by)
        after = self.evening.rounds.on_record().count()
        return publish_next(self.evening, after=after, by=self.by)

    def enter(
        self, round_: Round, known: Mapping[int, Result] = NOTHING, *, boards: int | None = None
    ) -> None:
        """Enter what is still open, on the first `boards` or all; `known` is by board."""
        for game in _games(round_).still_playing()[:boards]:
            result = known.get(game.board) or likely_result(game)
            record_result(game, result=result, seen=NOT_YET, by=self.by)

    def play_on(self, known: Mapping[int, Result] = NOTHING) -> None:
        """Pair, publish and finish the next game."""
        self.enter(self.publish(), known)

    def close(self) -> None:
        """The evening is over."""
        close_evening(self.evening, by=self.by)


def _first_evening(evening: BlitzEvening) -> None:
    """13 players, with Bert 14 from game 3, without Saskia 13 again from game 5."""
    by = evening.by
    evening.plan("Koster, Bram", Status.EXTERNAL, note="Invaller bij het tweede team")
    evening.plan("Evers, Zeger", Status.ABSENT, note="Verjaardag")
    evening.plan("Van Dijk, Bert", Status.PRESENT, from_game=3, note="Lekke band")
    evening.plan("Vos, Saskia", Status.PRESENT, until_game=4, note="Moet vroeg op")
    evening.mark_the_others_present()
    proposal = swap_players(
        evening.propose(),
        one=evening.entry("Hendriks, Karin"),
        other=evening.entry("Van der Heijden, Quirine"),
        reason="Vader en dochter spelen liever niet meteen tegen elkaar",
        by=by,
    )
    evening.enter(evening.publish(proposal))
    second = evening.publish()
    first_board, second_board = _games(second)[:2]
    swap_published(
        second,
        one=first_board.black,
        other=second_board.black,
        reason="Zaten aan elkaars bord en waren al begonnen",
        by=by,
    )
    evening.enter(second)
    evening.play_on()
    fourth = evening.publish()
    evening.enter(fourth, boards=4)
    _turn_round(_games(second).get(board=3), by)
    evening.enter(fourth)
    evening.play_on({2: Result.WHITE_WINS_FORFEIT})
    evening.play_on()
    evening.play_on()
    evening.close()


def _turn_round(game: Game, by: User) -> None:
    """In game 4 somebody says that his game 2 was entered the wrong way round."""
    won = Result.BLACK_WINS if game.result == str(Result.WHITE_WINS) else Result.WHITE_WINS
    correct_result(
        game, result=won, seen=game.result, reason="De uitslag was verkeerd om ingevoerd", by=by
    )


def _second_evening(evening: BlitzEvening) -> None:
    """12 members and a guest; one who did not turn up, and one who seemed not to."""
    by, competition = evening.by, evening.competition
    forbid_pair(
        competition,
        evening.entry("Wolters, Marit"),
        evening.entry("Wolters, Dirk"),
        reason="Echtpaar: spelen thuis al genoeg tegen elkaar",
        by=by,
    )
    for name in ("De Vries, Ayşe", "Van Dijk, Bert"):
        evening.plan(name, Status.EXTERNAL, note="Eerste team, uit")
    for name in ("De Boer, Daan", "Schouten, Bert"):
        evening.plan(name, Status.NO_NOTICE)
    add_guest(evening.evening, name=GUEST, rating=GUEST_RATING, by=by)
    evening.mark_the_others_present()
    evening.play_on()
    evening.play_on({5: Result.BLACK_WINS_FORFEIT})
    evening.play_on()
    proposal = name_bye(evening.propose(), player=evening.entry("Van 't Hof, Søren"), by=by)
    evening.enter(evening.publish(proposal))
    evening.play_on()
    evening.play_on({6: Result.BOTH_LOSE_FORFEIT})
    last = evening.publish()
    unfinished = _games(last).get(board=3)
    put_off(unfinished, kind=Game.PutOff.ADJOURNED, seen=NOT_YET, by=by)
    evening.enter(last)
    evening.close()
    correct_result(
        unfinished,
        result=Result.DRAW,
        played_on=evening.evening.date + timedelta(weeks=1),
        seen=NOT_YET,
        reason="De klok was stuk; een week later uitgespeeld",
        by=by,
    )
    correct_notice(
        evening.evening,
        evening.entry("Schouten, Bert"),
        kind=Status.ABSENT,
        reason="Had zich per e-mail afgemeld",
        by=by,
    )


def _tonight(evening: BlitzEvening) -> None:
    """12 players, 13 with Bert from game 3; in game 4 half of the boards are still playing."""
    evening.plan("Maas, Ayşe", Status.EXTERNAL, note="Invaller bij het vierde team")
    evening.plan("Evers, Zeger", Status.ABSENT, note="Ziek")
    evening.plan("De Boer, Daan", Status.NO_NOTICE)
    evening.plan("Van Dijk, Bert", Status.PRESENT, from_game=3, note="Zit nog in de trein")
    evening.plan("Bakker, Aad", Status.PRESENT, from_game=5, note="Leidt eerst de avond")
    evening.plan("Vos, Saskia", Status.PRESENT, until_game=5)
    evening.mark_the_others_present()
    for _game in range(3):
        evening.play_on()
    evening.enter(evening.publish(), boards=3)


def likely_result(game: Game) -> Result:
    """How a game ends: by the ratings, and by chance that is the same every time."""
    round_ = game.round
    chance = Random(f"{round_.evening.number}/{round_.number}/{game.board}")
    white, black = (entry.rating or UNRATED for entry in (game.white, game.black))
    if chance.random() < DRAWS:
        return Result.DRAW
    expected = 1 / (1 + 10 ** ((black - white - WHITE_EDGE) / 400))
    return Result.WHITE_WINS if chance.random() < expected else Result.BLACK_WINS


def _games(round_: Round) -> QuerySet[Game]:
    """The boards of a round as they are now, with what a step asks of them."""
    games = Game.objects.filter(round=round_).order_by("board")
    return games.select_related("round__evening__competition", "white__player", "black__player")
