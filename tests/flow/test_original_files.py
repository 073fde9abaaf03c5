"""What came in as a TRF file goes out again to the letter, but for what has changed since."""

from dataclasses import replace

import pytest

from clubcomp.flow.competitions.competition import change_competition, change_options
from clubcomp.flow.documents.downloads import change_event, edition_of_original, export_trf
from clubcomp.flow.results import correct_result
from clubcomp.models import Game, Original, Player
from clubcomp.record.snapshots import event_of
from pairing.core.types import Result
from tests.flow.test_incoming import H9, row
from tests.make import import_file, make_club

pytestmark = pytest.mark.django_db

HEAD = f"""\
### made by another program
012 Zomer 2026
022 Utrecht
032 NED
042 2026/07/07
052 2026/07/14
062 3
072 3
102 IA Piet de Vries (1000012)
112 A. Deputy
122 90 minutes, 30 seconds a move
{"132":91}26/07/07  26/07/14
XXR 3
what is this?
DAT 0001 EMAIL jan@example.org
"""
ROWS = [
    row(1, "De Vries,Jan", 2001, "7654321", "1990/02/03", 1.5, 7, "   2 w 1", "   3 b d"),
    row(2, "Öztürk,Ayse", 1900, "7654322", "1980/00/00", " 0.0", 3, "   1 b 0", "0000   Z"),
    row(3, "Smit,Piet", 1800, "0", "          ", 1.5, 2, "0000 - U", "   1 w D"),
]
FILE = HEAD + "\n".join(ROWS) + "\n### the end"


@pytest.fixture
def club():
    return make_club()


def imported(club, text=FILE, encoding="utf-8", end="\n", **kwargs):
    data = text.replace("\n", end).encode(encoding)
    return data, import_file(club, data, system="knsb-rating", **kwargs)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_what_came_in_goes_out_byte_for_byte(club, encoding, end):
    data, competition = imported(club, encoding=encoding, end=end)
    assert export_trf(competition, "16") == data
    assert export_trf(competition, "16", "rating") == data


@pytest.mark.parametrize("line", ["142 3", "152 W", "192 FIDE_DUTCH_2026", "202 BH/C1,SB"])
def test_a_file_of_2026_goes_out_as_one_of_2026(club, line):
    data, competition = imported(club, f"{line}\n{FILE}")
    assert edition_of_original(competition) == "26"
    assert export_trf(competition, "26") == data
    assert export_trf(competition, "16") != data


def test_a_player_who_is_known_here_by_another_name_stays_as_the_file_has_him(club):
    jan = Player.objects.create(club=club, name="J. de Vries", title="FM", birth_year=1991)
    data, competition = imported(club, matches={"1": jan.pk})
    assert competition.entries.get(key="1").player == jan
    assert export_trf(competition, "16") == data


def test_a_round_that_is_known_to_come_stays_as_the_file_has_it(club):
    data, competition = imported(club, f"{FILE}\nXXZ    3")
    assert export_trf(competition, "16") == data


def test_only_the_lines_of_what_changed_are_new(club):
    data, competition = imported(club)
    game = Game.objects.get(round__evening__number=1)
    correct_result(game, result=Result.DRAW, seen="1-0", reason="Telefout", by=None)
    before = data.decode().splitlines()
    after = export_trf(competition, "16").decode().splitlines()
    pairs = enumerate(zip(before, after, strict=True))
    changed = [number for number, (was, now) in pairs if was != now]
    first = before.index(ROWS[0])
    assert changed == [first, first + 1, first + 2]
    assert after[first][91:99] == "   2 w ="
    assert after[first][101:109] == "   3 b d"
    assert after[first][69:79] == "1990/02/03"
    assert (after[first][80:89], after[first + 2][80:89]) == (" 1.0    2", " 1.5    1")


def test_another_name_or_place_renews_that_line(club):
    data, competition = imported(club)
    change_competition(competition, name="Herfst 2026", slug="herfst", by=None)
    competition.refresh_from_db()
    change_event(competition, replace(event_of(competition), place="Delft"), by=None)
    wanted = data.replace(b"012 Zomer", b"012 Herfst").replace(b"Utrecht", b"Delft")
    assert export_trf(competition, "16") == wanted


def test_a_name_that_was_given_with_the_import_is_a_change(club):
    data, competition = imported(club, name="Zomertoernooi")
    assert export_trf(competition, "16") == data.replace(b"Zomer 2026", b"Zomertoernooi")


def test_a_number_of_rounds_that_was_answered_otherwise_is_a_change(club):
    unsaid = FILE.replace("XXR 3\n", "")
    data, competition = imported(club, unsaid)
    assert export_trf(competition, "16") == data
    data, other = imported(make_club("Ander", "ander"), unsaid, rounds=5)
    assert export_trf(other, "16") == data.replace(ROWS[0].encode(), b"XXR 5\n" + ROWS[0].encode())
    change_options(competition, options={"rounds": 7}, by=None)
    competition.refresh_from_db()
    assert b"\nXXR 7\n" in export_trf(competition, "16")


def test_a_document_and_a_go_report_leave_no_original(club):
    import_file(club, H9, system="knsb-resistance")
    assert not Original.objects.exists()
