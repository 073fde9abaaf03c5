"""Who plays whom? The proposal, what is changed in it, publishing and withdrawing."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Entry, ForbiddenPair, Game, Round, Unpaired
from tests.make import entries, finish_round, make_competition, make_cup, make_evening
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads an open blitz evening with five players there."""
    return Leader(make_evening(make_competition(6), "blitz", present=5))


def proposed(leader: Leader) -> Round:
    """The proposal of the evening."""
    return leader.evening.rounds.get(status=Round.Status.PROPOSED)


def publish(leader: Leader, **changed: object):
    """Publish what the page shows."""
    round_ = proposed(leader)
    data = {"number": round_.number, "seen": proposal_digest(round_)} | changed
    return leader.press("publish", **data)


def seated(leader: Leader) -> list[frozenset[str]]:
    """Who plays whom in the proposal, by key."""
    rows = leader.see("pairing").context["boards"]
    return [frozenset(player.key for player in row.players) for row in rows]


def test_without_a_proposal_the_page_offers_to_pair(leader):
    page = leader.see("pairing")
    assert "Game 1 has not been paired yet" in text(page)
    assert "Pair game 1" in text(page)


def test_a_cup_that_is_to_be_drawn_first_has_the_draw_as_its_next_step():
    leader = Leader(make_evening(make_cup(4, numbers="lot"), "standard"))
    said = text(leader.press("pairing"))
    assert "has not been drawn yet" in said
    assert '<form method="post" action="/toren/beker/start-numbers/">' in said
    assert 'name="act" value="draw">Draw the cup' in said
    draw = {"act": "draw", "seen": "", "evening": leader.evening.serial}
    page = leader.client.post("/toren/beker/start-numbers/", draw, follow=True)
    assert page.redirect_chain[-1][0] == leader.address("pairing")
    assert "Pair and publish round 1" in text(page)


def test_who_has_a_board_in_another_competition_today_is_named_while_it_has_no_result():
    today = timezone.localdate()
    leader = Leader(make_evening(make_competition(4), "blitz", date=today))
    leader.press("pairing")
    assert "which has no result yet" not in text(leader.see("pairing"))
    members = [*leader.club.players.order_by("pk")]
    other = make_competition(4, club=leader.club, slug="cup")
    for seat, member in zip(entries(other), members, strict=True):
        Entry.objects.filter(pk=seat.pk).update(player=member)
    elsewhere = publish_next(make_evening(other, "blitz", date=today), after=0, by=None)
    said = text(leader.see("pairing"))
    for game in elsewhere.games.all():
        for player in game.seated:
            words = f"{player.player} also has board {game.board} of “Cup” today"
            assert words in said
    finish_round(elsewhere)
    assert "which has no result yet" not in text(leader.see("pairing"))


def test_an_evening_that_is_not_open_is_opened_from_here():
    leader = Leader(make_evening(make_competition(4), is_open=False))
    assert "The evening is not open yet" in text(leader.see("pairing"))


def test_pairing_shows_two_boards_and_who_is_free_each_with_its_why(leader):
    page = leader.press("pairing")
    rows = page.context["boards"]
    assert [row.number for row in rows] == [1, 2, None]
    assert re.findall(r"why\?<span class=\"visually-hidden\">, (.*?)</span>", text(page)) == [
        "board 1",
        "board 2",
        "the bye",
    ]
    assert "Publish game 1" in text(page)


def test_beside_each_name_stand_the_rating_and_once_games_were_played_the_place(leader):
    first = text(leader.press("pairing"))
    assert "rating 2000" in first
    assert "place 1" not in first
    publish(leader)
    finish_round(leader.evening.rounds.get())
    again = text(leader.press("pairing", number="2"))
    assert len(set(re.findall(r"place </span >(\d)", again))) == 5


def test_pairing_twice_is_pairing_once(leader):
    leader.press("pairing")
    leader.press("pairing")
    assert leader.evening.rounds.count() == 1


def test_without_anybody_the_page_says_why_not_and_what_to_do():
    leader = Leader(make_evening(make_competition(4), present=0))
    page = leader.press("pairing")
    assert "Not done:" in text(page)
    assert not leader.evening.rounds.exists()


def test_a_board_that_is_opened_asks_who_leaves_it_under_its_row(leader):
    leader.press("pairing")
    proposed = leader.see("pairing")
    assert 'Swap<span class="visually-hidden">, board 1</span>' in text(proposed)
    row = proposed.context["boards"][0]
    page = text(leader.see("swap", board=1))
    of_row = page.split('<li id="board-1"')[1].split("</li> <li id=")[0]
    assert "Who leaves board 1?" in of_row
    assert all(f"?one={player.key}#swap" in of_row for player in row.players)
    assert "Swap with" not in page
    assert 'aria-disabled="true"' in page


def test_choosing_a_player_makes_every_other_name_a_button(leader):
    leader.press("pairing")
    one = leader.see("pairing").context["boards"][0].black
    page = leader.see("swap", one=one.key)
    assert text(page).count("Swap with") == 4
    assert 'aria-disabled="true"' in text(page)


def test_a_swap_is_shown_before_it_is_made(leader):
    leader.press("pairing")
    rows = leader.see("pairing").context["boards"]
    before = seated(leader)
    page = leader.see("swap", one=rows[0].black.key, other=rows[1].black.key)
    assert [row.state for row in page.context["boards"]] == ["swap", "swap", ""]
    assert "Fix the swap" in text(page)
    assert seated(leader) == before


def test_a_swap_that_breaks_a_rule_names_the_article(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    met = Game.objects.get(board=1)
    leader.press("pairing")
    rows = leader.see("pairing").context["boards"]
    seat = next(row for row in rows if row.seats(met.black))
    other = next((player for player in seat.players if player != met.black), met.black)
    page = leader.see("swap", one=met.white.key, other=other.key)
    assert "#indeling." in text(page)


def test_a_swap_fixes_both_boards_with_the_reason(leader):
    leader.press("pairing")
    rows = leader.see("pairing").context["boards"]
    one, other = rows[0].black.key, rows[1].black.key
    page = leader.press("swap", one=one, other=other, reason="Father and daughter")
    assert text(page).count("Father and daughter") == 2
    assert frozenset({rows[0].white.key, other}) in seated(leader)


def test_who_gives_a_reason_is_told_that_strangers_read_it_and_they_do(leader):
    leader.press("pairing")
    rows = leader.see("pairing").context["boards"]
    one, other = rows[0].black.key, rows[1].black.key
    asked = "Reason, read by everybody who sees the pairing"
    assert asked in text(leader.see("swap", one=one, other=other))
    assert "Everybody who sees the pairing reads why" in text(leader.see("swap", board=1))
    leader.press("swap", one=one, other=other, reason="Father and daughter")
    publish(leader)
    competition = leader.evening.competition
    address = [competition.club.slug, competition.slug, leader.evening.serial, 1, 1]
    assert "Father and daughter" in text(Client().get(reverse("why", args=address)))


def test_a_swap_with_who_is_free_changes_who_is_free(leader):
    leader.press("pairing")
    rows = leader.see("pairing").context["boards"]
    page = leader.see("swap", one=rows[0].black.key, other=rows[2].white.key)
    assert page.context["boards"][2].state == "swap"
    data = {"one": rows[0].black.key, "other": rows[2].white.key, "reason": "has to phone"}
    leader.press("swap", **data)
    assert leader.see("pairing").context["boards"][2].white == rows[0].black


def test_a_swap_without_a_reason_asks_for_one_on_the_same_page(leader):
    leader.press("pairing")
    rows = leader.see("pairing").context["boards"]
    query = f"?one={rows[0].black.key}&other={rows[1].black.key}"
    data = {"one": rows[0].black.key, "other": rows[1].black.key, "reason": ""}
    page = leader.client.post(leader.address("swap") + query, data, follow=True)
    assert "Say why" in text(page)
    assert page.request["QUERY_STRING"] in query


def test_a_swap_with_a_player_who_does_not_exist_leads_to_the_proposal(leader):
    leader.press("pairing")
    page = leader.press("swap", one="nobody", other="nobody", reason="x")
    assert page.status_code == 200
    assert "Proposal for game 1" in text(page)


def test_a_board_is_fixed_and_released(leader):
    leader.press("pairing")
    pair = {"white": "adema", "black": "evers"}
    page = leader.press("fix-board", reason="They asked", **pair)
    assert "They asked" in text(page)
    assert frozenset(pair.values()) in seated(leader)
    [board] = [row for row in leader.see("pairing").context["boards"] if row.state == "fixed"]
    panel = text(leader.see("swap", board=board.number))
    assert "Change the reason" in panel
    assert "Fix this board" not in panel
    leader.press("fix-board", reason="The trainer asked", **pair)
    assert [reason for *_, reason in proposed(leader).fixed] == ["The trainer asked"]
    leader.press("release-board", **pair)
    assert proposed(leader).fixed == []


def test_a_forbidden_pair_is_never_made_again(leader):
    leader.press("pairing")
    row = leader.see("pairing").context["boards"][0]
    pair = {"white": row.white.key, "black": row.black.key}
    leader.press("forbid-pair", reason="Father and daughter", **pair)
    assert frozenset(pair.values()) not in seated(leader)
    assert ForbiddenPair.objects.get().reason == "Father and daughter"


def test_the_leader_names_who_is_free_and_leaves_it_to_the_system_again(leader):
    leader.press("pairing")
    by_system = leader.see("pairing").context["boards"][2].white
    leader.press("name-bye", player="bakker")
    assert leader.see("pairing").context["boards"][2].white.key == "bakker"
    leader.press("name-bye", player="bakker", is_left="1")
    assert leader.see("pairing").context["boards"][2].white == by_system


@pytest.mark.parametrize("name", ["fix-board", "name-bye", "publish", "discard-proposal"])
def test_who_comes_to_a_button_by_a_link_is_led_to_its_page(leader, name):
    leader.press("pairing")
    answer = leader.client.get(leader.address(name))
    assert (answer.status_code, answer.url) == (303, leader.address("pairing"))


def test_a_proposal_can_be_thrown_away(leader):
    leader.press("pairing")
    leader.press("discard-proposal")
    assert not leader.evening.rounds.exists()


def test_publishing_leads_to_the_results_with_undo_in_sight(leader):
    leader.press("pairing")
    page = publish(leader)
    assert "Game 1 published at" in text(page)
    assert leader.address("withdraw", 1) in text(page)
    assert Game.objects.count() == 2


def test_publishing_what_nobody_saw_is_refused(leader):
    leader.press("pairing")
    page = publish(leader, seen="something else")
    assert "The proposal changed while you looked at it" in text(page)
    assert Game.objects.count() == 0


def test_publishing_twice_says_that_it_was_done(leader):
    leader.press("pairing")
    round_ = proposed(leader)
    data = {"number": 1, "seen": proposal_digest(round_)}
    leader.press("publish", **data)
    page = leader.press("publish", **data)
    assert "already published" in text(page)
    assert Game.objects.count() == 2


@pytest.mark.parametrize("number", ["", "7", "x", "99999999999999999999"])
def test_publishing_a_round_that_does_not_exist_is_not_found(leader, number):
    assert leader.press("publish", number=number, seen="x").status_code == 404


def test_the_next_game_is_not_published_while_boards_are_playing(leader):
    leader.press("next-game", after="0")
    page = leader.press("pairing")
    assert "Proposal for game 2" in text(page)
    assert "possible as soon as boards 1 and 2 of game 1 are in" in text(page)


def test_withdrawing_without_results_loses_nothing(leader):
    leader.press("next-game", after="0")
    assert "Nothing is lost" in text(leader.see("withdraw", 1))
    page = leader.press("withdraw", 1)
    assert "it is a proposal again" in text(page)
    assert proposed(leader).number == 1


def test_withdrawing_with_results_names_the_boards_and_asks(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    page = leader.see("withdraw", 1)
    assert "What is lost?" in text(page)
    assert text(page).count("1‑0") == 2


def test_results_that_came_in_meanwhile_are_asked_about(leader):
    leader.press("next-game", after="0")
    leader.see("withdraw", 1)
    finish_round(leader.evening.rounds.get())
    page = leader.press("withdraw", 1)
    assert "What is lost?" in text(page)
    assert Game.objects.count() == 2
    leader.press("withdraw", 1, give_up_results="1")
    assert Game.objects.count() == 0


def test_players_of_a_published_pairing_change_places(leader):
    leader.press("next-game", after="0")
    one, other = leader.evening.rounds.get().games.order_by("board")
    data = {"one": one.black.key, "other": other.black.key, "reason": "Father and daughter"}
    page = leader.press("swap-published", 1, **data)
    assert "The players have changed places" in text(page)
    assert Game.objects.filter(fixed="Father and daughter").count() == 2


def test_a_swap_in_a_published_pairing_marks_both_boards_and_has_one_next_step(leader):
    leader.press("next-game", after="0")
    one, other = leader.evening.rounds.get().games.order_by("board")
    page = leader.see("swap-published", 1, one=one.black.key, other=other.black.key)
    assert [row.state for row in page.context["boards"]] == ["swap", "swap", ""]
    assert text(page).count('class="button primary"') == 1


def test_a_swap_in_a_published_pairing_is_shown_as_it_will_be(leader):
    leader.press("next-game", after="0")
    one, other = leader.evening.rounds.get().games.order_by("board")
    free = leader.evening.rounds.get().unpaired.get().entry
    for first, second in ((one.black, other.white), (one.white, one.black), (other.black, free)):
        query = {"one": first.key, "other": second.key}
        page = leader.see("swap-published", 1, **query)
        shown = [[player.key for player in row.players] for row in page.context["boards"]]
        assert "This changes:" in text(page)
        leader.press("swap-published", 1, reason="Father and daughter", **query)
        rows = leader.see("pairing").context["boards"]
        assert [[player.key for player in row.players] for row in rows] == shown


def test_a_swap_in_a_published_pairing_names_what_it_breaks(leader):
    for after in ("0", "1"):
        leader.press("next-game", after=after)
        if after == "0":
            finish_round(leader.evening.rounds.get())
    free = Unpaired.objects.get(round__number=1).entry
    now = Unpaired.objects.get(round__number=2).entry
    page = leader.see("swap-published", 2, one=free.key, other=now.key)
    assert "has had 1 bye already" in text(page)
    assert "#indeling.3" in text(page)
    assert Unpaired.objects.get(round__number=2).entry == now


def test_a_proposal_that_cannot_be_paired_any_more_says_why_and_what_to_do():
    leader = Leader(make_evening(make_competition(4), present=2))
    leader.press("pairing")
    page = leader.press("forbid-pair", white="adema", black="bakker", reason="brothers")
    assert "This cannot be paired" in text(page)
    assert reverse("forbidden-pairs", args=[leader.club.slug, "intern"]) in text(page)
    leader.press("discard-proposal")
    assert not leader.evening.rounds.exists()


def test_a_board_with_a_result_is_not_offered_for_a_swap(leader):
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    assert 'class="act"' not in text(leader.see("pairing"))
