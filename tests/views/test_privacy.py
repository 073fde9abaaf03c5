"""A person is forgotten: the name is nowhere, games and points stay; and what is kept of whom."""

import json
from datetime import date

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import CharField, TextField
from django.test import Client
from django.utils import timezone

from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.seals import seal_of
from clubcomp.flow.people.forgetting import FREE_TEXT, forget_again, forget_person
from clubcomp.flow.people.kept_about import kept_about
from clubcomp.flow.people.members import change_member
from clubcomp.flow.standings import standings_of
from clubcomp.models import (
    Away,
    Category,
    Claim,
    Club,
    Competition,
    Deputy,
    Entry,
    Event,
    Forgotten,
    Game,
    GameAhead,
    GivenPoints,
    Membership,
    Message,
    Player,
    Prize,
    Role,
    Round,
    TrailEntry,
    User,
)
from pairing.core.types import OVERALL
from tests.attempts import attempts
from tests.make import PASSWORD, give_number, import_file, make_user
from tests.views.asked_clubs import asked_club
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
    if any(text in document.lower() for document in Round.objects.documents().values()):
        found.append("the documents of rounds")
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
    """What everybody has in every standing that has begun, by place; who it is says the row of the
    player."""
    begun = Round.objects.on_record().values("evening__competition")
    return {
        competition.slug: [
            (line.entry.player_id, line.place, line.row.points, line.row.games)
            for line in standings_of(competition, OVERALL)
        ]
        for competition in Competition.objects.filter(club=clubs.club, pk__in=begun)
    }


def seals(clubs):
    rounds = Round.objects.on_record().filter(evening__competition__club=clubs.club)
    return {round_.pk: seal_of(round_).differs for round_ in rounds.order_by("pk")}


def test_a_forgotten_name_is_in_no_table_and_on_no_page_while_points_stay(clubs, bakker):
    with tried():
        bakker = Player.objects.get(pk=bakker.pk)
        then, paired, name = points(clubs), seals(clubs), f"Former member {bakker.pk}"
        assert {"clubcomp_player", "the documents of rounds", "clubcomp_trailentry"} <= {
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
        for competition in Competition.objects.filter(entries__player=bakker):
            assert name in export_document(competition)
        log = owner.get("/toren/trail/", headers=EN).content.decode()
        assert f"A person was forgotten, and is {name} from now on." in log


def test_the_log_says_no_more_of_somebody_forgotten_than_their_row(clubs, bakker):
    with tried():
        bakker = Player.objects.get(pk=bakker.pk)
        change_member(bakker, federation="TUR", title="FM", rating=1950, by=None)
        name = str(forget_person(bakker, by=None))
        lines = TrailEntry.objects.filter(action="change_member", facts__player=name)
        assert {word for line in lines for word in line.after} == {"name", "rating"}


EN = {"accept-language": "en"}


#: Where others write no name: names of things, which the page of the step says are not reached,
#: what is the person's own and goes or is replaced elsewhere, and what only the program writes.
NOT_FREE_TEXT = """
    Club.name Club.slug Club.time_zone Club.embed_sites Club.reply_to Competition.name
    Competition.slug Season.name Tempo.name User.password User.email User.name Player.name
    Player.email Player.sort_key Player.other_club Event.place Event.time_control Event.type
    Round.paired_from Round.paired_digest TrailEntry.by_name TrailEntry.action
    TrailEntry.reason Original.document Forgotten.name Message.key Message.answer
    Message.address Device.endpoint Device.p256dh PushKey.private LastBackup.host
    DonePress.key RecoveryCode.digest SecondFactor.name SecondFactor.secret
    Session.session_key Session.session_data AttemptCount.key SentReport.name SentReport.digest
    Receipt.table Webhook.address Webhook.site
    SignUp.terms SignUp.signed_by AskedClub.name AskedClub.slug AskedClub.person AskedClub.email
""".split()
#: Shorter columns have no room for a name.
ROOM = 60


def free_text():
    """The columns in which people write what they like; a new one is among them."""
    for model in apps.get_app_config("clubcomp").get_models():
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, CharField | TextField) and not field.choices
            has_room = (field.max_length or ROOM) >= ROOM
            if is_text and has_room and f"{model.__name__}.{field.name}" not in NOT_FREE_TEXT:
                yield model, field.name


def test_it_goes_from_what_others_wrote_and_so_does_what_let_the_person_in(clubs, bakker):
    with tried():
        player, competition = Player.objects.get(pk=bakker.pk), clubs.competition
        evening = competition.evenings.first()
        one, other = competition.entries.exclude(player=player)[:2]
        Event.objects.create(competition=competition)
        Category.objects.create(competition=competition)
        Prize.objects.create(competition=competition, number=99)
        Away.objects.create(player=one.player, first=date(2026, 1, 1), last=date(2026, 1, 2))
        GameAhead.objects.create(evening=evening, number=9, white=one, black=other, result="1-0")
        GivenPoints.objects.create(evening=evening, entry=one, points="1")
        helper, account = make_user("Helper"), make_user("Wachter")
        Deputy.objects.create(evening=evening, user=helper, by_link=True)
        Deputy.objects.create(evening=evening, user=account)
        Membership.objects.filter(player=player).delete()
        Membership.objects.create(club=clubs.club, user=account, player=player, role=Role.MEMBER)
        asked_club("De Wachters", "wachters", email=account.email)
        account.second_factors.create(kind="app", name="my telephone", secret="x")
        account.recovery_codes.create(number=1, digest="x")
        Message.objects.create(key="x", kind="sign-in", user=account, address="w@example.org")
        Client().force_login(account)
        assert account.sessions.exists()
        User.objects.filter(pk=helper.pk).update(name="Anna Bakker")
        for model, column in free_text():
            with attempts() as attempt, attempt(model.__name__, column):
                of_club, *columns = FREE_TEXT[model]
                assert column in columns
                rows = model.objects.filter(**{of_club: clubs.club.pk})
                assert rows.update(**{column: "told by Anna Bakker, too"})
        forget_person(player, by=None)
        assert tables_with("bakker") == tables_with("wachter") == tables_with("w@example") == []
        for rows in (account.sessions, account.second_factors, account.recovery_codes):
            assert not rows.exists()
        assert [row.user for row in evening.deputies.all()] == [helper]
        note = f"told by {player.refresh_from_db() or player.name}, too"
        assert Event.objects.get().chief_arbiter == note
        assert one.player.away.get().note == note


def test_a_link_that_names_somebody_forgotten_goes_and_a_photo_is_pointed_at(clubs, bakker):
    with tried():
        links = [
            "https://www.toren.nl",
            "https://x.example/anna-bakker/",
            "https://x.example/?q=Bakkers",
        ]
        Club.objects.filter(pk=clubs.club.pk).update(links=links)
        owner, words = clubs.client("owner"), "the photo of the club"
        assert words not in owner.get(clubs.url("forget-person"), headers=EN).content.decode()
        Club.objects.filter(pk=clubs.club.pk).update(photo=f"photo-{'a' * 16}.jpg")
        assert words in owner.get(clubs.url("forget-person"), headers=EN).content.decode()
        forget_person(Player.objects.get(pk=bakker.pk), by=None)
        assert Club.objects.get(pk=clubs.club.pk).links == [links[0], links[2]]


def test_what_a_file_brings_of_somebody_forgotten_is_not_the_name(clubs, bakker):
    with tried():
        player = Player.objects.get(pk=bakker.pk)
        document = export_document(clubs.competition)
        assert "Bakker" in document
        forget_person(player, by=None)
        again = import_file(clubs.club, document, name="Weer")
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


#: Where each row about a player, or about their account, is told in the file.
TOLD = {
    "Membership.player": "account",
    "Membership.user": "account",
    "Deputy.user": "account",
    "RecoveryCode.user": "account",
    "SecondFactor.user": "account",
    "Session.user": "account",
    "Message.user": "account",
    "Message.player": "messages",
    "Device.player": "devices",
    "Wish.player": "wishes",
    "Identity.player": "numbers",
    "Rating.player": "ratings",
    "Away.player": "holidays",
    "Entry.player": "competitions",
    "CategoryPlayer.entry": "categories",
    "Prize.winner": "prizes",
    "Habit.entry": "habits",
    "Attendance.entry": "attendance",
    "GameAttendance.entry": "attendance_in_games",
    "Game.white": "games",
    "Game.black": "games",
    "GivenPoints.entry": "given_points",
    "GameAhead.white": "played_ahead",
    "GameAhead.black": "played_ahead",
    "Consent.player": "consents",
    "Claim.entry": "entered_results",
    "Claim.white": "games",
    "Claim.black": "games",
    "Unpaired.entry": "not_paired",
    "ForbiddenPair.one": "never_paired",
    "ForbiddenPair.other": "never_paired",
    "TrailEntry.by": "log",
    "TrailEntry.by_player": "log",
}
#: Who did something is told by the log, an import too; a file that was not imported is nobody's
#: after a day.
DONE_BY = {"entered_by", "named_by", "changed_by", "published_by"}
PASSING = {"Upload.by", "Receipt.by"}


def test_every_row_that_is_linked_to_somebody_is_told(clubs, bakker):
    """A new link to a player or an account fails here until the file tells of it."""
    people = (Player, Entry, User)
    linked = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("clubcomp").get_models()
        for field in model._meta.concrete_fields
        if field.related_model in people and field.name not in DONE_BY
    }
    assert linked - PASSING == TOLD.keys()
    assert set(TOLD.values()) <= kept_about(bakker).keys()


def test_the_file_tells_of_the_account_and_gives_nobody_a_way_in(clubs, bakker):
    with tried():
        account = make_user("Wachter")
        Membership.objects.filter(player=bakker).delete()
        Membership.objects.create(club=clubs.club, user=account, player=bakker, role=Role.MEMBER)
        evening = clubs.competition.evenings.first()
        Deputy.objects.create(evening=evening, user=account)
        account.second_factors.create(kind="app", name="my telephone", secret="JBSWY3DP")
        account.recovery_codes.create(number=1, digest="argon2digest")
        Message.objects.create(
            key="x", kind="sign-in", user=account, address="w@example.org", facts={"t": "geheim"}
        )
        browser = Client(headers={"user-agent": "Browser of hers"})
        browser.post("/sign-in/", {"username": account.email, "password": PASSWORD})
        game = Game.objects.filter(white__player=bakker).first()
        at = timezone.now()
        Claim.objects.create(
            game=game, entry=game.white, white=game.white, black=game.black, result="1-0", at=at
        )
        answer = clubs.client("leader").get(clubs.url("member-kept"))
        kept = json.loads(answer.content)
        told = kept["account"]
        assert [one["name"] for one in told["second_factors"]] == ["my telephone"]
        assert told["recovery_codes_left"] == 1
        assert [one["address"] for one in told["messages"]] == ["w@example.org"]
        assert len(told["deputy_for"]) == len(kept["entered_results"]) == 1
        text = answer.content.decode()
        for secret in ("JBSWY3DP", "argon2digest", "geheim", account.password):
            assert secret not in text


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
