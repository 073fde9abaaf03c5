"""Who is who when a document comes in: by number and issuer, asked where that is not known."""

import json
from datetime import date

import pytest

from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.documents.downloads import export_trf
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.incoming.players import preview_of
from clubcomp.models import Club, Identity, Player
from tests.make import import_file, make_player
from tests.pairing.test_document_version_2 import TEXT

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return Club.objects.create(name="Schaakclub De Toren", slug="example", country="NL")


def version_1(*numbers):
    """A document with players who have these numbers and no issuer."""
    players = [
        {"id": f"p{n}", "name": f"Player{n}, A.", "federation_id": number}
        for n, number in enumerate(numbers, start=1)
    ]
    return json.dumps(
        {
            "format": "clubcomp-competition",
            "version": 1,
            "name": "Summer",
            "system": "knsb-rating",
            "options": {"rounds": 5},
            "tempos": [{"id": "round"}],
            "players": players,
            "evenings": [],
        }
    ).encode()


def numbers_of(player):
    return [str(one) for one in Player.objects.get(pk=player.pk).identities.all()]


def test_version_2_goes_out_of_a_club_that_was_empty_as_it_came_in(club):
    assert export_document(import_file(club, TEXT)) == TEXT
    ann = club.players.get(name="Ağaoğlu, Ann")
    assert numbers_of(ann) == ["KNSB 7101234", "FIDE 1039784", "17 (not known whose)"]
    assert (ann.federation, ann.birth_date, ann.birth_year) == ("TUR", date(1988, 2, 29), 1988)
    assert [str(one) for one in ann.ratings.all()][1] == "KNSB rapid 1799 (2026-11-01)"


def test_a_number_is_known_with_its_issuer_only(club):
    ann = make_player(club, "A. Other", "7101234", "KNSB")
    make_player(club, "B. Other", "1039784", "KNSB")
    preview = preview_of(club, read_incoming(TEXT.encode()))
    assert [(read.id, own) for read, own in preview.known] == [("ann", ann)]
    assert [read.id for read in preview.new] == ["bob", "cas"]


def test_numbers_of_two_players_in_one_are_asked_about(club):
    one = make_player(club, "A. Other", "7101234", "KNSB")
    other = make_player(club, "B. Other", "1039784", "FIDE")
    preview = preview_of(club, read_incoming(TEXT.encode()))
    [(read, candidates)] = preview.doubtful
    assert (read.id, candidates) == ("ann", [one, other])


def test_a_number_without_issuer_decides_with_the_name_and_is_else_asked_about(club):
    same = make_player(club, "A. Player1", "111", "")
    other = make_player(club, "X. Somebody", "222", "")
    knsb = make_player(club, "A. Player3", "333", "KNSB")
    preview = preview_of(club, read_incoming(version_1("111", "222", "333", "444")))
    assert [(read.id, own) for read, own in preview.known] == [("p1", same)]
    assert [(read.id, own) for read, own in preview.doubtful] == [("p2", [other]), ("p3", [knsb])]
    assert (preview.incoming.unsaid, [read.id for read in preview.new]) == (4, ["p4"])


def test_whose_the_numbers_are_is_answered_for_all_of_them(club):
    knsb = make_player(club, "X. Somebody", "333", "KNSB")
    data = version_1("333", "444")
    preview = preview_of(club, read_incoming(data, issuer="KNSB"))
    assert [(read.id, own) for read, own in preview.known] == [("p1", knsb)]
    competition = import_file(club, data, issuer="KNSB")
    assert {str(one) for one in Identity.objects.all()} == {"KNSB 333", "KNSB 444"}
    assert json.loads(export_document(competition))["version"] == 2


def test_an_answer_that_is_no_federation_is_refused(club):
    with pytest.raises(StepError):
        import_file(club, version_1("333"), issuer="KNZB")
    assert not club.players.exists()


def test_what_the_club_knows_stays_and_what_it_does_not_is_noted(club):
    ann = make_player(club, "Ann Ağaoğlu", "7101234", "KNSB", title="WGM", birth_year=1988)
    Identity.objects.create(player=ann, club=club, issuer="FIDE", number="99")
    assert preview_of(club, read_incoming(TEXT.encode())).other_numbers == [(ann, "FIDE 1039784")]
    import_file(club, TEXT)
    ann.refresh_from_db()
    assert (ann.title, ann.federation, ann.birth_date) == ("WGM", "TUR", date(1988, 2, 29))
    assert numbers_of(ann) == ["KNSB 7101234", "FIDE 99", "17 (not known whose)"]
    import_file(club, TEXT, name="Again")
    assert ann.ratings.count() == 3


def test_a_number_that_is_somebody_elses_makes_nobody_new(club):
    make_player(club, "X. Somebody", "111", "")
    with pytest.raises(StepError, match="X. Somebody"):
        import_file(club, version_1("111"), matches={"p1": None})
    assert club.players.count() == 1


@pytest.mark.parametrize("issuer", ["", "KNSB", "own"])
def test_only_a_fide_number_stands_in_a_report_for_fide(club, issuer):
    competition = import_file(club, version_1("3333333"), issuer=issuer)
    line = next(one for one in export_trf(competition, "16").splitlines() if one[:3] == b"001")
    assert line[57:68].strip() == b""
    other = Club.objects.create(name="B", slug="b")
    fides = import_file(other, version_1("3333333"), issuer="FIDE")
    line = next(one for one in export_trf(fides, "16").splitlines() if one[:3] == b"001")
    assert line[57:68].strip() == b"3333333"
