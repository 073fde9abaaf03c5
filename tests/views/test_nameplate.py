"""A club gives itself a crest, a colour and a line; everybody sees them, nobody is harmed."""

import time
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.utils import timezone
from PIL import Image

from clubcomp.models import Audience, Club, ClubPicture, Role, TrailEntry, Upload
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
    for word in ("crest", "theme-color", "data-colour", 'class="line wide"'):
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


A_DAY, ASK_FIRST = "private, max-age=86400, must-revalidate", "private, max-age=0, must-revalidate"


def test_a_browser_keeps_a_picture_for_a_day_under_its_address_whoever_looks(owner, settings):
    settings.FRONT_CACHE = True
    sent(owner, crest=SimpleUploadedFile("crest.svg", DRAWING), colour="red")
    owner.club.refresh_from_db()
    crest, stranger = owner.club.crest, Visitor("", club=owner.club)
    for visitor in (stranger, owner):
        answer = visitor.see("club-picture", crest)
        assert answer["Cache-Control"] == A_DAY
    # nginx goes by this alone, and shows it until the second is over.
    assert int(stranger.see("club-picture", crest)["X-Accel-Expires"][1:]) <= time.time()
    for gone in ("crest-0123456789abcdef.svg", "initial.png"):
        assert "max-age" not in stranger.see("club-picture", gone).get("Cache-Control", "")
    assert owner.see("club-picture", "initial.png").status_code == 200


def test_in_a_club_that_is_not_for_everybody_a_browser_asks_for_a_picture_first(owner):
    club, stranger = owner.club, Visitor("", club=owner.club)
    sent(owner, crest=SimpleUploadedFile("crest.svg", DRAWING))
    club.refresh_from_db()
    picture = owner.address("club-picture", club.crest)
    shown = stranger.client.get(picture)
    Club.objects.update(audience=Audience.MEMBERS, version=F("version") + 1)
    refused = stranger.client.get(picture, headers={"if-none-match": shown["ETag"]})
    assert refused.status_code == 403
    assert "max-age" not in refused.get("Cache-Control", "")
    answer = owner.client.get(picture)
    assert answer["Cache-Control"] == ASK_FIRST
    again = owner.client.get(picture, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Cache-Control"] == ASK_FIRST


def photo(colour):
    file = BytesIO()
    Image.new("RGB", (40, 40), colour).save(file, "JPEG")
    return SimpleUploadedFile("photo.jpg", file.getvalue())


def test_who_replaced_or_took_away_a_picture_can_put_it_back_for_a_day(owner):
    club, stranger = owner.club, Visitor("", club=owner.club)
    sent(owner, photo=photo("red"), has_consent="on", crest=SimpleUploadedFile("c.svg", DRAWING))
    club.refresh_from_db()
    first, crest = club.photo, club.crest
    for change in ({"photo": photo("blue"), "has_consent": "on"}, {"removed": ["photo"]}):
        assert sent(owner, line="Elke donderdag", **change).status_code == 302
        # At once nobody sees it any more.
        assert stranger.see("club-picture", first).status_code == 404
        assert "back to what was there before" in text(owner.see("nameplate"))
        assert sent(owner, act="undo").status_code == 302
        club.refresh_from_db()
        assert (club.photo, club.crest, club.line) == (first, crest, "Elke donderdag")
        assert stranger.see("club-picture", first).status_code == 200
        assert not Upload.objects.exists()
        assert "back to what was there before" not in text(owner.see("nameplate"))
    assert TrailEntry.objects.filter(action="change_nameplate").first().after["photo"] == first


def test_what_was_replaced_goes_with_the_next_change_the_day_and_who_did_it(owner):
    club, other = owner.club, Visitor(Role.OWNER, club=owner.club, name="Bea")
    for colour in ("red", "blue", "green"):
        sent(owner, photo=photo(colour), has_consent="on")
    assert Upload.objects.count() == 1
    assert "back to what was there before" not in text(other.see("nameplate"))
    other.fill_in("nameplate", act="undo")
    assert "not kept any more" in text(other.see("nameplate"))
    club.refresh_from_db()
    green = club.photo
    Upload.objects.update(at=timezone.now() - Upload.KEPT)
    assert "back to what was there before" not in text(owner.see("nameplate"))
    sent(owner, act="undo")
    club.refresh_from_db()
    assert club.photo == green
    other.fill_in("nameplate", removed=["photo"])
    assert [row.by for row in Upload.objects.all()] == [other.user]


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


def test_an_icon_without_a_picture_is_the_initial_on_the_colour(owner):
    club = owner.club
    address = "club-picture", "initial.png"
    assert owner.see(*address).status_code == 404
    sent(owner, colour="green", crest=SimpleUploadedFile("crest.svg", DRAWING))
    assert "need a PNG" in text(owner.see("nameplate"))
    club.refresh_from_db()
    drawn = owner.see(*address)
    image = Image.open(BytesIO(drawn.content)).convert("RGB")
    assert (image.size, image.getpixel((0, 0))) == ((512, 512), (0x1D, 0x6F, 0x33))
    icons = owner.see("manifest").json()["icons"]
    assert icons[0]["src"] == "/toren/pictures/initial.png"
    sent(owner, colour="green", icon=SimpleUploadedFile("icon.png", square_png()))
    assert owner.see(*address).status_code == 404


def test_a_preview_has_the_colour_the_line_and_the_icon(owner):
    before = owner.see("club-preview").content
    sent(owner, colour="green", line="Elke donderdag 20:00")
    after = owner.see("club-preview").content
    image = Image.open(BytesIO(after)).convert("RGB")
    assert image.getpixel((600, 52)) == (0x1D, 0x6F, 0x33)
    assert image.getpixel((1130, 80)) == (0x1D, 0x6F, 0x33)  # the initial, at the top right
    assert "Elke donderdag 20:00" in Image.open(BytesIO(after)).text["Description"]
    assert Image.open(BytesIO(before)).convert("RGB").getpixel((1130, 80)) == (255, 255, 255)
