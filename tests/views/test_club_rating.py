"""The club rating on a player's page: which games count, and who may see it."""

from datetime import date, timedelta

import pytest

from clubcomp.flow.archives.reading import import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.clubs import change_club
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Club, Competition, Game, Player, Tempo
from clubcomp.pages.club_rating import rating_curve
from pairing.core.ratings import RatingAfter
from pairing.core.types import Result
from tests import make
from tests.flow.test_archives import packed, unpacked
from tests.flow.test_counting import counting_cup, enter
from tests.views.public import TUESDAYS, address, play_evening, reader, season, words
from tests.views.query_counts import COUNTS, counted
from tests.views.visitor import Visitor

pytestmark = pytest.mark.django_db


def rated(count=4, **named):
    """A season of a club that has a rating with K = 20."""
    competition = season(count, **named)
    change_club(competition.club, **called(competition.club), rating_k=20, by=None)
    return Competition.objects.select_related("club").get(pk=competition.pk)


def called(club):
    return {"name": club.name, "slug": club.slug}


def next_year(competition):
    """A season later the same players have played once more."""
    later = start_competition(
        competition.club,
        name="Volgend jaar",
        slug="volgend",
        system="attacalc",
        options={},
        tempos=make.TEMPOS,
        players=list(Player.objects.filter(club=competition.club)),
        season=date(2027, 11, 2),
        by=None,
    )
    play_evening(later, date(2027, 11, 2), Result.WHITE_WINS)
    return later


def curves(competition, rest="adema/", client=None):
    page = (client or reader()).get(address(competition, f"players/{rest}"))
    assert page.status_code == 200
    return page.context["club_ratings"]


def test_without_a_club_rating_a_page_has_none_and_asks_for_none():
    competition = season(4)
    page = reader().get(address(competition, "players/adema/"))
    assert page.context["club_ratings"] == []
    assert "Club rating" not in words(page)


def test_it_goes_on_through_the_seasons_in_every_competition_of_the_club():
    competition = rated()
    later = next_year(competition)
    move_competition(competition, to="finished", seen="running", by=None)
    for one in (competition, later):
        [curve] = curves(one)
        assert [point.day for point in curve.days] == [*TUESDAYS[:2], date(2027, 11, 2)]
        assert curve.first == 2000
        assert [point.before for point in curve.days[1:]] == [
            point.rating for point in curve.days[:-1]
        ]
    said = words(reader().get(address(later, "players/adema/")))
    assert f"From 2000 to {curve.last}; the highest was {curve.best}." in said
    assert "The club rating as a table" in said


def test_a_corrected_result_and_a_forfeit_tell_at_once():
    competition = rated()
    [before] = curves(competition)
    first = Game.objects.filter(round__evening__date=TUESDAYS[0])
    first.update(result=str(Result.WHITE_WINS_FORFEIT))
    Competition.objects.filter(pk=competition.pk).update(version=competition.version + 50)
    [after] = curves(competition)
    assert [len(before.days), len(after.days)] == [2, 1]


def test_each_tempo_has_its_own_and_overall_has_them_all():
    competition = rated()
    play_evening(competition, TUESDAYS[2], Result.DRAW, tempo="blitz", games=2)
    assert [(one.tempo, len(one.days)) for one in curves(competition, "adema/all/")] == [
        ("long", 2),
        ("blitz", 1),
    ]
    [blitz] = curves(competition, "adema/blitz/")
    assert blitz.days[0].games == 2
    assert blitz.first == 2000


@pytest.mark.parametrize("key", ["standard", "long"])
def test_a_game_of_a_cup_that_counts_elsewhere_is_rated_once_in_the_tempo_there(key):
    competition = rated(8)
    cup = counting_cup(competition)
    Tempo.objects.filter(competition=cup).update(key=key)
    evening = make.make_evening(competition, date=TUESDAYS[2])
    of_cup = make.make_evening(cup, key, date=TUESDAYS[2])
    counts, other = publish_next(of_cup, after=0, by=None).games.order_by("board")
    publish_next(evening, after=0, by=None)
    enter(counts, Result.WHITE_WINS)
    Game.objects.filter(pk=other.pk).update(result="1-0")  # it does not count there (yet)
    [curve] = curves(competition, f"{counts.white.key}/long/")
    assert [day.games for day in curve.days] == [1, 1, 1]
    days_in_cup = [len(one.days) for one in curves(cup, f"{counts.white.key}/")]
    assert days_in_cup == ([3] if key == "long" else [])
    days_in_cup = [len(one.days) for one in curves(cup, f"{other.white.key}/")]
    assert days_in_cup == ([3] if key == "long" else [1])


def test_a_faster_game_that_decides_a_level_tie_is_not_rated():
    competition = rated(8)
    cup = make.make_cup(2, club=competition.club, replays=1)
    evening = make.make_evening(cup, "standard", date=TUESDAYS[2], games=3)
    for number in range(3):  # the game, played again, then a rapid one
        game = publish_next(evening, after=number, by=None).games.get()
        enter(game, Result.DRAW)
    [curve] = curves(cup, f"{game.white.key}/")
    assert [day.games for day in curve.days] == [2]


def test_who_may_not_read_all_that_counts_sees_none():
    competition = rated()
    later = next_year(competition)
    Competition.objects.filter(pk=later.pk).update(audience="members", version=90)
    assert curves(competition) == []
    [curve] = curves(competition, client=Visitor("member", club=competition.club).client)
    assert len(curve.days) == 3


def test_who_sees_less_of_the_name_elsewhere_sees_none_here():
    competition = rated()
    later = next_year(competition)
    Competition.objects.filter(pk=later.pk).update(names_shown="initial", version=90)
    assert curves(competition) == []
    player = later.entries.get(key="adema").player_id
    assert len(curves(later, f"~{player}/")) == 1


def test_go_has_no_club_rating():
    competition = rated()
    Competition.objects.filter(pk=competition.pk).update(game="go", version=90)
    assert curves(competition) == []


def test_the_page_takes_one_query_more_however_many_play():
    counts = set()
    for count in (6, 12):
        competition = rated(count, slug=f"club{count}")
        with counted() as captured:
            assert curves(competition)
        counts.add(len(captured))
    assert counts == {COUNTS["public"]["players/adema/"] + 1}


def test_an_owner_turns_it_on_and_off_and_nothing_else_is_a_k():
    competition = season(4)
    owner = Visitor("owner", club=competition.club)
    data = called(competition.club) | {"country": "NL", "time_zone": "Europe/Amsterdam"}
    for k in (20, 0):
        assert owner.fill_in("club-settings", **data, rating_k=k).status_code == 302
        assert Club.objects.get().rating_k == k
        assert bool(curves(competition)) is bool(k)
    assert "club rating: – → K = 20" in words(owner.see("trail"))
    assert owner.fill_in("club-settings", **data, rating_k=15).status_code == 200
    change_club(competition.club, **called(competition.club), rating_k=40, by=None)
    assert owner.fill_in("club-settings", **data).status_code == 302
    assert Club.objects.get().rating_k == 40
    files = unpacked(export_club(Club.objects.get()))
    assert import_club(packed(files), slug="elders", by=None).rating_k == 40
    files["club.json"][0]["rating_k"] = 15
    with pytest.raises(StepError, match="rating_k"):
        import_club(packed(files), slug="buiten", by=None)


def test_the_axis_of_the_curve_has_round_numbers_around_it():
    days = [RatingAfter(TUESDAYS[0] + timedelta(days=at), 1, 1500 + at, 1501 + at) for at in (0, 1)]
    curve = rating_curve("long", days)
    assert [rating for _y, rating in curve.grid] == [1500, 1510]
    assert curve.line == "52,118 192,108 333,97"
    assert curve.here == (333, 97)
    [lone] = [rating_curve("long", [RatingAfter(TUESDAYS[0], 1, 1500, 1500)])]
    assert [rating for _y, rating in lone.grid] == [1500, 1510]
    wide = rating_curve("long", [RatingAfter(TUESDAYS[0], 1, 1395, 1870)])
    assert [rating for _y, rating in wide.grid] == [1000, 1500, 2000]
