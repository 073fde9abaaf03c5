"""What the club's front page tells beside tonight: news, results, champions; to whom, and when."""

from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from clubcomp.flow.accounts.readers import show_club_to, show_competition_to
from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.headline import write_headline
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.people.members import change_member
from clubcomp.models import Club, Competition, Evening, Season, TrailEntry
from clubcomp.pages.champions import champions_of
from pairing.core.types import Result
from tests import make
from tests.views.public import TUESDAYS, reader, season, words
from tests.views.visitor import Visitor

pytestmark = pytest.mark.django_db
ARCHIVED = Competition.Stage.ARCHIVED


def front(client=None):
    return words((client or reader()).get("/toren/"))


def member(club, name="Anna"):
    return Visitor("member", club=club, name=name).client


def hide(club, names_shown):
    rules = {"shows_youth_names": False, "is_findable": False}
    show_club_to(club, audience="everybody", names_shown=names_shown, **rules, by=None)


def fresh(row):
    return type(row).objects.get(pk=row.pk)


def move(competition, stage):
    before = fresh(competition)
    move_competition(before, to=stage, seen=before.stage, by=None)


def put_away(competition):
    """Finish and archive a competition."""
    for evening in competition.evenings.exclude(status=Evening.Status.CLOSED):
        close_evening(evening, by=None)
    for stage in (Competition.Stage.FINISHED, ARCHIVED):
        move(competition, stage)
    return fresh(competition)


@pytest.fixture
def past():
    """A competition that is archived, of which Adema won, and one that runs."""
    old = make.make_competition(4, slug="oud")
    make.play_game(make.make_evening(old, date=TUESDAYS[0]))
    put_away(old)
    make.make_evening(make.make_competition(4, club=old.club), date=TUESDAYS[3], is_open=False)
    return fresh(old)


# Champions -----------------------------------------------------------------------------------


def winner_of(competition):
    ((_competition, names),) = champions_of([competition])
    return names


def test_champions_of_before_lead_to_their_season(past):
    page = reader().get("/toren/").content.decode()
    assert "Champions of before" in page
    assert winner_of(past) in page
    assert f"/toren/{past.slug}/season-report/" in page


def test_a_champion_is_named_as_the_reader_may_read_it(past):
    name = winner_of(past)
    hide(past.club, "hidden")
    assert name not in front()
    assert "Champions of before" in front()
    assert name in front(member(past.club))
    show_competition_to(past, audience="members", names_shown="full", by=None)
    assert "Champions of before" not in front()
    assert "Champions of before" in front(member(past.club, "Bob"))


def test_a_champion_who_is_forgotten_has_no_name(past):
    name = winner_of(past)
    champion = next(one for one in make.entries(past) if str(one) == name)
    forget_person(champion.player, by=None)
    for client in (reader(), member(past.club)):
        told = front(client).partition("Champions of before")[2]
        assert told.strip().startswith("Former member")


def test_at_most_five_champions_those_of_the_last_season_first(past):
    club = past.club
    for year in range(2001, 2008):
        old = make.make_competition(2, club=club, slug=f"s{year}")
        make.play_game(make.make_evening(old, date=TUESDAYS[0]))
        put_away(old)
        first = date(year, 9, 1)
        of = Season.objects.create(
            club=club, name=str(year), first=first, last=first + timedelta(300)
        )
        Competition.objects.filter(pk=old.pk).update(season=of)
    page = reader().get("/toren/").content.decode()
    shown = [
        slug
        for slug in (past.slug, *(f"s{year}" for year in range(2007, 2000, -1)))
        if f"/toren/{slug}/season-report/" in page
    ]
    assert shown == [past.slug, "s2007", "s2006", "s2005", "s2004"]


def test_a_cup_and_groups_have_champions_too():
    cup = make.make_cup(2)
    make.play_game(make.make_evening(cup, "standard"))
    assert winner_of(fresh(cup)) in {str(entry) for entry in make.entries(cup)}
    berger = make.make_berger(4, club=cup.club, slug="groepen")
    for at, entry in enumerate(make.entries(berger).order_by("start")):
        entry.group = "AB"[at % 2]
        entry.save()
    make.play_swiss_round(fresh(berger), Result.WHITE_WINS)
    assert winner_of(fresh(berger)).count("(") == 2


def test_nothing_is_said_of_a_season_that_nobody_won(past):
    never = make.make_competition(4, club=past.club, slug="nooit")
    for stage in (Competition.Stage.FINISHED, ARCHIVED):
        move(never, stage)
    assert "/toren/nooit/" not in reader().get("/toren/").content.decode()


# Last results --------------------------------------------------------------------------------


def played(club, slug, day):
    competition = make.make_competition(4, club=club, slug=slug)
    evening = make.make_evening(competition, date=day)
    make.play_game(evening)
    close_evening(evening, by=None)
    Competition.objects.filter(pk=competition.pk).update(name=slug.title())
    return fresh(competition)


def test_the_last_results_of_two_competitions_are_there():
    main = season(4)
    club = main.club
    make.make_evening(main, date=timezone.localdate() + timedelta(3), is_open=False)
    played(club, "vroeg", TUESDAYS[0])
    late = played(club, "laat", TUESDAYS[2])
    page = front()
    assert "Last results: Laat" in page
    assert "Vroeg," not in page
    assert page.count("Last results") == 2
    names = {str(entry) for entry in make.entries(late)}
    hide(club, "hidden")
    assert not [name for name in names if name in front()]
    hide(fresh(club), "full")
    show_competition_to(late, audience="members", names_shown="full", by=None)
    assert "Last results: Vroeg" in front()
    assert "Laat" not in front()
    assert "Last results: Laat" in front(member(club))


# News ----------------------------------------------------------------------------------------


def test_a_leader_writes_a_line_of_news_and_takes_it_away():
    leader = Visitor("leader")
    assert "Write a line of news" not in words(leader.see("club"))  # nothing is played yet
    make.make_competition(4, club=leader.club)
    assert "Write a line of news" in words(leader.see("club"))
    assert "News" not in front()
    leader.fill_in("headline", headline="  The Easter   tournament\tis open ")
    club = fresh(leader.club)
    today = timezone.localdate()
    assert (club.headline, club.headline_on) == ("The Easter tournament is open", today)
    page = reader().get("/toren/").content.decode()
    assert "The Easter tournament is open" in page
    assert f'datetime="{today.isoformat()}"' in page
    assert "Change the news" not in page
    assert "Change the news" in words(leader.see("club"))
    leader.fill_in("headline", headline="")
    assert "News" not in front()
    lines = TrailEntry.objects.filter(action="write_headline").order_by("pk")
    assert [line.after["headline"] for line in lines] == [club.headline, ""]


def test_news_is_text_and_one_line_of_200_letters():
    leader = Visitor("leader")
    leader.fill_in("headline", headline="<b>Open</b>\nfor all")
    assert "&lt;b&gt;Open&lt;/b&gt; for all" in reader().get("/toren/").content.decode()
    answer = leader.fill_in("headline", headline="x" * 201)
    assert "200" in words(answer)
    assert fresh(leader.club).headline == "<b>Open</b> for all"


def test_the_same_news_keeps_its_day():
    club = write_headline(make.make_club(), headline="Open", by=None)
    Club.objects.update(headline_on=date(2026, 1, 1))
    assert write_headline(club, headline="Open", by=None).headline_on == date(2026, 1, 1)
    assert TrailEntry.objects.count() == 1


def test_news_goes_to_who_may_read_the_club_and_names_in_it_are_forgotten():
    competition = make.make_competition(4)
    club, player = competition.club, make.entry(competition, "adema").player
    change_member(player, name="Zomer, Bert", by=None)
    write_headline(club, headline="Bert Zomer wins", by=None)
    assert "Bert Zomer wins" in front()
    forget_person(player, by=None)
    assert "Zomer" not in front()
    rules = {"names_shown": "full", "shows_youth_names": False, "is_findable": False}
    show_club_to(fresh(club), audience="members", **rules, by=None)
    assert "wins" not in reader().get("/toren/").content.decode()
    assert "wins" in front(member(club))


# Tonight -------------------------------------------------------------------------------------


def test_the_page_says_the_hour_and_a_script_how_long_it_is_until_then():
    competition = make.make_competition(4)
    day = timezone.localdate() + timedelta(1)
    make.make_evening(competition, date=day, is_open=False)
    assert "data-begins" not in reader().get("/toren/").content.decode()
    Evening.objects.update(starts_at=time(20, 0))
    Competition.objects.update(version=99)
    page = reader().get("/toren/").content.decode()
    assert "20:00" in page
    assert f'data-begins="{day.isoformat()}T20:00:00+0' in page


@pytest.mark.parametrize("is_open", [False, True])
def test_everybody_reads_how_many_come_and_members_who(is_open):
    competition = make.make_competition(4)
    make.make_evening(competition, date=timezone.localdate(), is_open=is_open)
    who = ", ".join(str(entry) for entry in make.entries(competition).order_by("player__sort_key"))
    assert "4 players are expected." in front()
    assert who not in front()
    assert who in front(member(competition.club))


# Nothing to tell -----------------------------------------------------------------------------


def test_a_club_with_nothing_tells_nothing():
    club = make.make_club()
    parts = ("News", "Last results", "Champions of before", "Other competitions")
    for client in (reader(), member(club)):
        assert not [part for part in parts if part in front(client)]


def test_before_and_after_a_season_the_page_stands():
    competition = make.make_competition(4)
    assert "Last results" not in front()
    make.play_game(make.make_evening(competition, date=TUESDAYS[0]))
    put_away(competition)
    page = front()
    assert "Nothing is played now." in page
    assert "Champions of before" in page
