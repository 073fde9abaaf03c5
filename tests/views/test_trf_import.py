"""A FIDE report through the import page: looked at, asked about, brought in or refused."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubcomp.models import Attendance, Competition, Player
from pairing.core.unplayed import Unplayed
from tests.attempts import every
from tests.flow.test_incoming import PLAYED, row
from tests.make import entries, make_player
from tests.views.two_clubs import tried
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def upload(leader, content=PLAYED, **data):
    """Choose a file on the import page and look at it."""
    content = content.encode() if isinstance(content, str) else content
    return leader.fill_in("import", file=SimpleUploadedFile("zomer.txt", content), **data)


def bring_in(leader, looked, **answers):
    """The second press, with what the page carried."""
    given = {"act": "import", "upload": looked.context["upload"], "name": "Zomer"} | answers
    return leader.fill_in("import", **given)


def test_looking_says_what_comes_and_keeps_nothing(leader):
    said = text(upload(leader, f"{PLAYED}what is this\nhello there\nXXZ 1\n")).replace("> <", "><")
    for line in ("FIDE report (TRF)", "Zomer 2026", "3 are new in the club"):
        assert line in said
    for what, number in (("Players", 3), ("Rounds", 2), ("Games", 2), ("Byes", 1)):
        assert f'<th scope="row">{what}</th><td class="right">{number}</td>' in said
    assert "Evening 3 comes in open" in said
    assert "2 remarks on the file:" in said
    assert "Line 7" in said
    assert not Competition.objects.exists()
    assert not Player.objects.exists()


def test_the_system_is_asked_and_decides(leader):
    looked = upload(leader)
    assert "Goes on without acceleration" not in text(looked)
    assert "By which system is it paired?" in text(looked)
    assert "How many rounds" not in text(looked)
    assert "Something is not right yet" in text(bring_in(leader, looked))
    assert not Competition.objects.exists()
    assert bring_in(leader, looked, system="knsb-rating").status_code == 302
    competition = Competition.objects.get()
    assert competition.system == "knsb-rating"
    assert competition.evenings.count() == 2


@every("encoding", ["utf-8", "utf-8-sig", "latin-1"], around=tried)
@every("end", ["\n", "\r\n", "\r"], around=tried)
def test_what_came_in_by_the_page_goes_out_again_to_the_letter(leader, encoding, end):
    data = PLAYED.replace("Ayşe", "Ayse").replace("\n", end).encode(encoding)
    looked = upload(leader, data)
    said = looked.context["form"].initial.get("code_page")
    said = {"code_page": said} if encoding == "latin-1" else {}
    answer = bring_in(leader, looked, name="Zomer 2026", system="knsb-rating", **said)
    assert answer.status_code == 302
    competition = Competition.objects.get()
    assert leader.see("trf", competition.slug, edition="16").content == data
    said = text(leader.see("federations", competition.slug))
    assert "This competition came in as a TRF16: as such it goes out again" in said


@pytest.mark.parametrize("sent", ["?", "AAA", "e30=", "XXRvbmU"])
def test_what_a_page_did_not_carry_is_answered_in_words(leader, sent):
    answer = leader.fill_in("import", act="import", text=PLAYED, bytes=sent, name="Zomer")
    assert answer.status_code == 200
    assert not Competition.objects.exists()


def test_the_number_of_rounds_is_asked_when_the_file_has_none(leader):
    looked = upload(leader, PLAYED.replace("XXR 3\n", ""))
    assert "How many rounds has the competition in all?" in text(looked)
    few = bring_in(leader, looked, system="knsb-rating", rounds="1")
    assert "round 2, in a competition of 1 rounds" in text(few)
    bring_in(leader, looked, system="knsb-rating", rounds="7")
    assert Competition.objects.get().options == {"rounds": 7}


def test_a_file_with_an_acceleration_is_asked_about(leader):
    looked = upload(leader, f"{PLAYED}XXA  1 5.0\nXXA  2 5.0\n")
    assert "Goes on without acceleration" in text(looked)
    assert "1 remark on the file:" in text(looked)
    assert "Something is not right yet" in text(bring_in(leader, looked, system="knsb-rating"))
    assert not Competition.objects.exists()
    agreed = bring_in(leader, looked, system="knsb-rating", without_acceleration="on")
    assert agreed.status_code == 302


def test_a_player_is_known_by_number_and_a_likeness_is_asked(leader):
    jan = make_player(leader.club, "J. Anders", "7654321", "FIDE")
    piet = Player.objects.create(club=leader.club, name="Piet Smit")
    looked = upload(leader)
    assert "1 is known here by the federation number" in text(looked)
    assert "Piet Smit of the club" in text(looked)
    answers = {"system": "knsb-rating", "is-3": piet.pk}
    bring_in(leader, looked, **answers)
    found = [entry.player for entry in entries(Competition.objects.get())]
    assert (found[0], found[2]) == (jan, piet)


def test_a_bye_that_was_asked_for_the_round_to_be_paired_comes_along(leader):
    looked = upload(leader, PLAYED.replace("   1 w =", "   1 w =  0000 - H"))
    bring_in(leader, looked, system="knsb-rating")
    asked = Attendance.objects.get(status=Unplayed.HALF_POINT_BYE)
    assert (str(asked.entry), asked.evening.number) == ("Piet Smit", 3)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("   2 w 1", "   9 w 1"), "Line 4, column 92: there is no player 9"),
        (("   3 b =", "   3 w ="), "Line 4"),
        (("7654322", "7654321"), "The federation number 7654321 stands twice"),
        ((" 2001 NED", "2001 NED "), "Line 4, column 48: this column must be blank"),
        (("XXR 3", "XXR 300"), "Line 3, column 5"),
        (("001 ", "002 "), "there is no line of a player (001)"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_column(leader, wrong, said):
    answer = upload(leader, PLAYED.replace(*wrong))
    assert "Nothing was imported." in text(answer)
    assert said in text(answer)
    assert not Player.objects.exists()


@every(
    "content",
    [
        b"001 ",
        b"001\x00 " * 50,
        b"\xff\xfe0\x000\x001\x00 \x00",
        b"001 " + b"9" * 100_000,
        b"XXR " + b"9" * 5000 + b"\n" + PLAYED.encode(),
        PLAYED.encode() * 200,
        b"001 \xf0\x9f\x90\x8e",
        PLAYED.encode()[:-20],
        ("\n".join(row(n, "X" * 33, 1, "", "", 0.0, n) for n in range(1, 400))).encode(),
    ],
    around=tried,
)
@every("act", ["", "import"], around=tried)
def test_any_file_is_answered_in_words(leader, content, act):
    answer = upload(leader, content, act=act, name="Zomer", system="knsb-rating", slug="\x00")
    assert answer.status_code == 200
    assert "<h1>" in text(answer)
    assert not Competition.objects.exists()


def test_an_unknown_system_is_refused_at_its_field(leader):
    looked = upload(leader)
    said = text(bring_in(leader, looked, system="knockout"))
    assert "Something is not right yet" in said
    assert not Competition.objects.exists()


def test_a_second_press_is_told_that_the_players_are_there_already(leader):
    """The players with a number are known then; the others are doubtful and are asked about."""
    looked = upload(leader)
    bring_in(leader, looked, system="knsb-rating")
    again = bring_in(leader, looked, system="knsb-rating")
    assert "Is this the same person?" in text(again)
    assert Competition.objects.count() == 1
