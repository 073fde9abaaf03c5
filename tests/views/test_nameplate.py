"""A club gives itself a crest, a colour and a line; everybody sees them, nobody is harmed."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubcomp.models import ClubPicture, Role, TrailEntry
from tests.make import make_competition
from tests.views.pictures import square_png
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'


@pytest.fixture
def owner() -> Visitor:
    return Visitor(Role.OWNER)


def sent(owner, **data):
    return owner.fill_in("nameplate", **data)


def test_without_it_a_page_is_as_before_and_with_it_everybody_sees_it(owner):
    make_competition(4, club=owner.club)
    stranger = Visitor("", club=owner.club)
    before = stranger.see("club").content.decode()
    for word in ("crest", "theme-color", "data-colour", 'class="line"'):
        assert word not in before
    assert '<p class="club-name"><a href="/toren/">De Toren</a></p>' in before
    answer = sent(
        owner,
        line="Elke donderdag 20:00, De Zaal.",
        colour="red",
        place="Kerkstraat 1",
        contact="Anna",
        links="www.toren.nl\nhttp://b.example/x",
        crest=SimpleUploadedFile("crest.svg", DRAWING),
        icon=SimpleUploadedFile("icon.png", square_png()),
        photo=SimpleUploadedFile("photo.jpg", square_png(kind="JPEG")),
        has_consent="on",
    )
    assert answer.status_code == 302, text(answer)
    owner.club.refresh_from_db()
    page = stranger.see("club").content.decode()
    for word in (
        f"/pictures/{owner.club.crest}",
        f"/pictures/{owner.club.photo}",
        "Elke donderdag 20:00, De Zaal.",
        'data-colour="red"',
        'content="#b3261e"',
        "Kerkstraat 1",
        'href="https://www.toren.nl"',
        ">toren.nl</a>",
        ">b.example</a>",
    ):
        assert word in page, word
    icons = stranger.see("manifest").json()
    assert icons["icons"][0]["src"] == f"/toren/pictures/{owner.club.icon}"
    assert icons["theme_color"] == "#b3261e"
    line = TrailEntry.objects.get(action="change_nameplate")
    assert line.after["colour"] == "red"


def test_a_picture_is_served_so_that_it_does_nothing_and_its_old_address_is_gone(owner):
    sent(owner, crest=SimpleUploadedFile("crest.svg", DRAWING))
    owner.club.refresh_from_db()
    first = owner.club.crest
    answer = Visitor("", club=owner.club).see("club-picture", first)
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert b"M1 1h7v7z" in answer.content
    sent(owner, crest=SimpleUploadedFile("crest.png", square_png()))
    owner.club.refresh_from_db()
    assert owner.club.crest.endswith(".png")
    assert owner.club.icon.endswith(".png")
    assert Visitor("", club=owner.club).see("club-picture", first).status_code == 404
    shown = owner.see("nameplate").content.decode()
    assert f"/pictures/{owner.club.icon}" in shown.partition("<main")[2]
    sent(owner, removed=["crest", "icon"])
    owner.club.refresh_from_db()
    assert owner.club.crest == ""
    assert not ClubPicture.objects.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"crest": b"hello"}, "This is no SVG"),
        ({"crest": b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'}, "document type"),
        ({"icon": DRAWING}, "no picture"),
        ({"photo": square_png(kind="JPEG")}, "Ask those who are in it first"),
        ({"links": "javascript:alert(1)"}, "is no web address"),
        ({"links": "a.nl\n" * 6}, "At most 5 links"),
        ({"colour": "beige"}, "beige"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence_and_nothing_changes(owner, data, said):
    files = {
        name: SimpleUploadedFile("file", value) if isinstance(value, bytes) else value
        for name, value in data.items()
    }
    answer = sent(owner, line="Elke donderdag", **files)
    assert said in text(answer)
    owner.club.refresh_from_db()
    assert owner.club.line == ""
    assert not ClubPicture.objects.exists()
