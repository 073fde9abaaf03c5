"""Prizes: who reads which, why somebody has one, and what a leader does with them."""

import pytest

from clubcomp.flow.competitions.categories import add_category, remove_category
from clubcomp.flow.competitions.competition import remove_tempo
from clubcomp.flow.competitions.entries import add_entry, change_entry, remove_entry
from clubcomp.flow.competitions.groups import by_rating, in_groups, set_groups
from clubcomp.flow.competitions.next_season import next_season_of, start_next_season
from clubcomp.flow.competitions.prizes import add_prizes, change_prize, change_prize_rule
from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.standings import cached_rows, standings_of
from clubcomp.models import Club, Competition, Prize, Role, TrailEntry
from clubcomp.pages.prizes import prizes_of
from clubcomp.words.trail import trail_text
from pairing.core.types import OVERALL, Result
from tests.make import entries, make_cup, make_evening, make_player, make_swiss, play_game
from tests.views.public import address, reader, season, words
from tests.views.visitor import Visitor, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]


@pytest.fixture
def competition():
    """Seven players in the order of the table `order`, and a class of the first and the third."""
    return season()


def now(competition):
    return Competition.objects.select_related("club", "season").get(pk=competition.pk)


def order(competition, scope=OVERALL):
    return [line.entry for line in standings_of(now(competition), scope) if line.place]


def class_of(competition, *places, name="Class", **values):
    picked = [order(competition)[place - 1] for place in places]
    return add_category(competition, name=name, picked=picked, by=None, **values)


def won(competition):
    there = now(competition)
    return {
        one.title: (one.names, one.reason)
        for one in prizes_of(there, cached_rows(there).categories.values())
    }


def finish(competition):
    move_competition(competition, to="finished", seen="running", by=None)


def test_who_has_a_prize_is_passed_over_and_the_reason_says_so(competition):
    first, _second, third, *_others = map(str, order(competition))
    category = class_of(competition, 1, 3)
    add_prizes(competition, place=1, name="Main prize", by=None)
    add_prizes(competition, category=category, place=1, until=2, by=None)
    assert won(competition) == {
        "Main prize": (first, "Place 1."),
        "Place 1, Class": (third, f"Place 2 of Class. {first} has “Main prize”."),
        "Place 2, Class": ("", "Nobody is left for it."),
    }
    change_prize_rule(competition, one_prize_each=False, by=None)
    assert won(competition)["Place 1, Class"] == (first, "Place 1 of Class.")


def test_a_group_has_prizes_of_its_own_beside_those_of_all_together():
    competition = make_swiss(8, tie_breaks=["lot"])
    set_groups(competition, in_groups(by_rating(competition), [2]), by=None)
    play_game(make_evening(competition, "standard"))
    leader = Visitor(Role.LEADER, club=competition.club).client
    page = address(competition, "prizes/")
    assert "group B, Class" not in text(leader.get(page))
    category = class_of(competition, 6)
    assert "group B, Class" in text(leader.get(page))
    add_prizes(competition, place=1, name="Champion", by=None)
    for table in ("--A", "--B", f"-{category.pk}-B"):
        form = {"table": table, "place": "1", "act": "keep"}
        assert "The prizes are kept." in text(leader.post(page, form, follow=True))
    first, second, third, _, fifth, sixth, *_others = map(str, order(competition))
    assert won(competition) == {
        "Champion": (first, "Place 1."),
        "Place 1, group A": (second, f"Place 2 of group A. {first} has “Champion”."),
        "Place 1, group B": (fifth, "Place 1 of group B."),
        "Place 1, group B, Class": (sixth, "Place 1 of group B, Class."),
    }
    assert third not in [names for names, _said in won(competition).values()]
    with pytest.raises(StepError, match="There is no group C"):
        add_prizes(competition, group="C", place=1, by=None)
    last = Prize.objects.latest("number")
    assert 'value="--B" selected' in leader.get(f"{page}?change={last.pk - 1}").content.decode()
    there = now(competition)
    players = next_season_of(there).players
    new = start_next_season(there, name="Next", players=players, by=None)
    assert [prize.group for prize in new.prizes.all()] == ["", "A", "B", "B"]
    set_groups(new, dict.fromkeys(entries(new).values_list("key", flat=True), ""), by=None)
    assert won(new)["Place 1, group A"] == ("", "Nobody is left for it.")


def test_the_list_decides_who_comes_first_unless_the_dearest_does(competition):
    first, second, *_others = map(str, order(competition))
    category = class_of(competition, 1, 3)
    add_prizes(competition, place=1, worth=50, by=None)
    add_prizes(competition, category=category, place=1, worth=60, by=None)
    assert won(competition)["Place 1"][0] == first
    change_prize_rule(competition, dearest_prize_first=True, by=None)
    assert {title: names for title, (names, _said) in won(competition).items()} == {
        "Place 1": second,
        "Place 1, Class": first,
    }
    change_prize_rule(competition, dearest_prize_first=False, by=None)
    change_prize(Prize.objects.get(worth=60), number=1, by=None)
    assert list(won(competition)) == ["Place 1, Class", "Place 1"]
    assert won(competition)["Place 1"][0] == second


def test_equal_points_share_a_prize_and_what_it_is_worth(competition):
    lines = standings_of(now(competition), OVERALL)
    points = [line.row.points for line in lines]
    at = next(at for at in range(6) if points[at] == points[at + 1] and lines[at].row.games)
    add_prizes(competition, place=at + 1, worth=75, by=None)
    change_prize_rule(competition, ties_share_prizes=True, by=None)
    there = now(competition)
    (prize,) = prizes_of(there, ())
    assert len(prize.winners) == points.count(points[at])
    assert prize.share * len(prize.winners) == 75
    assert f"so {len(prize.winners)} players share it" in prize.reason


def test_nobody_shares_a_prize_of_a_cup_where_the_round_reached_decides():
    cup = make_cup(3)
    for _round in range(2):
        close_evening(play_game(make_evening(cup, "standard")).evening, by=None)
    first, second, _third = order(cup)
    points = [line.row.points for line in standings_of(now(cup), OVERALL)]
    assert points[0] == points[1]  # the first had a bye, and the second was beaten by him
    add_prizes(cup, place=1, until=2, by=None)
    change_prize_rule(cup, ties_share_prizes=True, by=None)
    assert [names for names, _said in won(cup).values()] == [str(first), str(second)]
    leader = Visitor(Role.LEADER, club=cup.club)
    assert "Equal points share" not in text(leader.client.get(address(cup, "prizes/")))


def test_equal_points_in_two_groups_do_not_share_a_prize():
    groups = make_swiss(4)
    set_groups(groups, in_groups(by_rating(groups), [2]), by=None)
    play_game(make_evening(groups, "standard"), Result.DRAW)
    add_prizes(groups, place=2, by=None)
    change_prize_rule(groups, ties_share_prizes=True, by=None)
    ((names, _said),) = won(groups).values()
    assert names == " and ".join(map(str, order(groups)[:2]))  # all four have half a point


def test_a_prize_of_a_tempo_goes_by_its_table_and_who_never_played_wins_none(competition):
    newest = make_player(competition.club, "Aarts", rating=2500)
    entry = change_entry(add_entry(competition, newest, by=None), start=1, by=None)
    long_games = competition.tempos.get(key="long")
    add_prizes(competition, tempo=long_games, place=1, until=8, by=None)
    found = won(competition)
    assert str(entry) not in [names for names, _said in found.values()]
    played = [line.entry for line in standings_of(now(competition), "long") if line.row.games]
    assert [names for names, _said in found.values()][: len(played)] == list(map(str, played))
    assert "Place 1, long" in found


def test_a_prize_before_the_first_game_is_not_said_to_be_left_over():
    competition = make_swiss(4)
    add_prizes(competition, place=1, by=None)
    assert won(competition) == {"Place 1": ("", "Nobody has played for it yet.")}


def test_a_prize_by_hand_is_for_who_is_named_and_has_no_other(competition):
    first, second, *_others = order(competition)
    add_prizes(competition, place=1, name="Main prize", by=None)
    (attendance,) = add_prizes(competition, name="Best attendance", by=None)
    assert won(competition)["Best attendance"] == ("", "Nobody is named yet.")
    change_prize(attendance, winner=first, by=None)
    assert won(competition)["Best attendance"] == ("", f"{first} has “Main prize”.")
    change_prize(attendance, is_apart=True, by=None)
    assert won(competition)["Best attendance"] == (str(first), "Chosen by hand.")
    change_prize(attendance, is_apart=False, winner=second, by=None)
    assert won(competition)["Best attendance"] == (str(second), "Chosen by hand.")


def test_everybody_reads_them_once_it_is_over_and_in_every_form(competition):
    first = str(order(competition)[0])
    add_prizes(competition, place=1, name="Main prize", worth=50, by=None)
    add_prizes(competition, name="Best attendance", by=None)
    report = address(competition, "season-report/")
    assert "Main prize" not in words(reader().get(report))
    finish(competition)
    for shown in (report, address(competition, "print/season-report/")):
        page = words(reader().get(shown))
        assert f"Main prize {first} Place 1. Worth 50." in page
        assert "Best attendance" not in page.split("Who did most")[0]
    lines = reader().get(f"{report}?format=csv").content.decode("utf-8-sig").splitlines()
    assert lines[1] == f"Main prize,{first},Place 1."


def test_a_stranger_reads_no_prize_of_a_table_that_is_not_for_them(competition):
    first, second, *_others = order(competition)
    hidden = class_of(competition, 1, name="Youth")
    add_prizes(competition, category=hidden, place=1, name="Youth cup", by=None)
    add_prizes(competition, place=1, name="Main prize", by=None)
    finish(competition)
    member = Visitor(Role.MEMBER, club=competition.club).client
    for page in ("season-report/", "print/season-report/", "season-report/?format=csv"):
        outside = reader().get(address(competition, page)).content.decode()
        assert "Youth" not in outside
        assert f"{first} has another prize." in outside
        inside = member.get(address(competition, page)).content.decode()
        assert "Youth cup" in inside
    Club.objects.filter(pk=competition.club_id).update(names_shown="hidden", version=99)
    outside = reader().get(address(competition, "season-report/")).content.decode()
    assert str(second) not in outside
    assert "Member" in outside


def test_what_cannot_be_is_refused_and_what_prizes_are_for_stays(competition):
    category = class_of(competition, 1)
    for values, why in [
        ({}, "give it a name"),
        ({"place": 201}, "between 1 and 200"),
        ({"place": 3, "until": 2}, "comes before the first"),
        ({"place": 1, "until": 61}, "at most 60"),
        ({"place": 1, "worth": 1_000_001}, "a million"),
        ({"name": "x" * 101}, "at most 100 letters"),
    ]:
        with pytest.raises(StepError, match=why):
            add_prizes(competition, by=None, **values)
    assert not Prize.objects.exists()
    blitz = competition.tempos.get(key="blitz")
    add_prizes(competition, tempo=blitz, category=category, place=1, by=None)
    for step, table in ((remove_category, category), (remove_tempo, blitz)):
        table.competition = competition
        with pytest.raises(StepError, match="Remove these first"):
            step(table, by=None)


def test_a_winner_who_is_taken_out_is_nobodys_name_any_more(competition):
    entry = add_entry(competition, make_player(competition.club, "Aarts"), by=None)
    add_prizes(competition, name="Best attendance", winner=entry, by=None)
    remove_entry(entry, by=None)
    assert won(competition)["Best attendance"] == ("", "Nobody is named yet.")


def test_categories_and_prizes_go_along_into_the_next_season(competition):
    first = order(competition)[0]
    youth = add_category(competition, name="Youth", born_from=2006, picked=[first], by=None)
    add_prizes(competition, place=1, worth=50, by=None)
    add_prizes(
        competition, tempo=competition.tempos.get(key="blitz"), category=youth, place=2, by=None
    )
    add_prizes(competition, name="Best attendance", winner=first, is_apart=True, by=None)
    change_prize_rule(competition, ties_share_prizes=True, by=None)
    there = now(competition)
    players = next_season_of(there).players
    new = start_next_season(there, name="Next", players=players, by=None)
    (category,) = new.categories.all()
    assert (category.name, category.born_from) == ("Youth", 2007)
    assert [row.entry.player_id for row in category.picked.all()] == [first.player_id]
    prizes = [
        (one.number, one.name, one.worth, one.place, str(one.tempo), str(one.category), one.winner)
        for one in new.prizes.all()
    ]
    assert prizes == [
        (1, "", 50, 1, "None", "None", None),
        (2, "", 0, 2, "blitz", "Youth", None),
        (3, "Best attendance", 0, None, "None", "None", None),
    ]
    assert new.ties_share_prizes


def test_a_leader_adds_changes_and_removes_prizes_and_says_the_rule(competition):
    leader = Visitor(Role.LEADER, club=competition.club).client
    page = address(competition, "prizes/")
    form = {"table": "-", "place": "1", "until": "3", "worth": "20", "act": "keep"}
    shown = text(leader.post(page, form, follow=True))
    assert "The prizes are kept." in shown
    assert [prize.place for prize in Prize.objects.all()] == [1, 2, 3]
    assert str(order(competition)[2]) in shown
    refused = text(leader.post(page, {"table": "hand", "act": "keep"}))
    assert "give it a name" in refused
    assert "Say which place wins it." in text(leader.post(page, {"table": "-", "act": "keep"}))
    winner = order(competition)[3]
    by_hand = {"table": "hand", "name": "Best attendance", "winner": winner.key, "act": "keep"}
    assert "Chosen by hand." in text(leader.post(page, by_hand | {"number": "1"}, follow=True))
    assert [prize.number for prize in Prize.objects.all()] == [1, 2, 3, 4]
    prize = Prize.objects.get(name="Best attendance")
    assert prize.number == 1
    changed = leader.get(f"{page}?change={prize.pk}").content.decode()
    assert f'value="{winner.key}" selected' in changed
    form = by_hand | {"prize": prize.pk, "name": "Loyal visitor"}
    assert "Loyal visitor" in text(leader.post(page, form, follow=True))
    assert "The rule is kept." in text(
        leader.post(page, {"act": "rule", "ties_share_prizes": "on"}, follow=True)
    )
    assert not now(competition).one_prize_each
    gone = {"act": "remove", "prize": prize.pk}
    assert "The prize is removed." in text(leader.post(page, gone, follow=True))
    assert [prize.number for prize in Prize.objects.all()] == [1, 2, 3]
    assert leader.post(page, gone).status_code == 404
    lines = TrailEntry.objects.filter(action__contains="prize").order_by("pk")
    said = [trail_text(line) for line in lines]
    assert said[0] == "The prize 1. was added (place: 1; worth: 20)."
    assert "number in the list: 4 → 1" in said[4] or "Best attendance" in said[3]
    assert said[-2].startswith("The rule of the prizes was changed (")
    assert said[-1].startswith("The prize Loyal visitor was removed (")
