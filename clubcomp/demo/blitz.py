"""Three blitz evenings, paired here by the steps of an evening, on which all sorts happen.

The first has a late comer, an early leaver and a result entered the wrong way round; the second a
guest, a forbidden pair and a game finished a week later; tonight's is in its fourth game.
"""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta

from clubcomp.demo.evening import NOT_YET, DemoEvening, games_of
from clubcomp.flow.absences.notice import correct_notice
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.pairings.proposing import name_bye
from clubcomp.flow.pairings.swapping import swap_players, swap_published
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.results import correct_result, put_off
from clubcomp.models import Attendance, Club, Game, User
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed

NAME, SLUG = "Snelschaak", "snelschaak"
TEMPO = {
    "key": "blitz",
    "name": "Snelschaak",
    "games_per_evening": 7,
    "last_n": 7,
    "absence_limit": 7,
}
FIRST_VALUE = 30  # written down, so that a guest changes nobody's value number
FORTNIGHT = timedelta(weeks=2)
MEMBERS = (
    *("Kok, Menno", "Koster, Bram", "De Vries, Ayşe", "Evers, Zeger", "Bakker, Aad"),
    *("Wolters, Marit", "Hendriks, Karin", "Hendriks, Teun", "Van der Heijden, Quirine"),
    *("Wolters, Dirk", "Van 't Hof, Søren", "Van Dijk, Bert", "Vos, Saskia", "De Boer, Daan"),
    *("Schouten, Bert", "Maas, Ayşe"),
)
GUEST, GUEST_RATING = "Vermeer, Tom", 1500

Status = Attendance.Status


def play(club: Club, *, today: Date, by: User) -> Iterator[str]:
    """Play the competition up to tonight; yields lines of progress, for the terminal."""
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
    _first_evening(DemoEvening(competition, today - 2 * FORTNIGHT, by))
    yield "The second, with a guest and a forbidden pair ..."
    _second_evening(DemoEvening(competition, today - FORTNIGHT, by))
    yield "Tonight's, up to the middle of game 4 ..."
    _tonight(DemoEvening(competition, today, by))


def _first_evening(evening: DemoEvening) -> None:
    """13 players, with Bert 14 from game 3, without Saskia 13 again from game 5."""
    by = evening.by
    evening.plan("Koster, Bram", Unplayed.EXTERNAL, note="Invaller bij het tweede team")
    evening.plan("Evers, Zeger", Unplayed.ABSENT, note="Verjaardag")
    evening.plan("Van Dijk, Bert", Status.PRESENT, from_game=3, note="Lekke band")
    evening.plan("Vos, Saskia", Status.PRESENT, until_game=4, note="Moet vroeg op")
    evening.mark_the_others_present()
    proposal = swap_players(
        evening.propose(),
        (evening.entry("Hendriks, Karin"), evening.entry("Van der Heijden, Quirine")),
        reason="Vader en dochter spelen liever niet meteen tegen elkaar",
        by=by,
    )
    evening.enter(evening.publish(proposal))
    second = evening.publish()
    first_board, second_board = games_of(second)[:2]
    swap_published(
        second,
        (first_board.black, second_board.black),
        reason="Zaten aan elkaars bord en waren al begonnen",
        by=by,
    )
    evening.enter(second)
    evening.play_on()
    fourth = evening.publish()
    evening.enter(fourth, boards=4)
    _turn_round(games_of(second).get(board=3), by)
    evening.enter(fourth)
    evening.play_on({2: Result.WHITE_WINS_FORFEIT})
    evening.play_on()
    evening.play_on()
    evening.close()


def _turn_round(game: Game, by: User) -> None:
    """In game 4 a player reports that game 2 was entered the wrong way round."""
    won = Result.BLACK_WINS if game.result == str(Result.WHITE_WINS) else Result.WHITE_WINS
    correct_result(
        game, result=won, seen=game.result, reason="De uitslag was verkeerd om ingevoerd", by=by
    )


def _second_evening(evening: DemoEvening) -> None:
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
        evening.plan(name, Unplayed.EXTERNAL, note="Eerste team, uit")
    for name in ("De Boer, Daan", "Schouten, Bert"):
        evening.plan(name, Unplayed.NO_NOTICE)
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
    unfinished = games_of(last).get(board=3)
    put_off(unfinished, kind=Game.PutOff.ADJOURNED, seen=NOT_YET, by=by)
    evening.enter(last)
    evening.close()
    correct_result(
        unfinished,
        result=Result.DRAW,
        played_on=evening.date + timedelta(weeks=1),
        seen=NOT_YET,
        reason="De klok was stuk; een week later uitgespeeld",
        by=by,
    )
    correct_notice(
        evening.evening,
        evening.entry("Schouten, Bert"),
        kind=Unplayed.ABSENT,
        reason="Had zich per e-mail afgemeld",
        by=by,
    )


def _tonight(evening: DemoEvening) -> None:
    """12 players, 13 with Bert from game 3; in game 4 half of the boards are still playing."""
    evening.plan("Maas, Ayşe", Unplayed.EXTERNAL, note="Invaller bij het vierde team")
    evening.plan("Evers, Zeger", Unplayed.ABSENT, note="Ziek")
    evening.plan("De Boer, Daan", Unplayed.NO_NOTICE)
    evening.plan("Van Dijk, Bert", Status.PRESENT, from_game=3, note="Zit nog in de trein")
    evening.plan("Bakker, Aad", Status.PRESENT, from_game=5, note="Leidt eerst de avond")
    evening.plan("Vos, Saskia", Status.PRESENT, until_game=5)
    evening.mark_the_others_present()
    for _game in range(3):
        evening.play_on()
    evening.enter(evening.publish(), boards=3)
