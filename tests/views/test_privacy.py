"""A person is forgotten: the name is nowhere, games and points stay; and what is kept of whom."""

import json

import pytest
from django.apps import apps
from django.db import connection

from clubcomp.flow.documents import export_document, import_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.forgetting import forget_again, forget_person
from clubcomp.flow.kept_about import kept_about
from clubcomp.flow.members import change_member
from clubcomp.flow.seals import seal_of
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition, Forgotten, Membership, Player, Role, Round, TrailEntry
from pairing.core.types import OVERALL
from tests.attempts import attempts
from tests.make import give_number
from tests.views.test_access import KIND_OF, SEE
from tests.views.two_clubs import tried

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]


def tables_with(text):
    """The tables of the site in which a text stands, whatever its case."""
    found = []
    models = apps.get_app_config("clubcomp").get_models(include_auto_created=True)
    with connection.cursor() as cursor:
        for table in (model._meta.db_table for model in models):
            query = f"SELECT count(*) FROM {table} t WHERE t::text ILIKE %s"  # noqa: S608
            cursor.execute(query, [f"%{text}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found


@pytest.fixture
def bakker(clubs):
    """Somebody who plays in every competition, was called otherwise, and is known well."""
    player = Player.objects.get(club=clubs.club, name="Bakker")
    player = change_member(
        player, name="Bakker, Anna", email="anna@example.org", birth_year=1971, by=None
    )
    give_number(player, "1234567")
    return player


def points(clubs):
    """What everybody has in every standing, by place; who it is says the row of the player."""
    return {
        competition.slug: [
            (line.entry.player_id, line.place, line.row.points, line.row.games)
            for line in standings_of(competition, OVERALL)
        ]
        for competition in Competition.objects.filter(club=clubs.club)
    }


def seals(clubs):
    rounds = Round.objects.on_record().filter(evening__competition__club=clubs.club)
    return {round_.pk: seal_of(round_).differs for round_ in rounds.order_by("pk")}


def test_a_forgotten_name_is_in_no_table_and_on_no_page_while_points_stay(clubs, bakker):
    with tried():
        bakker = Player.objects.get(pk=bakker.pk)
        then, paired, name = points(clubs), seals(clubs), f"Former member {bakker.pk}"
        assert {"clubcomp_player", "clubcomp_recordpart", "clubcomp_trailentry"} <= {
            *tables_with("bakker")
        }
        owner = clubs.client("owner")
        assert b"Forget" in owner.get(clubs.url("forget-person"), headers=EN).content
        assert str(Player.objects.get(pk=bakker.pk)) == "Anna Bakker"
        owner.post(clubs.url("forget-person"), {"sure": "1"}, headers=EN)
        for text in ("bakker", "anna@example.org", "1234567"):
            assert tables_with(text) == []
        assert str(Player.objects.get(pk=bakker.pk)) == name
        assert points(clubs) == then
        assert seals(clubs) == paired
        place = {"player": f"former-{bakker.pk}"}
        with attempts() as attempt:
            for page, kind in KIND_OF.items():
                if kind is SEE:
                    url = clubs.url(page, **place)
                    with attempt(page):
                        answer = clubs.client("anonymous").get(url, headers=EN)
                        assert answer.status_code == 200
                        assert b"bakker" not in answer.content.lower()
        for competition in Competition.objects.filter(club=clubs.club):
            assert name in export_document(competition)
        log = owner.get("/toren/trail/", headers=EN).content.decode()
        assert f"A person was forgotten, and is {name} from now on." in log


EN = {"accept-language": "en"}


def test_what_a_file_brings_of_somebody_forgotten_is_not_the_name(clubs, bakker):
    with tried():
        player = Player.objects.get(pk=bakker.pk)
        document = export_document(clubs.competition)
        assert "Bakker" in document
        forget_person(player, by=None)
        again = import_document(clubs.club, document.encode(), name="Weer", by=None)
        assert again.entries.filter(player=player).count() == 1
        assert "akker" not in export_document(again)
        assert Player.objects.get(pk=player.pk).birth_year is None


def test_whom_a_backup_brings_back_is_forgotten_once_more(clubs, bakker):
    with tried():
        player = Player.objects.get(pk=bakker.pk)
        with tried():
            forget_person(player, by=None)
            remembered = list(Forgotten.objects.all())
        assert str(Player.objects.get(pk=player.pk)) == "Anna Bakker"  # as it was in the backup
        other = Forgotten(club=clubs.club, player=clubs.loose.pk, name="x", signs=["of nobody"])
        assert forget_again([*remembered, other]) == [f"Former member {player.pk}"]
        assert forget_again(remembered) == []
        assert tables_with("bakker") == []
        assert str(Player.objects.get(pk=clubs.loose.pk)) == "Lotte Los"


def test_the_last_owner_is_not_forgotten_and_another_account_goes_with_the_role(clubs, bakker):
    with tried():
        player = Player.objects.get(pk=bakker.pk)
        owner = Membership.objects.get(club=clubs.club, role=Role.OWNER)
        Membership.objects.filter(pk=owner.pk).update(player=player)
        with pytest.raises(StepError):
            forget_person(player, by=None)
        Membership.objects.filter(pk=owner.pk).update(player=None)
        Membership.objects.filter(club=clubs.club, role=Role.MEMBER, user__name="Member").update(
            player=player
        )
        forget_person(player, by=None)
        assert tables_with("member@example.org") == []
        assert not Membership.objects.filter(player=player).exists()


def test_a_namesake_keeps_the_name(clubs, bakker):
    with tried():
        player = Player.objects.get(pk=bakker.pk)
        change_member(clubs.loose, name="Bakker, Anna", by=None)
        forget_person(player, by=None)
        assert str(Player.objects.get(pk=clubs.loose.pk)) == "Anna Bakker"
        assert TrailEntry.objects.filter(after__name="Bakker, Anna").exists()


def test_all_that_is_kept_about_somebody_is_a_file(clubs, bakker):
    with tried():
        player = Player.objects.get(pk=bakker.pk)
        answer = clubs.client("leader").get(clubs.url("member-kept"))
        kept = json.loads(answer.content)
        assert kept["player"]["email"] == "anna@example.org"
        assert kept["numbers"] == ["KNSB 1234567"]
        assert kept["games"]
        assert all("Anna Bakker" in (one["white"], one["black"]) for one in kept["games"])
        assert "change_member" in {line["action"] for line in kept["log"]}
        assert kept_about(player)["player"]["name"] == "Bakker, Anna"


def test_the_page_about_privacy_is_for_everybody_and_says_how_long(clubs):
    with tried():
        clubs.club.__class__.objects.filter(pk=clubs.club.pk).update(audience="members")
        page = clubs.client("anonymous").get("/toren/privacy/", headers=EN)
        assert page.status_code == 200
        assert "twelve months" in page.content.decode()
        assert "fetch it with your personal link" in page.content.decode()


def test_the_clubs_own_words_stand_there_as_plain_paragraphs_until_somebody_in_them_is_forgotten(
    clubs, bakker
):
    with tried():
        club, words = clubs.club, "Schrijf naar Anna Bakker.\r\n\r\nMag het? <b>Ja</b>."
        named = {"name": club.name, "slug": club.slug}
        owner = clubs.client("owner")
        owner.post("/toren/settings/", named | {"privacy_words": words})
        page = clubs.client("anonymous").get("/toren/privacy/", headers=EN).content.decode()
        assert "<p>Schrijf naar Anna Bakker.</p>\n\n<p>Mag het? &lt;b&gt;Ja&lt;/b&gt;.</p>" in page
        log = owner.get("/toren/trail/", headers=EN).content.decode()
        assert "our own words on privacy: – → Schrijf naar Anna Bakker." in log
        forgotten = forget_person(bakker, by=None)
        page = clubs.client("anonymous").get("/toren/privacy/", headers=EN).content.decode()
        assert f"<p>Schrijf naar {forgotten.name}.</p>" in page
        assert tables_with("Bakker") == []
        owner.post("/toren/settings/", named | {"privacy_words": ""})
        page = clubs.client("anonymous").get("/toren/privacy/", headers=EN).content.decode()
        assert "Mag het?" not in page
