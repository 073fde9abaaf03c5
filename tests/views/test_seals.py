"""Does a round say whether it is what its system pairs, and give the file to who may have it?"""

from dataclasses import replace

import pytest
from django.core.cache import cache

from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.pairings.adding import add_board
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.pairings.seals import document_of, kept_seal, seal_of
from clubcomp.flow.pairings.swapping import swap_published
from clubcomp.flow.results import correct_result, record_result
from clubcomp.models import Role, Round
from pairing.core.types import Result
from pairing.formats.document import read_document, write_document
from tests import make, verify
from tests.views.public import TUESDAYS, address, reader, season, words

pytestmark = pytest.mark.django_db
ROUND = "evenings/1/games/1/"
NOT_YET = str(Result.UNFINISHED)
SAME = "Paired again from its record: the same."


@pytest.fixture
def competition():
    cache.clear()
    return season()


def page(competition, rest=""):
    return reader().get(address(competition, f"{ROUND}{rest}"))


def round_of(competition):
    return Round.objects.get(evening__competition=competition, evening__number=1)


def test_a_round_is_paired_again_when_somebody_asks_and_then_says_so(competition):
    assert "Pair this round again and compare" in words(page(competition))
    assert kept_seal(round_of(competition)) is None
    assert SAME in words(page(competition, "seal/"))
    assert kept_seal(round_of(competition)) is not None
    assert SAME in words(page(competition))


def test_a_seal_outlives_the_process_and_is_kept_until_what_was_compared_changes(
    competition, monkeypatch
):
    evening = make.make_evening(competition, "long", date=TUESDAYS[2])
    round_ = publish_next(evening, after=0, by=None)
    assert not seal_of(round_).differs
    cache.clear()
    assert not kept_seal(Round.objects.get(pk=round_.pk)).differs
    third = round_.games.get(board=3)
    record_result(third, result=Result.DRAW, seen=NOT_YET, by=None)
    assert kept_seal(Round.objects.get(pk=round_.pk)) is not None
    first, second = round_.games.order_by("board")[:2]
    swap_published(round_, (first.white, second.white), reason="asked", by=None)
    round_ = Round.objects.get(pk=round_.pk)
    assert kept_seal(round_) is None
    assert seal_of(round_).differs
    withdraw_round(round_, give_up_results=True, by=None)
    assert kept_seal(make.publish(Round.objects.get(pk=round_.pk))) is None
    earlier = round_of(competition)
    seal_of(earlier)
    monkeypatch.setattr("clubcomp.flow.pairings.seals.__version__", "99")
    assert kept_seal(Round.objects.get(pk=earlier.pk)) is None


def test_a_round_that_cannot_be_paired_again_keeps_why(competition):
    round_ = round_of(competition)
    document = read_document(document_of(round_))
    alone = document.with_round(1, 1, replace(document.to_pair().round, present=()))
    round_.keep_paired_from(write_document(alone))
    round_.save()
    assert seal_of(round_).failure.code == kept_seal(round_of(competition)).failure.code
    assert "the same" not in words(page(competition))


def test_a_result_that_is_corrected_later_changes_nothing(competition):
    game = round_of(competition).games.first()
    other = Result.DRAW if game.result != "1/2-1/2" else Result.WHITE_WINS
    correct_result(game, result=other, seen=game.result, reason="wrong", by=None)
    for round_ in Round.objects.on_record().filter(evening__competition=competition):
        assert not seal_of(round_).differs


def test_an_imported_round_is_paired_from_the_record_before_it(competition):
    document = export_document(competition)
    other = make.import_file(competition.club, document, name="Anders")
    assert SAME in words(page(other, "seal/"))
    elsewhere = document.replace('"paired_by": "system"', '"paired_by": "elsewhere"')
    other = make.import_file(competition.club, elsewhere, name="Elders")
    assert "Another program paired this round. This one pairs it the same." in words(
        page(other, "seal/")
    )


def test_boards_that_the_leader_changed_are_shown_in_both_forms(competition):
    evening = make.make_evening(competition, "long", date=TUESDAYS[2])
    round_ = publish_next(evening, after=0, by=None)
    first, second = round_.games.order_by("board")[:2]
    swap_published(round_, (first.white, second.white), reason="asked", by=None)
    said = words(reader().get(address(competition, "evenings/3/games/1/seal/")))
    assert "The leader changed this round by hand after it was paired." in said
    played, again = said.split("On record")[1].split("Paired again")
    for game in (first, second):
        assert f"{game.white} - {game.black}" in again
        assert f"{game.white} - {game.black}" not in played
    said = words(reader().get(address(competition, "evenings/3/games/1/")))
    assert "Paired again, 2 boards are different." in said


def test_a_board_that_was_added_afterwards_is_not_held_against_the_round(competition):
    evening = make.make_evening(competition, "long", date=TUESDAYS[2], present=5)
    round_ = publish_next(evening, after=0, by=None)
    free = round_.unpaired.get(kind="bye").entry
    late = competition.entries.order_by("pk").last()
    add_board(round_, (free, late), reason="came late", by=None)
    assert not seal_of(round_).differs


def test_only_leaders_may_have_the_file_and_both_programs_pair_it_the_same(
    competition, tmp_path, capsys
):
    said = words(page(competition, "seal/"))
    assert "The competition leader can give you the file of this round." in said
    assert page(competition, "paired-from/").status_code == 302
    leader = make.make_user("Lead")
    make.make_membership(competition.club, leader, Role.LEADER)
    client = reader()
    client.force_login(leader)
    assert "paired-from/" in client.get(address(competition, f"{ROUND}seal/")).content.decode()
    answer = client.get(address(competition, f"{ROUND}paired-from/"))
    file = tmp_path / "round.json"
    file.write_bytes(answer.content)
    assert read_document(answer.content).to_pair() is not None
    assert verify.main([str(file)]) == 0
    assert "the same by both programs" in capsys.readouterr().out
