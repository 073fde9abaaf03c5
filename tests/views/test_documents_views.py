"""A competition comes in and goes out through the pages."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from clubcomp.flow.documents.documents import MOST
from clubcomp.models import Competition, Player, Role, Upload
from tests.make import entries, make_club, make_competition, make_evening, make_player, play_game
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def document(**changes) -> dict:
    """A small document: two players who have met once."""
    return {
        "format": "clubcomp-competition",
        "version": 1,
        "club": {"name": "De Dame"},
        "name": "Zomeravonden",
        "system": "attacalc",
        "tempos": [{"id": "long", "games_per_evening": 1, "last_n": 4, "absence_limit": 3}],
        "players": [
            {"id": "a", "name": "Öztürk, Ayşe", "rating": 1640, "federation_id": "7654321"},
            {"id": "b", "name": "J. de Vries", "rating": 1400},
        ],
        "evenings": [
            {
                "date": "2026-07-07",
                "tempo": "long",
                "rounds": [{"games": [{"white": "a", "black": "b", "result": "1-0"}]}],
            }
        ],
    } | changes


def upload(leader: Visitor, content: bytes, **data):
    """Choose a file on the import page and look at it."""
    return leader.fill_in("import", file=SimpleUploadedFile("competition.json", content), **data)


def test_the_export_is_a_file_with_the_competitions_address_as_its_name(leader):
    competition = make_competition(4, club=leader.club)
    answer = leader.see("document", competition.slug)
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="intern.json"'
    assert json.loads(answer.content)["format"] == "clubcomp-competition"


def test_what_was_exported_comes_in_elsewhere_and_is_exported_the_same(leader):
    competition = make_competition(5, club=leader.club)
    play_game(make_evening(competition))
    exported = leader.see("document", competition.slug).content
    other = Visitor(club=make_club("De Dame", "dame"), name="Bob")
    looked = upload(other, exported)
    assert "5 are new in the club" in text(looked)
    data = {"act": "import", "upload": looked.context["upload"], "name": "Interne competitie"}
    assert other.fill_in("import", **data).status_code == 302
    again = json.loads(other.see("document", "interne-competitie").content)
    assert again == json.loads(exported) | {"club": {"name": "De Dame", "country": "NL"}}


DOOR = "From another program (Sevilla, KeizerForClubs, Excel …)"


@pytest.mark.parametrize("page", ["club", "members", "competitions", "new-competition"])
def test_an_empty_club_has_a_door_for_who_comes_from_another_program(leader, page):
    said = text(leader.see(page))
    assert DOOR in said
    assert f'href="{leader.address("import")}"' in said


def test_the_door_stays_where_one_looks_for_it(leader):
    make_player(leader.club, "Jansen, Jan")
    make_competition(2, club=leader.club)
    owner = Visitor(Role.OWNER, club=leader.club, name="Olga")
    for page in ("club", "paste-members", "competitions", "new-competition", "club-settings"):
        assert DOOR in text(owner.see(page))
    assert DOOR in text(owner.see("new-competition", system="keizer"))
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    for page in ("club", "members", "competitions"):
        assert DOOR not in text(member.see(page))


def test_the_help_says_how_one_comes_from_another_program(leader):
    said = text(leader.client.get("/help/files/"))
    assert "Do you come from Sevilla, KeizerForClubs" in said


def test_looking_at_a_document_keeps_nothing(leader):
    said = text(upload(leader, json.dumps(document()).encode()))
    assert "Nothing has been imported yet." in said
    assert "Zomeravonden" in said
    assert not Competition.objects.exists()
    assert not Player.objects.exists()


def test_a_federation_number_decides_and_a_likeness_is_asked(leader):
    ayse = make_player(leader.club, "A. Öztürk", "7654321", "")
    jan = Player.objects.create(club=leader.club, name="Jan de Vries")
    written = json.dumps(document())
    said = text(upload(leader, written.encode()))
    assert "1 is known here by the federation number" in said
    assert 'A. Öztürk <span class="second">Ayşe Öztürk</span>' in said
    assert "J. de Vries (1400)" in said
    assert "Jan de Vries of the club" in said
    data = {"act": "import", "text": written, "name": "Zomer"}
    assert "Something is not right yet" in text(leader.fill_in("import", **data))
    leader.fill_in("import", **data, **{"is-b": jan.pk})
    found = Competition.objects.get()
    assert [one.player for one in entries(found)] == [ayse, jan]


@pytest.mark.parametrize(
    ("facts", "is_chosen"),
    [
        ({"rating": 1400}, True),
        ({"birth_year": 1980}, True),
        ({"rating": 1400, "birth_year": 1990}, False),
        ({"rating": 1500}, False),
        ({}, False),
    ],
)
def test_who_has_the_name_and_a_fact_more_of_a_member_is_taken_for_them(leader, facts, is_chosen):
    member = Player.objects.create(club=leader.club, name="Vries, J. de", **facts)
    players = document()["players"]
    players[1]["birth_year"] = 1980
    page = upload(leader, json.dumps(document(players=players)).encode())
    [question] = page.context["form"].questions()
    assert question.initial == (member.pk if is_chosen else None)
    chosen = text(page).count("checked")
    assert chosen == (1 if is_chosen else 0)


def test_of_two_of_one_name_and_rating_neither_is_chosen(leader):
    for _again in range(2):
        Player.objects.create(club=leader.club, name="J. de Vries", rating=1400)
    [question] = upload(leader, json.dumps(document()).encode()).context["form"].questions()
    assert question.initial is None


def test_somebody_else_of_the_same_name_comes_in_new(leader):
    Player.objects.create(club=leader.club, name="Jan de Vries")
    data = {"act": "import", "text": json.dumps(document()), "name": "Zomer", "is-b": "new"}
    leader.fill_in("import", **data)
    assert sorted(str(player) for player in Player.objects.all()) == [
        "Ayşe Öztürk",
        "J. de Vries",
        "Jan de Vries",
    ]


def test_a_refused_document_is_shown_with_its_place_and_nothing_comes_in(leader):
    wrong = document()
    wrong["evenings"][0]["rounds"][0]["games"][0]["white"] = "nobody"
    said = text(upload(leader, json.dumps(wrong).encode()))
    assert "Nothing was imported." in said
    assert "evenings[0].rounds[0].games[0].white: there is no player nobody" in said
    assert not Player.objects.exists()


def test_a_list_of_ratings_is_led_to_its_page(leader):
    said = text(upload(leader, b"ID Number      Name\n1000012 Jansen, Piet  1800\n"))
    assert "Nothing was imported. This is a list of ratings" in said
    assert f'href="{leader.address("rating-list")}"' in said
    assert leader.address("rating-list") not in text(upload(leader, b"{"))


def test_a_picture_and_broken_json_are_refused_in_the_readers_language(leader):
    leader.client.cookies["language"] = "nl"
    assert "Dit is een plaatje" in text(upload(leader, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"))
    said = text(upload(leader, b'{"format": "clubcomp-competition",'))
    assert "regel 1, kolom 35" in said
    assert "Expecting" not in said


def test_text_that_was_pasted_and_refused_stays_in_the_field(leader):
    said = text(leader.fill_in("import", text='{"format": "something else"}'))
    assert "Nothing was imported." in said
    assert '{"format": "something else"}' in said


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe{", b"{", b"\x00", b"[" * 100_000, b'{"a": 1e999}', b"\xf0\x9f\x90\x8e"],
    ids=["empty", "not UTF-8", "cut off", "NUL", "deep", "endless", "a horse"],
)
def test_what_is_no_document_is_refused_in_words(leader, content):
    answer = upload(leader, content)
    assert answer.status_code == 200
    assert "Something is not right yet" in text(answer)


def test_a_file_over_20_mb_is_refused(leader):
    said = text(upload(leader, b" " * 20_000_001))
    assert "Nothing was imported. Larger than 20 MB" in said


def test_neither_file_nor_text_is_said(leader):
    assert "Choose a file, or paste its text." in text(leader.fill_in("import", text=""))


def test_an_address_that_is_taken_is_refused_and_the_answers_stay(leader):
    make_competition(2, club=leader.club)
    data = {"act": "import", "text": json.dumps(document()), "name": "Zomer", "slug": "intern"}
    said = text(leader.fill_in("import", **data))
    assert "already has a competition at the address “intern”" in said
    assert 'value="Zomer"' in said
    assert Competition.objects.count() == 1


def test_a_member_neither_exports_nor_imports(leader):
    competition = make_competition(2, club=leader.club)
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert member.see("document", competition.slug).status_code == 403
    assert member.see("import").status_code == 403


# Between looking and bringing in ------------------------------------------------------------


def kept(leader, content=None):
    """The number of a file that was looked at, and its page."""
    looked = upload(leader, json.dumps(document()).encode() if content is None else content)
    return looked.context["upload"], looked


def bring_in(visitor, number, **data):
    given = {"act": "import", "upload": number, "name": "Zomer", "is-b": "new"} | data
    return visitor.fill_in("import", **given)


def test_the_page_between_does_not_carry_the_file(leader):
    large = json.dumps(document(), indent=1).replace("\n", "\n" + " " * 9000).encode()
    _number, looked = kept(leader, large)
    assert len(large) > 300_000
    assert len(looked.content) < 20_000
    assert "Öztürk" not in looked.content.decode().split("<form")[-1]


def test_a_file_that_was_looked_at_is_brought_in_by_its_number(leader):
    number, _looked = kept(leader)
    assert bring_in(leader, number).status_code == 302
    assert Competition.objects.get().entries.count() == 2


def test_a_kept_file_is_its_senders_in_that_club_for_a_day(leader):
    number, _looked = kept(leader)
    for visitor in (Visitor(club=leader.club, name="Bob"), leader):
        if visitor is leader:
            Upload.objects.update(at=timezone.now() - Upload.KEPT)
        answer = bring_in(visitor, number)
        assert "kept here for one day only" in text(answer)
        assert not Competition.objects.exists()
    kept(leader)
    assert not Upload.objects.filter(pk=number).exists()


def test_of_one_person_a_few_files_are_kept(leader):
    numbers = [kept(leader)[0] for _n in range(MOST + 2)]
    assert sorted(Upload.objects.values_list("pk", flat=True)) == numbers[2:]


def test_looking_again_keeps_the_file_that_is_kept(leader):
    number, _looked = kept(leader)
    assert leader.fill_in("import", upload=number).context["upload"] == number
    assert Upload.objects.count() == 1


def test_a_report_that_is_not_in_utf_8_asks_for_its_letters_and_is_looked_at_again(leader):
    lines = ["012 Kış", "XXR 3"]
    lines += [f"001 {number:>4}".ljust(14) + name for number, name in enumerate(TURKISH, start=1)]
    file = SimpleUploadedFile("kis.trf", "\n".join(lines).encode("cp1254"))
    first = leader.fill_in("import", file=file)
    shown = text(first)
    assert "Iþýl" in shown
    assert "Which letters does the file have?" in shown
    assert "Gülçin Şahin" not in shown
    data = {"upload": first.context["upload"], "code_page": "cp1254"}
    again = text(leader.fill_in("import", act="look", **data))
    assert "Gülçin Şahin" in again
    assert "Iþýl" not in again.split("Which letters does the file have?")[0]
    assert "checked" in again.split('value="cp1254"')[1].split(">")[0]
    data |= {"name": "Kış", "slug": "kis", "system": "knsb-rating", "rounds": "3"}
    assert leader.fill_in("import", act="import", **data).status_code == 302
    played = Competition.objects.get()
    assert {str(entry.player) for entry in played.entries.all()} == {"Gülçin Şahin", "Işıl İnan"}
    assert "Gülçin" in bytes(played.original.data).decode()


def test_a_report_in_utf_8_is_not_asked_about(leader):
    lines = [
        "012 Kış",
        "XXR 3",
        *[f"001 {at:>4}".ljust(14) + name for at, name in enumerate(TURKISH, 1)],
    ]
    file = SimpleUploadedFile("kis.trf", "\n".join(lines).encode())
    assert "Which letters" not in text(leader.fill_in("import", file=file))


TURKISH = ["Şahin, Gülçin", "İnan, Işıl"]


def test_whose_the_numbers_are_is_asked_and_looked_at_again_with_what_was_typed(leader):
    ayse = make_player(leader.club, "A. Öztürk", "7654321", "KNSB")
    data = {"text": json.dumps(document())}
    shown = text(leader.fill_in("import", **data))
    assert "Which federation gave the numbers in the file?" in shown
    assert "is known here by the federation number" not in shown
    data |= {"issuer": "KNSB", "name": "Winter & zomer", "slug": "", "is-b": "new"}
    again = text(leader.fill_in("import", act="look", **data))
    assert "1 is known here by the federation number" in again
    assert 'value="Winter & zomer"' in again
    assert not Competition.objects.exists()
    assert leader.fill_in("import", act="import", **data).status_code == 302
    entry = Competition.objects.get().entries.get(key="a")
    assert (entry.player, str(ayse.identities.get())) == (ayse, "KNSB 7654321")


def test_a_federation_that_there_is_not_is_as_if_nobody_had_answered(leader):
    data = {"text": json.dumps(document()), "issuer": "<b>", "act": "look"}
    assert "<b>" not in text(leader.fill_in("import", **data)).split("</form>")[-1]
    assert not Competition.objects.exists()
