"""A competition is running, finished, archived, in this order and back."""

import pytest
from django.urls import reverse

from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.results import put_off
from clubcomp.models import Competition, Game, Role, TrailEntry
from clubcomp.words.trail import trail_text
from tests.attempts import attempts
from tests.make import finish_round, make_club, make_competition, make_evening, play_game
from tests.views.site_map import ADDRESSES, STEPS
from tests.views.two_clubs import digest, tried
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

#: What can be pressed for a competition that is finished: nothing of it changes what was played.
STILL_PRESSED = {
    "competition-name",
    "competition-readers",
    "categories",
    "prizes",
    "ties",
    "federations",
    "report-games",
    "report-file",
    "remove-competition",
    "next-season",
}


def moved(competition, to):
    before = Competition.objects.get(pk=competition.pk).stage
    return move_competition(competition, to=to, seen=before, by=None)


@pytest.fixture
def played():
    competition = make_competition(6, club=make_club())
    evening = make_evening(competition)
    play_game(evening)
    close_evening(evening, by=None)
    make_evening(competition, is_open=False)
    return competition


def test_what_was_never_played_is_not_announced_when_it_is_finished(played, client):
    def seen(page):
        address = reverse(page, args=["toren", "intern"])
        return text(client.get(address, headers={"accept-language": "en"}))

    assert "The next evening" in seen("tonight")
    assert "Without a day" in seen("calendar")
    moved(played, "finished")
    assert "The next evening" not in seen("tonight")
    assert "The competition is finished" in seen("tonight")
    assert "Without a day" not in seen("calendar")
    assert "The next evening" not in seen("hall")
    owner = Visitor(Role.OWNER, club=played.club)
    page = owner.client.get(reverse("calendar", args=["toren", "intern"]))
    assert reverse("plan-evening", args=["toren", "intern"]) not in text(page)


def test_it_goes_one_stage_at_a_time_and_back_and_the_log_says_so(played):
    with pytest.raises(StepError, match="First it is finished"):
        moved(played, "archived")
    for to in ("finished", "archived", "finished", "running"):
        assert moved(played, to).stage == to
    assert move_competition(played, to="finished", seen="archived", by=None).stage == "running"
    lines = TrailEntry.objects.filter(action="move_competition").order_by("pk")
    assert [trail_text(line).split("”")[1] for line in lines] == [
        " was finished: its standings are final.",
        " was archived.",
        " was taken back from the archive.",
        " was opened again.",
    ]


def test_an_open_evening_or_game_comes_first():
    competition = make_competition(6)
    evening = make_evening(competition)
    with pytest.raises(StepError, match="An evening is still open"):
        moved(competition, "finished")
    play_game(evening)
    close_evening(evening, by=None)
    assert moved(competition, "finished").stage == "finished"


def test_the_pages_say_who_won_and_archived_it_leaves_the_daily_lists(played):
    client = Visitor("", club=played.club).client
    other = make_competition(2, club=played.club, slug="zomer")
    front, report = reverse("competition", args=["toren", "intern"]), "/toren/intern/season-report/"
    assert " leads." in text(client.get(report))
    moved(played, "finished")
    assert "Final standings" in text(client.get(report))
    assert "won." in text(client.get(report))
    assert "The competition is finished" in text(client.get(front))
    assert "expected" not in text(client.get(front))
    moved(played, "archived")
    club = client.get("/toren/").content.decode()
    assert f'"{front}"' not in club
    assert front in client.get(reverse("competitions", args=["toren"])).content.decode()
    assert "Final standings" in text(client.get(report))
    assert reverse("competition", args=["toren", other.slug]) in club


def test_a_leader_finishes_it_in_two_presses_and_opens_it_again(played):
    leader = Visitor(Role.LEADER, club=played.club)
    shown = text(leader.see("stage", "intern"))
    assert "Finish the competition" in shown
    assert "1 evening of the calendar has not been played" in shown
    assert "Archive the competition" not in shown
    data = {"to": "finished", "seen": "running"}
    assert "is finished" in text(leader.client.post("/toren/intern/stage/", data, follow=True))
    refused = leader.client.get("/toren/intern/evening/", follow=True)
    assert "Open it again" in text(refused)
    data = {"to": "running", "seen": "finished"}
    assert "runs again" in text(leader.client.post("/toren/intern/stage/", data, follow=True))


def test_what_is_left_before_it_is_finished_is_named_with_the_way_there(played):
    leader = Visitor(Role.LEADER, club=played.club)
    evening = make_evening(played)
    page = leader.see("stage", "intern")
    assert "Close evening 3" in text(page)
    assert reverse("close", args=["toren", "intern", evening.serial]) in page.content.decode()
    game = publish_next(evening, after=0, by=None).games.get(board=2)
    put_off(game, kind=Game.PutOff.POSTPONED, seen=game.result, by=None)
    finish_round(game.round)
    close_evening(evening, by=None)
    page = leader.see("stage", "intern")
    assert "game 1, postponed" in text(page)
    board = reverse("correct-result", args=["toren", "intern", evening.serial, 1, 2])
    assert board in page.content.decode()


def test_the_report_has_the_facts_of_the_season_on_the_page_on_paper_and_as_a_file(played):
    client = Visitor("", club=played.club).client
    moved(played, "finished")
    page, sheet = "/toren/intern/season-report/", "/toren/intern/print/season-report/"
    for shown in (client.get(page), client.get(sheet)):
        words = text(shown)
        assert "Most games" in words
        assert "1 of 1 evenings" in words
        assert "Most wins in a row" in words
        assert "Biggest jump" not in words  # one round is no jump
    file = client.get(page, {"format": "csv"}).content.decode("utf-8-sig").splitlines()
    assert file[0] == "what,who,value"
    assert [line.split(",")[0] for line in file[1:4]] == [
        "Most games",
        "Best attendance",
        "Most wins in a row",
    ]
    assert client.get(page, {"format": "xlsx"}).content.startswith(b"PK")


@pytest.mark.usefixtures("nothing_is_kept")
def test_of_a_finished_competition_nothing_changes_that_was_played(clubs):
    Competition.objects.update(stage=Competition.Stage.FINISHED)
    before = digest()
    with attempts(tried) as attempt:
        for name, step in STEPS.items():
            if "competition" not in ADDRESSES[name].arguments or name == "stage":
                continue
            with attempt(name):
                client = clubs.client(step.who)
                answer = client.post(clubs.step_url(name), clubs.data(name), follow=True)
                assert answer.status_code < 500
                assert (digest() != before) is (name in STILL_PRESSED)
