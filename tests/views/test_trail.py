"""What was changed, by whom and when? A sentence for every step, and the page of them."""

import ast
import re
from datetime import date
from itertools import product

import pytest
from django.utils.translation import override

from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.forms.trail import KINDS
from clubcomp.models import Competition, Player, Role, TrailEntry
from clubcomp.words.trail import OF_KIND, SENTENCES, trail_text
from pairing.core.types import Result
from pairing.installed import CODE
from tests.attempts import attempts
from tests.make import entry, make_club, make_competition, make_evening, play_game
from tests.views.visitor import Visitor, text

STEPS = {"step_on": 1, "write_trail": 1, "Step": 1, "rearranging": 1, "_become": 1, "_decided": 1}
STEPS["security_event"] = 1


def actions_in_flow() -> set[str]:
    """The name of every step that writes in the trail, read from the source."""
    found = set()
    for path in (CODE / "clubcomp/flow").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = STEPS.get(node.func.id)
                names = ast.walk(node.args[place]) if place is not None else ()
                found |= {name.value for name in names if isinstance(name, ast.Constant)}
    return found


def test_every_step_has_a_sentence_and_every_sentence_a_step():
    assert len(actions_in_flow()) > 30
    assert actions_in_flow() == set(SENTENCES)


def test_a_line_whose_facts_are_missing_is_still_read():
    some = [{}, {"game": 3, "player": "Jan", "boards": None}, [1]]
    with attempts() as attempt:
        for action, facts in product(SENTENCES, some):
            with attempt(action, facts):
                assert trail_text(
                    TrailEntry(action=action, facts=facts, before=None, after=facts or None)
                )


def test_a_line_of_a_step_that_is_no_more_shows_its_name():
    assert trail_text(TrailEntry(action="do_something_old")) == "do_something_old"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            TrailEntry(
                action="correct_result",
                facts={"game": 2, "board": 4, "white": "Joop", "black": "Anna"},
                before={"white": "Joop", "black": "Anna", "result": "1-0"},
                after={"white": "Joop", "black": "Anna", "result": "1/2-1/2"},
            ),
            "Game 2, board 4, Joop – Anna was corrected: ½‑½; before: 1‑0.",
        ),
        (
            TrailEntry(
                action="withdraw_round",
                facts={"game": 1, "round": 4, "results": 0},
                before={"pairs": [["Joop", "Anna", "*"]], "bye": None},
            ),
            "The pairing of round 4 was withdrawn: 1 board.",
        ),
        (
            TrailEntry(
                action="mark_present",
                facts={"player": "Bert"},
                before={"status": "expected", "from_game": 1, "until_game": None},
                after={"status": "present", "from_game": 3, "until_game": None},
            ),
            "Bert: present, from game 3; before: expected.",
        ),
        (
            TrailEntry(
                action="plan_attendance",
                facts={"player": "Bert", "first_round": 3},
                before={"status": "present", "from_game": 1, "until_game": 1},
                after={"status": "present", "from_game": 2, "until_game": None},
            ),
            "Bert: present, from round 4; before: present, until round 3.",
        ),
        (
            TrailEntry(action="give_role", facts={"person": "jan@a.nl"}, after={"role": "leader"}),
            "jan@a.nl became competition leader of the club.",
        ),
        (
            TrailEntry(action="close_evening", facts={"evening": 1, "rounds": 2}),
            "The evening was closed after 2 rounds.",
        ),
        (
            TrailEntry(
                action="change_options",
                competition=Competition(system="knsb-rating"),
                before={"bye": "1/2"},
                after={"bye": 0},
            ),
            "The options were changed (points for a bye: half a point → no point).",
        ),
        (
            TrailEntry(
                action="swap_players",
                facts={"game": 1, "one": "A", "other": "C"},
                before={"pairs": [["A", "B"], ["C", "D"], ["E", "F"]], "bye": None},
                after={"pairs": [["C", "B"], ["A", "D"], ["E", "F"]], "bye": None},
            ),
            "A and C changed places in the proposal for game 1."
            " Before: A – B; C – D. Now: C – B; A – D.",
        ),
        (
            TrailEntry(
                action="change_member",
                facts={"player": "Jan"},
                before={"rating": 1500, "is_occasional": False},
                after={"rating": None, "is_occasional": True},
            ),
            "Jan was changed (rating: 1500 → –; comes now and then: no → yes).",
        ),
        (
            TrailEntry(action="change_options", before={}, after={"absent": "1/6"}),
            "The options were changed (part for a missed game: – → 1/6).",
        ),
        (
            TrailEntry(
                action="change_options",
                before={"tie_breaks": ["wins"]},
                after={"tie_breaks": ["sonneborn_berger", "wins"]},
            ),
            "The options were changed (tie-breaks: games won → Sonneborn-Berger, games won).",
        ),
        (
            TrailEntry(
                action="give_role",
                facts={"person": "Bob"},
                before={"role": "member", "player": None},
                after={"role": "leader", "player": None},
            ),
            "The role of Bob was changed (role: member → competition leader).",
        ),
        (
            TrailEntry(
                action="correct_notice",
                facts={"player": "Bert", "games": [1, 2]},
                before={"kinds": ["no_notice", "no_notice"]},
                after={"kind": "absent"},
            ),
            "Bert in game 1, game 2: absent with notice; before: absent without notice.",
        ),
    ],
    ids=lambda value: value.action if isinstance(value, TrailEntry) else "",
)
def test_a_sentence_says_what_it_was_and_what_it_became(line, words):
    with override("en"):
        assert trail_text(line) == words


@pytest.mark.parametrize("language", ["nl", "tr", "de"])
def test_every_sentence_is_said_in_the_language_of_the_reader(language):
    usual = {"game": 1, "board": 7, "evening": 27, "white": "Joop", "black": "Anna"}
    with attempts() as attempt:
        for action, more in product(SENTENCES, [{}, {"lapsed": True}, {"player": "Jan"}]):
            facts = usual | more
            if action == "correct_notice":
                facts["games"] = [1]
            line = TrailEntry(action=action, facts=facts, before=None, after={})
            with attempt(action, more):
                with override("en"):
                    english = trail_text(line)
                with override(language):
                    assert trail_text(line) != english


def test_the_words_within_a_sentence_are_in_the_language_of_the_reader():
    played = {"action": "record_result", "facts": {"game": 1, "board": 7, "white": "A"}}
    line = TrailEntry(**played, before={}, after={"result": "0-1", "black": "B"})
    with override("nl"):
        assert {"Partij 1", "speelt nog"} <= set(re.split("[,.] |: |[.]$", trail_text(line)))
    lines = [
        TrailEntry(
            action="change_competition",
            before={"game": "chess"},
            after={"game": "draughts"},
        ),
        TrailEntry(
            action="change_options",
            before={"late_join": "absent", "first_value": 60},
            after={"late_join": "none", "first_value": 70},
        ),
        TrailEntry(
            action="plan_evening",
            facts={"evening": 27},
            after={"date": "2026-11-24", "status": "planned"},
        ),
    ]
    with override("nl"):
        assert [trail_text(line) for line in lines] == [
            "De competitie is gewijzigd (spel: schaken → dammen).",
            "De opties zijn gewijzigd (partijen vóór de eerste avond van een speler: gelden als"
            " gemist met afbericht → tellen niet mee; eerste waardecijfer: 60 → 70).",
            "Avond 27 is gepland (datum: dinsdag 24 november 2026; status: gepland).",
        ]


# The page ---------------------------------------------------------------------------------
@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def listed(page) -> str:
    """The lines of the page, without its form."""
    said = text(page)
    return said[said.index('<ol class="trail">') :]


@pytest.mark.django_db
def test_the_newest_line_stands_first_with_who_did_it(leader):
    competition = make_competition(4, club=leader.club)
    play_game(make_evening(competition), Result.DRAW, by=leader.user)
    said = text(leader.see("trail"))
    result, publishing = (
        said.index("½‑½; before: still playing"),
        said.index("was paired and publi"),
    )
    assert result < publishing
    assert "<b>Anna</b> · Interne competitie" in said


@pytest.mark.django_db
def test_the_trail_is_narrowed_to_a_competition_and_to_an_evening(leader):
    one = make_competition(2, club=leader.club)
    make_evening(one, date=date(2026, 11, 24), is_open=False)
    make_evening(one, date=date(2026, 12, 1), is_open=False)
    other_club = Visitor(club=make_club("De Dame", "dame"), name="Bob")
    other_club.fill_in("add-member", name="Jan Jansen")
    leader.fill_in("add-member", name="Piet Smit", is_member="on")
    said = text(leader.see("trail"))
    assert "Piet Smit" in said
    assert "Jan Jansen" not in said
    said = listed(leader.see("trail", competition=one.slug))
    assert "Piet Smit" not in said
    assert said.count("was planned") == 2
    assert text(leader.see("trail", competition=one.slug, evening=2)).count("was planned") == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        {"page": "x"},
        {"page": "-1"},
        {"competition": "no"},
        {"evening": "9" * 40},
        {"player": "x"},
        {"kind": "x"},
    ],
)
def test_a_strange_question_narrows_nothing(leader, query):
    leader.fill_in("add-member", name="Piet Smit", is_member="on")
    make_competition(2, club=leader.club)
    assert "Piet Smit" in listed(leader.see("trail", **query))


@pytest.fixture
def lines(leader) -> Competition:
    """What four people are named in: results, attendance, a pair that is never made."""
    competition = make_competition(4, club=leader.club)
    evening = make_evening(competition, present=0)
    one, other = (entry(competition, key) for key in ("adema", "bakker"))
    for player in (one, other):
        mark_present(evening, player, present=True, by=None)
    play_game(evening, Result.DRAW, by=leader.user)
    forbid_pair(competition, one, other, reason="Brothers", by=None)
    leader.fill_in("add-member", name="Adema-Postma, Piet", is_member="on")
    return competition


@pytest.mark.django_db
def test_the_trail_is_narrowed_to_a_player_by_the_whole_name(leader, lines):
    player = lines.entries.get(key="adema").player
    said = listed(leader.see("trail", player=player.pk))
    assert "Adema: present" in said
    assert "Brothers" in said
    assert "Bakker: present" not in said
    assert "Postma" not in said


@pytest.mark.django_db
def test_the_trail_is_narrowed_to_what_it_is_about_and_to_words(leader, lines):
    said = text(leader.see("trail", kind="results"))
    assert "before: still playing" in said
    assert "present" not in said
    said = text(leader.see("trail", search="brothers adema"))
    assert said.count("<time") == 1
    assert "No line has all of this." in text(leader.see("trail", search="nobody"))


@pytest.mark.django_db
def test_all_that_is_chosen_narrows_together_and_stays_on_the_next_page(leader, lines):
    player = lines.entries.get(key="adema").player
    TrailEntry.objects.bulk_create(
        TrailEntry(club=leader.club, action="mark_present", facts={"player": str(player)})
        for _ in range(60)
    )
    said = text(leader.see("trail", player=player.pk, kind="attendance"))
    assert f"?player={player.pk}&kind=attendance&page=2" in said


@pytest.mark.django_db
@pytest.mark.parametrize("query", [{"search": "brothers"}, {"search": "adema"}, {"player": "@"}])
def test_looking_for_a_name_tells_a_member_nothing_of_forbidden_pairs(leader, lines, query):
    player = lines.entries.get(key="adema").player
    query = {name: player.pk if value == "@" else value for name, value in query.items()}
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert "Who is never paired was changed" in text(member.see("trail"))
    assert "Who is never paired was changed" not in text(member.see("trail", **query))


def test_every_step_is_of_one_kind():
    assert OF_KIND.keys() == KINDS.keys()
    assert sum(map(len, OF_KIND.values())) == len(SENTENCES)


@pytest.mark.django_db
def test_a_long_trail_has_pages_that_keep_the_choice(leader):
    competition = make_competition(2, club=leader.club)
    TrailEntry.objects.bulk_create(
        TrailEntry(club=leader.club, competition=competition, action="open_evening")
        for _ in range(60)
    )
    said = text(leader.see("trail", competition=competition.slug))
    assert said.count("was opened") == 50
    assert "?competition=intern&page=2" in said
    assert text(leader.see("trail", page=2)).count("was opened") == 10


@pytest.mark.django_db
def test_members_neither_read_nor_find_private_facts_in_the_trail(leader):
    private = {"email": "piet@example.org", "birth_date": "1990-05-01"}
    leader.fill_in("add-member", name="Piet Smit", **private)
    piet = Player.objects.get(name="Piet Smit")
    leader.fill_in("member", piet.pk, name="Piet Smit", email="smit@example.org", title="FM")
    leader.fill_in("remove-member", piet.pk)
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert "piet@example.org" in text(leader.see("trail"))
    lines_ = text(member.see("trail"))
    assert "example.org" not in lines_
    assert "1990" not in lines_
    assert "title: – → FM" in lines_
    assert "only leaders read it" in lines_
    for words_ in ("example.org", "1990-05-01", "Piet"):
        assert "Piet Smit" not in text(member.see("trail", search=words_))


@pytest.mark.django_db
def test_members_see_the_trail_and_the_public_does_not(leader):
    leader.fill_in("add-member", name="Piet Smit")
    assert "Piet Smit" in text(Visitor(Role.MEMBER, club=leader.club, name="Bob").see("trail"))
    assert "/sign-in/" in Visitor("", club=leader.club).see("trail").url
    stranger = Visitor(club=make_club("De Dame", "dame"), name="Carla")
    assert stranger.client.get(leader.address("trail")).status_code == 403


@pytest.mark.django_db
def test_names_in_the_trail_are_never_markup(leader):
    leader.fill_in("add-member", name="<script>alert(1)</script>")
    assert "<script>alert" not in leader.see("trail").content.decode()


@pytest.mark.django_db
def test_members_find_no_reason_for_an_absence_in_the_trail(leader):
    competition = make_competition(4, club=leader.club)
    evening, bakker = make_evening(competition), entry(competition, "bakker")
    plan_attendance(evening, bakker, status="absent", note="in hospital", by=None)
    plan_attendance(evening, bakker, status="absent", note="on holiday", by=None)
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert "Bakker" in text(leader.see("trail", search="hospital"))
    for words_ in ("hospital", "holiday"):
        said = text(member.see("trail", search=words_))
        assert "No line has all of this." in said
    assert "hospital" not in text(member.see("trail"))
    assert "No line has all of this." not in text(member.see("trail", search="bakker"))
