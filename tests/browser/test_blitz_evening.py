"""A whole blitz evening through the pages: two leaders at two screens, and a member's phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.flow.standings import standings_of, statement_of
from clubcomp.models import Competition, Entry, Evening, Game, Role, Round, Unpaired
from pairing.core.unplayed import Unplayed
from tests import make
from tests.browser.screens import BY_ITSELF, PHONE, PRIMARY, TABLET, lead, of

RESULTS = ["1-0", "0-1", "1/2-1/2"]
WALK_IN, LEAVER = "cornelis", "mulder"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    """Blitz, tonight, fourteen players; nothing has been done yet."""
    competition, today = make.make_competition(14), timezone.localdate()
    return make.make_evening(competition, "blitz", date=today, is_open=False)


@pytest.fixture
def leaders(evening, screens, live_server):
    """Two competition leaders, each signed in on a tablet of their own."""
    both = []
    for name in ("Anna", "Ria"):
        user = make.make_user(name)
        make.make_membership(evening.competition.club, user, Role.LEADER)
        screen = screens.new(live_server.url, TABLET)
        screen.sign_in(user, then=lead("lead", evening))
        both.append(screen)
    return both


@pytest.fixture
def phone(evening, screens, live_server):
    """A member's phone, not signed in, at tonight's page."""
    screen = screens.new(live_server.url, PHONE)
    screen.open(of("tonight", evening))
    screen.page.evaluate("window.isTheSamePage = true")
    return screen


def plan(screen, evening, player, *, status, **span):
    """Say on the page behind "..." what somebody does this evening."""
    screen.open(lead("attendance", evening))
    screen.press(f"#player-{player} .more")
    screen.find(f'[name="status"][value="{status}"]').check()
    for name, game in span.items():
        screen.find(f'[name="{name}"]').select_option(str(game))
    screen.press()


def take_attendance(screen, evening):
    """Thirteen are there, one of them until game 4; one calls: in by game 3."""
    screen.press()
    plan(screen, evening, WALK_IN, status="expected", from_game=3)
    plan(screen, evening, LEAVER, status="present", until_game=4)
    for key in evening.competition.entries.values_list("key", flat=True):
        if key not in (WALK_IN, LEAVER):
            button = screen.find(f"#player-{key} button.row")
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
    expect(screen.find(".count b")).to_have_text("13")


def walk_in(screen, evening):
    """He is there: a tap, and back to the results."""
    screen.open(lead("attendance", evening))
    screen.find(f"#player-{WALK_IN} button.row").click()
    expect(screen.find(f"#player-{WALK_IN} button.row")).to_have_attribute("aria-pressed", "true")
    screen.open(lead("results", evening))


def enter_results(first, second, boards, game):
    """The one enters the upper half of the boards, the other the lower half, by turns."""
    half = boards // 2
    for upper, lower in zip(range(1, half + 1), range(half + 1, 2 * half + 1), strict=True):
        second.tap(lower, RESULTS[(lower + game) % 3])
        first.tap(upper, RESULTS[(upper + game) % 3])
    if boards % 2:
        first.tap(boards, RESULTS[(boards + game) % 3])


def test_thirteen_then_fourteen_then_thirteen_players_play_seven_games(evening, leaders, phone):
    first, second = leaders
    take_attendance(first, evening)
    first.press()
    first.press()
    expect(phone.find(".pairings > li")).to_have_count(7, timeout=BY_ITSELF)
    for game, boards in enumerate([6, 6, 7, 7, 6, 6, 6], start=1):
        second.open(lead("results", evening))
        expect(first.find(".results > li")).to_have_count(boards)
        enter_results(first, second, boards, game)
        if game == 2:
            walk_in(first, evening)
        first.press()
    expect(second.find(".results button[aria-pressed=true]")).to_have_count(6, timeout=BY_ITSELF)
    expect(phone.find(".pairings .won")).not_to_have_count(0, timeout=BY_ITSELF)
    first.press()
    assert phone.page.evaluate("window.isTheSamePage")
    evening.refresh_from_db()
    assert evening.is_closed
    expect(first.find(".standings tbody tr")).to_have_count(14)
    what_is_on_record(Competition.objects.get(pk=evening.competition_id), evening)


def what_is_on_record(competition: Competition, evening: Evening):
    """The boards, the byes, who missed which games, and points that add up."""
    rounds = Round.objects.filter(evening=evening, status=Round.Status.FINISHED).order_by("number")
    assert [round_.games.count() for round_ in rounds] == [6, 6, 7, 7, 6, 6, 6]
    assert not Game.objects.unfinished().exists()
    for game in Game.objects.select_related("round"):
        assert game.result == RESULTS[(game.board + game.round.number) % 3]
    assert set(Game.objects.values_list("entered_by__name", flat=True)) == {"Anna", "Ria"}
    free = Unpaired.objects.filter(kind=Unplayed.BYE).order_by("round")
    assert [bye.round.number for bye in free] == [1, 2, 5, 6, 7]
    assert len({bye.entry_id for bye in free}) == 5
    met = {frozenset(two) for two in Game.objects.values_list("white", "black")}
    assert len(met) == Game.objects.count() == 44
    lines = standings_of(competition, "blitz")
    missed = {line.entry.key: line.row.missed for line in lines if line.row.missed}
    assert missed == {WALK_IN: 2, LEAVER: 3}
    for line in lines:
        assert statement_of(competition, line.entry, "blitz").points == line.row.points


def test_the_next_game_is_one_press_after_the_last_result_and_can_be_undone(evening, leaders):
    first, second = leaders
    take_attendance(first, evening)
    first.press()
    first.press()
    second.open(lead("results", evening))
    enter_results(first, second, 6, 1)
    first.press()
    assert Round.objects.get(number=2).is_on_record
    expect(first.find("h1")).to_contain_text("2")
    first.press("#messages a")
    first.press(".danger")
    assert Round.objects.get(number=2).is_proposed
    expect(first.find(PRIMARY)).to_have_count(1)
    assert Entry.objects.count() == 14
