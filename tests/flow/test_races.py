"""Two people press at the same moment, on real threads and a real database.

Every race has one winner; the other is told. Nothing is lost, nothing is doubled: the rows are
those of the winner's step, and the trail and the version have exactly one more than before.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import translation

from clubcomp.flow.absences.notice import correct_notice
from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.claims import claim_result
from clubcomp.flow.competitions.competition import change_competition, start_competition
from clubcomp.flow.errors import NeedsConfirmation, ResultConflict, StepError
from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.proposing import discard_proposal, propose_round
from clubcomp.flow.pairings.publishing import publish_next, publish_round, withdraw_round
from clubcomp.flow.results import clear_result, correct_result, record_result
from clubcomp.models import Attendance, Claim, Competition, Game, Round, Unpaired
from clubcomp.models.competitions import ByPlayers
from pairing.core.types import Result
from tests import make
from tests.how_many import how_many

pytestmark = pytest.mark.django_db(transaction=True)

RACES = how_many(20, exhaustive=200)


@pytest.fixture
def competition():
    return make.make_competition(4)


@pytest.fixture
def evening(competition):
    return make.make_evening(competition, "long")


@pytest.fixture
def race():
    """Runs two steps at the same moment; each gives what it returned or its StepError."""
    with ThreadPoolExecutor(max_workers=2) as threads:

        def run(*steps):
            start = Barrier(len(steps))
            runs = [threads.submit(outcome_of, step, start) for step in steps]
            return [each.result(timeout=30) for each in runs]

        yield run


def outcome_of(step, start):
    try:
        start.wait(timeout=30)
        with translation.override("en"):
            return step()
    except StepError as error:
        return error
    finally:
        connection.close()


class Ledger:
    """How many lines the trail has, and that the version rose as often."""

    def __init__(self, competition):
        self.pk = competition.pk
        self.lines, self.version = self.now()

    def now(self):
        competition = Competition.objects.get(pk=self.pk)
        return competition.trail.count(), competition.version

    def rose_by(self, changes):
        """Whether there were just so many changes since the last time."""
        (lines, version), was = self.now(), (self.lines, self.version)
        self.lines, self.version = lines, version
        return (lines - was[0], version - was[1]) == (changes, changes)


def told(outcomes):
    """Which of the two was refused: its number and the error; there is exactly one."""
    errors = [(n, out) for n, out in enumerate(outcomes) if isinstance(out, StepError)]
    assert len(errors) == 1, outcomes
    return errors[0]


def test_of_two_results_for_one_board_one_stands_and_the_other_is_told(competition, evening, race):
    game = publish_next(evening, after=0, by=None).games.first()
    ledger, won = Ledger(competition), Counter()
    for _ in range(RACES):
        outcomes = race(
            lambda: record_result(game, result=Result.WHITE_WINS, seen="*", by=None),
            lambda: record_result(game, result=Result.DRAW, seen="*", by=None),
        )
        loser, error = told(outcomes)
        stands = outcomes[1 - loser].result
        assert isinstance(error, ResultConflict)
        assert Game.objects.get(pk=game.pk).result == error.game.result == stands
        assert ledger.rose_by(1)
        clear_result(game, seen=stands, by=None)
        assert ledger.rose_by(1)
        won[stands] += 1
    assert won.total() == RACES


def test_two_players_who_enter_at_once_agree_or_differ(competition, evening, race):
    Competition.objects.update(results_by_players=ByPlayers.CONFIRMED)
    game = publish_next(evening, after=0, by=None).games.first()
    for theirs in (Result.WHITE_WINS, Result.DRAW):
        for _ in range(RACES // 2):
            outcomes = race(
                lambda: claim_result(game, result=Result.WHITE_WINS, by=game.white.player),
                lambda theirs=theirs: claim_result(game, result=theirs, by=game.black.player),
            )
            assert not any(isinstance(outcome, StepError) for outcome in outcomes)
            now = Game.objects.get(pk=game.pk)
            agree = theirs is Result.WHITE_WINS
            assert (now.result, now.claims.count()) == ("1-0" if agree else "*", 2)
            if agree:
                clear_result(game, seen="1-0", by=None)
            now.claims.all().delete()


def test_a_player_and_who_leads_do_not_overwrite_each_other(competition, evening, race):
    Competition.objects.update(results_by_players=ByPlayers.AT_ONCE)
    game = publish_next(evening, after=0, by=None).games.first()
    ruud = make.make_user("Ruud")
    for _ in range(RACES):
        loser, _error = told(
            race(
                lambda: claim_result(game, result=Result.DRAW, by=game.white.player),
                lambda: record_result(game, result=Result.WHITE_WINS, seen="*", by=ruud),
            )
        )
        stands = "1/2-1/2" if loser else "1-0"
        assert Game.objects.get(pk=game.pk).result == stands
        clear_result(game, seen=stands, by=None)


def test_a_claim_and_a_withdrawal_do_not_lose_each_other(competition, evening, race):
    Competition.objects.update(results_by_players=ByPlayers.CONFIRMED)
    round_ = propose_round(evening, by=None)
    for _ in range(RACES):
        publish_round(round_, seen=proposal_digest(round_), by=None)
        game = round_.games.order_by("board").first()
        player = game.white.player
        race(
            lambda game=game, by=player: claim_result(game, result=Result.DRAW, by=by),
            lambda: withdraw_round(round_, by=None),
        )
        round_.refresh_from_db()
        assert round_.is_proposed
        assert not Claim.objects.exists()


def test_a_result_and_a_withdrawal_do_not_lose_each_other(competition, evening, race):
    round_ = propose_round(evening, by=None)
    for _ in range(RACES):
        publish_round(round_, seen=proposal_digest(round_), by=None)
        game = round_.games.order_by("board").first()
        ledger = Ledger(competition)
        loser, error = told(
            race(
                lambda game=game: record_result(game, result=Result.DRAW, seen="*", by=None),
                lambda: withdraw_round(round_, by=None),
            )
        )
        assert ledger.rose_by(1)
        results = list(Game.objects.order_by("board").values_list("result", flat=True))
        if loser == 0:
            assert results == []
        else:
            assert isinstance(error, NeedsConfirmation)
            assert results == ["1/2-1/2", "*"]
            clear_result(game, seen="1/2-1/2", by=None)
            withdraw_round(round_, by=None)
        round_.refresh_from_db()
        assert round_.is_proposed
        assert round_.kept_results == {}


def test_a_pairing_published_by_two_is_published_once(competition, evening, race):
    mark_present(evening, make.entry(competition, "dekker"), present=False, by=None)
    round_ = propose_round(evening, by=None)
    seen = proposal_digest(round_)
    for _ in range(RACES):
        ledger = Ledger(competition)
        _loser, error = told(
            race(
                lambda: publish_round(round_, seen=seen, by=None),
                lambda: publish_round(round_, seen=seen, by=None),
            )
        )
        assert "already published" in str(error)
        assert ledger.rose_by(1)
        assert (Game.objects.count(), Unpaired.objects.count()) == (1, 1)
        withdraw_round(round_, by=None)
        assert (Game.objects.count(), Unpaired.objects.count()) == (0, 0)


def test_the_next_game_pressed_twice_is_one_game(competition, evening, race):
    for _ in range(RACES):
        ledger = Ledger(competition)
        loser, error = told(
            outcomes := race(
                lambda: publish_next(evening, after=0, by=None),
                lambda: publish_next(evening, after=0, by=None),
            )
        )
        assert "already published" in str(error)
        assert ledger.rose_by(1)
        round_ = Round.objects.get()
        assert (round_, round_.number) == (outcomes[1 - loser], 1)
        assert Game.objects.count() == 2
        withdraw_round(round_, by=None)
        discard_proposal(round_, by=None)


def test_who_leaves_while_the_pairing_is_published_is_either_in_it_or_not(
    competition, evening, race
):
    dekker = make.entry(competition, "dekker")
    round_ = propose_round(evening, by=None)
    for _ in range(RACES):
        seen = proposal_digest(round_)
        ledger = Ledger(competition)
        loser, error = told(
            race(
                lambda: mark_present(evening, dekker, present=False, by=None),
                lambda seen=seen: publish_round(round_, seen=seen, by=None),
            )
        )
        assert ledger.rose_by(1)
        is_present = Attendance.objects.filter(entry=dekker, status="present").exists()
        if loser == 0:
            assert "is playing game 1" in str(error)
            assert (is_present, Game.objects.count()) == (True, 2)
            withdraw_round(round_, by=None)
        else:
            assert "changed while you looked" in str(error)
            assert (is_present, Game.objects.count()) == (False, 0)
            mark_present(evening, dekker, present=True, by=None)
        round_.refresh_from_db()


def test_of_two_corrections_of_one_board_one_stands_and_the_other_is_told(race):
    competition = make.make_swiss(4)
    _evening, round_ = make.play_swiss_round(competition, Result.WHITE_WINS)
    game, ledger, seen = round_.games.get(board=1), Ledger(competition), "1-0"
    for first, second in [(Result.DRAW, Result.BLACK_WINS), (Result.WHITE_WINS, Result.DRAW)] * 10:
        if seen in (first.value, second.value):
            first, second = Result.WHITE_WINS_FORFEIT, Result.BLACK_WINS_FORFEIT
        outcomes = race(
            lambda to=first, was=seen: correct_result(
                game, result=to, seen=was, reason="a", by=None
            ),
            lambda to=second, was=seen: correct_result(
                game, result=to, seen=was, reason="b", by=None
            ),
        )
        loser, error = told(outcomes)
        assert isinstance(error, ResultConflict)
        seen = Game.objects.get(pk=game.pk).result
        assert seen == outcomes[1 - loser].result
        assert ledger.rose_by(1)


def test_a_bye_is_given_to_one_of_two_who_were_there(race):
    competition = make.make_swiss(6)
    evening = make.make_evening(competition, "standard", present=4)
    round_ = make.play_game(evening)
    both = [make.entry(competition, key) for key in ("evers", "faber")]
    ledger = Ledger(competition)

    def was_free(entry):
        return correct_notice(evening, entry, number=1, kind="bye", reason="so", by=None)

    for _ in range(20):
        outcomes = race(lambda: was_free(both[0]), lambda: was_free(both[1]))
        loser, _error = told(outcomes)
        free = both[1 - loser]
        assert [row.entry for row in round_.unpaired.filter(kind="bye")] == [free]
        correct_notice(evening, free, number=1, kind="absent", reason="again", by=None)
        assert ledger.rose_by(2)


def test_of_two_competitions_that_are_to_bear_one_name_one_does(race):
    club = make.make_club()
    pairs = [make.make_swiss(2, club=club, slug=slug) for slug in ("een", "twee")]

    def renamed(competition, name):
        return change_competition(competition, name=name, slug=competition.slug, by=None)

    def begun(name):
        return start_competition(
            club,
            name=name,
            slug=name.lower(),
            system="attacalc",
            options={},
            tempos=make.TEMPOS,
            players=[],
            by=None,
        )

    for n in range(20):
        rivals = [
            lambda n=n: renamed(pairs[0], f"Intern{n}"),
            lambda n=n: renamed(pairs[1], f"INTERN{n}") if n % 2 else begun(f"intern{n}"),
        ]
        _loser, error = told(race(*rivals))
        assert "can be told apart" in str(error)
        assert Competition.objects.filter(club=club, name__iexact=f"intern{n}").count() == 1
