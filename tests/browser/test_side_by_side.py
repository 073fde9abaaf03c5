"""Several competitions of one club on one evening, led by two people through the pages.

14 players under the Swiss on rating in five rounds, 8 go players under resistance points in
three, and an AttaCalc evening. A player comes late, one does not turn up, a result is corrected
after the next round, and a pair is made by hand.

A cup whose games count in that AttaCalc evening, a round robin, and the third round of an open.
Every board, schedule and tie says why, in three languages.
"""

import re
from collections import Counter

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.models import Competition, Game, Role, Round
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed
from tests import make
from tests.browser.screens import BY_ITSELF, DESKTOP, PHONE, TABLET, lead, of
from tests.browser.test_pages import faults

RESULTS = ["1-0", "0-1", "1/2-1/2"]
CHESS, GO, ATTACALC = "zwitsers", "go", "intern"
LATE = "Zuidema, Zoë"
#: Between texts: a tag. What it is called for who hears the page is a text too.
TEXTS = re.compile(r'<[^>]*?(?:aria-label="([^"]*)"[^>]*)?>')

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club():
    """Twenty-eight members, and nothing else."""
    club = make.make_club()
    make.make_players(club, 28)
    return club


@pytest.fixture
def leaders(club, screens, live_server):
    """Two competition leaders, each signed in on a tablet of their own."""
    both = []
    for name in ("Anna", "Ria"):
        user = make.make_user(name)
        make.make_membership(club, user, Role.LEADER)
        screen = screens.new(live_server.url, TABLET, locale="en-GB")
        screen.sign_in(user, then=f"/{club.slug}/")
        both.append(screen)
    return both


def start(screen, club, system, slug, game, members, rounds=None):
    """Start a competition of these members (places in the list of names) by the page."""
    screen.open(f"/{club.slug}/competitions/new/?system={system}")
    screen.find("#id_name").fill(slug.title())
    screen.find("#id_slug").fill(slug)
    screen.find("#id_game").select_option(game)
    if rounds:
        screen.find("#id_rounds").fill(str(rounds))
    if screen.find("#id_numbers").count():
        screen.find("#id_numbers").select_option("rating")
    screen.find('[name="who"][value="chosen"]').check()
    for player in list(club.players.order_by("-rating", "pk"))[members]:
        screen.find(f'[name="players"][value="{player.pk}"]').check()
    screen.press()
    return Competition.objects.get(slug=slug)


def plan(screen, competition, games):
    """Put this evening in the calendar, open it, and mark everybody present."""
    screen.open(f"/{competition.club.slug}/{competition.slug}/calendar/new/")
    screen.find("#id_date").fill(timezone.localdate().isoformat())
    screen.find("#id_games").fill(str(games))
    screen.press()
    evening = competition.evenings.last()
    evening.competition = competition
    screen.open(lead("attendance", evening))
    screen.press()
    screen.open(lead("attendance", evening))
    screen.press("text=Everybody who is expected is here")
    return evening


def arrives(screen, key):
    """One tap on the attendance sheet."""
    button = screen.find(f"#player-{key} button.row")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def enter(screen, evening, number):
    """The results of a round, board after board; who is asked on another screen sees them."""
    screen.open(lead("results", evening))
    for game in Game.objects.filter(round__evening=evening, round__number=number):
        if not game.is_decided:
            screen.tap(game.board, RESULTS[(game.board + number) % 3])


def comes_late(screen, evening):
    """A new player, in the competition and present from the next round."""
    competition = evening.competition
    screen.open(f"/{competition.club.slug}/members/paste/?competition={competition.slug}")
    screen.find("textarea").fill(f"{LATE}\t1755")
    screen.press()
    screen.press()
    entry = competition.entries.get(player__name=LATE)
    screen.open(lead("attendance", evening))
    if screen.find(f"#player-{entry.key} button.row").get_attribute("aria-pressed") != "true":
        arrives(screen, entry.key)
    return entry


def does_not_turn_up(screen, evening, board):
    """White does not come: a forfeit."""
    number = evening.rounds.on_record().count()
    screen.open(lead("result-more", evening, number, board))
    screen.find('[name="act"][value="0-1F"]').check()
    screen.press()
    expect(screen.find(f"#board-{board}")).to_contain_text("0-1")


def corrects(screen, evening, number, board):
    """What was entered the wrong way round; the page shows first what it changes."""
    game = Game.objects.get(round__evening=evening, round__number=number, board=board)
    wanted = "0-1" if game.result == "1-0" else "1-0"
    screen.open(lead("correct-result", evening, number, board) + f"?result={wanted}")
    expect(screen.find("main")).to_contain_text(re.compile("place", re.IGNORECASE))
    screen.find('[name="reason"]').fill("Entered the wrong way round")
    screen.press()
    game.refresh_from_db()
    assert game.result == wanted


def swaps(screen, evening):
    """A pair made by hand in the proposal: two players change seats, with a reason."""
    first, second = Round.objects.get(evening=evening, status="proposed").proposal["pairs"][:2]
    one, other = first["black"], second["black"]
    screen.open(lead("swap", evening) + f"?one={one}&other={other}")
    expect(screen.find("#swap")).to_be_visible()
    screen.find('[name="reason"]').fill("Father and son")
    screen.press("#swap .primary")


def pairs(screen, evening, by_hand=False):
    """From the attendance to a published round."""
    screen.open(lead("attendance", evening))
    screen.press()
    if by_hand:
        swaps(screen, evening)
        screen.open(lead("pairing", evening))
    screen.press()


def test_three_competitions_side_by_side(club, leaders, screens, live_server):
    anna, ria = leaders
    chess = plan(anna, start(anna, club, "knsb-rating", CHESS, "chess", slice(0, 14), 5), 5)
    go = plan(ria, start(ria, club, "knsb-resistance", GO, "go", slice(14, 22), 3), 3)
    keizer = plan(ria, start(ria, club, "attacalc", ATTACALC, "chess", slice(22, 28)), 1)
    phone, hall = screens.new(live_server.url, PHONE), screens.new(live_server.url, DESKTOP)
    phone.open(of("tonight", chess))
    hall.open(f"/{club.slug}/hall/")
    pairs(anna, keizer)
    for number in range(1, 6):
        pairs(anna, chess, by_hand=number == 4)
        if number == 2:
            does_not_turn_up(ria, chess, 3)
            late = comes_late(ria, chess)
        enter(anna, chess, number)
        if number <= 3:
            pairs(ria, go)
            enter(ria, go, number)
        if number == 3:
            corrects(ria, chess, 2, 2)
    enter(ria, keizer, 1)
    expect(phone.find("h1")).to_contain_text("5", timeout=BY_ITSELF)
    expect(hall.find(".hall-sheet h2:text('5')")).not_to_have_count(0, timeout=BY_ITSELF)
    assert Game.objects.filter(white=late).exists() or Game.objects.filter(black=late).exists()
    assert Game.objects.exclude(fixed="").count() == 2
    for evening, count in ((chess, 5), (go, 3), (keizer, 1)):
        assert evening.rounds.on_record().count() == count
        every_board_says_why(evening)


def test_a_cup_that_counts_a_round_robin_and_round_3_of_an_open(club, leaders):
    anna, ria = leaders
    internal = plan(anna, start(anna, club, "attacalc", ATTACALC, "chess", slice(0, 12)), 1)
    cup = start(anna, club, "knockout", "beker", "chess", slice(0, 7))
    anna.open("/toren/beker/name/")
    anna.find("#id_counts_in").select_option(label="Intern")
    anna.press()
    cup = plan(anna, cup, 3)
    table = plan(ria, start(ria, club, "berger", "groep", "chess", slice(12, 18)), 1)
    of_open = start(ria, club, "fide-dutch", "open", "chess", slice(18, 28), 5)
    for _round in range(2):
        make.play_swiss_round(of_open, Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    third = plan(ria, of_open, 1)
    for screen, evening in ((anna, cup), (ria, table), (anna, internal), (ria, third)):
        pairs(screen, evening)
    for screen, evening in ((ria, third), (anna, table), (ria, internal), (anna, cup)):
        enter(screen, evening, 1)
    # Entered once by Anna, and on Ria's sheet of the other competition by itself.
    expect(ria.find("#boards li:has-text('cup game')")).to_have_count(3, timeout=BY_ITSELF)
    assert Game.objects.filter(counted_from__isnull=False).count() == 3
    for screen, evening in ((ria, internal), (anna, cup)):
        screen.open(lead("results", evening))
        assert faults(screen, axe_at=(375, 1280)) == []
    pairs(anna, cup)  # those who were level
    enter(anna, cup, 2)
    for screen, evening in ((ria, third), (anna, internal), (ria, table), (anna, cup)):
        screen.open(lead("close", evening))
        screen.press()
        every_board_says_why(evening)
    for evening in (table, cup):
        in_three_languages(of("standings" if evening == cup else "schedule", evening))


def every_board_says_why(evening):
    """Each board and each bye names an article of the regulation, in three languages."""
    competition = evening.competition
    for round_ in evening.rounds.all():
        place = evening.serial, round_.number
        addresses = [of("why", evening, *place, game.board) for game in round_.games.all()]
        if round_.unpaired.filter(kind=Unplayed.BYE).exists():
            addresses.append(of("why-bye", evening, *place))
        for address in addresses:
            for page in in_three_languages(address):
                assert f"/rules/{competition.system}/" in page, address


def in_three_languages(address):
    """The page in Dutch, English and Turkish; no sentence of it is the same in two of them."""
    pages, said = [], Counter()
    for language in ("nl", "en", "tr"):
        page = Client(headers={"accept-language": language}).get(address).content.decode()
        assert f'lang="{language}"' in page
        main = page[page.index("<main") : page.index("</main>")]
        said.update({" ".join(text.split()) for text in TEXTS.split(main) if text})
        pages.append(page)
    twice = [text for text, count in said.items() if count > 1]
    assert [text for text in twice if len(re.findall(r"[^\W\d_]{2,}", text)) > 2] == [], address
    return pages
