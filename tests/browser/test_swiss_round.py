"""A Swiss round in the leader's hands: read by groups, a pair made by hand, a late correction."""

from fractions import Fraction

import pytest

from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.models import Game, Role, Round, Unpaired
from pairing.core.types import Result
from tests import make
from tests.browser.screens import DESKTOP, PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


@pytest.fixture
def evening():
    """Nine players after two rounds, one game adjourned; the proposal for the third is there."""
    competition = make.make_swiss(9)
    make.play_swiss_round(competition, WHITE, DRAW, BLACK)
    make.play_swiss_round(competition, WHITE, DRAW, BLACK, adjourned=1)
    evening = make.make_evening(competition, "standard")
    propose_round(evening, by=None)
    return evening


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def leader(request, evening, screens, live_server):
    """The leader at the proposal: at a desk, or with a phone on which scripts do not run."""
    user = make.make_user("Anna")
    make.make_membership(evening.competition.club, user, Role.LEADER)
    size = DESKTOP if request.param else PHONE
    screen = screens.new(live_server.url, size, java_script_enabled=request.param, locale="en-GB")
    screen.sign_in(user, then=lead("pairing", evening))
    screen.has_scripts = request.param
    return screen


def must_be_sound(screen):
    """No fault at any width; what axe says only where its own script runs."""
    assert faults(screen, axe_at=(375, 1280) if screen.has_scripts else ()) == []


def who_has_least():
    """The key of one with the fewest points who sits at a board."""
    proposal = Round.objects.proposed().get().proposal
    seated = [pair[side] for pair in proposal["pairs"] for side in ("white", "black")]
    return min(seated, key=lambda key: Fraction(proposal["points"][key]))


def test_a_pair_by_hand_is_seen_with_what_it_breaks_fixed_and_published(leader, evening):
    must_be_sound(leader)
    assert leader.find("ol.boards").count() == 1
    assert leader.find(".group").count() > 1
    assert "downfloat" in leader.find(".boards").inner_text()
    assert "counts as a draw for this pairing" in leader.find("main").inner_text()

    leader.press("#board-1 .act")
    must_be_sound(leader)
    leader.press("#board-1 .choose a >> nth=1")
    must_be_sound(leader)
    lowest = who_has_least()
    leader.press(f"a.button[href*='other={lowest}']")
    must_be_sound(leader)
    leader.press("text=play each other")
    must_be_sound(leader)
    assert "article B3" in leader.find("#swap").inner_text()
    leader.find("#reason").fill("The final")
    leader.press()
    assert "The final" in leader.find(".boards").inner_text()
    must_be_sound(leader)

    leader.press("text=Publish round 3")
    leader.open(lead("pairing", evening))
    must_be_sound(leader)
    assert Game.objects.filter(fixed="The final").count() == 1
    leader.press("#board-1 .act")
    leader.press("#board-1 .choose a >> nth=1")
    leader.press("#board-4 .side a.button >> nth=0")
    must_be_sound(leader)
    assert "A published pairing stands" in leader.find("#swap").inner_text()


def test_who_is_free_is_named_after_a_look_at_what_it_changes(leader):
    leader.press("#board-1 .act")
    leader.press("text=/Give .+ the bye/ >> nth=0")
    must_be_sound(leader)
    leader.press()
    assert Round.objects.proposed().get().named_byes


def test_a_correction_and_an_absence_show_what_they_touch(leader, evening):
    first = evening.competition.evenings.get(number=1)
    first.competition = evening.competition
    leader.open(lead("correct-result", first, 1, 1) + "?result=0-1")
    said = leader.find("main").inner_text()
    assert "would have been different" in said
    leader.find("main summary >> nth=-1").click()
    must_be_sound(leader)
    leader.find("#id_reason").fill("The wrong way round")
    leader.press()
    assert Game.objects.get(round__evening=first, board=1).result == "0-1"

    free = Unpaired.objects.get(round__evening=first, kind="bye").entry
    leader.open(lead("correct-notice", first))
    leader.find("#id_player").select_option(free.key)
    leader.find("#id_number").select_option("1")
    leader.find("input[name=kind][value=absent]").check()
    leader.press()
    assert "What changes?" in leader.find("main").inner_text()
    must_be_sound(leader)
    leader.find("#id_reason").fill("He had gone home")
    leader.press()
    assert not Unpaired.objects.filter(round__evening=first, kind="bye").exists()
