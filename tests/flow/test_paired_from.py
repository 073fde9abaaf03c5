"""A round keeps to the byte what it was paired from, whatever happens later."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.flow.absences.taking_part import _paired_already
from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.competitions.entries import allow_pair, forbid_pair
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, plan_evening, reopen_evening
from clubcomp.flow.pairings import proposing
from clubcomp.flow.pairings.proposing import discard_proposal, fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.people.kept_about import kept_about
from clubcomp.flow.people.members import change_member
from clubcomp.flow.results import correct_result, record_result
from clubcomp.models import ForbiddenPair, Game, Round
from pairing.core.types import Result
from pairing.formats.document import write_document
from tests import make

pytestmark = pytest.mark.django_db
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@pytest.fixture
def kept(monkeypatch):
    """What each round was paired from, by its evening and number."""
    texts, pair_again = {}, proposing.pair_again

    def noting(step, round_, *rows, **options):
        read = pair_again(step, round_, *rows, **options)
        texts[round_.evening_id, round_.number] = write_document(read.snapshot)
        return read

    monkeypatch.setattr(proposing, "pair_again", noting)
    return texts


class Leader:
    """Does whatever a leader may do in a competition, by chance."""

    def __init__(self, competition, seed):
        self.competition, self.chance = competition, Random(seed)
        self.evening = make.make_evening(competition, "blitz")

    def act(self):
        """One step, or a refusal."""
        often = [self.tap, self.propose, self.enter, self.play_on, self.play_on, self.play_on]
        seldom = [self.correct, self.withdraw, self.discard, self.fix, self.next_evening]
        seldom += [self.reopen, self.guest, self.rename, self.forbid, self.plan]
        try:
            self.chance.choice([*often, *often, *seldom])()
        except StepError:
            return

    def one(self, rows):
        found = list(rows.order_by("pk"))
        return self.chance.choice(found) if found else None

    def games(self):
        return Game.objects.filter(round__evening__competition=self.competition)

    def tap(self):
        present = self.chance.random() < 0.6
        mark_present(self.evening, self.one(self.competition.entries), present=present, by=None)

    def propose(self):
        propose_round(self.evening, by=None)

    def play_on(self):
        for game in self.games().still_playing():
            record_result(game, result=self.chance.choice(RESULTS), seen="*", by=None)
        publish_next(self.evening, after=self.evening.rounds.on_record().count(), by=None)

    def enter(self):
        for game in self.games().still_playing()[: self.chance.randint(1, 9)]:
            record_result(game, result=self.chance.choice(RESULTS), seen="*", by=None)

    def correct(self):
        if game := self.one(self.games().exclude(result="*")):
            result = self.chance.choice(RESULTS)
            correct_result(game, result=result, seen=game.result, reason="So", by=None)

    def withdraw(self):
        if last := self.evening.rounds.on_record().last():
            withdraw_round(last, give_up_results=True, by=None)

    def discard(self):
        if round_ := self.evening.rounds.proposed().first():
            discard_proposal(round_, by=None)

    def fix(self):
        if round_ := self.evening.rounds.proposed().first():
            white, black = self.chance.sample(list(self.competition.entries.order_by("pk")), 2)
            fix_board(round_, white=white, black=black, reason="So", by=None)

    def next_evening(self):
        self.enter()
        close_evening(self.evening, by=None)
        self.evening = make.make_evening(self.competition, "blitz")

    def reopen(self):
        before = self.competition.evenings.filter(number=self.evening.number - 1).first()
        if before and before.is_closed and not self.evening.rounds.on_record().exists():
            close_evening(self.evening, by=None)
            reopen_evening(before, reason="So", by=None)
            self.evening = before

    def guest(self):
        add_guest(self.evening, name=f"Gast {self.chance.random()}", rating=1500, by=None)

    def rename(self):
        player = self.one(self.competition.entries).player
        change_member(player, name=f"Naam {self.chance.random()}", by=None)

    def forbid(self):
        if pair := self.one(ForbiddenPair.objects.filter(competition=self.competition)):
            allow_pair(pair, by=None)
        else:
            forbid_pair(self.competition, *self.competition.entries.order_by("pk")[:2], by=None)

    def plan(self):
        plan_evening(self.competition, tempo=self.competition.tempos.first(), date=None, by=None)


@pytest.mark.parametrize("seed", range(2))
def test_every_round_keeps_what_it_was_paired_from_whatever_happens_later(kept, seed):
    competition = make.make_competition(8)
    leader = Leader(competition, seed)
    for _step in range(60):
        leader.act()
        rounds = Round.objects.all()
        texts = rounds.documents()
        assert texts == {one.pk: kept[one.evening_id, one.number] for one in rounds}
        assert all(round_.paired_from == texts[round_.pk] for round_ in rounds[:2])
    assert len(texts) > 5
    assert len(set(texts.values())) == len(texts)


def test_rounds_are_read_without_their_documents_and_keep_them_when_stored():
    competition = make.make_competition(8)
    evening = make.make_evening(competition)
    round_ = make.play_game(evening)
    text = Round.objects.documents()[round_.pk]
    read = evening.rounds.get()
    assert "paired_from" in read.get_deferred_fields()
    read.save()
    assert read.paired_from == text == Round.objects.get().paired_from


def test_who_was_free_is_told_and_kept_without_reading_a_document():
    competition = make.make_competition(5)
    round_ = make.play_game(make.make_evening(competition))
    free = round_.unpaired.get(kind="bye").entry
    with CaptureQueriesContext(connection) as queries:
        assert kept_about(free.player)["not_paired"]
        _paired_already(round_.evening, free)
    assert [query["sql"] for query in queries if "paired_from" in query["sql"]] == []


def test_a_document_is_kept_in_a_tenth_of_its_length():
    competition = make.make_competition(8)
    for _evening in range(7):
        evening = make.make_evening(competition)
        make.play_game(evening)
        close_evening(evening, by=None)
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(length(paired_from)) FROM clubcomp_round")
        [(stored,)] = cursor.fetchall()
    assert stored * 5 < sum(map(len, Round.objects.documents().values()))
