"""Ties by hand on the site: the page of a leader, the mark and the reason for everybody."""

import pytest

from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Role
from pairing.core.types import Result
from tests.make import make_evening, make_swiss, play_game
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

WHY = "Play-off on 3 July, 2-0."


@pytest.fixture
def leader():
    return Visitor(Role.OWNER)


@pytest.fixture
def competition(leader):
    competition = make_swiss(6, club=leader.club)
    tempo = competition.tempos.get().key
    play_game(make_evening(competition, tempo), Result.DRAW)
    return Competition.objects.get(pk=competition.pk)


def fill_in(leader, competition, numbers=(2, 1, 3, 4, 5, 6), **more):
    entries = sorted(cached_rows(competition).entries.values(), key=lambda entry: entry.start)
    data = {f"place-{entry.pk}": number for entry, number in zip(entries, numbers, strict=True)}
    scope = competition.tempos.get().key
    data |= {"scope": scope, "first": entries[0].pk, "act": "decide", "reason": WHY} | more
    return leader.fill_in("ties", competition.slug, **data)


def decided(competition):
    return Competition.objects.get(pk=competition.pk).ties


def test_a_leader_decides_and_everybody_reads_it(leader, competition):
    page = text(leader.see("standings", competition.slug))
    assert leader.address("ties", competition.slug) in page
    assert "6 players with ½ point" in text(leader.see("ties", competition.slug))
    answer = fill_in(leader, competition)
    assert answer.status_code == 302
    stranger = Visitor("", club=leader.club)
    scope = competition.tempos.get().key
    for page, where in (
        ("standings", {}),
        ("standings", {"columns": "all"}),
        ("print", {"scope": scope}),
    ):
        args = (competition.slug, *(["standings"] if page == "print" else []))
        said = text(stranger.see(page, *args, **where))
        assert "by hand" in said, page
        assert WHY in said, page
        assert "Bakker, Adema, Cornelis" in said, page
    table = stranger.see("standings", competition.slug, format="csv").content.decode()
    assert "decided" in table.splitlines()[0]
    assert WHY in table
    api = stranger.client.get(f"/api/v1/clubs/toren/competitions/{competition.slug}/standings/")
    assert [line["place"] for line in api.json()["lines"]] == [1, 2, 3, 4, 5, 6]
    assert {line["decided"] for line in api.json()["lines"]} == {WHY}


@pytest.mark.parametrize(
    "wrong", [{"numbers": (1, 1, 2, 3, 4, 5)}, {"numbers": (7, 1, 2, 3, 4, 5)}, {"reason": " "}]
)
def test_what_is_not_right_decides_nothing(leader, competition, wrong):
    assert "Something is not right yet" in text(fill_in(leader, competition, **wrong))
    assert decided(competition) == ()


def test_it_is_taken_back_on_the_same_page(leader, competition):
    fill_in(leader, competition)
    page = text(leader.see("ties", competition.slug))
    assert "Take it back" in page
    [tie] = decided(competition)
    leader.fill_in("ties", competition.slug, act="undo", scope=tie.scope, player=[*tie.players])
    assert decided(competition) == ()
    again = {"act": "undo", "scope": tie.scope, "player": [*tie.players]}
    assert leader.fill_in("ties", competition.slug, **again).status_code in (302, 409)


def test_where_nobody_is_level_the_page_says_so(leader):
    make_swiss(4, club=leader.club)
    assert "No two players have equal points" in text(leader.see("ties", "zwitsers"))


def test_a_member_does_not_decide(leader, competition):
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    assert fill_in(member, competition).status_code == 403
    assert "Decide a tie by hand" not in text(member.see("standings", competition.slug))
