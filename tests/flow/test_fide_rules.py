"""A competition by FIDE's rules: what stays from round 1 on, what only an arbiter gives, what is
told of what was done."""

import pytest

from clubcomp.flow.competitions.competition import change_options
from clubcomp.flow.competitions.entries import allow_pair, change_entry, forbid_pair
from clubcomp.flow.competitions.fide_rules import doings_of, mark_by_fide, remarks_of
from clubcomp.flow.competitions.next_season import start_next_season
from clubcomp.flow.corrections import preview_options
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.documents.downloads import export_trf
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import correct_result, record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Game
from pairing.core.types import Result
from pairing.formats.trf import read_trf
from tests.make import (
    entry,
    import_file,
    make_berger,
    make_club,
    make_evening,
    make_one_tempo,
    make_swiss,
    play_swiss_round,
)

pytestmark = pytest.mark.django_db

WHY = "the arbiter wrote it down wrongly"
TIES = ["resistance_points", "sonneborn_berger"]


@pytest.fixture
def dutch():
    """Ten players by FIDE's rules, nothing paired yet."""
    options = {"rounds": 5, "tie_breaks": TIES}
    competition = make_one_tempo("fide-dutch", 10, options=options)
    mark_by_fide(competition, by_fide_rules=True, by=None)
    competition.refresh_from_db()
    return competition


def board(competition, round_=1, number=1):
    games = Game.objects.filter(round__evening__competition=competition)
    return games.get(round__evening__number=round_, board=number)


# The mark ---------------------------------------------------------------------------------


def test_the_mark_is_off_until_the_leader_sets_it_and_can_be_taken_back_before_round_1(dutch):
    assert not make_one_tempo(
        "fide-dutch", club=dutch.club, slug="b", options={"rounds": 3}
    ).by_fide_rules
    mark_by_fide(dutch, by_fide_rules=False, by=None)
    assert not Competition.objects.get(pk=dutch.pk).by_fide_rules


@pytest.mark.parametrize("marked", [True, False])
def test_the_mark_stays_as_it_is_once_round_1_is_paired(marked):
    competition = make_one_tempo("fide-dutch", options={"rounds": 5})
    mark_by_fide(competition, by_fide_rules=marked, by=None)
    play_swiss_round(competition, Result.WHITE_WINS)
    with pytest.raises(StepError, match="stays as it was announced"):
        mark_by_fide(competition, by_fide_rules=not marked, by=None)
    assert Competition.objects.get().by_fide_rules is marked


def test_other_systems_cannot_be_marked():
    with pytest.raises(StepError, match="under a system of FIDE"):
        mark_by_fide(make_swiss(), by_fide_rules=True, by=None)


def test_no_round_robin_by_fide_is_decided_by_buchholz():
    competition = make_berger(tie_breaks=["resistance_points"])
    with pytest.raises(StepError, match="Buchholz"):
        mark_by_fide(competition, by_fide_rules=True, by=None)
    sound = make_berger(club=competition.club, slug="ander")
    mark_by_fide(sound, by_fide_rules=True, by=None)
    with pytest.raises(StepError, match="Buchholz"):
        change_options(sound, options={"numbers": "rating", "tie_breaks": TIES}, by=None)


def test_the_mark_goes_out_and_comes_in_with_the_document_and_into_the_next_season(dutch):
    text = export_document(dutch)
    again = import_file(dutch.club, text, slug="again", name="Again")
    assert again.by_fide_rules
    assert '"by_fide_rules": true' in export_document(again)
    assert '"version": 2' in text
    players = list(dutch.club.players.all())
    assert start_next_season(dutch, name="Next", players=players, by=None).by_fide_rules


# What stays -------------------------------------------------------------------------------


@pytest.mark.parametrize("changed", [{"rounds": 7}, {"bye": "1/2"}, {"tie_breaks": ["wins"]}])
def test_what_was_announced_stays_from_round_1_on(dutch, changed):
    before = {"rounds": 5, "tie_breaks": TIES}
    change_options(dutch, options=before | {"half_point_byes": 1} | changed, by=None)
    change_options(dutch, options=before, by=None)
    play_swiss_round(dutch, Result.WHITE_WINS)
    for step in (
        lambda options: change_options(dutch, options=options, by=None),
        lambda options: preview_options(dutch, options=options),
    ):
        with pytest.raises(StepError, match="stay as they were announced"):
            step(before | changed)
    dutch.refresh_from_db()
    assert dutch.rules.options.rounds == 5


def test_without_the_mark_the_leader_may_change_the_same(dutch):
    free = make_one_tempo("fide-dutch", club=make_club("Vrij", "vrij"), options={"rounds": 5})
    play_swiss_round(free, Result.WHITE_WINS)
    change_options(free, options={"rounds": 7}, by=None)
    assert Competition.objects.get(pk=free.pk).rules.options.rounds == 7


def test_start_numbers_stay_from_round_4_on(dutch):
    for _round in range(3):
        play_swiss_round(dutch, Result.WHITE_WINS)
    change_entry(entry(dutch, "adema"), start=2, by=None)
    play_swiss_round(dutch, Result.WHITE_WINS)
    with pytest.raises(StepError, match="the start numbers stay"):
        change_entry(entry(dutch, "adema"), start=1, by=None)


def test_a_pair_is_forbidden_after_round_1_only_as_a_correction_with_its_reason(dutch):
    adema, faber = entry(dutch, "adema"), entry(dutch, "faber")
    first = forbid_pair(dutch, adema, faber, by=None)  # before round 1: as ever
    play_swiss_round(dutch, Result.WHITE_WINS)
    assert not [line for line in doings_of(dutch) if line.action == "forbid_pair"]
    for step in (
        lambda: allow_pair(first, by=None),
        lambda: forbid_pair(dutch, adema, entry(dutch, "bakker"), by=None),
    ):
        with pytest.raises(StepError, match="Say why"):
            step()
    allow_pair(first, reason=WHY, by=None)
    forbid_pair(dutch, adema, entry(dutch, "bakker"), reason=WHY, by=None)
    told = [(line.action, line.reason) for line in doings_of(dutch)]
    assert told[-2:] == [("allow_pair", WHY), ("forbid_pair", WHY)]


def test_a_late_result_goes_in_only_as_a_correction_with_its_reason(dutch):
    for _round in range(3):
        play_swiss_round(dutch, Result.WHITE_WINS)
    game = board(dutch, 1)
    with pytest.raises(StepError, match="Say why"):
        correct_result(game, result=Result.DRAW, seen="1-0", by=None)
    correct_result(game, result=Result.DRAW, seen="1-0", reason=WHY, by=None)
    remark = next(line for line in remarks_of(dutch) if line.startswith("### Correction"))
    assert remark == (
        "### Correction @ Round 1: correct result: board 1, Adema - Faber,"
        f" result 1-0 became 1/2-1/2 ({WHY})"
    )


# What the arbiter gives -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        (Result.BOTH_LOSE, 0, 0),
        (Result.HALF_FOR_WHITE, 0.5, 0),
        (Result.HALF_FOR_BLACK, 0, 0.5),
    ],
)
def test_an_odd_result_counts_and_goes_out_and_comes_in(dutch, result, white, black):
    play_swiss_round(dutch, Result.WHITE_WINS)
    game = board(dutch)
    correct_result(game, result=result, seen="1-0", reason=WHY, by=None)
    points = {line.entry.pk: line.row.points for line in standings_of(dutch, "all")}
    assert (points[game.white_id], points[game.black_id]) == (white, black)
    # It was played: it has colours, and the two do not meet again.
    for edition in ("16", "26"):
        snapshot = read_trf(export_trf(dutch, edition), "fide-dutch").snapshot
        assert next(snapshot.record()).round.games[0].result is result
    again = import_file(dutch.club, export_document(dutch), slug="again", name="Again")
    assert board(again).result == result.value


def test_elsewhere_nobody_gives_such_a_result():
    competition = make_swiss()
    play_swiss_round(competition, Result.WHITE_WINS)
    evening = make_evening(competition, "standard")
    published = publish_next(evening, after=0, by=None)
    with pytest.raises(StepError, match="only given by FIDE"):
        record_result(board(competition, 2), result=Result.BOTH_LOSE, seen="*", by=None)
    wrong = {"result": Result.HALF_FOR_WHITE, "seen": "1-0", "reason": WHY}
    with pytest.raises(StepError, match="only given by FIDE"):
        correct_result(board(competition, 1), **wrong, by=None)
    assert published.games.filter(result="*").count() == 3


# What is told -----------------------------------------------------------------------------


def test_the_report_says_what_the_arbiter_did_and_is_read_again(dutch):
    play_swiss_round(dutch, Result.WHITE_WINS, adjourned=2)
    remarks = remarks_of(dutch)
    assert [line.split(":")[0] for line in remarks] == [
        "### Configuration @ Round 0",
        "### Adjournment @ Round 1",
    ]
    for edition in ("16", "26"):
        data = export_trf(dutch, edition)
        assert data.decode().splitlines()[-2:] == remarks
        read_trf(data, "fide-dutch")


def test_a_file_that_came_in_has_each_remark_once_when_it_goes_out(dutch):
    play_swiss_round(dutch, Result.WHITE_WINS)
    again = import_file(
        dutch.club, export_trf(dutch, "26"), slug="again", name="Again", system="fide-dutch"
    )
    Competition.objects.filter(pk=again.pk).update(by_fide_rules=True)
    again.refresh_from_db()
    text = export_trf(again, "26").decode()
    assert text.count("### Configuration @ Round 0: mark by fide") == 1
    assert text.count("### Import @ Round 0") == 1


def test_without_the_mark_the_report_has_no_remarks():
    competition = make_one_tempo("fide-dutch", options={"rounds": 5, "tie_breaks": TIES})
    play_swiss_round(competition, Result.WHITE_WINS, adjourned=2)
    assert not remarks_of(competition)
    assert b"###" not in export_trf(competition, "26")
