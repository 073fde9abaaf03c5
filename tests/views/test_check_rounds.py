"""An arbiter's letter: a report is dropped, and each round is said to be by the book or not."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubcomp.flow.pairings import turns
from clubcomp.models import Role, TrailEntry, Upload
from pairing.commands import run
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def member():
    return Visitor(Role.MEMBER)


@pytest.fixture
def made(tmp_path):
    def made(system="fide-dutch", players=12, rounds=4):
        path = tmp_path / f"{system}.trf"
        asked = ["--players", str(players), "--rounds", str(rounds), "--seed", "5"]
        assert run(["generate_tournament", system, *asked, "--output", str(path)]) == 0
        return path.read_bytes()

    return made


def letter(visitor, data, system="fide-dutch"):
    file = SimpleUploadedFile("report.trf", data)
    return visitor.client.post(reverse("check-rounds"), {"file": file, "system": system})


def with_boards_swapped(data, round_=2):
    """The blacks of the first two boards of a round change places, and nothing else."""
    lines = data.decode().splitlines()
    at = 91 + 10 * (round_ - 1)
    rows = {int(line[4:8]): n for n, line in enumerate(lines) if line.startswith("001")}
    white = [n for n in rows if lines[rows[n]][at + 5] == "w"][:2]
    black = [int(lines[rows[n]][at : at + 4]) for n in white]

    def put(number, opponent):
        line = lines[rows[number]]
        lines[rows[number]] = f"{line[:at]}{opponent:>4}{line[at + 4 :]}"

    for one, other in zip(white, reversed(black), strict=True):
        put(one, other)
        put(other, one)
    return ("\n".join(lines) + "\n").encode()


def test_a_report_that_is_by_the_book_gets_its_letter(member, made):
    page = text(letter(member, made()))
    assert "Every round was paired by the book, and every place follows" in page
    assert page.count("by the book, all 6 boards.") == 4
    assert "Compared by PTS. All follow from the results." in page


def test_the_seal_is_of_this_file_and_what_was_found(member, made):
    def seal(data, system="fide-dutch"):
        return letter(member, data, system).context["letter"].seal

    data = made()
    assert seal(data) == seal(data)
    assert seal(data) != seal(data + b"### a remark\n")
    assert seal(data) != seal(data, "knsb-rating")


def test_a_round_that_differs_is_told_board_by_board(member, made):
    data = made(players=24, rounds=3)
    answer = letter(member, with_boards_swapped(data, 3))
    found = answer.context["letter"]
    assert [one.verdict for one in found.rounds] == ["same", "same", "differs"]
    assert len(found.rounds[2].played) == len(found.rounds[2].paired) == 2
    page = text(answer)
    assert "Not all of it is by the book." in page
    for white, black in (*found.rounds[2].played, *found.rounds[2].paired):
        assert f"{white} – {black}" in page


def test_it_stops_at_the_first_round_that_another_system_paired(member, made):
    answer = letter(member, made("knsb-resistance", players=40, rounds=6), "knsb-rating")
    found = answer.context["letter"]
    assert found.rounds[-1].verdict == "other"
    assert found.left == 6 - len(found.rounds) > 0
    assert "not paired by this system: more than half of the boards differ." in text(answer)
    assert f"{found.left} later rounds were not looked at." in text(answer)


def test_a_place_that_does_not_follow_is_named(member, made):
    lines = made().decode().splitlines()
    at = next(
        n for n, line in enumerate(lines) if line.startswith("001") and line[85:89].strip() == "1"
    )
    lines[at] = f"{lines[at][:85]}  12{lines[at][89:]}"
    page = text(letter(member, "\n".join(lines).encode()))
    assert "has place 12; from the results it is one from 1 to" in page
    assert "Not all of it is by the book." in page


def test_too_much_work_is_said_and_not_done(member, made, monkeypatch):
    monkeypatch.setattr(turns, "MUCH_WORK", 1)
    answer = letter(member, made(players=40, rounds=3))
    assert answer.context["letter"].rounds[0].verdict == "much"
    assert answer.context["letter"].left == 2
    assert "not checked: pairing it again takes too much work." in text(answer)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"\xff\xfe\0\0", b"001 1 2 3\n", b"012 Nothing\n", b"001" * 99999]
)
def test_what_is_no_report_is_refused_in_words(member, data):
    answer = letter(member, data)
    assert answer.status_code == 200
    assert answer.context["letter"] is None
    assert answer.context["form"].errors


def test_nothing_is_kept(member, made):
    letter(member, made())
    assert not Upload.objects.exists()
    assert not TrailEntry.objects.filter(action__contains="check").exists()


def test_who_is_not_signed_in_signs_in_first(client, made):
    assert client.post(reverse("check-rounds"), {"text": "001"}).status_code == 302


@pytest.mark.parametrize(("day", "is_told"), [("05/10/05", True), ("26/10/05", False)])
def test_a_letter_on_rounds_of_before_the_rules_says_so(member, made, day, is_told):
    data = f"132 {' ' * 87}{day}  {day}\n".encode() + made(rounds=2)
    said = text(letter(member, data))
    assert ("was played before 1 February 2026" in said) is is_told
