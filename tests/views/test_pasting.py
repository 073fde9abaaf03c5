"""A list of players that somebody pastes: it is looked at, doubts are asked, and all are added."""

from pathlib import Path

import pytest

from clubcomp.flow.people.identities import set_numbers
from clubcomp.models import Player, TrailEntry
from tests.make import make_competition
from tests.views.test_members import add
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

TEMPLATES = Path(__file__).parents[2] / "templates"
LIST = "Sean O'Brien\t1500\nÖztürk, Ayşe\t1640\t7654321\nJ. de Vries\t1400\nJ. de Vries\t1300"


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def test_looking_at_a_list_keeps_nothing(leader):
    said = text(leader.fill_in("paste-members", act="look", text=LIST))
    assert "Add 4 members" in said
    assert "J. de Vries stands on line 3 as well: two persons?" in said
    assert not Player.objects.exists()
    assert not TrailEntry.objects.exists()


def test_a_second_press_of_confirmed_lines_adds_nobody(leader):
    add(leader, "Jan Jansen")
    page = leader.fill_in("paste-members", act="look", text="Jan Jansen")
    mark = page.context["mark"]
    assert f'name="seen" value="{mark}"' in text(page)
    pressed = {"act": "add", "text": "Jan Jansen", "line-1": "yes", "seen": mark}
    leader.fill_in("paste-members", **pressed)
    again = leader.fill_in("paste-members", **pressed)
    assert "Line 1: Jan Jansen (1) and Jan Jansen (2) are players of the club already" in text(
        again
    )
    assert Player.objects.count() == 2


def test_a_doubt_wants_an_answer_before_anybody_is_added(leader):
    answer = leader.fill_in("paste-members", act="add", text=LIST)
    assert "Something is not right yet" in text(answer)
    assert not Player.objects.exists()


@pytest.mark.parametrize(("answer", "count"), [("yes", 4), ("no", 3)])
def test_the_answer_to_a_doubt_is_obeyed(leader, answer, count):
    leader.fill_in("paste-members", **{"act": "add", "text": LIST, "line-4": answer})
    names = sorted(str(player.parts) for player in Player.objects.all())
    assert names == sorted(["Sean O’Brien", "Ayşe Öztürk", "J. de Vries", "J. de Vries"][:count])


def test_a_second_press_does_not_double_the_club(leader):
    data = {"act": "add", "text": "Jan Jansen\nPiet Smit"}
    leader.fill_in("paste-members", **data)
    said = text(leader.fill_in("paste-members", **data))
    assert "is a player of the club already: is this another person?" in said
    assert Player.objects.count() == 2


def test_a_line_that_is_not_understood_stands_there_with_its_number(leader):
    said = text(leader.fill_in("paste-members", act="look", text="Jan Jansen, 15000\nPiet Smit"))
    assert "1 line cannot be added" in said
    assert "“15000” is not a rating" in said
    leader.fill_in("paste-members", act="add", text="Jan Jansen, 15000\nPiet Smit")
    assert [str(player) for player in Player.objects.all()] == ["Piet Smit"]


def test_the_list_can_be_changed_again_with_what_was_typed(leader):
    said = text(leader.fill_in("paste-members", act="change", text=LIST))
    assert "Sean O'Brien 1500" in said
    assert "Look at the list" in said


def test_a_list_goes_into_a_competition_at_once(leader):
    competition = make_competition(2, club=leader.club)
    text_ = "Jan Jansma\t1995\nPiet Smits"
    leader.fill_in("paste-members", act="add", text=text_, competition=competition.slug)
    order = [one.player.parts.surname for one in competition.entries.order_by("start")]
    assert order == ["Adema", "Jansma", "Bakker", "Smits"]


def test_who_is_a_member_already_enters_the_competition_as_the_same(leader):
    competition = make_competition(2, club=leader.club)
    add(leader, "Anna de Vries")
    numbered = Player.objects.create(club=leader.club, name="Piet Smit")
    set_numbers(numbered, [("KNSB", "7654321")])
    sent = {
        "text": "name\tknsb\nVries, Anna de\t\nP. J. Smit\t7654321\nNew One\t",
        "competition": competition.slug,
        "are_guests": "on",
    }
    page = leader.fill_in("paste-members", act="look", **sent)
    said = text(page)
    assert "Anna de Vries is a player of the club already: is this another person?" in said
    assert "number 7654321 is that of Piet Smit" in said
    assert "Add 3 players" in said
    answers = page.context["answers"]
    chosen = {name: field.initial for name, field in answers.fields.items()}
    anna = Player.objects.get(name="Anna de Vries")
    assert chosen == {"line-2": anna.pk, "line-3": numbered.pk}
    columns = page.context["columns"]
    sent |= {name: field.initial for name, field in columns.fields.items()}
    answer = leader.fill_in("paste-members", act="add", columns=columns.kinds, **sent, **chosen)
    assert answer.url == leader.address("entries", competition.slug)
    entered = {one.player.name: one.player.is_member for one in competition.entries.all()}
    assert len(entered) == 5
    assert (entered["Anna de Vries"], entered["Piet Smit"], entered["New One"]) == (
        True,
        True,
        False,
    )
    assert leader.club.players.count() == 5
    # Once more: nobody is added, and nobody enters twice.
    chosen["line-4"] = Player.objects.get(name="New One").pk
    leader.fill_in("paste-members", act="add", columns=columns.kinds, **sent, **chosen)
    assert competition.entries.count() == 5


def test_of_two_members_who_may_be_meant_a_human_says_which_one_enters(leader):
    competition = make_competition(2, club=leader.club)
    add(leader, "Jan de Vries", "Joop de Vries")
    second = Player.objects.get(name="Joop de Vries")
    sent = {"text": "J. de Vries\nJoop de Vries", "competition": competition.slug}
    page = leader.fill_in("paste-members", act="look", **sent)
    asked = page.context["answers"]["line-1"]
    assert "Jan de Vries and Joop de Vries are players of the club already" in asked.label
    assert "no, it is Joop de Vries: enters the competition" in text(page)
    assert asked.initial is None
    chosen = {"line-1": second.pk, "line-2": second.pk}
    page = leader.fill_in("paste-members", act="add", **sent, **chosen)
    assert "Joop de Vries was chosen for two players: J. de Vries and Joop de Vries." in text(page)
    leader.fill_in("paste-members", act="add", **sent, **chosen | {"line-2": "no"})
    assert competition.entries.filter(player=second).exists()
    assert leader.club.players.count() == 4


def test_a_name_that_is_shortened_is_chosen_for_nobody_beforehand(leader):
    competition = make_competition(2, club=leader.club)
    add(leader, "Jan de Vries")
    for name, is_chosen in (("Vries, Jan de", True), ("J. de Vries", False), ("De Vries", False)):
        sent = {"text": name, "competition": competition.slug}
        page = leader.fill_in("paste-members", act="look", **sent)
        assert bool(page.context["answers"]["line-1"].initial) == is_chosen


def test_guests_play_in_a_competition(leader):
    make_competition(2, club=leader.club)
    answer = leader.fill_in("paste-members", act="look", text="A B", are_guests="on")
    assert "Choose the competition in which they play" in text(answer)


@pytest.mark.parametrize("pasted", ["", "\x00", "a\n" * 501, "x" * 250_000, '"', "🐎\t🐎"])
def test_a_strange_list_is_refused_in_words(leader, pasted):
    for act in ("look", "add", "change", "nonsense"):
        assert leader.fill_in("paste-members", act=act, text=pasted).status_code < 500


def test_a_competition_that_there_is_not_is_refused(leader):
    make_competition(2, club=leader.club)
    for slug in ("elsewhere", "a\x00b"):
        answer = leader.fill_in("paste-members", act="add", text="A B", competition=slug)
        assert answer.status_code in (200, 400)
    assert not Player.objects.filter(name="A B").exists()


# The columns of a pasted list --------------------------------------------------------------

HEADED = "Lidnr\tNaam\tSterkte 1\n8123402\tJan de Vries\t1500\n8123403\tPiet Bos\t1400"


def test_what_is_not_used_is_shown_and_another_choice_is_looked_at_before_it_is_added(leader):
    looked = text(leader.fill_in("paste-members", act="look", text=HEADED))
    assert "Not used: Sterkte 1" not in looked  # a rating with a number behind it
    strange = HEADED.replace("Sterkte 1", "Kracht")
    looked = text(leader.fill_in("paste-members", act="look", text=strange))
    assert "Not used: Kracht" in looked
    assert "Nobody on this list has a rating." in looked
    assert "Which federation gave the numbers?" in looked
    chosen = {"column-0": "knsb", "column-1": "name", "column-2": "rating"}
    sent = {"act": "add", "text": strange, "columns": "number,name,", **chosen}
    again = text(leader.fill_in("paste-members", **sent))
    assert "You chose other columns." in again
    assert not leader.club.players.exists()
    leader.fill_in("paste-members", **sent | {"columns": "knsb,name,rating"})
    jan = leader.club.players.get(name="Jan de Vries")
    assert (jan.rating, str(jan.identities.get())) == (1500, "KNSB 8123402")


def test_an_answer_outlives_the_choice_of_other_columns_where_its_question_does(leader):
    add(leader, "Jan de Vries", "Kees Bos")
    strange = "Naam\tKracht\tPlaats\nJan de Vries\t1500\tKees Bos"
    sent = {"act": "add", "text": strange, "columns": "name,,", "line-2": "yes"}
    other = sent | {"column-0": "name", "column-1": "rating", "column-2": ""}
    for act in ("add", "look"):
        page = leader.fill_in("paste-members", **other | {"act": act})
        assert page.context["answers"]["line-2"].value() == "yes"
    somebody_else = sent | {"column-0": "", "column-1": "rating", "column-2": "name"}
    page = leader.fill_in("paste-members", **somebody_else)
    assert "Kees Bos" in page.context["answers"]["line-2"].label
    assert page.context["answers"]["line-2"].value() is None
    leader.fill_in("paste-members", **other | {"columns": "name,rating,"})
    assert leader.club.players.filter(name="Jan de Vries").count() == 2


def test_an_answer_outlives_a_change_of_the_list(leader):
    add(leader, "Jan de Vries")
    page = leader.fill_in(
        "paste-members", **{"act": "change", "text": "Jan de Vries\nPit Smit", "line-1": "yes"}
    )
    kept = page.context["kept"]
    assert kept["line-1"] == "yes"
    assert text(page).count("hidden") >= len(kept)
    changed = kept | {"act": "look", "text": "Piet Smit\nJan de Vries"}
    page = leader.fill_in("paste-members", **changed)
    assert page.context["answers"]["line-2"].value() == "yes"


def test_columns_that_nobody_can_choose_are_those_of_the_headings(leader):
    sent = {"act": "look", "text": HEADED, "column-0": "<b>", "column-1": "name"}
    assert "Jan de Vries" in text(leader.fill_in("paste-members", **sent))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 February 1990"),
        ("nl", "1 februari 1990"),
        ("tr", "1 Şubat 1990"),
        ("de", "1. Februar 1990"),
    ],
)
def test_a_date_that_is_to_be_checked_has_its_month_in_words(leader, language, said):
    leader.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    pasted = "Naam;Geboren\nDekker, Bert;01-02-1990"
    page = text(leader.fill_in("paste-members", act="look", text=pasted))
    assert page.count(said) == 2  # for a phone, and for a wider screen
    for path in TEMPLATES.rglob("*.html"):
        assert "SHORT_DATE" not in path.read_text(), path
