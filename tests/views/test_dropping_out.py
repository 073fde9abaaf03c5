"""Who drops out is asked about once, wherever it is noticed; the way out stands in the message."""

import re

import pytest

from clubcomp.flow.accounts.deputies import name_deputy
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Deputy, Evening, Role
from pairing.core.unplayed import Unplayed
from tests import make
from tests.views.leader import Leader, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads a long evening for which seven of eight are there; game 1 is published."""
    leader = Leader(make.make_evening(make.make_competition(8), "long", present=7))
    publish_next(leader.evening, after=0, by=None)
    return leader


@pytest.fixture
def blitz() -> Leader:
    """Leads a blitz evening of which four of seven games are played, by six of seven players."""
    leader = Leader(make.make_evening(make.make_competition(7), "blitz", present=6, games=7))
    for number in range(4):
        round_ = publish_next(Evening.objects.get(pk=leader.evening.pk), after=number, by=None)
        make.finish_round(round_)
    return leader


def seated(leader, board=2):
    """The players of a board, White first."""
    return leader.evening.rounds.get().games.get(board=board).seated


def free(leader):
    return leader.evening.rounds.get().unpaired.get(kind=Unplayed.BYE).entry


def test_taking_off_a_name_that_is_playing_leads_to_the_question(leader):
    absent, opponent = seated(leader)
    page = text(leader.press("mark-attendance", absent.key, present="0"))
    assert f"{absent} is playing game 1, on board 2, against {opponent}." in page
    assert f"{free(leader)}, who has the bye, plays {opponent}." in page
    answer = leader.tap("mark-attendance", absent.key, present="0")
    assert answer["HX-Redirect"] == leader.address("drop-out", absent.key)


def test_one_press_lets_the_free_player_in_and_books_the_absence(leader):
    (absent, opponent), free_player = seated(leader), free(leader)
    data = {"way": "not_come", "what": "step_in/no_notice", "number": "1"}
    page = text(leader.press("drop-out", absent.key, **data))
    white, black = seated(leader)
    assert {white, black} == {opponent, free_player}
    said = f"{absent}: did not come. Booked: absent without notice. {white} has white against"
    assert f"{said} {black}." in page
    assert leader.evening.rounds.get().unpaired.get().kind == Unplayed.NO_NOTICE
    make.finish_round(leader.evening.rounds.get())
    closing = leader.see("close")
    assert [row.entry.key for row in closing.context["forecast"].awaited] == ["hoekstra"]
    page = leader.press("close", players="hoekstra", reason="Nobody heard anything")
    assert Evening.objects.get().is_closed


@pytest.mark.parametrize("way", ["keep/", "no_bye/absent"])
def test_who_has_the_bye_and_did_not_come_does_not_keep_it(leader, way):
    entry = free(leader)
    page = leader.press("drop-out", entry.key, way="not_come", what=way, number="1")
    kept = leader.evening.rounds.get().unpaired.filter(kind=Unplayed.BYE).exists()
    assert kept == (way == "keep/")
    assert ("so the bye is not for them" in text(page)) == kept


def chosen(page):
    """The answers that stand ticked, by question."""
    inputs = re.findall(r"<input[^>]*checked[^>]*>", page)
    return {re.search(r'name="(\w+)"', one)[1] for one in inputs if 'type="radio"' in one}


@pytest.mark.parametrize("sits", [lambda leader: seated(leader)[0], free], ids=["board", "bye"])
def test_nothing_that_costs_points_is_chosen_beforehand(leader, sits):
    entry = sits(leader)
    assert chosen(leader.see("drop-out", entry.key).content.decode()) == set()
    before = list(leader.evening.rounds.get().unpaired.values_list("entry", "kind"))
    page = text(leader.press("drop-out", entry.key, way="went_home", number="1"))
    assert "Choose what is booked." in page
    page = text(leader.press("drop-out", entry.key, what="bye/no_notice", number="1"))
    assert "Choose what happened." in page
    assert list(leader.evening.rounds.get().unpaired.values_list("entry", "kind")) == before


def test_of_who_was_there_it_is_known_that_they_did_come(blitz):
    page = blitz.see("drop-out", "cornelis").content.decode()
    assert chosen(page) == {"way"}
    assert 'value="not_come"' not in page


def test_the_question_is_offered_at_the_board_at_the_swap_and_on_closing(leader):
    (white, black), entry = seated(leader), free(leader)
    links = {
        player: f'href="{leader.address("drop-out", player.key)}?back=' for player in (white, black)
    }
    board = leader.see("result-more", 1, 2)
    swap = leader.see("swap-published", 1, board=2)
    plan = leader.see("plan-attendance", white.key)
    assert all(link in text(page) for page in (board, swap) for link in links.values())
    assert links[white] in text(plan)
    chosen = text(leader.see("swap-published", 1, one=white.key, other=entry.key))
    assert links[white] in chosen
    assert links[black] not in chosen
    closing = text(leader.see("close"))
    assert f'href="{leader.address("drop-out", entry.key)}?back=close"' in closing
    assert links[white] in closing


def test_who_only_helps_with_results_is_not_offered_the_question(leader):
    helper = make.make_user("Piet")
    make.make_membership(leader.club, helper, Role.MEMBER)
    name_deputy(leader.evening, person=helper, scope=Deputy.Scope.RESULTS, by=leader.user)
    leader.client.force_login(helper)
    assert "drop-out" not in text(leader.see("result-more", 1, 2))
    assert leader.see("drop-out", seated(leader)[0].key).status_code == 403


def test_a_leaver_stands_with_a_button_in_the_message_that_refuses_the_next_game(blitz):
    leaver = make.entry(blitz.evening.competition, "cornelis")
    blitz.press("mark-attendance", leaver.key, present="0")
    page = text(blitz.press("next-game", after="4"))
    assert "was there in game 4, and is not marked present for game 5" in page
    form = re.search(r'<form method="post" action="([^"]+)">(?:(?!</form>).)*went home', page)
    assert form[1] == blitz.address("drop-out", leaver.key)
    data = {"number": "4", "way": "went_home", "what": "nothing/absent"}
    page = text(blitz.press("drop-out", leaver.key, **data))
    assert f"{leaver}: went home." in page
    assert "plays on" not in page
    page = blitz.press("next-game", after="4")
    assert "Game 5 published" in text(page)


def test_who_was_taken_off_by_mistake_plays_on_with_one_press(blitz):
    blitz.press("mark-attendance", "cornelis", present="0")
    assert "plays on" in text(blitz.see("attendance"))
    blitz.press("mark-attendance", "cornelis", present="1")
    assert "Game 5 published" in text(blitz.press("next-game", after="4"))


def test_a_proposal_offers_it_as_well(blitz):
    blitz.press("mark-attendance", "cornelis", present="0")
    blitz.press("pairing")
    page = text(blitz.see("pairing"))
    assert f'action="{blitz.address("drop-out", "cornelis")}"' in page


@pytest.mark.parametrize("name", ["attendance", "pairing"])
def test_pair_and_publish_stands_beside_pair(blitz, name):
    page = text(blitz.see(name))
    assert f'formaction="{blitz.address("next-game")}"' in page
    assert "Pair and publish game 5" in page


def test_a_correction_of_everything_missed_names_the_game_with_the_bye(leader):
    data = {"player": free(leader).key, "number": "", "kind": "no_notice", "reason": "Not there"}
    page = text(leader.press("correct-notice", **data))
    assert "has the bye in game 1. Choose that one if that is wrong." in page


# Where one lands, and what is asked in passing ----------------------------------------------------


def test_after_the_question_about_the_free_player_one_is_back_at_the_first_question(leader):
    (absent, opponent), other = seated(leader), free(leader)
    page = text(leader.see("drop-out", absent.key))
    back = f"player-{absent.key}"
    assert f"{leader.address('drop-out', other.key)}?back={back}" in page
    asked = text(leader.see("drop-out", other.key, back=back))
    assert f'name="back" value="{back}"' in asked
    assert f'href="{leader.address("drop-out", absent.key)}"' in asked
    data = {"way": "not_come", "what": "no_bye/no_notice", "number": "1", "back": back}
    page = leader.press("drop-out", other.key, **data)
    assert page.request["PATH_INFO"] == leader.address("drop-out", absent.key)
    assert f"{opponent} has the bye." in text(page)


@pytest.mark.parametrize("name", ["results", "close", "pairing", "attendance"])
def test_the_question_leads_back_to_the_page_that_asked_it(leader, name):
    data = {"way": "not_come", "what": "no_bye/no_notice", "number": "1", "back": name}
    page = leader.press("drop-out", free(leader).key, **data)
    assert page.request["PATH_INFO"].startswith(leader.address(name))


def test_an_address_of_another_site_is_no_place_to_go_back_to(leader):
    data = {"way": "not_come", "what": "no_bye/no_notice", "number": "1"}
    page = leader.press("drop-out", free(leader).key, **data, back="//evil.example/")
    assert page.request["PATH_INFO"].startswith(leader.address("results"))


def test_of_a_board_of_a_proposal_one_says_who_went_home_and_sees_the_new_proposal(blitz):
    page = blitz.press("pairing")
    white = next(board.white for board in page.context["boards"] if board.number == 1)
    opened = text(blitz.see("swap", board=1))
    assert f'href="{blitz.address("drop-out", white.key)}?back=pairing"' in opened
    data = {"way": "went_home", "what": "nothing/absent", "number": "4", "back": "pairing"}
    page = blitz.press("drop-out", white.key, **data)
    assert page.request["PATH_INFO"] == blitz.address("pairing")
    assert white not in {one for board in page.context["boards"] for one in board.players}
    assert "Game 5 published" in text(blitz.press("next-game", after="4"))


def test_a_swap_that_gives_somebody_the_bye_books_the_no_show_in_the_same_press(leader):
    (absent, opponent), other = seated(leader), free(leader)
    page = text(leader.see("swap-published", 1, one=absent.key, other=other.key))
    asks = leader.address("drop-out", absent.key)
    form = re.search(rf'<form method="post" action="{asks}".*?</form>', page)
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    buttons = re.findall(r'name="what" value="([^"]+)"[^>]*>([^<]+)<', form[0])
    whats = [(what, " ".join(words.split())) for what, words in buttons]
    assert whats == [
        ("step_in/no_notice", f"{absent} did not come, without notice"),
        ("step_in/absent", f"{absent} did not come, with notice"),
    ]
    sent.pop("csrfmiddlewaretoken", None)
    stale = sent | {"seen": "another pairing"}
    refused = text(leader.press("drop-out", absent.key, **stale, what="step_in/no_notice"))
    assert "The pairing changed meanwhile." in refused
    assert sent["seen"]
    page = text(leader.press("drop-out", absent.key, **sent, what="step_in/no_notice"))
    assert set(seated(leader)) == {opponent, other}
    rows = leader.evening.rounds.get().unpaired.all()
    assert [(row.entry, row.kind) for row in rows] == [(absent, Unplayed.NO_NOTICE)]


def test_why_somebody_has_the_bye_names_who_dropped_out(leader):
    publish = leader.evening.rounds.get()
    data = {"way": "not_come", "number": "1"}
    leader.press("drop-out", free(leader).key, what="no_bye/no_notice", **data)
    absent, opponent = seated(leader)
    leader.press("drop-out", absent.key, what="bye/no_notice", **data)
    assert publish.unpaired.get(kind=Unplayed.BYE).entry == opponent
    page = text(leader.see("why-bye", 1))
    assert f"By the pairing {opponent} was to play {absent}, who dropped out afterwards" in page


def test_the_log_has_a_whole_sentence_for_what_was_and_what_became(leader):
    (absent, opponent), other = seated(leader), free(leader)
    data = {"way": "not_come", "what": "step_in/no_notice", "number": "1"}
    leader.press("drop-out", absent.key, **data)
    page = text(leader.client.get(f"/{leader.club.slug}/trail/"))
    white, black = seated(leader)
    first = " – ".join(map(str, (absent, opponent)))
    assert f"Before: {first}; {other} has the bye. Now: {white} – {black}." in page


def test_no_rule_is_broken_is_said_of_the_board_that_breaks_none(leader):
    page = text(leader.see("drop-out", seated(leader)[0].key))
    assert re.search(r"has white against [^<.]+\. That breaks no rule\.", page)
    assert "No rule is broken." not in page


# What is said of the rest of the evening ---------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "what", "said"),
    [
        ("went_home", "bye/no_notice", "Booked for this game and the rest of the evening: absent"),
        ("not_come", "bye/absent", "Booked for this game and the rest of the evening: absent"),
        ("went_home", "lost/", "counts as played. Booked for the rest of the evening: absent"),
    ],
)
def test_it_says_what_is_booked_for_the_later_games_and_the_lists_say_the_same(way, what, said):
    leader = Leader(make.make_evening(make.make_competition(8), "blitz", present=6, games=3))
    publish_next(leader.evening, after=0, by=None)
    absent, opponent = seated(leader)
    asked = text(leader.see("drop-out", absent.key))
    assert f"{absent} misses the games after game 1 too." in asked
    page = text(leader.press("drop-out", absent.key, way=way, what=what, number="1"))
    words = "did not come" if way == "not_come" else "went home"
    with_notice = not what.endswith("no_notice")
    assert f"{absent}: {words}. " in page
    assert f"{said} {'with' if with_notice else 'without'} notice." in page
    assert (f"{opponent} has the bye." in page) == what.startswith("bye")
    sheet = text(leader.see("attendance"))
    assert "did not turn up" not in sheet
    assert ("absent without notice" in sheet) != with_notice


def test_of_the_last_game_nothing_later_is_said(leader):
    assert "misses the games after" not in text(leader.see("drop-out", seated(leader)[0].key))


def test_on_closing_the_bye_is_asked_about_and_does_not_count_as_open(leader):
    leader.press("plan-attendance", "hoekstra", status="absent")
    make.finish_round(leader.evening.rounds.get())
    page = text(leader.see("close"))
    assert page.index("Nothing.") < page.index(f"The bye in game 1: {free(leader)}.")
    assert "Plan one more first" not in page
    assert "> Plan game 2 first <" in page
