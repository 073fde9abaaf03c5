"""A round keeps to the byte what it was paired from, and each part of it is kept once."""

from itertools import pairwise
from random import Random

import pytest

from clubcomp.flow.attendance import mark_present
from clubcomp.flow.competitions.entries import allow_pair, forbid_pair
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, plan_evening, reopen_evening
from clubcomp.flow.guests import add_guest
from clubcomp.flow.members import change_member
from clubcomp.flow.pairings import proposing
from clubcomp.flow.pairings.proposing import discard_proposal, fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.results import correct_result, record_result
from clubcomp.models import ForbiddenPair, Game, RecordPart, Round
from pairing.core.types import Result
from tests import make

pytestmark = pytest.mark.django_db
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@pytest.fixture
def kept(monkeypatch):
    """What each round was given to keep, by its evening and number."""
    texts, keep = {}, proposing.keep

    def noting(round_, competition, document):
        keep(round_, competition, document)
        texts[round_.evening_id, round_.number] = document

    monkeypatch.setattr(proposing, "keep", noting)
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
        nothing_is_left_over(competition)
    assert len(texts) > 5
    assert len(set(texts.values())) == len(texts)


def nothing_is_left_over(competition):
    """But for what the next proposal needs after one was discarded."""
    versions = set(Round.objects.values_list("record_version", flat=True))
    for part in RecordPart.objects.exclude(until=None):
        assert versions & {*range(part.since, part.until)}, part
    assert RecordPart.objects.filter(since__gt=max(versions, default=0) + 1).count() == 0


def test_a_round_more_costs_as_much_as_was_played_in_it(kept):
    competition = make.make_competition(8)
    sizes = []
    for _evening in range(7):
        evening = make.make_evening(competition)
        make.play_game(evening)
        close_evening(evening, by=None)
        sizes.append(sum(map(len, RecordPart.objects.values_list("text", flat=True))))
    steps = [after - before for before, after in pairwise(sizes)]
    assert max(steps[1:]) <= min(steps[1:]) + 20
    assert max(steps) * 3 < max(map(len, kept.values()))


def test_a_tap_that_changes_only_who_is_there_writes_the_round_alone():
    competition = make.make_competition(8)
    evening = make.make_evening(competition, "blitz")
    make.play_game(evening)
    round_ = propose_round(evening, by=None)
    before = list(RecordPart.objects.values_list())
    mark_present(evening, make.entry(competition, "adema"), present=False, by=None)
    assert list(RecordPart.objects.values_list()) == before
    assert Round.objects.get(pk=round_.pk).to_pair != round_.to_pair


def test_a_correction_of_an_old_round_costs_one_part():
    competition = make.make_competition(8)
    rounds = []
    for _evening in range(5):
        evening = make.make_evening(competition)
        rounds.append(make.play_game(evening))
        close_evening(evening, by=None)
    before = {part.pk for part in RecordPart.objects.all()}
    game = rounds[0].games.first()
    correct_result(game, result=Result.DRAW, seen=game.result, reason="So", by=None)
    evening = make.make_evening(competition)
    propose_round(evening, by=None)
    new = RecordPart.objects.exclude(pk__in=before)
    assert new.filter(text__contains='"games"').count() == 2
