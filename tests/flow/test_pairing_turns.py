"""Whom does a pairing hold up? Those who step on what is paired, and nobody else. Real threads,
events and a real database.

The engine is a stub that waits for the test, so that nothing here depends on how fast anything is.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import translation

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings import turns
from clubcomp.flow.pairings.proposal import proposal_boards
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.pairings.swapping import preview_bye
from clubcomp.flow.pairings.turns import PairingBusy
from clubcomp.flow.pairings.ways_out import take_way_out, ways_out_of
from clubcomp.management.commands.migrate import LIMITS
from clubcomp.models import Competition, Evening, Game, Role, Round
from pairing.core.system import CannotPair, WhoIsLeft
from pairing.formats.document import read_document
from pairing.matching import budget
from pairing.registry import get_system
from tests import make
from tests.pairing.snapshots import CASES

pytestmark = pytest.mark.django_db(transaction=True)

HARD = sorted((CASES / "hard").glob("*.json"))
#: So long nothing here takes; whoever waits longer waits for ever.
FOR_EVER = 60


class Engine:
    """The real engine, but it waits where the test says so, and tells what goes on."""

    def __init__(self, system):
        self.real = system.pair
        self.lock = Lock()
        self.pairing = self.most_at_once = self.calls = 0
        self.began, self.go_on = Event(), Event()
        self.go_on.set()

    def __call__(self, snapshot, options):
        with self.lock:
            self.calls += 1
            self.pairing += 1
            self.most_at_once = max(self.most_at_once, self.pairing)
        try:
            self.began.set()
            assert self.go_on.wait(timeout=FOR_EVER)
            return self.real(snapshot, options)
        finally:
            with self.lock:
                self.pairing -= 1


@pytest.fixture
def engine(monkeypatch):
    system = get_system("attacalc")
    stub = Engine(system)
    monkeypatch.setattr(system, "pair", stub, raising=False)
    yield stub
    stub.go_on.set()


@pytest.fixture
def competition():
    cache.clear()
    return make.make_competition(4)


@pytest.fixture
def evening(competition):
    return make.make_evening(competition, "long")


@pytest.fixture
def threads():
    with ThreadPoolExecutor(max_workers=8) as pool:
        yield pool


def alone(step, *args, **kwargs):
    """A step in a thread of its own: what it returned, or its error."""
    try:
        with translation.override("en"):
            return step(*args, **kwargs)
    except StepError as error:
        return error
    finally:
        connection.close()


def test_a_step_pairs_once_where_it_stands(engine, competition, evening):
    round_ = propose_round(evening, by=None)
    assert len(proposal_boards(round_).boards) == 2
    one, other = make.entry(competition, "adema"), make.entry(competition, "dekker")
    fix_board(round_, white=one, black=other, reason="they asked", by=None)
    mark_present(evening, make.entry(competition, "bakker"), present=False, by=None)
    publish_next(evening, after=0, by=None)
    assert engine.calls == 3


def test_a_document_with_a_proposal_is_read_once_and_paired_once(engine, competition, evening):
    propose_round(evening, by=None)
    document = export_document(competition).encode()
    anew = make.import_file(competition.club, document, name="Anders")
    assert len(proposal_boards(Round.objects.get(evening__competition=anew)).boards) == 2
    assert engine.calls == 2


def test_while_one_club_pairs_all_read_and_other_clubs_write(engine, competition, evening, threads):
    other = make.make_competition(4, club=make.make_club("De Buiten", "buiten"))
    elsewhere = make.make_evening(other, "long")
    engine.go_on.clear()
    pressed = threads.submit(alone, propose_round, evening, by=None)
    assert engine.began.wait(timeout=FOR_EVER)
    # The engine waits, and goes on waiting until all of this is done.
    assert Client().get("/buiten/").status_code == 200
    assert Client().get("/toren/").status_code == 200
    mark_present(elsewhere, make.entry(other, "dekker"), present=False, by=None)
    # A step on the same competition waits for its row, and is made once the round is paired.
    dekker = make.entry(competition, "dekker")
    tapped = threads.submit(alone, mark_present, evening, dekker, present=False, by=None)
    assert not pressed.done()
    assert not tapped.done()
    engine.go_on.set()
    round_ = pressed.result(timeout=FOR_EVER)
    assert isinstance(tapped.result(timeout=FOR_EVER), Evening)
    # Dekker went after it was paired: it is paired anew, without.
    assert engine.calls == 2
    assert len(proposal_boards(Round.objects.get(pk=round_.pk)).boards) == 1


def test_one_pairing_at_a_time_and_who_waits_too_long_is_told(engine, threads, monkeypatch):
    evenings = [
        make.make_evening(
            make.make_competition(4, club=make.make_club(f"Club {number}", f"club-{number}")),
            "long",
        )
        for number in range(3)
    ]
    engine.go_on.clear()
    first = threads.submit(alone, propose_round, evenings[0], by=None)
    assert engine.began.wait(timeout=FOR_EVER)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    refused = threads.submit(alone, propose_round, evenings[1], by=None).result(timeout=FOR_EVER)
    assert isinstance(refused, PairingBusy)
    assert str(refused) == "Another pairing is being made. Try again in a moment."
    # Who comes where enough wait already does not wait at all.
    monkeypatch.setattr(turns, "PATIENCE", FOR_EVER)
    monkeypatch.setattr(turns, "_places_to_wait", NoPlace())
    refused = threads.submit(alone, propose_round, evenings[2], by=None).result(timeout=FOR_EVER)
    assert isinstance(refused, PairingBusy)
    engine.go_on.set()
    assert isinstance(first.result(timeout=FOR_EVER), Round)
    assert engine.most_at_once == 1
    # Nobody holds the place any more.
    assert isinstance(propose_round(evenings[2], by=None), Round)


class NoPlace:
    """Enough wait already."""

    def acquire(self, blocking=True):
        assert not blocking
        return False


def test_the_sheet_says_that_somebody_is_free_while_another_pairing_is_made(
    engine, competition, evening, threads, monkeypatch
):
    mark_present(evening, make.entry(competition, "dekker"), present=False, by=None)
    elsewhere = make.make_evening(
        make.make_competition(4, club=make.make_club("De Buiten", "buiten")), "long"
    )
    engine.go_on.clear()
    pressed = threads.submit(alone, propose_round, elsewhere, by=None)
    assert engine.began.wait(timeout=FOR_EVER)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    evening = Evening.objects.get(pk=evening.pk)
    assert (sheet(evening).is_odd, sheet(evening).bye) == (True, None)
    engine.go_on.set()
    pressed.result(timeout=FOR_EVER)
    assert sheet(evening).bye is not None


def test_a_page_that_has_to_wait_too_long_says_so_and_when_to_ask_again(
    engine, competition, evening, threads, monkeypatch
):
    leader = make.make_user("Lead")
    make.make_membership(competition.club, leader, Role.OWNER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(leader)
    mark_present(evening, make.entry(competition, "dekker"), present=False, by=None)
    round_ = propose_round(evening, by=None)
    adema = make.entry(competition, "adema")
    address = f"/toren/{competition.slug}/evenings/{evening.serial}/lead/pairing/swap/"
    address += f"?one={adema.key}&act=free"
    assert client.get(address).status_code == 200
    elsewhere = make.make_evening(
        make.make_competition(4, club=make.make_club("De Buiten", "buiten")), "long"
    )
    engine.began.clear()
    engine.go_on.clear()
    pressed = threads.submit(alone, propose_round, elsewhere, by=None)
    assert engine.began.wait(timeout=FOR_EVER)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    with pytest.raises(PairingBusy):
        preview_bye(round_, adema)
    answer = client.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Another pairing is being made" in answer.content.decode()
    engine.go_on.set()
    assert isinstance(pressed.result(timeout=FOR_EVER), Round)


def test_all_hard_positions_pressed_at_once_leave_the_others_their_pages(monkeypatch):
    """Each comes in with a round to be paired; while they are, another club's page answers.

    As many are in at once as a process lets in: one is paired, and the others wait.
    """
    monkeypatch.setattr(turns, "PATIENCE", FOR_EVER * 10)
    clubs = [make.make_club(f"Club {n}", f"club-{n}") for n, _path in enumerate(HARD)]
    other = make.make_competition(4, club=make.make_club("De Buiten", "buiten"))
    elsewhere = make.make_evening(other, "long")
    began, answered = Event(), Event()
    real = turns.rules_of

    def rules_of(snapshot):
        began.set()
        # No pairing is made before the other club's page and step are.
        assert answered.wait(timeout=FOR_EVER)
        return real(snapshot)

    monkeypatch.setattr(turns, "rules_of", rules_of)
    with ThreadPoolExecutor(max_workers=1 + turns.MOST_WAITING) as threads:
        pressed = [
            threads.submit(alone, make.import_file, club, path.read_bytes())
            for club, path in zip(clubs, HARD, strict=True)
        ]
        assert began.wait(timeout=FOR_EVER)
        assert Client().get("/buiten/").status_code == 200
        mark_present(elsewhere, make.entry(other, "dekker"), present=False, by=None)
        answered.set()
        for one in pressed:
            competition = one.result(timeout=FOR_EVER * 10)
            assert isinstance(competition, Competition), competition
            shown = proposal_boards(Round.objects.proposed().get(evening__competition=competition))
            assert bool(shown.boards) is not shown.is_too_hard
            assert bool(shown.cannot) is shown.is_too_hard


def test_who_waits_for_a_row_outlasts_who_holds_it_and_pairs():
    """A pairing and its ways out take two seconds."""
    assert LIMITS["lock_timeout"] >= (turns.PATIENCE + 2) * 1000


def test_nobody_calls_an_engine_but_where_its_turn_is_waited_for():
    """`adding` pairs the two of one fixed board: there is nothing to search."""
    root = Path(turns.__file__).parents[1]
    callers = {
        path.name
        for path in root.rglob("*.py")
        if re.search(r"rules\S*\.(pair|bye)\(", path.read_text())
    }
    assert callers == {"turns.py", "adding.py"}


# Too hard to finish ----------------------------------------------------------------------


def test_a_round_too_hard_to_finish_keeps_its_ways_out(engine, competition, evening):
    keys = [make.entry(competition, name).key for name in ("adema", "bakker", "cornelis", "dekker")]
    real = engine.real

    def hard(snapshot, options):
        fixed = snapshot.to_pair().round.games
        if not fixed:
            left = WhoIsLeft(keys, [14, 13, 11, 7], 0, range(4))
            raise CannotPair("too_hard", "indeling.5", {"players": keys}, left)
        return real(snapshot, options)

    engine.real = hard
    round_ = propose_round(evening, by=None)
    shown = proposal_boards(round_)
    assert shown.boards == []
    assert shown.is_too_hard
    assert "too hard to finish" in shown.cannot
    ways = ways_out_of(round_, competition.entries.by_key())
    assert [(len(way.boards), way.unproven) for way in ways] == [
        (2, "indeling.5"),
        (1, ""),
        (1, ""),
    ]
    with pytest.raises(StepError, match="too hard to finish"):
        publish_next(evening, after=0, by=None)
    round_ = take_way_out(round_, way=ways[1].key, by=None)
    ((white, black, reason),) = round_.fixed
    assert [white, black] == [player.key for player in ways[1].boards[0]]
    assert reason == "too hard to pair otherwise"
    assert len(proposal_boards(round_).boards) == 2
    publish_next(evening, after=0, by=None)
    assert Game.objects.count() == 2


def test_who_would_be_free_is_left_open_where_it_is_much_work(competition, evening, monkeypatch):
    mark_present(evening, make.entry(competition, "dekker"), present=False, by=None)
    seen = []

    def bye(snapshot, options):
        seen.append(snapshot)
        try:
            with budget.bounded():
                budget.spend(turns.LITTLE_WORK)
                budget.spend(1)
        except budget.TooMuchWork:
            raise CannotPair("too_hard", "", {"players": []}) from None

    monkeypatch.setattr(get_system("attacalc"), "bye", bye, raising=False)
    assert sheet(evening).bye is None
    assert len(seen) == 1


def test_why_is_asked_while_nobody_else_pairs_and_with_little_work(
    engine, competition, evening, monkeypatch, threads
):
    other = make.make_competition(4, club=make.make_club("De Buiten", "buiten"))
    elsewhere = make.make_evening(other, "long")
    round_ = propose_round(evening, by=None)
    snapshot = read_document(Round.objects.get(pk=round_.pk).paired_from)
    monkeypatch.setattr(get_system("attacalc"), "explain", engine.real, raising=False)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    with turns.explained_in_passing(snapshot) as explanation:
        assert len(explanation.pairs) == 2
        busy = threads.submit(alone, propose_round, elsewhere, by=None).result(timeout=FOR_EVER)
        with pytest.raises(budget.TooMuchWork), budget.bounded():
            budget.spend(turns.LITTLE_WORK + 1)
    assert isinstance(busy, PairingBusy)
    assert isinstance(propose_round(elsewhere, by=None), Round)
