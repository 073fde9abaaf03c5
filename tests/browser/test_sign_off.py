"""Members sign off by their links, a reserve helps out, and the leader types no name."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from clubcomp.flow.taking_part import RESERVE, say_for_oneself
from clubcomp.links import token_of
from clubcomp.models import Game, Role, TrailEntry
from tests import make
from tests.browser.screens import DESKTOP, PHONE, lead
from tests.browser.test_pages import faults

pytestmark = pytest.mark.django_db(transaction=True)


def test_three_sign_off_one_helps_out_and_the_leader_pairs(screens, live_server):
    competition = make.make_competition(9)
    evening = make.make_evening(competition, present=0, date=timezone.localdate())
    anna = make.make_user("Anna")
    make.make_membership(competition.club, anna, Role.LEADER)
    entries = {entry.key: entry for entry in competition.entries.select_related("player__club")}
    reserve = entries["ibrahim"]
    say_for_oneself(reserve, evening, status=RESERVE, by=reserve.player)

    signed_off = [entries[key] for key in ("adema", "dekker", "faber")]
    for entry in signed_off:
        phone = came_by_link(screens, live_server, entry)
        phone.press("button[value='absent']")
        expect(phone.find("section p b").first).to_have_text("You do not come.")
        expect(phone.find(f"#evening-{evening.pk}")).to_contain_text("You said so at")
        assert faults(phone) == []
        assert TrailEntry.objects.first().by_player == entry.player

    phone = came_by_link(screens, live_server, reserve)
    expect(phone.find("main")).to_contain_text("5 players come, an odd number. Who helps?")
    assert faults(phone) == []
    phone.press("button[value='help']")
    expect(phone.find("main")).to_contain_text("You help out: you come")

    desk = screens.new(live_server.url, DESKTOP, locale="en-GB")
    desk.sign_in(anna, then=lead("lead", evening))
    said = desk.find("h3:has-text('Said by the players themselves') + .list > li")
    expect(said).to_have_count(4)
    expect(said.first).to_contain_text("Ibrahim: helps out, own word at")
    assert faults(desk) == []
    desk.open(lead("attendance", evening))
    desk.press("form[action$='everybody-here/'] button")
    desk.open(lead("pairing", evening))
    desk.press()  # makes the proposal
    desk.press()  # publishes it
    seated = {player for game in Game.objects.all() for player in (game.white, game.black)}
    assert seated == set(entries.values()) - set(signed_off)

    phone.open("/toren/me/")
    expect(phone.find("main")).to_contain_text("Only the leader can change that now: Anna.")
    assert faults(phone) == []


def came_by_link(screens, live_server, entry):
    """The phone of a player who opened the personal link: it shows the page of one's own."""
    phone = screens.new(live_server.url, PHONE, locale="en-GB")
    phone.open(reverse("open-link", args=["toren", token_of(entry.player)]))
    expect(phone.find("h1")).to_have_text(str(entry.player))
    return phone
