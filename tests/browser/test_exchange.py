"""What comes in and goes out, by hand: with and without JavaScript, and no page at fault."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from clubcomp.demo import club
from clubcomp.flow.people.identities import number_at
from clubcomp.models import Competition, Game, Identity, Player
from tests.browser.screens import PHONE, of
from tests.browser.test_pages import faults, one_of
from tests.flow.test_incoming import PLAYED
from tests.flow.test_incoming_programs import HELD
from tests.flow.test_ratings import rows
from tests.make import give_number
from tests.programs import FILES

pytestmark = pytest.mark.django_db
pytest.importorskip("openpyxl", reason="`make test` installs it")

IMPORT, RATINGS = f"/{club.SLUG}/import/", f"/{club.SLUG}/members/ratings/"
#: Not said: the number of rounds. Passed over: the last line.
REPORT = PLAYED.replace("XXR 3\n", "") + "XXA  1 5.0\n"


def choose(screen, name, content):
    """Put a file in the field of a page and look at it."""
    file = {"name": name, "mimeType": "text/plain", "buffer": content}
    screen.find("#id_file").set_input_files(file)
    screen.press()


@pytest.fixture(scope="module")
def players(demo, django_db_blocker):
    """Two members with a number and one without, as the site has them."""
    with django_db_blocker.unblock():
        players = list(demo.club.players.filter(is_member=True).order_by("pk")[:3])
        Identity.objects.filter(club=demo.club).delete()
        for player, number in zip(players, ("9900001", "9900002"), strict=False):
            give_number(player, number)
        return players


def rating_list(players):
    """A list with a certain change, another name at a number, and a name without a number."""
    certain, _other, unnumbered = players
    return rows(
        f"9900001;{certain.name};FM;NED;2345;9;1990;",
        "9900002;Heel Iemand Anders;;NED;1234;9;1991;",
        f"9900003;{unnumbered.name};;NED;1432;9;{unnumbered.birth_year or 1992};",
        "x;y;;;;;;",
    )


def test_the_pages_between_are_sound(demo, screens, players):
    screen = screens.new(demo.url, PHONE, locale="en-GB")
    screen.sign_in(club.LEADER.email, club.password(), then=IMPORT)
    choose(screen, "zomer.trf", REPORT.encode())
    assert "on the file:" in screen.find("main").inner_text()
    assert faults(screen, axe_at=one_of(0)) == []
    screen.open(RATINGS)
    choose(screen, "lijst.csv", rating_list(players))
    assert screen.find("fieldset.group").count() == 2
    assert faults(screen, axe_at=one_of(1)) == []
    screen.open(RATINGS)
    choose(screen, "lijst.csv", b"Naam\n")
    assert screen.find(".errors").is_visible()
    assert faults(screen, axe_at=one_of(0)) == []


def test_a_report_comes_in_and_files_go_out_without_javascript(demo, screens):
    screen = screens.new(demo.url, PHONE, locale="en-GB", java_script_enabled=False)
    screen.sign_in(club.LEADER.email, club.password(), then=IMPORT)
    choose(screen, "zomer.trf", REPORT.encode())
    screen.find('input[name="system"][value="knsb-rating"]').check()
    screen.find("#id_rounds").fill("5")
    screen.find("#id_without_acceleration").check()
    screen.press()
    assert screen.find("h1").inner_text() == "What came in with the file"
    competition = Competition.objects.get(name="Zomer 2026")
    assert competition.options == {"rounds": 5}
    screen.open(f"/{club.SLUG}/{competition.slug}/downloads/")
    for selector, ending in (
        ('button[value="xlsx"]', ".xlsx"),
        ('button[value="csv"]', ".csv"),
        ('a[href$="games/?format=csv"]', "-games.csv"),
        ('a[href$="pgn/"]', ".pgn"),
        ('a[href$="document/"]', ".json"),
    ):
        assert downloaded(screen, selector).suggested_filename.endswith(ending)
    screen.press('a[href$="federations/"]')
    screen.find("#id_place").fill("Utrecht")
    screen.press()
    report = downloaded(screen, 'a[href$="edition=16&for=rating"]')
    assert report.suggested_filename.endswith("-rating-trf16.trf")
    assert "\n022 Utrecht\n" in Path(report.path()).read_text()


def test_each_file_of_another_program_comes_in_and_is_taken_back_in_one_press(demo, screens):
    """Where a file's points are not ours its receipt names who differs: nobody but in one."""
    screen = screens.new(demo.url, PHONE, locale="en-GB")
    screen.sign_in(club.LEADER.email, club.password())
    members = demo.club.players.count()
    for file, (players, _rounds, games) in HELD.items():
        screen.open(IMPORT)
        screen.find("#id_file").set_input_files(FILES / file)
        screen.press()
        fill_in(screen, f"Overgenomen {file}")
        screen.press()
        assert screen.find("h1").inner_text() == "What came in with the file", file
        said = screen.find("main").inner_text()
        assert ("points in the file and" in said) is (file == "keizerforclubs-test.s3db"), file
        assert faults(screen, axe_at=one_of(list(HELD).index(file))) == [], file
        competition = Competition.objects.latest("pk")
        counts = (
            competition.entries.count(),
            Game.objects.filter(round__evening__competition=competition).count(),
        )
        assert counts == (players, games), file
        screen.press("button.danger")
        assert "is undone" in screen.find("#messages").inner_text()
        assert demo.club.players.count() == members, file


def fill_in(screen, name):
    """Answer what is asked: nobody of the file is of the club; the system is the one that is chosen
    already, or else the first."""
    screen.find("#id_name").fill(name)
    for question in ('input[value="new"]', '[name="system"]'):
        for fieldset in screen.find(f"fieldset:has({question})").all():
            if not fieldset.locator(f"{question}:checked").count():
                fieldset.locator(question).first.check()
    rounds = screen.find("#id_rounds")
    if rounds.count() and not rounds.input_value():
        rounds.fill(str(int(rounds.get_attribute("min")) + 2))


def downloaded(screen, selector):
    """The file that a press brings."""
    with screen.page.expect_download() as file:
        screen.find(selector).click()
    return file.value


def test_a_rating_list_is_taken_over_without_javascript(demo, screens, players):
    _certain, other, unnumbered = players
    screen = screens.new(demo.url, PHONE, locale="en-GB", java_script_enabled=False)
    screen.sign_in(club.LEADER.email, club.password(), then=RATINGS)
    choose(screen, "lijst.csv", rating_list(players))
    screen.find(f'input[name="is-{unnumbered.pk}"][value="9900003"]').check()
    screen.press()
    assert "taken over for 2 players" in screen.find("#messages").inner_text()
    now = [Player.objects.get(pk=one.pk) for one in players]
    assert [one.rating for one in now] == [2345, other.rating, 1432]
    assert number_at(now[2], "KNSB") == "9900003"


def test_the_report_of_an_evening_is_there_without_javascript_and_copied_with(demo, screens):
    evening = demo.blitz.evenings.get(number=2)
    plain = screens.new(demo.url, PHONE, locale="en-GB", java_script_enabled=False)
    plain.open(of("evening-report", evening, evening.serial))
    assert "▲ ▼" in plain.find("#report").input_value()
    assert not plain.find("[data-copy]").is_visible()
    screen = screens.new(demo.url, PHONE, locale="en-GB")
    screen.open(of("evening-report", evening, evening.serial))
    screen.find("[data-copy]").click()
    expect(screen.find("#report-copied")).to_have_text("The text is copied.")
    assert faults(screen, axe_at=one_of(1)) == []


def test_a_button_that_brought_a_file_does_not_go_on_working(demo, screens):
    screen = screens.new(demo.url, PHONE, locale="en-GB")
    screen.page.clock.install()
    screen.open(f"/{club.SLUG}/{demo.blitz.slug}/downloads/")
    button = screen.find('[name="format"][value="csv"]')
    with screen.page.expect_download():
        button.click()
    screen.page.clock.fast_forward(5000)
    expect(button).to_have_text("Text table (CSV)")
    expect(button).not_to_have_attribute("aria-busy", "true")
