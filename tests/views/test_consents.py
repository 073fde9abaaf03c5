"""A game goes to a federation once both players have said yes, where the club asks them."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.doors.links import link_of
from clubcomp.flow.clubs import change_club
from clubcomp.flow.documents.consents import say_consent
from clubcomp.flow.documents.downloads import export_trf
from clubcomp.flow.documents.federation_reports import (
    ReportChoice,
    make_report,
    outlook,
    remove_report,
)
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.people.kept_about import kept_about
from clubcomp.models import Club, Consent, Game, Player, Role, TrailEntry
from tests import make
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 9, 7)
TABLE = ReportChoice("table")


@pytest.fixture
def competition():
    """A Swiss round of four players, in a club that asks."""
    competition = make.make_swiss(4, rounds=3)
    make.play_game(make.make_evening(competition, "standard", date=DAY))
    Club.objects.update(asks_consent=True)
    competition.club.refresh_from_db()
    return competition


@pytest.fixture
def leader(competition):
    return Visitor(club=competition.club)


@pytest.fixture
def game(competition):
    return Game.objects.get(board=1)


def players(*games):
    return [seat.player for game in games for seat in game.seated]


def agree(*who, to=None):
    for player in who:
        said = {"games": {to.pk: "yes"}} if to else {"always": "yes", "games": {}}
        say_consent(player, by=player, **said)


def test_nothing_goes_before_both_players_agreed(competition, game):
    with pytest.raises(StepError, match="waits for the consent"):
        make_report(competition, TABLE, by=None)
    agree(game.white.player, to=game)
    looked = outlook(competition, TABLE)
    assert len(looked.report.games) == 0
    waiting = {reported.key: why.waits_for for reported, why in looked.withheld}
    assert waiting[1, 1, 1] == [game.black]
    agree(game.black.player, to=game)
    report = make_report(competition, TABLE, by=None)
    assert [*report.games] == ["1.1.1"]
    other = Game.objects.get(board=2)
    assert str(other.white) not in bytes(report.data).decode()


def test_a_word_for_all_games_holds_but_for_the_one_of_which_something_else_was_said(
    competition, game
):
    agree(*players(*Game.objects.all()))
    assert len(outlook(competition, TABLE).report.games) == 2
    say_consent(game.white.player, games={game.pk: "no"}, by=None)
    [(reported, why)] = outlook(competition, TABLE).withheld
    assert (reported.key, why.waits_for, why.refused_by) == ((1, 1, 1), [], [game.white])
    say_consent(game.white.player, games={game.pk: ""}, by=None)
    close_evening(competition.evenings.get(), by=None)
    make.play_game(make.make_evening(competition, "standard", date=DAY + datetime.timedelta(7)))
    assert len(outlook(competition, TABLE).report.games) == 4


def test_it_is_taken_back_until_the_game_was_sent_and_after_a_report_that_was_not(
    competition, game
):
    agree(*players(*Game.objects.all()))
    player = game.white.player
    report = make_report(competition, TABLE, by=None)
    with pytest.raises(StepError, match="was reported already"):
        say_consent(player, games={game.pk: "no"}, by=None)
    say_consent(player, always="no", games={}, by=None)
    assert len(outlook(competition, TABLE).report.games) == 2, "what was sent goes again"
    assert len(outlook(competition, ReportChoice("dsb")).report.games) == 1
    remove_report(report, by=None)
    say_consent(player, games={game.pk: "no"}, by=None)
    assert len(outlook(competition, TABLE).report.games) == 1


def test_a_file_that_holds_every_game_is_refused_while_one_waits(leader, competition, game):
    with pytest.raises(StepError, match="wait for the consent"):
        export_trf(competition, "26", "rating")
    assert export_trf(competition, "26")
    page = text(leader.see("federations", competition.slug))
    assert "2 games wait for the consent of a player" in page
    assert "Rating report of 2026" not in page
    agree(*players(*Game.objects.all()))
    assert export_trf(competition, "26", "rating")


def test_a_club_that_does_not_ask_reports_every_game(competition):
    Club.objects.update(asks_consent=False)
    competition.club.refresh_from_db()
    assert len(make_report(competition, TABLE, by=None).games) == 2
    assert export_trf(competition, "26", "rating")


def test_a_member_answers_by_the_personal_link_and_the_leader_sees_who_has_not(
    leader, competition, game
):
    player = game.white.player
    phone = Client(headers={"accept-language": "en", "origin": "http://testserver"})
    answer = phone.get(reverse("me", args=[competition.club.slug]))
    phone.get(link_of(answer.wsgi_request, player, competition.club))
    own = reverse("me", args=[competition.club.slug])
    assert "1 game of yours waits for your word" in text(phone.get(own))
    page = reverse("my-consent", args=[competition.club.slug])
    assert str(game.black) in text(phone.get(page))
    said = {"always": "", f"game-{game.pk}": "yes"}
    assert phone.post(page, said).status_code == 302
    assert Consent.objects.get().is_given
    assert "waits for your word" not in text(phone.get(own))
    line = TrailEntry.objects.get(action="say_consent")
    assert (line.by_player, line.after) == (player, {"consent": "yes"})
    form = {"target": "table", "act": "look"}
    looked = text(leader.fill_in("report-games", competition.slug, **form))
    assert f"waits for consent of {game.black}" in looked
    assert f"{game.black} (1)" in looked
    assert f"{player} (1)" not in looked


def test_what_was_reported_is_told_and_no_longer_asked(competition, game):
    agree(*players(game))
    make_report(competition, TABLE, by=None)
    member = Visitor(Role.MEMBER, club=competition.club, name="Bob")
    member.membership.player = game.white.player
    member.membership.save()
    page = text(member.see("my-consent"))
    assert "Games that were reported" in page
    assert "any other: a table of games" in page
    assert f"game-{game.pk}" not in member.see("my-consent").content.decode()


def test_the_game_of_somebody_else_is_refused(competition, game):
    stranger = Game.objects.get(board=2).white.player
    with pytest.raises(StepError, match="You do not play this game"):
        say_consent(stranger, games={game.pk: "yes"}, by=stranger)
    assert not Consent.objects.exists()


def test_members_read_in_the_log_that_and_not_what_was_said(leader, competition, game):
    say_consent(game.white.player, games={game.pk: "no"}, by=leader.user)
    assert "consent: – → no" in text(leader.see("trail"))
    member = Visitor(Role.MEMBER, club=competition.club, name="Bob")
    read = text(member.see("trail"))
    assert "on reporting" in read
    assert "→ no" not in read


def test_what_was_said_is_in_ones_own_file_and_goes_when_one_is_forgotten(competition, game):
    agree(*players(game))
    player = Player.objects.get(pk=game.white.player_id)
    say_consent(player, games={game.pk: "yes"}, by=None)
    kept = kept_about(player)["consents"]
    assert [(one["is_given"], bool(one["game"])) for one in kept] == [(True, False), (True, True)]
    forget_person(player, by=None)
    assert not Consent.objects.filter(player=player).exists()
    [(_reported, why)] = [
        one for one in outlook(competition, TABLE).withheld if one[0].key == (1, 1, 1)
    ]
    assert [entry.pk for entry in why.waits_for] == [game.white_id]


def test_the_owner_switches_it_on_and_off(competition, leader):
    club = competition.club
    settings = {"name": club.name, "slug": club.slug, "country": "", "time_zone": "UTC"}
    owner = Visitor(Role.OWNER, club=club, name="Owner")
    assert owner.fill_in("club-settings", **settings).status_code == 302
    assert not Club.objects.get().asks_consent
    change_club(club, name=club.name, slug=club.slug, asks_consent=True, by=None)
    assert Club.objects.get().asks_consent


def test_a_draw_is_written_as_on_every_page(competition, game):
    Game.objects.filter(pk=game.pk).update(result="1/2-1/2")
    member = Visitor(Role.MEMBER, club=competition.club, name="Lid")
    member.user.memberships.update(player=game.white.player)
    shown = text(member.see("my-consent"))
    assert "½\N{NON-BREAKING HYPHEN}½" in shown
    assert "1/2-1/2" not in shown
