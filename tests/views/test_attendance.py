"""Who is here? Tap, undo, counter, search, plan and guest, with and without htmx."""

import pytest
from django.http import HttpResponse

from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.models import Attendance, Entry, Player
from tests.make import entry, make_competition, make_evening
from tests.views.leader import Leader, status_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Leader:
    """Leads an open blitz evening of six, of whom nobody is there yet."""
    competition = make_competition(6)
    return Leader(make_evening(competition, "blitz", present=0))


def test_everybody_stands_on_the_sheet_and_nobody_is_here(leader):
    page = leader.see("attendance")
    assert [row.entry.key for row in page.context["rows"]] == [
        *("adema", "bakker", "cornelis", "dekker", "evers", "faber")
    ]
    assert "<b>0</b> of 6" in text(page)


def test_a_tap_marks_present_and_a_second_tap_undoes_it(leader):
    leader.press("mark-attendance", "bakker", present="1")
    assert status_of(leader, "bakker") == "present"
    leader.press("mark-attendance", "bakker", present="0")
    assert status_of(leader, "bakker") == "expected"


def test_a_tap_without_htmx_leads_back_to_the_row(leader):
    answer = leader.client.post(leader.address("mark-attendance", "bakker"), {"present": "1"})
    assert (answer.status_code, answer.url) == (
        303,
        leader.address("attendance") + "#player-bakker",
    )


def test_a_tap_with_htmx_answers_with_the_row_the_counter_and_the_next_step(leader):
    page = leader.tap("mark-attendance", "bakker", present="1")
    said = text(page)
    assert said.count("<li") == 1
    assert 'id="player-bakker" class="present"' in said
    assert 'id="title" hx-swap-oob="true"' in said
    assert "<b>1</b> of 6" in said
    assert "<html" not in said


def test_the_same_tap_twice_is_one_tap(leader):
    for _ in range(2):
        leader.tap("mark-attendance", "bakker", present="1")
    assert status_of(leader, "bakker") == "present"


def test_the_next_tap_of_a_present_player_takes_it_back(leader):
    leader.press("mark-attendance", "bakker", present="1")
    row = next(row for row in leader.see("attendance").context["rows"] if row.is_present_next)
    assert row.entry.key == "bakker"
    assert 'value="0" aria-pressed="true"' in text(leader.see("attendance"))


def test_enter_in_the_search_marks_and_says_whom_with_a_way_back(leader):
    said = text(leader.tap("mark-attendance", "bakker", present="found"))
    assert status_of(leader, "bakker") == "present"
    found = said[said.index('<div id="found"') : said.index('<p id="said"')]
    assert "Bakker is here." in found
    assert 'value="back" > Undo' in found.replace('value="back">', 'value="back" >')
    said = text(leader.tap("mark-attendance", "bakker", present="back"))
    assert status_of(leader, "bakker") == "expected"
    assert "autofocus> Bakker is not here after all." in said
    assert 'value="back"' not in said


def test_enter_in_the_search_never_takes_back_who_is_here(leader):
    leader.tap("mark-attendance", "bakker", present="1")
    said = text(leader.tap("mark-attendance", "bakker", present="found"))
    assert status_of(leader, "bakker") == "present"
    assert said.count("Bakker is here already.") == 2  # under the search, and in the live region
    assert "Not here after all" in said


def test_the_live_region_says_whom_a_tap_marked(leader):
    for value, words in (("1", "Bakker is here."), ("0", "Bakker is not here after all.")):
        said = text(leader.tap("mark-attendance", "bakker", present=value))
        assert f"{words} {1 if value == '1' else 0} of 6 present." in said
        # On a phone the same stands beside the press that takes it back.
        found = said[said.index('<div id="found"') : said.index('<p id="said"')]
        assert f'<p class="message last" > {words}' in found
        assert f'name="present" value="{"back" if value == "1" else "found"}"' in found


def followed(leader: Leader, page) -> HttpResponse:
    """What a screen that shows `page` gets when it asks what is new."""
    address = f"{leader.address('attendance')}?{page.context['live'].query}"
    return leader.client.get(address, headers={"HX-Request": "true"})


def test_the_sheet_follows_what_another_device_marks(leader):
    page = leader.see("attendance")
    assert followed(leader, page).status_code == 204
    other = Leader(leader.evening, "Joop Smit")
    other.tap("mark-attendance", "bakker", present="1")
    answer = followed(leader, page)
    said = text(answer)
    assert said.count("<li") == 1
    assert 'id="player-bakker" class="present"' in said
    assert "<b>1</b> of 6" in said
    assert followed(leader, answer).status_code == 204
    added = other.press("add-guest", name="Tom Brouwer", rating="1500", from_game="1")
    assert "plays along" in text(added)
    assert followed(leader, answer)["HX-Refresh"] == "true"


def test_what_was_searched_for_does_not_follow(leader):
    assert "every 4s" in text(leader.see("attendance"))
    assert "every 4s" not in text(leader.see("attendance", q="bak"))


def test_an_odd_number_names_who_would_be_free(leader):
    for key in ("adema", "bakker", "cornelis"):
        leader.press("mark-attendance", key, present="1")
    assert "has the bye in game 1" in text(leader.see("attendance"))


def test_the_sheet_tells_why_that_player_would_be_free(leader):
    for key in ("adema", "bakker"):
        leader.press("mark-attendance", key, present="1")
    tapped = text(leader.tap("mark-attendance", "cornelis", present="1"))
    assert "?why=free" in tapped
    assert "/rules/attacalc/#indeling.3" not in tapped
    assert "/rules/attacalc/#indeling.3" in text(leader.see("attendance", why="free"))
    leader.press("mark-attendance", "cornelis", present="0")
    assert "?why=free" not in text(leader.see("attendance"))
    assert "#indeling.3" not in text(leader.see("attendance", why="free"))


def test_searching_without_a_script_keeps_the_names_that_match(leader):
    rows = leader.see("attendance", q="bak").context["rows"]
    assert [row.entry.key for row in rows] == ["bakker"]


def test_a_search_that_finds_nobody_says_so(leader):
    assert "0 names with “zzz”" in text(leader.see("attendance", q="zzz"))


def test_a_player_can_come_later_and_leave_early(leader):
    data = {"status": "present", "from_game": "3", "until_game": "5", "note": "late train"}
    leader.press("plan-attendance", "cornelis", **data)
    planned = Attendance.objects.get(evening=leader.evening, entry__key="cornelis")
    assert (planned.from_game, planned.until_game, planned.note) == (3, 5, "late train")
    assert "from game 3 until game 5" in text(leader.see("attendance"))


def test_the_last_game_is_not_before_the_first(leader):
    data = {"status": "present", "from_game": "5", "until_game": "3"}
    page = leader.press("plan-attendance", "cornelis", **data)
    assert "cannot be before" in text(page)
    assert not Attendance.objects.filter(entry__key="cornelis").exists()


def test_an_evening_of_one_game_does_not_ask_from_which_game():
    leader = Leader(make_evening(make_competition(4), "long", present=0))
    assert "from_game" not in leader.see("plan-attendance", "adema").context["form"].fields
    leader.press("plan-attendance", "adema", status="external")
    assert status_of(leader, "adema") == "external"


def test_on_an_evening_of_one_game_nobody_is_said_to_come_later():
    leader = Leader(make_evening(make_competition(2), "long", games=1, present=0))
    assert "later, earlier away" not in text(leader.see("attendance"))


def test_a_player_who_is_playing_cannot_be_taken_away(leader):
    for key in ("adema", "bakker"):
        leader.press("mark-attendance", key, present="1")
    leader.press("next-game", after="0")
    page = leader.press("mark-attendance", "adema", present="0")
    assert "is playing game 1" in text(page)
    assert status_of(leader, "adema") == "present"


def test_a_refusal_with_htmx_leads_to_the_question(leader):
    for key in ("adema", "bakker"):
        leader.press("mark-attendance", key, present="1")
    leader.press("next-game", after="0")
    answer = leader.tap("mark-attendance", "adema", present="0")
    assert answer["HX-Redirect"] == leader.address("drop-out", "adema")


def test_a_closed_evening_shows_who_was_there_without_buttons(leader):
    leader.press("close", unplayed="7")
    leader.evening.refresh_from_db()
    assert 'name="present"' not in text(leader.see("attendance"))


def test_a_player_of_another_competition_is_not_found(leader):
    other = make_competition(2, club=leader.club, slug="other")
    key = "stranger"
    Entry.objects.filter(pk=entry(other, "adema").pk).update(key=key)
    assert leader.press("mark-attendance", key, present="1").status_code == 404


# The page -----------------------------------------------------------------------------------


def test_who_is_expected_stands_first_and_now_and_then_is_folded(leader):
    Player.objects.filter(name="Adema").update(is_occasional=True)
    leader.press("plan-attendance", "bakker", status="external", from_game="1")
    leader.press("mark-attendance", "cornelis", present="1")
    groups = leader.see("attendance").context["groups"]
    assert {name: [row.entry.key for row in rows] for name, rows in groups.items()} == {
        "expected": ["dekker", "evers", "faber"],
        "here": ["cornelis"],
        "away": ["bakker"],
        "occasional": ["adema"],
    }
    said = text(leader.see("attendance"))
    order = [said.index(f'id="player-{key}"') for key in ("dekker", "cornelis", "bakker", "adema")]
    assert order == sorted(order)
    assert said.index("<details") < said.index('id="player-adema"')
    assert 'id="player-adema"' in text(leader.see("attendance", q="ade"))


def test_everybody_is_here_with_one_press_and_not_with_another(leader):
    leader.press("plan-attendance", "bakker", status="absent", from_game="1")
    leader.press("mark-attendance", "cornelis", present="1")
    page = leader.press("everybody-here")
    assert "4 players are here." in text(page)
    assert status_of(leader, "bakker") == "absent"
    assert "Undo: 4 were marked at once" in text(page)
    leader.press("everybody-here", act="undo")
    assert status_of(leader, "dekker") == "expected"
    assert status_of(leader, "cornelis") == "present"


def test_after_another_act_everybody_is_not_taken_back_at_once(leader):
    page = leader.press("everybody-here")
    assert "Undo: " in text(page)
    tapped = text(leader.tap("mark-attendance", "bakker", present="0"))
    assert 'id="undo-everybody" hx-swap-oob="true"' in tapped
    assert "Undo: " not in tapped
    leader.press("mark-attendance", "adema", present="0")
    page = leader.press("everybody-here", act="undo")
    assert "Something else was done since" in text(page)
    assert status_of(leader, "dekker") == "present"


def test_on_an_evening_of_one_game_nobody_comes_from_game_two():
    leader = Leader(make_evening(make_competition(6), "long", present=4))
    leader.press("next-game", after="0")
    leader.press("mark-attendance", "evers", present="1")
    leader.press("mark-attendance", "faber", present="1")
    assert "game 2" not in text(leader.see("attendance"))
    assert status_of(leader, "evers") == "present"


def test_who_comes_after_all_stands_no_longer_under_not_coming(leader):
    away = entry(leader.evening.competition, "bakker")
    plan_attendance(leader.evening, away, status="absent", by=None)
    page = text(leader.see("attendance"))
    row = page[page.index('id="player-bakker"') :]
    assert '<input type="hidden" name="away" value="1">' in row[: row.index("</li>")]
    answer = leader.tap("mark-attendance", "bakker", present="1", away="1")
    assert answer["HX-Redirect"] == leader.address("attendance") + "#player-bakker"
    page = leader.see("attendance")
    assert "Bakker is here." in text(page)
    assert [row.entry.key for row in page.context["groups"]["away"]] == []


@pytest.mark.parametrize("part", ["", "#player-cornelis"])
def test_the_window_loads_the_page_anew_that_it_is_sent_to_a_part_of(leader, part):
    away = entry(leader.evening.competition, "bakker")
    plan_attendance(leader.evening, away, status="no_notice", by=None)
    sheet = leader.address("attendance")

    def tapped(shown: str, key: str = "bakker", **data: str) -> HttpResponse:
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{shown}{part}"}
        address = leader.address("mark-attendance", key)
        return leader.client.post(address, data, headers=headers)

    answer = tapped(sheet, present="1", away="1")
    assert answer["HX-Redirect"] == f"{sheet}#player-bakker"
    assert answer["HX-Refresh"] == "true"
    # From another page a browser loads it anyhow.
    answer = tapped(f"{sheet}?q=bak", present="1", away="1")
    assert answer["HX-Redirect"] == f"{sheet}#player-bakker"
    assert "HX-Refresh" not in answer
    # A page without a part is loaded too.
    leader.press("mark-attendance", "adema", present="1")
    leader.press("next-game", after="0")
    assert "HX-Refresh" not in tapped(sheet, present="0")
