"""What came in with a file is told afterwards, and taken back in one press until it is played."""

import json
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.people.members import change_member
from clubcomp.models import Competition, Identity, Player, Rating, Receipt, Role, TrailEntry
from clubcomp.record.snapshots import whole_snapshot
from pairing.old_table.pasted import read_old_table
from tests.make import make_evening, make_player, play_game
from tests.programs import FILES
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def document(**changes) -> str:
    """A small document: two players who have met once, one of whom has a FIDE number."""
    rating = {"list": "FIDE", "date": "2026-07-01", "value": 1650}
    return json.dumps(
        {
            "format": "clubcomp-competition",
            "version": 2,
            "club": {"name": "De Dame"},
            "name": "Zomer",
            "system": "attacalc",
            "tempos": [{"id": "long", "games_per_evening": 1, "last_n": 4, "absence_limit": 3}],
            "players": [
                {
                    "id": "a",
                    "name": "Öztürk, Ayşe",
                    "rating": 1640,
                    "title": "WFM",
                    "identities": [
                        {"issuer": "FIDE", "number": "7654321"},
                        {"issuer": "KNSB", "number": "9000012"},
                    ],
                    "ratings": [rating],
                },
                {"id": "b", "name": "J. de Vries", "rating": 1400},
            ],
            "evenings": [
                {
                    "date": "2026-07-07",
                    "tempo": "long",
                    "rounds": [{"games": [{"white": "a", "black": "b", "result": "1-0"}]}],
                }
            ],
        }
        | changes
    )


def brought_in(leader: Visitor, written: str | None = None, **data) -> Competition:
    """What an import makes, and the page that it leads to."""
    given = {"act": "import", "text": written or document(), "name": "Zomer", "slug": "zomer"}
    answer = leader.fill_in("import", **given | data)
    assert answer.status_code == 302, text(answer)
    assert answer.url == "/toren/zomer/receipt/"
    return Competition.objects.get()


def test_an_import_leads_to_its_receipt_with_what_came_in(leader):
    brought_in(leader)
    said = text(leader.see("receipt", "zomer"))
    for told in ("Ayşe Öztürk", "J. de Vries", "2 are new in the club", "Games", "Undo the import"):
        assert told in said


def test_undoing_an_import_that_brought_no_member_speaks_of_none(leader):
    brought_in(leader)
    Receipt.objects.update(brought=Receipt.objects.get().brought | {"new": []})
    said = text(leader.see("receipt", "zomer"))
    assert "no member came with it" in said
    assert "0 members" not in said


def test_a_receipt_tells_line_by_line_what_was_left_out_and_what_was_changed(leader):
    file = SimpleUploadedFile("kfc.s3db", (FILES / "keizerforclubs-test.s3db").read_bytes())
    looked = leader.fill_in("import", file=file)
    data = {"act": "import", "upload": looked.context["upload"], "name": "K", "slug": "k"}
    leader.fill_in("import", **data)
    left_out, otherwise = text(leader.see("receipt", "k")).split("What is otherwise here")
    assert "RatingWDelta" in left_out
    assert "75 %" in left_out
    assert "Verdandi has left" in otherwise
    assert "RatingWDelta" not in otherwise


def test_a_keizer_of_another_program_brings_its_table_to_be_explained(leader):
    file = SimpleUploadedFile("kfc.s3db", (FILES / "keizerforclubs-test.s3db").read_bytes())
    looked = leader.fill_in("import", file=file)
    data = {"act": "import", "upload": looked.context["upload"], "name": "K", "slug": "k"}
    leader.fill_in("import", **data)
    receipt = leader.see("receipt", "k").content.decode()
    assert leader.address("old-table", "k") in receipt
    page = leader.see("old-table", "k").content.decode()
    pasted = unescape(page.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0]).strip()
    lines = pasted.split("\n")
    assert lines[0].split("\t") == ["Name", "Points", "Value"]
    assert "Amurru\t37.50\t10.00" in lines
    snapshot = whole_snapshot(Competition.objects.get())
    assert len(read_old_table(pasted, snapshot.players).rows) == len(lines) - 1


def test_one_press_takes_all_of_it_back(leader):
    brought_in(leader)
    answer = leader.fill_in("receipt", "zomer")
    assert answer.url == "/toren/"
    for model in (Competition, Player, Identity, Rating, Receipt):
        assert not model.objects.exists()
    undone, removed = TrailEntry.objects.all()[:2]
    assert (undone.action, undone.facts["members"]) == ("undo_import", 2)
    assert (removed.action, removed.facts["games"]) == ("remove_competition", 1)


def test_a_member_of_before_is_again_as_before(leader):
    member = make_player(leader.club, "A. Öztürk", "7654321", "FIDE")
    brought_in(leader)
    member.refresh_from_db()
    assert (member.title, member.identities.count(), member.ratings.count()) == ("WFM", 2, 1)
    said = text(leader.see("receipt", "zomer"))
    assert "A. Öztürk: title, KNSB 9000012, FIDE 1650" in said
    leader.fill_in("receipt", "zomer")
    member.refresh_from_db()
    assert (member.title, member.ratings.count()) == ("", 0)
    assert [str(row) for row in member.identities.all()] == ["FIDE 7654321"]
    assert Player.objects.count() == 1


def test_what_somebody_changed_since_stays_and_so_does_the_member(leader):
    known = make_player(leader.club, "A. Öztürk", "7654321", "FIDE")
    brought_in(leader)
    change_member(known, title="WIM", by=None)
    new = Player.objects.get(name="J. de Vries")
    change_member(new, rating=1444, by=None)
    said = text(leader.see("receipt", "zomer"))
    assert "These members stay, for they were changed or used since: J. de Vries." in said
    leader.fill_in("receipt", "zomer")
    known.refresh_from_db()
    assert (known.title, known.identities.count()) == ("WIM", 1)
    assert Player.objects.filter(name="J. de Vries").exists()


def test_once_something_was_played_on_it_an_import_stays(leader):
    competition = brought_in(leader)
    play_game(make_evening(competition, "long"))
    said = text(leader.see("receipt", "zomer"))
    assert "Undo the import" not in said
    assert "Something was played on it since" in said
    answer = leader.fill_in("receipt", "zomer")
    assert "Something was played on it since" in text(answer)
    assert Competition.objects.exists()


def test_a_competition_that_was_not_brought_in_says_so(leader):
    competition = brought_in(leader)
    Receipt.objects.all().delete()
    said = text(leader.see("receipt", competition.slug))
    assert "was not brought in with a file" in said
    assert "Undo the import" not in said
    leader.fill_in("receipt", competition.slug)
    assert Competition.objects.exists()


def test_who_is_forgotten_takes_the_receipt_along(leader):
    competition = brought_in(leader)
    forget_person(competition.entries.get(key="a").player, by=None)
    assert not Receipt.objects.exists()


def test_a_member_of_the_club_does_not_read_receipts(leader):
    brought_in(leader)
    member = Visitor(club=leader.club, name="Bob", role=Role.MEMBER)
    assert member.see("receipt", "zomer").status_code == 403


def test_the_settings_lead_to_the_receipt_as_long_as_there_is_one(leader):
    brought_in(leader)
    assert "/toren/zomer/receipt/" in text(leader.see("competition-settings", "zomer"))
    Receipt.objects.all().delete()
    assert "/toren/zomer/receipt/" not in text(leader.see("competition-settings", "zomer"))


@pytest.mark.parametrize("act", ["", "import"])
def test_a_file_is_read_once_for_a_press(leader, monkeypatch, act):
    from clubcomp.views import downloads

    read, times = downloads.read_incoming, []
    monkeypatch.setattr(
        downloads, "read_incoming", lambda *a, **k: times.append(1) or read(*a, **k)
    )
    leader.fill_in("import", act=act, text=document(), name="Zomer", slug="zomer")
    assert len(times) == 1
