"""A club's own Keizer regulation on the site: the form in eight folded chapters, and as a page."""

import gzip
import re

import pytest

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.models import Competition, Role
from pairing.forms import OptionsForm
from pairing.registry import get_system
from tests.make import make_competition, make_players, play_game
from tests.make import make_evening as evening_of
from tests.pairing.filled_form import sent_by
from tests.views.query_counts import counted
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

SYSTEM = get_system("keizer")
LATE = {"key": "late", "name": "Te laat", "tiers": [{"times": 2, "amount": "1/6"}]}


@pytest.fixture
def leader() -> Visitor:
    return Visitor(Role.OWNER)


@pytest.fixture
def competition(leader) -> Competition:
    return make_own(leader.club, absences={"kinds": [LATE]})


def make_own(club, count=6, **options) -> Competition:
    return start_competition(
        club,
        name="Eigen",
        slug="eigen",
        system="keizer",
        options=options,
        tempos=[{"key": "long", "name": "Lang"}],
        players=make_players(club, count),
        by=None,
    )


def sent(written, **changes) -> dict:
    """What a browser sends for the form, with some fields changed; __ stands for a dot."""
    data = sent_by(OptionsForm(system=SYSTEM, written=written))
    return {key: data.getlist(key) for key in data} | {
        name.replace("__", "."): value for name, value in changes.items()
    }


def test_the_form_has_eight_folded_chapters_that_say_what_is_set(leader, competition):
    said = leader.see("options", "eigen").content.decode()
    assert said.count('<details class="folded chapter"') == 8
    assert "Te laat 2 × ⅙" in said
    assert "6 rounds in between" in said
    assert not re.search(r'class="folded chapter" +open', said)


def test_a_chapter_with_a_mistake_opens(leader, competition):
    data = sent(competition.options, meeting__gap="-1", act="keep")
    said = leader.fill_in("options", "eigen", **data).content.decode()
    assert len(re.findall(r'class="folded chapter" +open', said)) == 1
    competition.refresh_from_db()
    assert competition.options == {"absences": {"kinds": [LATE]}}


def test_options_are_kept_from_the_form(leader, competition):
    data = sent(competition.options, bye__amount="40%", values__first="60", act="look")
    data |= {"absences.kinds-4-name": "Ziek", "absences.kinds-4-amount_0": "20 points"}
    leader.fill_in("options", "eigen", **data)
    competition.refresh_from_db()
    assert competition.options["values"] == {"first": 60}
    assert competition.options["bye"] == {"amount": "2/5"}
    assert competition.options["absences"]["kinds"][1] == {
        "key": "ziek",
        "name": "Ziek",
        "tiers": [{"times": None, "amount": {"points": 20}}],
    }


def test_a_preset_fills_the_form_and_keeps_nothing(leader, competition):
    said = text(leader.see("options", "eigen", preset="draughts"))
    assert 'value="70"' in said
    competition.refresh_from_db()
    assert competition.options == {"absences": {"kinds": [LATE]}}
    assert leader.see("options", "eigen", preset="nothing").status_code == 200


def test_a_competition_is_started_with_rules_of_its_own(leader):
    page = leader.see("new-competition", system="keizer", preset="german").content.decode()
    assert page.count('<details class="folded chapter"') == 8
    data = sent_by(OptionsForm(system=SYSTEM, preset="german"))
    data = {key: data.getlist(key) for key in data} | {
        "system": "keizer",
        "name": "Najaar",
        "slug": "",
        "game": "chess",
        "who": "nobody",
        "long-use": "on",
        "long-games_per_evening": "1",
        "expected": "20",
    }
    leader.fill_in("new-competition", **data)
    started = leader.club.competitions.get()
    assert started.options["values"] == {"ratio": 3}
    assert started.options["bye"]["amount"] == "1/2"


def test_the_first_value_of_a_new_competition_leaves_room(leader):
    data = sent({}, system="keizer", name="Najaar", slug="", game="chess", who="nobody")
    data |= {"long-use": "on", "long-games_per_evening": "1", "expected": "20"}
    leader.fill_in("new-competition", **data)
    assert leader.club.competitions.get().options == {"values": {"first": 30}}


def test_in_mid_season_a_first_value_is_advised_and_kept(leader, competition):
    assert "as the first value number" not in text(leader.see("options", "eigen"))
    play_game(evening_of(competition))
    assert "Fix it at 9" in text(leader.see("options", "eigen"))
    leader.fill_in("options", "eigen", act="raise")
    competition.refresh_from_db()
    assert competition.options["values"] == {"first": 9}
    assert "Fix it at" not in text(leader.see("options", "eigen"))


def test_the_regulation_is_a_page_for_everybody_in_the_clubs_own_numbers(leader, competition):
    stranger = Visitor("", club=leader.club)
    said = text(stranger.see("own-regulation", "eigen"))
    assert "The regulation" in said
    assert "Te laat: the first 2 times ⅙ of one’s own value, after that nothing." in said
    assert "Lang: 1 game an evening." in said
    assert stranger.address("own-regulation", "eigen") in text(stranger.see("competition", "eigen"))
    assert "Change the options" not in said


@pytest.mark.parametrize("language", ["nl", "tr", "de"])
def test_the_regulation_is_read_in_the_readers_language(leader, competition, language):
    address = leader.address("own-regulation", "eigen")
    said = text(leader.client.get(address, headers={"accept-language": language}))
    assert {"nl": "Het reglement", "tr": "Yönetmelik", "de": "Das Reglement"}[language] in said
    assert "of one’s own value" not in said


def test_a_competition_under_another_system_has_the_systems_regulation(leader):
    make_competition(2, club=leader.club)
    assert 'id="afwezigheid"' in text(leader.see("own-regulation", "intern"))


@pytest.mark.parametrize("page", ["options", "own-regulation"])
def test_the_pages_are_light_and_take_as_many_queries_with_many_players(leader, page):
    make_own(leader.club, 40, absences={"kinds": [LATE]})
    leader.see(page, "eigen")
    with counted() as queries:
        content = leader.see(page, "eigen").content
    assert len(gzip.compress(content)) < 9000
    assert len(queries) <= 14


def test_what_would_change_stands_beside_the_form_and_nothing_is_written(leader, competition):
    play_game(evening_of(competition, present=4))
    data = sent(competition.options, bye__amount="40%", act="look")
    data |= {"absences.kinds-1-times_0": "", "absences.kinds-1-amount_0": "2"}
    answer = leader.fill_in("options", "eigen", **data)
    said = text(answer)
    assert "What changes with it?" in said
    assert "In the overall standings 4 of 6 players get other points." in said
    assert "It holds from evening 2 on" in said
    assert 'value="40%"' in said
    assert said.count('value="keep"') == 1
    competition.refresh_from_db()
    assert "bye" not in competition.options
    leader.fill_in("options", "eigen", **data | {"act": "keep", "since": ["2"]})
    competition.refresh_from_db()
    assert competition.options["bye"] == {"amount": "2/5"}
    assert [until for until, _options in competition.earlier_options] == [1]


def test_from_the_first_evening_on_is_a_choice(leader, competition):
    play_game(evening_of(competition, present=4))
    data = sent(competition.options, results__win="2", act="look", since="1")
    assert "All standings are made anew" in text(leader.fill_in("options", "eigen", **data))
    leader.fill_in("options", "eigen", **data | {"act": "keep"})
    competition.refresh_from_db()
    assert competition.earlier_options == []
    wrong = sent(competition.options, act="keep", since="9")
    assert "Something is not right yet" in text(leader.fill_in("options", "eigen", **wrong))


def test_what_looks_like_a_mistake_is_said_and_kept_all_the_same(leader, competition):
    data = sent(competition.options, bye__amount="2", periods__starts="1, 9", act="look")
    data |= {"absences.kinds-1-amount_0": "3/2"}
    evening_of(competition, is_open=False)
    leader.fill_in("options", "eigen", **data)
    competition.refresh_from_db()
    assert competition.options["bye"] == {"amount": 2}
    said = text(leader.see("options", "eigen"))
    assert "Is this what you mean?" in said
    assert "A bye earns more than a win: 2 of one’s own value." in said
    assert "Absent with notice earns 3/2 of one’s own value: more than a win" in said
    assert "Period 2 begins with evening 9, and the calendar ends with evening 1" in said
    assert "Is this what you mean?" not in text(leader.see("options", "eigen", preset="german"))


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("periods.starts", "1, 5, 5", "periods begin at evening 1"),
        ("values.lowest", "90", "the lowest value 90 is over the highest"),
        ("meeting.importance", ["gap"], "each limit has a place in this order"),
        ("absences.kinds-0-then", "late", "not right yet"),
        ("absences.kinds-0-times_0", "0", "not right yet"),
        ("results.win", "much", "Write an amount"),
        ("results.win", "", "not right yet"),
        ("results.win", "11", "cannot be 11"),
    ],
)
def test_options_that_contradict_each_other_are_refused_in_words(
    leader, competition, name, value, says
):
    data = sent(competition.options, act="keep") | {name: value}
    said = text(leader.fill_in("options", "eigen", **data))
    assert says in said
    competition.refresh_from_db()
    assert competition.options == {"absences": {"kinds": [LATE]}}


def test_two_hundred_players_have_their_preview(leader):
    competition = make_own(leader.club, 200)
    play_game(evening_of(competition, present=150))
    data = sent({}, results__loss="1/6", act="look")
    said = text(leader.fill_in("options", "eigen", **data))
    assert "of 200 players get other points" in said
