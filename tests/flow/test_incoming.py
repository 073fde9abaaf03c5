"""A FIDE report comes in: recognised by what is in it, read as it is, and played on."""

from pathlib import Path

import pytest

from clubcomp.flow.documents.downloads import edition_of_original, export_h9, export_trf
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.incoming.players import preview_of
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.models import Club, Competition, Original, Player, Round
from clubcomp.record.snapshots import snapshot_of
from pairing.formats.trf import TrfError, read_trf
from tests import make
from tests.attempts import every
from tests.make import make_berger, make_club, make_evening, make_player, play_game, proposed_pairs
from tests.views.two_clubs import tried

pytestmark = pytest.mark.django_db

CASES = sorted((Path(__file__).parent.parent / "pairing/cases/knsb_rating").glob("*.trf"))


def row(number, name, rating, identity, year, points, rank, *rounds, sex="", title=""):
    """A line of a player, every field in its columns."""
    fixed = (
        f"001 {number:>4} {sex:1}{title:>3} {name:<33} {rating:>4} NED {identity:>11} {year:<10}"
    )
    return "  ".join([f"{fixed} {points:>4} {rank:>4}", *rounds])


PLAYED = "\n".join(
    [
        "012 Zomer 2026",
        f"{'132':91}26/07/07  26/07/14",
        "XXR 3",
        row(
            1,
            "De Vries,Jan",
            2001,
            "7654321",
            "1990/00/00",
            1.5,
            1,
            "   2 w 1",
            "   3 b =",
            title="GM",
        ),
        row(
            2,
            "Öztürk,Ayşe",
            1900,
            "7654322",
            "1980/00/00",
            "0.0",
            3,
            "   1 b 0",
            "0000 - Z",
            sex="w",
        ),
        row(3, "Smit,Piet", 1800, "0", "", 1.5, 2, "0000 - U", "   1 w ="),
        "",
    ]
)


@pytest.fixture
def club() -> Club:
    return make_club()


def imported(club, text=PLAYED, system="knsb-rating", **kwargs) -> Competition:
    return make.import_file(club, text, system=system, **kwargs)


@pytest.mark.parametrize(
    "start",
    [b"", b"\xef\xbb\xbf", b"### Made by hand\r\n", b"\n\n", b"062 3\n"],
    ids=["plain", "with a mark", "after a remark", "after empty lines", "after another line"],
)
def test_a_report_is_recognised_by_its_content(start):
    assert read_incoming(start + PLAYED.encode()).kind == "trf"


@pytest.mark.parametrize("text", ["", "Jan;1500\n", "<html>", "001", "12 001 is no line"])
def test_what_is_neither_is_said_to_be_neither(text):
    with pytest.raises(StepError, match="neither a competition document"):
        read_incoming(text.encode())


def test_a_report_comes_in_with_its_rounds_byes_and_results(club):
    competition = imported(club)
    assert (competition.name, competition.slug) == ("Zomer 2026", "zomer-2026")
    assert (competition.system, competition.options) == ("knsb-rating", {"rounds": 3})
    snapshot = snapshot_of(competition)
    read = read_trf(PLAYED.encode(), "knsb-rating").snapshot
    assert [one.rounds for one in snapshot.evenings] == [one.rounds for one in read.evenings[:-1]]
    assert [one.date for one in snapshot.evenings] == ["2026-07-07", "2026-07-14"]
    jan = club.players.get(identities__number="7654321", identities__issuer="FIDE")
    assert (str(jan), jan.title, jan.birth_year, jan.rating) == ("Jan de Vries", "GM", 1990, 2001)
    assert not club.players.get(name="Smit,Piet").identities.exists()


def test_a_round_to_be_paired_comes_in_when_something_is_known_of_it(club):
    competition = imported(club, f"{PLAYED}XXZ 1\n")
    round_ = Round.objects.proposed().get(evening__competition=competition)
    assert round_.evening.number == 3
    assert len(proposed_pairs(round_)) == 1


@every("path", CASES, around=tried)
def test_a_golden_position_comes_in_as_it_is_read(club, path):
    read = read_trf(path.read_bytes(), "knsb-rating").snapshot
    competition = make.import_file(club, path.read_bytes(), system="knsb-rating")
    found = snapshot_of(competition)
    assert list(found.record()) == list(read.record())
    assert found.options == read.options
    assert found.forbidden_pairs == read.forbidden_pairs
    assert [(one.id, one.name, one.start) for one in found.players] == [
        (one.id, one.name, one.start) for one in read.players
    ]


@pytest.mark.parametrize("edition", ["16", "26"])
def test_what_came_in_goes_out_and_says_the_same(club, edition):
    competition = imported(club)
    written = export_trf(competition, edition)
    again = read_trf(written, "knsb-rating").snapshot
    assert again.evenings == read_trf(PLAYED.encode(), "knsb-rating").snapshot.evenings
    assert [(one.name, one.number_of("FIDE")) for one in again.players] == [
        ("De Vries,Jan", "7654321"),
        ("Öztürk,Ayşe", "7654322"),
        ("Smit,Piet", ""),
    ]


@pytest.mark.parametrize("edition", ["16", "26"])
def test_a_round_robin_comes_in_by_its_table_is_played_on_and_goes_out_the_same(club, edition):
    robin = make_berger(5, club=club)
    for _ in range(2):
        evening = make_evening(robin, "standard")
        evening.attendance.filter(entry__key="evers").delete()
        play_game(evening)
        close_evening(evening, by=None)
    data = export_trf(robin, edition)
    assert read_incoming(data).snapshot.system == "berger"
    competition = make.import_file(make_club(slug="elders"), data, system="berger")
    assert edition_of_original(competition) == edition
    assert export_trf(competition, edition) == data
    Original.objects.all().delete()
    assert export_trf(competition, edition) == data
    round_ = propose_round(make_evening(competition, competition.tempos.get().key), by=None)
    assert proposed_pairs(round_) == [("3", "1"), ("4", "5")]


TWICE = "\n".join(
    [
        "012 Match",
        "XXR 2",
        row(1, "A", 2001, "", "", 1.0, 1, "   2 w 1", "   2 b 0"),
        row(2, "B", 1900, "", "", 1.0, 2, "   1 b 0", "   1 w 1"),
        "",
    ]
)


def test_two_who_met_twice_come_in_under_any_system_if_not_by_a_table(club):
    assert read_incoming(TWICE.encode()).snapshot.system == "berger"
    incoming = read_incoming(TWICE.encode(), system="knsb-rating")
    assert [one.code for one in incoming.warnings] == ["played_twice"]
    assert len([*incoming.snapshot.record()]) == 2
    by_hand = read_incoming(TWICE.replace("XXR 2", "XXR 5").encode())
    assert by_hand.snapshot.system != "berger"
    assert len([*snapshot_of(imported(club, TWICE)).record()]) == 2


def test_what_is_no_round_robin_is_refused_and_brings_nothing(club):
    with pytest.raises(TrfError) as refused:
        imported(club, system="berger")
    assert refused.value.code == "not_in_table"
    assert not Competition.objects.exists()


def test_players_are_known_by_number_and_doubtful_names_are_asked(club):
    jan = make_player(club, "J. Anders", "7654321", "FIDE")
    piet = Player.objects.create(club=club, name="Piet Smit")
    preview = preview_of(club, read_incoming(PLAYED.encode()))
    assert [(read.id, own) for read, own in preview.known] == [("1", jan)]
    assert [(read.id, people) for read, people in preview.doubtful] == [("3", [piet])]
    assert [read.id for read in preview.new] == ["2"]
    competition = imported(club, matches={"3": piet.pk})
    found = {entry.key: entry.player for entry in competition.entries.all()}
    assert (found["1"], found["3"]) == (jan, piet)
    assert str(Player.objects.get(pk=jan.pk)) == "J. Anders"


def test_the_number_of_rounds_is_asked_when_it_is_not_said(club):
    unsaid = PLAYED.replace("XXR 3\n", "")
    incoming = read_incoming(unsaid.encode())
    assert incoming.rounds == 2
    assert read_incoming(PLAYED.encode()).rounds is None
    competition = imported(club, unsaid, rounds=5)
    assert competition.options == {"rounds": 5}


def test_fewer_rounds_than_were_played_are_refused(club):
    with pytest.raises(TrfError) as refused:
        imported(club, PLAYED.replace("XXR 3\n", ""), rounds=1)
    assert refused.value.code == "too_many_rounds"
    assert not Competition.objects.exists()


def test_what_is_passed_over_is_told_with_its_line():
    [warning] = read_incoming(f"{PLAYED}what is this\n".encode()).warnings
    assert (warning.line, warning.code) == (7, "unknown_line")


def test_what_was_paired_with_an_acceleration_comes_in_only_to_go_on_without(club):
    accelerated = f"{PLAYED}XXA  1 5.0\n"
    assert read_incoming(accelerated.encode()).is_accelerated
    with pytest.raises(StepError, match="acceleration, which is not known here"):
        imported(club, accelerated)
    assert not Competition.objects.exists()
    assert imported(club, accelerated, without_acceleration=True).pk


def test_letters_of_an_older_encoding_are_read():
    data = PLAYED.replace("Öztürk,Ayşe", "Öztürk,Ayse").encode("latin-1")
    assert "Öztürk,Ayse" in [player.name for player in read_incoming(data).snapshot.players]


def test_a_federation_number_that_stands_twice_is_refused_with_both_names(club):
    with pytest.raises(StepError, match=r"7654321.*De Vries,Jan.*Öztürk,Ayşe"):
        imported(club, PLAYED.replace("7654322", "7654321"))
    assert not Player.objects.exists()


@pytest.mark.parametrize("system", ["knockout", "no-such-system"])
def test_a_report_is_not_read_under_a_system_that_cannot_hold_it(club, system):
    with pytest.raises((TrfError, StepError)):
        imported(club, system=system)
    assert not Competition.objects.exists()


def test_a_refused_report_brings_nothing(club):
    with pytest.raises(TrfError) as refused:
        imported(club, PLAYED.replace("   2 w 1", "   9 w 1"))
    assert (refused.value.line, refused.value.code) == (4, "unknown_player")
    assert not Competition.objects.exists()
    assert not Player.objects.exists()


H9 = """\
; EV[Najaar]
; RO[3]
   1 Bakker Anna       3k NL Adam  1 0 0    2+/b
   2 van_Beek Bart     1d NL xxxx  0 1 0    1-/w
"""


@pytest.mark.parametrize("text", [H9, "\n".join(H9.splitlines()[2:]), f"; CL[A]\r\n{H9}"])
def test_a_go_report_is_recognised_by_its_content(text):
    assert read_incoming(text.encode()).kind == "h9"


def test_a_go_report_comes_in_and_goes_out(club):
    competition = imported(club, H9, system="knsb-resistance")
    assert (competition.game, competition.options["rounds"]) == ("go", 3)
    assert [str(player) for player in club.players.all()] == ["Anna Bakker", "Bart van Beek"]
    again = read_incoming(export_h9(competition))
    assert list(again.snapshot.record()) == list(snapshot_of(competition).record())


def test_the_rounds_of_a_go_report_are_asked_too(club):
    unsaid = H9.replace("; RO[3]\n", "")
    assert read_incoming(unsaid.encode()).rounds == 1
    competition = imported(club, unsaid, system="knsb-resistance", rounds=5)
    assert competition.options["rounds"] == 5


def test_a_name_that_is_too_long_to_keep_is_refused(club):
    with pytest.raises(StepError, match="at most 200 letters"):
        imported(club, H9.replace("Bakker", "B" * 300), system="knsb-resistance")
    assert not Player.objects.exists()
