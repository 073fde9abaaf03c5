"""A whole club goes out as one file, in on another site, and out again the same to the byte."""

import base64
import io
import json
import zipfile

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_script_prefix

from clubcomp import __version__
from clubcomp.flow.archives.graph import COLUMNS_LEFT_OUT, LEFT_OUT, columns, file_of, tables
from clubcomp.flow.archives.reading import BadArchive, import_club
from clubcomp.flow.archives.values import written
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.documents.downloads import export_trf
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.seals import seal_of
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.results import correct_result
from clubcomp.flow.step import write_trail
from clubcomp.models import Club, Forgotten, Player, Role, TrailEntry, User
from pairing.core.types import Result
from pairing.formats.document import read_document, write_document
from pairing.formats.trf import read_trf
from tests.make import make_club, make_evening, make_swiss, make_user, play_game
from tests.upgrade.contents import make_contents
from tests.views.two_clubs import TwoClubs, undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def of_tests(django_db_setup, django_db_blocker):
    """The archive of a club of tests, and its documents."""
    with django_db_blocker.unblock(), undone():
        club = TwoClubs().club
        return export_club(club), documents_of(club)


@pytest.fixture
def toren(of_tests):
    return of_tests[0]


@pytest.fixture(scope="module")
def of_release(django_db_setup, django_db_blocker):
    """Archives of the demo and of clubs in which every column has a value of its own."""
    with django_db_blocker.unblock(), undone():
        make_contents()
        return [export_club(club) for club in Club.objects.order_by("pk")]


def documents_of(club):
    return [export_document(one) for one in club.competitions.order_by("pk")]


def unpacked(data):
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}


def packed(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, json.dumps(content))
    return data.getvalue()


def test_out_in_and_out_again_is_the_same_to_the_byte(toren, of_release):
    for archive in (toren, *of_release):
        club = import_club(archive, by=None)
        assert export_club(club) == archive
        made_by = zipfile.ZipFile(io.BytesIO(archive)).comment
        assert made_by == f"Clubcomp {__version__}".encode()
    rows = {name: len(content) for name, content in unpacked(of_release[0]).items()}
    assert rows["game.json"] > 500
    assert rows["trail-entry.json"] > 400


def test_its_documents_are_the_same(of_tests, toren):
    club = import_club(toren, by=None)
    assert documents_of(club) == of_tests[1]


def test_two_who_met_again_after_a_forfeit_that_was_then_played_are_history():
    club = make_club()
    competition = make_swiss(4, rounds=6, club=club)
    first = play(competition, Result.WHITE_WINS_FORFEIT)
    again = [play(competition, Result.WHITE_WINS) for _ in range(2)]
    met = [{game.white, game.black} for round_ in again for game in round_.games.all()]
    assert any({game.white, game.black} in met for game in first.games.all())
    for game in first.games.all():
        correct_result(game, result=Result.WHITE_WINS, seen=game.result, reason="Played", by=None)
    last = play(competition, Result.DRAW)
    assert not seal_of(last).differs
    archive, document = export_club(club), export_document(competition)
    assert write_document(read_document(document)) == document
    for edition in ("16", "26"):
        report = read_trf(export_trf(competition, edition)).snapshot
        assert len([*report.record()]) == 4
    assert documents_of(import_club(archive, by=None)) == [document]


def play(competition, result):
    """The next round, all of it with one result."""
    evening = make_evening(competition, "standard")
    round_ = play_game(evening, result)
    close_evening(evening, by=None)
    return round_


def test_it_holds_no_password_and_nobody_elses_things(toren):
    text = b"".join(zipfile.ZipFile(io.BytesIO(toren)).read(name) for name in unpacked(toren))
    assert b"argon2" not in text
    assert b"md5$" not in text
    assert b"Buiten" not in text
    assert b"Vreemd" not in text
    people = unpacked(toren)["people.json"]
    assert {"email": "leader@example.org", "name": "Leader"} in people
    assert "stranger@example.org" not in {person["email"] for person in people}


def test_roles_come_in_as_invitations_and_give_no_right(toren):
    known = make_user("Owner")
    club = import_club(toren, by=None)
    owner = club.memberships.get(user=known)
    assert (owner.role, owner.is_pending) == (Role.OWNER, True)
    assert not club.memberships.filter(is_pending=False).exists()
    assert not User.objects.get(email="leader@example.org").has_usable_password()


def test_who_imports_it_owns_it(toren):
    keeper = make_user("Keeper")
    club = import_club(toren, by=keeper)
    assert club.memberships.get(is_pending=False).user == keeper
    assert club.memberships.get(user=keeper).role == Role.OWNER


def test_a_taken_address_gives_way_and_a_chosen_one_is_refused_when_taken(toren):
    first, second = import_club(toren, by=None), import_club(toren, by=None)
    assert (first.slug, second.slug) == ("toren", "de-toren")
    with pytest.raises(Exception, match="already a club at the address"):
        import_club(toren, slug="toren", by=None)
    assert Club.objects.count() == 2


def test_the_command_tells_where_it_is(toren, tmp_path, capsys):
    file = tmp_path / "club.zip"
    file.write_bytes(toren)
    with override_script_prefix("/chess/"):
        call_command("import_club", str(file), slug="elders")
    assert "is at /chess/elders/." in capsys.readouterr().out
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_club", str(file), slug="elders")


# What is in it ----------------------------------------------------------------------------


def test_every_table_has_a_place_or_a_reason_to_be_left_out():
    names = {model.__name__ for model in apps.get_app_config("clubcomp").get_models()}
    inside = {model.__name__ for model in tables()}
    assert inside | LEFT_OUT.keys() == names
    assert not inside & LEFT_OUT.keys()
    assert all(LEFT_OUT.values())


def test_every_column_is_written_or_named_as_left_out():
    all_columns = {
        f"{model.__name__}.{field.name}"
        for model in tables()
        for field in model._meta.concrete_fields
        if not field.primary_key
    }
    inside = {f"{model.__name__}.{field.name}" for model in tables() for field in columns(model)}
    assert inside | COLUMNS_LEFT_OUT.keys() == all_columns
    for model in tables():
        for field in columns(model):
            if not field.is_relation:
                written(field, None)
                assert field.related_model is None


def test_a_row_refers_to_rows_of_its_archive_only():
    known = {*tables(), User}
    for model in tables():
        for field in columns(model):
            assert not field.is_relation or field.related_model in known, field


def test_the_description_names_every_file():
    from tests.test_architecture import ROOT

    text = (ROOT / "docs" / "archive.md").read_text()
    for model in tables():
        assert f"`{file_of(model)}`" in text
    for name in (*LEFT_OUT, *(name.split(".")[1] for name in COLUMNS_LEFT_OUT)):
        assert f"`{name}`" in text


# What is wrong ------------------------------------------------------------------------------


def change(toren, file, row, **values):
    files = unpacked(toren)
    files[file][row] |= values
    return packed(files)


WRONG = [
    ("player.json", {"rating": "many"}, "player.json, row 1, “rating”: is of another kind"),
    ("player.json", {"rating": -1}, "player.json, row 1, “rating”"),
    ("player.json", {"name": None}, "player.json, row 1, “name”: has to have a value"),
    ("player.json", {"name": "a" * 201}, "player.json, row 1, “name”"),
    ("player.json", {"name": "a\0b"}, "player.json, row 1, “name”: “ab” has hidden signs"),
    ("player.json", {"email": "no address"}, "player.json, row 1, “email”"),
    ("player.json", {"birth_date": "1990-02-31"}, "player.json, row 1, “birth_date”"),
    ("player.json", {"shoe_size": 43}, "player.json, row 1, “shoe_size”: is not known here"),
    ("game.json", {"white": 9999}, "game.json, row 1, “white”: refers to a row that is not there"),
    ("game.json", {"white": True}, "game.json, row 1, “white”: refers to a row"),
    ("game.json", {"result": "2-0"}, "game.json, row 1, “result”"),
    ("game.json", {"entered_at": "yesterday"}, "game.json, row 1, “entered_at”: is no moment"),
    ("game.json", {"entered_at": "2024-01-01T00:00:00"}, "“entered_at”: does not say"),
    ("competition.json", {"system": "cointoss"}, "competition.json, row 1, “system”"),
    ("competition.json", {"options": {"x": 1}}, "competition.json, row 1, “options”"),
    ("competition.json", {"slug": "members"}, "competition.json, row 1, “slug”"),
    ("people.json", {"email": "nobody"}, "people.json, row 1"),
    ("people.json", {"is_staff": True}, "people.json, row 1"),
    ("membership.json", {"role": "king"}, "membership.json, row 1, “role”"),
    (
        "competition.json",
        {"stage": "afloat"},
        "competition.json, row 1, “stage”: is of another kind",
    ),
    ("trail-entry.json", {"facts": []}, "trail-entry.json, row 1, “facts”: is of another kind"),
    ("evening.json", {"date": "9999-12-31"}, "“date”: must lie between 1850 and 2150, is 9999"),
    ("game.json", {"entered_at": "0001-01-01T00:00:00+00:00"}, "“entered_at”: must lie between"),
    ("evening.json", {"number": 99}, "does not hold together: its evenings are not numbered"),
    ("tempo.json", {"weight": "heavy"}, "tempo.json, row 1: The weight of a tempo"),
    ("round.json", {"system": "cointoss"}, "does not hold together"),
    ("round.json", {"paired_from": "{"}, "does not hold together: the JSON is not whole"),
    ("club-picture.json", {"data": "PGh0bWwvPg=="}, "club-picture.json, row 1: This is no SVG"),
    ("entry.json", {"start": 2}, "does not hold together: one_entry_per_start_place"),
]


@pytest.mark.parametrize(("file", "values", "said"), WRONG, ids=lambda one: str(one)[:40])
def test_what_is_wrong_is_refused_with_where_and_what(toren, file, values, said):
    with pytest.raises(BadArchive) as refused:
        import_club(change(toren, file, 0, **values), by=None)
    assert said in str(refused.value)


def test_a_picture_is_drawn_anew_and_the_club_names_those_that_came(toren):
    hostile = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script>'
        b'<path d="M1 1"/></svg>'
    )
    data = base64.b64encode(hostile).decode()
    club = import_club(change(toren, "club-picture.json", 0, data=data), by=None)
    picture = club.pictures.get()
    assert b"alert" not in bytes(picture.data)
    assert Club.objects.get(pk=club.pk).crest == club.crest == picture.name
    files = unpacked(change(toren, "club.json", 0, photo=f"photo-{'0' * 16}.jpg"))
    files["club-picture.json"] = []
    club = import_club(packed(files), by=None)
    assert Club.objects.get(pk=club.pk).crest == Club.objects.get(pk=club.pk).photo == ""


@pytest.mark.django_db(transaction=True)
def test_what_is_refused_leaves_nothing(toren):
    for file, values, _said in (WRONG[0], WRONG[-1], WRONG[-2]):
        with pytest.raises(BadArchive):
            import_club(change(toren, file, 0, **values), by=None)
    assert not Club.objects.exists()
    assert not User.objects.exists()
    assert not TrailEntry.objects.exists()


def test_a_game_between_two_competitions_is_refused(toren):
    files = unpacked(toren)
    entries = files["entry.json"]
    game = files["game.json"][0]
    here = entries[game["white"] - 1]["competition"]
    game["black"] = next(n for n, one in enumerate(entries, 1) if one["competition"] != here)
    with pytest.raises(BadArchive, match="belongs to two competitions"):
        import_club(packed(files), by=None)


def test_a_reference_that_is_missing_is_refused(toren):
    files = unpacked(toren)
    del files["game.json"][0]["white"]
    with pytest.raises(BadArchive, match=r"game\.json, row 1, “white”: has to have a value"):
        import_club(packed(files), by=None)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda files: files["archive.json"].update(version=2), "of version 2"),
        (lambda files: files["archive.json"].update(format="x"), "no archive of a club"),
        (lambda files: files.update({"later.json": []}), "has later.json, which this version"),
        (lambda files: files.update({"game.json": {}}), "game.json is no list of rows"),
        (lambda files: files.update({"club.json": []}), "this one holds 0"),
        (lambda files: files["club.json"].append(files["club.json"][0]), "this one holds 2"),
    ],
)
def test_another_archive_is_refused(toren, change, said):
    files = unpacked(toren)
    change(files)
    with pytest.raises(BadArchive) as refused:
        import_club(packed(files), by=None)
    assert said in str(refused.value)


@pytest.mark.parametrize("data", [b"", b"PK", b"Name;Rating\n", packed({"a.json": []})])
def test_another_file_is_refused(data):
    with pytest.raises(BadArchive, match="no archive of a club"):
        import_club(data, by=None)


def test_a_damaged_file_is_refused(toren):
    for place in range(100, len(toren) - 100, len(toren) // 25):
        data = bytearray(toren)
        data[place] ^= 0x55
        with undone():
            try:
                club = import_club(bytes(data), by=None)
            except BadArchive:
                continue
            assert export_club(club) == toren  # it hit what nobody reads


def test_an_archive_whose_list_of_files_is_damaged_is_not_read_in_part(toren):
    listed = [at for at in range(len(toren)) if toren.startswith(b"PK\x01\x02", at)]
    for entry in listed[:-1]:
        data = bytearray(toren)
        data[entry + 30] ^= 0x55  # how long what stands behind its name is
        with pytest.raises(BadArchive, match="damaged"):
            import_club(bytes(data), by=None)


def test_a_large_club_takes_few_questions(of_release):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        import_club(of_release[0], by=None)
    assert len(asked) < 120


# Whom this site has forgotten -----------------------------------------------------------------


def test_an_older_archive_does_not_bring_back_a_forgotten_person():
    clubs = TwoClubs()
    club, bakker = clubs.club, Player.objects.get(club=clubs.club, name="Bakker")
    write_trail(club, "found_club", by=None, facts={"name": club.name})
    other = Club.objects.create(name="Ander", slug="ander")
    write_trail(other, "found_club", by=None, facts={"name": other.name})
    other.players.create(name="Bakker")
    older, elsewhere = export_club(club), export_club(other)
    forget_person(bakker, by=None)

    again = import_club(older, by=None)
    came = again.players.get(is_forgotten=True)
    assert str(came) == f"Former member {came.pk}"
    assert b"Bakker" not in b"".join(unpacked_bytes(export_club(again)))
    assert again.trail.filter(action="forget_person").count() == 1
    assert Forgotten.objects.filter(club=again, player=came.pk).exists()
    assert import_club(elsewhere, by=None).players.get().name == "Bakker"  # of another club

    club.players.create(name="Bakker")  # who came later and happens to have the name
    for site in (club, again):
        newer = import_club(export_club(site), by=None)
        assert newer.players.filter(name="Bakker").count() == (site == club)
        assert newer.players.filter(is_forgotten=True).count() == 1


def unpacked_bytes(data):
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        return [files.read(name) for name in files.namelist()]
