"""An archive that an earlier version made comes in as it would have been upgraded there."""

import pytest

from clubcomp.flow.archives.reading import BadArchive, import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.models import Round
from tests.flow.test_archives import packed, unpacked
from tests.views.two_clubs import TwoClubs, undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def toren(django_db_setup, django_db_blocker):
    """The archive of a club, as it is made now."""
    with django_db_blocker.unblock(), undone():
        return export_club(TwoClubs().club)


def test_an_archive_of_before_a_column_came_takes_its_default(toren):
    files = unpacked(toren)
    for row in files["player.json"]:
        del row["shown_as"], row["is_occasional"]
    del files["away.json"]
    for row in files["round.json"]:
        del row["named_byes"]
        row["named_bye"] = None
    files["round.json"][0]["named_bye"] = 1
    club = import_club(packed(files), by=None)
    named = Round.objects.filter(evening__competition__club=club).exclude(named_byes=[])
    assert [one.named_byes for one in named] == [[files["entry.json"][0]["key"]]]
    assert set(club.players.values_list("shown_as", "is_occasional")) == {("", False)}


def test_the_documents_of_rounds_are_put_together_from_the_parts_of_before(toren):
    files = unpacked(toren)
    parts = files["record-part.json"] = []
    evenings = files["evening.json"]
    for version, row in enumerate(files["round.json"], 1):
        text, begin = row.pop("paired_from"), 7
        row |= {"to_pair": text[begin:], "record_version": version, "record_digest": "x"}
        of = {"competition": evenings[row["evening"] - 1]["competition"], "since": version}
        parts.append({**of, "place": 2, "until": version + 1, "text": ""})
        parts.append({**of, "place": 1, "until": version + 1, "text": text[:begin]})
        parts.append({**of, "place": 0, "since": 900, "until": None, "text": "of a later one"})
    club = import_club(packed(files), by=None)
    assert export_club(club) == toren
    files["round.json"][0]["evening"] = "first"
    with pytest.raises(BadArchive, match="round.json, row 1, “record_version”"):
        import_club(packed(files), by=None)


def test_an_archive_of_before_there_were_seasons_gets_those_of_its_evenings(toren):
    files = unpacked(toren)
    del files["season.json"]
    for row in files["competition.json"]:
        del row["season"]
    for row in files["evening.json"]:
        row["date"] = "2019-03-05" if row["competition"] == 1 else None
    seasons = {
        one.slug: str(one.season) for one in import_club(packed(files), by=None).competitions.all()
    }
    first = files["competition.json"][0]["slug"]
    assert seasons.pop(first) == "2018-2019"
    assert "2018-2019" not in seasons.values()
